"""What a designer asks of Panda Royale. `pandarium study royale` answers; docs/study/royale.md keeps the answers."""

from __future__ import annotations

from pandarium.games.royale.engine.dice import CODES, DRAFTABLE
from pandarium.games.royale.engine.state import ROUNDS
from pandarium.games.royale.study.observers import CLOSE, Lead, Margins, Picks, Pity, Rescue, SeatResults, Seats, Token
from pandarium.games.royale.study.standard import STANDARD, trades
from pandarium.games.royale.words.labels import NAMES
from pandarium.kit.study import (
    Bars,
    Figure,
    Figures,
    HeatMap,
    Histogram,
    Lines,
    Player,
    Question,
    Results,
    Say,
    StudyTable,
    mean,
    rate,
)

SLOW = 0.1
"""The part of the games that hard bots play: they think."""

# Who plays


FAITHFUL = Player("greedy", "faithful", never=trades)
"""Greedy, but keeps its clear dice."""
FAITHFUL_HARD = Player("hard", "faithful hard", never=trades)
FOUR = StudyTable(4, "greedy")
FOUR_HARD = StudyTable(4, "hard", part=SLOW)
SIZES = [StudyTable(2, "greedy"), FOUR, StudyTable(10, "greedy")]

# What is found


def _die(figure: Figure) -> str:
    return NAMES[str(figure.group["die"])]


def _say_dice(found: Figures) -> str:
    worth = sorted(found.all(0, bots="greedy", round=1), key=lambda figure: -figure.value)
    return (
        f"Drafted in round 1, a {_die(worth[0])} brings most, {worth[0].value:.0f} points, "
        f"and a {_die(worth[-1])} least, {worth[-1].value:.0f}"
    )


def _say_per_roll(bots: str) -> Say:
    def say(found: Figures) -> str:
        first, last = found.all(1, bots=bots, round=1)[0], found.all(1, bots=bots, round=ROUNDS - 1)[0]
        if first.group["die"] == last.group["die"]:
            return f"With {bots} bots a {_die(first)} is worth most a roll early and late: {first.text} and {last.text}"
        return (
            f"With {bots} bots a {_die(first)} is worth most a roll when drafted in round 1 ({first.text}), "
            f"a {_die(last)} in round {ROUNDS - 1} ({last.text})"
        )

    return say


def _say_seats(found: Figures) -> str:
    best, fair = found.all(0, bots="greedy")[0], found.all(0, bots="faithful")[0]
    return (
        f"With greedy bots seat {best.group['seat']} wins {best.value:.1f} points above its share; "
        f"where nobody trades the best seat wins {fair.value:.1f}"
    )


def _say_token(found: Figures) -> str:
    gap = found.difference(bots="greedy", place=4)
    if not gap.clear:
        return f"Who has the first token is no better off than the last to pick: {gap.text} points"
    return f"Picking last instead of first in round 1 changes the rest of the game by {gap.text} points"


def _say_first_pick(found: Figures) -> str:
    first, last = found.get(1, place=1), found.get(1, place=4)
    return f"The first pick adds {first.text} a roll, the fourth {last.text}"


def _say_trading(found: Figures) -> str:
    alone = found.get(2, table="one of four trades", bot="greedy")
    keeper = found.get(2, table="three of four trade", bot="faithful")
    return f"Of four, who alone keeps clear dice wins {keeper.text} of games, who alone trades {alone.text}"


def _say_trading_score(found: Figures) -> str:
    every, nobody = found.get(1, table="all trade"), found.get(1, table="nobody trades")
    return f"Scores are {every.text} where all trade and {nobody.text} where nobody does"


def _say_pity(found: Figures) -> str:
    first, last = found.get(0, seats=4, rank=1), found.get(0, seats=4, rank=4)
    return f"Of four, who would be last gets {last.text} points from pink dice, who would be first {first.text}"


def _say_rescue(found: Figures) -> str:
    two, ten = found.get(0, seats=2), found.get(0, seats=10)
    return f"Pity dice change who wins in {two.text} of games of two and {ten.text} of games of ten"


def _say_lead(found: Figures) -> str:
    with_pity, without = (found.get(0, pity=pity, round=5) for pity in ("with pity dice", "without"))
    return f"Of four, who leads after round 5 wins {with_pity.text} of games; without pity dice {without.text}"


def _say_scores(found: Figures) -> str:
    two, ten = found.get(0, seats=2, bots="greedy"), found.get(0, seats=10, bots="greedy")
    return f"Greedy players score {two.text} on average at a table of two, {ten.text} at a table of ten"


def _say_margins(found: Figures) -> str:
    two, ten = found.get(0, seats=2), found.get(0, seats=10)
    return f"Winners are ahead by {two.text} points of two players, by {ten.text} of ten"


def _say_children(found: Figures) -> str:
    usual, children = (
        found.get(2, table="usual, mixed", bot="greedy"),
        found.get(2, table="children, mixed", bot="greedy"),
    )
    return f"Each of two greedy players wins {usual.text} against two random ones, {children.text} by children's rules"


