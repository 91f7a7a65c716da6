"""What a designer asks of Pandánte. `pandarium study pandante` answers; docs/study/pandante.md keeps the answers."""

from __future__ import annotations

from pandarium.games.pandante.engine.claims import CLAIM_NAMES
from pandarium.games.pandante.study.observers import (
    Abilities,
    Casinos,
    Champions,
    Claims,
    Evenings,
    Hotseats,
    Places,
    SeatResults,
    Seats,
)
from pandarium.games.pandante.study.standard import RESTRICTIONS, STANDARD
from pandarium.kit.study import (
    Bars,
    Figure,
    Figures,
    Histogram,
    Player,
    Question,
    StudyTable,
    mean,
    rate,
    share,
)

# Who plays


IDLE = Player("cautious", "idle", never=RESTRICTIONS["never uses an ability"])
"""Cautious, but uses no ability."""

LIGHT: dict[str, bool | str] = {}
DARK: dict[str, bool | str] = {"abilities": "dark"}
FOUR = StudyTable(4, "cautious")
FOUR_MASTER = StudyTable(4, "master")
FOUR_MASTER_DARK = StudyTable(4, "master", DARK, name="4 × master, dark")
FOUR_MIXED = StudyTable(4, ("master", "cautious", "liar", "cautious"), name="one liar among four")

# What is found


def _say_lies(found: Figures) -> str:
    lie, true = found.get(1, bots="master", truth="a lie"), found.get(1, bots="master", truth="true")
    return f"Among masters a lie in the hotseat wins {lie.text} of its pots, the truth {true.text}"


def _say_lie_gold(found: Figures) -> str:
    lie, true = found.get(3, bots="master", truth="a lie"), found.get(3, bots="master", truth="true")
    return f"Among masters a gambit brings the liar in the hotseat {lie.text} gold, the honest {true.text}"


def _say_price(found: Figures) -> str:
    true = _enough(found.all(0, truth="true"))
    lies = _enough(found.all(0, truth="a lie"))
    return (
        f"The best true claim is {_claim(true[0])} ({true[0].text} gold a gambit), "
        f"the best lie {_claim(lies[0])} ({lies[0].text})"
    )


def _say_doubt(found: Figures) -> str:
    most, least = _enough(found.all(2))[0], _enough(found.all(2))[-1]
    return (
        f"In the hotseat {_claim(most)} is challenged most often, {most.text}, and {_claim(least)} least, {least.text}"
    )


FEW = 30
"""Groups with fewer rows are left out of the sentences."""


def _enough(figures: list[Figure]) -> list[Figure]:
    found = [figure for figure in figures if figure.rows >= FEW]
    if not found:
        raise LookupError("too few games")
    return found


def _claim(figure: Figure) -> str:
    return str(figure.group["claim"])


def _say_abilities(found: Figures) -> str:
    used = [figure for figure in _enough(found.all(0)) if figure.group["ability"] != "none"]
    return (
        f"Players come off best in gambits in which they use {used[0].group['ability']} ({used[0].text} gold), "
        f"worst with {used[-1].group['ability']} ({used[-1].text})"
    )


def _say_idle(found: Figures) -> str:
    light, dark = found.get(0, table="light", bot="idle"), found.get(0, table="dark", bot="idle")
    return f"Of four, who alone uses no ability wins {light.text} of Light games, {dark.text} of Dark ones"


def _say_casinos(found: Figures) -> str:
    swing = found.all(0)
    return (
        f"Most gold changes hands in {swing[0].group['casino']} ({swing[0].text} from best to worst), "
        f"least in {swing[-1].group['casino']} ({swing[-1].text})"
    )


def _clear(figure: Figure) -> bool:
    """Whether the interval leaves out zero."""
    return figure.low is not None and figure.high is not None and (figure.low > 0 or figure.high < 0)


def _say_champions(found: Figures) -> str:
    edge = found.all(0)
    best, worst = edge[0], edge[-1]
    if not _clear(best) and not _clear(worst):
        return (
            f"No champion wins clearly more or less than a fair share: {worst.value:+.1f} to {best.value:+.1f} points"
        )
    return (
        f"{best.group['champion']} wins {best.value:+.1f} points above the fair share ({best.interval}), "
        f"{worst.group['champion']} {worst.value:+.1f} ({worst.interval})"
    )


def _say_seats(found: Figures) -> str:
    edge = found.all(0, bots="cautious")
    best, worst = edge[0], edge[-1]
    if not _clear(best) and not _clear(worst):
        return (
            f"No seat of four wins clearly more or less than its share: {worst.value:+.1f} to {best.value:+.1f} points"
        )
    return (
        f"The best of four seats, number {best.group['place']} from the first dealer's left, wins "
        f"{best.value:+.1f} points above its share ({best.interval})"
    )


def _say_places(found: Figures) -> str:
    gap = found.difference(place=4, bots="cautious")
    if not gap.clear:
        return f"Among four cautious bots the dealer makes no clearly different gold from the first to act: {gap.text}"
    return (
        f"Among four cautious bots the dealer, who acts last, makes {gap.text} gold a gambit more than the first to act"
    )


def _say_length(found: Figures) -> str:
    two, four, six = (found.get(0, table=name) for name in ("2 players", "4 players", "6 players"))
    return f"A game of two takes {two.text} gambits, of four {four.text}, of six {six.text}"


