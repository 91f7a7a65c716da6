"""The gambling mode: PD-G1 to PD-G3."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import pandarium
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.tournament import PandanteTournament, multiplier_at, read_stakes, write_stakes
from pandarium.kit.clock import ClockRules
from pandarium.kit.tournament import Stakes

from .table import at, do, everyone, find, game, gold, options_of, refused
from .test_properties import check_conserved

pytestmark = pytest.mark.conformance

RULES = PandanteTournament()
TOURNAMENT: dict[str, Any] = {"options": {"gambling": "tournament"}}
DROP_IN: dict[str, Any] = {"options": {"gambling": "drop-in"}}


def start(seats: int, *moves: str, **options: Any) -> Pandante:
    """A drop-in table, with what everybody says at the beginning."""
    state = game.start(seats, {"gambling": "drop-in", **options}, seed=1)
    assert isinstance(state, Pandante)
    do(state, *moves)
    return state


def test_pd_g1_each_player_chooses_a_buy_in_of_at_least_104() -> None:
    """PD-G1: buy in with at least 104, each as they like, up to the limit of the table; there is no target."""
    state = start(3)
    assert (state.view(None).phase, state.view(None).target) == ("between gambits", None)
    assert options_of(state) == [f"sit {amount}" for amount in (104, 124, 144, 164, 184, 204)] + ["leave"]
    first, second, third = [(state.dealer + step) % 3 for step in (1, 2, 3)]
    events = do(state, "sit 104", "sit 204", "sit 144")
    assert [(event.seat, event.gold) for event in find(events, "joined")] == [(first, 104), (second, 204), (third, 144)]
    assert [gold(state)[seat] for seat in (first, second, third)] == [101, 201, 141]
    assert [state.view(None).players[seat].won for seat in (first, second, third)] == [-3, -3, -3]


@pytest.mark.parametrize("amount", ["sit 84", "sit 105", "sit 224"])
def test_pd_g1_no_other_buy_in(amount: str) -> None:
    state = start(3)
    why = refused(state, state.actors()[0], amount)
    assert why == "a buy-in is 104 gold or some chips of 20 more, up to the table's limit (PD-G1)"


def test_pd_g1_the_limit_is_the_tables() -> None:
    """PD-G1: a table may allow one buy-in alone, or large ones; a tournament fixes it."""
    assert options_of(start(2, limit=104)) == ["sit 104", "leave"]
    assert options_of(start(2, limit=504))[-2] == "sit 504"
    assert gold(game.start(2, {"gambling": "tournament", "limit": 504}, seed=1)) == [101, 101]  # type: ignore[arg-type]


def test_pd_g1_champions_come_with_the_buy_in() -> None:
    """PD-G1, PD-S4: allowed in the gambling mode; who comes takes one that is free, who leaves gives it back."""
    state = start(3, "sit 104", "champion black", "sit 104", champions=True)
    assert "champion black" not in options_of(state)
    do(state, "champion green", "leave")
    assert (state.view(None).gambit, state.view(None).phase) == (1, "bet")
    colours = [player.colour for player in state.view(None).players]
    assert sorted(colours, key=str) == [None, "black", "green"]
    while state.view(None).phase != "between gambits":
        do(state, "hide" if "hide" in options_of(state) else "fold")
    while state.view(None).gambit == 1:
        moves = options_of(state)
        do(state, next(move for move in ("sit", "sit 104", "champion black", "champion red") if move in moves))
    assert sorted(str(player.colour) for player in state.view(None).players) == ["black", "green", "red"]


def test_pd_g1_under_44_at_the_end_of_a_gambit_is_out() -> None:
    state = at("coin", "k1 k4", "", "", turn=0, claims="pair - -", real=[0], gold=[100, 43, 44], **TOURNAMENT)
    events = do(state, "hide")
    assert [(event.seat, event.reason) for event in find(events, "left")] == [(1, "short")]
    assert [player.away for player in state.view(None).players] == [None, "eliminated", None]
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


def test_pd_g1_what_is_refused_is_not_offered() -> None:
    """PD-G1: whatever options are offered together are accepted, and what is refused never was."""
    names = [option.name for option in game.meta.options]
    assert game.meta.options[names.index("abilities")].when == {"gambling": ("no",)}
    for values in product(*(option.choices for option in game.meta.options)):
        chosen = dict(zip(names, values, strict=True))
        shown = {
            option.name
            for option in game.meta.options
            if all(chosen[name] in among for name, among in option.when.items())
        }
        default = {option.name: option.default for option in game.meta.options}
        if all(chosen[name] == default[name] for name in names if name not in shown):
            assert game.setup(3, chosen).options == chosen
        else:
            assert chosen["gambling"] != "drop-in" or chosen["abilities"] == "dark" or chosen["diamonds"]


def test_pd_g2_stay_leave_and_buy_in_between_gambits() -> None:
    """PD-G2: stay, leave, and buy in between gambits."""
    state = at("coin", "k1 k4", "", "", turn=0, claims="pair - -", real=[0], gold=[100, 43, 60], **DROP_IN)
    do(state, "hide")
    assert (state.view(None).phase, state.actors()) == ("between gambits", [0])
    assert (options_of(state), refused(state, 0, "sit 104")[-7:]) == (["sit", "leave"], "(PD-G2)")
    do(state, "sit")
    assert refused(state, 1, "sit").endswith("(PD-G2)")
    events = do(state, "sit 124", "leave")
    assert [(event.seat, event.reason, event.gold) for event in find(events, "left")] == [(2, "leave", 60)]
    assert gold(state) == [97, 121, 0]
    assert [player.won for player in state.view(None).players][2] == 60 - 104
    assert state.view(None).players[2].away == "left"
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


def test_pd_g2_empty_seats_are_asked_and_whoever_is_there_plays() -> None:
    """PD-G2: a table of six with three at it; button and turns pass over seats that nobody has taken."""
    state = start(6, "sit 104", "leave", "sit 104", "leave", "sit 144", "leave")
    there = [seat for seat, player in enumerate(state.view(None).players) if not player.away]
    assert len(there) == 3
    assert state.view(None).dealer in there
    assert [len(player.hand) for player in state.view(None).players] == [2 * (seat in there) for seat in range(6)]
    assert {player.away for player in state.view(None).players} == {None, "empty"}


def test_pd_g2_a_seat_that_was_left_begins_anew_for_the_next_player() -> None:
    """PD-G2: who leaves takes their gold off the table; who takes the seat has nothing to do with their account."""
    more: dict[str, Any] = {"gold": [100, 60, 90], "bought": [104, 104, 104], "coin": 2, "slept": [2], **DROP_IN}
    state = at("coin", "k1 k4", "", "", turn=0, claims="pair - -", real=[0], **more)
    do(state, "hide", "sit", "sit", "leave")
    player = state.view(None).players[2]
    assert (player.away, player.gold, player.won, state.view(None).coin) == ("left", 0, -14, None)
    while state.view(None).phase != "between gambits":
        do(state, "hide" if "hide" in options_of(state) else "fold")
    while state.view(None).gambit == 2:
        do(state, options_of(state)[0])
    player = state.view(None).players[2]
    assert (player.away, player.gold, player.won, len(player.hand)) == (None, 101, -3, 2)
    check_conserved(state)


def test_pd_g2_a_re_buy_is_no_new_beginning() -> None:
    state = at("coin", "k1 k4", "", "", turn=0, claims="pair - -", real=[0], gold=[100, 43, 60], **DROP_IN)
    do(state, "hide", "sit", "sit 104", "sit")
    player = state.view(None).players[1]
    assert (player.gold, player.won) == (101, 43 - 104 - 3)


def test_pd_g2_where_nobody_comes_nothing_is_won() -> None:
    state = start(3, "leave", "leave", "leave")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0, 1, 2), (0, 0, 0))
    state = start(3, "leave", "sit 104", "leave")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == ((state.dealer + 2) % 3,)


def test_pd_g3_the_last_one_takes_a_pot_that_rolled_over() -> None:
    """PD-G3: the last player takes everything, a pot that rolled over included."""
    said = [{"number": 1, "colour": None, "pair": None}] * 3
    hands = ("k1 k4", "b1 k6", "g1 k8")
    more: dict[str, Any] = {"hot": [2], "real": [0, 1], "said": said, "gold": [90, 30, 10], **TOURNAMENT}
    state = at("challenge", *hands, turn=2, claims="pair pair pair", **more)
    events = do(state, "0: trust", "1: trust")
    assert [(event.winners, event.gold) for event in find(events, "pot")] == [([0, 1, 2], 0), ([0], 20)]
    assert (gold(state), state.pot) == ([110, 30, 10], 0)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0,), (110, 30, 10))


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
    assert (outcome.winners, outcome.scores) == ((1,), (20, 50, 10))  # with the pot of 20 that rolled over


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


def test_pd_g3_at_a_table_with_a_clock_stakes_go_by_the_clock() -> None:
    """PD-G3: 15 minutes a level, from the next gambit on, however many gambits that are."""
    clock = game.capability(ClockRules)
    assert clock is not None
    options = clock.agree({"gambling": "tournament"})
    more: dict[str, Any] = {"claims": "pair - -", "real": [0], "gold": [110, 98, 90], "gambit": 5, "options": options}
    state = at("coin", "k1 k4", "", "", turn=0, **more)
    assert clock.asks(state) is None
    do(state, "hide")
    assert (state.view(None).phase, options_of(state)) == ("between gambits", ["stakes stay", "stakes rise"])
    seat = clock.asks(state)
    assert seat == state.actors()[0]
    later = state.clone()
    state.play(seat, clock.tell(state, 15 * 60 - 1))
    assert (state.view(None).multiplier, state.view(None).gambit) == (1, 6)
    told = []
    while clock.asks(later) == seat:
        told.append(game.say(clock.tell(later, 30 * 60)))
        do(later, told[-1])
    assert told == ["stakes rise", "stakes rise", "stakes stay"]
    assert (later.view(None).multiplier, gold(later)) == (3, [101, 89, 81])


def test_pd_g3_the_clock_is_for_a_tournament_at_one_table() -> None:
    clock = game.capability(ClockRules)
    assert clock is not None
    assert clock.agree({"gambling": "drop-in"}) == {"gambling": "drop-in"}
    dealt = RULES.agree({}, STAKES)
    assert clock.agree(dealt) == dealt
    for options in ({"clock": True}, {"gambling": "tournament", "clock": "often"}, {**dealt, "clock": True}):
        with pytest.raises(pandarium.BadOption, match="option clock"):
            game.setup(3, options)  # type: ignore[arg-type]


def test_pd_g3_the_clock_of_a_tournament() -> None:
    """PD-G3: Tournament tips: 2x at 15 minutes, 3x at 30, 4x at 45."""
    assert [multiplier_at(minutes) for minutes in (0, 14.9, 15, 30, 45)] == [1, 1, 2, 3, 4]
    assert [RULES.multiplier(level) for level in (1, 2, 3)] == [1, 2, 3]
    assert (RULES.seats, RULES.buy_in, RULES.minutes) == (6, 104, 15)


STAKES = Stakes((104, 98, 120), 1, pot=6, multiplier=2, deal=3, marks=(1, 0, 0), holder=2)


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
        assert sum(settled.chips) + settled.pot == 104 + 98 + 120 + 6
        assert set(settled.out) == {
            seat for seat in range(3) if settled.chips[seat] < 44 or match.state.away >> seat & 1
        }
        assert match.record.final().dump() == match.state.dump()


def test_pd_g3_a_gambit_of_a_tournament_is_nobodys_victory() -> None:
    """PD-G3: the log says that it is over, and who took the pot; who has most gold so far has not won."""
    state = game.start(3, RULES.agree({}, STAKES), seed=1)
    log: list[Any] = []
    while actors := state.actors():
        state.play(actors[0], state.legal(actors[0])[0], log)
    seen = [event for raw in log if (event := game.redact(raw, None)) is not None]
    told = [game.sentence(event, ["Ann", "Bo", "Cy"]) for event in seen]
    assert told[-1] == "The gambit is over"
    assert [line for line in told if "pot:" in line] == ["Bo takes the pot: 24 gold"]
    assert RULES.is_deal(state.setup.options)
    assert not RULES.is_deal(game.setup(3, {"gambling": "tournament"}).options)


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


@pytest.mark.parametrize("options", [{"abilities": "dark"}, {"diamonds": True}])
def test_pd_g3_a_tournament_leaves_casinos_and_champions_to_be_agreed_on(options: dict[str, Any]) -> None:
    with pytest.raises(pandarium.BadOption, match="PD-G1"):
        RULES.agree(options, STAKES)
    with pytest.raises(pandarium.BadOption, match="PD-G3"):
        game.setup(3, {"gambling": "no", "stakes": write_stakes(STAKES)})


def test_pd_g3_stakes_are_read_as_they_are_written() -> None:
    assert read_stakes(write_stakes(STAKES), seats=3) == STAKES
    full = STAKES._replace(marks=(3, 0, 12), table_mark=0b1010)
    assert write_stakes(full).endswith("slept=0 coin=2 champions=k,-,p casinos=1,3")
    assert read_stakes(write_stakes(full), seats=3) == full


def test_pd_g1_champions_travel_from_table_to_table() -> None:
    """PD-G1, PD-S4: allowed in tournaments of many tables; kept for all of it, unless taken at the new table."""
    black, green = 1 << 1, 3 << 1
    stakes = STAKES._replace(marks=(black | 1, green, black))
    state = game.start(3, RULES.agree({"champions": True}, stakes), seed=1)
    assert (state.view(None).phase, state.actors()) == ("champions", [2])
    assert game.load(state.dump()).dump() == state.dump()
    assert options_of(state) == ["champion blue", "champion orange", "champion red", "champion purple"]  # type: ignore[arg-type]
    do(state, "champion red")  # type: ignore[arg-type]
    assert [player.colour for player in state.view(None).players] == ["black", "green", "red"]
    assert len(state.view(0).players[0].hand) == 3
    while actors := state.actors():
        state.play(actors[0], state.legal(actors[0])[0])
    assert [mark >> 1 for mark in RULES.settle(state).marks] == [1, 3, 5]
    state = game.start(3, RULES.agree({"champions": True}, STAKES._replace(marks=(0, 0, 0))), seed=1)
    assert state.view(None).phase == "champions"


def test_pd_s4_the_casinos_of_a_tournaments_table_are_never_drawn_again_before_all_were_visited() -> None:
    """PD-S4: a new casino each gambit until the deck is used up, at every table of a tournament as well."""
    stakes, seen = Stakes((1000, 1000), 0, marks=(0, 0)), []
    for deal in range(1, 25):
        state = game.start(2, RULES.agree({"casinos": True}, stakes._replace(deal=deal)), seed=deal)
        seen.append(state.view(None).casino.rule)
        while actors := state.actors():
            state.play(actors[0], state.legal(actors[0])[0])
        settled = RULES.settle(state)
        stakes = stakes._replace(table_mark=settled.table_mark, marks=settled.marks)
    assert len(set(seen[:12])) == len(set(seen[12:])) == 12


@pytest.mark.parametrize("more", [" champions=k", " champions=k,x", " casinos=16", " casinos=0"])
def test_pd_g3_what_a_table_keeps_must_make_sense(more: str) -> None:
    with pytest.raises(pandarium.BadOption, match="option stakes"):
        game.setup(2, {"gambling": "tournament", "stakes": f"gambit=1 multiplier=1 dealer=0 pot=0 gold=104,104{more}"})
