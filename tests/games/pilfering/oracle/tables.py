"""Tables to compare on, made at random."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from .choices import laying_plays
from .laying import lay, with_hand
from .pieces import KEY, MEERKATS, PLANS, Area, Cards, Options, Position, options_for
from .sets import every_card, without


def random_table(random: Random, players: int) -> Position:
    """A position at the start of a turn, with options mixed, many Keys, and areas that have seen some play.

    All cards of the deck are there but for those that a short deck leaves in the box.
    """
    options, start = options_for(random.choice(("intro", "normal", "hard")), players)
    options = replace(
        options,
        limit=random.choice((options.limit, 5)),
        multi=random.choice((4, 4, 3)),
        free_below=random.random() < 0.2,
        solo_suspicion=players == 1 and random.random() < 0.4,
        last_check=players > 1 and random.random() < 0.3,
        time_up=random.choice((4, 4, 3)),
        key_top=random.choice((options.top, 9)),
    )
    loot = list(every_card(options.top))
    random.shuffle(loot)
    keys = [KEY] * (4 if players == 4 else 3)
    areas = _played_areas(random, options, (*loot[:9], *random.choice(((), keys[:1], keys[:2], keys))))
    laid = Counter(card for area in areas for card in area.cards)
    rest = list((Counter(loot) - laid).elements())
    left = keys[laid[KEY] :]
    random.shuffle(rest)
    seat = random.randrange(players)
    fewest = 2 if players == 1 else 1
    hands = [[rest.pop() for _ in range(random.randint(fewest, 6))] for _ in range(players)]
    if random.random() < 0.6:
        hands[seat] += left
    else:
        rest += left
        random.shuffle(rest)
    hideout = tuple(rest.pop() for _ in range(random.randint(3, 6)))
    secret = tuple(rest.pop() for _ in range(3 if players == 1 else 0))
    deck = rest[: random.choice((2, 5, 99))] + random.sample(PLANS, random.choice((0, 2, 3, 7)))
    random.shuffle(deck)
    return Position(
        tuple(tuple(hand) for hand in hands),
        areas,
        tuple(deck),
        hideout,
        secret,
        options,
        seat=seat,
        panda=random.choice((start, 20, 30, 40)),
        keeper=random.randint(0, 6),
        pandas=tuple(random.sample(["sharing", "greedy", "sneaky", "charming", "crafty"], players)),
        used=tuple(random.random() < 0.3 for _ in range(players)),
    )


def _played_areas(random: Random, options: Options, hand: Cards) -> tuple[Area, Area]:
    """Two areas after a few random sets, extensions and loose cards, with Keys where possible."""
    likes = random.sample(sorted(MEERKATS.values()), 2)
    position = Position((hand,), (Area(likes[0]), Area(likes[1])), options=options, phase="actions")
    for _ in range(random.randrange(5)):
        ways = [play for kind in ("new", "reuse", "extend") for play in laying_plays(position, kind)]
        if random.random() < 0.15:
            card, which = random.choice(position.hand), random.randrange(2)
            areas = list(position.areas)
            areas[which] = replace(areas[which], cards=(*areas[which].cards, card))
            position = replace(
                with_hand(position, without(position.hand, [card])),
                areas=(areas[0], areas[1]),
            )
        elif ways:
            with_keys = [play for play in ways if KEY in play.cards]
            laid = lay(position, random.choice(with_keys or ways))
            assert laid is not None
            position = laid
    return position.areas
