"""Networks that play."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

import pandarium
from pandarium.bots import make
from pandarium.core.bot import ask
from pandarium.core.errors import PandariumError
from pandarium.core.layout import BITS, CATEGORY, COUNT, FLAG, NUMBER, Layout, Piece
from pandarium.core.rng import Rng
from pandarium.kit.abstraction import Plain
from pandarium.kit.encoding import inputs_of
from pandarium.kit.net_file import write_net
from pandarium.kit.network import Network

LEDUC = pandarium.game("leduc")
INPUTS = len(inputs_of(LEDUC.observation))
HIDDEN = 4


def numbers(*values: float) -> list[float]:
    return list(values)


def write(file: Path, bias: tuple[float, float, float]) -> Path:
    """A network that always plays by the same weights."""
    first = ((INPUTS, HIDDEN), numbers(*[0.5] * (INPUTS * HIDDEN)), numbers(*[0.0] * HIDDEN))
    second = ((HIDDEN, 3), numbers(*[0.0] * (HIDDEN * 3)), numbers(*bias))
    write_net(file, LEDUC, Plain(LEDUC), [first, second])
    return file


def test_inputs_are_what_their_pieces_say():
    layout = Layout(
        (
            Piece("suit", 1, "", CATEGORY, 3),
            Piece("flag", 1, "", FLAG, 1),
            Piece("cards", 2, "", COUNT, 10),
            Piece("plans", 1, "", BITS),
            Piece("score", 2, "", NUMBER, 100, 0x8000),
        )
    )
    network = Network(inputs_of(layout), [])
    data = bytes([2, 1, 5, 10, 0b101, 0x7F, 0xCE])
    assert list(network.encode(data)) == [0, 1, 0, 1, 0.5, 1.0, 1, 0, 1, 0, 0, 0, 0, 0, -math.log(1 + 50 / 64)]


def test_layers_are_summed_and_rectified(tmp_path):
    write_net(
        tmp_path / "net",
        LEDUC,
        Plain(LEDUC),
        [
            ((INPUTS, 2), numbers(*[1.0, -1.0] * INPUTS), numbers(0.25, 0.5)),
            ((2, 3), numbers(1, 2, 3, 10, 20, 30), numbers(0, 0, 1)),
        ],
    )
    bot = make(LEDUC, f"net:{tmp_path / 'net'}")
    state = LEDUC.start(2, seed=1)
    total = sum(bot.network.encode(state.observe(0)))
    assert list(bot.network.forward(state.observe(0))) == pytest.approx(
        [weight * (total + 0.25) + bias for weight, bias in ((1, 0), (2, 0), (3, 1))]
    )


def test_a_network_plays_as_often_as_it_weighs(tmp_path):
    bot = make(LEDUC, f"net:{write(tmp_path / 'often', (0.0, math.log(3), 0.0))}")
    state = LEDUC.start(2, seed=1)  # call or raise
    rng = Rng(5)
    called = sum(LEDUC.say(ask(bot, state, 0, rng)) == "call" for _ in range(400))
    assert 270 <= called <= 330
    assert [(LEDUC.say(line.move), str(line.message)) for line in bot.advise(state, 0, rng)] == [
        ("call", "the network plays it in 75 % of such positions"),
        ("raise", "the network plays it in 25 % of such positions"),
    ]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda data: b"", "is no network"),
        (lambda data: data[:-1], "is no network"),
        (lambda data: b"\xff" * 40, "is no network"),
        (lambda data: data.replace(b"leduc", b"chess"), "was trained for 'chess', not for Leduc Hold'em"),
        (lambda data: data.replace(b"0.weight", b"7.weight"), "has .* outputs|does not fit"),
        (lambda data: data.replace(b"F32", b"F64"), "is no network"),
    ],
)
def test_what_is_no_network_for_the_game_is_refused(tmp_path, spoil, said):
    file = write(tmp_path / "spoilt", (0.0, 0.0, 0.0))
    file.write_bytes(spoil(file.read_bytes()))
    with pytest.raises(PandariumError, match=said):
        make(LEDUC, f"net:{file}")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(PandariumError, match=r"nowhere\.net cannot be read: No such file"):
        make(LEDUC, "net:nowhere.net")


def test_other_layouts_make_another_network(tmp_path):
    file = write(tmp_path / "old", (0.0, 0.0, 0.0))
    length = int.from_bytes(file.read_bytes()[:8], "little")
    header = json.loads(file.read_bytes()[8 : 8 + length])
    header["__metadata__"]["fingerprint"] = "00"
    text = json.dumps(header).encode()
    file.write_bytes(len(text).to_bytes(8, "little") + text + file.read_bytes()[8 + length :])
    with pytest.raises(PandariumError, match="other observations or action numbers"):
        make(LEDUC, f"net:{file}")


def test_a_network_of_a_smaller_table_says_so(tmp_path):
    bot = make(LEDUC, f"net:{write(tmp_path / 'small', (0.0, 0.0, 0.0))}")
    with pytest.raises(PandariumError, match="trained at a smaller table: it has 3 action numbers"):
        bot.shares(LEDUC.start(2, seed=1).observe(0), [1, 3])
