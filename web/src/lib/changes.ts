// From what has changed to the whole table: the update that the screen goes on with.
import type { Changes, Update } from './protocol';

/** The last update of the same socket with the changes in it. What stays the same stays the same object. */
export function patched(last: Update, { view, items, ...changes }: Changes): Update {
  const next: Update = { ...last, news: [], ...changes, type: 'update' };
  if (view || items) next.view = { ...last.view, ...view };
  for (const [name, places] of Object.entries(items ?? {})) {
    const list = [...last.view[name]];
    for (const [place, item] of Object.entries(places)) list[Number(place)] = item;
    next.view[name] = list;
  }
  return next;
}
