"""Questions that designers put to every game, with what a game has to say filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pandarium.core.meta import OptionValue
from pandarium.kit.study import (
    Bars,
    Figure,
    Figures,
    Level,
    Lines,
    Never,
    Player,
    Question,
    Row,
    Say,
    Stack,
    StudyTable,
    Subject,
    level_name,
    mean,
    rate,
    share,
    variance,
)
from pandarium.kit.study.course import SURE, Course, turning_points, winning_chances
from pandarium.kit.study.decisions import FORCED, REAL, SAME, Decisions
from pandarium.kit.study.measures import DEAL, MOMENT, SKILL

FREELY = "plays freely"
ENOUGH = 20
"""Decisions of a kind, for a sentence about it."""
RANDOM = "random"

Options = Mapping[str, OptionValue]


def restricted_play(
    level: str,
    rules: Mapping[str, Never],
    *,
    seats: int,
    options: Options | None = None,
    together: bool = False,
    part: float = 1.0,
    note: str = "",
) -> Question:
    """What does a player lose who never does something? `rules` names what: "never trades"."""
    tables = []
    for name, never in {FREELY: None, **rules}.items():
        one = Player(level, name, never)
        bots: list[Level] = [one] if together else [one, *[level] * (seats - 1)]
        tables.append(StudyTable(seats, bots, options or {}, name=name, part=part, columns={"play": name}))
    who = f"A team of {seats} that" if together else f"Of {seats} {level} players, who"
    usual = (
        f"All {seats} players are *{level}* and keep to the same restriction, on the same deals."
        if together
        else f"One of {seats} *{level}* players keeps to the restriction, the others play freely, on the same deals."
    )
    return Question(
        "restricted",
        "What does it cost never to do something?",
        tables,
        Subject,
        [
            rate("won", by="play", words="games won", compare="play"),
            mean("score", by="play", words="score", compare="play"),
        ],
        [Bars(0, {}, 0.0, _say_restricted(who))],
        f"{usual} Instead of a move that it may not make a bot plays what it likes next best, and where no other move"
        " is listed it makes it after all. What costs nothing is not missed by this bot; a person may miss it."
        f" {note}".rstrip(),
        {"play": [FREELY, *rules]},
    )


def _say_restricted(who: str) -> Say:
    def say(found: Figures) -> str:
        free = found.get(0, play=FREELY)
        ranked = sorted((one for one in found.differences if one.figure.kind == "rate"), key=lambda one: one.value)
        worst, best = ranked[0], ranked[-1]
        if not worst.clear:
            return f"Nothing that is left out costs more than chance: {free.text} of games are won freely"
        words = f"{who} {worst.figure.group['play']} wins {worst.figure.text} of games instead of {free.text}"
        if best is worst:
            return words
        rest = "wins more" if best.clear and best.value > 0 else "loses least"
        return f"{words}; {rest} who {best.figure.group['play']}, {best.figure.text}"

    return say


def skill_trace(
    level: str,
    efforts: Sequence[int],
    *,
    unit: str = "playouts",
    seats: int = 2,
    options: Options | None = None,
    together: bool = False,
    part: float = 1.0,
    note: str = "",
) -> Question:
    """Does thinking twice as long still pay? `efforts` double from one to the next."""
    tables = []
    for effort in efforts if together else efforts[1:]:
        more, less = (Player(level, f"{level}, {much} {unit}", effort=much) for much in (effort, effort // 2))
        name = f"{effort} {unit}" if together else f"{effort} against {effort // 2}"
        bots = more if together else (more, less)
        columns = {"thought": effort}
        tables.append(StudyTable(seats, bots, options or {}, name=name, part=part, columns=columns))
    how = (
        f"{seats} *{level}* players think together, each of them so many {unit} a decision."
        if together
        else f"*{level}* with so many {unit} a decision against itself with half as many, {seats} players."
    )
    return Question(
        "thought",
        "Does it pay to think twice as long?",
        tables,
        Subject,
        [rate("won", by="thought", words="games won"), mean("score", by="thought", words="score")],
        [Lines("thought", 0, {}, _say_trace(unit, together), doubling=True, fair=None if together else 0.5)],
        f"{how} Where the curve stays up there is more to find; where it sinks to what is fair, this way of thinking"
        f" has seen what it can see. {note}".rstrip(),
    )


def _say_trace(unit: str, together: bool) -> Say:
    def say(found: Figures) -> str:
        curve = sorted(found.all(0), key=lambda figure: float(figure.group["thought"]))
        first, last = curve[0], curve[-1]
        if together:
            return (
                f"With {first.group['thought']} {unit} a decision {first.text} of games are won, "
                f"with {last.group['thought']} {last.text}"
            )
        clear = [figure for figure in curve if figure.low is not None and figure.low > 0.5]
        if not clear:
            return (
                f"Twice the thought brings nothing that shows, from {first.group['thought']} {unit} "
                f"({first.text} of games won) to {last.group['thought']} ({last.text})"
            )
        best = clear[-1]
        words = f"Twice the thought wins {best.text} of games at {best.group['thought']} {unit}"
        return words if best is last else f"{words}; at {last.group['thought']} it no longer shows: {last.text}"

    return say


EVERYBODY, TRYING = "all levels", "without random"


def luck_and_skill(
    levels: Sequence[Level],
    against: str,
    *,
    seats: int = 2,
    options: Options | None = None,
    together: bool = False,
    part: float = 1.0,
) -> Question:
    """How much is luck, how much skill? All levels play the same deals, against the same opponent."""
    tables = [
        StudyTable(
            seats,
            [level] if together else [level, *[against] * (seats - 1)],
            options or {},
            name=level_name(level) if together else f"{level_name(level)} against {against}",
            part=part,
            columns={"level": level_name(level)},
        )
        for level in levels
    ]
    who = f"a table of {seats} of its kind" if together else f"one chair, against *{against}*"
    return Question(
        "luck",
        "How much is luck, how much skill?",
        tables,
        Subject,
        [
            variance("won", across="level", by="ladder", words="of the differences between results"),
            rate("won", by="level", words="games won"),
        ],
        [Stack("source", 0, {}, _say_luck), Bars(1)],
        f"Every level takes {who}, and all of them get the very same deals. Of all differences between the results"
        f" (won or lost), *{SKILL}* is what levels differ by on average; *{DEAL}* what deals differ by whoever plays"
        " them, with the luck that would come to all of them alike; *the moment* the rest: what came to this one alone,"
        " and how well a level copes with just this deal (a two-way analysis of variance, as duplicate bridge suggests"
        " it). *All levels* begins with somebody who knows the rules and plays at random; that is the same for every"
        " game, so that games can be compared by it.",
        {"level": list(map(level_name, levels)), "ladder": [EVERYBODY, TRYING], "source": [SKILL, DEAL, MOMENT]},
        derive=_ladders,
    )


def _ladders(rows: Sequence[tuple[int, Row]]) -> list[tuple[int, Row]]:
    """Every result among all levels, and among those that try to win."""
    found: list[tuple[int, Row]] = []
    for number, row in rows:
        found.append((number, row | {"ladder": EVERYBODY}))
        if row["level"] != RANDOM:
            found.append((number, row | {"ladder": TRYING}))
    return found


def _say_luck(found: Figures) -> str:
    skill, deal, moment = (found.get(0, ladder=EVERYBODY, source=source) for source in (SKILL, DEAL, MOMENT))
    words = f"Of who wins a game {skill.text} is skill, {deal.text} the deal, {moment.text} the luck of the moment"
    try:
        trying = found.get(0, ladder=TRYING, source=SKILL)
    except LookupError:
        return words
    return f"{words}; among players who try, skill is {trying.text}, {_games_to_tell(trying)}"


def _games_to_tell(skill: Figure) -> str:
    """After how many games skill weighs as much as luck: luck's variance shrinks with their number."""
    if skill.value <= 0 or (skill.low is not None and skill.low <= 0):
        return "too little to tell them apart"
    games = (1 - skill.value) / skill.value
    if games < 1.5:
        return "so that one game tells them apart"
    return f"so that it takes about {games:,.0f} games to weigh as much as luck"


