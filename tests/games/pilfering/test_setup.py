"""What is in the box and how the table is set up: PP-C and PP-S, clause by clause."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import pandarium
from pandarium.games.pilfering.content import own_content, read_content
from pandarium.games.pilfering.engine.cards import CODES
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.prices import drop_cost, points_of

from .table import KEYS, TOP, area, at, do, game, hand, lies, listed, markers, refused, tags

pytestmark = pytest.mark.conformance


def deal(seats: int, seed: int = 1, **options: Any) -> Pilfering:
    """A game after the pandas have been chosen."""
    state = game.start(seats, options, seed)
    do(state, *[f"choose {panda}" for panda in ("sharing", "greedy", "sneaky", "crafty")[:seats]])
    assert isinstance(state, Pilfering)
    return state


def everything(state: Pilfering) -> Counter[str]:
    """All cards on the table."""
    paper = state.dump()
    cards = [*paper["hideout"], *paper["secret"], *paper["deck"], *paper["box"], *paper["away"]]
    for row in [*paper["hands"], *(lie["cards"] for lie in paper["areas"])]:
        cards += row
    return Counter(cards)


def test_pp_c1_five_suits_with_nine_numbers_each_once() -> None:
    """PP-C1: five suits with nine numbers, each once."""
    cards = everything(deal(4))
    loot = [card for card in cards if card != "key"]
    assert sorted(loot) == sorted(f"{suit}{number}" for suit in "rygbp" for number in range(1, 10))
    assert all(cards[card] == 1 for card in loot)


def test_pp_c1_a_card_twice_is_refused() -> None:
    state = at("act", "r4 r5 r6 b1", "b2")
    assert refused(state, "set 1 r4 r5 r5") == "PP-A1"


@pytest.mark.parametrize("card", ["r1", "y2", "g3", "b5", "p6"])
def test_pp_c2_five_cards_are_worth_two(card: str) -> None:
    """PP-C2: five cards are worth 2."""
    setup = at("act", "r4", "b2").fixed
    points = {code: points_of(setup, 1 << index) for index, code in enumerate(CODES[:45])}
    assert points[card] == 2
    assert sum(points.values()) == 50


def test_pp_c3_every_suit_has_an_animal() -> None:
    """PP-C3: every suit has an animal."""
    suits = own_content().pack.loot.suit
    assert [suit.animal for suit in suits] == ["fox", "monkey", "tortoise", "penguin", "fruit bat"]
    assert suits[0].source == "printed"


def test_pp_c4_keys_score_nothing_and_cost_two_in_the_final_check() -> None:
    """PP-C4: Keys score nothing and cost 2 in the final check."""
    state = at("act", "r4 key r6 b1", "b2")
    do(state, "set 1 r4 key r6")
    assert markers(state) == (8 + 2, 1 + 2)
    assert drop_cost(state.fixed, 1 << 45) == 2


def test_pp_c5_five_meerkats_like_three_suits_each() -> None:
    """PP-C5: five meerkats like three suits each."""
    liked = {meerkat.name: "".join(meerkat.likes) for meerkat in own_content().pack.people.meerkat}
    assert liked == {"Nenal": "ryb", "Aria": "ygp", "Tiko": "rgb", "Suri": "ybp", "Bram": "rgp"}
    pairs = {tuple(game.start(2, seed=seed).dump()["meerkats"]) for seed in range(300)}
    assert len(pairs) == 20  # any two, in either order


def test_pp_c6_sharing_swaps_a_card_of_choice_and_the_other_chooses_theirs() -> None:
    state = at("act", "r4 r5 b1", "b2 g2")
    do(state, "share r4 B")
    assert state.actors() == [1]
    assert listed(state) == ["give g2", "give b2"]
    do(state, "give g2")
    assert (hand(state, 0), hand(state, 1)) == ("r5 g2 b1", "r4 b2")
    assert state.actors() == [0]
    assert refused(state, "share r5 B") == "PP-A12"


def test_pp_c6_sharing_goes_to_others_who_have_cards() -> None:
    state = at("act", "r4 r5", "", "b2", timer=1, timekeeper=1)
    assert refused(state, "share r4 A") == "PP-C6"
    assert refused(state, "share r4 B") == "PP-C6"
    assert refused(state, "share r4 D") == "PP-C6"
    assert listed(state, "share") == ["share r4 C", "share r5 C"]


def test_pp_c6_sharing_alone_swaps_with_the_secret_stash() -> None:
    """PP-C6: FAQ: What do I exchange with when playing solo? The Secret Stash."""
    state = at("act", "r4 r5 b1", secret="g1 g2 key")
    do(state, "share r4 for key")
    assert hand(state) == "r5 b1 key"
    assert sorted(state.dump()["secret"]) == ["g1", "g2", "r4"]


def test_pp_c6_only_sharing_shares() -> None:
    state = at("act", "r4 r5", "b2", pandas=["crafty", "sharing"])
    assert refused(state, "share r4 B") == "PP-C6"


def test_pp_c6_greedy_takes_two_as_one() -> None:
    """FAQ: no Raised Suspicion for drawing 2 cards by a panda's skill."""
    state = at("refresh", "r4 r5", "b2", hideout="g1 g2 g3", pandas=["greedy", "crafty"])
    do(state, "pick 2 greedy")
    assert hand(state) == "r4 r5 g2 g3"
    assert markers(state) == (8, 0)
    assert state.dump()["suspect"] is None
    do(state, "pass")
    assert listed(state) == ["stash r4", "stash r5"]
    state = at("refresh", "r4 r5", "b2", pandas=["greedy", "crafty"], spent=[0])
    assert refused(state, "pick 2 greedy") == "PP-A12"
    state = at("refresh", "r4 r5", "b2", pandas=["crafty", "greedy"])
    assert refused(state, "pick 2 greedy") == "PP-C6"
    assert refused(state, "pick 2 sneaky") == "PP-C6"


