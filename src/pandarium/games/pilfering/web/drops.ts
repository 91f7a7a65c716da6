// Where carried cards may be let go, and what that does: the server's list, told by places of the table.
import { type Action, likeness, matching, within } from './offer';

export const areaPlace = (area: number): string => `area-${area}`;
export const seatPlace = (seat: number): string => `seat-${seat}`;
export const secretPlace = (code: string): string => `secret-${code}`;
export const HIDEOUT = 'hideout';
export const HAND = 'hand';
const SAME_ENDS = 3;

/** The place of the table that a action is about; "": none. `turn`: who offered a card, where one is given in return. */
export function placeOf(action: Action, turn: number): string {
  const { what } = action.legal;
  if (action.area !== null) return areaPlace(action.area);
  if (action.kind === 'stash') return HIDEOUT;
  if (action.kind === 'give') return seatPlace(turn);
  if (action.kind === 'share') return what.secret ? secretPlace(what.secret) : seatPlace(what.seat);
  return '';
}

/** What can be done with exactly these cards, by place, best first. */
export function dropsOf(all: Action[], codes: string[], turn: number): Map<string, Action[]> {
  const found = new Map<string, Action[]>();
  for (const action of matching(all, codes)) {
    const place = placeOf(action, turn);
    if (place) found.set(place, [...(found.get(place) ?? []), action]);
  }
  return found;
}

/** Areas where these cards are the beginning of something. */
export function waitingAreas(all: Action[], codes: string[]): Set<number> {
  const fit = all.filter((action) => action.cards.length > codes.length && within(codes, action.cards));
  return new Set(fit.map((action) => action.area).filter((area) => area !== null));
}

/** The one action that a drop can only mean; null: there is something to choose. */
export function onlyMeaning(actions: Action[], codes: string[]): Action | null {
  // Cards between the ends may lie in any order.
  const alike = (action: Action) => likeness(action.cards, codes) >= SAME_ENDS && !action.ability;
  const meant = actions.filter(alike);
  return meant.length === 1 ? meant[0] : null;
}
