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
from pandarium.server.tables.live import Live
from pandarium.server.tables.table import Table
from server.support import ANN, BEN, CAT, EVE, PEOPLE, Desk

LIVE = Pace(kind="live", bank=60, increment=5)
HIDING = ["leduc", "signs", "grab"]


def halfway(game: str, people: int = 2, steps: int = 3, **agreed: Any) -> Desk:
    desk = Desk.lay(game, people, **agreed)
    for _ in range(steps):
        desk.play(desk.table.actors()[0])
    return desk


def viewers(desk: Desk) -> list[Asker]:
    return [*PEOPLE[: len(desk.table.seats)], EVE]


# what is told


def test_before_the_game_there_is_no_view_and_no_move() -> None:
    update = Desk.lay("royale", start=False).read(ANN)
    assert (update.view, update.legal, update.position, update.may_undo) == (None, [], 0, False)
    assert [seat.name for seat in update.table.seats] == ["Ann", "Ben"]


def test_the_legal_moves_go_to_who_is_to_act_alone() -> None:
    desk = Desk.lay("leduc")
    assert [legal.move for legal in desk.read(ANN).legal] == ["call", "raise"]
    assert [desk.read(asker).legal for asker in (BEN, EVE)] == [[], []]


@pytest.mark.parametrize("game", ["royale", "leduc", "signs", "raft", "grab"])
def test_every_move_that_is_offered_is_taken(game: str) -> None:
    desk = halfway(game)
    for asker in viewers(desk):
        for legal in desk.read(asker).legal:
            move = protocol.Play(move=legal.move, position=desk.table.position)
            assert len(judge.verdict(desk.table, asker, move, ())) == 1


def test_nothing_is_offered_at_a_pause_or_while_a_bot_stands_in() -> None:
    desk = Desk.lay("signs", 3)
    desk.send(ANN, protocol.Leave())
    assert (desk.read(ANN).legal, len(desk.read(BEN).legal)) == ([], 3)
    desk.send(BEN, protocol.Ask(what="pause"))
    desk.send(CAT, protocol.Answer(yes=True))
    assert desk.read(BEN).legal == []
    shown = desk.read(BEN).table
    assert shown.paused == "Ben asked for a pause"
    assert shown.paused_message == Message("protocol.paused.asked", {"name": "Ben"})


def test_undo_is_offered_exactly_when_it_is_granted() -> None:
    desk = Desk.lay("signs")
    for move, seat in (("stone", 0), ("leaf", 1), ("paper", 1)):
        desk.play(seat, move)
        for asker in (ANN, BEN):
            try:
                granted = bool(judge.verdict(desk.table, asker, protocol.Undo(), ()))
            except Refusal:
                granted = False
            assert desk.read(asker).may_undo == desk.read(asker).may.undo == granted


def test_a_client_that_was_away_reads_everything_it_missed_and_nothing_twice() -> None:
    desk = halfway("leduc")
    seen = desk.table.seq
    desk.send(BEN, protocol.Say(text="boo"))
    desk.play(desk.table.actors()[0])
    update = desk.read(ANN, since=seen)
    assert [(news.seq, news.type) for news in update.news] == [(seen + 1, "said"), (seen + 2, "moved")]
    assert (update.since, update.seq) == (seen, seen + 2)


