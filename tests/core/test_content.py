from __future__ import annotations

import msgspec
import pytest

from pandarium import BadContent, BadData
from pandarium.core.content import MAX_PACK_BYTES, decode, read_pack


class Card(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    value: int = 1


class Cards(msgspec.Struct, forbid_unknown_fields=True):
    card: list[Card]


class Pack(msgspec.Struct, forbid_unknown_fields=True):
    cards: Cards


def test_every_toml_file_is_read_under_its_name(tmp_path):
    (tmp_path / "cards.toml").write_text('[[card]]\nname = "panda 🐼"\n', encoding="utf-8")
    (tmp_path / "board.toml").write_text("size = 5\n")
    (tmp_path / "notes.txt").write_text("not content")
    assert read_pack(tmp_path) == {"board": {"size": 5}, "cards": {"card": [{"name": "panda 🐼"}]}}


def test_a_pack_becomes_a_struct():
    found = decode({"cards": {"card": [{"name": "a"}, {"name": "b", "value": 3}]}}, Pack)
    assert [card.value for card in found.cards.card] == [1, 3]


@pytest.mark.parametrize(
    ("pack", "message"),
    [
        ({}, "content: Object missing required field `cards`"),
        ({"cards": {"card": [{"name": "a", "value": "\ud800"}]}}, "half a character: some text is not Unicode"),
        ({"cards": {"card": [{"name": "a"}, {"name": 5}]}}, r"content\.cards\.card\[1\]\.name: Expected `str`"),
        ({"cards": {"card": [{"name": "a", "vlaue": 2}]}}, "unknown field `vlaue`"),
        ({"cards": []}, r"content\.cards: Expected `object`"),
        (None, "content: Expected `object`"),
        (5, "content: Expected `object`"),
    ],
)
def test_a_mistake_is_named_by_its_place(pack, message):
    with pytest.raises(BadContent, match=message) as caught:
        decode(pack, Pack)
    assert "\n" not in str(caught.value)


def test_the_place_can_be_named_otherwise():
    with pytest.raises(BadContent, match="my-pack: Object missing"):
        decode({}, Pack, "my-pack")


def test_what_is_no_folder_is_no_pack(tmp_path):
    (tmp_path / "file.toml").touch()
    for place in (tmp_path / "nowhere", tmp_path / "file.toml"):
        with pytest.raises(BadContent, match="a content pack is a folder"):
            read_pack(place)


def test_an_empty_folder_is_no_pack(tmp_path):
    with pytest.raises(BadContent, match=r"no \.toml file"):
        read_pack(tmp_path)


NO_TOML = [b"a = ", b"\xff\xfe", b"[a]\n[a]\n", b"a = 1\na = 2\n", b"\x00", b"a = " + b"[" * 5000]


@pytest.mark.parametrize("data", NO_TOML, ids=range(len(NO_TOML)))
def test_a_file_that_is_not_toml_is_named(tmp_path, data):
    (tmp_path / "cards.toml").write_bytes(data)
    with pytest.raises(BadContent, match=r"cards\.toml: not valid TOML") as caught:
        read_pack(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    with (tmp_path / "cards.toml").open("wb") as out:
        out.truncate(MAX_PACK_BYTES + 1)
    with pytest.raises(BadContent, match="larger than 1,000,000 bytes"):
        read_pack(tmp_path)


def test_a_folder_that_ends_like_a_file_is_named(tmp_path):
    (tmp_path / "cards.toml").mkdir()
    with pytest.raises(BadContent, match=r"(?i)cards\.toml: is a directory"):
        read_pack(tmp_path)


def test_bad_content_is_bad_data():
    assert issubclass(BadContent, BadData)


def test_a_reason_is_one_line_whatever_the_data_hold() -> None:
    with pytest.raises(BadContent, match=r"unknown field `\\n`") as caught:
        decode({"\n": 1}, Pack, "content")
    assert "\n" not in str(caught.value)
