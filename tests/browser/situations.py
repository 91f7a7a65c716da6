"""Tables in the middle of a game, where somebody has something to decide: what is measured and photographed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page

from .people import State, create_table, first, play_on, send


class Situation(NamedTuple):
    """A table, and where its visitor stops playing."""

    game: str
    table: dict[str, Any]
    """What is agreed on."""
    done: Callable[[State], bool]
    decides_about: tuple[str, ...]
    """By style: what one must see to decide, and can reach."""
    at_once: tuple[str, ...] = ()
    """What of it is in sight without scrolling."""
    pick: Callable[[list[State]], State] = first


def offers(*moves: str, at_least: int = 0) -> Callable[[State], bool]:
    """The visitor may do one of these, in the round (turn, gambit) given or later."""

    def done(state: State) -> bool:
        view = state.get("view") or {}
        played = view.get("round") or view.get("turns") or view.get("gambit") or 0
        legal = state.get("legal") or []
        return played >= at_least and any(one["what"]["move"] in moves for one in legal)

    return done


def _judges(state: State) -> bool:
    """Somebody sits in the hotseat, and the visitor is to judge."""
    return any(one["move"] == "challenge" for one in state.get("legal") or [])


def prefer(*moves: str) -> Callable[[list[State]], State]:
    """The first move of the first kind there is, else the first."""

    def pick(legal: list[State]) -> State:
        return next((one for kind in moves for one in legal if one["what"]["move"] == kind), legal[0])

    return pick


def _clear(legal: list[State]) -> State:
    """Take what can be traded later, so that there is something to trade."""
    return next((one for one in legal if one["what"].get("die", "").startswith("c")), legal[0])


_GREEDY: Final = ["greedy"] * 3
_CROWD: Final = ["greedy"] * 9
_TURNS: Final = {"seats": 4, "bots": ["filler"] * 3, "options": {"pace": "turns"}}

SITUATIONS: Final[dict[str, Situation]] = {
    "royale draft": Situation(
        "royale",
        {"seats": 4, "bots": _GREEDY},
        offers("take", at_least=5),
        (".pick", ".tray .one", ".rivals li"),
        at_once=(".pick", ".tray .one"),
    ),
    "royale trade": Situation(
        "royale",
        {"seats": 4, "bots": _GREEDY},
        offers("trade", at_least=4),
        (".trade button", ".tray .one", ".rivals li"),
        at_once=(".trade .pass", ".trade li:first-child button"),
        pick=_clear,
    ),
    "royale trade, ten": Situation(
        "royale",
        {"seats": 10, "bots": _CROWD},
        offers("trade", at_least=4),
        (".trade button", ".tray .one"),
        at_once=(".trade .pass",),
        pick=_clear,
    ),
    "pilfering turn": Situation(
        "pilfering",
        {"seats": 3, "bots": ["team"] * 2},
        offers("draw", "play", "swap", "place", at_least=6),
        (".banner .standing", ".track", ".area header", ".area .slot", ".hideout li", ".hand li", ".decide button"),
        at_once=(".banner .standing", ".area header", ".hideout li:last-child", ".hand li", ".decide button"),
        pick=prefer("swap", "place", "play", "draw", "stash"),
    ),
    "pandante bet": Situation(
        "pandante",
        {"seats": 4, "bots": ["cautious"] * 3},
        offers("claim"),
        (".arena [data-rank]", ".arena ol .card", "section.stage .hand .card", "section.stage button"),
        at_once=(".arena [data-rank]", ".arena ol .card", "section.stage .hand .card", "section.stage button"),
    ),
    "pandante abilities": Situation(
        "pandante",
        {"seats": 4, "bots": ["cautious"] * 3},
        offers("announce"),
        (".arena [data-rank]", ".arena ol .card", "section.stage .hand .card", "section.stage button"),
        at_once=(".arena [data-rank]", ".arena ol .card", "section.stage .hand .card", "section.stage .top button"),
        pick=prefer("claim"),
    ),
    "pandante abilities, six": Situation(
        "pandante",
        {"seats": 6, "bots": ["cautious"] * 5, "options": {"casinos": True, "champions": True, "diamonds": True}},
        offers("announce"),
        (".arena [data-rank]", ".arena ol .card", "section.stage .hand .card", "section.stage button"),
        at_once=("section.stage .hand .card", "section.stage .top button"),
        pick=prefer("claim"),
    ),
    "pandante judge": Situation(
        "pandante",
        {"seats": 4, "bots": ["liar"] * 3},
        _judges,
        (".arena [data-rank]", ".arena ol .card", "section.stage .hand .card", "section.stage button"),
        at_once=(".arena ol .card", "section.stage .acts button"),
        pick=prefer("claim"),
    ),
    "wildstyle cards": Situation(
        "wildstyle", _TURNS, offers("add"), (".hand button", ".piles button", ".sets button"), at_once=(".hand button",)
    ),
    "wildstyle tag": Situation(
        "wildstyle",
        _TURNS,
        offers("tag"),
        (".hand button", ".sets button", ".strip button"),
        at_once=(".map", ".hand button", ".sets button"),
        pick=prefer("take", "add", "draw"),
    ),
}


def bring(page: Page, name: str) -> str:
    """The page at a table in that situation; the table's id."""
    wanted = SITUATIONS[name]
    table, _ = create_table(page, game=wanted.game, **wanted.table)
    send(page, table, type="start")
    play_on(table, page, done=wanted.done, pick=wanted.pick)
    page.goto(f"/t/{table}")
    return table
