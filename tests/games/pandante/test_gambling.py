"""The gambling mode: PD-G1 to PD-G3."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import pandarium
from pandarium.games.pandante.tournament import PandanteTournament, multiplier_at, read_stakes, write_stakes
from pandarium.kit.tournament import Stakes

from .table import at, do, everyone, find, game, gold, options_of, refused

pytestmark = pytest.mark.conformance

RULES = PandanteTournament()
TOURNAMENT: dict[str, Any] = {"options": {"gambling": "tournament"}}
DROP_IN: dict[str, Any] = {"options": {"gambling": "drop-in"}}


def test_pd_g1_everybody_brings_104_and_there_is_no_target() -> None:
    """PD-G1: everybody brings 104 and there is no target."""
    state = game.start(3, {"gambling": "drop-in"}, seed=1)
    assert gold(state) == [101] * 3
    assert state.view(None).target is None


def test_pd_g1_under_44_at_the_end_of_a_gambit_is_out() -> None:
    state = at("coin", "k1 k4", "", "", turn=0, claims="pair - -", real=[0], gold=[100, 43, 44], **TOURNAMENT)
    events = do(state, "hide")
    assert [(event.seat, event.reason) for event in find(events, "left")] == [(1, "short")]
    assert [player.away for player in state.view(None).players] == [False, True, False]
    assert gold(state) == [97, 43, 41]  # no Gold Fairy; who is out pays no ante


def test_pd_g1_who_must_pay_more_than_there_is_pays_what_there_is() -> None:
    state = at("challenge", "k2 k4", "k3 k6", "", turn=0, claims="four pair -", hot=[0], gold=[3, 90, 90], **TOURNAMENT)
    events = do(state, "1: challenge", "2: trust")
    assert gold(state) == [0, 93, 90]
    events += everyone(state, "trust")
    events += do(state, "1: hide")
    assert ("broke", 0) in [(event.reason, event.seat) for event in find(events, "left")]


def test_pd_g1_no_challenge_without_the_means_to_pay_for_it() -> None:
    more: dict[str, Any] = {"claims": "four pair -", "hot": [0], **TOURNAMENT}
    state = at("challenge", "k2 k4", "k3 k6", "", turn=0, gold=[90, 14, 15], **more)
    assert state.actors() == [2]
    assert refused(state, 1, "challenge") == "you could not pay if you were wrong (PD-G1)"
    state = at("challenge", "k2 k4", "k3 k6", "", turn=0, gold=[90, 29, 30], multiplier=2, **more)
    assert state.actors() == [2]  # the full, multiplied price


def test_pd_g1_nobody_chooses_to_pay_what_they_do_not_have() -> None:
    state = at("bet", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5", gold=[1, 90], **TOURNAMENT)
    assert options_of(state) == ["fold"]
    assert refused(state, 0, "bet pair") == "you have too little gold for that (PD-G1)"
    queue = [{"ability": "raise"}]
    state = at(
        "raise", "k1 k2", "k3 k4", turn=1, performer=0, claims="pair pair", queue=queue, gold=[90, 4], **TOURNAMENT
    )
    assert options_of(state) == ["fold"]
    state = at("snack", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5", claims="pair five", gold=[3, 90], **TOURNAMENT)
    assert options_of(state) == ["pass"]
    state = at("upgrade", "k1 k2", "k3 k4", turn=0, claims="pair five", gold=[1, 90], **TOURNAMENT)
    assert options_of(state) == ["pass"]


@pytest.mark.parametrize("options", [{"abilities": "dark"}, {"diamonds": True}])
def test_pd_g1_light_side_and_no_diamonds(options: dict[str, Any]) -> None:
    with pytest.raises(pandarium.BadOption, match="PD-G1"):
        game.setup(2, {"gambling": "drop-in", **options})
    assert game.setup(2, {"gambling": "drop-in", "champions": True, "casinos": True}).options["champions"]


def test_pd_g2_stay_leave_and_buy_in_between_gambits() -> None:
    """PD-G2: stay, leave, and buy in between gambits."""
    state = at("coin", "k1 k4", "", "", turn=0, claims="pair - -", real=[0], gold=[100, 43, 60], **DROP_IN)
    do(state, "hide")
    assert (state.view(None).phase, state.actors()) == ("between gambits", [0])
    do(state, "sit", "sit", "leave")
    assert gold(state) == [97, 101, 0]
    assert [player.won for player in state.view(None).players][2] == 60 - 104
    assert state.view(None).players[2].away
    assert state.view(None).gambit == 2


def test_pd_g2_with_fewer_than_two_the_table_closes() -> None:
    state = at(
        "coin", "k1 k4", "", turn=0, claims="pair -", real=[0], gold=[120, 84], bought=[104, 104], pot=4, **DROP_IN
    )
    events = do(state, "hide", "sit", "leave")
    assert find(events, "pot")[-1].winners == [0]
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0,), (20, -20))
    assert "PD-G2" in outcome.reason


def test_pd_g3_the_last_one_wins() -> None:
    state = at("coin", "k1 k4", "", turn=0, claims="pair -", real=[0], gold=[170, 38], **TOURNAMENT)
    do(state, "hide")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "the last one in the tournament (PD-G3)")


def test_pd_g3_all_out_at_once_and_the_most_gold_wins() -> None:
    said = [{"number": 1, "colour": None, "pair": None}] * 3
    hands = ("k1 k4", "b1 k6", "g1 k8")
    more: dict[str, Any] = {"hot": [2], "real": [0, 1], "said": said, "gold": [20, 30, 10], **TOURNAMENT}
    state = at("challenge", *hands, turn=2, claims="pair pair pair", **more)
    do(state, "0: trust", "1: trust")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)


def test_pd_g3_stakes_multiply_amounts_but_no_snacks() -> None:
    more: dict[str, Any] = {"multiplier": 3, "gold": [200, 200], **TOURNAMENT}
    state = at("bet", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5", **more)
    do(state, "bet pair")
    assert gold(state)[0] == 194
    state = at("upgrade", "k1 k2", "k3 k4", turn=0, claims="pair pair", **more)
    do(state, "upgrade three")
    assert gold(state)[0] == 194
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", **more)
    do(state, "announce raise", "go", "pay")
    assert gold(state)[1] == 185
    state = at("challenge", "k2 k4", "k3 k6", turn=0, claims="four pair", hot=[0], **more)
    assert state.view(1).yours.challenge_price == 30
    do(state, "challenge")
    assert gold(state) == [185, 215]
    state = at("snack", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5", claims="pair three", **more)
    assert state.view(0).yours.snack_price == 2


def test_pd_g3_stakes_rise_from_the_next_gambit_on() -> None:
    state = at("coin", "k1 k4", "", turn=0, claims="pair -", real=[0], gold=[110, 98], gambit=5, **TOURNAMENT)
    assert state.view(None).multiplier == 1
    do(state, "hide")
    assert state.view(None).multiplier == 2
    assert gold(state) == [104, 92]  # the ante is 6 now


def test_pd_g3_the_clock_of_a_tournament() -> None:
    """PD-G3: Tournament tips: 2x at 15 minutes, 3x at 30, 4x at 45."""
    assert [multiplier_at(minutes) for minutes in (0, 14.9, 15, 30, 45)] == [1, 1, 2, 3, 4]
    assert [RULES.multiplier(level) for level in (1, 2, 3)] == [1, 2, 3]
    assert (RULES.seats, RULES.buy_in, RULES.minutes) == (6, 104, 15)


STAKES = Stakes((104, 98, 120), 1, pot=6, multiplier=2, gambit=3, marks=(1, 0, 0), holder=2)


def test_pd_g3_a_gambit_is_dealt_from_what_the_players_have() -> None:
    state = game.start(3, RULES.agree({"casinos": False}, STAKES), seed=1)
    view = state.view(None)
    assert (view.multiplier, view.gambit, view.dealer, view.coin) == (2, 3, 1, 2)
    assert gold(state) == [98, 92, 114]  # the ante is 6
    assert view.pot == 6 + 18
    assert len(state.view(0).players[0].hand) == 3  # PD-L6: seat 0 slept in its last gambit


def test_pd_g3_a_gambit_of_a_tournament_ends_alone_and_keeps_all_gold() -> None:
    for seed in range(40):
        match = pandarium.Match.begin("pandante", 3, RULES.agree({}, STAKES), seed=seed)
        random = Random(seed)
        while actors := match.state.actors():
            seat = random.choice(actors)
            match.play(seat, random.choice(match.state.legal(seat)))
        settled = RULES.settle(match.state)
        assert sum(settled.gold) + settled.pot == 104 + 98 + 120 + 6
        assert set(settled.out) == {
            seat for seat in range(3) if settled.gold[seat] < 44 or match.state.away >> seat & 1
        }
        assert match.record.final().dump() == match.state.dump()


def test_pd_g3_a_gambit_of_a_tournament_is_nobodys_victory() -> None:
    """PD-G3: the log says that it is over, and who took the pot; who has most gold so far has not won."""
    state = game.start(3, RULES.agree({}, STAKES), seed=1)
    log: list[Any] = []
    while actors := state.actors():
        state.play(actors[0], state.legal(actors[0])[0], log)
    told = [game.sentence(game.redact(event, None), ["Ann", "Bo", "Cy"]) for event in log]
    assert told[-1] == "The gambit is over"
    assert [line for line in told if "pot:" in line] == ["Bo takes the pot: 24 gold"]
    assert RULES.is_gambit(state.setup.options)
    assert not RULES.is_gambit(game.setup(3, {"gambling": "tournament"}).options)


def test_pd_g1_everybody_at_the_table_may_be_out_at_once() -> None:
    state = game.start(2, RULES.agree({}, Stakes((20, 30), 0, multiplier=20, marks=(0, 0))), seed=1)
    assert state.outcome() is not None  # nobody can pay an ante of 60
    assert RULES.settle(state).out == (0, 1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("much gold", "takes what a gambit"),
        (7, "takes what a gambit"),
        ("gambit=1 multiplier=1 dealer=0 pot=0 gold=104", "seats that a table of 2 does not have"),
        ("gambit=1 multiplier=1 dealer=2 pot=0 gold=104,104", "seats that a table of 2 does not have"),
        ("gambit=1 multiplier=1 dealer=0 pot=0 gold=104,104 coin=5", "seats that a table of 2 does not have"),
        ("gambit=0 multiplier=1 dealer=0 pot=0 gold=104,104", "count from 1"),
        ("gambit=1 multiplier=1 dealer=0 pot=999999999 gold=104,104", "not without end"),
    ],
)
def test_pd_g3_stakes_that_cannot_be_are_refused(text: object, why: str) -> None:
    with pytest.raises(pandarium.BadOption, match=why):
        game.setup(2, {"gambling": "tournament", "stakes": text})  # type: ignore[dict-item]


@pytest.mark.parametrize("options", [{"abilities": "dark"}, {"champions": True}])
def test_pd_g3_a_tournament_leaves_only_casinos_to_be_agreed_on(options: dict[str, Any]) -> None:
    with pytest.raises(pandarium.BadOption, match="PD-G1"):
        RULES.agree(options, STAKES)
    with pytest.raises(pandarium.BadOption, match="PD-G3"):
        game.setup(3, {"gambling": "no", "stakes": write_stakes(STAKES)})


def test_pd_g3_stakes_are_read_as_they_are_written() -> None:
    assert read_stakes(write_stakes(STAKES), seats=3) == STAKES
