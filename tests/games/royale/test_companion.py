"""Panda Royale with real dice: the engine is told what was rolled, and keeps the books as it always does."""

from __future__ import annotations

from typing import Any

import pytest

import pandarium
from pandarium.companion import Entered, EveningShown, follow
from pandarium.companion import EveningEntries as Told
from pandarium.companion import fold as fold_entries
from pandarium.core.rng import Rng
from pandarium.games.royale import view as seen
from pandarium.games.royale.companion import AskChoice, AskPool, AskRoll, RoyalePage
from pandarium.kit.companion import SEAT_LETTERS, NotTold, ToldChance

from .table import game

NAMES = ("Ann", "Ben", "Cem", "Dea", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon")
ROUND_1 = ["A roll 3", "B roll 5"]


def fold(*entries: str, seats: int = 2, typing: str = "", advice: bool = False, **options: bool) -> EveningShown:
    names = list(NAMES[:seats])
    told = Told(names=names, options=dict(options), entries=list(entries), typing=typing, advice=advice)
    return fold_entries(game, told)


def page(shown: EveningShown) -> RoyalePage:
    assert shown.fault is None, shown.fault
    assert isinstance(shown.page, RoyalePage)
    return shown.page


def fault(*entries: str, **more: Any) -> str:
    """Why the last of these entries does not fit; those before it do."""
    found = fold(*entries, **more).fault
    assert found is not None
    assert found.index == len(entries) - 1
    return f"{found.reason} ({found.rule})" if found.rule else found.reason


# what is asked for


def test_pr_s1_everybody_begins_with_a_yellow_die() -> None:
    ask = page(fold(seats=3)).ask
    assert isinstance(ask, AskRoll)
    assert (ask.round, ask.again) == (1, 0)
    assert [[die.code for die in roll.dice] for roll in ask.players] == [["y6"]] * 3


def test_pr_c2_the_keypad_has_the_faces_of_each_die() -> None:
    ask = page(fold(*ROUND_1, "pool r8 b8 c6", "B take r8", "A take b8")).ask
    assert isinstance(ask, AskRoll)
    assert [(die.code, die.faces) for die in ask.players[1].dice][1] == ("r8", [-1, -2, -3, -4, 5, 6, 7, 8])


def test_rolls_are_entered_in_any_order() -> None:
    first, second = fold("A roll 3", "B roll 5"), fold("B roll 5", "A roll 3")
    assert first.points == second.points == [[3], [5]]


def test_pr_2_the_token_is_told_as_soon_as_all_rolls_are_there() -> None:
    assert page(fold("A roll 3")).view.panda == -1
    shown = page(fold(*ROUND_1))
    assert (shown.view.panda, shown.order) == (1, [1, 0])
    assert shown.ask == AskPool(3)


def test_pr_3_a_tie_asks_for_yellow_again_and_only_for_yellow() -> None:
    before = [*ROUND_1, "pool r6 b8 c6", "B take r6", "A take b8"]
    tie = [*before, "A roll 4 8 9", "B roll 4 -3"]
    ask = page(fold(*tie)).ask
    assert isinstance(ask, AskRoll)
    assert (ask.round, ask.again) == (2, 1)
    assert [[die.code for die in roll.dice] for roll in ask.players] == [["y6"], ["y6"]]
    again = page(fold(*tie, "A roll 2", "B roll 2")).ask
    assert isinstance(again, AskRoll)
    assert again.again == 2
    after = fold(*tie, "A roll 2", "B roll 2", "A roll 1", "B roll 6")
    assert page(after).view.panda == 1
    assert after.points == [[3, 1 + 8 + 9], [5, 6 - 3]]
    first_roll = fold(*tie, "A roll 2", "B roll 2", "A roll 1", "B roll 6", first_roll=True)
    assert first_roll.points == [[3, 4 + 8 + 9], [5, 4 - 3]]


def test_pr_3_who_has_no_yellow_is_not_asked_to_roll_it_again() -> None:
    entries = ["A roll 1", "B roll 6", "C roll 5", "pool c6 b6 b8 g20", "B take c6", "C take b6", "A take b8"]
    entries += ["A roll 6 1 1", "B roll 2 1", "C roll 1 1", "B trade A y6", "pool b6 b8 b12 g20"]
    entries += ["A take b6", "B take b8", "C take b12"]
    ask = page(fold(*entries, seats=3)).ask
    assert isinstance(ask, AskRoll)
    dice = [[die.code for die in roll.dice] for roll in ask.players]
    assert dice == [["b6", "b8", "c6"], ["y6", "y6", "b8"], ["y6", "b6", "b12", "k12"]]
    tie = [*entries, "A roll 1 1 1", "B roll 1 2 1", "C roll 3 1 1 1"]
    assert page(fold(*tie, seats=3)).ask.again == 1  # type: ignore[union-attr]
    assert fault(*tie, "A roll 3", seats=3) == "Ann has no yellow dice to roll again (PR-3)"
    assert page(fold(*tie, "B roll 1 1", "C roll 6", seats=3)).view.panda == 2


def test_pr_4_to_pr_8_scores_are_the_engines() -> None:
    typed = page(fold(*ROUND_1, "pool r6 b8 c6", "B take r6", "A take b8", typing="A 2 7")).typed
    assert typed is not None
    assert (typed.line.colours, typed.line.total) == ((2, 0, 7, 0, 0, 0, 0), 9)
    black = page(fold(*ROUND_1, "pool r6 b8 c6", "B take r6", "A take b8", typing="B - 3")).typed
    assert black is not None
    assert [None if die is None else die.value for die in black.shown] == [None, -3]
    assert black.line.total == -3


def test_what_is_being_typed_is_told_to_be_wrong_at_once() -> None:
    wrong = page(fold(typing="A 7")).typed
    assert wrong is not None
    assert str(wrong.fault) == "a yellow d6 does not show 7"
    many = page(fold(typing="A 3 4")).typed
    assert many is not None
    assert str(many.fault) == "there is one die to roll"
    assert page(fold(typing="Z 3")).typed is None
    assert page(fold(*ROUND_1, typing="A 3")).typed is None


def test_pr_9_who_gets_pity_dice_is_told() -> None:
    shown = page(fold("A roll 3", "B roll 5", "C roll 2", "D roll 1", seats=4))
    assert shown.pity == [2, 3]
    ask = page(fold("A roll 3", "B roll 5")).view
    assert "k12" in ask.players[0].dice


def test_pr_10_who_may_trade_with_whom_for_what() -> None:
    entries = [*ROUND_1, "pool c6 g20 b6", "B take c6", "A take g20", "A roll 6 20 2", "B roll 1 1"]
    ask = page(fold(*entries)).ask
    assert isinstance(ask, AskChoice)
    assert (ask.step, ask.seat) == ("trade", 1)
    assert [offer.entry for offer in ask.offers] == ["B pass", "B trade A y6", "B trade A g20"]
    assert fault(*entries, "B trade A k12") == "pink dice cannot be taken in a trade (PR-10)"
    assert page(fold(*entries, "B trade A g20")).view.players[1].dice == ["y6", "g20", "k12"]


def test_pr_10_in_which_order_trades_go() -> None:
    entries = ["A roll 1", "B roll 6", "C roll 2", "D roll 3", "pool c6 c6 c6 b8 g20"]
    entries += ["B take c6", "C take c6", "D take b8", "A take c6"]
    entries += ["A roll 1 1 1", "B roll 6 1", "C roll 2 1 1", "D roll 3 8"]
    # Clockwise from the left of Ben, who has the token and comes last; Dea has no clear die.
    assert trades(*entries) == (2, [2, 0, 1])
    assert trades(*entries, "C pass") == (0, [2, 0, 1])  # who is done stays in sight
    # Cem takes Ann's clear die: now she has none to offer.
    assert trades(*entries, "C trade A c6") == (1, [2, 1])
    assert trades(*entries, "C trade A c6", "B pass") == page(fold(*entries, "C pass", "A pass", "B pass", seats=4)).ask


def test_pr_10_who_has_traded_a_clear_die_away_is_not_in_the_order_of_the_next_round() -> None:
    entries = [*ROUND_1, "pool c6 g20 b6", "B take c6", "A take g20", "A roll 6 20 2", "B roll 1 1", "B trade A g20"]
    entries += ["pool p8 p8 b8", "A take p8", "B take p8", "A roll 6 1 1", "B roll 1 1 20 1"]
    shown = page(fold(*entries))
    assert (shown.view.panda, shown.order) == (0, [0])


def trades(*entries: str) -> Any:
    """Whose trade is asked for, and in which order they go; something else is told as it is asked."""
    shown = page(fold(*entries, seats=4))
    assert shown.ask is not None
    return (shown.ask.seat, shown.order) if isinstance(shown.ask, AskChoice) else shown.ask


def test_pr_11_how_many_dice_to_draw_and_what_is_left_in_the_bag() -> None:
    assert page(fold("A roll 3", "B roll 5", "C roll 2", seats=3)).ask == AskPool(4)
    shown = page(fold(*ROUND_1, "pool s6 s6 s6", "B take s6", "A take s6"))
    assert shown.view.bag["s6"] == 5


def test_pr_13_the_end_is_told() -> None:
    entries = [*whole_game(2, 5)]
    shown = fold(*entries)
    assert page(shown).ask is None
    assert shown.outcome is not None
    assert shown.outcome.scores == tuple(sum(row) for row in shown.points)
    assert fault(*entries, "A roll 1") == "the game is over (PR-13)"


def test_pr_14_for_children_there_are_no_clear_dice_in_the_bag() -> None:
    assert "c6" not in page(fold(children=True)).view.bag
    assert fault(*ROUND_1, "pool c6 b8 r6", children=True) == "there is no clear d6 left in the bag (PR-C1)"


# what does not fit


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        (["hello"], "cannot read the move 'hello'; write 'A roll 3 5 6', 'pool b8 r6 c6', 'A take b8', 'A trade C r6'"),
        (["C roll 3"], "cannot read the move 'C roll 3'"),
        ([""], "cannot read the move ''"),
        (["A roll 3", "A roll 3"], "what Ann rolled is entered already (PR-2)"),
        (["A roll 3 4"], "Ann rolls one die (y6), not 2 (PR-12)"),
        (["A roll 7"], "a yellow d6 does not show 7 (PR-C1)"),
        (["A roll 0"], "a yellow d6 does not show 0 (PR-C1)"),
        (["A roll x"], "a yellow d6 does not show x (PR-C1)"),
        (["pool b8 r6 c6"], "everybody's roll comes first (PR-1)"),
        ([*ROUND_1, "A roll 3"], "the dice drawn from the bag come first (PR-1)"),
        ([*ROUND_1, "pool b8 r6"], "3 dice are drawn from the bag, one more than players, not 2 (PR-11)"),
        ([*ROUND_1, "pool b8 r6 k12"], "cannot read the move 'k12'; the dice in the bag are y6"),
        ([*ROUND_1, "pool b8 r6 y6"], "there is no yellow d6 left in the bag (PR-C1)"),
        ([*ROUND_1, "pool b8 r6 c6", "pool b8 r6 c6"], "the choice of Ben comes first (PR-1)"),
        ([*ROUND_1, "pool b8 r6 c6", "A take b8"], "it is the turn of Ben (PR-1)"),
        ([*ROUND_1, "pool b8 r6 c6", "B take g20"], "there is no green d20 in the pool (PR-11)"),
        ([*ROUND_1, "pool b8 r6 c6", "B pass"], "everyone takes a die from the pool: nobody passes (PR-11)"),
    ],
)
def test_an_entry_that_cannot_be_is_told_with_its_rule(entries: list[str], why: str) -> None:
    assert fault(*entries).startswith(why)


