"""A seat in text: what it reads, what it answers, and whole games between such seats and bots."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pandarium import Rng
from pandarium.core.errors import PandariumError
from pandarium.core.match import Match
from pandarium.core.meta import OptionValue
from pandarium.core.registry import game as find_game
from pandarium.core.registry import names
from pandarium.learn.text import MOST_QUESTIONS, TextSeat, new, play_texts
from pandarium.learn.text_table import TextTable

LISTED = re.compile(r"^ *(\d+)  .*\((.+)\)$", re.MULTILINE)

TABLES: list[tuple[str, int, dict[str, OptionValue]]] = [
    *((name, find_game(name).meta.seats[0], {}) for name in names()),
    ("royale", 3, {"children": True}),
    ("pilfering", 3, {"foiled_plans": True}),
    ("pandante", 4, {"casinos": True, "champions": True}),
    ("pandante", 3, {"gambling": "drop-in"}),
    ("wildstyle", 2, {"pace": "real time"}),
]


def listed(text: str) -> list[tuple[str, str]]:
    """Numbers and notations of the moves in a text."""
    return LISTED.findall(text.rpartition("Your moves:")[2])


def at_random(seed: int, texts: list[str] | None = None) -> Callable[[str], str]:
    """A player that chooses from the list that it reads, now by number, now by notation."""
    rng = Rng(seed)

    def answer(text: str) -> str:
        if texts is not None:
            texts.append(text)
        moves = listed(text)
        assert not {"look", "rules", "wait"} & {notation.split()[0] for _, notation in moves}  # those are no moves
        return moves[rng.below(len(moves))][rng.below(2)]

    return answer


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_a_whole_game_by_text_against_bots(game: str, seats: int, options: dict[str, OptionValue]) -> None:
    played = play_texts(game, seats, {0: at_random(1)}, bots="random", options=options, seed=3)
    assert played.forfeits == ()
    assert Match(played.record).state.outcome() == played.outcome


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_a_whole_game_of_text_alone(game: str, seats: int, options: dict[str, OptionValue]) -> None:
    """Also where all choose at once, play together, or as fast as they can."""
    players = {seat: at_random(seat) for seat in range(seats)}
    played = play_texts(game, seats, players, options=options, seed=4)
    assert played.forfeits == ()
    assert Match(played.record).state.outcome() == played.outcome


def test_the_same_seed_is_the_same_game() -> None:
    one, other = (play_texts("royale", 3, {1: at_random(1)}, bots="greedy", seed=3).record for _ in range(2))
    assert one.moves == other.moves


# What is read


def test_the_first_look_introduces_the_table() -> None:
    text = new("royale", 3, 1, bots="greedy", seed=7, name="Ada").look()
    assert "You are Ada, in seat 2 of 3; the others: Bamboo (greedy), Mochi (greedy)." in text
    assert "Agreed: children=no, first_roll=no." in text
    assert "== Dice and bag ==" in text
    assert listed(text)


def test_options_that_change_nothing_are_not_mentioned() -> None:
    assert "limit" not in new("pandante", 2, bots="random", seed=7).look().partition("\n\n")[0]
    assert "solo" not in new("pilfering", 2, bots="random", seed=7).look().partition("\n\n")[0]


def test_all_play_together() -> None:
    assert "win or lose as one" in new("pilfering", 2, bots="random", seed=7).look()
    assert "You are Player, and play alone." in new("pilfering", 1, seed=7).look()


def test_news_are_told_once() -> None:
    seat = new("royale", 2, 1, bots="greedy", seed=7)
    assert "What happened:" in seat.look()
    assert "What happened:" not in seat.look()
    assert "Player takes the blue d8" in seat.play("take b8")
    assert "Player takes the blue d8" not in seat.look()
    assert "Player takes the blue d8" in seat.look("log")


def test_rules_and_pages_leave_the_news_unread() -> None:
    seat = new("royale", 2, 1, bots="greedy", seed=7)
    seat.rules()
    seat.look("log")
    seat.play("take g20")
    assert "What happened:" in seat.look()


def test_a_page_by_its_title() -> None:
    seat = new("royale", 2, 1, bots="greedy", seed=7)
    assert "dice in the bag" in seat.look("dice and bag").splitlines()[0]
    assert seat.look("dice").startswith("Not found: there is no page 'dice'; choose from: Score sheet")


def test_rules_all_one_or_some() -> None:
    seat = new("royale", 2, 1, bots="greedy", seed=7)
    assert seat.rules().startswith("# ")
    assert seat.rules("pr-7").startswith("PR-7 Red. White numbers minus black numbers")
    assert "PR-10" in seat.rules("trade")
    assert seat.rules("checkmate").startswith("Not found: there is no rule 'checkmate'; choose from: PR-C1")


def test_bots_that_speak_are_heard() -> None:
    texts: list[str] = []
    play_texts("pilfering", 3, {0: at_random(1, texts)}, bots="team", seed=7)
    assert any(re.search(r"^- (Bamboo|Mochi) says: ", text, re.MULTILINE) for text in texts)


def test_the_end_is_told() -> None:
    seat = new("leduc", 2, bots="random", seed=1)
    text = seat.look()
    while moves := listed(text):
        text = seat.play(moves[0][0])
    assert "The game is over." in text
    assert "Scores: Player" in text
    assert seat.play("1").startswith("Not played: ")


def test_the_end_of_a_game_in_which_all_play_together() -> None:
    seat = new("pilfering", 1, seed=1)
    text = seat.look()
    while moves := listed(text):
        text = seat.play(moves[-1][0])
    assert re.search(r"The game is over. Player (wins|loses): ", text)
    assert "Scores" not in text


# What is answered


@pytest.mark.parametrize("answer", ["take b8", " TAKE B8 ", "`take b8`", '"take b8".', "1"])
def test_a_move_by_number_or_notation(answer: str) -> None:
    assert "Player takes the blue d8" in new("royale", 2, 1, bots="greedy", seed=7).play(answer)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("take g20", "Not played: there is no green d20 in the pool (PR-11)."),
        ("0", "Not played: there is no move 0; choose 1 to 3."),
        ("4", "Not played: there is no move 4; choose 1 to 3."),
        ("9" * 5000, f"Not played: there is no move {'9' * 20}; choose 1 to 3."),
        ("wait", "Not played: nobody moves before you do, so waiting changes nothing: choose a move."),
        ("", "Not played: cannot read the move ''; write 'take b8'"),
        ("I would take the blue one", "Not played: cannot read the move 'I would take the blue one'; write 'take b8'"),
    ],
)
def test_refusals_are_sentences_and_change_nothing(answer: str, why: str) -> None:
    seat = new("royale", 2, 1, bots="greedy", seed=7)
    before = seat.look()
    assert seat.play(answer).startswith(why)
    assert listed(seat.look()) == listed(before)


def test_out_of_turn() -> None:
    table = TextTable.begin("royale", 2, {0: "Ada", 1: "Ben"}, seed=7)
    waiting = ({0, 1} - set(table.to_act())).pop()
    seat = TextSeat(table, waiting)
    assert "You cannot move now; to move: " in seat.look()
    assert seat.play("take b8").startswith("Not played: ")
    assert "(PR-" in seat.play("take b8")
    assert seat.play("1") == "Not played: it is not your move, so there is no list to choose from."


def test_a_seat_offers_text_and_nothing_else() -> None:
    seat = new("royale", 2, 1, bots="greedy", seed=7)
    assert [name for name in dir(seat) if not name.startswith("_")] == ["look", "play", "rules"]
    assert all(isinstance(text, str) for text in (seat.look(), seat.rules(), seat.play("1")))


@pytest.mark.parametrize(
    ("game", "seats", "seat", "more", "why"),
    [
        ("royal", 2, 0, {}, "did you mean 'royale'"),
        ("royale", 11, 0, {}, "takes 2 to 10 players"),
        ("royale", 2, 2, {}, "seats at a table of 2 are 0 to 1"),
        ("royale", 2, 0, {"bots": "casual"}, "there is no Panda Royale bot called 'casual'"),
        ("royale", 2, 0, {"options": {"childern": True}}, "did you mean 'children'"),
        ("royale", 2, 0, {"seed": -1}, "a seed is a whole number"),
        ("pilfering", 2, 0, {"options": {"solo_suspicion": True}}, "solo_suspicion"),
    ],
)
def test_tables_that_cannot_be(game: str, seats: int, seat: int, more: dict[str, object], why: str) -> None:
    with pytest.raises(PandariumError, match=why):
        new(game, seats, seat, **more)  # type: ignore[arg-type]


# Real time


def test_without_a_word_turns_are_taken() -> None:
    assert "pace=turns" in new("wildstyle", 2, bots="random", seed=7).look()


def test_in_real_time_everybody_else_may_move_after_each_of_yours() -> None:
    seat = new("wildstyle", 3, bots="planner", options={"pace": "real time"}, seed=7)
    assert "time goes by moves" in seat.look()
    text = seat.play("ready")
    assert "- Go!" in text
    happened = seat.play("pass").partition("\n\n")[0]
    assert happened.count("Bamboo") == 1
    assert happened.count("Mochi") == 1


def test_waiting_lets_the_others_go_on() -> None:
    seat = new("wildstyle", 3, bots="planner", options={"pace": "real time"}, seed=7)
    seat.look()
    seat.play("ready")
    happened = seat.play("wait").partition("\n\n")[0]
    assert "Player" not in happened
    assert "Bamboo" in happened


def test_the_clock_rings_when_nobody_moves() -> None:
    """WS-13: once the end of the round was triggered, silence closes it."""
    seat = new("wildstyle", 2, bots="planner", options={"pace": "real time"}, seed=7)
    seat.look()
    seat.play("ready")
    text = seat.play("1")
    assert "to set 1" in text
    while "the clock rings after 20 seconds of silence" not in text:
        text = seat.play("wait")
        assert "- Player " not in text
    assert "- Player is done\n- Round 1 is over\n" in seat.play("wait")


def test_where_no_clock_runs_waiting_is_refused() -> None:
    """WS-2: everybody else is ready."""
    seat = new("wildstyle", 2, bots="planner", options={"pace": "real time"}, seed=7)
    assert "Bamboo is ready" in seat.play("wait")
    assert seat.play("wait") == "Not played: everybody else waits, and no clock runs: choose a move."


def test_nobody_waits_for_ever() -> None:
    """Where all wait and no clock runs, waiting is a mistake, after which the game moves."""
    played = play_texts(
        "wildstyle", 2, {0: lambda text: "wait", 1: lambda text: "wait"}, options={"pace": "real time"}, seed=7
    )
    assert played.forfeits
    assert played.outcome is not None


# Nonsense


def test_after_three_mistakes_the_game_moves() -> None:
    texts: list[str] = []

    def nonsense(text: str) -> str:
        texts.append(text)
        return "no idea"

    played = play_texts("royale", 2, {0: nonsense}, bots="greedy", seed=7)
    moves = [entry.move for entry in played.record.moves if entry.seat == 0]
    assert [forfeit.move for forfeit in played.forfeits] == moves
    assert set(played.forfeits[0].answers) == {"no idea"}
    assert len(played.forfeits[0].answers) == 3
    assert len(texts) == 3 * len(moves)
    assert "Not played: cannot read the move 'no idea'" in texts[1]
    assert "the game moved for you: " in texts[3]


def test_questions_are_answered_and_do_not_count() -> None:
    texts: list[str] = []
    answers = iter(["rules", "rules PR-7", "look", "look log", "Rules trade"])

    def curious(text: str) -> str:
        texts.append(text)
        return next(answers, "1")

    played = play_texts("royale", 2, {0: curious}, bots="greedy", seed=7, mistakes=1)
    assert played.forfeits == ()
    assert texts[1].startswith("# ")
    assert texts[2].startswith("PR-7")
    assert listed(texts[3])
    assert "rolls" in texts[4]
    assert "PR-10" in texts[5]


def test_questions_without_end_are_mistakes() -> None:
    asked = 0

    def lawyer(text: str) -> str:
        nonlocal asked
        asked += 1
        return "rules"

    played = play_texts("leduc", 2, {0: lawyer}, bots="random", seed=7, mistakes=1)
    assert asked == (MOST_QUESTIONS + 1) * len(played.forfeits)
