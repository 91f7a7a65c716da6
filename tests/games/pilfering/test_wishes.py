"""How `strong` understands what its partners say: PP-X1."""

from __future__ import annotations

from typing import Any

import pytest

from pandarium import Rng
from pandarium.core.bot import ask
from pandarium.games.pilfering.bots import Strong, Team, read_weights
from pandarium.games.pilfering.bots.search import COURTESY, Search
from pandarium.games.pilfering.bots.wishes import AT_AREA, CERTAIN, MAYBE, SELDOM, read_wishes
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.game import PilferingTalk
from pandarium.kit.talk import BotTalk, Spoken, SpokenBy, ask_hearing
from pandarium.sim import simulate

from .table import area, at, game

FEW = 8
DEALS = 150


def needs(number: int, seat: int = 1) -> SpokenBy:
    return SpokenBy(seat, Spoken("need-number", {"number": number}))


def points(card: str, seat: int = 1) -> SpokenBy:
    return SpokenBy(seat, Spoken("need-hideout", {"card": card}))


def search(state: Pilfering, *heard: SpokenBy) -> Search:
    return Search(state, 0, Rng(2), read_weights("strong", int(state.seats)), wishes=read_wishes(heard))


# What a phrase tells


@pytest.mark.parametrize(
    ("said", "hand", "likely"),
    [
        (needs(4), "r4 g4 p1", CERTAIN),
        (needs(4), "r4 g4 b4 p1", AT_AREA),
        (needs(4), "r5 r6 p1", MAYBE),
        (needs(4), "r3 r5 p1", MAYBE),
        (needs(4), "r2 r3 p1", MAYBE),
        (needs(4), "r3 g5 p1", SELDOM),
        (needs(4), "b4 p1", SELDOM),
        (needs(6), "g5 p1", AT_AREA),
        (needs(7), "b7 p1", AT_AREA),
        (points("r4"), "g4 b4 p1", CERTAIN),
        (points("r4"), "r5 r6 p1", CERTAIN),
        (points("r4"), "g5 g6 p1", SELDOM),
        (points("r4"), "g4 p1", SELDOM),
        (points("g6"), "g5 p1", AT_AREA),
        (points("r1"), "r8 b8 y2", SELDOM),
    ],
)
def test_pp_x1_who_needs_a_card_holds_what_goes_with_it(said: SpokenBy, hand: str, likely: int) -> None:
    """PP-X1, PP-A1, PP-A3: two cards that make a set with it; less likely one, with an end card (the green 7)."""
    state = at("refresh", "y7", hand, "y8", "y1", areas=[area("p7 r7 g7"), area("")], hideout="y3 y5 y6")
    (wish,) = read_wishes([said])
    assert wish.likelihood(state) == likely


def test_pp_x1_only_wishes_tell_of_a_hand_and_of_each_speaker_the_last() -> None:
    others = [Spoken("careful"), Spoken("count-number", {"number": 4}), Spoken("thanks"), Spoken("distance")]
    assert read_wishes([SpokenBy(1, one) for one in others]) == []
    assert read_wishes([points("key")]) == []
    found = read_wishes([needs(4), needs(2, seat=2), points("r5")])
    assert [(one.seat, one.number, one.cards.bit_count()) for one in found] == [(1, 4, 1), (2, 1, 5)]


def test_pp_x1_what_somebody_points_at_is_remembered_by_its_name() -> None:
    """PP-X1: the card may lie elsewhere, or be gone, when others think of it."""
    view = at("refresh", "y7", "b1", hideout="r5 y4 y1", areas=[area("b4 b5 b6"), area("")]).view(None)
    rules = PilferingTalk()
    assert rules.remembered(view, Spoken("need-hideout", {"place": 1})) == Spoken("need-hideout", {"card": "y4"})
    assert rules.remembered(view, Spoken("point-at", {"area": 0, "place": 2})) == Spoken("point-at", {"card": "b6"})
    assert rules.remembered(view, Spoken("need-number", {"number": 4})) == Spoken("need-number", {"number": 4})


# What one believes


def share(state: Pilfering, wanted: str, *heard: SpokenBy) -> float:
    """Of the deals that the search believes in, those in which B has two cards of that number."""
    found, rng = search(state, *heard), Rng(5)
    deals = [found.believable_deal(rng).dump() for _ in range(DEALS)]
    return sum(sum(card[-1] == wanted for card in deal["hands"][1]) == 2 for deal in deals) / DEALS


def test_pp_x1_who_needs_a_4_has_two_of_them_more_often() -> None:
    """PP-X1: worlds in which the phrase makes sense weigh more."""
    state = at("refresh", "r2 r6 y1", "b2 b3 g4 b7 g7 p1", hideout="y3 y5 y6")
    assert share(state, "4", needs(4)) > 0.6
    assert share(state, "4") < 0.3