def test_a_wrong_entry_changes_nothing() -> None:
    before = fold(*ROUND_1, "pool b8 r6 c6")
    after = fold(*ROUND_1, "pool b8 r6 c6", "B take g20")
    assert (after.page, after.entered) == (before.page, before.entered)


def test_a_corrected_entry_is_followed_by_a_check_of_all_others() -> None:
    entries = [*ROUND_1, "pool b8 r6 c6", "B take b8", "A take r6", "A roll 2 5 1", "B roll 6 1"]
    assert fold(*entries).fault is None
    slip = fold("A roll 3", "B roll 4", *entries[2:])
    assert slip.fault is None
    assert slip.points == [[3, 2 + 5 + 1], [4, 6 + 1]]
    # With a 1 Ann has the token, and everything that Ben took first was hers to take.
    other = fold("A roll 3", "B roll 1", *entries[2:])
    assert other.fault is not None
    assert (other.fault.index, other.fault.reason, other.fault.rule) == (3, "it is the turn of Ann", "PR-1")
    assert page(fold("A roll 3", "B roll 1", *entries[2:3])) == other.page


def test_names_and_options_are_checked() -> None:
    with pytest.raises(pandarium.PandariumError, match="takes 2 to 10 players"):
        fold(seats=1)
    with pytest.raises(pandarium.PandariumError, match="no Panda Royale option called"):
        fold(chidlren=True)


