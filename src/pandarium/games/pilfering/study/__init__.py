"""What a designer asks of Pilfering Pandas. `pandarium study pilfering` answers; docs/study/pilfering.md keeps it.

`pandarium study pilfering --bot NAME` asks the same of other players: how hard a cooperative game is depends on them.
"""

from __future__ import annotations

from typing import Any

from pandarium.core.bot import Bot
from pandarium.core.errors import PandariumError, unknown_name
from pandarium.core.meta import OptionValue
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.pilfering.content import LEVELS, PANDA_CODES
from pandarium.games.pilfering.engine.moves import CHOOSE, kind_of
from pandarium.games.pilfering.game import GAME
from pandarium.games.pilfering.study.observers import (
    DEEDS,
    SUITS,
    Deeds,
    Escape,
    Keys,
    Opening,
    Pairs,
    Pandas,
)
from pandarium.games.pilfering.study.standard import FEW_GAMES, SEARCHING, SOME, standard
from pandarium.kit.study import (
    Bars,
    Figures,
    HeatMap,
    Histogram,
    Question,
    StudyTable,
    mean,
    rate,
    share,
)

PLAYER = "team"
"""The best player that finishes thousands of games in a few minutes."""
SEATS = (1, 2, 3, 4)
TOGETHER = 2
"""Players at the tables of questions that ask for more than the number of players."""
OPTIONS: dict[str, dict[str, OptionValue]] = {
    "as it is": {},
    "Foiled Plans": {"foiled_plans": True},
    "three cards unseen": {"unseen_cards": True},
    "limit 5": {"low_limit": True},
    "quiet trades": {"quiet_trades": True},
    "light pick-up": {"light_pick_up": True},
    "one last check": {"last_check": True},
}
"""What PP-S6 offers, harder and easier."""

# Who plays


def any_panda(name: str) -> type[Bot]:
    """A bot of that level that leaves it to luck which panda it is: only then can pandas be compared."""
    if name not in _ANY_PANDA:
        raise PandariumError(unknown_name(f"{GAME.meta.title} bot", name, _ANY_PANDA))
    return _ANY_PANDA[name]


class AnyPanda(Bot):
    """Plays like another bot, after a panda by luck (PP-S3)."""

    like = ""

    def __init__(self) -> None:
        self.bot = GAME.bots()[self.like]()

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """A panda by luck; everything else as the other would."""
        legal = state.legal(seat)
        if kind_of(legal[0]) == CHOOSE:
            return legal[rng.below(len(legal))]
        return self.bot.choose(state, seat, rng)


def _any_panda(name: str) -> type[Bot]:
    """A class of its own for every level, to be found by its name in other processes."""
    called = f"AnyPanda{name.title().replace(' ', '')}"
    made = type(called, (AnyPanda,), {"name": name, "like": name, "__module__": __name__})
    globals()[called] = made
    return made


_ANY_PANDA = {name: _any_panda(name) for name in GAME.bots()}

# What is found


def _say_winning(found: Figures) -> str:
    best, worst = found.all(0)[0], found.all(0)[-1]
    return (
        f"{_at(best.group)} {best.text} of games are won, {_at(worst.group, small=True)} {worst.text}"
        if best.value > worst.value
        else f"{best.text} of games are won everywhere"
    )


def _at(group: Any, small: bool = False) -> str:
    players = "alone" if group["seats"] == 1 else f"with {group['seats']} players"
    words = f"{players} at {group['level']}"
    return words if small else f"{words[:1].upper()}{words[1:]}"


def _say_endings(found: Figures) -> str:
    usual = found.all(0, seats=TOGETHER)[0]
    return f"With {TOGETHER} players {usual.text} of games end so: {usual.group['ending']}"


def _say_length(found: Figures) -> str:
    alone, four = found.get(0, seats=1), found.get(0, seats=4)
    return f"A game takes {alone.text} turns alone and {four.text} with four players"


def _say_deeds(found: Figures) -> str:
    sets, picks = (found.get(0, seats=TOGETHER, deed=DEEDS[deed]) for deed in (0, 4))
    return f"With {TOGETHER} players {sets.text} new sets and {picks.text} pick-ups of several cards a game"