@pytest.mark.parametrize(("options", "price"), [({}, 2), ({"light_pick_up": True}, 2)])
def test_pp_c6_sneaky_halves_the_price_but_not_the_suspicion(options: dict[str, Any], price: int) -> None:
    state = at("refresh", "r4 r5 b1", "b2", hideout="g1 r6 g3", pandas=["sneaky", "crafty"], options=options, suspect=0)
    do(state, "pick 2 sneaky")
    assert markers(state) == (8, price + 2)
    assert state.dump()["spent"] == [0]


def test_pp_c6_charming_pays_one_beyond_the_limit() -> None:
    dear = area("r1 r2 r3 r4 r5 r6")
    state = at("act", "b6 g6 y6 key b1", "b2", areas=[dear, area("")], pandas=["charming", "crafty"], panda=20)
    do(state, "set 1 y6 g6 b6 ability")
    assert markers(state) == (23, 1)
    assert refused(state, "extend 1 key ability") == "PP-A12"
    state = at("act", "key b1 b6", "b2", areas=[dear, area("")], pandas=["charming", "crafty"])
    do(state, "extend 1 key ability")
    assert markers(state) == (8, 1 + 2)  # an extension, too, and Keys are still paid for


def test_pp_c6_charming_and_crafty_only_where_they_help() -> None:
    state = at("act", "r4 r5 r6 b1", "b2", pandas=["charming", "crafty"])
    assert refused(state, "set 1 r4 r5 r6 ability") == "PP-A12"
    state = at("act", "r4 r5 r6 b1", "b2", pandas=["crafty", "charming"], areas=[area("r1 r2 r3"), area("")])
    assert refused(state, "set 1 r4 r5 r6 ability") == "PP-A12"
    assert refused(state, "set 2 r4 r5 r6 ability") == "PP-A2"  # on an empty area the Meerkat must like it


def test_pp_c6_crafty_ignores_the_match_once() -> None:
    state = at("act", "r4 r5 r6 g4 g5 g6 p1", "b7", pandas=["crafty", "charming"], areas=[area("b1 b2 b3"), area("")])
    assert refused(state, "set 1 r4 r5 r6") == "PP-A2"
    do(state, "set 1 r4 r5 r6 ability")
    assert lies(state) == "b1 b2 b3 r4 r5 r6"
    assert refused(state, "set 1 g4 g5 g6 ability") == "PP-A12"


def test_pp_c7_there_are_seven_plans() -> None:
    """PP-C7: there are seven plans."""
    assert len(own_content().pack.plans.plan) == 7
    met: set[str] = set()
    for seed in range(80):
        met |= {card for card in deal(2, seed, foiled_plans=True).dump()["deck"] if "-" in card or card.isalpha()}
    assert met - {"key"} == {"rummage", "back-door", "caring", "torch", "muddy", "early", "gate"}


def test_pp_c8_markers_go_round_the_track() -> None:
    """PP-C8: FAQ: continue round the track until you win or lose; continue past the win space."""
    state = at("act", "r4 r5 r6 b1", "b2", panda=79, keeper=45)
    do(state, "set 1 r4 r5 r6")
    assert markers(state) == (82, 46)
    assert state.outcome() is None


