from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from pandarium import protocol
from pandarium.core import fair
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.protocol.pace import Pace
from pandarium.server.tables import judge
from pandarium.server.tables.judge import AlreadyDone, Asker, Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.table import Table
from server.support import ANN, BEN, CAT, EVE, PEOPLE, TableHarness

LIVE = Pace(kind="live", bank=60, increment=5)
HIDING = ["leduc", "signs", "grab"]


def halfway(game: str, people: int = 2, steps: int = 3, **agreed: Any) -> TableHarness:
    harness = TableHarness.create(game, people, **agreed)
    for _ in range(steps):
        harness.play(harness.table.actors()[0])
    return harness


def viewers(harness: TableHarness) -> list[Asker]:
    return [*PEOPLE[: len(harness.table.seats)], EVE]


# what is told


def test_before_the_game_there_is_no_view_and_no_move() -> None:
    update = TableHarness.create("royale", start=False).read(ANN)
    assert (update.view, update.legal, update.position, update.may.undo) == (None, [], 0, False)
    assert [seat.name for seat in update.table.seats] == ["Ann", "Ben"]


def test_the_legal_moves_go_to_who_is_to_act_alone() -> None:
    harness = TableHarness.create("leduc")
    assert [legal.move for legal in harness.read(ANN).legal] == ["call", "raise"]
    assert [harness.read(asker).legal for asker in (BEN, EVE)] == [[], []]


@pytest.mark.parametrize("game", ["royale", "leduc", "signs", "raft", "grab"])
def test_every_move_that_is_offered_is_taken(game: str) -> None:
    harness = halfway(game)
    for asker in viewers(harness):
        for legal in harness.read(asker).legal:
            move = protocol.Play(move=legal.move, position=harness.table.position)
            assert len(judge.verdict(harness.table, asker, move, ())) == 1


def test_nothing_is_offered_at_a_pause_or_while_a_bot_stands_in() -> None:
    harness = TableHarness.create("signs", 3)
    harness.send(ANN, protocol.Leave())
    assert (harness.read(ANN).legal, len(harness.read(BEN).legal)) == ([], 3)
    harness.send(BEN, protocol.Ask(what="pause"))
    harness.send(CAT, protocol.Answer(yes=True))
    assert harness.read(BEN).legal == []
    shown = harness.read(BEN).table
    assert shown.paused == "Ben asked for a pause"
    assert shown.paused_message == Message("protocol.paused.asked", {"name": "Ben"})


def test_undo_is_offered_exactly_when_it_is_granted() -> None:
    harness = TableHarness.create("signs")
    for move, seat in (("stone", 0), ("leaf", 1), ("paper", 1)):
        harness.play(seat, move)
        for asker in (ANN, BEN):
            try:
                granted = bool(judge.verdict(harness.table, asker, protocol.Undo(), ()))
            except Refusal:
                granted = False
            assert harness.read(asker).may.undo == granted


def test_a_client_that_was_away_reads_everything_it_missed_and_nothing_twice() -> None:
    harness = halfway("leduc")
    seen = harness.table.seq
    harness.send(BEN, protocol.Say(text="boo"))
    harness.play(harness.table.actors()[0])
    update = harness.read(ANN, since=seen)
    assert [(news.seq, news.type) for news in update.news] == [(seen + 1, "said"), (seen + 2, "moved")]
    assert (update.since, update.seq) == (seen, seen + 2)


def test_every_kind_of_news_is_told_in_a_form_that_the_protocol_knows() -> None:
    harness = TableHarness.create("royale", 3, start=False, seats=4, rated=False)
    harness.send(ANN, protocol.Start(fill="random"))
    messages: list[tuple[Asker, protocol.AnyMessage]] = [
        (ANN, protocol.Say(text="hi")),
        (BEN, protocol.React(what="🎉")),
        (BEN, protocol.Ask(what="pause")),
        (ANN, protocol.Answer(yes=True)),
        (CAT, protocol.Answer(yes=True)),
        (ANN, protocol.Resume()),
        (CAT, protocol.Leave()),
        (CAT, protocol.Return()),
        (CAT, protocol.Resign()),
    ]
    for asker, message in messages:
        harness.send(asker, message)
    kinds = {news.type for news in harness.read(EVE).news}
    assert kinds == {
        *("sat", "readied", "seated", "started", "said", "reacted", "asked", "answered"),
        *("paused", "resumed", "stood in", "returned", "resigned"),
    }


def test_clocks_are_shown_for_people_on_timed_tables_only() -> None:
    shown = halfway("royale", 2, 0, pace=LIVE).read(EVE).table.seats
    assert [seat.clock for seat in shown] == [60_000, 60_000]
    assert sorted(seat.ticking for seat in shown) == [False, True]
    assert [seat.clock for seat in halfway("royale").read(EVE).table.seats] == [None, None]
    bots = TableHarness.create("royale", 1, ["random"], pace=LIVE).read(EVE).table.seats
    assert bots[1].clock is None
    assert not bots[1].ticking


def test_the_invite_is_for_those_who_sit_or_host() -> None:
    harness = TableHarness.create("royale")
    assert [harness.read(asker).you.invite for asker in (ANN, BEN, EVE)] == ["come-in", "come-in", None]
    assert b"come-in" not in harness.update(EVE)


def test_what_is_made_once_for_all_viewers_is_what_each_would_be_shown_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = halfway("leduc")
    monkeypatch.setattr("pandarium.server.tables.loaded_table.now_ms", lambda: harness.now)
    loaded = LoadedTable(harness.table)
    for asker in (ANN, BEN, EVE, ANN):
        for since in (0, harness.table.seq - 1, harness.table.seq):
            assert msgspec.json.decode(loaded.update(asker, since)) == msgspec.json.decode(harness.update(asker, since))


