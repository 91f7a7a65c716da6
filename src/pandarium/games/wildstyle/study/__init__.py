"""What a designer asks of Wildstyle. `pandarium study wildstyle` answers; docs/study/wildstyle.md keeps the answers."""

from __future__ import annotations

from pandarium.games.wildstyle.engine.state import ROUNDS
from pandarium.games.wildstyle.study.observers import EMPTY, Crews, Margins, Objectives, RoundEnds, Sets, Sides, Tags
from pandarium.games.wildstyle.study.standard import STANDARD
from pandarium.kit.study import Bars, Figures, Histogram, Question, Results, StudyTable, mean, rate, share

TWO = StudyTable(2, "planner")
FOUR = StudyTable(4, "planner")
FIVE = StudyTable(5, "planner")
SIZES = [TWO, FOUR, FIVE]

# What is found


def _say_icons(found: Figures) -> str:
    worth = found.all(0, seats=4)
    most, least = worth[0], worth[-1]
    return (
        f"Of four crews, a tag on a {most.group['icon']} is worth most in the end, {most.text} points, "
        f"on a {least.group['icon']} least, {least.text}"
    )


def _say_objectives(found: Figures) -> str:
    brought = found.all(0, seats=4)
    most, least = brought[0], brought[-1]
    return (
        f"Of four crews, {most.group['objective']} brings a player most, {most.text} points, "
        f"{least.group['objective']} least, {least.text}"
    )


def _say_sides(found: Figures) -> str:
    scores = found.all(0, seats=4)
    gap = scores[0].value - scores[-1].value
    return (
        f"With four crews, scores differ by {gap:.1f} points between the best side to play on "
        f"({scores[0].group['side']}) and the worst ({scores[-1].group['side']})"
    )


def _say_rounds(found: Figures) -> str:
    two, four, five = (
        sum(figure.value for figure in found.all(0, seats=seats) if figure.group["cause"] == EMPTY) / ROUNDS
        for seats in (2, 4, 5)
    )
    return (
        f"With 2, 4 and 5 crews, {two:.0%}, {four:.0%} and {five:.0%} of rounds end with empty draw piles; "
        "else all but one have tagged out"
    )


def _say_sets(found: Figures) -> str:
    done = found.all(0, seats=4)
    return (
        f"Of four crews' sets, {done[0].group['icon']} sets are finished most often, {done[0].text}, "
        f"{done[-1].group['icon']} sets least, {done[-1].text}"
    )


def _say_seats(found: Figures) -> str:
    best = found.all(0, table="relaxed, 4 seats")[0]
    return f"At the relaxed pace seat {best.group['seat']} of four wins most, {best.text}, where 25% would be fair"


def _say_cars(found: Figures) -> str:
    return f"A crew of four takes {found.get(0, seats=4).text} cop cars a game, of two {found.get(0, seats=2).text}"


def _say_speed(found: Figures) -> str:
    quick = found.get(0, table="quick against calm", bot="planner@quick")
    slow = found.get(0, table="quick filler, calm planner", bot="filler@quick")
    return (
        f"With quick hands against calm ones, two planners win {2 * quick.value:.0%} of games against two like them; "
        f"two quick fillers win {2 * slow.value:.0%} against two calm planners"
    )


def _say_scores(found: Figures) -> str:
    two, five = found.get(0, seats=2), found.get(0, seats=5)
    return f"Planners score {two.text} on average at a table of two, {five.text} of five"


def _say_margins(found: Figures) -> str:
    two, five = found.get(0, seats=2), found.get(0, seats=5)
    return f"Winners are ahead by {two.text} points of two crews, by {five.text} of five"


SPEED_PART = 0.5

