from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandarium import protocol
from pandarium.core.message import Message
from pandarium.server.tables import log

GOLDEN = {
    b'{"type":"sat","seat":1,"person":"p1","name":"Ann"}': log.Sat(seat=1, person="p1", name="Ann"),
    b'{"type":"seated","seat":2,"level":"hard"}': log.Seated(seat=2, level="hard"),
    b'{"type":"freed","seat":2}': log.Freed(seat=2),
    b'{"type":"readied","seat":0,"ready":true}': log.Readied(seat=0, ready=True),
    b'{"type":"seats removed","seats":[2],"options":{"children":false}}': log.SeatsRemoved(
        seats=[2], options={"children": False}
    ),
    b'{"type":"started"}': log.Started(),
    b'{"type":"moved","seat":1,"move":"take b8"}': log.Moved(seat=1, move="take b8"),
    b'{"type":"moved","seat":1,"move":"x","by":"clock","key":"k"}': log.Moved(seat=1, move="x", by="clock", key="k"),
    b'{"type":"undone","seat":1}': log.Undone(seat=1),
    b'{"type":"undone","seat":1,"consent":true}': log.Undone(seat=1, consent=True),
    b'{"type":"asked","seat":0,"what":"pause"}': log.Asked(seat=0, what="pause"),
    b'{"type":"answered","seat":1,"yes":false}': log.Answered(seat=1, yes=False),
    b'{"type":"paused","why":"tea"}': log.Paused(why="tea"),
    b'{"type":"paused","why":"gone","seat":1}': log.Paused(why="gone", seat=1),
    b'{"type":"paused","why":"tea","message":{"code":"core.text","params":{"text":"tea"}}}': log.Paused.because(
        Message.text("tea")
    ),
    b'{"type":"resumed","seat":0}': log.Resumed(seat=0),
    b'{"type":"stood in","seat":0,"level":"hard","why":"left"}': log.StoodIn(seat=0, level="hard", why="left"),
    b'{"type":"left","seat":0}': log.Left(seat=0),
    b'{"type":"returned","seat":0}': log.Returned(seat=0),
    b'{"type":"resigned","seat":0,"level":"hard"}': log.Resigned(seat=0, level="hard"),
    b'{"type":"said","person":"p1","name":"Ann","text":"hi","seat":0}': log.Said("p1", "Ann", "hi", 0),
    '{"type":"reacted","person":"p1","name":"Ann","what":"🐼"}'.encode(): log.Reacted("p1", "Ann", "🐼"),
    b'{"type":"said","person":"p1","name":"Ann","text":"","removed":true}': log.Said("p1", "Ann", "", removed=True),
    b'{"type":"freed","seat":1,"sent_away":"p1"}': log.Freed(seat=1, sent_away="p1"),
    b'{"type":"removed","line":7}': log.Removed(line=7),
    b'{"type":"adjourned","ms":5}': log.TimeGivenBack(ms=5),
    b'{"type":"rematched","table":"t2"}': log.Rematched(table="t2"),
    b'{"type":"closed","why":"bored"}': log.Closed(why="bored"),
}

seats = st.integers(0, 99)
words = st.text(max_size=60)
some_words = st.text(min_size=1, max_size=60)
ENTRIES = st.one_of(
    st.builds(log.Sat, seats, words, words, words),
    st.builds(log.Seated, seats, words),
    st.builds(log.Readied, seats, st.booleans()),
    st.builds(log.Moved, seats, some_words, st.sampled_from(get_args(protocol.By)), words),
    st.builds(log.Undone, seats, st.booleans()),
    st.builds(log.Asked, seats, st.sampled_from(get_args(protocol.Question))),
    st.builds(log.Answered, seats, st.booleans()),
    st.builds(log.Paused, words, st.none() | seats),
    st.builds(log.StoodIn, seats, words, st.sampled_from(["left", "clock", "asked"])),
    st.builds(log.Resigned, seats, words),
    st.builds(log.Left, seats),
    st.builds(log.Said, words, words, words, st.none() | seats),
    st.builds(log.Reacted, words, words, st.sampled_from(get_args(protocol.Reaction)), st.none() | seats),
    st.builds(log.TimeGivenBack, st.integers(0, 2**50)),
    st.sampled_from([log.Started(), log.Freed(3), log.Resumed(3), log.Returned(3), log.Closed("x")]),
)


@pytest.mark.parametrize(("stored", "entry"), GOLDEN.items())
def test_what_was_stored_once_is_read_for_ever(stored: bytes, entry: log.AnyEntry) -> None:
    assert log.decode(stored) == entry
    assert log.encode(entry) == stored


def test_every_kind_of_entry_has_its_golden_line() -> None:
    assert {type(entry) for entry in GOLDEN.values()} == set(get_args(log.AnyEntry))


@given(ENTRIES)
def test_an_entry_comes_back_from_the_store_as_it_was(entry: log.AnyEntry) -> None:
    assert log.decode(log.encode(entry)) == entry


def test_a_field_that_a_later_version_adds_does_not_hurt() -> None:
    assert log.decode(b'{"type":"freed","seat":2,"mood":"grumpy"}') == log.Freed(seat=2)


@pytest.mark.parametrize(
    "stored",
    [
        b'{"type":"danced","seat":2}',
        b'{"seat":2}',
        b'{"type":"freed"}',
        b'{"type":"freed","seat":"2"}',
        b'{"type":"moved","seat":0,"move":""}',
        b'{"type":"moved","seat":0,"move":"x","by":"ghost"}',
        b'{"type":"asked","seat":0,"what":"money"}',
        b"[]",
    ],
)
def test_what_is_no_entry_is_refused(stored: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        log.decode(stored)
