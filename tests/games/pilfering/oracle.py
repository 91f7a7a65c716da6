"""A second, independent Pilfering Pandas, for the tests: plain, slow, and easy to check against the rulebook.

A card is a word: "r4" is the red 4 (suits r y g b p, numbers 1 to 9), "KEY" a Key, and a Foiled Plan in the deck is its
name. Nothing is packed, nothing is clever: every legal set there is gets written out, hands are tried in every order,
and the order of the deck is known, so that nothing is left to chance. Nothing of the package under test is imported.

Build a `Position` from plain data, ask `plays(position)` for everything that may be done, grouped by effect, and
`step(position, play)` for the position after it, up to the next decision. `Position.over` tells how it ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from random import Random

KEY = "KEY"
SUITS = "rygbp"
TWO_POINTS = frozenset({"r1", "y2", "g3", "b5", "p6"})  # PP-C2
MEERKATS = {"Nenal": "ryb", "Aria": "ygp", "Tiko": "gbr", "Suri": "bpy", "Bram": "prg"}  # PP-C5

TORCH_BEAM = "torch beam"
MUDDY_PAWS = "muddy paws"
EARLY_ROUNDS = "early rounds"
LOCKED_GATE = "locked gate"
RUBBISH_RUMMAGE = "rubbish rummage"
BACK_DOOR_TRADE = "back door trade"
SHARING_IS_CARING = "sharing is caring"
PLANS = (
    TORCH_BEAM,
    MUDDY_PAWS,
    EARLY_ROUNDS,
    LOCKED_GATE,
    RUBBISH_RUMMAGE,
    BACK_DOOR_TRADE,
    SHARING_IS_CARING,
)

ESCAPED = "escaped"
CAUGHT = "caught"
TIME_UP = "time is up"
NO_CARD = "no card to draw"
FAILED = "failed the final check"
TOO_EARLY = "no cards left before the goal"

Card = str
Cards = tuple[Card, ...]


@dataclass(frozen=True)
class Options:
    """What the players agreed on (PP-S1, PP-S4, PP-S6). `options_for` fills it in for a level."""

    win: int = 35
    limit: int = 6
    top: int = 9
    """The highest number in the deck (PP-S2)."""
    key_top: int = 9
    """The highest number that a Key may stand for (PP-A9); at least `top`."""
    multi: int = 4
    """The keeper's move for a multi-card pick-up."""
    free_below: bool = False
    """No keeper move for sets and extensions below the limit."""
    solo_suspicion: bool = False
    """PP-V1."""
    last_check: bool = False
    """A last win check when the Timer runs out (PP-E7)."""
    count_stash: bool = True
    """The Secret Stash counts in the final check (PP-3)."""


@dataclass(frozen=True)
class Laid:
    """One set in an area: where it starts, how many cards it has now and had when laid, whether it paid the bonus."""

    start: int
    length: int
    laid: int
    bonus: bool = False


@dataclass(frozen=True)
class Area:
    """One Meerkat: the three preferred suits, the cards from left to right, and the sets on them, also from the left.

    A card in no set lies loose: it came by Rubbish Rummage (PP-F2).
    """

    likes: str
    cards: Cards = ()
    sets: tuple[Laid, ...] = ()


@dataclass(frozen=True)
class Position:
    """Everything that lies on the table, before the decision of `phase`.

    refresh   draw, or take cards from the Hideout
    actions   sets, extensions, swaps, Keys, abilities; pass ends them
    give      the partner of Sharing chooses a card (`sharing` is who and what they get)
    stash     a card to the Hideout
    check     escape now, or go on (only if the conditions are met)
    secret    solo: a Secret Stash card to the Hideout
    rummage   the area for `found`
    back door a set to the left of an area, or none
    over      see `over`
    """

    hands: tuple[Cards, ...]
    areas: tuple[Area, Area]
    deck: Cards = ()
    """The top first, Foiled Plans among the cards."""
    hideout: Cards = ()
    """Left to right."""
    secret: Cards = ()
    options: Options = Options()
    phase: str = "refresh"
    seat: int = 0
    panda: int = 8
    keeper: int = 0
    pandas: tuple[str, ...] = ()
    """Each seat's ability: sharing, greedy, sneaky, charming, crafty."""
    used: tuple[bool, ...] = ()
    suspect: int | None = None
    """Who has the Raised Suspicion card."""
    suspicion: int = 2
    """Its side."""
    suspicion_gone: bool = False
    suspicious_area: int | None = None
    """PP-V1."""
    timer_seat: int | None = None
    timer: int = 0
    held: Cards = ()
    """Picked up as a single card this turn: neither stashed nor given (PP-T3)."""
    duty: Card | None = None
    """Must still be played this turn (PP-T5)."""
    early: bool = False
    locked: bool = False
    early_next: frozenset[int] = frozenset()
    locked_next: frozenset[int] = frozenset()
    emptied: bool = False
    """The player whose turn it is went out this turn."""
    sharing: tuple[int, Card] | None = None
    drawing: str | None = None
    """What the interrupted draw was for: refresh, hideout, secret."""
    found: Card | None = None
    swaps: tuple[tuple[Card, Card], ...] = ()
    """What chance swaps for Sharing is Caring, one pair (mine, theirs) for each time."""
    over: str | None = None

    @property
    def solo(self) -> bool:
        return len(self.hands) == 1

    @property
    def hand(self) -> Cards:
        return self.hands[self.seat]

    @property
    def caught(self) -> bool:
        return self.keeper >= self.panda  # PP-E2


