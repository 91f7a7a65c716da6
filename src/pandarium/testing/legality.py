"""`legal` lists exactly what `play` takes; everything else is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Iterable

from pandarium.core.errors import IllegalMove
from pandarium.core.game import Game
from pandarium.core.rng import MASK, Rng
from pandarium.core.state import State
from pandarium.kit.rulebook import Rulebook
from pandarium.testing.compare import difference, encode
from pandarium.testing.harness import Harness, Spot, check

MOVES_PER_SPOT = 40


@check
def legal_moves_can_be_played(harness: Harness) -> str:
    """Actors are seats that have moves, others have none; every listed move is listed once and can be played."""
    played = 0
    for spot in harness.spots():
        _look_at_actors(spot)
        for seat in spot.state.actors():
            moves = spot.state.legal(seat)
            _look_at_list(spot, seat, moves)
            for move in some(moves, MOVES_PER_SPOT, harness.rng(spot.seed)):
                before = spot.state.clone()
                try:
                    before.play(seat, move)
                except IllegalMove as error:
                    raise spot.fault(f"legal({seat}) lists {move}, but play refuses it: {error}") from error
                played += 1
    return f"{played} moves tried"


def _look_at_actors(spot: Spot) -> None:
    state, seats = spot.state, spot.table.seats
    actors = state.actors()
    if len(set(actors)) != len(actors) or not set(actors) <= set(range(seats)):
        raise spot.fault(f"actors() is {actors}, with {seats} seats")
    for seat in [*range(seats), -1, seats, seats + 7]:
        if seat not in actors and (moves := state.legal(seat)):
            raise spot.fault(f"seat {seat} is not among the actors {actors}, but legal({seat}) lists {moves[:5]}")


def _look_at_list(spot: Spot, seat: int, moves: list[int]) -> None:
    if len(set(moves)) != len(moves):
        twice = next(move for move in moves if moves.count(move) > 1)
        raise spot.fault(f"legal({seat}) lists {twice} twice")
    if wrong := [move for move in moves if type(move) is not int or not 0 <= move <= MASK]:
        raise spot.fault(f"legal({seat}) lists {wrong[0]!r}: a move is a whole number from 0 to 2**63 - 1")
    if moves != spot.state.legal(seat):
        raise spot.fault(f"legal({seat}) asked twice gives two answers")


def some(moves: list[int], most: int, rng: Rng) -> list[int]:
    """At most that many of them, drawn without repeating."""
    left = list(moves)
    rng.shuffle(left)
    return left[:most]


@check
def other_moves_are_refused(harness: Harness) -> str:
    """play() takes a number exactly when legal() lists it or its canon(); else it raises and the position stays."""
    refused = others = 0
    elsewhere: list[int] = []
    for spot in harness.spots():
        state = spot.state
        seats = [*range(min(spot.table.seats, 4)), spot.table.seats - 1]
        listed = {seat: state.legal(seat) for seat in seats}
        elsewhere = [*{move: None for moves in listed.values() for move in moves}, *elsewhere][:60]
        before = encode(state.dump())
        tries: list[tuple[int, int]] = [
            (seat, move)
            for seat in dict.fromkeys(seats)
            for move in wild_moves(
                [*listed[seat], *elsewhere], harness.budget.wild // len(seats), harness.rng(spot.seed)
            )
            if move not in listed[seat]
        ]
        ways = [(seat, move) for seat, move in tries if is_another_way(spot, seat, move, listed[seat])]
        tries = [way for way in tries if way not in ways]
        others += len(ways)
        tries += [(seat, move) for seat in wild_seats(spot.table.seats) for move in [*elsewhere[:1], 0]]
        for seat, move in tries:
            try_refusal(spot, state, seat, move)
        refused += len(tries)
        if encode(state.dump()) != before:
            raise _find_culprit(spot, tries)
    return f"{refused} moves refused" + (f", {others} other ways to play a listed one" if others else "")


def is_another_way(spot: Spot, seat: int, move: int, listed: list[int]) -> bool:
    """Whether play() takes a move that is not listed; then it must stand for one that is, which stands for itself."""
    if not 0 <= move <= MASK // 2 or spot.state.refusal(seat, move) is not None:
        return False
    canon = spot.state.canon(seat, move)
    if canon not in listed:
        what = f"play takes {move} for seat {seat}, but legal({seat}) does not list it"
        raise spot.fault(what if canon == move else f"{what}, nor its canon(), {canon}")
    if wrong := [known for known in listed if spot.state.canon(seat, known) != known]:
        raise spot.fault(f"legal({seat}) lists {wrong[0]}, but canon() gives another move for it")
    return True


def _find_culprit(spot: Spot, tries: Iterable[tuple[int, int]]) -> Exception:
    """Which refusal changed something? The batch did; look at them one by one, in a position built anew."""
    state = spot.again()
    for seat, move in tries:
        before = state.dump()
        try_refusal(spot, state, seat, move)
        if (after := state.dump()) != before:
            return spot.fault(f"refusing {move} to seat {seat} changes the position: {difference(before, after)}")
    return spot.fault("a row of refused moves changes the position")


def try_refusal(spot: Spot, state: State, seat: int, move: int) -> IllegalMove:
    """Play what must not be played; the refusal."""
    try:
        state.play(seat, move)
    except IllegalMove as refusal:
        return refusal
    except Exception as error:
        what = f"playing {move} for seat {seat} raises {type(error).__name__}: {error}; IllegalMove is for that"
        raise spot.fault(what) from error
    raise spot.fault(f"play takes {move} for seat {seat}, but legal({seat}) does not list it")


def wild_moves(seeds: list[int], most: int, rng: Rng) -> list[int]:
    """Numbers that look like moves, or nearly: known moves, their neighbours by a bit, and numbers out of range."""
    edges = [0, MASK, MASK + 1, 2**64, 2**100, -1, -(2**63), -(2**70)]
    found = dict.fromkeys([*edges, *seeds[: most // 3]])
    for _ in range(most - len(found) if seeds else 0):
        move = seeds[rng.below(len(seeds))]
        bit = 2 ** rng.below(16 if rng.below(4) else 63)
        how = rng.below(12)
        if how < 8:
            found[move ^ bit] = None
        elif how < 10:
            found[move ^ bit ^ 2 ** rng.below(16)] = None
        else:
            found[(move + bit, -move, move + 2**63, move | 2**64)[rng.below(4)]] = None
    return list(found)


def wild_seats(seats: int) -> list[int]:
    """Seats that nobody sits in."""
    return [-1, seats, seats + 9, 2**62, 2**63, -(2**63), 2**70]


@check
def timeout_is_legal(harness: Harness) -> str:
    """The move for a seat whose clock ran out is one of its legal moves, and the same when asked again."""
    asked = 0
    for spot in harness.spots(count=harness.budget.spots * 3):
        for seat in spot.state.actors():
            move = spot.state.timeout(seat)
            if move not in spot.state.legal(seat):
                raise spot.fault(f"timeout({seat}) is {move}, which is not legal")
            if spot.state.timeout(seat) != move:
                raise spot.fault(f"timeout({seat}) asked twice gives two answers")
            asked += 1
    return f"{asked} clocks ran out"


@check
def timers_run_while_somebody_acts(harness: Harness) -> str:
    """The table's timer is a whole number of seconds, 0 when nobody is to act; a countdown leaves nobody a choice."""
    running = 0
    for spot in harness.spots(count=harness.budget.spots * 3):
        state = spot.state
        seconds, actors = state.timer(), state.actors()
        if type(seconds) is not int or seconds < 0:
            raise spot.fault(f"timer() is {seconds!r}: it takes a whole number of seconds, or 0")
        if seconds and not actors:
            raise spot.fault(f"timer() is {seconds}, but there is nobody to move for")
        if (state.timer(), state.counting()) != (seconds, state.clone().counting()):
            raise spot.fault("timer() or counting() asked twice gives two answers")
        if state.counting():
            if not seconds:
                raise spot.fault("counting() says that a countdown runs, but timer() is 0")
            for seat in actors:
                if state.legal(seat) != [state.timeout(seat)]:
                    raise spot.fault(f"counting() says that nobody has a choice, but seat {seat} has")
        running += seconds > 0
    return f"{running} timers ran"