@pytest.mark.parametrize(
    ("level", "win", "limit", "begin", "plans"),
    [("intro", 29, 6, 8, 2), ("normal", 35, 6, 8, 2), ("hard", 35, 5, 7, 3)],
)
def test_pp_s1_levels(level: str, win: int, limit: int, begin: int, plans: int) -> None:
    """PP-S1: what the three levels change."""
    state = deal(2, level=level, foiled_plans=True)
    seen = state.view(None)
    assert (seen.win, seen.limit, seen.panda, seen.keeper, seen.plans) == (win, limit, begin, 0, plans)
    assert deal(2, level=level).view(None).plans == 0


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_pp_s2_the_deck_depends_on_the_players(seats: int) -> None:
    """PP-S2: the deck depends on the players."""
    cards = everything(deal(seats))
    assert cards.pop("key") == KEYS[seats]
    assert {int(card[1]) for card in cards} == set(range(1, TOP[seats] + 1))
    assert len(cards) == 5 * TOP[seats]


def test_pp_s3_pandas_are_chosen_first_no_two_the_same_then_cards_are_dealt() -> None:
    """PP-S3: pandas are chosen first, no two the same, then cards are dealt."""
    state = game.start(3, seed=4)
    assert state.view(0).players[0].cards == 0
    assert listed(state) == [f"choose {panda}" for panda in ("sharing", "greedy", "sneaky", "charming", "crafty")]
    do(state, "choose crafty")
    assert refused(state, "choose crafty") == "PP-S3"
    do(state, "choose sharing", "choose sneaky")
    assert [player.panda for player in state.view(None).players] == ["crafty", "sharing", "sneaky"]
    assert [player.cards for player in state.view(None).players] == [6, 6, 6]
    assert len(state.view(None).hideout) == 3
    assert refused(state, "choose greedy") == "PP-S3"


def test_pp_s3_whoever_says_so_first_starts() -> None:
    state = deal(3)
    assert state.actors() == [0]
    assert state.view(0).players[0].hand is not None  # looking at one's hand first
    do(state, "decline")
    assert state.actors() == [1]
    do(state, "start")
    assert (state.view(None).step, state.view(None).turn) == ("refresh", 1)
    assert refused(state, "start") == "PP-S3"


def test_pp_s3_if_all_others_decline_the_last_one_starts() -> None:
    state = deal(4)
    do(state, "decline", "decline", "decline")
    assert (state.view(None).step, state.view(None).turn) == ("refresh", 3)


@pytest.mark.parametrize(("level", "begin"), [("intro", 7), ("normal", 7), ("hard", 6)])
def test_pp_s4_alone(level: str, begin: int) -> None:
    """PP-S4: what a player alone starts with."""
    seen = deal(1, level=level).view(0)
    assert seen.panda == begin
    assert len(seen.secret) == 3
    assert (seen.suspicion, seen.timer, seen.step) == (0, 0, "refresh")


@pytest.mark.parametrize(
    ("seats", "unseen", "thin"), [(1, False, 13), (2, False, 13), (3, False, 14), (4, False, 16), (2, True, 12)]
)
def test_pp_s5_plans_are_in_the_lower_two_thirds(seats: int, unseen: bool, thin: int) -> None:
    dealt = 6 * seats + (6 if seats == 1 else 3)
    lowest = set()
    for seed in range(120):
        state = game.start(seats, {"foiled_plans": True, "unseen_cards": unseen}, seed)
        log = do(state, *[f"choose {panda}" for panda in ("sharing", "greedy", "sneaky", "crafty")[:seats]])
        paper = state.dump()
        plans = [place for place, card in enumerate(paper["deck"]) if card not in {"key"} and not card[1].isdigit()]
        assert len(plans) == 2
        if "met-plan" not in tags(log):
            lowest.add(plans[0])
            assert dealt + plans[0] >= thin
        else:
            assert dealt > thin
            assert paper["plans_met"]
    assert min(lowest) == max(0, thin - dealt)


def test_pp_s5_a_plan_met_at_set_up_is_replaced_and_shuffled_back() -> None:
    """PP-S5: FAQ: What happens if I draw a Foiled Plans card during setup?"""
    found = 0
    for seed in range(60):
        state = game.start(4, {"foiled_plans": True}, seed)
        log = do(state, "choose sharing", "choose greedy", "choose sneaky", "choose crafty")
        met = [event.plan for event in log if tags([event]) == ["met-plan"]]
        paper = state.dump()
        assert [len(cards) for cards in paper["hands"]] == [6, 6, 6, 6]
        assert paper["plans_met"] == sorted(
            met, key=["rummage", "back-door", "caring", "torch", "muddy", "early", "gate"].index
        )
        assert all(plan in paper["deck"] for plan in met)
        found += bool(met)
    assert found > 5


