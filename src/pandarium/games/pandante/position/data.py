"""Positions as data: `dump` writes all of it, `load` reads it back. Whatever the rules rely on is checked in
`checks.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.dump_decoding import Word, decode
from pandarium.core.errors import BadData
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.rng import from_words
from pandarium.games.pandante.engine import game_start, phases
from pandarium.games.pandante.engine.cards import ALL_CARDS, CODES, COLOUR_NAMES, NO_CARD, gather, list_cards
from pandarium.games.pandante.engine.casinos import MOST_CASINOS
from pandarium.games.pandante.engine.claims import statement
from pandarium.games.pandante.engine.flow import Pandante, PandanteDeal
from pandarium.games.pandante.engine.state import (
    MOST_SEATS,
    NOBODY,
    ROWS,
    SLOTS,
    queued,
    queued_ability,
    queued_target,
    top_card,
    top_item,
    top_knowers,
)
from pandarium.games.pandante.position.checks import check_position
from pandarium.games.pandante.view.table import Statement, statement_view
from pandarium.games.pandante.words.notation import ABILITY_CODES, CLAIM_CODES

Seat = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS - 1)]
Small = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Signed = Annotated[int, msgspec.Meta(ge=-1_000_000_000, le=1_000_000_000)]
Cards = Annotated[list[str], msgspec.Meta(max_length=61)]
Seats = Annotated[list[Seat], msgspec.Meta(max_length=MOST_SEATS)]
Amounts = Annotated[list[Small], msgspec.Meta(max_length=MOST_SEATS)]

PLAYER_SETS = (
    "folded",
    "sitting",
    "broke",
    "away",
    "left",
    "slept",
    "extra",
    "hot",
    "real",
    "jokers",
    "ready",
    "challengers",
)
"""Fields that are sets of players."""
WRITTEN_AS = {"challengers": "accusers"}
"""Fields that have another name in a position as it is written."""
PLAIN = ("gambit", "dealer", "casino", "multiplier", "pot", "pot_diamonds", "antes", "keep", "focus", "at", "sealed")
"""Fields that are written as they are."""


class TopCard(msgspec.Struct, forbid_unknown_fields=True):
    """A card on top of the deck, and who knows it (a seat more than there are: everybody)."""

    card: str
    known: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)]], msgspec.Meta(max_length=MOST_SEATS + 1)]


class Queued(msgspec.Struct, forbid_unknown_fields=True):
    """An ability that was announced."""

    ability: str
    target: Seat = 0


class Position(msgspec.Struct, forbid_unknown_fields=True, rename=WRITTEN_AS):
    """A position of Pandánte as data. What has a default may be left out when a position is written by hand."""

    seats: int
    phase: str
    gold: Amounts
    game: Literal["pandante"] = "pandante"
    rules: Literal[1, 2] = 2
    """A position is read the same under both; what moves lead to differs."""
    options: dict[str, OptionValue] = {}
    content: dict[str, Any] | None = None
    one_gambit: bool = False
    turn: Seat | None = None
    performer: Seat | None = None
    street: Literal["splash", "paws", "tail"] = "splash"
    gambit: Small = 1
    dealer: Seat = 0
    casino: Annotated[int, msgspec.Meta(ge=0, le=MOST_CASINOS)] = 0
    casinos_left: list[int] | None = None
    """None: all but the one here."""
    multiplier: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    pot: Small = 0
    pot_diamonds: Small = 0
    antes: Small = 0
    fairy: Signed | None = None
    """None: what is on the table came from somewhere."""
    bank: Signed | None = None
    coin: Seat | None = None
    folded: Seats = []
    sitting: Seats = []
    broke: Seats = []
    away: Seats = []
    left: Seats = []
    slept: Seats = []
    extra: Seats = []
    leaf: bool = False
    hot: Seats = []
    real: Seats = []
    jokers: Seats = []
    ready: Seats = []
    challengers: Seats = []
    diamonds: Amounts | None = None
    bought: Amounts | None = None
    cashed: Amounts | None = None
    staked: Amounts | None = None
    claims: list[str | None] | None = None
    runes: list[Annotated[int, msgspec.Meta(ge=0, le=15)]] | None = None
    colours: list[str | None] | None = None
    """None: champions by seat, in the order of the colours."""
    said: list[Statement | None] | None = None
    hands: list[Cards] | None = None
    second_hands: list[Cards] | None = None
    shown: list[Cards] | None = None
    seen: list[list[Cards]] | None = None
    """By player, and at last the public: what they know of each hand."""
    gone: list[Cards] | None = None
    """By player, and at last the public: what they know of the discards."""
    board: list[list[str | None]] | None = None
    """A row or two, each with up to six places."""
    coming: list[str | None] | None = None
    adders: list[Seat | None] | None = None
    fresh: Cards = []
    deck: Cards | None = None
    """None: all cards that lie nowhere else."""
    top: Annotated[list[TopCard], msgspec.Meta(max_length=61)] = []
    """The next card last."""
    discards: Cards = []
    keep: Annotated[int, msgspec.Meta(ge=0, le=61)] = 2
    focus: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    queue: Annotated[list[Queued], msgspec.Meta(max_length=200)] = []
    at: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0
    sealed: Small = 0
    rng: tuple[Word, Word] = (0, 1)


def dump(state: Pandante) -> dict[str, Any]:
    """The whole position."""
    seats = range(state.seats)
    plain: dict[str, Any] = {name: int(getattr(state, name)) for name in PLAIN}
    sets: dict[str, Any] = {name: list_cards(getattr(state, name)) for name in PLAYER_SETS}
    position = Position(
        seats=state.seats,
        phase=phases.PHASE_NAMES[state.phase],
        options=state.setup.options,
        content=state.setup.content,
        one_gambit=state.variant.one_gambit,
        turn=_seat(state.turn),
        performer=_seat(state.performer),
        street=phases.STREET_NAMES[state.street],  # type: ignore[arg-type]
        casinos_left=list_cards(state.casinos_left),
        fairy=state.fairy,
        bank=state.bank,
        coin=_seat(state.coin),
        leaf=bool(state.leaf),
        gold=list(state.gold),
        diamonds=list(state.diamonds),
        bought=list(state.bought),
        cashed=list(state.cashed),
        staked=list(state.staked),
        claims=[CLAIM_CODES[claim] if (claim := state.claim(seat)) >= 0 else None for seat in seats],
        runes=[state.rune_count(seat) for seat in seats],
        colours=[COLOUR_NAMES[colour] if (colour := state.colour(seat)) >= 0 else None for seat in seats],
        said=[statement_view(said) for said in state.said],
        hands=[write_cards(cards) for cards in state.hands],
        second_hands=[write_cards(cards) for cards in state.spare],
        shown=[write_cards(cards) for cards in state.shown],
        seen=[
            [write_cards(state.seen[player * state.seats + seat]) for seat in seats]
            for player in range(state.seats + 1)
        ],
        gone=[write_cards(cards) for cards in state.gone],
        board=[[_code(card) for card in list(state.board)[row * SLOTS : (row + 1) * SLOTS]] for row in range(ROWS)],
        coming=[_code(card) for card in state.coming],
        adders=[_seat(state.adder(row)) for row in range(ROWS)],
        fresh=write_cards(state.fresh),
        deck=write_cards(state.deck),
        top=[TopCard(CODES[top_card(item)], list_cards(top_knowers(item))) for item in state.top],
        discards=write_cards(state.discards),
        queue=[Queued(ABILITY_CODES[queued_ability(item)], queued_target(item)) for item in state.queue],
        rng=state.rng.words(),
        **plain,
        **sets,
    )
    data: dict[str, Any] = msgspec.to_builtins(position)
    return data


def write_cards(cards: int) -> list[str]:
    """Cards by their codes."""
    return [CODES[card] for card in list_cards(cards)]


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _code(card: int) -> str | None:
    return None if card == NO_CARD else CODES[card]


def load(game: Game, data: Any) -> Pandante:
    """The position in that data, checked against the cards in the box and the rules; raises BadData."""
    position = decode(data, Position)
    setup = game.setup(position.seats, position.options, position.content)
    assert isinstance(setup, PandanteDeal)
    setup.one_gambit = position.one_gambit
    _check_lengths(position)
    state = Pandante(setup, from_words(*position.rng))
    _read_frame(state, position)
    _read_players(state, position)
    _read_cards(state, position)
    _balance(state, position)
    check_position(state)
    return state


def _check_lengths(position: Position) -> None:
    seats = position.seats
    by_seat = ("gold", "diamonds", "bought", "cashed", "staked", "claims", "runes", "colours", "said", "hands")
    for name in (*by_seat, "second_hands", "shown"):
        _check_length(f"position.{name}", getattr(position, name), seats)
    for name in ("seen", "gone"):
        _check_length(f"position.{name}", getattr(position, name), seats + 1)
    for index, row in enumerate(position.seen or []):
        _check_length(f"position.seen[{index}]", row, seats)
    _check_length("position.coming", position.coming, ROWS * 2)
    _check_length("position.adders", position.adders, ROWS)
    if position.board is not None and len(position.board) > ROWS:
        raise BadData("position.board", "there are never more than two rows (PD-K9)")
    for name in ("turn", "performer", "dealer", "coin"):
        if (getattr(position, name) or 0) >= seats:
            raise BadData(f"position.{name}", f"there are only the seats 0 to {seats - 1}")
    for name in PLAYER_SETS:
        players = getattr(position, name)
        if any(seat >= seats for seat in players) or len(set(players)) < len(players):
            raise BadData(f"position.{WRITTEN_AS.get(name, name)}", f"each of the seats 0 to {seats - 1}, once at most")


def _check_length(place: str, rows: Sequence[Any] | None, wanted: int) -> None:
    if rows is not None and len(rows) != wanted:
        raise BadData(place, f"has {len(rows)} entries, not {wanted}")


def _read_frame(state: Pandante, position: Position) -> None:
    """Everything that is one thing for the whole table."""
    for name in PLAIN:
        setattr(state, name, getattr(position, name))
    for name in PLAYER_SETS:
        setattr(state, name, gather(getattr(position, name)))
    if position.phase not in phases.PHASE_NAMES:
        raise BadData(
            "position.phase", f"there is no phase {position.phase!r}; they are {', '.join(phases.PHASE_NAMES)}"
        )
    state.phase = phases.PHASE_NAMES.index(position.phase)
    state.turn = NOBODY if position.turn is None else position.turn
    state.performer = NOBODY if position.performer is None else position.performer
    state.coin = NOBODY if position.coin is None else position.coin
    state.street = phases.STREET_NAMES.index(position.street)
    state.leaf = int(position.leaf)
    queue = []
    for index, entry in enumerate(position.queue):
        ability = _index(f"position.queue[{index}].ability", entry.ability, ABILITY_CODES[1:], "ability") + 1
        queue.append(queued(ability, entry.target))
    state.queue = vec[i64](queue)
    left = position.casinos_left
    if left is None:
        state.casinos_left = state.variant.casinos & ~(1 << position.casino)
    else:
        if any(not 1 <= casino <= MOST_CASINOS for casino in left) or len(set(left)) < len(left):
            raise BadData("position.casinos_left", f"casinos are numbered from 1 to {MOST_CASINOS}")
        state.casinos_left = sum(1 << casino for casino in left)


def _read_players(state: Pandante, position: Position) -> None:
    """Everything that there is once for each player."""
    seats = position.seats
    nothing = [0] * seats
    state.gold = vec[i64](position.gold)
    state.diamonds = vec[i64](position.diamonds or nothing)
    state.bought = vec[i64](position.bought or [game_start.brought(state)] * seats)
    state.cashed = vec[i64](position.cashed or nothing)
    state.staked = vec[i64](position.staked or nothing)
    state.claims = 0
    for seat, claim in enumerate(position.claims or []):
        if claim is not None:
            state.set_claim(seat, _index(f"position.claims[{seat}]", claim, CLAIM_CODES, "hand"))
    state.runes = sum(runes << (4 * seat) for seat, runes in enumerate(position.runes or []))
    state.colours = 0
    for seat, colour in enumerate(position.colours or COLOUR_NAMES[:seats]):
        if colour is not None:
            state.colours |= (_index(f"position.colours[{seat}]", colour, COLOUR_NAMES, "colour") + 1) << (4 * seat)
    state.said = vec[i64]([_read_said(seat, said) for seat, said in enumerate(position.said or [None] * seats)])


def _read_said(seat: int, said: Statement | None) -> int:
    if said is None:
        return 0
    place = f"position.said[{seat}]"
    colour = -1 if said.colour is None else _index(place, said.colour, COLOUR_NAMES, "colour")
    if not 0 <= said.number <= 10 or not 0 <= (said.pair or 0) <= 10:
        raise BadData(place, "numbers go up to 10 (PD-9)")
    return statement(said.number, colour, said.pair or 0)


def _read_cards(state: Pandante, position: Position) -> None:
    """Everything that lies somewhere, and who knows it."""
    seats = position.seats
    none: list[Cards] = [[] for _ in range(seats + 1)]
    state.hands = _read_sets("position.hands", position.hands or none[:-1])
    state.spare = _read_sets("position.second_hands", position.second_hands or none[:-1])
    state.shown = _read_sets("position.shown", position.shown or none[:-1])
    state.gone = _read_sets("position.gone", position.gone or none)
    seen = position.seen or [none[:-1]] * (seats + 1)
    state.seen = _read_sets("position.seen", [cards for row in seen for cards in row])
    board = [NO_CARD] * (ROWS * SLOTS)
    for row, cards in enumerate(position.board or []):
        if len(cards) > SLOTS:
            raise BadData(f"position.board[{row}]", "a row has six places (PD-L4)")
        for slot, code in enumerate(cards):
            board[row * SLOTS + slot] = _read_place(f"position.board[{row}][{slot}]", code)
    state.board = vec[i64](board)
    coming = position.coming or [None] * (ROWS * 2)
    state.coming = vec[i64]([_read_place(f"position.coming[{index}]", code) for index, code in enumerate(coming)])
    adders = position.adders or [None] * ROWS
    state.adders = sum((adder + 1) << (4 * row) for row, adder in enumerate(adders) if adder is not None)
    state.fresh = read_cards("position.fresh", position.fresh)
    state.discards = read_cards("position.discards", position.discards)
    top = []
    for index, entry in enumerate(position.top):
        card = _read_place(f"position.top[{index}].card", entry.card)
        if any(player > seats for player in entry.known):
            raise BadData(f"position.top[{index}].known", f"there are only the seats 0 to {seats - 1}, and everybody")
        top.append(top_item(card, gather(entry.known)))
    state.top = vec[i64](top)
    state.deck = 0
    if position.deck is None:
        lying = list(placed_cards(state))
        state.deck = ALL_CARDS & ~gather([card for cards in lying for card in list_cards(cards)])
    else:
        state.deck = read_cards("position.deck", position.deck)


def placed_cards(state: Pandante) -> list[int]:
    """Every place at which cards lie, as a set."""
    single = [*state.board, *state.coming, *(top_card(item) for item in state.top)]
    places = [*state.hands, *state.spare, state.fresh, state.discards, state.deck]
    return [*places, *(1 << card for card in single if card != NO_CARD)]


def read_cards(place: str, cards: Sequence[str]) -> int:
    """The set of these cards; raises BadData."""
    found = [_index(place, code, CODES, "card") for code in cards]
    if len(set(found)) < len(found):
        raise BadData(place, "there is only one of each card (PD-S2)")
    return gather(found)


def _read_sets(place: str, sets: Sequence[Sequence[str]]) -> vec[i64]:
    return vec[i64]([read_cards(f"{place}[{index}]", cards) for index, cards in enumerate(sets)])


def _read_place(place: str, code: str | None) -> int:
    return NO_CARD if code is None else _index(place, code, CODES, "card")


def _index(place: str, name: str, names: Sequence[str], what: str) -> int:
    if name not in names:
        raise BadData(place, f"there is no {what} {name!r}")
    return names.index(name)


def _balance(state: Pandante, position: Position) -> None:
    """Gold and diamonds come from somewhere: whatever the fairy and the bank are not said to have given, they gave."""
    gold = sum(state.gold) + state.pot + sum(state.cashed) - sum(state.bought)
    if position.fairy not in {None, gold}:
        raise BadData("position.fairy", f"{gold} gold more than was brought, so the Gold Fairy gave that (PD-31)")
    state.fairy = gold
    diamonds = sum(state.diamonds) + state.pot_diamonds
    if position.bank not in {None, diamonds}:
        raise BadData("position.bank", f"{diamonds} diamonds on the table, so the bank gave that (PD-DD1)")
    state.bank = diamonds