def _say_pandas(found: Figures) -> str:
    best, *_, worst = found.all(0, seats=TOGETHER)
    if best.low is None or worst.high is None or best.low <= worst.high:
        return f"With {TOGETHER} players no panda stands out"
    return (
        f"With {TOGETHER} players a {best.group['panda']} panda comes along to space {best.text} on average, "
        f"a {worst.group['panda']} one to {worst.text}"
    )


def _say_keys(found: Figures) -> str:
    gap = found.difference(keys=1)
    if not gap.clear:
        return f"One Key to begin with changes nothing that shows: {gap.text} spaces"
    return f"One Key to begin with changes how far the pandas come by {gap.text} spaces"


def _say_options(found: Figures) -> str:
    usual, ranked = found.get(0, table="as it is"), found.all(0)
    return (
        f"Of the options, {ranked[0].group['table']} helps most, {ranked[0].text} of games are won instead of "
        f"{usual.text}; {ranked[-1].group['table']} leaves {ranked[-1].text}"
    )


def _say_panda_pairs(found: Figures) -> str:
    best, *_, worst = found.all(0)
    return (
        f"Of all pairs of pandas {best.group['pandas']} come furthest, to space {best.text}, "
        f"{worst.group['pandas']} least far, to {worst.text}"
    )


def _say_meerkat_pairs(found: Figures) -> str:
    best, *_, worst = found.all(0)
    return (
        f"With {best.group['meerkats']} to trade with the pandas come to space {best.text}, "
        f"with {worst.group['meerkats']} to {worst.text}"
    )


def _say_skill(found: Figures) -> str:
    ranked = found.all(0)
    return "Of games " + ", ".join(f"{figure.group['bots']} wins {figure.text}" for figure in ranked)


SPACE = "space that the pandas reached"
WON = "games won"


