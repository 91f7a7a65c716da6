"""The command `verify`: replays a record and checks it against its secret, its hash and its outcome."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pandarium.cli import FAILED
from pandarium.cli.params import RecordFile

if TYPE_CHECKING:
    from pandarium.core.match import Match
    from pandarium.core.outcome import Outcome
    from pandarium.core.record import Record


class Finding(NamedTuple):
    """One check and its result: passed (True), failed (False), or there was nothing to check (None)."""

    holds: bool | None
    text: str


MARKS = {True: ("ok  ", "green"), False: ("FAIL", "bold red"), None: ("note", "yellow")}


def verify(
    file: RecordFile,
    commitment: Annotated[
        str | None, typer.Option(metavar="HASH", help="The hash you noted before the deal, or its first 16 digits.")
    ] = None,
) -> None:
    """Check that a match was dealt fairly and played by the rules."""
    from rich.text import Text

    from pandarium.cli.console import console
    from pandarium.cli.errors import one_line
    from pandarium.core.record import Record

    noted = read_hash(commitment) if commitment is not None else None
    record = Record.load(file)
    title = record.find_game().meta.title
    screen = console()
    screen.print(one_line(f"{file}: {title}, {record.seats} players, {len(record.moves)} entries"), soft_wrap=True)
    sound = True
    for finding in check(record, noted):
        mark, style = MARKS[finding.holds]
        screen.print(Text.assemble((mark, style), "  ", one_line(finding.text)), soft_wrap=True)
        sound = sound and finding.holds is not False
    if not sound:
        raise typer.Exit(FAILED)


def read_hash(text: str) -> str:
    """A hash, or the start of one, as people note it down; raises PandariumError."""
    from pandarium.core.errors import PandariumError

    digits = text.strip().lower()
    if not 16 <= len(digits) <= 64 or set(digits) - set("0123456789abcdef"):
        raise PandariumError(f"--commitment takes 16 to 64 hexadecimal digits, not {text[:80]!r}")
    return digits


def check(record: Record, noted: str | None = None) -> Iterator[Finding]:
    """Look at everything a record promises, in order, up to the first thing that fails."""
    from pandarium.core.errors import PandariumError
    from pandarium.core.match import Match

    chance = True
    for finding in check_chance(record, noted):
        yield finding
        chance = chance and finding.holds is not False
    if not chance:
        return
    try:
        match = Match(record.blank())
    except PandariumError as error:
        yield Finding(False, f"the game cannot be dealt: {error}")
        return
    source = "the secret" if record.secret else "the seed"
    if record.position is not None:
        yield Finding(None, "the game begins within: at a position that the record brings along, not with a deal")
    else:
        yield Finding(True, f"the deal follows from {source}")
    for number, entry in enumerate(record.moves, 1):
        try:
            match.enter(entry)
        except PandariumError as error:
            yield Finding(False, f"entry {number}, {entry.move!r} by seat {entry.seat}: {error}")
            return
    if record.moves:
        entries = "the only entry is legal" if len(record.moves) == 1 else f"all {len(record.moves)} entries are legal"
        salts = ", each with its salt from the secret" if record.secret else ""
        if record.secret and record.steady:
            salts = ", with chance from the secret and the number of reveals before it"
        yield Finding(True, f"{entries} in the order of play{salts}")
    yield check_outcome(record, match)


def check_chance(record: Record, noted: str | None) -> Iterator[Finding]:
    """Where the dice and cards come from, and whether that was fixed before the deal."""
    from pandarium.core import fair

    if record.secret is None:
        if record.commitment is not None:
            yield Finding(False, "there is a commitment, but the secret it stands for has not been shown")
        elif record.seed is None:
            yield Finding(False, "there is neither a secret nor a seed to deal from")
        elif noted is not None:
            yield Finding(False, "there is no commitment in this record, only a seed")
        else:
            yield Finding(None, f"dealt from seed {record.seed}: whoever chose it could know every die and card")
        return
    made = fair.commitment(bytes.fromhex(record.secret))
    if record.commitment is None:
        yield Finding(None, f"the record names no commitment; the secret hashes to {made}")
    elif record.commitment != made:
        yield Finding(False, f"the secret hashes to {made}, but {record.commitment} was shown before the deal")
        return
    else:
        yield Finding(True, f"the secret hashes to the commitment {made}")
    if noted is not None:
        same = made.startswith(noted)
        yield Finding(same, f"this is {'' if same else 'not '}the commitment that you noted, {noted}")


def check_outcome(record: Record, match: Match) -> Finding:
    """Whether the written outcome is the one that the moves lead to."""
    from pandarium.core.record import outcome_of

    reached = outcome_of(match.state)
    if record.outcome is None and reached is None:
        return Finding(None, "the game is not over, and the record claims no outcome")
    if record.outcome is None and reached is not None:
        return Finding(None, f"the record claims no outcome; the moves lead to this: {outcome_text(reached, record)}")
    if record.outcome != reached:
        led = outcome_text(reached, record) if reached is not None else "a game that is not over"
        return Finding(False, f"the outcome is not what the moves lead to, which is: {led}")
    assert reached is not None
    return Finding(True, f"the outcome follows from the moves: {outcome_text(reached, record)}")


def outcome_text(outcome: Outcome, record: Record) -> str:
    """Who won, with all scores."""
    from pandarium.kit.tournament import tournament_message
    from pandarium.tui.messages import render
    from pandarium.tui.result import is_deal

    names = record.players if len(record.players) == record.seats else [f"seat {s}" for s in range(record.seats)]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, outcome.scores, strict=False))
    if is_deal(record.game, record.options):
        return render(tournament_message(record.game, "deal_is_over", scores=scores))
    winners = " and ".join(names[seat] for seat in outcome.winners) or "nobody"
    verb = "win" if len(outcome.winners) > 1 else "wins"
    return f"{winners} {verb} ({scores})"
