"""The engine side by side with the oracle, a second implementation written from the rulebook alone.

PANDARIUM_ORACLE=20 plays twenty times as many games and tables.
"""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.words import notation

from . import oracle
from .table import game

pytestmark = pytest.mark.conformance

TIMES = int(os.environ.get("PANDARIUM_ORACLE", "1"))
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
        solo_suspicion=laid.watched,
        last_check=laid.last_check,
        count_stash=laid.stash_counts,
    )
    areas = []
    for which, lie in enumerate(paper["areas"]):
        sets = tuple(oracle.Laid(start, length, bonus or length, bonus > 0) for start, length, bonus in lie["sets"])
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
    """How many cards a set had when it was laid matters only if it paid the bonus."""
    return laid if laid.bonus else replace(laid, laid=laid.length)


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
        move = _number(state, play)
        assert state.refusal(seat, move) is None, play
        assert state.canon(seat, move) in listed.values(), play


def _number(state: Pilfering, play: oracle.Play) -> int:
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
                "sets": [[laid.start, laid.length, laid.laid if laid.bonus else 0] for laid in lie.sets],
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
            "last_check": options.last_check,
            "solo_final_stash": "count" if options.count_stash else "ignore",
        },
    }
    state = game.load(paper)
    assert isinstance(state, Pilfering)
    assert normal(translate(state)) == normal(position)
    return state


def play_along(seed: int, seats: int, options: dict[str, Any], most: int = 60) -> Counter[str]:
    """One game from its start."""
    state = game.start(seats, options, seed)
    assert isinstance(state, Pilfering)
    return go_on(state, Random(seed), most)


def go_on(state: Pilfering, random: Random, most: int, eager: str = "") -> Counter[str]:
    """Compare what may be done, do something (what one is eager for, if that is possible), compare what came of it."""
    kinds: Counter[str] = Counter()
    for _ in range(most):
        actors = state.actors()
        if not actors:
            break
        seat = actors[0]
        moves = state.legal(seat)
        if state.view(None).step in {"choose", "start"}:
            state.play(seat, random.choice(moves))
            continue
        if len(state.dump()["hands"][state.turn]) > 10:
            break  # the oracle tries every order of every hand
        before = translate(state)
        compare_moves(state, before)
        wanted = [move for move in moves if eager and game.say(move).startswith(eager)]
        move = random.choice(wanted) if wanted else choose(state, moves, random)
        play = translate_move(state, move)
        log: list[Any] = []
        panda_before = state.clone()
        state.play(seat, move, log)
        while listed_words(state) == ["pass"] and state.view(None).step == "door":
            state.play(state.turn, game.read("pass"), log)  # the oracle does not ask where there is nothing to choose
        before = replace(before, swaps=chance_swaps(log))
        after = oracle.carry_out(before, play)
        ours, theirs = normal(translate(state)), normal(after)
        if state.dump()["result"] == "caught":  # the last set may lie there or not, and hands are of no more interest
            assert theirs["over"] == ours["over"], (game.say(move), panda_before.dump())
            break
        assert ours == theirs, (game.say(move), panda_before.dump())
        kinds[play.kind] += 1
    return kinds


def listed_words(state: Pilfering) -> list[str]:
    return [game.say(move) for seat in state.actors() for move in state.legal(seat)]


def chance_swaps(log: list[Any]) -> tuple[tuple[str, str], ...]:
    """What was swapped by chance, from the raw events."""
    from pandarium.games.pilfering.engine import events
    from pandarium.games.pilfering.engine.cards import CODES

    swaps = []
    for event in log:
        if event[0] == events.EXCHANGED:
            swaps.append(words([CODES[event[2]], CODES[event[4]]]))
        elif event[0] == events.TRADED_SECRET:
            swaps.append(words([CODES[event[2]], CODES[event[3]]]))
    return tuple((mine, theirs) for mine, theirs in swaps)


def choose(state: Pilfering, moves: list[int], random: Random) -> int:
    """Random, but set on trading, with Keys above all: that is where it gets difficult."""
    said = [(move, game.say(move)) for move in moves]
    trades = [move for move, words_ in said if words_.split()[0] in {"set", "reuse", "extend", "swap", "left"}]
    if trades and random.random() < 0.8:
        with_keys = [move for move in trades if "key" in game.say(move) or "swap" in game.say(move)]
        return random.choice(with_keys if with_keys and random.random() < 0.5 else trades)
    dear = {"discard", "pass"}
    calm = [move for move, words_ in said if words_ not in dear and not words_.startswith("share")]
    if calm and random.random() < 0.5:
        return random.choice(calm)
    return random.choice(moves)


