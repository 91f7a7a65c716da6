"""What a seat knows, as bytes of a fixed layout: for learning. `game.py` names the pieces."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from pandarium.games.pandante.engine.cards import BIT, DECK, size
from pandarium.games.pandante.engine.state import MOST_SEATS, NOBODY, ROWS, SLOTS, Table

PLAYER_BYTES: Final = 26
KNOWN_BYTES: Final = DECK
QUEUE_BYTES: Final = 8
TABLE_BYTES: Final = 23

OWN: Final = 1
OWN_SPARE: Final = 2
ON_BOARD: Final = 3
IN_A_HAND: Final = 10
"""and how many seats to the left of the observer"""
DISCARDED: Final = 4
ON_TOP: Final = 5
IS_COMING: Final = 6
IS_ASIDE: Final = 7


def observe(table: Table, me: i64) -> bytes:
    """Players in clockwise order from the observer, where each known card is, the board, and what is to be decided."""
    seen = BytesWriter()
    offset: i64 = 0
    while offset < MOST_SEATS:
        if offset < table.seats:
            observe_player(seen, table, me, (me + offset) % table.seats)
        else:
            seen.write(EMPTY_SEAT)
        offset += 1
    observe_cards(seen, table, me)
    place: i64 = 0
    while place < ROWS * SLOTS:
        seen.append(u8(table.board[place] + 1))
        place += 1
    place = 0
    while place < QUEUE_BYTES:
        seen.append(u8((table.queue[place] & 255) if place < len(table.queue) else 0))
        place += 1
    observe_table(seen, table, me)
    return seen.getvalue()


EMPTY_SEAT: Final = bytes(PLAYER_BYTES)


def number(seen: BytesWriter, value: i64) -> None:
    """Two bytes, high first."""
    value = min(value, 0xFFFF)
    seen.append(u8((value >> 8) & 255))
    seen.append(u8(value & 255))


def observe_player(seen: BytesWriter, table: Table, me: i64, seat: i64) -> None:
    """Gold, diamonds, claim, statement, numbers of cards, and what the player is."""
    bit: i64 = BIT[seat]
    seen.append(1)
    number(seen, table.gold[seat])
    number(seen, table.staked[seat])
    seen.append(u8(min(table.diamonds[seat], 255)))
    seen.append(u8(table.claim(seat) + 1))
    seen.append(u8(table.said[seat] & 15))
    seen.append(u8((table.said[seat] >> 4) & 15))
    seen.append(u8(table.said[seat] >> 8))
    seen.append(u8((table.colours >> (seat * 4)) & 15))
    seen.append(u8(table.rune_count(seat)))
    seen.append(u8(size(table.hands[seat])))
    seen.append(u8(size(table.spare[seat])))
    flag(seen, table.folded & bit)
    flag(seen, table.sitting & bit)
    flag(seen, table.broke & bit)
    flag(seen, table.away & bit)
    flag(seen, table.slept & bit)
    flag(seen, table.extra & bit)
    flag(seen, table.hot & bit)
    flag(seen, table.real & bit)
    flag(seen, table.jokers & bit)
    flag(seen, table.ready & bit)
    flag(seen, table.accusers & bit if seat == me else 0)
    seen.append(1 if table.coin == seat else 0)


def flag(seen: BytesWriter, bits: i64) -> None:
    """1 or 0."""
    seen.append(1 if bits != 0 else 0)


def observe_cards(seen: BytesWriter, table: Table, me: i64) -> None:
    """Where the observer knows each card to be; 0: nowhere."""
    own: i64 = table.hands[me]
    spare: i64 = table.spare[me]
    board: i64 = table.row(0) | table.row(1)
    gone: i64 = table.gone[me]
    coming: i64 = table.known_coming(me)
    aside: i64 = table.known_fresh(me)
    held: i64 = 0
    seat: i64 = 0
    while seat < table.seats:
        held |= held_by(table, me, seat)
        seat += 1
    known: i64 = own | spare | board | gone | held | coming | aside | table.known_top(me)
    card: i64 = 0
    while card < DECK:
        bit: i64 = BIT[card]
        place: i64 = 0
        if known & bit == 0:
            pass
        elif own & bit != 0:
            place = OWN
        elif spare & bit != 0:
            place = OWN_SPARE
        elif board & bit != 0:
            place = ON_BOARD
        elif gone & bit != 0:
            place = DISCARDED
        elif held & bit != 0:
            place = IN_A_HAND + 1
            while held_by(table, me, (me + place - IN_A_HAND) % table.seats) & bit == 0:
                place += 1
        elif coming & bit != 0:
            place = IS_COMING
        else:
            place = IS_ASIDE if aside & bit != 0 else ON_TOP
        seen.append(u8(place))
        card += 1


def held_by(table: Table, me: i64, seat: i64) -> i64:
    """The cards of another player that the observer knows of."""
    return 0 if seat == me else table.shown[seat] | table.seen[me * table.seats + seat]


def observe_table(seen: BytesWriter, table: Table, me: i64) -> None:
    """Phase, whose turn, street, casino, pot, and the rest that is one number."""
    seen.append(u8(table.phase))
    seat_from(seen, table, me, table.turn)
    seat_from(seen, table, me, table.performer)
    seat_from(seen, table, me, table.dealer)
    seen.append(u8(table.street))
    seen.append(u8(table.casino))
    number(seen, table.casinos_left)
    number(seen, table.gambit)
    seen.append(u8(min(table.multiplier, 255)))
    number(seen, table.pot)
    seen.append(u8(min(table.pot_diamonds, 255)))
    number(seen, table.antes)
    seen.append(u8(size(table.deck) + len(table.top)))
    seen.append(u8(size(table.discards)))
    seat_from(seen, table, me, table.adder(0))
    seat_from(seen, table, me, table.adder(1))
    seen.append(u8(table.keep))
    seen.append(u8(table.focus))
    seen.append(u8(table.at))


def seat_from(seen: BytesWriter, table: Table, me: i64, seat: i64) -> None:
    """Seats to the left of the observer, from 1; 0: nobody."""
    seen.append(0 if seat == NOBODY else u8((seat - me + table.seats) % table.seats + 1))