STUDY = [
    Question(
        "dice",
        "What is each die worth, by the round in which it is drafted?",
        [FOUR, FOUR_HARD],
        Picks,
        [
            mean("points", by="bots die round", words="points brought until the end"),
            mean("per_roll", by="bots die round", words="points brought a roll"),
            rate("won", by="bots die", words="games won by those who drafted it"),
        ],
        [
            HeatMap("round", "die", 0, {"bots": "greedy"}, _say_dice),
            HeatMap("round", "die", 1, {"bots": "greedy"}, _say_per_roll("greedy")),
            HeatMap("round", "die", 1, {"bots": "hard"}, _say_per_roll("hard")),
        ],
        "A die's worth in a roll is what that roll would lack without it, on average over its faces, in the team where"
        " it lies: red and glitter are credited with what they multiply, so the worths of a team add up to more than"
        " its score. A trade changes the die in two slots, and the pick goes on with what lies there: a clear die is"
        " worth what it is traded for. Picks are the bots' own: a die that is rarely drafted is drafted where it fits.",
        {"die": CODES[:DRAFTABLE]},
    ),
    Question(
        "seats",
        "Does it matter where one sits?",
        [FOUR, StudyTable(4, FAITHFUL), StudyTable(4, "random"), FOUR_HARD],
        Seats,
        [mean("edge", by="bots seat", words="wins above the fair share, in percentage points", digits=2)],
        [Bars(0, {}, 0.0, _say_seats)],
        "The rules know no first player but the holder of the token, whom luck decides: seats are equal. If they differ"
        " here, a bot has a habit. *faithful* drafts like greedy and keeps its clear dice.",
    ),
    Question(
        "token",
        "What is the first Panda token worth?",
        [FOUR, FOUR_HARD],
        Token,
        [
            mean("later", by="bots place", words="points from round 2 on", compare="place"),
            rate("ahead", by="bots place", words="games won, had round 1 not been scored", compare="place"),
        ],
        [Bars(0, {}, None, _say_token)],
        "In round 1 everybody has the same die, so luck alone gives the token, and with it places 1 to 4 in the first"
        " draft. The roll that won it is left out of the points.",
    ),
    Question(
        "first-pick",
        "How much better is it to pick first?",
        [FOUR],
        Picks,
        [
            mean("gain", by="place round", words="points a roll that a pick adds"),
            mean("gain", by="place", words="points a roll that a pick adds, all rounds", digits=2, compare="place"),
        ],
        [Lines("round", 0, {}, _say_first_pick)],
        "What a pick adds to the next roll, on average over the faces. Place 1 holds the token. Later places pick from"
        " what is left, and teams with many yellow dice hold the token more often.",
    ),
    Question(
        "trading",
        "How much does trading change?",
        [
            FOUR._replace(name="all trade"),
            StudyTable(4, FAITHFUL, name="nobody trades"),
            StudyTable(4, ("greedy", FAITHFUL, FAITHFUL, FAITHFUL), name="one of four trades"),
            StudyTable(4, (FAITHFUL, "greedy", "greedy", "greedy"), name="three of four trade"),
            StudyTable(4, ("hard", FAITHFUL_HARD), name="two of four hard trade", part=SLOW),
        ],
        SeatResults,
        [
            mean("trades", by="table bot", words="trades a player and game", digits=2),
            mean("score", by="table", words="final score", compare="table"),
            rate("won", by="table bot", words="games won by a seat"),
        ],
        [Bars(2, {}, 0.0, _say_trading), Bars(1, {}, None, _say_trading_score)],
        "*faithful* drafts like greedy (or hard) and keeps its clear dice. Four equals win 25 % each.",
    ),
    Question(
        "pity",
        "Do pity dice help those who need it?",
        SIZES,
        Pity,
        [mean("pink", by="seats rank", words="points from pink dice", compare="rank")],
        [Bars(0, {"seats": 4}, 0.0, _say_pity)],
        "`rank` is the place that a player would have come in without pink dice. Greedy bots look at no score, and pink"
        " is not yellow, so without pink dice these very games would have gone the same way.",
    ),
    Question(
        "rescue",
        "How often do pity dice decide who wins?",
        SIZES,
        Rescue,
        [
            rate("changed", by="seats", words="victories that change hands"),
            mean("gap", by="seats", words="points from first to last"),
            mean("plain_gap", by="seats", words="points from first to last without pink dice"),
        ],
        [Bars(0, {}, 0.0, _say_rescue)],
    ),
    Question(
        "lead",
        "Is a lead safe?",
        [FOUR],
        Lead,
        [rate("holds", by="pity round", words="leaders who win in the end", compare="pity")],
        [Lines("round", 0, {}, _say_lead)],
        "With and without what pink dice score, in the same games.",
    ),
    Question(
        "scores",
        "What do players score?",
        [*SIZES, FOUR_HARD],
        Results,
        [mean("score", by="bots seats", words="final score")],
        [Histogram("score", "table", {}, _say_scores)],
    ),
    Question(
        "margins",
        "How clearly are games won?",
        SIZES,
        Margins,
        [
            mean("margin", by="seats", words="points between first and second"),
            rate("close", by="seats", words=f"games won by at most {CLOSE} points"),
            rate("shared", by="seats", words="games with shared victory", digits=2),
        ],
        [Histogram("margin", "seats", {}, _say_margins)],
    ),
    Question(
        "children",
        "What does the children's variant change?",
        [
            FOUR._replace(name="usual"),
            StudyTable(4, "greedy", {"children": True}, name="children"),
            StudyTable(4, ("greedy", "random"), name="usual, mixed"),
            StudyTable(4, ("greedy", "random"), {"children": True}, name="children, mixed"),
        ],
        SeatResults,
        [
            mean("decisions", by="table", words="decisions a player and game"),
            mean("score", by="table", words="final score", compare="table"),
            rate("won", by="table bot", words="games won by a seat"),
        ],
        [Bars(2, {"bot": "greedy"}, 0.0, _say_children)],
        "Mixed tables have two greedy and two random players: the more a greedy one wins, the more skill matters.",
    ),
    *STANDARD,
]
