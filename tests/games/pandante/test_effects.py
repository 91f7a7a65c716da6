"""Casinos and champions of a content pack: effects that exist, combined anew (PD-K1 to PD-K12, PD-P1 to PD-P6)."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from pandarium import BadContent, Match, Record
from pandarium.core.rng import Rng
from pandarium.games.pandante.content import own_content, read_content
from pandarium.games.pandante.engine.card_effects import CASINO_EFFECTS, CHAMPION_EFFECTS, Effect
from pandarium.games.pandante.engine.casinos import MOST_CASINOS
from pandarium.games.pandante.engine.flow import Pandante, PandanteDeal
from pandarium.games.pandante.game import PandanteGame
from pandarium.kit.content_list import entries_of
from pandarium.kit.rulebook import Rulebook
from pandarium.testing import CHECKS, Budget

from .packs import DOCS, MIRRORS, SUITE, docs_pack, own_pack
from .table import at, do, find, game, gold, hand, options_of, refused
from .test_properties import play_out

pytestmark = pytest.mark.conformance

PACK = docs_pack()
CHAMPIONS = {"champions": True}
TWO_ROWS: dict[str, Any] = {"board": "r1 b3 g5 o7 p9", "second_row": "r2 b4 g6 o8 p10"}


def casino(effects: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
    """A pack with one casino."""
    pack = own_pack()
    pack["casinos"]["casino"] = [
        {"id": "mine", "name": "Mine", "text": "As I like it.", "source": "ours", "effects": effects, **more}
    ]
    return pack


def champion(colour: str, effects: dict[str, Any], pack: dict[str, Any] | None = None) -> dict[str, Any]:
    """A pack with a champion of that colour who has these effects."""
    pack = pack or own_pack()
    card = next(one for one in pack["champions"]["champion"] if one["colour"] == colour)
    card.update(name="Somebody", text="As I like it.", effects=effects)
    return pack


def start(seats: int, pack: dict[str, Any], seed: int = 1, **options: bool | str) -> Pandante:
    state = game.start(seats, {"casinos": True, **options}, seed=seed, content=pack)
    assert isinstance(state, Pandante)
    return state


# Casinos


def test_pd_s4_the_casinos_of_a_pack_are_visited_each_once() -> None:
    """PD-S4: twelve of the rulebook by their rule's number, the others with the numbers after them."""
    setup = game.setup(2, {"casinos": True}, PACK)
    assert isinstance(setup, PandanteDeal)
    assert setup.casinos == sum(1 << number for number in range(1, SUITE + 1))
    names = {number: card.name for number, card in read_content(PACK).casinos.items()}
    assert (names[10], names[MIRRORS], names[SUITE]) == ("Big Stakes Room", "Hall of Mirrors", "High Roller Suite")


def test_a_casino_that_is_left_out_leaves_its_number_to_another() -> None:
    pack = docs_pack()
    pack["casinos"]["casino"] = [one for one in pack["casinos"]["casino"] if one["id"] not in {"PD-K3", "PD-K5"}]
    assert {number: card.id for number, card in read_content(pack).casinos.items() if number < 7} == {
        1: "PD-K1",
        2: "PD-K2",
        3: "hall-of-mirrors",
        4: "PD-K4",
        5: "high-roller-suite",
        6: "PD-K6",
    }


def test_pd_k9_pd_k5_two_rows_at_once() -> None:
    """PD-K5, PD-K9: two effects of two casinos in one: ten cards, one bet, one snack, then the abilities."""
    state = start(2, casino({"two_rows": True, "one_street": True}))
    view = state.view(None)
    assert [all(row.cards[:5]) for row in view.board] == [True, True]
    assert (view.street, view.pot) == ("tail", 6)  # no more than the ante: that is another effect
    do(state, "bet pair", "bet pair")
    assert state.view(None).phase == "snack"
    do(state, "pass", "pass")
    assert state.view(None).phase == "announce"


def test_pd_k9_a_claim_is_true_with_either_row_in_a_casino_of_a_pack() -> None:
    state = at("bet", "k1 g2", "k3 k4", turn=0, claims="- -", casino=MIRRORS, content=PACK, **TWO_ROWS)
    assert state.view(0).yours.true_claims == ["pair"]  # type: ignore[union-attr]
    assert [row.cards[4] for row in state.view(None).board] == ["p9", "p10"]


