"""The rules of Wildstyle as one: what may be played now, why not, and what it leads to (WS-1, WS-40, WS-41)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.core.rng import Rng
from pandarium.games.wildstyle.actions import (
    FINE,
    GAME_OVER,
    HAS_PASSED,
    HEX_TAKEN,
    IS_READY,
    NO_MATCH,
    NO_SUCH_MOVE,
    NOT_BEFORE_ROUND,
    NOT_COUNTING,
    NOT_ON_TOP,
    NOT_PLAYING,
    NOT_REMOVING,
    NOT_STARTED,
    NOT_YOUR_TURN,
    NOTHING_POSSIBLE,
    NOTHING_TO_REMOVE,
    PILE_EMPTY,
    STOPPED_PLAYING,
)
from pandarium.games.wildstyle.cards import (
    BIT,
    CARD_BITS,
    CARD_MASK,
    ICON_OF,
    MATCHES,
    NO_CARD,
    is_full,
)
from pandarium.games.wildstyle.city import WORD_HEXES, City, lowest
from pandarium.games.wildstyle.moves import (
    ADD,
    ADDS,
    CLEARS,
    DRAW,
    DRAWS,
    GO,
    HEX_CODES,
    PASS,
    READY,
    REMOVE,
    REMOVES,
    RUSH,
    RUSHES,
    SCRAP,
    SCRAPS,
    SHARE,
    SHARES,
    TAG,
    TAGS,
    TAKE,
    TAKES,
    card_of,
    hex_of,
    kind_of,
    pile_of,
    space_of,
)
from pandarium.games.wildstyle.objectives import RAIL_SUPREME
from pandarium.games.wildstyle.rounds import Rounds
from pandarium.games.wildstyle.state import (
    COUNTDOWN,
    CREWS,
    GETTING_READY,
    OVER,
    PLAYING,
    REMOVING,
    SHARED_IT,
    TOOK_IT,
    WildSetup,
)
from pandarium.games.wildstyle.words import FAULTS

FIELDS: Final = vec[i64]([-1, 0x60, 0xF90, 0xFE0, 0xFF0, 0x7F010, 0x10, 0x7F010, 0x10, 0, 0, 0, 0x7F000, -1, -1, -1])
"""Which bits above its kind each kind of move has; -1: no such kind."""


class Wildstyle(Rounds):
    """A position of Wildstyle that knows its rules."""

    def fault(self, seat: i64, move: i64) -> i64:
        """The one verifier: why this move cannot be played now; 0 if it can. `legal` lists what it lets through."""
        kind = kind_of(move)
        fields: i64 = FIELDS[kind]
        if fields < 0 or (move & ~15) & ~fields != 0:
            return NO_SUCH_MOVE
        if self.phase == OVER:
            return GAME_OVER
        if kind == READY:
            if self.phase != GETTING_READY:
                return NOT_BEFORE_ROUND
            return FINE if self.ready & BIT[seat] == 0 else IS_READY
        if kind == GO:
            return FINE if self.phase == COUNTDOWN else NOT_COUNTING
        if kind == REMOVE:
            if self.phase != REMOVING:
                return NOT_REMOVING
            if self.acting & BIT[seat] == 0:
                return NOTHING_TO_REMOVE
            return self.remove_fault(seat, hex_of(move))
        if self.phase != PLAYING:
            return NOT_PLAYING if self.phase == REMOVING else NOT_STARTED
        if self.acting & BIT[seat] == 0:
            return self.idle_fault(seat)
        return self.action_fault(seat, kind, move)

    def idle_fault(self, seat: i64) -> i64:
        """Why that player may not act at all now."""
        if self.mat_of(seat) == 0:
            return STOPPED_PLAYING
        if self.passed & BIT[seat] != 0:
            return HAS_PASSED
        return NOT_YOUR_TURN if self.laid.turns else NOTHING_POSSIBLE

    def action_fault(self, seat: i64, kind: i64, move: i64) -> i64:
        """What speaks against an action of a player who may act."""
        if kind == DRAW:
            return self.draw_fault(seat, pile_of(move))
        if kind == ADD:
            return self.add_fault(seat, card_of(move), space_of(move))
        if kind == SHARE:
            return self.share_fault(seat, card_of(move), pile_of(move))
        if kind == TAKE:
            return self.take_fault(seat, pile_of(move), card_of(move), space_of(move))
        if kind == PASS:
            return FINE
        space = space_of(move)
        early = kind in (RUSH, SCRAP)
        fault: i64 = self.rush_fault(seat, space) if early else self.complete_fault(seat, space)
        if fault == FINE and kind in (TAG, RUSH):
            return self.hex_fault(seat, space, hex_of(move))
        return fault

    def refusal(self, seat: i64, move: i64) -> IllegalMove | None:
        """The verifier's answer in words; a touch that comes too late hears who was first (WS-1, WS-40)."""
        fault = self.fault(seat, move)
        if fault == FINE:
            return None
        rule, reason = FAULTS[fault]
        first = ""
        if fault == HEX_TAKEN:
            first = self.tagged_first(seat, hex_of(move))
        elif fault == PILE_EMPTY:
            drawer: i64 = (self.drawers >> (8 * pile_of(move))) & 255
            if drawer != 0:
                first = f"{self.call(drawer - 1, seat)} drew its last card first"
        elif fault == NOT_ON_TOP:
            first = self.touched_first(seat, pile_of(move), BIT[card_of(move)])
        elif fault == NO_MATCH:
            first = self.touched_first(seat, pile_of(move), MATCHES[card_of(move)])
        return IllegalMove("WS-1", first) if first else IllegalMove(rule, reason)

    def call(self, player: i64, listener: i64) -> str:
        """What a player is called when somebody else, or the player, is told."""
        return "you" if player == listener else CREWS[player]

    def tagged_first(self, seat: i64, hex: i64) -> str:
        """Who has a tag on a hex that cannot be taken."""
        if self.has_tag(seat, hex):
            return "you tagged it first"
        player: i64 = 0
        while not self.has_tag(player, hex):
            player += 1
        return f"{CREWS[player]} tagged it first"

    def touched_first(self, seat: i64, pile: i64, wanted: i64) -> str:
        """Who took or covered one of the wanted cards on a share pile; nothing if nobody did just now."""
        player, what, card = self.touch_of(pile)
        if what == TOOK_IT and wanted & BIT[card] != 0:
            return f"{self.call(player, seat)} took it first"
        if what == SHARED_IT and self.below_top(pile) != NO_CARD and wanted & BIT[self.below_top(pile)] != 0:
            return f"{self.call(player, seat)} covered it first"
        return ""

    def legal(self, seat: int) -> list[int]:
        """Every move that `refusal` lets through; equal cards count once."""
        moves: list[Any] = []
        seats: int = self.seats
        if seat < 0 or seat >= seats:
            return moves
        me: i64 = seat
        if self.acting & BIT[me] == 0:
            return moves
        if self.phase == PLAYING:
            self.list_actions(me, moves)
        elif self.phase == GETTING_READY:
            moves.append(READY)
        elif self.phase == COUNTDOWN:
            moves.append(GO)
        else:
            for hex in self.tags_of(me):
                if self.remove_fault(me, hex) == FINE:
                    moves.append(REMOVES[hex])
        return moves

    def list_actions(self, me: i64, moves: list[Any]) -> None:
        """All actions of a player who may act."""
        first: i64 = self.set_of(me, 0)
        second: i64 = self.set_of(me, 1)
        hand: i64 = self.hand_of(me)
        pile: i64 = 0
        if not is_full(hand):
            while pile < self.laid.draw_piles:
                if self.draw_fault(me, pile) == FINE:
                    moves.append(DRAWS[pile])
                pile += 1
        last: i64 = NO_CARD
        while hand != 0:
            card: i64 = hand & CARD_MASK
            hand >>= CARD_BITS
            if card != last:
                last = card
                icon: i64 = ICON_OF[card]
                if self.set_fault(first, icon) == FINE:
                    moves.append(ADDS[card * 2])
                if self.set_fault(second, icon) == FINE:
                    moves.append(ADDS[card * 2 + 1])
        pile = 0
        while pile < self.laid.share_piles:
            card = self.top_of(pile)
            wanted: i64 = MATCHES[card]
            hand = self.hand_of(me)
            last = NO_CARD
            while hand != 0:
                held: i64 = hand & CARD_MASK
                hand >>= CARD_BITS
                if held != last and wanted & BIT[held] != 0:
                    moves.append(SHARES[held * 4 + pile])
                last = held
            if card != NO_CARD:
                icon = ICON_OF[card]
                if self.set_fault(first, icon) == FINE:
                    moves.append(TAKES[card * 8 + pile * 2])
                if self.set_fault(second, icon) == FINE:
                    moves.append(TAKES[card * 8 + pile * 2 + 1])
            pile += 1
        if first != 0:
            self.list_completions(me, 0, first, moves)
        if second != 0:
            self.list_completions(me, 1, second, moves)
        moves.append(PASS)

    def list_completions(self, me: i64, space: i64, cards: i64, moves: list[Any]) -> None:
        """Every way to complete or rush that set."""
        places: list[Any] = TAGS
        if self.complete_fault(me, space) == FINE:
            moves.append(CLEARS[space])
        elif self.rush_fault(me, space) == FINE:
            moves.append(SCRAPS[space])
            places = RUSHES
        else:
            return
        icon: i64 = ICON_OF[cards & CARD_MASK]
        base: i64 = space * HEX_CODES
        free: i64 = self.free_low(me, icon)
        while free != 0:
            moves.append(places[base + lowest(free)])
            free &= free - 1
        base += WORD_HEXES
        free = self.free_high(me, icon)
        while free != 0:
            moves.append(places[base + lowest(free)])
            free &= free - 1

    def apply(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out a move that `refusal` lets through."""
        kind = kind_of(move)
        if kind == READY:
            self.say_ready(seat, log)
        elif kind == GO:
            self.start_round(log)
        elif kind == REMOVE:
            self.remove_tag(seat, hex_of(move), log)
        elif kind == PASS:
            self.pass_on(seat, log)
        else:
            self.act(seat, kind, move, log)
            self.acted(seat, log)

    def act(self, seat: i64, kind: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out an action."""
        if kind == DRAW:
            self.draw_card(seat, pile_of(move), log)
        elif kind == ADD:
            self.add_card(seat, card_of(move), space_of(move), log)
        elif kind == SHARE:
            self.share_card(seat, card_of(move), pile_of(move), log)
        elif kind == TAKE:
            self.take_card(seat, pile_of(move), card_of(move), space_of(move), log)
        else:
            if kind in (RUSH, SCRAP):
                self.take_car(seat, log)
            if kind in (TAG, RUSH):
                self.place_tag(seat, space_of(move), hex_of(move), log)
            else:
                self.clear_set(seat, space_of(move), log)

    def timeout(self, seat: int) -> int:
        """Ready, go, pass; or the tag whose loss costs least."""
        if self.phase == GETTING_READY:
            return READY
        if self.phase == COUNTDOWN:
            return GO
        if self.phase == PLAYING:
            return PASS
        return self.cheapest_removal(seat)

    def clone(self) -> Wildstyle:
        """An independent copy."""
        twin = Wildstyle(self.laid, self.rng.clone(), self.city)
        self.copy_table(twin)
        return twin

    def resample(self, seat: int | None, rng: Rng) -> Wildstyle:
        """The others' hands, what lies face down and choices not yet shown are drawn anew."""
        self.check_viewer(seat)
        twin = Wildstyle(self.laid, rng.fork(), self.city)
        self.copy_table(twin)
        twin.hide(seat, rng)
        return twin


class WildDeal(WildSetup):
    """A laid table that can deal."""

    def start(self, seed: int, log: list[Any] | None = None) -> Wildstyle:
        """A new game, dealt and ready for the first countdown."""
        rng = Rng(seed)
        state = Wildstyle(self, rng, City(self.grid, self.faces, self.choose_boards(rng), self.choose_objectives(rng)))
        state.set_up(log)
        return state

    def choose_boards(self, rng: Rng) -> vec[i64]:
        """WS-S1: one board for each player, each on a random side."""
        boards: list[i64] = [0, 1, 2, 3, 4]
        rng.shuffle(boards)
        laid = vec[i64]()
        slot: i64 = 0
        while slot < self.seats:
            laid = append(laid, 2 * boards[slot] + rng.below(2))
            slot += 1
        return laid

    def choose_objectives(self, rng: Rng) -> vec[i64]:
        """WS-S2: three tiles, the first two on side A, the third on side B. Families take one, side A (WS-S5)."""
        tiles: list[i64] = [0, 1, 2, 3, 4, 5]
        if self.family:
            return vec[i64]([2 * rng.below(RAIL_SUPREME // 2)])
        rng.shuffle(tiles)
        return vec[i64]([2 * tiles[0], 2 * tiles[1], 2 * tiles[2] + 1])