STUDY = [
    Question(
        "lies",
        "How often do lies win?",
        [FOUR_MASTER, FOUR_MASTER_DARK, FOUR, StudyTable(4, "liar"), FOUR_MIXED],
        Hotseats,
        [
            rate("lie", by="table", words="hotseats with a lie"),
            rate("won", by="bots truth", words="pots won by who was in the hotseat"),
            rate("challenged", by="bots truth", words="hotseats that were challenged"),
            mean("gold", by="bots truth", words="gold won in that gambit, all payments counted", compare="truth"),
            rate("won", by="table bot truth", words="pots won, by who sat there"),
        ],
        [Bars(1, {}, 0.0, _say_lies), Bars(3, {}, 0.0, _say_lie_gold)],
        "A lie is a final claim, with what was said in a tie-break, that the cards do not hold at the moment of the"
        " challenge (PD-22, PD-32). Only players who came to the hotseat are counted; a shared pot counts half. Gold is"
        " everything paid and taken in the gambit but what the Gold Fairy gives.",
        {"truth": ["true", "a lie"]},
    ),
    Question(
        "claims",
        "What is each claim worth, true or not?",
        [FOUR_MASTER],
        Claims,
        [
            mean("gold", by="claim truth", words="gold won in a gambit with that claim", compare="truth"),
            rate("won", by="claim truth", words="pots won with that claim"),
            rate("challenged", by="claim", words="claims challenged"),
            share("claim", words="of all final claims"),
        ],
        [Bars(0, {}, 0.0, _say_price), Bars(2, {}, 0.0, _say_doubt)],
        "Everybody who had not folded when the gambit ended, in the hotseat or not. Gold is net of ante, bets, snacks,"
        " abilities and challenges: the price of having claimed this.",
        {"claim": CLAIM_NAMES, "truth": ["true", "a lie"]},
    ),
    Question(
        "abilities",
        "What do those come to who use an ability?",
        [FOUR_MASTER, FOUR_MASTER_DARK],
        Abilities,
        [
            mean("gold", by="ability", words="gold won in the gambit by who used it"),
            share("ability", by="table", words="of all that was announced (and of those who announced nothing)"),
        ],
        [Bars(0, {}, 0.0, _say_abilities)],
        "This is who uses what, not what it causes: Raise is used by those who lead, Sleep by those who are lost. The"
        " next question takes abilities away.",
    ),
    Question(
        "idle",
        "What are abilities worth altogether?",
        [
            StudyTable(4, (IDLE, "cautious", "cautious", "cautious"), LIGHT, name="light"),
            StudyTable(4, (IDLE, "cautious", "cautious", "cautious"), DARK, name="dark"),
        ],
        SeatResults,
        [
            rate("won", by="table bot", words="games won by a seat"),
            mean("score", by="table bot", words="gold at the end", compare="bot"),
        ],
        [Bars(0, {}, 0.0, _say_idle)],
        "*idle* plays like cautious and announces nothing. Four equals win 25 % each.",
    ),
    Question(
        "casinos",
        "What does each casino change?",
        [StudyTable(4, "cautious", {"casinos": True}, name="casinos"), FOUR._replace(name="no casinos")],
        Casinos,
        [
            mean("swing", by="casino", words="gold between who won most and who lost most in the gambit"),
            mean("pot", by="casino", words="gold put into the pot"),
            rate("lied", by="casino", words="hotseats with a lie, a gambit"),
            rate("showdown", by="casino", words="gambits with a showdown"),
            rate("rolled", by="casino", words="gambits whose pot rolls over"),
        ],
        [Bars(0, {}, 0.0, _say_casinos)],
        "Four cautious bots, one casino a gambit by lot. *none* are games without casinos. Bots know the rules of a"
        " casino, but have no plan of their own for it.",
    ),
    Question(
        "champions",
        "Is a champion better than another?",
        [StudyTable(6, "cautious", {"champions": True}, name="all six champions")],
        Champions,
        [
            mean("edge", by="champion", words="wins above the fair share, in percentage points", digits=2),
            mean("gold", by="champion", words="gold at the end"),
        ],
        [Bars(0, {}, 0.0, _say_champions)],
        "Six cautious bots with the six champions, dealt by chance. They use a power by rule of thumb: a person may get"
        " more out of Cassy and Fern.",
    ),
    Question(
        "seats",
        "Does it matter where one sits?",
        [FOUR, FOUR_MASTER],
        Seats,
        [mean("edge", by="bots place", words="wins above the fair share, in percentage points", digits=2)],
        [Bars(0, {}, 0.0, _say_seats)],
        "Counted from the first dealer's left; the button moves on with every gambit, so that little should remain.",
    ),
    Question(
        "places",
        "Is it better to act early or late in a gambit?",
        [FOUR, FOUR_MASTER],
        Places,
        [
            mean("gold", by="bots place", words="gold won in a gambit", digits=2, compare="place"),
            rate("won", by="bots place", words="pots won"),
        ],
        [Bars(0, {}, 0.0, _say_places)],
        "Place 1 sits left of the dealer and acts first, place 4 deals and acts last (PD-S3).",
    ),
    Question(
        "length",
        "How many gambits does a game take?",
        [
            StudyTable(2, "cautious", name="2 players"),
            FOUR._replace(name="4 players"),
            StudyTable(6, "cautious", name="6 players"),
            StudyTable(4, "cautious", DARK, name="4 players, dark"),
            StudyTable(4, "cautious", {"diamonds": True}, name="4 players, diamonds"),
            FOUR_MASTER._replace(name="4 masters"),
        ],
        Evenings,
        [
            mean("gambits", by="table", words="gambits a game", compare="table"),
            mean("hotseats", by="table", words="hotseats a game"),
            mean("challenges", by="table", words="challenges a game that counted"),
            mean("fairy", by="table", words="times that somebody sits out with the Gold Fairy", digits=2),
        ],
        [Histogram("gambits", "table", {}, _say_length), Bars(0, {}, 0.0, _say_length)],
    ),
    *STANDARD,
]
