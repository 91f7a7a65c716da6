"""A table without a server: whole games, what people may do, and that everybody sees their own view and no more."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

import pandarium
from pandarium import protocol
from pandarium.core import fair
from pandarium.core.errors import BadRecord
from pandarium.core.record import Record
from pandarium.kit.verify import check
from pandarium.offline import in_browser, render
from pandarium.offline.table import OfflineTable, RefusedMessage, in_turns, levels_here
from pandarium.protocol.offline import OfflineGame, OfflineSeat

GAMES = ["pandante", "pilfering", "royale", "wildstyle", "leduc"]
ANN, BEN = OfflineSeat("Ann", "scarf"), OfflineSeat("Ben", "straw")


def sit_down(game: str, people: int = 1, **options: Any) -> OfflineTable:
    """That many people, and the weakest bots of the game as far as it takes more."""
    found = pandarium.game(game)
    seats = max(found.meta.seats[0], people + 1) if found.meta.seats[1] > people else people
    bots = [levels_here(found)[1]] * (seats - people)
    table = OfflineTable.begin("g", game, [ANN, BEN][:people], bots, options)
    kept = table.kept()
    # The same cards every time.
    return OfflineTable(msgspec.structs.replace(kept, record=with_secret(kept.record, "07" * 32)))


def with_secret(record: Record, secret: str) -> Record:
    return msgspec.structs.replace(record, secret=secret, commitment=fair.commitment(bytes.fromhex(secret)))


def ask(**request: Any) -> Any:
    """What a page is answered."""
    return json.loads(in_browser.answer(json.dumps(request)))


def play_first(table: OfflineTable, seat: int) -> None:
    """The move that the game makes for somebody who makes none."""
    move = table.game.say(table.match.state_for(seat).timeout(seat))
    table.receive(seat, protocol.Play(move=move, position=table.position))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_and_its_record_holds(game: str) -> None:
    table = sit_down(game)
    for _ in range(3_000):
        if table.over:
            break
        if table.next_bot() is not None:
            table.move_bot()
        else:
            play_first(table, 0)
    assert table.over
    kept = msgspec.json.decode(msgspec.json.encode(table.kept()), type=OfflineGame)
    record = Record.from_json(kept.record.to_json())
    assert record.final().outcome() == table.match.state.outcome()
    assert all(finding.holds is not False for finding in check(record))
    shown = render.update(OfflineTable(kept), 0, 0)
    assert shown.table.status == "ended"
    assert shown.table.secret == record.secret
    assert shown.legal == []

    frames = render.replay(kept, 0)
    assert len(frames) == len(record.moves) + 1
    assert frames[-1].view == record.final().view(0)


@pytest.mark.parametrize("game", GAMES)
def test_people_are_shown_their_own_view_and_no_more(game: str) -> None:
    table = sit_down(game, people=2)
    for _ in range(40):
        if table.over:
            break
        for seat in (0, 1):
            shown = render.update(table, seat, 0)
            state = table.match.state_for(seat)
            assert shown.view == state.view(seat)
            assert shown.table.secret is None
            acts = seat in table.match.state.actors()
            assert [move.move for move in shown.legal] == [table.game.say(m) for m in state.legal(seat) if acts]
            for step, news in zip(table.steps, shown.news, strict=True):
                redacted = [table.game.redact(event, seat) for event in step.events]
                seen = [event.what for event in news.events]
                assert seen in ([], [event for event in redacted if event is not None])
                assert news.move in (None, step.move if step.seat == seat else None)
        bot = table.next_bot()
        if bot is not None:
            table.move_bot()
        else:
            play_first(table, table.actors()[0])


def at_the_hotseat() -> OfflineTable:
    """Pandante with four people, where three decide whether to challenge the fourth (PD-21)."""
    for number in range(200):
        rng = Random(number)
        people = [OfflineSeat(name) for name in ("Ann", "Ben", "Cem", "Dot")]
        record = Record(game="pandante", rules=pandarium.game("pandante").meta.rules, seats=4, seed=number)
        table = OfflineTable(OfflineGame("g", people, record))
        for _ in range(60):
            seats = table.actors()
            if len(seats) == 3:
                return table
            if not seats:
                break
            move = table.game.say(rng.choice(table.match.state.legal(seats[0])))
            table.receive(seats[0], protocol.Play(move=move, position=table.position))
    raise AssertionError("nobody came to the hotseat")


def test_pd_21_a_choice_at_the_same_time_is_nobody_elses_business() -> None:
    table = at_the_hotseat()
    at, (first, second, third) = table.position, table.actors()
    before = render.update(table, second, 0)
    table.receive(first, protocol.Play(move="trust", position=at))
    after = render.update(table, second, 0)
    assert (after.view, after.legal, after.actors) == (before.view, before.legal, before.actors)
    assert (after.news[-1].seat, after.news[-1].events, after.news[-1].move) == (None, [], None)
    assert render.update(table, first, 0).news[-1].move == "trust"
    table.receive(third, protocol.Play(move="challenge", position=at))  # not stale: nobody saw what the first did
    table.receive(second, protocol.Play(move="trust", position=at))
    assert render.update(table, second, 0).view != before.view


def test_the_page_goes_on_where_it_was_left() -> None:
    begun = ask(type="begin", id="g", game="royale", people=[{"name": "Ann"}], bots=["greedy"])
    shown = ask(type="open", game=begun)
    while shown.get("bots"):
        shown = ask(type="bot", since=shown["updates"][0]["seq"])
    legal = shown["updates"][0]["legal"]
    message = {"type": "play", "id": 7, "move": legal[0]["move"], "position": shown["updates"][0]["position"]}
    after = ask(type="send", seat=0, message=message, since=shown["updates"][0]["seq"])
    assert (after["reply"]["type"], after["reply"]["id"]) == ("done", 7)
    assert [news["type"] for news in after["updates"][0]["news"]] == ["moved"]

    again = ask(type="open", game=after["kept"])
    for one in (again, after):
        del one["updates"][0]["news"], one["updates"][0]["now"], one["updates"][0]["since"]
    assert again["updates"] == after["updates"]

    stale = ask(type="send", seat=0, message=message, since=0)["reply"]
    assert (stale["type"], stale["code"], stale["message"]["code"]) == ("refused", "stale", "protocol.stale")


def test_moves_are_refused_with_their_rule() -> None:
    table = sit_down("royale", people=2)
    actor = table.actors()[0]
    with pytest.raises(RefusedMessage) as refused:
        table.receive(actor, protocol.Play(move="take p12", position=0))
    assert refused.value.code == "illegal move"
    assert refused.value.rule.startswith("PR-")
    with pytest.raises(RefusedMessage) as refused:
        table.receive(1 - actor, protocol.Play(move=table.game.say(table.match.state.legal(actor)[0]), position=0))
    assert refused.value.code == "not your turn"
    with pytest.raises(RefusedMessage) as refused:
        table.receive(actor, protocol.Play(move="fly", position=0))
    assert refused.value.code == "bad move"
    with pytest.raises(RefusedMessage) as refused:
        table.receive(actor, protocol.Say(text="hello"))
    assert refused.value.code == "not allowed"
    assert table.position == 0


def test_who_plays_against_bots_takes_back_what_followed_too() -> None:
    table = sit_down("royale")
    while table.next_bot() is not None:
        table.move_bot()
    before = table.match.state_for(0).view(0)
    play_first(table, 0)
    while table.next_bot() is not None:
        table.move_bot()
    assert table.may(0).ask_undo
    table.receive(0, protocol.Ask(what="undo"))
    assert table.match.state_for(0).view(0) == before
    two = sit_down("royale", people=2)
    play_first(two, two.actors()[0])
    assert not any(two.may(seat).ask_undo for seat in (0, 1))  # that is for them to agree on, and they sit together


def test_who_gives_up_alone_ends_the_game() -> None:
    table = sit_down("royale")
    table.receive(0, protocol.Resign())
    assert table.outcome is not None
    assert table.outcome.winners == (1,)
    kept = table.kept()
    assert kept.record.outcome is None
    assert OfflineTable(kept).over
    assert render.update(table, 0, 0).table.seats[0].resigned

    three = OfflineTable.begin("g", "royale", [ANN, BEN], ["random"], {})
    three.receive(1, protocol.Resign())
    assert not three.over
    assert three.people == [0]


def test_advice_comes_from_a_bot_that_is_quick_enough() -> None:
    table = sit_down("pandante")
    while 0 not in table.actors():
        table.move_bot()
    hinted = table.receive(0, protocol.Hint(id=3))
    assert isinstance(hinted, protocol.Hinted)
    assert hinted.advice
    legal = {table.game.say(move) for move in table.match.state.legal(0)}
    assert {one.move for one in hinted.advice} <= legal
    assert levels_here(table.game)[-1] == "master"
    assert levels_here(pandarium.game("pilfering"))[-1] == "team"


def test_one_device_plays_in_turns() -> None:
    game = pandarium.game("wildstyle")
    assert game.pace(in_turns(game, {})) != "real time"
    assert sit_down("wildstyle").match.record.options["pace"] == "turns"


def test_bots_of_a_game_with_phrases_speak() -> None:
    table = sit_down("pilfering")
    for _ in range(300):
        if table.over or any(step.kind == "said" for step in table.steps):
            break
        if table.next_bot() is not None:
            table.move_bot()
        else:
            play_first(table, 0)
    said = [news for news in render.update(table, 0, 0).news if news.type == "said"]
    assert said
    assert all(news.text and news.name for news in said)


def test_what_cannot_be_is_said() -> None:
    assert "refused" in ask(type="begin", id="g", game="royale", people=[{"name": "Ann"}], bots=["tiger"])
    assert "refused" in ask(type="begin", id="g", game="royale", people=[{"name": "Ann"}])
    assert "refused" in ask(type="begin", id="g", game="royale", people=[])
    kept = sit_down("royale").kept()
    broken = msgspec.structs.replace(kept, record=msgspec.structs.replace(kept.record, rules=99))
    with pytest.raises(BadRecord):
        OfflineTable(broken)