def test_pp_s6_three_cards_leave_unseen() -> None:
    """PP-S6: three cards leave unseen."""
    state = deal(2, unseen_cards=True)
    assert len(state.dump()["away"]) == 3
    assert state.view(0).away == 3
    assert sum(everything(state).values()) == 38


def test_pp_s6_limit_five() -> None:
    state = at("act", "b5 g5 y5 b1", "b2", areas=[area("r1 r2 r3 r4 r5"), area("")], options={"low_limit": True})
    do(state, "reuse 1 b5 g5")
    assert markers(state)[1] == 3
    assert deal(2, low_limit=True, level="intro").view(0).limit == 5


def test_pp_s6_quiet_trades_cost_nothing_below_the_limit_but_keys_do() -> None:
    options = {"quiet_trades": True}
    state = at("act", "r4 r5 r6 r7 key b1", "b2", options=options)
    do(state, "set 1 r4 r5 r6", "extend 1 r7")
    assert markers(state) == (12, 0)
    state = at("act", "r4 r5 key b1", "b2", options=options)
    do(state, "set 1 r4 r5 key")
    assert markers(state) == (10, 2)
    state = at("act", "r7 b1", "b2", options=options, areas=[area("r1 r2 r3 r4 r5 r6"), area("")])
    do(state, "extend 1 r7")
    assert markers(state)[1] == 3


def test_pp_s6_light_pick_up() -> None:
    state = at("refresh", "r4 r5 b1", "b2", hideout="g1 r6 g3", options={"light_pick_up": True})
    do(state, "pick 2")
    assert markers(state)[1] == 3


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("level", ["intro", "normal", "hard"])
def test_pp_s6_everything_combines_with_every_level(seats: int, level: str) -> None:
    every: dict[str, Any] = {option.name: option.choices[-1] for option in game.meta.options}
    state = game.start(seats, {**every, "level": level}, 3)
    while actors := state.actors():
        state.play(actors[0], state.legal(actors[0])[-1])
    assert state.outcome() is not None


# Content packs


def own_pack() -> dict[str, Any]:
    import tomllib

    folder = game.folder / "content"
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*.toml")}


def test_pp_c2_a_pack_may_change_the_points() -> None:
    pack = own_pack()
    pack["loot"]["points"]["two"] = ["r4"]
    state = game.start(2, content=pack, seed=1)
    assert state.dump()["content"] == pack
    content = read_content(pack)
    assert content.twos == 1 << 3


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda pack: pack["loot"]["points"]["two"].append("r1"), "points"),
        (lambda pack: pack["loot"]["points"]["two"].append("x1"), "points"),
        (lambda pack: pack["loot"]["suit"].pop(), "suit"),
        (lambda pack: pack["people"]["meerkat"].pop(), "meerkat"),
        (lambda pack: pack["people"]["meerkat"][0]["likes"].append("g"), "Nenal"),
        (lambda pack: pack["people"]["meerkat"][0].update(likes=["r", "r", "g"]), "Nenal"),
        (lambda pack: pack["people"]["meerkat"][0].update(likes=["r", "x", "g"]), "Nenal"),
        (lambda pack: pack["people"]["meerkat"][0].update(name="Aria"), "meerkat"),
        (lambda pack: pack["plans"]["plan"].reverse(), "plan"),
        (lambda pack: pack["plans"]["level"][0].update(limit=2), "level"),
        (lambda pack: pack.pop("plans"), "plans"),
    ],
)
def test_a_pack_with_a_mistake_is_refused_with_its_place(change: Any, place: str) -> None:
    pack = own_pack()
    change(pack)
    with pytest.raises(pandarium.BadContent, match=place):
        game.setup(2, content=pack)


@pytest.mark.parametrize(
    ("seats", "idle"),
    [
        (1, {"talk", "timer", "last_check"}),
        (2, {"solo_suspicion", "solo_final_stash"}),
        (3, {"solo_suspicion", "solo_final_stash"}),
        (4, {"solo_suspicion", "solo_final_stash", "ghost_keys"}),
    ],
)
def test_options_that_do_nothing_with_so_many_players_are_not_offered(seats: int, idle: set[str]) -> None:
    """PP-V1, PP-3: alone. PP-E7, PP-X1: with others. PP-A9: where numbers left the deck. Chosen, they are ignored."""
    assert {option.name for option in game.meta.options if not option.applies(seats)} == idle
    others = {option.name: option.choices[-1] for option in game.meta.options}
    defaults = {option.name: option.default for option in game.meta.options if option.name in idle}
    assert game.start(seats, others, 1).setup.options == {**others, **defaults}
