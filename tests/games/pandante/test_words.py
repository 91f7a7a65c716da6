"""Words and content: notation, labels, sentences; packs that make sense and packs that do not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import pandarium
from pandarium.core.content import read_pack
from pandarium.games.pandante.engine.moves import announce, choose

from .table import at, do, game

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("bet three", "Claim three of a kind"),
        ("bet full-house", "Claim a full house"),
        ("upgrade flush", "Upgrade to a flush"),
        ("fold", "Fold"),
        ("snack", "Have a snack"),
        ("snack 2", "Have a big snack for 2 diamonds"),
        ("discard k7", "Discard the black 7"),
        ("top joker", "Put on the deck: the Joker"),
        ("reveal p10", "Reveal the purple 10"),
        ("announce peek B", "Peek at Bo"),
        ("announce add 2", "Add in row 2"),
        ("announce ex-draw", "EX draw"),
        ("say 7", "Say: 7"),
        ("say 7 red", "Say: red, 7 high"),
        ("say 0 red", "Say: red, all on the table"),
        ("say 7 over 3", "Say: 7s over 3s"),
        ("challenge", "Challenge!"),
        ("trust", "Let it pass"),
        ("champion green", "Play green"),
        ("order 213", "Put them back in the order 2, 1, 3"),
        ("steal k3 2", "Steal the fifth card of row 2, the black 3 takes its place"),
        ("show", "Show the lie and take the coin"),
    ],
)
def test_moves_in_words(text: str, label: str) -> None:
    move = game.read(f"  {text.upper()} ")
    assert game.say(move) == text
    assert game.label(move, NAMES) == label


@pytest.mark.parametrize(
    "text",
    [
        "bet",
        "bet two",
        "discard z9",
        "snack 0",
        "snack 999",
        "announce",
        "announce nap",
        "announce peek",
        "announce raise B",
        "announce add 3",
        "say",
        "say 11",
        "say 7 red over 3",
        "say 7 over 0",
        "say 7 mauve",
        "order 111",
        "steal",
        "undo",
        "",
    ],
)
def test_what_is_no_move_is_refused_with_help(text: str) -> None:
    with pytest.raises(pandarium.BadMove):
        game.read(text)


@pytest.mark.parametrize(
    "move",
    [0, 1 << 16, 1 | 10 << 4, 2 | 1 << 4, 5 | 61 << 4, choose(13, 0), choose(0, 6), announce(18, 0), 13 | 11 << 4],
)
def test_numbers_that_are_no_moves_have_no_words(move: int) -> None:
    with pytest.raises(pandarium.BadMove):
        game.say(move)


def test_every_event_has_a_sentence_and_hides_what_is_hidden() -> None:
    """Whole games in several modes, told to everybody."""
    told: set[str] = set()
    modes: list[dict[str, Any]] = [
        {"casinos": True, "champions": True, "diamonds": True},
        {"casinos": True, "champions": True, "diamonds": True, "abilities": "dark"},
        {"gambling": "drop-in"},
    ]
    for number in range(9):
        random = Random(number)
        state = game.start(4, modes[number % 3], seed=number)
        while actors := state.actors():
            log: list[Any] = []
            seat = random.choice(actors)
            state.play(seat, random.choice(state.legal(seat)), log)
            for raw in log:
                for viewer in (None, 0, 3):
                    event = game.redact(raw, viewer)
                    assert event is not None
                    told.add(type(event).__name__)
                    sentence = game.tell(event, NAMES)
                    assert "\n" not in sentence
                    assert "None" not in sentence
    assert len(told) >= 24


def test_a_hidden_card_is_counted_not_named() -> None:
    state = at("snack", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5", claims="pair pair", top="p10")
    log: list[Any] = []
    state.play(0, game.read("snack"), log)
    drawn = [game.redact(event, viewer) for viewer in (0, 1) for event in log]
    sentences = [game.tell(event, NAMES) for event in drawn]
    assert "Ann gets the purple 10" in sentences
    assert "Ann gets 1 card" in sentences


def test_undo_a_bet_but_not_a_snack() -> None:
    match = pandarium.Match.begin("pandante", 2, {}, 3)
    seat = match.state.actors()[0]
    match.play(seat, game.read("bet pair"))
    assert match.may_undo(seat)
    match.undo(seat)
    assert match.state.actors() == [seat]
    do(match.state, "bet pair", "bet pair")  # type: ignore[arg-type]
    before = match.state.sealed
    do(match.state, "snack")  # type: ignore[arg-type]
    assert match.state.sealed > before


# Content


def pack() -> dict[str, Any]:
    """The pack that comes with the game, to be changed at will."""
    return read_pack(game.folder / "content")


def test_every_entry_says_where_it_comes_from() -> None:
    own = pack()
    sources = [entry["source"] for entry in (*own["casinos"]["casino"], *own["champions"]["champion"])]
    assert sources.count("printed") == 12
    assert sources.count("ours") == 6
    rules = {rule.id: rule.title for rule in game.rulebook.rules}
    for casino in own["casinos"]["casino"]:
        assert rules[casino["rule"]] == casino["name"]


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (("numbers", "gold", "target"), [40, 90, 120, 150, 175], "nobody may have won before the first gambit"),
        (("numbers", "gold", "refill"), 2, "enough for the ante"),
        (("numbers", "gold", "ante"), 0, ">= 1"),
        (("numbers", "gold", "bet"), -1, ">= 0"),
        (("numbers", "gambling", "least"), 200, "who has just bought in is not out"),
        (("casinos", "casino"), [], "there must be a casino to go to"),
        (("champions", "champion"), [], "missing: black, blue"),
        (("numbers", "gold", "tip"), 1, "unknown field"),
    ],
)
def test_packs_that_make_no_sense_are_refused(place: tuple[str, ...], value: object, message: str) -> None:
    own: Any = pack()
    *path, last = place
    holder = own
    for step in path:
        holder = holder[step]
    holder[last] = value
    with pytest.raises(pandarium.BadContent, match=message):
        game.start(2, seed=1, content=own)


@pytest.mark.parametrize(("file", "entry"), [("casinos", "casino"), ("champions", "champion")])
def test_entries_stand_there_once_and_are_known(file: str, entry: str) -> None:
    own = pack()
    own[file][entry].append(own[file][entry][0])
    with pytest.raises(pandarium.BadContent, match="twice"):
        game.start(2, seed=1, content=own)
    own = pack()
    own[file][entry][0]["rule" if file == "casinos" else "colour"] = "PD-K99"
    with pytest.raises(pandarium.BadContent, match=r"they are|the colours are"):
        game.start(2, seed=1, content=own)


def test_a_pack_can_rename_and_change_amounts() -> None:
    own = pack()
    own["numbers"]["gold"]["start"] = 60
    own["casinos"]["casino"] = [{"rule": "PD-K10", "name": "The Big Room", "text": "Dear.", "source": "ours"}]
    state = game.start(2, {"casinos": True}, seed=1, content=own)
    view = state.view(None)
    assert [player.gold for player in view.players] == [57, 57]
    assert view.casino is not None
    assert view.casino.name == "The Big Room"
    assert game.load(state.dump()).view(None) == view
