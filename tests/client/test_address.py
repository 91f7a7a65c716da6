from __future__ import annotations

import pytest

from pandarium.client import Address, BadAddress, read_address, read_table_or_server
from pandarium.client.address import read_server


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("http://127.0.0.1:8000/t/abc?invite=x_Y-9", Address("http://127.0.0.1:8000", "abc", "x_Y-9")),
        ("  https://play.example/t/abc  ", Address("https://play.example", "abc")),
        ("https://play.example/games/t/abc/", Address("https://play.example/games", "abc")),
        ("HTTP://[::1]:8000/t/abc?other=1&invite=z#top", Address("http://[::1]:8000", "abc", "z")),
    ],
)
def test_a_link_leads_to_a_table(link: str, address: Address) -> None:
    assert read_address(link) == address
    assert read_table_or_server(link) == address


@pytest.mark.parametrize(
    "link",
    [
        "",
        "abc",
        "/t/abc",
        "ftp://play.example/t/abc",
        "http:///t/abc",
        "http://play.example/abc",
        "http://play.example/t/",
        "http://play.example/t/a b",
        "http://play.example/t/a/b",
        "http://play.example:99999/t/abc",
        "http://play.example:x/t/abc",
        "http://[::1/t/abc",
        "http://panda:secret@play.example/t/abc",
        "http://play.example/t/abc\x1b[2J",
        "http://play.example/t/" + "a" * 3000,
    ],
)
def test_anything_else_is_refused_with_what_a_link_looks_like(link: str) -> None:
    with pytest.raises(BadAddress, match="a link to a table looks like https://host/t/ID") as error:
        read_address(link)
    assert len(str(error.value)) < 300


def test_a_link_goes_around_in_a_circle() -> None:
    address = Address("https://play.example", "abc", "a token&more")
    assert read_address(address.link) == address


def test_a_server_alone_is_a_place_without_a_table() -> None:
    assert read_table_or_server("http://127.0.0.1:8000") == Address("http://127.0.0.1:8000", "")
    assert read_server("https://play.example/games/") == "https://play.example/games"
