"""Pilfering Pandas with the real box: the engine is told what people do, never which cards, and moves the markers."""

from __future__ import annotations

from typing import Any

import pytest

import pandarium
from pandarium.companion import EveningEntries, EveningShown, follow
from pandarium.companion import fold as fold_entries
from pandarium.games.pilfering.companion.page import (
    AskAction,
    AskCard,
    AskCheck,
    AskHands,
    AskPanda,
    AskRefresh,
    AskStart,
    PilferingPage,
)
from pandarium.games.pilfering.engine import events as raw
from pandarium.games.pilfering.engine.cards import size
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.view import events as seen
from pandarium.games.pilfering.view.books import books

from .table import game
from .told import NAMES, RealTable, whole_game

# against the engine's own games


def known(state: Pilfering) -> dict[str, Any]:
    """What a companion can know of a position."""
    fields = ("panda", "keeper", "suspect", "suspicion", "quarters", "timekeeper", "late", "out", "spent", "result")
    fields += ("dropped", "early", "early_seat", "gate", "gate_seat", "watched", "plans_left", "left", "gone", "turn")
    counts = [int(size(hand)) for hand in state.hands], len(state.hideout), int(size(state.secret))
    return {
        **{field: int(getattr(state, field)) for field in fields},
        "counts": counts,
        "areas": [len(state.area(which).cards) for which in (0, 1)],
        "duty": state.duty >= 0,
        "roles": list(state.roles),
        "turns": int(state.turns),
    }


TOLD = {raw.PANDA_MOVED, raw.KEEPER_MOVED, raw.SUSPICION, raw.TIMER, raw.WENT_OUT, raw.ABILITY_USED, raw.WATCHED}
TOLD |= {raw.PLAN, raw.NO_EFFECT, raw.TURN, raw.ENDED, raw.DISCARDED, raw.PLAYED_ON, raw.LIMIT_REACHED, raw.DUTY_DONE}
TOLD |= {raw.STASHED, raw.TOPPED_UP, raw.SECRET_MOVED, raw.SECRET_FILLED, raw.PICKED, raw.DREW}
TOLD |= {raw.WASHED_AWAY, raw.PLACED, raw.RUMMAGED, raw.DOOR_CLOSED, raw.EXCHANGED, raw.OFFERED}


def follow_a_game(seats: int, seed: int, **options: Any) -> set[str]:
    """Play a game by the engine and tell the companion of it; how it ended, and which kinds of events there were."""
    table = RealTable(seats, seed, **options)
    happened: list[Any] = []
    while table.state.actors():
        table.play()
        dealt = any(event[0] == raw.DEALT for event in table.log)  # which need not be told
        tell = TOLD - {raw.TOPPED_UP, raw.SECRET_FILLED} if dealt else TOLD
        happened += [seen.redact_cards(event) for event in table.log if event[0] in tell]
        if table.is_between:
            continue
        where = f"{seats} players, seed {seed}, {options}, after {table.entries[-1:]}"
        assert known(table.evening._table.state) == known(table.state), where
        assert table.page().books == books(table.state), where
    # Every step of both markers with its reason, suspicion, Timer, turns: event for event what the engine says.
    alike = {type(event) for event in happened}
    assert [event for event in table.told if type(event) in alike] == happened
    assert table.evening.outcome() == table.state.outcome()
    assert table.evening.prompt() is None
    assert table.page().ask is None
    ended = table.told[-1]
    assert isinstance(ended, seen.Ended)
    return {type(event).__name__ for event in table.told} | {ended.how}


OPTIONS: list[dict[str, Any]] = [
    {},
    {"level": "intro"},
    {"level": "hard", "foiled_plans": True},
    {"level": "intro", "foiled_plans": True, "quiet_trades": True, "light_pick_up": True},
    {"foiled_plans": True, "unseen_cards": True, "low_limit": True},
    {"level": "intro", "low_limit": True, "quiet_trades": True, "foiled_plans": True},
]
OF_SEVERAL: list[dict[str, Any]] = [{}, {"timer": 3}, {"timer": 3, "last_check": True}, {"last_check": True}]
ALONE: list[dict[str, Any]] = [{}, {"solo_suspicion": True}, {"solo_final_stash": "ignore"}, {"ghost_keys": False}]
EVERYTHING = {"MovedPanda", "MovedKeeper", "Suspicion", "TimerTurned", "WentOut", "UsedAbility", "AreaWatched"}
EVERYTHING |= {"FoiledPlan", "DiscardedKey", "ReachedLimit", "PlayedOn", "DutyDone", "escaped", "caught"}