@dataclass(frozen=True)
class Play:
    """One concrete thing to do. `using` names the ability that is used with it."""

    kind: str
    area: int | None = None
    cards: Cards = ()
    """In the order in which they are laid; for a swap by Sharing alone mine and the Secret Stash's."""
    place: int | None = None
    """Of the Key that is swapped out: its index in the area, from the left."""
    seat: int | None = None
    using: str | None = None


@dataclass(frozen=True)
class Effect:
    """What a play comes to (PP-A8): plays with the same effect are the same move."""

    kind: str
    area: int | None
    content: Cards
    """Of the played cards, sorted."""
    first: Card | None
    """Of the set: for a re-use the end card that was there."""
    last: Card | None
    ends: frozenset[Card]
    """What the area's end card may be afterwards."""
    place: int | None
    seat: int | None
    using: str | None
    panda: int
    keeper: int


def options_for(level: str, players: int) -> tuple[Options, int]:
    """The options of a level, and the space where the panda starts (PP-S1, PP-S2, PP-S4)."""
    top = {1: 7, 2: 7, 3: 8, 4: 9}[players]
    win = 29 if level == "intro" else 35
    limit = 5 if level == "hard" else 6
    start = (7 if level == "hard" else 8) - (1 if players == 1 else 0)
    return Options(win=win, limit=limit, top=top, key_top=top, count_stash=level != "intro"), start


# cards and sets


def suit(card: Card) -> str:
    return card[0]


def number(card: Card) -> int:
    return int(card[1:])


def points(card: Card) -> int:
    """Panda Points of a card in a set (PP-C1, PP-C4)."""
    if card == KEY:
        return 0
    return 2 if card in TWO_POINTS else 1


def weight(card: Card) -> int:
    """What a card left over costs in the final check (PP-E5)."""
    return 2 if card == KEY else points(card)


def alike(one: Card, other: Card) -> bool:
    return suit(one) == suit(other) or number(one) == number(other)


@lru_cache(None)
def every_card(top: int) -> Cards:
    return tuple(f"{s}{n}" for s in SUITS for n in range(1, top + 1))


@lru_cache(None)
def every_set(length: int, top: int) -> tuple[Cards, ...]:
    """Every legal set of so many cards, without Keys, in the order of laying (PP-A1)."""
    found: list[Cards] = []
    for s in SUITS:
        for start in range(1, top + 1):
            up = [start + step for step in range(length)]
            down = [start - step for step in range(length)]
            for run in (up, down):
                if all(1 <= n <= top for n in run):
                    found.append(tuple(f"{s}{n}" for n in run))
    for n in range(1, top + 1):
        for suits in permutations(SUITS, length):
            found.append(tuple(f"{s}{n}" for s in suits))
    return tuple(sorted(set(found)))


@lru_cache(None)
def sets_with(card: Card, place: int, length: int, top: int) -> tuple[Cards, ...]:
    """Those of them that have this card in this place."""
    return tuple(written for written in every_set(length, top) if written[place] == card)


@lru_cache(None)
def meanings(cards: Cards, top: int) -> tuple[Cards, ...]:
    """Every legal set that these cards may be, Key by Key (PP-A8). Also for 1 and 2 cards: the beginnings of sets."""
    natural = [place for place, card in enumerate(cards) if card != KEY]
    if natural:
        possible = sets_with(cards[natural[0]], natural[0], len(cards), top)
    else:
        possible = every_set(len(cards), top)
    return tuple(
        written for written in possible if all(laid in (KEY, meant) for laid, meant in zip(cards, written, strict=True))
    )


def is_number_set(cards: Cards) -> bool:
    return len({number(card) for card in cards}) == 1


Reading = dict[int, Card]


@lru_cache(100_000)
def readings(area: Area, top: int) -> tuple[Reading, ...]:
    """Every way to read all Keys that are part of sets, so that every set of the area is one: place -> card."""
    partial: list[Reading] = [{}]
    for laid in area.sets:
        places = range(laid.start, laid.start + laid.length)
        cards = tuple(area.cards[place] for place in places)
        longer: list[Reading] = []
        for meant in meanings(cards, top):
            if laid.bonus and not pays_bonus(meant[: laid.laid], area.likes):
                continue
            for reading in partial:
                joined = dict(reading)
                for place, card in zip(places, meant, strict=True):
                    if area.cards[place] == KEY and joined.setdefault(place, card) != card:
                        break
                else:
                    if joined not in longer:
                        longer.append(joined)
        partial = longer
    return tuple(partial)


