"""Batch: many games side by side, one call a step, with answers in buffers that numpy reads without a copy.

    batch = Batch(game.setup(2), games=1024, seed=7)
    while learning:
        obs = np.frombuffer(batch.obs, np.uint8).reshape(batch.games, -1)
        batch.step(choices)  # for every game a place in its list of legal moves

Every step makes its buffers anew, so what was taken from one stays as it was. A game that ends begins again in the same
step (Gymnasium calls that SAME_STEP): `done` says so, `scores` and `wins` are those of the game that ended, everything
else is the new game's already, and `last_states` keeps the position in which the old one ended.
"""

from __future__ import annotations

from collections.abc import Iterable

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from pandarium.core.errors import BadData, PandariumError
from pandarium.core.game import check_seed
from pandarium.core.move_list import MoveList
from pandarium.core.rng import Rng
from pandarium.core.state import NOBODY, Setup, State


class Batch:
    """Games of one set-up, side by side, each with one seat that is asked next.

    Row r plays the games r, r + rows, r + 2 × rows … of its seed, whoever else plays next to it; game number i is dealt
    as `pandarium simulate` deals it. Who plays rows 512 to 1,023 of 1,024 makes `Batch(…, first_row=512, rows=1024)`.
    """

    setup: Setup
    games: i64
    obs: vec[u8]
    """[games, observation.length]: what the seat that is asked knows."""
    turns: vec[i64]
    """[games]: the seat that is asked. Where several may act at once, one of them is drawn."""
    moves: vec[i64]
    """The legal moves of all games, one after another."""
    starts: vec[i64]
    """[games + 1]: where each game's moves begin, and where the last one's end."""
    done: vec[u8]
    """[games]: 1 where a game ended in this step,"""
    scores: vec[i64]
    """[games, seats]: with these scores,"""
    wins: vec[u8]
    """[games, seats]: and these winners; zeros in games that go on."""
    mask: vec[u8]
    """[games, setup.actions], if asked for: 1 for every action number that is legal."""
    numbers: vec[i64]
    """If asked for: the action number of everything in `moves`."""
    features: vec[u8]
    """[moves, features.length], if asked for: the features of everything in `moves`."""
    ended: vec[i64]
    """The games that ended in this step,"""
    last_states: list[State]
    """the positions in which they ended,"""
    last_turns: vec[i64]
    """and who moved last in each."""
    steps: i64
    """Moves played so far, in all games."""

    def __init__(
        self,
        setup: Setup,
        games: int,
        seed: int = 0,
        *,
        numbered: bool = False,
        featured: bool = False,
        checked: bool = False,
        first_row: int = 0,
        rows: int | None = None,
    ) -> None:
        if games < 1:
            raise BadData("games", f"a batch has at least 1 game, not {games}")
        if first_row < 0 or (rows is not None and rows < first_row + games):
            there = "all" if rows is None else str(rows)
            raise BadData("rows", f"{games} games from row {first_row} on do not lie within {there} rows from 0 on")
        if numbered and setup.actions == 0:
            title = setup.game.meta.title
            raise PandariumError(f"the moves of {title} have no action numbers; use their features instead")
        self.setup = setup
        self.games = games
        self.steps = 0
        self._seats: i64 = setup.seats
        self._actions: i64 = setup.actions if numbered else 0
        self._length: i64 = setup.game.observation.length
        self._feature_length: i64 = setup.game.features.length if featured else 0
        self._checked = checked
        self._seed = Rng(check_seed(seed))
        self._rows: i64 = games if rows is None else rows
        self._next = vec[i64](range(first_row, first_row + games))
        self._room: i64 = games * 8
        self._chances: list[Rng] = [Rng() for _ in range(games)]
        self._states: list[State] = [self._deal(row) for row in range(games)]
        self._fresh_buffers()
        moves = self._fresh_list()
        game: i64 = 0
        while game < self.games:
            self._ask(game, self._states[game], moves)
            game += 1
        self._finish(moves)

    def state(self, game: int) -> State:
        """The position of one game: the batch's own, so look and do not touch."""
        return self._states[game]

    def step(self, choices: Iterable[int]) -> None:
        """Play in every game the move with that place in its list of legal moves.

        `choices` is an array of int64 or any other iterable. A place that is not in its list is refused before
        anything is played.
        """
        chosen = vec[i64](choices)
        self._check_choices(chosen)
        listed = self.moves
        starts = self.starts
        turns = self.turns
        self._fresh_buffers()
        moves = self._fresh_list()
        game: i64 = 0
        while game < self.games:
            state = self._states[game]
            move: i64 = listed[starts[game] + chosen[game]]
            if self._checked:
                state.play(turns[game], move)
            else:
                state.apply(turns[game], move, None)
            if not self._ask(game, state, moves):
                self._begin_again(game, state, turns[game], moves)
            game += 1
        self.steps += self.games
        self._finish(moves)

    def choices(self, actions: Iterable[int]) -> vec[i64]:
        """The places of these action numbers, one a game, in the lists of legal moves; -1 where one is not legal."""
        if self._actions == 0:
            raise PandariumError("ask for action numbers when the batch is made: Batch(…, numbered=True)")
        wanted = vec[i64](actions)
        self._check_length(len(wanted))
        found = vec[i64]([-1] * self.games)
        game: i64 = 0
        while game < self.games:
            place: i64 = self.starts[game]
            while place < self.starts[game + 1]:
                if self.numbers[place] == wanted[game]:
                    found[game] = place - self.starts[game]
                    break
                place += 1
            game += 1
        return found

    def random_choices(self, chance: Rng) -> vec[i64]:
        """A legal place for every game, each equally likely."""
        found = vec[i64]([0] * self.games)
        game: i64 = 0
        while game < self.games:
            found[game] = chance.below(self.starts[game + 1] - self.starts[game])
            game += 1
        return found

    def last_obs(self) -> vec[u8]:
        """[ended, observation.length]: the position in which each game ended, as who moved last knows it."""
        out = vec[u8]([0] * (len(self.ended) * self._length))
        number: i64 = 0
        while number < len(self.ended):
            self.last_states[number].observe_into(self.last_turns[number], out, number * self._length)
            number += 1
        return out

    def _deal(self, row: i64) -> State:
        """The next game of that row; what draws who is asked in it goes on from its seed."""
        chance = self._chances[row]
        number: i64 = self._next[row]
        self._next[row] = number + self._rows
        chance.a = self._seed.a
        chance.b = self._seed.b
        chance.absorb(number + 1)
        return self.setup.start(chance.bits())

    def _fresh_buffers(self) -> None:
        games: i64 = self.games
        self.obs = vec[u8]([0] * (games * self._length))
        self.turns = vec[i64]([0] * games)
        self.starts = vec[i64]([0] * (games + 1))
        self.done = vec[u8]([0] * games)
        self.scores = vec[i64]([0] * (games * self._seats))
        self.wins = vec[u8]([0] * (games * self._seats))
        self.ended = vec[i64]()
        self.last_turns = vec[i64]()
        self.last_states = []

    def _fresh_list(self) -> MoveList:
        """Room for about as many moves as last time: adding to it is nothing but writing a number down."""
        moves = MoveList(0)
        moves.items = vec[i64]([0] * self._room)
        return moves

    def _ask(self, game: i64, state: State, moves: MoveList) -> bool:
        """Write down who is asked, what they know and what they may do; False when the game is over."""
        seat = state.to_act(self._chances[game])
        if seat == NOBODY:
            return False
        self.turns[game] = seat
        state.legal_into(seat, moves)
        self.starts[game + 1] = moves.length
        state.observe_into(seat, self.obs, game * self._length)
        return True

    def _begin_again(self, game: i64, state: State, seat: i64, moves: MoveList) -> None:
        """The game is over: its result, and the next one."""
        self.done[game] = 1
        state.outcome_into(self.scores, self.wins, game * self._seats)
        self.ended = append(self.ended, game)
        self.last_turns = append(self.last_turns, seat)
        self.last_states.append(state)
        fresh = self._deal(game)
        self._states[game] = fresh
        if not self._ask(game, fresh, moves):
            raise PandariumError("a game is over before anybody has moved")

    def _finish(self, moves: MoveList) -> None:
        """Everything that is written once all moves are listed."""
        self.moves = moves.items[: moves.length]
        self._room = moves.length + moves.length // 8
        if self._actions > 0:
            self._number()
        if self._feature_length > 0:
            self._describe(moves.length)

    def _number(self) -> None:
        self.mask = vec[u8]([0] * (self.games * self._actions))
        self.numbers = vec[i64]([0] * self.starts[self.games])
        game: i64 = 0
        while game < self.games:
            state = self._states[game]
            seat = self.turns[game]
            place = self.starts[game]
            while place < self.starts[game + 1]:
                number = state.action(seat, self.moves[place])
                self.numbers[place] = number
                self.mask[game * self._actions + number] = 1
                place += 1
            game += 1

    def _describe(self, listed: i64) -> None:
        self.features = vec[u8]([0] * (listed * self._feature_length))
        game: i64 = 0
        while game < self.games:
            state = self._states[game]
            seat = self.turns[game]
            place = self.starts[game]
            while place < self.starts[game + 1]:
                state.features_into(seat, self.moves[place], self.features, place * self._feature_length)
                place += 1
            game += 1

    def _check_choices(self, chosen: vec[i64]) -> None:
        self._check_length(len(chosen))
        game: i64 = 0
        while game < self.games:
            there: i64 = self.starts[game + 1] - self.starts[game]
            if chosen[game] < 0 or chosen[game] >= there:
                raise BadData(f"choices[{game}]", f"game {game} has {there} legal moves, and this is {chosen[game]}")
            game += 1

    def _check_length(self, given: i64) -> None:
        if given != self.games:
            raise BadData("choices", f"there are {self.games} games, and {given} choices")