def test_every_kind_of_news_is_told_in_a_form_that_the_protocol_knows() -> None:
    desk = Desk.lay("royale", 3, start=False, seats=4, rated=False)
    desk.send(ANN, protocol.Start(fill="random"))
    said: list[tuple[Asker, protocol.AnyMessage]] = [
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
    for asker, message in said:
        desk.send(asker, message)
    told = {news.type for news in desk.read(EVE).news}
    assert told == {
        *("sat", "readied", "seated", "started", "said", "reacted", "asked", "answered"),
        *("paused", "resumed", "stood in", "returned", "resigned"),
    }


def test_clocks_are_shown_for_people_on_timed_tables_only() -> None:
    shown = halfway("royale", 2, 0, pace=LIVE).read(EVE).table.seats
    assert [seat.clock for seat in shown] == [60_000, 60_000]
    assert sorted(seat.ticking for seat in shown) == [False, True]
    assert [seat.clock for seat in halfway("royale").read(EVE).table.seats] == [None, None]
    bots = Desk.lay("royale", 1, ["random"], pace=LIVE).read(EVE).table.seats
    assert bots[1].clock is None
    assert not bots[1].ticking


def test_the_invite_is_for_those_who_sit_or_host() -> None:
    desk = Desk.lay("royale")
    assert [desk.read(asker).you.invite for asker in (ANN, BEN, EVE)] == ["come-in", "come-in", None]
    assert b"come-in" not in desk.update(EVE)


def test_what_is_made_once_for_all_viewers_is_what_each_would_be_shown_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = halfway("leduc")
    monkeypatch.setattr("pandarium.server.tables.live.now_ms", lambda: desk.now)
    live = Live(desk.table)
    for asker in (ANN, BEN, EVE, ANN):
        for since in (0, desk.table.seq - 1, desk.table.seq):
            assert msgspec.json.decode(live.update(asker, since)) == msgspec.json.decode(desk.update(asker, since))


# what is not


def secrets(table: Table) -> list[bytes]:
    """What nobody may see while the game goes on, in any way it could be written."""
    key = bytes.fromhex(table.secret)
    assert table.match is not None
    numbers = [fair.seed_from(key), *(fair.salt_from(key, n) for n in range(table.position + 1))]
    numbers += table.match.state.rng.words()
    return [table.secret.encode(), *(text.encode() for n in numbers for text in (str(n), f"{n:x}"))]


def expect_silence(desk: Desk) -> None:
    """No secret, no raw event, no other seat's move text in what any viewer gets."""
    raw = [msgspec.json.encode(event) for step in desk.table.recent for event in step.events]
    for asker in viewers(desk):
        sent = desk.update(asker)
        for needle in [*secrets(desk.table), *raw]:
            assert needle not in sent
        seat = desk.table.seat_of(asker.person)
        news = desk.read(asker).news
        assert all(line.move is None for line in news if line.seat != seat or line.type != "moved")
        assert desk.read(asker).table.secret is None


@pytest.mark.parametrize("game", ["royale", "leduc", "signs", "raft", "grab"])
def test_secrets_stay_secret_until_the_end(game: str) -> None:
    desk = Desk.lay(game)
    while desk.table.status == "running":
        expect_silence(desk)
        desk.play(desk.table.actors()[-1])
    assert desk.read(EVE).table.secret == desk.table.secret


def test_a_seats_own_moves_are_told_in_its_own_words() -> None:
    desk = Desk.lay("signs")
    desk.play(0, "leaf")
    own, others, watchers = ([n.move for n in desk.read(a).news if n.type == "moved"] for a in (ANN, BEN, EVE))
    assert (own, others, watchers) == (["leaf"], [None], [None])


def test_a_secret_choice_changes_no_byte_for_the_others() -> None:
    one, other = (Desk.lay("signs", 3) for _ in range(2))
    one.play(1, "stone")
    other.play(1, "leaf")
    for asker in (ANN, CAT, EVE):
        assert one.update(asker) == other.update(asker)
    assert one.update(BEN) != other.update(BEN)


def test_a_secret_choice_that_was_taken_back_stays_secret() -> None:
    one, other = (Desk.lay("signs", 3) for _ in range(2))
    for desk, sign in ((one, "stone"), (other, "leaf")):
        desk.play(1, sign)
        desk.send(BEN, protocol.Undo())
        desk.play(1, "paper")
        desk.send(CAT, protocol.Say(text="what was it?"))
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
    desk, hidden = Desk.lay(game), 0
    while desk.table.status == "running":
        for number, asker in enumerate((ANN, BEN, EVE)):
            twin = desk.again()
            assert twin.match is not None
            seat = number if number < 2 else None
            twin.match.state = twin.match.state.resample(seat, Rng(desk.table.seq * 3 + number))
            hidden += twin.match.state.dump() != desk.table.match.state.dump()  # type: ignore[union-attr]
            assert desk.update(asker) == desk.update(asker, table=twin)
            for probe in PROBES:
                assert outcome_of(desk.table, asker, probe) == outcome_of(twin, asker, probe)
        desk.play(desk.table.actors()[-1])
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
    desk = halfway(game, steps=2)
    assert desk.table.match is not None
    pairs = hidden = 0
    for number in range(60):
        twin = desk.again(secret=f"{number:064x}")
        assert twin.match is not None
        for asker, seat in ((ANN, 0), (BEN, 1), (EVE, None)):
            if known_to(twin, seat) == known_to(desk.table, seat):
                pairs += 1
                hidden += twin.match.state.dump() != desk.table.match.state.dump()
                assert without_the_hash(desk.update(asker)) == without_the_hash(desk.update(asker, table=twin))
    assert pairs > 10
    assert hidden > 5