def test_pp_x1_what_cannot_be_is_not_believed() -> None:
    """PP-X1: people may mean something else. With four 4s in one's own hand nobody has two of them."""
    state = at("refresh", "r4 y4 g4 b4", "b2 b3 g5 b7 g7 p1", hideout="y3 y5 y6")
    assert share(state, "4", needs(4)) == 0


def test_pp_x1_nothing_said_changes_nothing() -> None:
    """The same deals as before, one by one."""
    state = at("refresh", "r2 r6 y1", "b2 b3 g4 b7 g7 p1", hideout="y3 y5 y6")
    quiet, thanked = search(state), search(state, SpokenBy(1, Spoken("thanks")))
    for seed in range(5):
        assert quiet.believable_deal(Rng(seed)).dump() == thanked.believable_deal(Rng(seed)).dump()


# What one does about it


def worths(state: Pilfering, *heard: SpokenBy) -> dict[str, int]:
    return {game.say(int(one.move)): int(one.worth) for one in search(state, *heard).candidates}


def test_pp_x1_a_card_that_a_partner_needs_is_liked_less_and_stashed_rather() -> None:
    state = at("refresh", "r1 g6 p2", "b2 b3 g5", hideout="y3 y5 p4")
    quiet, told = worths(state), worths(state, needs(4))
    assert told == {**quiet, "pick 1": quiet["pick 1"] - COURTESY}
    assert worths(state, points("y5"))["pick 1"] == quiet["pick 1"]
    state = at("stash", "r4 g6 p2", "b2 b3 g5", "b1 b7", areas=[area(""), area("")])
    quiet = worths(state)
    assert worths(state, needs(4)) == {**quiet, "stash r4": quiet["stash r4"] + COURTESY}
    assert worths(state, needs(4, seat=2)) == quiet, "another is next, and would lie on it"


@pytest.mark.many
def test_pp_x1_a_4_that_one_does_not_need_is_left_to_a_partner() -> None:
    """PP-X1: it goes with nothing in hand; who has heard nothing picks it up all the same, whatever the chance."""
    state = at("refresh", "g2 b7", "b3 g6 b5 g4 y4", hideout="b2 p6 p4", panda=27, keeper=8)
    for heard, choice in ([], "pick 1"), ([needs(4)], "draw"):
        assert {game.say(ask_hearing(Strong(60), state, 0, Rng(seed), heard)) for seed in range(3)} == {choice}


# What it may know


@pytest.mark.many
@pytest.mark.parametrize("seats", [2, 4])
def test_what_it_does_depends_on_its_view_and_on_what_was_said_alone(seats: int) -> None:
    """Tables that differ in what the seat cannot know: the same was said, so it does the same; twice the same, too."""
    state = game.start(seats, {"foiled_plans": True}, 3)
    talk, bot, rng, heard = BotTalk(PilferingTalk()), Strong(FEW), Rng(4), 0
    for _ in range(40):
        actors = state.actors()
        if not actors:
            break
        seat = actors[0]
        before = talk.conversation.heard_by(seat)
        heard += len(before)
        if before:
            twins = [state.resample(seat, rng) for _ in range(2)]
            chosen = {talk.ask(bot, twin, seat, Rng(9)) for twin in (state, state, *twins)}
            assert len(chosen) == 1
        state.play(seat, ask(Team(), state, seat, rng))
        talk.moved(seat)
        if state.actors():
            talk.speak(Team(), seat, state.view, rng)
        for viewer in {seat, *range(seats)}:
            assert_the_same_is_remembered(state, viewer, rng)
    assert heard > 5


def assert_the_same_is_remembered(state: Any, viewer: int, rng: Rng) -> None:
    """Whatever somebody points at: no viewer's twin remembers it otherwise."""
    rules, twin = PilferingTalk(), state.resample(viewer, rng)
    for place in range(len(state.view(None).hideout)):
        said = Spoken("need-hideout", {"place": place})
        assert rules.remembered(state.view(None), said) == rules.remembered(twin.view(None), said)


@pytest.mark.many
def test_bots_of_a_simulation_hear_each_other_and_the_same_seed_gives_the_same_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pandarium.games.pilfering.bots.GAMES", 1)
    monkeypatch.setattr(Strong.__init__, "__defaults__", (1,))

    def played(**more: Any) -> tuple[Any, ...]:
        report = simulate("pilfering", ["strong"], 2, seats=3, seed=1, workers=1, **more)
        return report.moves, report.rows[0].mean_text

    assert played() == played()
    assert played() != played(silent=True)
    assert "--silent" in simulate("pilfering", ["team"], 1, seats=2, silent=True, workers=1).command