def options_of(seats: int, number: int) -> dict[str, Any]:
    some = OPTIONS[number % len(OPTIONS)]
    return {**some, **(ALONE if seats == 1 else OF_SEVERAL)[number // 2 % 4]}


def test_whole_games_are_what_the_engine_says_they_are() -> None:
    kinds = set[str]()
    for seats in (1, 2, 3, 4):
        for number in range(6):
            kinds |= follow_a_game(seats, 10 * seats + number, **options_of(seats, number))
    assert kinds >= EVERYTHING, EVERYTHING - kinds


@pytest.mark.many
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_many_whole_games_are_what_the_engine_says_they_are(seats: int) -> None:
    for seed in range(48):
        follow_a_game(seats, 1000 + seed, **options_of(seats, seed))


# what follows from what is entered


PANDAS = ["A choose sharing", "B choose charming", "A start"]
SOLO = ["A choose crafty"]


def fold(*entries: str, seats: int = 2, typing: str = "", **options: Any) -> EveningShown:
    told = EveningEntries(names=list(NAMES[:seats]), options=options, entries=list(entries), typing=typing)
    return fold_entries(game, told)


def page(*entries: str, **more: Any) -> PilferingPage:
    shown = fold(*entries, **more)
    assert shown.fault is None, shown.fault
    assert isinstance(shown.page, PilferingPage)
    return shown.page


def fault(*entries: str, **more: Any) -> str:
    """Why the last of these entries does not fit; those before it do."""
    found = fold(*entries, **more).fault
    assert found is not None
    assert found.index == len(entries) - 1, found
    return f"{found.reason} ({found.rule})" if found.rule else found.reason


def moved(*entries: str, **more: Any) -> list[tuple[str, int, str]]:
    """What the last entry does to the markers: which, by how much, by which rule."""
    shown = fold(*entries, **more)
    assert shown.fault is None, shown.fault
    found = [event for event in shown.entered[-1].events if isinstance(event, (seen.MovedPanda, seen.MovedKeeper))]
    return [("panda" if isinstance(one, seen.MovedPanda) else "keeper", one.by, one.rule) for one in found]


def test_pp_s1_pp_s4_markers_start_where_the_level_says() -> None:
    assert [(page(level=level).books.panda, page(level=level).books.win) for level in ("intro", "normal", "hard")] == [
        (8, 29),
        (8, 35),
        (7, 35),
    ]
    assert page(seats=1, level="hard").books.panda == 6


def test_pp_s3_pandas_are_chosen_and_then_who_starts() -> None:
    assert page("A choose greedy").ask == AskPanda(1, ["sharing", "sneaky", "charming", "crafty"])
    assert page("A choose greedy", "B choose sneaky").ask == AskStart()
    assert page(*PANDAS[:2], "B start").books.turn == 1
    assert isinstance(page(*SOLO, seats=1).ask, AskRefresh)
    shown = page(*PANDAS).books
    assert ([player.cards for player in shown.players], shown.hideout, shown.deck) == ([6, 6], 3, 38 - 15)


def test_pp_a6_pp_a7_a_trade_moves_panda_then_keeper_each_with_its_rule() -> None:
    at_limit = [*PANDAS, "A draw", "A set 1 6 cards 7 points"]
    assert moved(*at_limit) == [("panda", 7, "PP-A2"), ("keeper", 1, "PP-A6")]
    assert page(*at_limit).books.areas[0].dear
    more = [*at_limit, "A stash", "B draw"]
    dear = [("panda", 3, "PP-A2"), ("panda", 1, "PP-A5"), ("keeper", 3, "PP-A6"), ("keeper", 2, "PP-A7")]
    assert moved(*more, "B set 1 4 cards 1 key bonus") == dear
    assert moved(*more, "B set 1 4 cards 1 key bonus ability")[2:] == [("keeper", 1, "PP-A6"), ("keeper", 2, "PP-A7")]
    assert moved(*more, "B extend 1 1 key") == [("keeper", 3, "PP-A6"), ("keeper", 2, "PP-A7")]


def test_pp_a3_a_re_used_card_counts_in_points_and_keys_but_stays_where_it_is() -> None:
    entries = [*PANDAS, "A draw", "A set 2 3 cards", "A reuse 2 2 cards 2 points 1 key"]
    assert moved(*entries) == [("panda", 2, "PP-A2"), ("keeper", 1, "PP-A6"), ("keeper", 2, "PP-A7")]
    assert page(*entries).books.areas[1].cards == 5
    assert page(*entries).books.players[0].cards == 2


def test_pp_a15_the_worked_example() -> None:
    """A run 4-5-6-7-8 as two sets that share the 6, below and above the limit; and as one."""
    two = [*PANDAS, "A draw", "A set 1 3 cards", "A reuse 1 2 cards"]
    assert [moved(*two[:-1]), moved(*two)] == [[("panda", 3, "PP-A2"), ("keeper", 1, "PP-A6")]] * 2
    assert moved(*PANDAS, "A draw", "A set 1 5 cards") == [("panda", 5, "PP-A2"), ("keeper", 1, "PP-A6")]


def test_pp_s6_quiet_trades_and_light_pick_ups_are_cheaper() -> None:
    assert moved(*PANDAS, "A draw", "A set 1", quiet_trades=True) == [("panda", 3, "PP-A2")]
    assert moved(*PANDAS, "A pick 2", light_pick_up=True) == [("keeper", 3, "PP-T4")]


def test_pp_t4_pp_t6_suspicion_costs_who_has_it_and_goes_to_who_takes_next() -> None:
    def turn(letter: str, cards: int = 2) -> list[str]:
        return [f"{letter} pick {cards}", f"{letter} set 1 3 cards picked", f"{letter} stash"]

    # Ann and Ben pick up by turns: nobody pays more; when Ann does it again after herself, she does.
    first = [*PANDAS, *turn("A"), *turn("B")]
    assert moved(*first, "A pick 2") == [("keeper", 4, "PP-T4")]
    again = [*PANDAS, *turn("A"), "B draw", "B stash"]
    assert page(*again).books.suspect == 0
    assert page(*again).books.pick_up == [6, 4]
    assert moved(*again, "A pick 2") == [("keeper", 4, "PP-T4"), ("keeper", 2, "PP-T6")]
    ask = page(*again).ask
    assert isinstance(ask, AskRefresh)
    assert [(one.way, one.least, one.most, one.cost) for one in ask.several] == [("plain", 2, 4, 6)]


def test_pp_c6_sneaky_halves_and_greedy_pays_nothing() -> None:
    pandas = ["A choose sneaky", "B choose greedy"]
    assert moved(*pandas, "A start", "A pick 3 sneaky") == [("keeper", 2, "PP-T4")]
    assert moved(*pandas, "B start", "B pick 2 greedy") == []
    assert fault(*pandas, "B start", "B pick 3 greedy") == "your panda has no such ability (PP-C6)"
    ask = page(*pandas, "B start").ask
    assert isinstance(ask, AskRefresh)
    assert [(one.way, one.cost) for one in ask.several] == [("plain", 4), ("greedy", 0)]


def test_pp_t5_the_turn_does_not_end_before_the_card_is_played() -> None:
    entries = [*PANDAS, "A pick 2", "A set 1 3 cards"]
    assert "first play the card that was picked up from" in fault(*entries, "A stash")
    assert page(*entries, "A swap 1 picked", "A stash").books.turn == 1
    assert page(*entries[:-1], "A discard picked", "A stash").books.turn == 1
    assert "first play the card" in fault(*entries[:-1], "A discard", "A stash")


def test_pp_t3_without_a_stash_only_when_nothing_else_is_left() -> None:
    entries = [*PANDAS, "A pick 1", "A set 1 3 cards"]
    assert "unless all that is left" in fault(*entries, "A keep")
    one_left = [*entries, "A set 2 3 cards"]
    ask = page(*one_left).ask
    assert isinstance(ask, AskAction)
    assert (ask.stash, ask.keep) == (True, True)
    assert page(*one_left, "A keep").books.players[0].cards == 1
    assert page(*one_left, "A stash").books.players[0].out


def test_pp_e6_pp_e7_who_is_out_takes_the_timer_and_it_turns() -> None:
    entries = [*PANDAS, "A draw", "A set 1 4 cards", "A set 2 3 cards", "B draw", "B stash"]
    shown = page(*entries)
    assert (shown.books.timekeeper, shown.books.timer, shown.books.suspicion) == (0, 1, 0)
    assert shown.books.turn == 1
    rounds = ["B draw", "B stash"] * 3
    ended = fold(*entries, *rounds, level="intro")
    assert ended.fault is None
    assert ended.outcome is not None
    assert (ended.outcome.winners, ended.outcome.reason) == ((), "the Timer ran out (PP-E7)")
    earlier = fold(*entries, *rounds[:4], timer=3)
    assert earlier.outcome is not None


def test_pp_e2_caught_is_told_at_once_and_nothing_more_can_be_entered() -> None:
    entries = [*PANDAS, "keeper +3", "A pick 3", "A discard", "keeper +3"]
    shown = fold(*entries)
    assert shown.outcome is not None
    assert shown.outcome.reason == "caught by the keeper (PP-E2)"
    told = ["Keeper +3 to 8 as a card says (PP-C7)", "The keeper has caught the pandas. (PP-E2)"]
    assert shown.entered[-1].text == told
    assert fault(*entries, "A stash") == "the game is over (PP-E9)"


def test_pp_e5_the_final_check_counts_what_everybody_holds() -> None:
    entries = [*PANDAS, "panda +20", "A draw", "A set 1 4 cards", "A set 2 3 cards"]
    ask = page(*entries, level="intro").ask
    assert ask == AskCheck(0, 6, 6, 6 + 6)
    run = [*entries, "A escape"]
    hands = page(*run, level="intro").ask
    assert isinstance(hands, AskHands)
    assert [(hand.seat, hand.cards, hand.cost) for hand in hands.hands] == [(1, 6, None)]
    assert fault(*run, "A holds 1 points", level="intro") == "there is nothing to count there (PP-E5)"
    assert fault(*run, "B holds 12 points", level="intro") == "6 Loot cards have 6 to 11 points (PP-C1)"
    won = fold(*run, "B holds 6 points 1 key", level="intro")
    assert won.entered[-1].text[:2] == [
        "The pandas run, and drop food worth 8",
        "Keeper +8 to 11 for what was dropped (PP-E5)",
    ]
    assert won.outcome is not None
    assert (won.outcome.winners, won.outcome.scores[0]) == ((0, 1), 35 - 11)
    assert page(*run, "B holds 6 points 1 key", level="intro").books.dropped == 8


def test_pp_3_alone_the_secret_stash_counts_unless_the_level_says_otherwise() -> None:
    entries = [*SOLO, "panda +20", "panda +5", "A draw", "A set 1 4 cards", "A set 2 3 cards"]
    hands = page(*entries, seats=1).ask
    assert isinstance(hands, AskHands)
    assert [(hand.seat, hand.cards) for hand in hands.hands] == [(None, 3)]
    assert fold(*entries, "secret 3 points", seats=1).outcome is not None
    assert fold(*entries, seats=1, level="intro").outcome is not None


def test_pp_a14_alone_two_cards_stay_in_hand() -> None:
    entries = [*SOLO, "A draw", "A set 1 3 cards"]
    assert (
        fault(*entries, "A set 2 3 cards", seats=1)
        == "alone you keep 2 cards, unless you get away with it now (PP-A14)"
    )


def test_pp_f1_where_a_plan_may_come_it_is_asked_for_and_only_there() -> None:
    entries = [*PANDAS, "A draw"]
    assert isinstance(page(*entries).ask, AskAction)
    ask = page(*entries, foiled_plans=True).ask
    assert isinstance(ask, AskCard)
    assert (ask.why, ask.loot, len(ask.plans)) == ("hand", True, 7)
    assert isinstance(page(*entries, "loot", foiled_plans=True).ask, AskAction)
    torch = [*entries, "plan torch"]
    assert moved(*torch, foiled_plans=True) == [("keeper", 2, "PP-F5")]
    assert isinstance(page(*torch, foiled_plans=True).ask, AskCard)
    assert fault(*torch, "plan torch", foiled_plans=True) == "that plan has come up already (PP-F1)"
    both = [*torch, "plan early"]
    assert page(*both, foiled_plans=True).books.areas[0].charge == 3
    assert isinstance(page(*both, foiled_plans=True).ask, AskAction)


def test_pp_f2_pp_f3_rummage_and_back_door() -> None:
    rummage = [*PANDAS, "A draw", "plan rummage", "A place 2"]
    assert page(*rummage, foiled_plans=True).books.areas[1].cards == 1
    door = [*rummage, "plan back-door"]
    ask = page(*door, foiled_plans=True).ask
    assert isinstance(ask, AskAction)
    assert ask.door
    assert [[way.how for way in ways] for ways in ask.ways] == [[], ["left"]]
    assert moved(*door, "A left 2 3 cards bonus", foiled_plans=True)[1] == ("panda", 1, "PP-A5")
    assert page(*door, "A pass", foiled_plans=True).books.players[0].cards == 7


def test_pp_f5_behind_a_locked_gate_no_key_is_played() -> None:
    entries = [*PANDAS, "A draw", "plan gate", "loot"]
    assert fault(*entries, "A set 1 3 cards 1 key", foiled_plans=True).endswith("(PP-F5)")
    assert fault(*entries, "A discard", foiled_plans=True).endswith("(PP-F5)")
    shown = fold(*entries, "A set 1 3 cards", "A reuse 1 2 cards 1 key", foiled_plans=True)
    assert shown.fault is None  # the end card may be the Key


def test_pp_v1_alone_suspicion_stays_where_the_card_was_played() -> None:
    entries = [*SOLO, "A pick 2", "A set 2 3 cards picked"]
    assert page(*entries, seats=1, solo_suspicion=True).books.areas[1].watched
    more = [*entries, "A stash", "A pick 1", "A set 2 3 cards"]
    assert moved(*more, seats=1, solo_suspicion=True)[0] == ("keeper", 2, "PP-T6")


def test_cards_of_ones_own_box_are_moved_by_hand() -> None:
    entries = ["A choose other", "B choose other", "A start", "A draw", "plan other", "loot", "A ability", "panda -1"]
    shown = page(*entries, foiled_plans=True)
    assert (shown.books.panda, shown.books.plans) == (7, 1)
    assert [player.ability for player in shown.books.players] == [False, True]
    assert fault(*entries, "A ability", foiled_plans=True) == "your panda has no such ability (PP-C6)"


def test_sharing_costs_no_card_and_is_used_up() -> None:
    entries = [*PANDAS, "A draw", "A share B"]
    assert [player.cards for player in page(*entries).books.players] == [7, 6]
    assert fault(*entries, "A share B") == "your panda's ability is used up (PP-A12)"
    taken = [*PANDAS, "A pick 1", "A set 1 3 cards", "A set 2 3 cards"]
    assert fault(*taken, "A share B").endswith("cannot be given away this turn (PP-T3)")


def test_what_is_being_entered_is_told_before_it_is_entered() -> None:
    typed = page(*PANDAS, "A draw", typing="A set 1 4 cards 5 points").typed
    assert typed is not None
    assert [(move.by, move.to, move.rule) for move in typed.moves] == [(5, 13, "PP-A2"), (1, 1, "PP-A6")]
    wrong = page(*PANDAS, "A draw", typing="A set 1 9 cards").typed
    assert wrong is not None
    assert (wrong.reason, wrong.rule) == ("you do not have these cards", "PP-A1")
    assert page(*PANDAS, "A draw").books == page(*PANDAS, "A draw", typing="A set 1").books


# what does not fit


ALLOWED = "cannot read the move"


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        (["hello"], ALLOWED),
        (["C choose greedy"], ALLOWED),
        ([""], ALLOWED),
        (["A choose brave"], ALLOWED),
        (["A choose greedy", "B choose greedy"], "another player has chosen that panda (PP-S3)"),
        (["A draw"], "this comes first: Ann chooses a panda"),
        (["keeper +2"], "this comes first: Ann chooses a panda"),
        ([*PANDAS, "B draw"], "it is the turn of Ann (PP-T1)"),
        ([*PANDAS, "B start"], "this comes first: Ann refreshes"),
        ([*PANDAS, "loot"], "this comes first: Ann refreshes"),
        ([*PANDAS, "A holds 3 points"], "this comes first: Ann refreshes"),
        ([*PANDAS, "A set 1"], "this comes first: Ann refreshes"),
        ([*PANDAS, "A pick 4"], "there are not so many cards in the Hideout (PP-T2)"),
        ([*PANDAS, "A pick two"], ALLOWED),
        ([*PANDAS, "keeper +99"], ALLOWED),
        ([*PANDAS, "keeper fast"], ALLOWED),
        ([*PANDAS, "A draw", "A set 3"], ALLOWED),
        ([*PANDAS, "A draw", "A set 1 3 apples"], ALLOWED),
        ([*PANDAS, "A draw", "A set 1 12 cards"], "cannot read the move 'A set 1 12 cards'; no set has more than 9"),
        ([*PANDAS, "A draw", "A set 1 2 cards"], "a set has 3 cards or more (PP-A1)"),
        ([*PANDAS, "A draw", "A reuse 1 2 cards"], "nothing lies in that area yet (PP-A3)"),
        ([*PANDAS, "A draw", "A swap 1"], "nothing lies in that area yet (PP-A3)"),
        ([*PANDAS, "A draw", "A set 1 3 cards 3 keys"], "there can be 2 Keys at most (PP-A8)"),
        ([*PANDAS, "A draw", "A set 1 3 cards 5 points"], "3 Loot cards have 3 to 4 points (PP-C1)"),
        ([*PANDAS, "A draw", "A set 1 6 cards bonus"], "the bonus is for a number set of up to 5 cards"),
        ([*PANDAS, "A draw", "A set 1 3 cards ability"], "your panda has no such ability (PP-C6)"),
        ([*PANDAS, "A draw", "A set 1", "A extend 1 2 cards"], "an extension is one card"),
        ([*PANDAS, "A draw", "A share C"], ALLOWED),
        ([*PANDAS, "A draw", "A escape"], "this comes first: Ann: 'set 1"),
        ([*PANDAS, "A draw", "A left 1"], "this comes first: Ann: 'set 1"),
    ],
)
def test_an_entry_that_cannot_be_is_told_with_its_rule(entries: list[str], why: str) -> None:
    assert fault(*entries).startswith(why)