# what is not


def secrets(table: Table) -> list[bytes]:
    """What nobody may see while the game goes on, in any way it could be written."""
    key = bytes.fromhex(table.secret)
    assert table.match is not None
    numbers = [fair.seed_from(key), *(fair.salt_from(key, n) for n in range(table.position + 1))]
    numbers += table.match.state.rng.words()
    return [table.secret.encode(), *(text.encode() for n in numbers for text in (str(n), f"{n:x}"))]


def expect_silence(harness: TableHarness) -> None:
    """No secret, no raw event, no other seat's move text in what any viewer gets."""
    raw = [msgspec.json.encode(event) for step in harness.table.recent for event in step.events]
    for asker in viewers(harness):
        sent = harness.update(asker)
        for needle in [*secrets(harness.table), *raw]:
            assert needle not in sent
        seat = harness.table.seat_of(asker.person)
        news = harness.read(asker).news
        assert all(line.move is None for line in news if line.seat != seat or line.type != "moved")
        assert harness.read(asker).table.secret is None


@pytest.mark.parametrize("game", ["royale", "leduc", "signs", "raft", "grab"])
def test_secrets_stay_secret_until_the_end(game: str) -> None:
    harness = TableHarness.create(game)
    while harness.table.status == "running":
        expect_silence(harness)
        harness.play(harness.table.actors()[-1])
    assert harness.read(EVE).table.secret == harness.table.secret


def test_a_seats_own_moves_are_told_in_its_own_words() -> None:
    harness = TableHarness.create("signs")
    harness.play(0, "leaf")
    own, others, watchers = ([n.move for n in harness.read(a).news if n.type == "moved"] for a in (ANN, BEN, EVE))
    assert (own, others, watchers) == (["leaf"], [None], [None])


def test_a_secret_choice_changes_no_byte_for_the_others() -> None:
    one, other = (TableHarness.create("signs", 3) for _ in range(2))
    one.play(1, "stone")
    other.play(1, "leaf")
    for asker in (ANN, CAT, EVE):
        assert one.update(asker) == other.update(asker)
    assert one.update(BEN) != other.update(BEN)


def test_a_secret_choice_that_was_taken_back_stays_secret() -> None:
    one, other = (TableHarness.create("signs", 3) for _ in range(2))
    for harness, sign in ((one, "stone"), (other, "leaf")):
        harness.play(1, sign)
        harness.send(BEN, protocol.Undo())
        harness.play(1, "paper")
        harness.send(CAT, protocol.Say(text="what was it?"))
    for asker in (ANN, CAT, EVE):
        assert one.update(asker) == other.update(asker)


def outcome_of(table: Table, asker: Asker, message: protocol.AnyMessage) -> object:
    try:
        return judge.verdict(table, asker, message, ())
    except AlreadyDone:
        return "again"
    except Refusal as refusal:
        return (refusal.code, refusal.reason, refusal.rule)


PROBES: list[protocol.AnyMessage] = [
    *(protocol.Play(move=text, position=n) for text in ("call", "fold", "stone", "grab 3", "x") for n in (0, 1, 2, 3)),
    protocol.Undo(),
    protocol.Ask(what="undo"),
    protocol.Ask(what="pause"),
    protocol.Answer(yes=True),
    protocol.Resume(),
    protocol.Leave(),
]


@pytest.mark.parametrize("game", HIDING)
def test_resampled_twins_of_a_table_look_alike_to_the_viewer_they_were_drawn_for(game: str) -> None:
    harness, hidden = TableHarness.create(game), 0
    while harness.table.status == "running":
        for number, asker in enumerate((ANN, BEN, EVE)):
            twin = harness.again()
            assert twin.match is not None
            seat = number if number < 2 else None
            twin.match.state = twin.match.state.resample(seat, Rng(harness.table.seq * 3 + number))
            hidden += twin.match.state.dump() != harness.table.match.state.dump()  # type: ignore[union-attr]
            assert harness.update(asker) == harness.update(asker, table=twin)
            for probe in PROBES:
                assert outcome_of(harness.table, asker, probe) == outcome_of(twin, asker, probe)
        harness.play(harness.table.actors()[-1])
    assert hidden


def known_to(table: Table, seat: int | None) -> bytes:
    """What the game itself, not the server, tells this seat: every view and event since the deal."""
    assert table.match is not None
    game = table.match.game
    events = [game.redact(event, seat) for step in table.recent for event in step.events]
    return msgspec.json.encode([table.match.state.view(seat), events])


def without_the_hash(update: bytes) -> bytes:
    return re.sub(rb'"commitment":"[0-9a-f]{64}"', b"", update)


@pytest.mark.parametrize("game", ["leduc", "grab"])
def test_tables_with_other_secrets_look_alike_but_for_the_hash_as_long_as_the_game_does(game: str) -> None:
    """Other secrets deal other hidden cards: of many tables, those that the game shows alike to Ann are sent alike."""
    harness = halfway(game, steps=2)
    assert harness.table.match is not None
    pairs = hidden = 0
    for number in range(60):
        other = harness.again(secret=f"{number:064x}")
        assert other.match is not None
        for asker, seat in ((ANN, 0), (BEN, 1), (EVE, None)):
            if known_to(other, seat) == known_to(harness.table, seat):
                pairs += 1
                hidden += other.match.state.dump() != harness.table.match.state.dump()
                assert without_the_hash(harness.update(asker)) == without_the_hash(harness.update(asker, table=other))
    assert pairs > 10
    assert hidden > 5