def test_a_game_without_a_companion_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game), "capabilities", {})
    with pytest.raises(pandarium.PandariumError, match="Panda Royale has no companion for the real table"):
        fold()


def test_advice_is_an_entry_that_fits() -> None:
    at_draft = [*ROUND_1, "pool b8 r6 g20"]
    advice = fold(*at_draft, advice=True).advice
    assert advice
    assert all(fold(*at_draft, one.entry).fault is None for one in advice)
    assert advice[0].why
    assert fold(*ROUND_1, advice=True).advice == []


def test_the_generator_gives_what_it_was_told_and_nothing_else() -> None:
    chance = ToldChance([4, 0])
    assert [chance.below(6), chance.below(20)] == [4, 0]
    with pytest.raises(NotTold):
        chance.below(6)


# prompts


def test_every_entry_is_asked_for_by_a_prompt() -> None:
    entries = [*whole_game(3, 8)]
    evening, _, _ = follow(game, Told(names=list(NAMES[:3]), entries=[]))
    asked = set()
    assert evening.view() is None
    for entry in entries:
        prompt = evening.prompt()
        assert prompt is not None
        asked.add(prompt.message.code.rpartition(".")[2])
        assert entry.startswith(prompt.begins)
        assert str(prompt.message)
        evening.enter(entry)
    assert {"roll", "pool", "take", "trade"} <= asked
    assert evening.prompt() is None
    assert evening.view() is not None


