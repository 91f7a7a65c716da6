// Where carried cards may be let go, and what that does: the server's list, told by places of the table.
import { type Deed, likeness, matching, within } from './offer';

export const areaPlace = (area: number): string => `area-${area}`;
export const seatPlace = (seat: number): string => `seat-${seat}`;
export const secretPlace = (code: string): string => `secret-${code}`;
export const HIDEOUT = 'hideout';
export const HAND = 'hand';
const SAME_ENDS = 3;

/** The place of the table that a deed is about; "": none. `turn`: who offered a card, where one is given in return. */
export function placeOf(deed: Deed, turn: number): string {
  const { what } = deed.legal;
  if (deed.area !== null) return areaPlace(deed.area);
  if (deed.kind === 'stash') return HIDEOUT;
  if (deed.kind === 'give') return seatPlace(turn);
  if (deed.kind === 'share') return what.secret ? secretPlace(what.secret) : seatPlace(what.seat);
  return '';
}

/** What can be done with exactly these cards, by place, best first. */
export function dropsOf(all: Deed[], codes: string[], turn: number): Map<string, Deed[]> {
  const found = new Map<string, Deed[]>();
  for (const deed of matching(all, codes)) {
    const place = placeOf(deed, turn);
    if (place) found.set(place, [...(found.get(place) ?? []), deed]);
  }
  return found;
}

/** Areas where these cards are the beginning of something. */
export function waitingAreas(all: Deed[], codes: string[]): Set<number> {
  const fit = all.filter((deed) => deed.cards.length > codes.length && within(codes, deed.cards));
  return new Set(fit.map((deed) => deed.area).filter((area) => area !== null));
}

/** The one deed that a drop can only mean; null: there is something to choose. */
export function onlyMeaning(deeds: Deed[], codes: string[]): Deed | null {
  // Cards between the ends may lie in any order.
  const alike = (deed: Deed) => likeness(deed.cards, codes) >= SAME_ENDS && !deed.ability;
  const meant = deeds.filter(alike);
  return meant.length === 1 ? meant[0] : null;
}