EASY: dict[str, Any] = {"quiet_trades": True, "light_pick_up": True}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [
        {},
        EASY,
        {**EASY, "foiled_plans": True, "level": "hard", "last_check": True},
        {**EASY, "ghost_keys": True, "solo_suspicion": True, "level": "intro", "foiled_plans": True},
    ],
    ids=["plain", "easy", "plans", "ghosts"],
)
def test_games_go_as_the_oracle_says(seats: int, options: dict[str, Any]) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(4 * TIMES):
        kinds += play_along(seed * 10 + seats, seats, options)
    assert kinds["new"] > 0


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_tables_full_of_keys_go_as_the_oracle_says(seats: int) -> None:
    """Areas with loose cards, shared Keys and bonuses, hands with all Keys, decks full of plans."""
    kinds: Counter[str] = Counter()
    for seed in range(10 * TIMES):
        random = Random(seed * 4 + seats)
        table = oracle.random_table(random, seats)
        if len(table.hand) <= 8 and not table.caught:
            kinds += go_on(transfer(table), random, 5)
    assert kinds["new"] + kinds["reuse"] + kinds["extend"] > 0


def with_top(table: oracle.Position, plan: str) -> oracle.Position:
    """The same table with this plan on top of the deck, and Loot below it."""
    loot = [card for card in table.deck if card not in oracle.PLANS]
    return replace(table, deck=(plan, *loot))


def with_panda(table: oracle.Position, panda: str) -> oracle.Position:
    """The same table with this panda at its turn, its ability unused."""
    pandas = [other if other != panda else table.pandas[table.seat] for other in table.pandas]
    pandas[table.seat] = panda
    used = [spent and seat != table.seat for seat, spent in enumerate(table.used)]
    return replace(table, pandas=tuple(pandas), used=tuple(used))


def tables(seats: int, amount: int, most: int = 7) -> list[tuple[oracle.Position, Random]]:
    """Random tables with hands that are quickly looked through, each with its own chance."""
    found = []
    for seed in range(amount * TIMES):
        random = Random(seed * 4 + seats + 1000)
        table = oracle.random_table(random, seats)
        if len(table.hand) <= most and not table.caught:
            found.append((table, random))
    return found


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_rubbish_is_rummaged_as_the_oracle_says(seats: int) -> None:
    """PP-F2: the card goes to either area, and play goes on with it, by Keys as by others."""
    kinds: Counter[str] = Counter()
    for table, random in tables(seats, 16, 6):
        state = transfer(with_top(table, oracle.RUBBISH_RUMMAGE))
        if "draw" in listed_words(state):
            kinds += go_on(play(state, "draw"), random, 2)
    assert kinds["rummage"] > 3 * TIMES
    assert kinds["new"] + kinds["reuse"] + kinds["extend"] > 0


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_trades_at_the_back_door_go_as_the_oracle_says(seats: int) -> None:
    """PP-F3: at the refresh, with Charming where it helps, down to the last card."""
    kinds: Counter[str] = Counter()
    for table, random in tables(seats, 30, 6):
        charming = with_panda(table, "charming") if random.random() < 0.5 else table
        state = transfer(with_top(charming, oracle.BACK_DOOR_TRADE))
        if "draw" in listed_words(state) and play(state, "draw").view(None).step == "door":
            kinds += go_on(state, random, 2, "left")
    assert kinds["back door"] > 3 * TIMES


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_trades_at_the_back_door_after_the_stash_go_as_the_oracle_says(seats: int) -> None:
    """PP-F3: at the top-up, when the turn is all but over."""
    kinds: Counter[str] = Counter()
    for table, random in tables(seats, 40, 5):
        few = replace(with_panda(table, "greedy"), hideout=table.hideout[:3])
        state = transfer(with_top(few, oracle.BACK_DOOR_TRADE))
        play(play(state, "pick 2 greedy"), "pass")
        if state.view(None).step == "stash":
            kinds += go_on(state, random, 2, "left")
    assert kinds["back door"] > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_are_shared_and_given_as_the_oracle_says(seats: int) -> None:
    """PP-C6: Sharing offers a card, the other player chooses one in return; then the turn goes on."""
    kinds: Counter[str] = Counter()
    for table, random in tables(seats, 12, 5):
        state = transfer(
            with_panda(replace(table, deck=tuple(card for card in table.deck if card not in oracle.PLANS)), "sharing")
        )
        if "draw" in listed_words(state):
            kinds += go_on(play(state, "draw"), random, 3, "share")
    assert kinds["share"] > 3 * TIMES
    assert kinds["give"] > 3 * TIMES


@pytest.mark.parametrize("answer", ["escape", "stay"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_check_goes_as_the_oracle_says(seats: int, answer: str) -> None:
    """PP-E3, PP-E5: beyond the win space, with one player out, whoever's turn it is decides."""
    kinds: Counter[str] = Counter()
    for table, random in tables(seats, 12):
        away = (table.seat + 1) % seats
        hands = tuple(() if seat == away else hand for seat, hand in enumerate(table.hands))
        far = replace(table, hands=hands, timer_seat=away, timer=random.randint(1, 3), suspicion_gone=True)
        state = transfer(replace(far, panda=table.options.win + random.randint(0, 6), keeper=random.randint(8, 30)))
        for word in ("draw", "pass"):
            if word in listed_words(state):
                play(state, word)
        if state.view(None).step == "stash":
            kinds += go_on(state, random, 2, answer)
    assert kinds["escape" if answer == "escape" else "go on"] > 3 * TIMES


def play(state: Pilfering, words_: str) -> Pilfering:
    """The same state, one move on."""
    state.play(state.actors()[0], game.read(words_))
    return state