def test_a_wrong_entry_changes_nothing() -> None:
    before = fold(*PANDAS, "A draw", "A set 1 3 cards")
    after = fold(*PANDAS, "A draw", "A set 1 3 cards", "A set 1 3 cards 9 points")
    assert (after.page, after.entered) == (before.page, before.entered)


def test_a_corrected_entry_is_followed_by_a_check_of_all_others() -> None:
    entries = [*PANDAS, "A draw", "A set 1 3 cards", "A stash", "B draw", "B extend 1", "B stash"]
    assert page(*entries).books.panda == 8 + 3 + 1
    slip = [*entries[:4], "A set 1 4 cards 5 points", *entries[5:]]
    assert page(*slip).books.panda == 8 + 5 + 1
    assert page(*slip).books.players[0].cards == 2
    # It was in the other area: then Ben could not extend there.
    other = fold(*entries[:4], "A set 2 3 cards", *entries[5:])
    assert other.fault is not None
    assert (other.fault.index, other.fault.rule) == (7, "PP-A3")


def test_every_entry_of_a_game_is_asked_for_by_a_prompt() -> None:
    asked = set[str]()
    for seats, seed in ((1, 3), (2, 7), (3, 2), (3, 5), (4, 1)):
        entries = whole_game(seats, seed, foiled_plans=True, level="intro", quiet_trades=True)
        evening, _, _ = follow(game, EveningEntries(names=list(NAMES[:seats]), options=QUIET))
        assert evening.view() is None
        for entry in entries:
            prompt = evening.prompt()
            assert prompt is not None
            asked.add(prompt.message.code.removeprefix("pilfering.companion.prompt."))
            assert entry.startswith(prompt.begins)
            assert str(prompt.message)
            evening.enter(entry)
        assert evening.prompt() is None
        assert evening.view() is not None
    assert asked >= {"panda", "start", "refresh", "card", "action", "check", "hand"}


QUIET = {"foiled_plans": True, "level": "intro", "quiet_trades": True}


def test_there_are_no_points_by_round_and_no_advice() -> None:
    shown = fold_entries(game, EveningEntries(names=["Ann", "Ben"], entries=PANDAS, advice=True))
    assert (shown.points, shown.advice) == ([[], []], [])


def test_names_and_options_are_checked() -> None:
    with pytest.raises(pandarium.PandariumError, match="takes 1 to 4 players"):
        fold_entries(game, EveningEntries(names=["A", "B", "C", "D", "E"]))
    with pytest.raises(pandarium.PandariumError, match="no Pilfering Pandas option called"):
        fold(levle="hard")