@check
def rulebook_covers_refusals(harness: Harness) -> str:
    """The rulebook parses, its IDs are unique and begin with meta.prefix; refusals and outcomes cite no others."""
    prefix = harness.game.meta.prefix
    rules = Rulebook.of(harness.game).rules
    ids = [rule.id for rule in rules]
    if not ids:
        raise harness.fault("rulebook.md has no paragraph that starts with the ID of a rule, as in **PR-1 Start.**")
    if twice := [rule for rule in ids if ids.count(rule) > 1]:
        raise harness.fault(f"rulebook.md has the rule {twice[0]} twice")
    if foreign := [rule for rule in ids if not rule.startswith(f"{prefix}-")]:
        raise harness.fault(f"rulebook.md has the rule {foreign[0]}, but meta.prefix is {prefix!r}")
    if empty := [rule.id for rule in rules if not rule.text]:
        raise harness.fault(f"rulebook.md says nothing under {empty[0]}")
    cited = _cited_rules(harness, harness.game)
    for rule, where in cited.items():
        if rule and rule not in ids:
            raise where.fault(f"a refusal cites the rule {rule}, which the rulebook does not have")
    return f"{len(ids)} rules, {len(cited)} of them cited"


def _cited_rules(harness: Harness, game: Game) -> dict[str, Spot]:
    cited: dict[str, Spot] = {}
    for spot in harness.spots():
        for seat in range(min(spot.table.seats, 3)):
            legal = spot.state.legal(seat)
            for move in wild_moves(legal, harness.budget.wild // 3, harness.rng(spot.seed, seat)):
                if move not in legal and not is_another_way(spot, seat, move, legal):
                    cited.setdefault(try_refusal(spot, spot.state, seat, move).rule, spot)
    return cited
