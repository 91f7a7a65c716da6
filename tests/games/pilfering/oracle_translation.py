"""Positions and moves of the engine in the oracle's words, and back."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import replace
from typing import Any

from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.words import notation

from . import oracle
from .table import game

MEERKATS = list(oracle.MEERKATS)
PHASES = {
    "refresh": "refresh",
    "act": "actions",
    "give": "give",
    "stash": "stash",
    "check": "check",
    "secret": "secret",
    "rummage": "rummage",
    "door": "back door",
    "over": "over",
}
PLANS = {
    "rummage": oracle.RUBBISH_RUMMAGE,
    "back-door": oracle.BACK_DOOR_TRADE,
    "caring": oracle.SHARING_IS_CARING,
    "torch": oracle.TORCH_BEAM,
    "muddy": oracle.MUDDY_PAWS,
    "early": oracle.EARLY_ROUNDS,
    "gate": oracle.LOCKED_GATE,
    "key": oracle.KEY,
}
ENDINGS = {
    "going on": None,
    "escaped": oracle.ESCAPED,
    "caught": oracle.CAUGHT,
    "timer": oracle.TIME_UP,
    "no cards": oracle.NO_CARD,
    "final check": oracle.FAILED,
    "not ready": oracle.TOO_EARLY,
}
DRAWS = {"no": None, "hand": "refresh", "hideout": "hideout", "secret": "secret"}
KINDS = {"set": "new", "reuse": "reuse", "extend": "extend", "left": "back door"}


def words(cards: list[str]) -> tuple[str, ...]:
    return tuple(PLANS.get(card, card) for card in cards)


def translate(state: Pilfering) -> oracle.Position:
    """The position as the oracle writes it."""
    paper = state.dump()
    seats, laid = paper["seats"], state.fixed
    top = {1: 7, 2: 7, 3: 8, 4: 9}[seats]
    options = oracle.Options(
        win=laid.win,
        limit=laid.limit,
        top=top,
        key_top=laid.reach,
        multi=laid.penalty,
        free_below=laid.below == 0,
        solo_suspicion=laid.solo_suspicion,
        time_up=laid.time_up,
        last_check=laid.last_check,
        count_stash=laid.stash_counts,
    )
    areas = []
    for which, lie in enumerate(paper["areas"]):
        sets = tuple(
            oracle.Laid(start, length, bonus or length, bonus > 0, bool(joined))
            for start, length, bonus, *joined in lie["sets"]
        )
        areas.append(oracle.Area(oracle.MEERKATS[MEERKATS[paper["meerkats"][which]]], words(lie["cards"]), sets))
    hands = [words(hand) for hand in paper["hands"]]
    sharing = None
    if paper["asked"] is not None:
        sharing = (paper["asked"], words([paper["gift"]])[0])
        hands[paper["turn"]] = oracle.without(hands[paper["turn"]], [sharing[1]])

    def waiting(name: str) -> frozenset[int]:
        return frozenset({paper[f"{name}_seat"]}) if paper[name] == "waiting" else frozenset()

    return oracle.Position(
        hands=tuple(hands),
        areas=(areas[0], areas[1]),
        deck=words(paper["deck"]),
        hideout=words(paper["hideout"]),
        secret=words(paper["secret"]),
        options=options,
        phase=PHASES[paper["step"]],
        seat=paper["turn"],
        panda=paper["panda"],
        keeper=paper["keeper"],
        pandas=tuple(paper["pandas"]),
        used=tuple(seat in paper["spent"] for seat in range(seats)),
        suspect=paper["suspect"],
        suspicion=paper["suspicion"] or 2,
        suspicion_gone=paper["suspicion"] == 0,
        suspicious_area=paper["watched"],
        timer_seat=paper["timekeeper"],
        timer=paper["timer"],
        held=words(paper["held"]),
        duty=None if paper["duty"] is None else words([paper["duty"]])[0],
        early=paper["early"] == "now",
        locked=paper["gate"] == "now",
        early_next=waiting("early"),
        locked_next=waiting("gate"),
        emptied=paper["late"],
        sharing=sharing,
        drawing=DRAWS[paper["drawing"]],
        found=None if paper["rummaged"] is None else words([paper["rummaged"]])[0],
        over=ENDINGS[paper["result"]],
    )


def translate_move(state: Pilfering, move: int) -> oracle.Play:
    """The move as the oracle writes it."""
    role = state.dump()["pandas"][state.turn]
    match notation.describe(move):
        case notation.Draw():
            return oracle.Play("draw")
        case notation.Pick(count, way):
            cards = words(state.dump()["hideout"][-count:])
            return oracle.Play("take", cards=cards, using=None if way == "plain" else way)
        case notation.Play(how, area, cards, ability):
            return oracle.Play(KINDS[how], area, words(cards), using=role if ability else None)
        case notation.Swap(area, place, card):
            return oracle.Play("swap", area, words([card]), place)
        case notation.Discard():
            return oracle.Play("discard", cards=(oracle.KEY,))
        case notation.Share(card, seat, secret):
            shared = words([card] if secret is None else [card, secret])
            return oracle.Play("share", cards=shared, seat=seat, using="sharing")
        case notation.Give(card):
            return oracle.Play("give", cards=words([card]))
        case notation.Stash(card):
            return oracle.Play("secret" if state.view(None).step == "secret" else "stash", cards=words([card]))
        case notation.Escape(yes):
            return oracle.Play("escape" if yes else "go on")
        case notation.Place(area):
            return oracle.Play("rummage", area)
    return oracle.Play("no back door" if state.view(None).step == "door" else "pass")


def normal(position: oracle.Position) -> dict[str, Any]:
    """What both must agree on: hands in any order, and nothing that a finished game leaves open."""
    facts: dict[str, Any] = {
        "hands": [Counter(hand) for hand in position.hands],
        "areas": [(area.likes, area.cards, [_plain(laid) for laid in area.sets]) for area in position.areas],
        "deck": position.deck,
        "hideout": position.hideout,
        "secret": Counter(position.secret),
        "panda": position.panda,
        "keeper": position.keeper,
        "timer": (position.timer, position.timer_seat),
        "used": position.used,
        "suspicion": position.solo or (position.suspect, position.suspicion_gone or position.suspicion),
        "over": position.over,
    }
    if position.over is None:
        facts |= {
            "phase": position.phase,
            "seat": position.seat,
            "held": Counter(position.held),
            "duty": position.duty,
            "weather": (position.early, position.locked, position.early_next, position.locked_next),
            "sharing": position.sharing,
            "found": position.found,
            "drawing": position.drawing,
            "watched": position.suspicious_area,
        }
    return facts


def _plain(laid: oracle.Laid) -> oracle.Laid:
    """How many cards a set had when it was laid, and which of them joined, matters only if it paid the bonus."""
    return laid if laid.bonus else replace(laid, laid=laid.length, joined=False)


def compare_moves(state: Pilfering, position: oracle.Position) -> None:
    """Each effect is listed once, and every way to it can be played; swaps of one Key inside a number set are one."""
    seat = state.actors()[0]
    listed = {translate_move(state, move): move for move in state.legal(seat)}
    wanted = oracle.plays(position)
    every = {play for ways in wanted.values() for play in ways}
    assert set(listed) <= every, sorted(map(str, set(listed) - every))[:3]
    for effect, ways in wanted.items():
        if effect.kind != "swap":
            assert sum(way in listed for way in ways) == 1, effect
    for play in every - set(listed):
        move = number_of(state, play)
        assert state.refusal(seat, move) is None, play
        assert state.canon(seat, move) in listed.values(), play


def number_of(state: Pilfering, play: oracle.Play) -> int:
    names = {card: code for code, card in PLANS.items()}
    cards = [names.get(card, card) for card in play.cards]
    assert play.area is not None
    if play.kind == "swap":
        assert play.place is not None
        return notation.encode(notation.Swap(play.area, play.place, cards[0]))
    how = {kind: word for word, kind in KINDS.items()}[play.kind]
    return notation.encode(notation.Play(how, play.area, cards, play.using is not None))


def transfer(position: oracle.Position) -> Pilfering:
    """The oracle's position on our table; all seven plans are in the game, those not in the deck are gone."""
    seats, options = len(position.hands), position.options
    names = {card: code for code, card in PLANS.items()}
    pack = {
        file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in (game.folder / "content").glob("*.toml")
    }
    for level in pack["plans"]["level"]:
        level.update(win=options.win, limit=options.limit, plans=7)
    likes = [next(n for n, kind in enumerate(MEERKATS) if oracle.MEERKATS[kind] == lie.likes) for lie in position.areas]
    deck = [names.get(card, card) for card in position.deck]

    def codes(cards: tuple[str, ...]) -> list[str]:
        return [names.get(card, card) for card in cards]

    there = Counter(card for hand in position.hands for card in hand)
    there += Counter([*position.hideout, *position.secret, *position.deck])
    there += Counter(card for lie in position.areas for card in lie.cards)
    every = Counter([*oracle.every_card(options.top), *[oracle.KEY] * (4 if seats == 4 else 3)])
    paper = {
        "seats": seats,
        "step": "refresh",
        "hands": [codes(hand) for hand in position.hands],
        "turn": position.seat,
        "content": pack,
        "meerkats": likes,
        "panda": position.panda,
        "keeper": position.keeper,
        "areas": [
            {
                "cards": codes(lie.cards),
                "sets": [
                    [laid.start, laid.length, laid.laid, *[1] * laid.joined]
                    if laid.bonus
                    else [laid.start, laid.length]
                    for laid in lie.sets
                ],
            }
            for lie in position.areas
        ],
        "hideout": codes(position.hideout),
        "secret": codes(position.secret),
        "deck": deck,
        "box": codes(tuple((every - there).elements())),
        "pandas": list(position.pandas),
        "spent": [seat for seat, used in enumerate(position.used) if used],
        "timer": position.timer,
        "timekeeper": position.timer_seat,
        "suspicion": 0 if position.solo or position.suspicion_gone else position.suspicion,
        "plans_gone": [code for code in PLANS if code != "key" and code not in deck],
        "options": {
            "foiled_plans": True,
            "ghost_keys": options.key_top > options.top,
            "quiet_trades": options.free_below,
            "light_pick_up": options.multi == 3,
            "solo_suspicion": options.solo_suspicion,
            "timer": options.time_up,
            "last_check": options.last_check,
            "solo_final_stash": "count" if options.count_stash else "ignore",
        },
    }
    state = game.load(paper)
    assert isinstance(state, Pilfering)
    assert normal(translate(state)) == normal(position)
    return state