def pays_bonus(meant: Cards, likes: str) -> bool:
    """A number set with all three preferred suits (PP-A5)."""
    return is_number_set(meant) and set(likes) <= {suit(card) for card in meant}


def may_be(area: Area, place: int, options: Options) -> frozenset[Card]:
    """What the card at this place may be. A loose Key is anything (PP-F2)."""
    place %= len(area.cards)
    if area.cards[place] != KEY:
        return frozenset({area.cards[place]})
    if any(laid.start <= place < laid.start + laid.length for laid in area.sets):
        return frozenset(reading[place] for reading in readings(area, options.key_top))
    return frozenset(every_card(options.key_top))


def consistent(area: Area, top: int) -> bool:
    return bool(readings(area, top))


def end_is_loose(area: Area) -> bool:
    last = len(area.cards) - 1
    return not any(laid.start + laid.length - 1 == last for laid in area.sets)


def without(hand: Iterable[Card], cards: Iterable[Card]) -> Cards:
    """The hand without these cards, each taken once."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def has(hand: Iterable[Card], cards: Iterable[Card]) -> bool:
    return not Counter(cards) - Counter(hand)


@lru_cache(100_000)
def arrangements(hand: Cards, before: Cards, top: int) -> tuple[Cards, ...]:
    """Every way to lay cards of the hand, one after the other, so that they could begin or be a set after `before`."""
    found: list[Cards] = []
    for card in sorted(set(hand)):
        cards = (*before, card)
        if meanings(cards, top):
            found.append(cards)
            found.extend(arrangements(without(hand, [card]), cards, top))
    return tuple(found)


# laying cards


@lru_cache(200_000)
def area_after(area: Area, play: Play, top: int) -> Area | None:
    """The area after cards were laid on it or swapped into it; None if a set would be none. Matches: `matches`."""
    count = len(area.cards)
    if play.kind == "swap":
        assert play.place is not None
        cards = (*area.cards[: play.place], *play.cards, *area.cards[play.place + 1 :])
        after = replace(area, cards=cards)
        return after if consistent(after, top) else None
    if play.kind == "extend":
        if not area.sets or end_is_loose(area):
            return None
        last = area.sets[-1]
        longer = replace(last, length=last.length + 1)
        after = replace(area, cards=area.cards + play.cards, sets=(*area.sets[:-1], longer))
        return after if consistent(after, top) else None
    if play.kind == "back door":
        shift = len(play.cards)
        moved = tuple(replace(laid, start=laid.start + shift) for laid in area.sets)
        new = Laid(0, shift, shift)
        after = replace(area, cards=play.cards + area.cards, sets=(new, *moved))
        which = 0
    else:
        shared = 1 if play.kind == "reuse" else 0
        length = len(play.cards) + shared
        new = Laid(count - shared, length, length)
        after = replace(area, cards=area.cards + play.cards, sets=(*area.sets, new))
        which = -1
    whole = after.cards[new.start : new.start + new.length]
    if new.length < 3 or all(card == KEY for card in whole) or not consistent(after, top):  # PP-A1, PP-A8
        return None
    sets = list(after.sets)
    sets[which] = replace(new, bonus=True)
    paying = replace(after, sets=tuple(sets))
    return paying if consistent(paying, top) else after  # PP-A5


def new_bonus(before: Area, after: Area) -> int:
    return sum(laid.bonus for laid in after.sets) - sum(laid.bonus for laid in before.sets)


def matches(position: Position, play: Play) -> bool:
    """Whether a completely new set may lie where it is laid (PP-A2, PP-F3). A match narrows no Key (PP-A8)."""
    assert play.area is not None
    options = position.options
    area = position.areas[play.area]
    meant = meanings(play.cards, options.key_top)
    if play.kind == "back door":
        return any(alike(cards[-1], card) for cards in meant for card in may_be(area, 0, options))
    if not area.cards:
        return any(suit(cards[0]) in area.likes for cards in meant)
    return any(alike(cards[0], card) for cards in meant for card in may_be(area, -1, options))


def charge(position: Position, play: Play) -> int:
    """What the keeper moves for a set or an extension, Keys aside (PP-A6)."""
    assert play.area is not None
    full = len(position.areas[play.area].cards) >= position.options.limit
    if play.using == "charming":
        return 1
    if full or position.early:
        return 3
    return 0 if position.options.free_below else 1


def lay(position: Position, play: Play) -> Position | None:
    """The table after a set, an extension or a swap; None if it breaks a set. Who is caught then is not looked at."""
    assert play.area is not None
    before = position.areas[play.area]
    after = area_after(before, play, position.options.key_top)
    if after is None:
        return None
    areas = (after, position.areas[1]) if play.area == 0 else (position.areas[0], after)
    hand = without(position.hand, play.cards)
    panda, keeper = position.panda, position.keeper
    suspicious = position.suspicious_area
    if play.kind == "swap":
        hand = (*hand, KEY)
    else:
        scored, keys = play.cards, play.cards.count(KEY)
        if play.kind == "reuse":
            scored = (before.cards[-1], *scored)  # PP-A3
            keys += before.cards[-1] == KEY  # PP-A7
        panda += sum(points(card) for card in scored) + new_bonus(before, after)
        keeper += charge(position, play) + 2 * keys
        if play.kind != "extend" and suspicious == play.area:  # PP-V1
            keeper += 2
            suspicious = None
    duty = position.duty
    if duty is not None and duty in play.cards:
        duty = None
        if position.solo and position.options.solo_suspicion:
            suspicious = play.area
    return replace(
        with_hand(position, hand),
        areas=areas,
        panda=panda,
        keeper=keeper,
        suspicious_area=suspicious,
        duty=duty,
        held=let_go(position.held, play.cards),
        used=use(position, play),
    )


def let_go(held: Cards, cards: Cards) -> Cards:
    """Held cards that are gone. Keys are interchangeable: the first one to go is the one that was held (PP-T3)."""
    return tuple((Counter(held) - Counter(cards)).elements())


def use(position: Position, play: Play) -> tuple[bool, ...]:
    if play.using is None:
        return position.used
    return tuple(used or seat == position.seat for seat, used in enumerate(position.used))


def with_hand(position: Position, hand: Cards, seat: int | None = None) -> Position:
    """The position with another hand for this seat, or for the player whose turn it is."""
    whose = position.seat if seat is None else seat
    hands = tuple(hand if at == whose else old for at, old in enumerate(position.hands))
    return replace(position, hands=hands)


def able(position: Position, ability: str) -> bool:
    """PP-A12."""
    seat = position.seat
    return bool(position.pandas) and position.pandas[seat] == ability and not position.used[seat]


def keeps_floor(position: Position, after: Position) -> bool:
    """PP-A14: alone one keeps two cards, unless the goal is reached, by the markers as they are after the play."""
    if not position.solo or len(after.hand) >= 2:
        return True
    return after.panda >= position.options.win and not after.caught


# what may be done


def laying_plays(position: Position, kind: str) -> Iterator[Play]:
    """Every order of every choice of hand cards on either area, but for the duty (PP-T5) and the floor (PP-A14)."""
    hand = tuple(card for card in position.hand if not (position.locked and card == KEY))  # PP-F5
    hand = tuple(sorted(hand))
    top = position.options.key_top
    for which, area in enumerate(position.areas):
        if kind == "extend":
            candidates = [Play("extend", which, (card,)) for card in sorted(set(hand))]
        elif kind == "swap":
            candidates = [
                Play("swap", which, (card,), place)
                for card in sorted(set(hand) - {KEY})
                for place, there in enumerate(area.cards)
                if there == KEY
            ]
        elif kind == "reuse":
            if not area.cards:
                continue
            orders = arrangements(hand, area.cards[-1:], top)
            candidates = [Play("reuse", which, cards[1:]) for cards in orders if len(cards) >= 3]
        else:
            orders = arrangements(hand, (), top)
            candidates = [Play(kind, which, cards) for cards in orders if len(cards) >= 3]
            if kind == "back door" and not area.cards:
                continue
        for play in candidates:
            if area_after(area, play, top) is None:
                continue
            if kind in ("new", "back door") and not matches(position, play):
                if kind == "new" and area.cards and able(position, "crafty"):
                    yield replace(play, using="crafty")
                continue
            yield play


def action_plays(position: Position, charm: bool = False) -> Iterator[tuple[Play, Position]]:
    """Every way to lay or swap cards or to discard a Key, with the table after it. The duty is not looked at."""
    for kind in ("new", "reuse", "extend", "swap"):
        for play in laying_plays(position, kind):
            ways = [play]
            if charm and kind != "swap" and play.using is None and charge(position, play) == 3:
                ways.append(replace(play, using="charming"))
            for way in ways:
                after = lay(position, way)
                assert after is not None
                if kind == "swap" or keeps_floor(position, after):
                    yield way, after
    if KEY in position.hand and not position.locked:
        after = discard(position)
        if keeps_floor(position, after):
            yield Play("discard", cards=(KEY,)), after


def discard(position: Position) -> Position:
    """PP-A11."""
    return replace(
        with_hand(position, without(position.hand, [KEY])),
        keeper=position.keeper - 2,
        duty=None if position.duty == KEY else position.duty,
        held=let_go(position.held, (KEY,)),
    )


def duty_can_be_done(position: Position, actions: int = 3) -> bool:
    """PP-T5: whether some sequence of so many actions plays the card that must be. Nobody is caught in thought."""
    if position.duty is None:
        return True
    if position.duty not in position.hand:
        return False
    return _duty_can_be_done(bare(position), actions)


def bare(position: Position) -> Position:
    """The position without anything that does not matter for the duty."""
    hands = tuple(tuple(sorted(hand)) if seat == position.seat else () for seat, hand in enumerate(position.hands))
    return Position(
        hands,
        position.areas,
        options=position.options,
        phase="actions",
        seat=position.seat,
        panda=position.panda if position.solo else 0,
        keeper=position.keeper if position.solo else 0,
        pandas=position.pandas,
        used=position.used,
        suspicious_area=position.suspicious_area,
        duty=position.duty,
        early=position.early,
        locked=position.locked,
    )


@lru_cache(200_000)
def _duty_can_be_done(position: Position, actions: int) -> bool:
    seen: dict[Position, None] = {}
    for _, after in action_plays(position):
        if after.duty is None:
            return True
        seen[bare(after)] = None
    return actions > 1 and any(duty_can_be_done(after, actions - 1) for after in seen)


def every_play(position: Position) -> list[Play]:
    """Everything the player who decides now may do."""
    by_phase = {
        "refresh": _refresh_plays,
        "actions": _action_phase_plays,
        "give": _give_plays,
        "stash": _stash_plays,
        "check": _check_plays,
        "secret": _secret_plays,
        "rummage": _rummage_plays,
        "back door": _back_door_plays,
    }
    return [] if position.over else list(by_phase[position.phase](position))


def _refresh_plays(position: Position) -> Iterator[Play]:
    """PP-T2."""
    room = 12 - len(position.hand) if position.solo else 99
    if position.deck and room >= 1:
        yield Play("draw")
    if position.hideout and room >= 1:
        yield Play("take", cards=position.hideout[-1:])
    if len(position.hideout) >= 2 and room >= 2 and able(position, "greedy"):
        yield Play("take", cards=position.hideout[-2:], using="greedy")
    for count in range(2, min(room, len(position.hideout)) + 1):
        for using in (None, "sneaky") if able(position, "sneaky") else (None,):
            play = Play("take", cards=position.hideout[-count:], using=using)
            if duty_can_be_done(_pick_up(position, play)):  # PP-T5
                yield play


def _action_phase_plays(position: Position) -> Iterator[Play]:
    for play, after in action_plays(position, charm=able(position, "charming")):
        if duty_can_be_done(after):
            yield play
    if able(position, "sharing"):
        yield from _sharing_plays(position)
    if position.duty is None:  # PP-T5, PP-A13
        yield Play("pass")


def free_cards(position: Position) -> list[Card]:
    """What may be stashed or given this turn (PP-T3)."""
    return sorted(set((Counter(position.hand) - Counter(position.held)).elements()))


def _sharing_plays(position: Position) -> Iterator[Play]:
    for mine in free_cards(position):
        given = with_hand(position, without(position.hand, [mine]))
        if position.solo:
            for theirs in sorted(set(position.secret)):
                after = with_hand(position, (*given.hand, theirs))
                if duty_can_be_done(after):
                    yield Play("share", cards=(mine, theirs), using="sharing")
        elif duty_can_be_done(given):
            for seat, hand in enumerate(position.hands):
                if seat != position.seat and hand:
                    yield Play("share", cards=(mine,), seat=seat, using="sharing")


def _give_plays(position: Position) -> Iterator[Play]:
    assert position.sharing is not None
    for card in sorted(set(position.hands[position.sharing[0]])):
        yield Play("give", cards=(card,))


def _stash_plays(position: Position) -> Iterator[Play]:
    for card in free_cards(position):
        yield Play("stash", cards=(card,))


def _check_plays(position: Position) -> Iterator[Play]:
    yield Play("escape")
    yield Play("go on")


def _secret_plays(position: Position) -> Iterator[Play]:
    """PP-1."""
    end = position.hideout[-1]
    cards = sorted(set(position.secret))
    if end != KEY:
        fitting = [card for card in cards if card != KEY and alike(card, end)]
        cards = fitting or cards
    for card in cards:
        yield Play("secret", cards=(card,))


def _rummage_plays(position: Position) -> Iterator[Play]:
    for which in range(2):
        yield Play("rummage", which)


def _back_door_plays(position: Position) -> Iterator[Play]:
    """PP-F3; it is a set of this turn, so that Charming can help with it (PP-C6)."""
    yield Play("no back door")
    for play in laying_plays(position, "back door"):
        ways = [play]
        if able(position, "charming") and charge(position, play) == 3:
            ways.append(replace(play, using="charming"))
        for way in ways:
            after = lay(position, way)
            assert after is not None
            if keeps_floor(position, after):
                yield way


def effect(position: Position, play: Play) -> Effect:
    """What a legal play comes to."""
    first = last = None
    ends: frozenset[Card] = frozenset()
    panda = keeper = 0
    if play.kind in ("new", "reuse", "extend", "swap", "back door"):
        assert play.area is not None
        after = lay(position, play)
        assert after is not None
        area = after.areas[play.area]
        first = play.cards[0] if play.kind != "reuse" else position.areas[play.area].cards[-1]
        last = play.cards[-1]
        ends = may_be(area, 0 if play.kind == "back door" else -1, position.options)  # the card at that end of the area
        panda, keeper = after.panda - position.panda, after.keeper - position.keeper
    elif play.kind == "discard":
        keeper = -2
    elif play.kind == "take":
        keeper = _pick_up(position, play).keeper - position.keeper
    content = play.cards if play.kind in ("take", "share") else tuple(sorted(play.cards))
    return Effect(play.kind, play.area, content, first, last, ends, play.place, play.seat, play.using, panda, keeper)


def plays(position: Position) -> dict[Effect, list[Play]]:
    """Everything that may be done, grouped by what it comes to."""
    found: dict[Effect, list[Play]] = {}
    for play in every_play(position):
        found.setdefault(effect(position, play), []).append(play)
    return found


# what happens then


def step(position: Position, play: Play) -> Position:
    """The position after this play, and after everything that follows from it without a decision."""
    if play not in every_play(position):
        raise ValueError(f"{play} is not allowed")
    return carry_out(position, play)


def carry_out(position: Position, play: Play) -> Position:
    """`step` for a play that is known to be legal."""
    return _STEPS[play.kind](position, play)


def lose(position: Position, why: str) -> Position:
    return replace(position, phase="over", over=why)


def _draw(position: Position, play: Play) -> Position:
    return draw_for(position, "refresh")


def _take(position: Position, play: Play) -> Position:
    after = _pick_up(position, play)
    return lose(after, CAUGHT) if after.caught and after.keeper != position.keeper else after


def _pick_up(position: Position, play: Play) -> Position:
    """PP-T3, PP-T4, PP-T6, PP-C6."""
    count = len(play.cards)
    after = replace(
        with_hand(position, (*position.hand, *play.cards)),
        hideout=position.hideout[:-count],
        used=use(position, play),
        phase="actions",
    )
    if count == 1 or play.using == "greedy":
        return replace(after, held=play.cards)
    penalty = position.options.multi
    if play.using == "sneaky":
        penalty = penalty - penalty // 2
    after = replace(after, duty=play.cards[0])
    if not position.solo and not position.suspicion_gone:
        if position.suspect == position.seat:
            penalty += position.suspicion
            after = replace(after, suspicion=4)
        else:
            after = replace(after, suspect=position.seat, suspicion=2)
    return replace(after, keeper=position.keeper + penalty)


def _lay(position: Position, play: Play) -> Position:
    after = lay(position, play)
    assert after is not None
    if play.kind == "swap":
        return after
    if position.suspicious_area == play.area and play.kind != "extend" and position.keeper + 2 >= position.panda:
        return lose(after, CAUGHT)  # PP-V1
    return _acted(after)


def _acted(position: Position) -> Position:
    """After an action of the actions phase."""
    if position.caught:
        return lose(position, CAUGHT)
    position = look_at_hand(position)
    if position.over or position.hand:
        return position
    return end_turn(position)  # PP-A13


def _discard(position: Position, play: Play) -> Position:
    return _acted(discard(position))


def look_at_hand(position: Position) -> Position:
    """PP-E6, PP-2: what happens when a hand has just become empty."""
    if position.hand:
        return position
    if position.solo:
        return final_check(position) if conditions_met(position) else lose(position, TOO_EARLY)
    position = replace(position, emptied=True)
    if position.timer_seat is None:
        position = replace(position, timer_seat=position.seat, timer=1, suspect=None, suspicion_gone=True)
    return position


def conditions_met(position: Position) -> bool:
    """PP-E3."""
    return position.panda >= position.options.win and any(not hand for hand in position.hands) and not position.caught


def final_check(position: Position) -> Position:
    """PP-E5, PP-3."""
    left = [card for hand in position.hands for card in hand]
    if position.solo and position.options.count_stash:
        left += position.secret
    after = replace(position, keeper=position.keeper + sum(weight(card) for card in left), phase="over")
    return replace(after, over=FAILED if after.caught else ESCAPED)


def _share(position: Position, play: Play) -> Position:
    mine = play.cards[0]
    after = replace(with_hand(position, without(position.hand, [mine])), used=use(position, play))
    if position.solo:
        theirs = play.cards[1]
        after = replace(after, secret=(*without(position.secret, [theirs]), mine))
        return with_hand(after, (*after.hand, theirs))
    assert play.seat is not None
    return replace(after, phase="give", sharing=(play.seat, mine))


def _give(position: Position, play: Play) -> Position:
    assert position.sharing is not None
    partner, mine = position.sharing
    theirs = play.cards[0]
    after = with_hand(position, (*without(position.hands[partner], [theirs]), mine), partner)
    after = with_hand(after, (*after.hand, theirs))
    return replace(after, phase="actions", sharing=None)


def _pass(position: Position, play: Play) -> Position:
    if not free_cards(position):
        return end_turn(position)
    return replace(position, phase="stash")


def _stash(position: Position, play: Play) -> Position:
    """PP-E1."""
    after = with_hand(position, without(position.hand, play.cards))
    after = look_at_hand(replace(after, hideout=position.hideout + play.cards))
    return after if after.over else end_turn(after)


def end_turn(position: Position) -> Position:
    """PP-E2, PP-E3: after the stash."""
    position = replace(position, keeper=position.keeper + 1, held=())
    if position.caught:
        return lose(position, CAUGHT)
    if conditions_met(position):
        return replace(position, phase="check")
    return _go_on(position)


def _escape(position: Position, play: Play) -> Position:
    return final_check(position)


def _go_on(position: Position, play: Play | None = None) -> Position:
    """PP-E7, then the top-up."""
    position = _somebody_else_went_out(position)
    return position if position.over else top_up(position)


def _somebody_else_went_out(position: Position) -> Position:
    if position.emptied and position.timer_seat != position.seat:
        position = turn_timer(position)
    return replace(position, emptied=False)


def turn_timer(position: Position) -> Position:
    position = replace(position, timer=position.timer + 1)
    if position.timer < 4:
        return position
    if position.options.last_check and conditions_met(position):
        return final_check(position)
    return lose(position, TIME_UP)


def top_up(position: Position) -> Position:
    """PP-E4."""
    if len(position.hideout) < 3:
        return draw_for(position, "hideout")
    if position.solo:
        return replace(position, phase="secret")
    return next_turn(position)


def _secret(position: Position, play: Play) -> Position:
    position = replace(
        position, secret=without(position.secret, play.cards), hideout=position.hideout + play.cards, phase="secret"
    )
    return refill(position)


def refill(position: Position) -> Position:
    if len(position.secret) < 3:
        return draw_for(position, "secret")
    return next_turn(position)


def next_turn(position: Position) -> Position:
    """PP-T1, PP-E7, PP-E8."""
    seat = (position.seat + 1) % len(position.hands)
    position = replace(
        position,
        seat=seat,
        phase="refresh",
        held=(),
        duty=None,
        early=seat in position.early_next,
        locked=seat in position.locked_next,
        early_next=position.early_next - {seat},
        locked_next=position.locked_next - {seat},
        emptied=False,
    )
    if position.timer_seat == seat:
        position = turn_timer(position)
        if position.over:
            return position
    return position if position.hand else end_turn(position)


def draw_for(position: Position, purpose: str) -> Position:
    """One card off the deck, for refresh, hideout or secret; Foiled Plans are resolved and replaced (PP-F1)."""
    position = replace(position, drawing=None)
    if not position.deck:
        return lose(position, NO_CARD)
    card = position.deck[0]
    position = replace(position, deck=position.deck[1:])
    if card in PLANS:
        return resolve(position, card, purpose)
    if purpose == "refresh":
        return replace(with_hand(position, (*position.hand, card)), phase="actions")
    if purpose == "hideout":
        return top_up(replace(position, hideout=(*position.hideout, card)))
    return refill(replace(position, secret=(*position.secret, card)))


def resolve(position: Position, plan: str, purpose: str) -> Position:
    """PP-F2 to PP-F5."""
    now = purpose == "refresh"
    if plan == TORCH_BEAM:
        position = replace(position, keeper=position.keeper + 2)
        if position.caught:
            return lose(position, CAUGHT)
    elif plan == MUDDY_PAWS:
        position = replace(position, hideout=position.hideout[1:])
    elif plan == EARLY_ROUNDS:
        if now:
            position = replace(position, early=True)
        else:
            position = replace(position, early_next=position.early_next | {position.seat})
    elif plan == LOCKED_GATE:
        if now:
            position = replace(position, locked=True)
        else:
            position = replace(position, locked_next=position.locked_next | {position.seat})
    elif plan == SHARING_IS_CARING:
        position = _share_by_chance(position)
    elif plan == RUBBISH_RUMMAGE:
        loot = [card for card in position.deck if card not in PLANS]
        if not loot:
            return lose(position, NO_CARD)
        deck = without(position.deck, loot[:1])
        return replace(position, deck=deck, found=loot[0], phase="rummage", drawing=purpose)
    else:
        asking = replace(position, phase="back door", drawing=purpose)
        if len(list(_back_door_plays(asking))) > 1:
            return asking
    return draw_for(position, purpose)


def _share_by_chance(position: Position) -> Position:
    """PP-F4."""
    count = len(position.hands)
    others = [(position.seat + step) % count for step in range(1, count)]
    left = next((seat for seat in others if position.hands[seat]), None)
    theirs_all = position.secret if position.solo else position.hands[left] if left is not None else ()
    if not position.hand or not theirs_all:
        return position
    (mine, theirs), *later = position.swaps
    after = replace(with_hand(position, (*without(position.hand, [mine]), theirs)), swaps=tuple(later))
    rest = (*without(theirs_all, [theirs]), mine)
    if position.solo:
        return replace(after, secret=rest)
    return with_hand(after, rest, left)


def _rummage(position: Position, play: Play) -> Position:
    """PP-F2."""
    assert play.area is not None
    assert position.found is not None
    assert position.drawing is not None
    areas = list(position.areas)
    areas[play.area] = replace(areas[play.area], cards=(*areas[play.area].cards, position.found))
    return draw_for(replace(position, areas=(areas[0], areas[1]), found=None), position.drawing)


def _back_door(position: Position, play: Play) -> Position:
    """PP-F3."""
    after = lay(position, play)
    assert after is not None
    assert position.drawing is not None
    if position.suspicious_area == play.area and position.keeper + 2 >= position.panda:
        return lose(after, CAUGHT)
    if after.caught:
        return lose(after, CAUGHT)
    after = look_at_hand(after)
    if position.drawing == "refresh" and not after.over and not after.hand:
        return end_turn(replace(after, drawing=None))
    if position.drawing != "refresh" and not after.over:
        after = _somebody_else_went_out(after)
    return after if after.over else draw_for(after, position.drawing)


def _no_back_door(position: Position, play: Play) -> Position:
    assert position.drawing is not None
    return draw_for(position, position.drawing)


_STEPS = {
    "draw": _draw,
    "take": _take,
    "new": _lay,
    "reuse": _lay,
    "extend": _lay,
    "swap": _lay,
    "discard": _discard,
    "share": _share,
    "give": _give,
    "pass": _pass,
    "stash": _stash,
    "escape": _escape,
    "go on": _go_on,
    "secret": _secret,
    "rummage": _rummage,
    "back door": _back_door,
    "no back door": _no_back_door,
}


# tables to compare on


def random_table(random: Random, players: int) -> Position:
    """A position at the start of a turn, with options mixed, many Keys, and areas that have seen some play.

    All cards of the deck are there but for those that a short deck leaves in the box.
    """
    options, start = options_for(random.choice(("intro", "normal", "hard")), players)
    options = replace(
        options,
        limit=random.choice((options.limit, 5)),
        multi=random.choice((4, 4, 3)),
        free_below=random.random() < 0.2,
        solo_suspicion=players == 1 and random.random() < 0.4,
        last_check=players > 1 and random.random() < 0.3,
        key_top=random.choice((options.top, options.top, 9)),
    )
    loot = list(every_card(options.top))
    random.shuffle(loot)
    keys = [KEY] * (4 if players == 4 else 3)
    areas = _played_areas(random, options, (*loot[:9], *random.choice(((), keys[:1], keys[:2], keys))))
    laid = Counter(card for area in areas for card in area.cards)
    rest = list((Counter(loot) - laid).elements())
    left = keys[laid[KEY] :]
    random.shuffle(rest)
    seat = random.randrange(players)
    fewest = 2 if players == 1 else 1
    hands = [[rest.pop() for _ in range(random.randint(fewest, 6))] for _ in range(players)]
    if random.random() < 0.6:
        hands[seat] += left
    else:
        rest += left
        random.shuffle(rest)
    hideout = tuple(rest.pop() for _ in range(random.randint(3, 6)))
    secret = tuple(rest.pop() for _ in range(3 if players == 1 else 0))
    deck = rest[: random.choice((2, 5, 99))] + random.sample(PLANS, random.choice((0, 2, 3, 7)))
    random.shuffle(deck)
    return Position(
        tuple(tuple(hand) for hand in hands),
        areas,
        tuple(deck),
        hideout,
        secret,
        options,
        seat=seat,
        panda=random.choice((start, 20, 30, 40)),
        keeper=random.randint(0, 6),
        pandas=tuple(random.sample(["sharing", "greedy", "sneaky", "charming", "crafty"], players)),
        used=tuple(random.random() < 0.3 for _ in range(players)),
    )


def _played_areas(random: Random, options: Options, hand: Cards) -> tuple[Area, Area]:
    """Two areas after a few random sets, extensions and loose cards, with Keys where possible."""
    likes = random.sample(sorted(MEERKATS.values()), 2)
    position = Position((hand,), (Area(likes[0]), Area(likes[1])), options=options, phase="actions")
    for _ in range(random.randrange(5)):
        ways = [play for kind in ("new", "reuse", "extend") for play in laying_plays(position, kind)]
        if random.random() < 0.15:
            card, which = random.choice(position.hand), random.randrange(2)
            areas = list(position.areas)
            areas[which] = replace(areas[which], cards=(*areas[which].cards, card))
            position = replace(
                with_hand(position, without(position.hand, [card])),
                areas=(areas[0], areas[1]),
            )
        elif ways:
            with_keys = [play for play in ways if KEY in play.cards]
            laid = lay(position, random.choice(with_keys or ways))
            assert laid is not None
            position = laid
    return position.areas