def test_pd_k5_pd_p2_nobody_looks_ahead_where_all_cards_lie_there() -> None:
    """PD-K5: Cassy's ability does nothing, in any casino with one street."""
    state = start(3, casino({"two_rows": True, "one_street": True}), champions=True)
    while state.view(None).phase == "champions":
        do(state, f"champion {['black', 'blue', 'green'][state.actors()[0]]}")
    assert state.view(None).phase == "bet"


@pytest.mark.parametrize(("number", "price"), [(SUITE, 6), (10, 4), (3, 2)])
def test_pd_k10_bets_and_upgrades_cost_what_the_casino_says(number: int, price: int) -> None:
    """PD-K10: the factor is the card's own."""
    state = at("bet", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5", casino=number, content=PACK)
    assert state.view(0).yours.bet_price == price  # type: ignore[union-attr]
    do(state, "bet pair")
    assert gold(state) == [44 - price, 44]
    state = at("upgrade", "k1 k2", "k3 k4", turn=0, claims="pair pair", casino=number, content=PACK)
    do(state, "upgrade three")
    assert gold(state)[0] == 44 - price


def test_pd_k1_pd_k9_the_joker_lies_in_the_first_row() -> None:
    state = start(2, casino({"joker_in_splash": True, "two_rows": True}))
    first, second = state.view(None).board
    assert first.cards[2] == "joker"
    assert "joker" not in second.cards


def test_pd_k1_pd_k5_the_joker_among_five() -> None:
    state = start(2, casino({"joker_in_splash": True, "one_street": True}))
    cards = state.view(None).board[0].cards
    assert cards[2] == "joker"
    assert len(set(cards[:5])) == 5


def test_pd_k5_pd_k7_one_street_without_a_fifth_card() -> None:
    state = start(2, casino({"one_street": True, "no_fifth_card": True}))
    assert [card is not None for card in state.view(None).board[0].cards] == [True] * 4 + [False] * 2
    assert game.load(state.dump()).view(None) == state.view(None)


def test_pd_k5_the_extra_ante_is_an_effect_of_its_own() -> None:
    state = start(3, casino({"extra_ante": 7}))
    view = state.view(None)
    assert (view.pot, view.antes, view.street) == (3 * 10, 9, "splash")


def test_pd_k3_as_many_abilities_as_the_casino_says() -> None:
    pack = casino({"abilities": 1})
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", casino=1, content=pack)
    assert state.view(0).abilities_left == 1
    do(state, "announce peek B")
    assert options_of(state) == ["go"]
    assert refused(state, 0, "announce peek B").endswith("(PD-7)")


@pytest.mark.parametrize(
    ("effect", "there", "missing"), [("rearrange", "rearrange", "rune"), ("runes", "rune", "rearrange")]
)
def test_pd_k4_each_of_the_two_abilities_is_an_effect_of_its_own(effect: str, there: str, missing: str) -> None:
    pack = casino({effect: True})
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", casino=1, content=pack)
    assert f"announce {there}" in options_of(state)
    assert refused(state, 0, f"announce {missing}") == "that ability is not there in this casino (PD-K4)"


def test_pd_k12_snacks_cost_what_the_casino_says() -> None:
    pack = casino({"snack_price": 5})
    state = at("snack", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5", claims="pair straight", casino=1, content=pack)
    assert state.view(0).yours.snack_price == 10  # type: ignore[union-attr]


def test_a_casino_may_do_nothing_special() -> None:
    state = start(2, casino({}))
    view = state.view(None)
    assert view.casino is not None
    assert (view.casino.rule, view.pot, view.yours) == ("PD-S4", 6, None)


def test_every_pair_of_effects_can_be_played_to_the_end() -> None:
    """All six champions, one pair of casino effects after the other; what does not go together is refused."""
    names = list(CASINO_EFFECTS)
    pairs = [(one, other) for place, one in enumerate(names) for other in names[place + 1 :]]
    for number, pair in enumerate(pairs):
        effects = {name: some_parameter(CASINO_EFFECTS[name]) for name in pair}
        if any(CASINO_EFFECTS[name].not_with in pair for name in pair):
            continue
        options = {"abilities": ("light", "dark")[number % 2], "champions": True, "diamonds": number % 3 == 0}
        state = start(3 + number % 4, casino(effects), number, **options)  # type: ignore[arg-type]
        play_out(state, Random(number))


def test_all_effects_at_once_can_be_played_to_the_end() -> None:
    effects = {name: some_parameter(effect) for name, effect in CASINO_EFFECTS.items() if not effect.not_with}
    for seed in range(3):
        play_out(start(6, casino(effects), seed, champions=True, diamonds=True), Random(seed))


def some_parameter(effect: Effect) -> Any:
    return True if effect.flag else "blue" if effect.takes_colour else min(effect.least + 1, effect.most)


# Champions


def test_pd_p5_pd_p4_a_champion_with_two_effects() -> None:
    """PD-P4, PD-P5: red of the pack pays 2 a player for a false accusation, and two spaces fewer for a snack."""
    more: dict[str, Any] = {"options": CHAMPIONS, "content": PACK, "colours": ["red", "blue"]}
    state = at("challenge", "k1 k2", "k3 k4", turn=1, claims="pair pair", hot=[1], **more)
    assert state.view(0).yours.challenge_price == 4  # type: ignore[union-attr]
    more["board"] = "r1 b3 g5"
    for claims, price in (("pair three", 0), ("pair straight", 0), ("pair floosh", 2)):
        state = at("snack", "k1 k2", "k3 k4", turn=0, claims=claims, **more)
        assert state.view(0).yours.snack_price == price  # type: ignore[union-attr]


def test_pd_p3_the_colour_of_the_antes_is_the_champions_own() -> None:
    pack = champion("black", {"takes_fifth_card": True, "takes_antes": "green"})
    for card, taken in (("k1", 0), ("g2", 6), ("joker", 6)):
        cards = f"{card} o1" if card != "joker" else "joker o1"
        more: dict[str, Any] = {"options": CHAMPIONS, "content": pack, "antes": 6}
        state = at("fern", cards, "k3 k4", turn=0, claims="pair pair", **more)
        do(state, f"steal {card}")
        assert gold(state)[0] == 44 + taken


def test_pd_p3_without_the_antes() -> None:
    pack = champion("black", {"takes_fifth_card": True})
    state = at("fern", "k1 o1", "k3 k4", turn=0, claims="pair pair", options=CHAMPIONS, content=pack, antes=6)
    do(state, "steal k1")
    assert gold(state)[0] == 44


def test_pd_p6_two_champions_upgrade_last_in_turn_order() -> None:
    pack = champion("black", {"upgrades_last": True}, champion("green", {"upgrades_last": True}))
    more: dict[str, Any] = {"options": CHAMPIONS, "content": pack, "claims": "pair pair pair pair"}
    state = at("upgrade", "k1 k2", "k3 k4", "k5 k6", "k7 k8", turn=1, **more)
    order = []
    while state.view(None).phase == "upgrade":
        order.append(state.actors()[0])
        do(state, "pass")
    assert order == [1, 3, 0, 2]


def test_pd_p2_pd_p1_effects_go_with_the_card_and_not_with_the_colour() -> None:
    """PD-P1, PD-P2: blue keeps a snack card, and nobody looks ahead."""
    pack = champion("blue", {"extra_snack_card": True}, champion("green", {}))
    more: dict[str, Any] = {"options": CHAMPIONS, "content": pack, "board": "r1 b3 g5", "top": "p1 p2"}
    state = at("snack", "k1 k2", "k3 k4", turn=1, claims="pair pair", **more)
    do(state, "snack")
    assert hand(state, 1) == "k3 k4 p1"
    state = start(3, pack, champions=True)
    while state.view(None).phase == "champions":
        do(state, f"champion {['black', 'blue', 'green'][state.actors()[0]]}")
    assert state.view(None).phase == "bet"


# What is said of a pack's cards


def test_a_packs_card_is_told_in_full() -> None:
    state = at("bet", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5", casino=SUITE, content=PACK)
    card = state.view(None).casino
    assert card is not None
    assert (card.name, card.rule, card.id, card.source) == (
        "High Roller Suite",
        "PD-K10",
        "high-roller-suite",
        "ours",
    )
    rules = {entry.code: entry.rule for entry in entries_of(game, PACK)}
    assert rules["casino.hall-of-mirrors"] == "PD-K5, PD-K9"
    assert rules["champion.red"] == "PD-P4, PD-P5"


def test_the_games_own_card_is_told_as_ever() -> None:
    """PD-K10: by name, text and rule; clients know the rest."""
    state = at("bet", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5", casino=10)
    assert state.view(None).casino is not None
    assert set(vars_of(state.view(None).casino)) == {"name", "text", "rule"}


def vars_of(struct: Any) -> dict[str, Any]:
    import msgspec

    found: dict[str, Any] = msgspec.to_builtins(struct)
    return found


def test_the_log_names_casinos_and_champions_as_the_pack_does() -> None:
    """PD-S4, PD-P2: also who looks at the cards to come."""
    pack = casino({})
    for one in pack["champions"]["champion"]:
        one["name"] = f"My {one['colour']} one"
    log: list[Any] = []
    state = game.setup(2, {"casinos": True, "champions": True}, pack).start(1, log)
    for colour in ("blue", "red"):
        state.play(state.actors()[0], game.read(f"champion {colour}"), log)
    said = [game.sentence(game.redact(event, None), ["Ada", "Bo"]) for event in log]
    assert "Gambit 1: Ada deals, casino Mine" in said or "Gambit 1: Bo deals, casino Mine" in said
    assert any(line.endswith("plays My blue one, blue") for line in said)
    assert "My blue one gets 2 cards" in said


# The contract, and records


class PackGame(PandanteGame):
    """Pandánte that is always played with the pack of the documentation."""

    def build(self, seats: int, options: dict[str, Any], content: Any) -> PandanteDeal:
        """With that pack, unless there is another."""
        return super().build(seats, options, PACK if content is None else content)


BY_NAME = {"another_process_agrees", "interpreted_agrees", "replay_equals_live", "undo_stops_at_reveals"}
"""Checks that find the game by its name, without the pack."""


@pytest.mark.parametrize("check", [name for name in CHECKS if name not in BY_NAME])
def test_the_contract_is_kept_with_a_pack(check: str) -> None:
    """List against verifier, secrecy, positions on paper: all that holds for the game itself."""
    assert CHECKS[check](PackGame(), Budget(games=4, spots=3, deals=60, hostile=60, seconds=1.0))


@pytest.mark.parametrize("name", ["Hall of Mirrors", "High Roller Suite"])
def test_a_record_carries_its_pack_and_replays(name: str) -> None:
    pack = docs_pack()
    pack["casinos"]["casino"] = [one for one in pack["casinos"]["casino"] if one["name"] == name]
    match = Match.begin("pandante", 3, {"casinos": True, "champions": True}, seed=1, content=pack)
    rng = Rng(1)
    while actors := match.state.actors():
        moves = match.state.legal(actors[0])
        match.play(actors[0], moves[rng.below(len(moves))])
    record = Record.from_json(match.record.to_json())
    assert record.content == pack
    assert [state.dump() for state in record.replay()][-1] == match.state.dump()
    assert {event.casino_name for event in find(events_of(record), "gambit")} == {name}


def events_of(record: Record) -> list[Any]:
    """What everybody saw, from the deal on."""
    log: list[Any] = []
    state = record.deal(log)
    for entry in record.moves:
        state.play(entry.seat, game.read(entry.move), log)
    return [seen for event in log if (seen := game.redact(event, None)) is not None]


def test_a_pack_from_before_there_were_effects_plays_as_it_did() -> None:
    """`rule` in place of `id`, and no effects: those of the game's own cards."""
    old = own_pack()
    for one in old["casinos"]["casino"]:
        one["rule"] = one.pop("id")
        del one["effects"]
    for one in old["champions"]["champion"]:
        del one["effects"]
    assert read_content(old) == own_content()


# What is refused


@pytest.mark.parametrize(
    ("pack", "place", "code", "words"),
    [
        (
            casino({"triple_stakes": True}),
            "effects.triple_stakes",
            "no_such_effect",
            "can have joker_in_splash, free_t",
        ),
        (casino({"stake_factor": True}), "effects.stake_factor", "takes_number", "from 2 to 10, not true"),
        (casino({"stake_factor": 11}), "effects.stake_factor", "takes_number", "from 2 to 10, not 11"),
        (casino({"stake_factor": 1.5}), "effects.stake_factor", "takes_number", "not 1.5"),
        (casino({"two_rows": 2}), "effects.two_rows", "takes_true", "is true or left out, not 2"),
        (casino({"two_rows": False}), "effects.two_rows", "takes_true", "not false"),
        (casino({"snack_price": "x" * 100}), "effects.snack_price", "takes_number", "..."),
        (casino({"free_treats": True, "two_hands": True}), "effects.free_treats", "not_with", "two_hands"),
        (casino({}, id="Mine!"), "'Mine!'", "bad_id", "one of PD-K1 to PD-K12, or your own: small letters"),
        (casino({}, id=""), "''", "bad_id", "or your own"),
        (casino(None), "'mine'", "no_effects", "say what it does"),
        (champion("red", {"stake_factor": 2}), "effects.stake_factor", "no_such_effect", "a champion can have extra_s"),
        (champion("red", {"takes_antes": "red"}), "effects.takes_antes", "needs", "without takes_fifth_card"),
        (champion("black", {"takes_antes": "pink"}), "effects.takes_antes", "takes_colour", "black, blue, green"),
        (champion("red", {"looks_ahead": True}), "'red'", "only_one", "blue has it already"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_bad_card_is_refused_in_words(pack: dict[str, Any], place: str, code: str, words: str) -> None:
    """With the place and what is allowed, as a code for every language."""
    with pytest.raises(BadContent) as refusal:
        game.setup(2, {}, pack)
    error = refusal.value
    assert place in error.place
    assert words in error.reason
    assert error.message.code == "core.bad_data"
    reason = error.message.params["reason"]
    assert getattr(reason, "code", None) == f"pandante.content.{code}"
    assert error.message.render("de").startswith(f"{error.place}: ")
    assert error.message.render("de") != str(error)


def test_more_casinos_than_there_are_numbers() -> None:
    pack = own_pack()
    new = {"name": "Mine", "text": "As I like it.", "source": "ours", "effects": {}}
    pack["casinos"]["casino"] += [{**new, "id": f"mine-{number}"} for number in range(3)]
    assert set(read_content(pack).casinos) == set(range(1, MOST_CASINOS + 1))
    pack["casinos"]["casino"].append({**new, "id": "one-more"})
    with pytest.raises(BadContent, match="16 casinos; a pack has 15 at most"):
        game.setup(2, {}, pack)


# The documentation


def test_the_documentation_lists_every_effect_with_its_parameter_and_rule() -> None:
    row = re.compile(r"^\| `(\w+)` \|([^|]*)\| ([^|]*) \| ([^|]+) \|$", re.MULTILINE)
    text = DOCS.read_text(encoding="utf-8")
    listed = {name: (parameter.strip(), rule) for name, parameter, rule, _ in row.findall(text)}
    known = {**CASINO_EFFECTS, **CHAMPION_EFFECTS}
    assert listed == {name: (parameter_words(effect), effect.rule) for name, effect in known.items()}
    for name, _, _, words in row.findall(text):
        effect = known[name]
        assert (f"`{effect.needs}`" in words) == bool(effect.needs), name
        assert (f"not with `{effect.not_with}`" in words) == bool(effect.not_with), name
        assert ("one champion of a pack" in words) == effect.only_one, name
    book = {rule.id for rule in Rulebook.of(game).rules}
    assert {effect.rule for effect in known.values()} <= book


def parameter_words(effect: Effect) -> str:
    if effect.flag:
        return ""
    return "a colour" if effect.takes_colour else f"{effect.least} to {effect.most:,}"