def course_of_play(tables: Sequence[StudyTable], watch: type[Course], moment: str, *, note: str = "") -> list[Question]:
    """When is a game decided, and how often does it turn? `moment` is what the game's moments are: "round"."""
    sure = f"{SURE:.0%}"
    how = (
        f"Chances are learned from the games themselves: how everybody stands after each {moment}, and who wins in the"
        " end (a conditional logit for every moment; each half of the games is judged by what the other half taught)."
        f" {note}"
    ).strip()
    return [
        Question(
            "course",
            "When is a game decided?",
            tables,
            watch,
            [
                rate("winner", by=f"table {moment}", words="chance of who wins in the end"),
                rate("decided", by=f"table {moment}", words=f"games with a favourite of {sure} and more"),
                rate("held", by="table said", words="favourites who win, by the chance that they had"),
            ],
            [
                Lines(moment, 0, {}, _say_course(moment)),
                Lines(moment, 1, {}, _say_decided(moment, sure)),
            ],
            f"{how} Each {moment} that has just ended is a moment; those that few games reach are left out.",
            derive=partial(winning_chances, moment),
        ),
        Question(
            "turns",
            "How often does a game turn?",
            tables,
            watch,
            [
                mean("lead_changes", by="table", words="times that the favourite changes", digits=2),
                rate("comeback", by="table", words="games won by somebody who had less than half of a fair chance"),
                rate("decided_at", by="table", words=f"of the game is over when its winner has {sure} for good"),
                rate("open", by="table", words=f"games whose winner has less than {sure} until the last {moment}"),
            ],
            [Bars(0, {}, 0.0, _say_turns), Bars(1, {}, 0.0, _say_comebacks)],
            how,
            derive=turning_points,
        ),
    ]