STUDY = [
    Question(
        "icons",
        "What is a tag worth, by its icon?",
        SIZES,
        Tags,
        [
            mean("worth", by="seats icon", words="points that the score would lack", digits=2),
            share("icon", by="seats", words="of all tags placed"),
        ],
        [Bars(0, {"seats": 4}, 0.0, _say_icons), Bars(1, {"seats": 4})],
        "What the final score would lack without that tag: its points, what it adds to objectives, and neighbours that"
        " would be solo without it. Tags that were removed count as nothing. A board has 1 Station, 4 Railways, 5"
        " Apartments, 4 Factories, 3 Malls and 2 Police Stations; of 115 cards 15, 25, 25, 20, 20 and 10 show them.",
    ),
    Question(
        "sets",
        "Which sets are finished?",
        SIZES,
        Sets,
        [
            rate("done", by="seats icon", words="sets begun that are finished without a cop car"),
            mean("shared", by="seats icon", words="cards of a set that come from share piles", digits=2),
            share("fate", by="seats", words="of all sets"),
        ],
        [Bars(0, {"seats": 4}, 0.0, _say_sets)],
        "Whether the mix of cards is fair: a set that is worth more should be harder to finish. Sets that lie there"
        " when a round ends are lost. Police sets, worth most, fail most, and Railway sets, worth least, succeed most:"
        " we left our mix of cards as it was.",
    ),
    Question(
        "objectives",
        "What does each objective bring?",
        SIZES,
        Objectives,
        [
            mean("points", by="seats objective", words="points a player"),
            rate("scored", by="seats objective", words="players who score it at all"),
        ],
        [Bars(0, {"seats": 4}, 0.0, _say_objectives), Bars(1, {"seats": 4})],
    ),
    Question(
        "sides",
        "Do the sides of the boards differ?",
        SIZES,
        Sides,
        [
            mean("score", by="seats side", words="score of a player when this side lies on the map"),
            mean("tags", by="seats side", words="tags placed on it"),
            mean("points", by="seats side", words="points of a tag placed on it", digits=2),
        ],
        [Bars(0, {"seats": 4}, None, _say_sides), Bars(1, {"seats": 4}, None)],
        "All sides have the same icons; what differs is where they lie. Everyone plays on the same map, so that a side"
        " can favour nobody; but a side that nobody tags would be a dull one. They"
        " are tagged about equally, so we left our maps as they were.",
    ),
    Question(
        "rounds",
        "How do rounds end?",
        SIZES,
        RoundEnds,
        [
            share("cause", by="seats round", words="rounds"),
            mean("actions", by="seats round", words="actions a player"),
            mean("left", by="seats round", words="tags left on a mat", digits=2),
        ],
        [Bars(0, {"seats": 4}, 0.0, _say_rounds)],
        "What triggers the end (WS-12); sets in progress may still be finished then.",
    ),
    Question(
        "seats",
        "Does it matter where one sits?",
        [
            StudyTable(2, "planner", {"pace": "turns"}, name="relaxed, 2 seats"),
            StudyTable(4, "planner", {"pace": "turns"}, name="relaxed, 4 seats"),
            FOUR._replace(name="real time, 4 seats"),
        ],
        Results,
        [rate("won", by="table seat", words="games won", compare="seat")],
        [Bars(0, {"table": "relaxed, 4 seats"}, 0.0, _say_seats)],
        "At the relaxed pace (WS-41) somebody is first; the next player begins the next round. In real time nobody is.",
    ),
    Question(
        "cars",
        "What do cop cars do?",
        SIZES,
        Crews,
        [
            mean("cars", by="seats", words="cop cars a player", digits=2),
            rate("won", by="seats rushed", words="games won", compare="rushed"),
            mean("solo", by="seats", words="solo tags removed a player", digits=2),
            mean("tags", by="seats", words="tags placed by a player"),
        ],
        [Bars(0, {}, 0.0, _say_cars)],
        "Planners rush only when the last round ends and the exact score grows by it. Who needs it has sets left over:"
        " that they win less or more often says nothing about rushing itself.",
    ),
    Question(
        "speed",
        "What is speed alone worth?",
        [
            StudyTable(4, ("planner@quick", "planner@calm"), name="quick against calm", part=SPEED_PART),
            StudyTable(4, ("planner@quick", "planner@brisk"), name="quick against brisk", part=SPEED_PART),
            StudyTable(4, ("planner@brisk", "planner@calm"), name="brisk against calm", part=SPEED_PART),
            StudyTable(4, ("filler@quick", "planner@calm"), name="quick filler, calm planner", part=SPEED_PART),
        ],
        Crews,
        [
            rate("won", by="table bot", words="games won by a seat"),
            mean("tags", by="table bot", words="tags placed"),
            mean("score", by="table bot", words="final score"),
        ],
        [Bars(0, {}, 0.0, _say_speed)],
        "Two and two around a table of four, in real time: from what they see to their touch calm bots take about"
        " 1.6 seconds, brisk ones 1.2, quick ones 0.9. Four equals win 25 % each.",
    ),
    Question(
        "scores",
        "What do players score?",
        SIZES,
        Results,
        [mean("score", by="seats", words="final score")],
        [Histogram("score", "seats", {}, _say_scores)],
    ),
    Question(
        "margins",
        "How clearly are games won?",
        SIZES,
        Margins,
        [
            mean("margin", by="seats", words="points between first and second"),
            rate("shared", by="seats", words="games with shared victory", digits=2),
        ],
        [Histogram("margin", "seats", {}, _say_margins)],
    ),
    *STANDARD,
]
