"""Tables that talk by the game's phrases alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pandarium.core import registry
from pandarium.kit.talk import Spoken
from pandarium.protocol import NewTable, Play, React, Say, SayPhrase
from pandarium.server.tables import judge, log
from pandarium.server.tables.judge import Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from server.harness import Person, Server, Wire
from server.support import ANN, BEN, EVE, TableHarness
from server.tables.judging import refused
from server.tables.test_render import expect_silence

POINT = Spoken("point", {"card": 1})
STRICT: Any = {"talk": "phrases"}


def strict(row: list[int], hands: list[int], **agreed: Any) -> TableHarness:
    """A table of mime that talks by phrases, with these cards."""
    harness = TableHarness.create("mime", **{**STRICT, **agreed})
    state: Any = harness.table.match and harness.table.match.state
    state.row[:], state.hands[:] = row, hands
    return harness


def offered(harness: TableHarness, asker: judge.Asker) -> dict[str, list[Any]]:
    """The phrases that somebody may say, with what may fill their gap."""
    found = harness.read(asker).phrases
    return {phrase.id: [choice.value for gap in phrase.params.values() for choice in gap] for phrase in found}


def test_only_a_game_with_phrases_has_tables_that_talk_by_them() -> None:
    assert judge.agree(NewTable(game="mime", seats=2, talk="phrases"), registry.game("mime")).talk == "phrases"
    with pytest.raises(Refusal, match="Raft has no phrases of its own") as caught:
        judge.agree(NewTable(game="raft", seats=2, talk="phrases"), registry.game("raft"))
    assert caught.value.code == "bad table"


def test_a_game_may_say_by_its_options_that_a_table_talks_by_phrases() -> None:
    """PP-X1: strict tables do without a word from the host; open ones as their people agree; alone there is no need."""
    game = registry.game("pilfering")

    def agreed(seats: int = 2, talk: Any = "all", option: str = "strict") -> str:
        return judge.agree(NewTable(game="pilfering", seats=seats, talk=talk, options={"talk": option}), game).talk

    assert agreed() == agreed(talk="players") == "phrases"
    assert agreed(option="open") == agreed(seats=1) == "all"
    assert agreed(talk="none") == "none"


@pytest.mark.parametrize("params", [{}, {"place": 99}, {"place": "no number"}])
def test_a_phrase_in_the_log_that_the_game_cannot_read_is_not_heard_and_stops_nothing(params: dict[str, Any]) -> None:
    harness = TableHarness.create("pilfering", **STRICT)

    def says(phrase: Spoken) -> int:
        harness.commit([log.Said(seat=0, person=ANN.person, name=ANN.name, text="what it was", phrase=phrase)])
        return len(harness.table.conversation.heard_by(1))

    assert says(Spoken("need-hideout", params)) == 0
    assert says(Spoken("need-number", {"number": 4})) == 1


def test_while_the_game_is_under_way_nothing_else_is_said() -> None:
    harness = strict([1, 5, 9], [6, 7])
    for asker in (ANN, EVE):
        for message in (Say(text="I hold the 6"), React(what="🤔")):
            assert refused("not allowed", harness, asker, message, "phrases alone").rule == "MM-4"
    harness.play_out()
    harness.send(ANN, Say(text="that was close"))
    harness.send(EVE, React(what="👏"))


def test_before_the_game_people_say_what_they_like() -> None:
    harness = TableHarness.create("mime", start=False, talk="phrases")
    harness.send(ANN, Say(text="hello"))
    refused("wrong time", harness, ANN, SayPhrase(phrase=POINT), "not started")


def test_a_phrase_of_a_game_with_a_catalogue_reaches_everybody_as_a_message() -> None:
    """PP-X1: those who play and those who watch, each in their own language."""
    harness = TableHarness.create("pilfering", **STRICT)
    harness.send(BEN, SayPhrase(phrase=Spoken("need-number", {"number": 4})))
    for asker in (ANN, BEN, EVE):
        line = harness.read(asker).news[-1]
        assert line.text == "I need a 4."
        assert line.message is not None
        assert line.message.render("de") == "Ich brauche eine 4."


def test_a_set_that_is_shown_may_be_asked_to_lie_in_another_order_until_the_next_move() -> None:
    """PP-X1: showing is talk: it changes nothing at the table, and the log alone says what stands."""
    harness = TableHarness.create("pilfering", **STRICT)
    assert harness.table.match is not None
    hands = [["r4", "y4", "b4", "g1"], ["b2", "b3"]]
    position = {"seats": 2, "step": "act", "hands": hands, "hideout": ["p1", "p2", "p3"], "meerkats": (0, 1)}
    harness.table.match.state = state = registry.game("pilfering").load(position)
    before = state.dump()
    order = SayPhrase(phrase=Spoken("suit-last", {"suit": "y"}))
    assert "suit-last" not in offered(harness, BEN)
    refused("not allowed", harness, BEN, order)

    harness.send(ANN, SayPhrase(phrase=Spoken("show-set", {"play": "set 1 r4 b4 y4"})))
    assert harness.read(BEN).news[-1].text == "I could lay red 4, blue 4, yellow 4 in area 1."
    assert offered(harness, BEN)["suit-last"] == ["r", "b", "y"]
    assert "suit-last" not in offered(harness, ANN)
    harness.send(BEN, order)
    assert harness.table.match.state.dump() == before
    assert "withdraw" in offered(harness, ANN)

    harness.send(ANN, Play("set 1 r4 b4 y4", harness.table.position))
    assert "suit-last" not in offered(harness, BEN)
    refused("not allowed", harness, BEN, order)


def test_a_phrase_is_chat_with_its_parts() -> None:
    harness = strict([1, 5, 9], [6, 7])
    said = log.Said(BEN.person, "Ben", "Look at the 5.", 1, POINT)
    assert harness.send(BEN, SayPhrase(phrase=POINT)) == [said]
    for asker in (ANN, BEN, EVE):
        line = harness.read(asker).news[-1]
        assert (line.type, line.seat, line.text, line.phrase) == ("said", 1, "Look at the 5.", POINT)
    assert log.decode(log.encode(said)) == said


@pytest.mark.parametrize(
    ("phrase", "reason"),
    [
        (Spoken("shout"), "no phrase 'shout'"),
        (Spoken("point", {"card": 7}), "7 cannot be said for 'card'"),
        (Spoken("point"), "gaps"),
        (Spoken("top", {"card": 2}), "2 cannot be said"),
    ],
)
def test_what_is_not_offered_is_refused_by_the_rule(phrase: Spoken, reason: str) -> None:
    harness = strict([1, 5, 9], [6, 7])
    assert refused("not allowed", harness, ANN, SayPhrase(phrase=phrase), reason).rule == "MM-4"


def test_phrases_are_for_those_who_sit_there() -> None:
    harness = strict([1, 5, 9], [6, 7])
    refused("not seated", harness, EVE, SayPhrase(phrase=POINT))
    assert harness.read(EVE).phrases == []


def test_the_game_offers_what_may_be_said_now() -> None:
    harness = strict([1, 5, 9], [6, 2])
    assert offered(harness, ANN) == {"point": [0, 1, 2], "top": [0, 1], "pass": []}
    assert offered(harness, BEN) == {"point": [0, 1, 2], "top": [0], "pass": []}
    harness.play(0, "lay 1")
    assert offered(harness, BEN) == {"point": [1, 2], "pass": []}
    harness.play(1, "lay 2")
    assert offered(harness, BEN) == {}
    refused("wrong time", harness, BEN, SayPhrase(phrase=Spoken("pass")))


def test_where_talk_is_free_phrases_may_be_said_too_and_where_nobody_talks_they_may_not() -> None:
    free = strict([1, 5, 9], [6, 7], talk="all")
    free.send(ANN, SayPhrase(phrase=POINT))
    free.send(ANN, Say(text="the 5, I mean"))
    quiet = strict([1, 5, 9], [6, 7], talk="none")
    assert quiet.read(ANN).phrases == []
    refused("not allowed", quiet, ANN, SayPhrase(phrase=POINT), "not to talk")


def test_a_game_without_phrases_has_none() -> None:
    harness = TableHarness.create("raft")
    assert harness.read(ANN).phrases == []
    refused("not allowed", harness, ANN, SayPhrase(phrase=POINT), "Raft has no phrases")


def test_what_a_seat_may_say_tells_nobody_else_what_it_holds() -> None:
    one, other = strict([1, 5, 9], [6, 2]), strict([1, 5, 9], [6, 8])
    for asker in (ANN, EVE):
        assert one.update(asker) == other.update(asker)
    assert one.update(BEN) != other.update(BEN)
    expect_silence(one)


def test_what_is_rendered_for_all_holds_each_ones_own_phrases(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = strict([1, 5, 9], [6, 2])
    monkeypatch.setattr("pandarium.server.tables.loaded_table.now_ms", lambda: harness.now)
    loaded = LoadedTable(harness.table)
    for asker in (EVE, ANN, BEN):
        assert msgspec.json.decode(loaded.update(asker, 0)) == msgspec.json.decode(harness.update(asker, 0))


async def test_a_phrase_travels_to_everybody_over_the_wire(tmp_path: Path) -> None:
    with Server(tmp_path, f"sqlite:///{tmp_path}/t.db", limits="0").start() as server:
        ann, ben, eve = (Person(server, name) for name in ("Ann", "Ben", "Eve"))
        table, invite = ann.create_table(server, game="mime", seats=2, talk="phrases")
        for message in ({"type": "sit"}, {"type": "ready"}):
            ben.say(server, table, invite, **message)
        ann.say(server, table, type="start")
        wires = [await Wire(server, person, table, invite).open() for person in (ann, ben, eve)]
        await wires[0].until(lambda update: "phrases" in update)
        refused = await wires[0].ask(type="say", text="psst")
        assert (refused["code"], refused["rule"]) == ("not allowed", "MM-4")
        done = await wires[0].ask(type="phrase", phrase={"id": "point", "params": {"card": 2}})
        assert done["type"] == "done"
        for wire in wires:
            await wire.until(lambda update: update["seq"] >= done["seq"])
            news = [line for text in wire.received for line in msgspec.json.decode(text).get("news", [])]
            said = next(line for line in news if line["seq"] == done["seq"])
            assert (said["type"], said["seat"], said["phrase"]) == ("said", 0, {"id": "point", "params": {"card": 2}})
            await wire.close()
        by_rest = ben.say(server, table, type="phrase", phrase={"id": "pass"})
        assert by_rest["type"] == "done"