def _first_table(found: Figures, measure: int, moment: str) -> list[Figure]:
    table = found.measures[measure][0].group["table"] if found.measures[measure] else ""
    return sorted(found.all(measure, table=table), key=lambda figure: float(figure.group[moment]))


def _say_course(moment: str) -> Say:
    def say(found: Figures) -> str:
        curve = _first_table(found, 0, moment)
        middle = curve[(len(curve) - 1) // 2]
        return (
            f"{middle.group['table']}: who wins in the end has a chance of {curve[0].text} after {moment} "
            f"{curve[0].group[moment]}, {middle.text} after {middle.group[moment]}, {curve[-1].text} after "
            f"{curve[-1].group[moment]}"
        )

    return say


def _say_decided(moment: str, sure: str) -> Say:
    def say(found: Figures) -> str:
        curve = _first_table(found, 1, moment)
        half = next((figure for figure in curve if figure.value >= 0.5), None)
        if half is None:
            last = curve[-1]
            return f"Even after {moment} {last.group[moment]} only {last.text} of games have a favourite of {sure}"
        return f"After {moment} {half.group[moment]} half of the games have a favourite of {sure} or more: {half.text}"

    return say


def _say_turns(found: Figures) -> str:
    first = found.measures[0][0] if found.measures[0] else None
    if first is None:
        raise LookupError("no games")
    late = found.get(2, table=first.group["table"])
    return (
        f"{first.group['table']}: the favourite changes {first.text} times a game, "
        f"and it is decided when {late.text} of it is over"
    )


def _say_comebacks(found: Figures) -> str:
    ranked = found.all(1)
    return f"Of games of {ranked[0].group['table']} {ranked[0].text} are comebacks" + (
        f", of {ranked[-1].group['table']} {ranked[-1].text}" if len(ranked) > 1 else ""
    )


def real_decisions(tables: Sequence[StudyTable], watch: type[Decisions], *, note: str = "") -> Question:
    """How many decisions are real?"""
    return Question(
        "decisions",
        "How many decisions are real?",
        tables,
        watch,
        [
            share("fate", by="table", words="of all decisions"),
            rate("real", by="table decision", words="real decisions, by what is decided"),
            mean("stake", by="table decision", words="how far best and worst lie apart, in spreads of luck", digits=2),
            mean("gain", by="table", words="what the move played has on random ones, in spreads of luck", digits=3),
            rate("real", by="table tenth", words="real decisions"),
            mean("listed", by="table decision", words="moves listed"),
        ],
        [Stack("fate", 0, {}, _say_decisions), Bars(1, {}, 0.0, _say_kinds), Lines("tenth", 4, {}, _say_tenths)],
        f"Decisions are drawn by lot from all that a game asks for. The move that was played and up to {watch.others}"
        f" others are played to the end by *{_named(watch.plays_on)}*, {2 * watch.playouts} times each, with the same"
        " luck for all. Half of these playouts name the best and the worst; the decision is *real* if in the other half"
        " the best is ahead by two standard errors and more. A spread of luck is the standard deviation of the result"
        " (points ahead of the best of the others; together, the score) that is left after the move. Differences below"
        f" about {2 * (2 / watch.playouts) ** 0.5:.1f} spreads are missed more often than found. {note}".rstrip(),
        {"fate": [REAL, SAME, FORCED]},
    )


def _named(level: object) -> str:
    return level if isinstance(level, str) else str(getattr(level, "name", level))


def _say_decisions(found: Figures) -> str:
    ranked = [figure for figure in found.measures[0] if figure.group["fate"] == REAL]
    if not ranked:
        raise LookupError("no decision was drawn")
    forced = [figure for figure in found.all(0, table=ranked[0].group["table"]) if figure.group["fate"] == FORCED]
    none = f", and {forced[0].text} leave no choice at all" if forced else ""
    return f"Of all that a game asks for, {ranked[0].text} are real decisions{none}"


def _say_tenths(found: Figures) -> str:
    table = found.measures[4][0].group["table"]
    early, late = (found.get(4, table=table, tenth=tenth) for tenth in (1, 10))
    return f"In the first tenth of a game {early.text} of decisions are real, in the last {late.text}"


def _say_kinds(found: Figures) -> str:
    ranked = [figure for figure in found.all(1) if figure.rows >= ENOUGH]
    if len(ranked) < 2:
        raise LookupError("only one kind")
    return (
        f"Real most often: {ranked[0].group['decision']}, {ranked[0].text}; "
        f"least often: {ranked[-1].group['decision']}, {ranked[-1].text}"
    )
