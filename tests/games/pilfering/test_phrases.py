"""Talking: PP-X1, every example of the rulebook."""

from __future__ import annotations

import pytest

from pandarium.games.pilfering.view import PilferingView
from pandarium.games.pilfering.words import phrases
from pandarium.kit.talk import Spoken, SpokenBy

from .table import area, at, game

pytestmark = pytest.mark.conformance


def view(step: str = "act", you: int | None = 1) -> PilferingView:
    """What B sees while A acts."""
    state = at(step, "r4 r3 b1", "b2", hideout="g5 r5 b5 y1", areas=[area("r1 r2 key"), area("")], panda=30, keeper=21)
    seen = state.view(you)
    assert isinstance(seen, PilferingView)
    return seen


@pytest.mark.parametrize(
    ("code", "values", "words"),
    [
        ("need-number", {"number": 4}, "I need a 4."),
        ("need-hideout", {"place": 1}, "I need that one: the red 5 in the Hideout."),
        ("count-number", {"number": 5}, "There are 3 cards with a 5 in the Hideout."),
        ("count-suit", {"suit": "b"}, "There are 1 blue cards in the Hideout."),
        ("point-at", {"area": 0, "place": 2}, "Look at the Key in area 1."),
        ("distance", {}, "5 spaces to the win space."),
        ("lead", {}, "The keeper is 9 spaces behind us."),
        ("limit", {"area": 0}, "Area 1 takes 3 cards before it gets dear."),
        ("yes", {}, "Yes."),
    ],
)
def test_pp_x1_what_may_be_said(code: str, values: dict[str, int | str], words: str) -> None:
    assert phrases.why_not(view(), code, values) is None
    assert str(phrases.sentence(view(), code, values)) == words


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("collecting", {"suit": "r"}),  # "I'm collecting red cards"
        ("need-number", {"number": 4, "have": 5}),  # "I need a 4 as I have the 5 and 6"
        ("need-number", {"number": 10}),
        ("need-number", {"number": "4"}),
        ("need-number", {"number": True}),
        ("need-number", {}),
        ("need-hideout", {"place": 4}),  # a card that does not lie open
        ("need-hideout", {"place": -1}),
        ("point-at", {"area": 2, "place": 0}),
        ("point-at", {"area": 1, "place": 0}),
        ("suit-last", {"suit": "red"}),
        ("timer", {}),
    ],
)
def test_pp_x1_what_may_not(code: str, values: dict[str, int | str]) -> None:
    assert phrases.why_not(view(), code, values) is not None


def shown(you: int | None, hand: str = "r4 y4 key b1") -> PilferingView:
    """What one sees while A has a set of two colours and a Key."""
    seen = at("act", hand, "b2 b3", "g1", areas=[area("r1 r2 r3"), area("")]).view(you)
    assert isinstance(seen, PilferingView)
    return seen


SHOWS = SpokenBy(0, Spoken("show-set", {"play": "set 1 r4 y4 key"}))
TAKES_BACK = SpokenBy(0, Spoken("withdraw"))


def test_pp_x1_the_player_to_act_shows_a_set_before_laying_it() -> None:
    """PP-X1: a set that could be laid now, and nothing else; everybody hears which cards, and where to."""
    assert phrases.why_not(shown(0), "show-set", SHOWS.spoken.params) is None
    told = phrases.sentence(shown(0), "show-set", SHOWS.spoken.params)
    assert str(told) == "I could lay red 4, yellow 4, Key in area 1."
    assert told.render("de") == "Ich könnte legen: roter Fuchs 4, gelber Affe 4, Schlüssel auf Platz 1."
    for words in ("set 1 r4 y4 g4", "extend 1 r4", "set 1 r4 y4", "draw", "nonsense"):
        assert phrases.why_not(shown(0), "show-set", {"play": words}), words
    assert phrases.why_not(shown(1), "show-set", SHOWS.spoken.params)  # it is not their turn
    palette = {phrase.id: phrase for phrase in phrases.offered(shown(0))}
    offered = [choice.label for choice in palette["show-set"].params["play"]]  # each once: orders can be talked about
    assert offered == ["red 4, Key, yellow 4 in area 1", "yellow 4, Key, red 4 in area 2", "red 4, Key in area 1"]
    assert "show-set" not in {phrase.id for phrase in phrases.offered(shown(1))}


def test_pp_x1_an_order_is_asked_for_after_a_set_has_been_shown_never_before() -> None:
    """PP-X1: at any other time it would name a suit that one collects. A proposal stands since the last move."""
    yellow = {"suit": "y"}
    assert phrases.why_not(shown(1), "suit-last", yellow)
    assert phrases.why_not(shown(1), "suit-last", yellow, [SHOWS]) is None
    assert str(phrases.sentence(shown(1), "suit-last", yellow)) == "Could you put the yellow card last?"
    assert phrases.why_not(shown(2), "suit-last", yellow, [SHOWS, SpokenBy(1, Spoken("yes"))]) is None
    assert phrases.why_not(shown(1), "suit-last", {"suit": "b"}, [SHOWS])  # no blue card is shown
    assert phrases.why_not(shown(0), "suit-last", yellow, [SHOWS])  # they lay it as they like
    assert phrases.why_not(shown(1), "suit-last", yellow, [SHOWS, TAKES_BACK])
    assert phrases.why_not(shown(1), "suit-last", yellow, [SpokenBy(2, SHOWS.spoken)])  # it was not theirs to show
    run = SpokenBy(0, Spoken("show-set", {"play": "set 1 r4 r5 r6"}))
    assert phrases.why_not(shown(1), "suit-last", {"suit": "r"}, [run])  # there is no choice of colours


def test_pp_x1_the_palette_follows_what_was_shown() -> None:
    def ids(you: int, *recent: SpokenBy) -> set[str]:
        return {phrase.id for phrase in phrases.offered(shown(you), recent)}

    assert "suit-last" not in ids(1)
    palette = {phrase.id: phrase for phrase in phrases.offered(shown(1), [SHOWS])}
    assert [choice.value for choice in palette["suit-last"].params["suit"]] == ["r", "y"]
    assert "withdraw" in ids(0, SHOWS)
    assert "withdraw" not in ids(0) | ids(0, SHOWS, TAKES_BACK) | ids(1, SHOWS)


def test_pp_x1_nobody_shows_a_set_to_themselves() -> None:
    alone = at("act", "r4 y4 key b1", areas=[area("r1 r2 r3"), area("")]).view(0)
    assert phrases.why_not(alone, "show-set", SHOWS.spoken.params)


def test_pp_x1_only_players_talk() -> None:
    assert phrases.why_not(view(you=None), "yes", {})


def test_pp_x1_no_phrase_depends_on_a_hidden_card() -> None:
    """PP-X1: twins that B cannot tell apart allow the same phrases, in the same words."""
    from pandarium import Rng

    state = at("act", "r4 r3 b1", "b2", hideout="g5 r5 b5 y1", areas=[area("r1 r2 key"), area("")])
    for seed in range(5):
        twin = state.resample(1, Rng(seed))
        for phrase in phrases.PHRASES:
            letters = {"suit", "shown"}
            values = {one.name: "r" if one.kind in letters else 1 for one in phrase.parameters}
            mine, theirs = state.view(1), twin.view(1)
            assert phrases.why_not(mine, phrase.code, values) == phrases.why_not(theirs, phrase.code, values)


def test_pp_x1_tables_are_strict_or_open() -> None:
    options = {option.name: option for option in game.meta.options}
    assert options["talk"].choices == ("strict", "open")
    assert game.start(2, {"talk": "open"}, 1).view(0).options["talk"] == "open"