# against the engine's own record of games


def entries_of(log: list[Any], seat: int | None = None, move: str = "") -> list[str]:
    """What people at a real table would have entered: the move, and what chance did."""
    entries = [] if seat is None else [f"{SEAT_LETTERS[seat]} {move}"]
    for event in (game.redact(raw, None) for raw in log):
        match event:
            case seen.RolledDice(who, dice) | seen.RerolledYellow(who, dice) if dice:
                entries.append(" ".join([SEAT_LETTERS[who], "roll", *(str(die.value) for die in dice)]))
            case seen.DrewPool(dice):
                entries.append(" ".join(["pool", *dice]))
    return entries


def whole_game(seats: int, seed: int, **options: bool) -> list[str]:
    log: list[Any] = []
    state = game.setup(seats, options).start(seed, log)
    entries = entries_of(log)
    rng = Rng(seed)
    while actors := state.actors():
        moves = state.legal(actors[0])
        # Trades are rare among random moves: every other time one is made where it can be.
        move = moves[-1] if rng.below(2) else moves[rng.below(len(moves))]
        log.clear()
        state.play(actors[0], move, log)
        entries += entries_of(log, actors[0], game.say(move))
    return entries


def events_of(entered: list[Entered]) -> list[Any]:
    return [event for one in entered for event in one.events]


def follow_a_game(seats: int, seed: int, **options: bool) -> set[str]:
    """Play a game by the engine and tell the companion of it; which kinds of events there were."""
    log: list[Any] = []
    names = list(NAMES[:seats])
    state = game.setup(seats, options).start(seed, log)
    evening, _, _ = follow(game, Told(names=names, options=dict(options)))
    rng = Rng(seed)
    kinds: set[str] = set()
    entries = entries_of(log)
    while True:
        told = [event for entry in entries for event in evening.enter(entry)]
        # Scores, the token, pity dice, trades, the pool: event for event what the engine says by itself.
        assert told == [game.redact(raw, None) for raw in log]
        kinds |= {type(event).__name__ for event in told}
        shown = evening.page()
        assert isinstance(shown, RoyalePage)
        assert shown.view == state.view(None)
        actors = state.actors()
        if not actors:
            assert evening.outcome() == state.outcome()
            assert evening.prompt() is None
            return kinds
        moves = state.legal(actors[0])
        assert isinstance(shown.ask, AskChoice)
        assert (shown.ask.seat, [offer.what for offer in shown.ask.offers]) == (actors[0], [*map(game.describe, moves)])
        move = moves[-1] if rng.below(2) else moves[rng.below(len(moves))]
        log.clear()
        state.play(actors[0], move, log)
        entries = entries_of(log, actors[0], game.say(move))


EVERYTHING = {"RolledDice", "RerolledYellow", "TookToken", "ScoredRound", "ClaimedPity", "TradedDie", "PassedTrade"}
EVERYTHING |= {"DrewPool", "TookDie", "ReturnedDie", "Ended"}


def test_whole_games_are_what_the_engine_says_they_are() -> None:
    kinds = set[str]()
    for seats in range(2, 11):
        kinds |= follow_a_game(seats, seats)
    assert kinds == EVERYTHING


@pytest.mark.many
@pytest.mark.parametrize("seats", range(2, 11))
def test_many_whole_games_are_what_the_engine_says_they_are(seats: int) -> None:
    for seed in range(20):
        follow_a_game(seats, seed, children=seed % 4 == 1 and seats < 10, first_roll=seed % 3 == 1)
