"""The server with one hole in it, in many ways: what the search for leaks has to find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from pandarium.core import registry
from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.kit.talk import Phrase, SpokenBy
from pandarium.protocol import AskedShown, GameEvent, LegalMove, May
from pandarium.server.bots import pool
from pandarium.server.http import refusals, tables
from pandarium.server.http import tournaments as tournament_doors
from pandarium.server.tables import apply, loaded_table, log, render, storage
from pandarium.server.tables.judge import Refusal, moves
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.reading import Reader
from pandarium.server.tables.table import Table
from pandarium.server.tables.updates import ViewerState
from pandarium.server.tournaments import judge as tournament_judge
from pandarium.testing.compare import but_for_the_generator, encode

Patch = pytest.MonkeyPatch
Mutant = Callable[[Patch], None]
MUTANTS: dict[str, tuple[str, Mutant]] = {}
"""Every mutant by its name, with the game whose secrets it gives away."""


TOURNAMENT_MUTANTS: dict[str, Mutant] = {}
"""Those that give away secrets of a tournament while it runs."""


def gives_a_tournament_away(mutant: Mutant) -> Mutant:
    """A mutant that shows in a tournament alone."""
    TOURNAMENT_MUTANTS[mutant.__name__] = mutant
    return mutant


def gives_away(game: str) -> Callable[[Mutant], Mutant]:
    """A mutant, and a game in which it shows."""

    def note(mutant: Mutant) -> Mutant:
        MUTANTS[mutant.__name__] = (game, mutant)
        return mutant

    return note


def replaced(patch: Patch, place: Any, name: str, change: Callable[..., Any]) -> None:
    """Let `change(old result, *args)` have the last word on what a function returns."""
    old = getattr(place, name)
    patch.setattr(place, name, lambda *args, **kwargs: change(old(*args, **kwargs), *args))


def hidden_bit(table: Any) -> int:
    """Something that nobody may know."""
    return sum(but_for_the_generator(table.match.state)) % 2 if table.match else 0


@gives_away("leduc")
def the_view_of_whoever_looked_first(patch: Patch) -> None:
    old = LoadedTable._viewer_state

    def shared(loaded: LoadedTable, viewer: int | None) -> Any:
        return old(loaded, next(iter(loaded._viewer_states), viewer))

    patch.setattr(LoadedTable, "_viewer_state", shared)


@gives_away("leduc")
def the_view_of_another_seat(patch: Patch) -> None:
    old = LoadedTable._viewer_state
    patch.setattr(LoadedTable, "_viewer_state", lambda loaded, viewer: old(loaded, 1 if viewer is None else viewer))


@gives_away("grab")
def raw_events(patch: Patch) -> None:
    patch.setattr(render, "see_events", lambda table, viewer, events: list(events))
    patch.setattr(render, "show_events", lambda table, events: [GameEvent("", event) for event in events])


def mixed(viewer_state: ViewerState, other: ViewerState) -> ViewerState:
    """Shows one view as a whole, and the changes of another."""
    return ViewerState(viewer_state.view, viewer_state.legal, viewer_state.phrases, _parts=other.parts())


@gives_away("leduc")
def changes_in_the_view_of_another_seat(patch: Patch) -> None:
    old = LoadedTable._viewer_state

    def other(loaded: LoadedTable, viewer: int | None) -> Any:
        viewer_state = old(loaded, viewer)
        return mixed(viewer_state, old(loaded, 0)) if viewer == 1 else viewer_state

    patch.setattr(LoadedTable, "_viewer_state", other)


@gives_away("signs")
def the_first_seats_line_for_everybody(patch: Patch) -> None:
    old = LoadedTable._line
    patch.setattr(LoadedTable, "_line", lambda loaded, viewer, step: old(loaded, 0, step))


@gives_away("leduc")
def raw_events_in_replays_alone(patch: Patch) -> None:
    def frames(shown: Any, row: Any, rows: Any, viewer: Any) -> Any:
        opening = storage.fold(row, rows).match.opening  # type: ignore[union-attr]
        return [*shown, opening]

    replaced(patch, storage, "frames", frames)


@gives_away("signs")
def the_text_of_every_move(patch: Patch) -> None:
    def show(news: Any, table: Any, step: Any, *_: Any) -> Any:
        moved = isinstance(step.entry, log.Moved)
        return msgspec.structs.replace(news, move=step.entry.move) if moved else news

    replaced(patch, render, "show_line", show)


@gives_away("signs")
def a_copy_of_what_was_taken_back(patch: Patch) -> None:
    def show(news: Any, table: Any, step: Any, *_: Any) -> Any:
        undone = isinstance(step.entry, log.Undone)
        return msgspec.structs.replace(news, text=table.moves[-2].move) if undone else news

    replaced(patch, render, "show_line", show)


@gives_away("raft")
def the_secret_of_a_running_table(patch: Patch) -> None:
    replaced(patch, render, "show_table", lambda shown, table, *_: msgspec.structs.replace(shown, secret=table.secret))


@gives_away("royale")
def the_generator(patch: Patch) -> None:
    def show(shown: Any, table: Any, *_: Any) -> Any:
        words = table.match.state.rng.words() if table.match else ()
        return msgspec.structs.replace(shown, paused=f"{words}")

    replaced(patch, render, "show_table", show)


@gives_away("raft")
def the_invite_to_everybody(patch: Patch) -> None:
    replaced(patch, render, "show_you", lambda you, table, *_: msgspec.structs.replace(you, invite=table.invite))


@gives_away("grab")
def legal_moves_with_what_they_are_worth(patch: Patch) -> None:
    def show(move: LegalMove, table: Any, *_: Any) -> Any:
        return msgspec.structs.replace(move, label=f"{move.label} {hidden_bit(table)}")

    replaced(patch, render, "show_move", show)


@gives_away("leduc")
def an_order_of_legal_moves_that_depends(patch: Patch) -> None:
    replaced(patch, render, "legal_moves", lambda legal, table, _: legal[:: -1 if hidden_bit(table) else 1])


@gives_away("mime")
def phrases_that_know_too_much(patch: Patch) -> None:
    def show(phrases: list[Phrase], table: Any, *_: Any) -> Any:
        return [msgspec.structs.replace(one, words=f"{table.match.state.hands}: {one.words}") for one in phrases]

    replaced(patch, render, "show_phrases", show)


@gives_away("pilfering")
def a_memory_of_phrases_that_knows_too_much(patch: Patch) -> None:
    def know(phrase: SpokenBy, table: Any, *_: Any) -> SpokenBy:
        hands = {"hands": str(list(table.match.state.hands))}
        return phrase._replace(spoken=msgspec.structs.replace(phrase.spoken, params={**phrase.spoken.params, **hands}))

    replaced(patch, apply, "remembered", know)


@gives_away("leduc")
def an_offer_of_undo_that_depends(patch: Patch) -> None:
    def depends(may: May, table: Any, *_: Any) -> May:
        return msgspec.structs.replace(may, undo=bool(hidden_bit(table)))

    replaced(patch, loaded_table, "permissions", depends)


@gives_away("leduc")
def a_clock_that_depends(patch: Patch) -> None:
    def show(shown: Any, table: Any, *_: Any) -> Any:
        return msgspec.structs.replace(shown, clock=(shown.clock or 0) + hidden_bit(table))

    replaced(patch, render, "show_seat", show)


@gives_away("leduc")
def a_question_that_depends(patch: Patch) -> None:
    def show(shown: Any, table: Any, *_: Any) -> Any:
        return msgspec.structs.replace(shown, asked=AskedShown("pause", 0, [hidden_bit(table)]))

    replaced(patch, render, "show_table", show)


@gives_away("grab")
def the_position_in_a_refusal(patch: Patch) -> None:
    old = moves._move

    def move(table: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return old(table, *args, **kwargs)
        except Refusal as refusal:
            raise Refusal(refusal.code, Message.text(f"{refusal.reason} {hidden_bit(table)}")) from None

    patch.setattr(moves, "_move", move)


@gives_away("grab")
def a_game_whose_refusals_know_too_much(patch: Patch) -> None:
    state = type(registry.game("grab").start(seats=3, seed=1))
    old = state.refusal

    def refuse(self: Any, seat: int, move: int) -> Any:
        refusal = old(self, seat, move)
        return refusal and IllegalMove(refusal.rule, f"{refusal.reason}, like {sum(self.favourites)}")

    patch.setattr(state, "refusal", refuse)


@gives_away("leduc")
def a_hint_from_the_real_position(patch: Patch) -> None:
    patch.setattr(pool, "_twin", lambda state, seat: (encode(state.dump()), seat, 5))


@gives_away("leduc")
def replays_through_other_eyes(patch: Patch) -> None:
    async def replay(reader: Reader, id: str, asker: Any, invite: str, viewer: int | None) -> bytes:
        loaded = await reader._find(id)
        return await reader._archive.replay(loaded.table, None if viewer == 99 else viewer)

    patch.setattr(Reader, "replay", replay)


@gives_away("leduc")
def the_record_of_a_running_game(patch: Patch) -> None:
    async def record(reader: Reader, id: str, *_: Any) -> bytes:
        return (await reader._find(id)).table.record().to_json()

    patch.setattr(Reader, "record", record)


@gives_away("leduc")
def old_news_without_redaction(patch: Patch) -> None:
    old = storage.lines
    patch.setattr(storage, "lines", lambda row, rows, viewer: old(row, rows, 1))


@gives_away("leduc")
def a_list_of_tables_with_secrets(patch: Patch) -> None:
    replaced(patch, tables, "_listed", lambda row, full, *_: msgspec.structs.replace(row, title=full.secret))


@gives_away("raft")
def errors_that_quote_the_table(patch: Patch) -> None:
    old = refusals.body_of

    def body(refusal: Refusal) -> bytes:
        frame = refusal.__traceback__
        while frame is not None:
            found = frame.tb_frame.f_locals.get("loaded")
            if found is not None:
                return old(refusal) + bytes(found.table.secret, "ascii")
            frame = frame.tb_next
        return old(refusal)

    patch.setattr(refusals, "body_of", body)


# tournaments


@gives_a_tournament_away
def the_secret_of_a_running_tournament(patch: Patch) -> None:
    def show(shown: Any, tournament: Any, *_: Any) -> Any:
        return msgspec.structs.replace(shown, secret=tournament.row.secret)

    replaced(patch, tournament_doors, "shown", show)


@gives_a_tournament_away
def a_tournament_that_is_open_to_everybody(patch: Patch) -> None:
    patch.setattr(tournament_judge, "access", lambda *_: None)


@gives_a_tournament_away
def deals_that_open_when_they_are_over(patch: Patch) -> None:
    patch.setattr(Table, "disclosed", property(lambda table: table.over))