def questions_for(bot: str) -> list[Question]:
    """The study with this bot at every table."""
    grid = [StudyTable(seats, bot, {"level": level}, name=f"{level}, {seats}") for level in LEVELS for seats in SEATS]
    normal = [StudyTable(seats, bot, {"level": "normal"}, name=f"normal, {seats}") for seats in SEATS]
    lucky = [StudyTable(seats, any_panda(bot), {"level": "normal"}, name=f"any panda, {seats}") for seats in (2, 3, 4)]
    return [
        Question(
            "winning",
            "How often do the pandas escape, by level and number of players?",
            grid,
            Escape,
            [
                rate("won", by="level seats", words=WON),
                mean("space", by="level seats", words=SPACE),
                mean("lead", by="level seats", words="spaces ahead of the keeper at the end"),
            ],
            [HeatMap("seats", "level", 0, {}, _say_winning)],
            f"Every seat is played by *{bot}*. The win space is 29 at intro and 35 otherwise (PP-S1).",
            {"level": LEVELS},
        ),
        Question(
            "endings",
            "How do games end?",
            normal,
            Escape,
            [share("ending", by="seats", words="games end so")],
            [Bars(0, {"seats": TOGETHER}, 0.0, _say_endings)],
            "Level normal.",
        ),
        Question(
            "length",
            "How long does a game last?",
            normal,
            Escape,
            [
                mean("turns", by="seats", words="turns in a game"),
                mean("deck", by="seats", words="cards left in the deck"),
            ],
            [Histogram("turns", "seats", {}, _say_length)],
            "Level normal; turns of all players together.",
        ),
        Question(
            "options",
            "What do the harder and easier options change?",
            [StudyTable(TOGETHER, bot, {"level": "normal", **options}, name=name) for name, options in OPTIONS.items()],
            Escape,
            [
                rate("won", by="table", words=WON, compare="table"),
                mean("space", by="table", words=SPACE, compare="table"),
            ],
            [Bars(0, {}, 0.0, _say_options), Bars(1, {}, None)],
            f"{TOGETHER} players, level normal, one option at a time (PP-S6).",
        ),
        Question(
            "deeds",
            "What is done how often, and what does it bring?",
            normal,
            Deeds,
            [
                mean("times", by="seats deed", words="times a game"),
                rate("done", by="seats deed", words="games in which it is done"),
                mean("panda", by="seats deed", words="spaces for the pandas each time"),
                mean("keeper", by="seats deed", words="spaces for the keeper each time"),
            ],
            [Bars(0, {"seats": TOGETHER}, 0.0, _say_deeds)],
            "Level normal. Spaces each time are averaged over games, 0 where it was not done; a play that ends the"
            " turn is counted with the keeper's step at its end (PP-E2).",
            {"deed": DEEDS},
        ),
        Question(
            "pandas",
            "Which panda helps most?",
            lucky,
            Pandas,
            [
                mean("space", by="seats panda", words=SPACE),
                rate("won", by="seats panda", words=WON),
                rate("used", by="seats panda", words="games in which the ability was used"),
            ],
            [Bars(0, {"seats": TOGETHER}, None, _say_pandas)],
            f"Everybody plays like *{bot}*, but is a panda by luck. What a panda seems worth is what this player makes"
            " of it: look at how often the ability was used. Level normal.",
            {"panda": PANDA_CODES},
        ),
        Question(
            "panda-pairs",
            "Which two pandas go well together?",
            lucky[:1],
            Pairs,
            [mean("space", by="pandas", words=SPACE), rate("won", by="pandas", words=WON)],
            [Bars(0, {}, None, _say_panda_pairs)],
            "Two players, pandas by luck, level normal.",
        ),
        Question(
            "meerkat-pairs",
            "Which two Meerkats are the best to trade with?",
            lucky[:1],
            Pairs,
            [mean("space", by="meerkats", words=SPACE), rate("won", by="meerkats", words=WON)],
            [Bars(0, {}, None, _say_meerkat_pairs)],
            "Two players, level normal. Meerkats are drawn by luck anyway (PP-S3); pairs share one suit or two.",
        ),
        Question(
            "cards",
            "What is each card worth in the opening hands?",
            lucky[:1],
            Opening,
            [
                mean("space", by="suit number", words=SPACE),
                rate("traded", by="suit number", words="games in which it lies in an area at the end"),
                mean("space", by="number", words=f"{SPACE}, all suits"),
                mean("space", by="suit", words=f"{SPACE}, all numbers"),
            ],
            [HeatMap("number", "suit", 0), HeatMap("number", "suit", 1), Bars(2, {}, None)],
            "How far the pandas come when somebody begins with that card. Two players, so without 8s and 9s (PP-S2);"
            " cards worth 2 points: red 1, yellow 2, green 3, blue 5, purple 6 (PP-C2). Level normal.",
            {"suit": SUITS},
        ),
        Question(
            "keys",
            "What are Keys worth in the opening hands?",
            lucky[:1],
            Keys,
            [mean("space", by="keys", words=SPACE, compare="keys"), rate("won", by="keys", words=WON)],
            [Bars(0, {}, None, _say_keys)],
            "Two players, level normal; three Keys are in the deck (PP-S2).",
        ),
        Question(
            "skill",
            "How much does it depend on who plays?",
            _ladder(),
            Escape,
            [rate("won", by="bots", words=WON), mean("space", by="bots", words=SPACE)],
            [Bars(0, {}, 0.0, _say_skill), Bars(1, {}, 0.0)],
            f"{TOGETHER} players of one level each, level normal. *{SEARCHING.name}* is strong with {FEW_GAMES} games"
            " in its head for a decision; with as many as it has at a table it wins more (see how strong the bots"
            " are).",
        ),
        *standard(bot),
    ]


def _ladder() -> list[StudyTable]:
    """A table for every level of bots; the strongest, which thinks, plays fewer games and thinks less than it may."""
    normal: dict[str, OptionValue] = {"level": "normal"}
    quick = [StudyTable(TOGETHER, name, normal) for name in ("random", *GAME.bots()) if name != SEARCHING.level]
    return [*quick, StudyTable(TOGETHER, [SEARCHING], normal, part=SOME)]


STUDY = questions_for(PLAYER)
