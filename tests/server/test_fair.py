"""Fair deals at a live table: fixed before the deal, checked after it, and nothing to be computed in between."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pandarium.cli import main
from pandarium.core import fair
from pandarium.core.errors import PandariumError
from pandarium.core.match import Match
from pandarium.core.record import Record, RecordEntry
from pandarium.core.registry import game as find_game
from pandarium.kit.verify import check

from .harness import Person, Server, Wire
from .support import PEOPLE, TableHarness

CHANCE = random.Random(20_26)
"""Fixed, so that what is improbable does not happen on a Monday."""


def some_secrets(count: int) -> list[bytes]:
    """Secrets as tables draw them, but the same in every run."""
    return [CHANCE.randbytes(fair.SECRET_BYTES) for _ in range(count)]


# before, during, after


def traces(secret: bytes, moves: int) -> list[bytes]:
    """Every way in which a secret, or what follows from it, could stand in a message."""
    numbers = [fair.seed_from(secret), *(fair.salt_from(secret, number) for number in range(moves + 2))]
    texts = [secret.hex(), secret.hex()[:16], secret.hex()[-16:]]
    texts += [form for number in numbers for form in (str(number), f"{number:x}")]
    return [text.encode() for text in texts]


async def test_the_secret_is_fixed_before_the_deal_and_shown_only_when_the_game_is_over(tmp_path: Path) -> None:
    with Server(tmp_path, f"sqlite:///{tmp_path}/t.db", limits="0").start() as server:
        ann, eve = Person(server, "Ann"), Person(server, "Eve")
        table, _ = ann.create_table(server, game="royale", seats=3, bots=["greedy", "random"], public=True)
        wire, watching = await Wire(server, ann, table).open(), await Wire(server, eve, table).open()
        noted = (await wire.next())["table"]["commitment"]  # before anybody has started anything
        paths = ["", "/state?since=0", "/record", "/replay", "/replay?as=spectator", "/replay?as=1"]
        assert (await wire.ask(type="start"))["type"] == "done"
        moves = 0
        while True:
            update = await wire.until(lambda u: bool(u.get("legal")) or u["table"]["status"] == "ended")
            if update["table"]["status"] == "ended":
                break
            if moves % 5 == 0:
                for path in paths:
                    for person in (ann, eve):
                        person.ask(server, "GET", f"/api/tables/{table}{path}")
                assert (await wire.ask(type="hint"))["type"] == "hint"
                undone = await wire.ask(type="undo")
                assert undone["type"] in {"refused", "done"}
                after = undone.get("seq", 0)
                await wire.until(lambda u, seq=after: u["seq"] >= seq and bool(u.get("legal")))  # type: ignore[misc]
            reply = await wire.play(lambda legal: len(legal) // 2)
            assert reply["type"] == "done", reply
            await wire.until(lambda u, seq=reply["seq"]: u["seq"] >= seq)  # type: ignore[misc]
            moves += 1
        end = await watching.until(lambda u: u["table"]["status"] == "ended")
        secret = bytes.fromhex(update["table"]["secret"])
        assert fair.commitment(secret) == noted == update["table"]["commitment"] == end["table"]["commitment"]
        before = [
            text.encode() for wire in (wire, watching) for text in wire.received if '"status":"ended"' not in text
        ]
        before += [answer for person in (ann, eve) for _, answer in person.received]
        before.append(server.log.read_bytes())
        assert len(before) > 50
        sent = b"\n".join(before)
        assert noted.encode() in sent
        assert [trace for trace in traces(secret, update["position"]) if trace in sent] == []
        assert any(secret.hex() in text for text in wire.received[-2:])  # the search above would have found it

        file = tmp_path / "record.json"
        file.write_bytes(ann.ask(server, "GET", f"/api/tables/{table}/record").content)
        assert main(["verify", str(file), "--commitment", noted]) == 0
        file.write_bytes(file.read_bytes().replace(secret.hex().encode(), bytes(32).hex().encode()))
        assert main(["verify", str(file), "--commitment", noted]) == 1
        await wire.close()
        await watching.close()


def test_every_move_has_a_salt_of_its_own() -> None:
    for secret in some_secrets(20):
        salts = [fair.salt_from(secret, number) for number in range(500)]
        assert len({*salts, fair.seed_from(secret)}) == 501
    harness = TableHarness.create("royale", 2)
    match = harness.table.match
    assert match is not None
    used = []
    salt = match.record.salt
    while harness.table.actors():
        used.append(salt(len(match.record.moves)))
        harness.play(harness.table.actors()[0])
    assert len(set(used)) == len(used) == harness.table.position


# no when anything is changed


def holds(data: bytes, noted: str) -> bool:
    """What `pandarium verify` says, given the hash that was noted before the deal."""
    try:
        return all(finding.holds is not False for finding in check(Record.from_json(data), noted))
    except PandariumError:
        return False


def what_matters(record: Record) -> Record:
    """A record without names and times, which nothing can prove."""
    moves = [RecordEntry(entry.seat, entry.move) for entry in record.moves]
    return msgspec.structs.replace(record, players=[], moves=moves)


@pytest.mark.parametrize("game", ["leduc", "raft", "grab", "signs"])
def test_no_byte_of_a_record_can_be_changed_unnoticed(game: str) -> None:
    harness = TableHarness.create(game, 2, secret=some_secrets(1)[0].hex())
    noted = harness.table.commitment
    harness.play_out()
    record = harness.table.record()
    data = record.to_json()
    assert holds(data, noted)
    refused = 0
    for place, byte in enumerate(data):
        for other in {byte ^ 1, byte ^ 2, ord("0"), ord("1"), ord(" ")} - {byte}:
            changed = data[:place] + bytes([other]) + data[place + 1 :]
            if not holds(changed, noted):
                refused += 1
                continue
            # What still holds says the same.
            found = Record.from_json(changed)
            assert what_matters(found) == what_matters(record) or _plays_the_same(found, record), changed
    assert refused > len(data)


def _plays_the_same(found: Record, record: Record) -> bool:
    """The same game was told in other words: a move that the notation reads as the same one."""
    match, other = Match(found), Match(record)
    same = [(a.seat, match.game.read(a.move)) for a in found.moves] == [
        (b.seat, other.game.read(b.move)) for b in record.moves
    ]
    return same and match.state.dump() == other.state.dump()


def test_no_move_can_be_left_out_added_or_put_elsewhere_unnoticed() -> None:
    harness = TableHarness.create("royale", 2, secret=some_secrets(1)[0].hex())
    harness.play_out()
    record = harness.table.record()
    noted = harness.table.commitment
    assert holds(record.to_json(), noted)
    moves = record.moves
    for place in range(len(moves)):
        without = moves[:place] + moves[place + 1 :]
        twice = [*moves[:place], moves[place], *moves[place:]]
        for tampered in (without, twice):
            assert not holds(msgspec.structs.replace(record, moves=tampered).to_json(), noted)
    for place in range(len(moves) - 1):
        swapped = [*moves[:place], moves[place + 1], moves[place], *moves[place + 2 :]]
        if moves[place] != moves[place + 1]:
            assert not holds(msgspec.structs.replace(record, moves=swapped).to_json(), noted)
    for secret in some_secrets(5):
        other = msgspec.structs.replace(record, secret=secret.hex(), commitment=fair.commitment(secret))
        assert not holds(other.to_json(), noted)


# nothing to be computed


def play_script(
    game: str, secret: bytes, script: list[tuple[int, str]], seat: int
) -> tuple[bytes, TableHarness] | None:
    """Every byte that a seat is sent while these moves are made, but for the hash of the secret; None if one cannot be.

    The hash stays out because 256 random bits cannot be found from it.
    """
    harness = TableHarness.create(game, 2, secret=secret.hex())
    messages = [harness.update(PEOPLE[seat])]
    for mover, move in script:
        if mover not in harness.table.actors() or move not in harness.legal(mover):
            return None
        since = harness.table.seq
        harness.play(mover, move)
        messages.append(harness.update(PEOPLE[seat], since))
    return b"\n".join(messages).replace(harness.table.commitment.encode(), b"a hash"), harness


def chi_square_is_fine(seen: Counter[Any], expected: dict[Any, float]) -> bool:
    """Whether what was seen fits what is expected, at one in a thousand (Wilson and Hilferty's approximation)."""
    assert seen.keys() <= expected.keys(), "something came that cannot come"
    total = sum(seen.values())
    whole = sum(expected.values())
    shares = {key: total * share / whole for key, share in expected.items()}
    assert min(shares.values()) >= 5, "too few to say anything"
    distance = sum((seen[key] - share) ** 2 / share for key, share in shares.items())
    free = len(expected) - 1
    limit = free * (1 - 2 / (9 * free) + 3.09 * sqrt(2 / (9 * free))) ** 3
    return bool(distance < limit)


def test_the_measure_of_these_tests_sees_a_loaded_die() -> None:
    assert chi_square_is_fine(Counter({1: 100, 2: 110, 3: 90}), {1: 1, 2: 1, 3: 1})
    assert not chi_square_is_fine(Counter({1: 100, 2: 150, 3: 50}), {1: 1, 2: 1, 3: 1})


def test_in_leduc_what_a_seat_has_seen_leaves_every_card_open() -> None:
    script = [(0, "call"), (1, "raise"), (0, "call")]
    before, after = script[:2], script
    groups: defaultdict[bytes, list[TableHarness]] = defaultdict(list)
    for secret in some_secrets(4000):
        found = play_script("leduc", secret, before, 0)
        assert found is not None
        groups[found[0]].append(found[1])
    assert len(groups) == 3  # one for each rank in hand: nothing else differs by a single byte
    for bytes_seen, harnesses in groups.items():
        own = json.loads(bytes_seen.splitlines()[0])["view"]["players"][0]["card"]
        cards: Counter[tuple[str, str]] = Counter()
        for harness in harnesses:
            harness.play(*after[-1])
            assert harness.table.match is not None
            position = harness.table.match.state.dump()
            assert position["hands"][0] == own
            cards[position["hands"][1], position["public"]] += 1
        left = Counter({"J": 2, "Q": 2, "K": 2}) - Counter([own])
        possible = {(a, b): left[a] * (left[b] - (a == b)) for a in left for b in left}
        assert chi_square_is_fine(cards, {pair: float(ways) for pair, ways in possible.items() if ways})


def test_in_royale_what_everybody_has_seen_leaves_every_roll_open() -> None:
    openings: defaultdict[bytes, list[bytes]] = defaultdict(list)
    game = find_game("royale")
    for secret in some_secrets(12_000):
        state = Record(game="royale", rules=game.meta.rules, seats=2, secret=secret.hex()).deal()
        openings[msgspec.json.encode(state.view(0))].append(secret)
    same = max(openings.values(), key=len)
    assert len(same) >= 3
    real = TableHarness.create("royale", 2, secret=same[0].hex())
    script = [(seat := real.table.actors()[0], real.legal(seat)[0])]
    real.play(*script[0])
    script.append((1 - seat, real.legal(1 - seat)[0]))
    seen, futures = set(), set()
    for secret in same:
        so_far, later = play_script("royale", secret, script[:1], 0), play_script("royale", secret, script, 0)
        assert so_far is not None
        assert later is not None
        seen.add(so_far[0])
        futures.add(later[0])
    assert len(seen) == 1
    assert len(futures) > 1


@pytest.mark.parametrize("moves", [1, 7, 14])
def test_in_royale_the_next_roll_is_even_however_long_one_has_watched(moves: int) -> None:
    harness = TableHarness.create("royale", 2, secret=some_secrets(1)[0].hex())
    rolled: Counter[int] = Counter()
    while harness.table.position < moves or not _rolls_next(harness):
        harness.play(harness.table.actors()[0])
    match = harness.table.match
    assert match is not None
    seat, number = match.state.actors()[0], harness.table.position
    for secret in some_secrets(6000):
        after = match.state.clone()
        after.play(seat, match.state.legal(seat)[0], [], fair.salt_from(secret, number))
        dice = msgspec.to_builtins(after.view(None))["players"][0]["rolled"]
        rolled[next(value for die, value in dice if die == "y6")] += 1
    assert chi_square_is_fine(rolled, dict.fromkeys(range(1, 7), 1.0))


def _rolls_next(harness: TableHarness) -> bool:
    """Whether the first legal move leads to the next roll, in which seat 0 has its first yellow die."""
    match = harness.table.match
    assert match is not None
    before = msgspec.to_builtins(match.state.view(None))
    seat = match.state.actors()[0]
    after = match.attempt(seat, match.state.legal(seat)[0]).after
    return bool(msgspec.to_builtins(after.view(None))["round"] > before["round"] and not after.outcome())


def test_in_grab_the_favourite_of_the_others_stays_open_until_it_is_shown() -> None:
    script = [(0, "grab 0"), (1, "grab 5"), (1, "grab 7"), (0, "grab 11")]
    groups: defaultdict[bytes, Counter[int]] = defaultdict(Counter)
    for secret in some_secrets(2000):
        found = play_script("grab", secret, script, 0)
        assert found is not None
        match = found[1].table.match
        assert match is not None
        groups[found[0]][match.state.dump()["favourites"][1]] += 1
    assert len(groups) == 4
    for favourites in groups.values():
        assert chi_square_is_fine(favourites, dict.fromkeys(range(4), 1.0))


def test_on_the_raft_the_strokes_so_far_say_nothing_about_the_next() -> None:
    script = [(0, "row"), (1, "row"), (0, "row")]
    groups: defaultdict[bytes, Counter[int]] = defaultdict(Counter)
    for secret in some_secrets(4000):
        found = play_script("raft", secret, script[:2], 1)
        later = play_script("raft", secret, script, 1)
        assert found is not None
        assert later is not None
        way = [msgspec.to_builtins(harness.table.match.state.view(None))["way"] for _, harness in (found, later)]  # type: ignore[union-attr]
        groups[found[0]][way[1] - way[0]] += 1
    assert len(groups) == 9  # two strokes of 1 to 3
    for strokes in groups.values():
        assert chi_square_is_fine(strokes, dict.fromkeys(range(1, 4), 1.0))


def test_a_secret_choice_changes_no_byte_for_the_others_before_all_is_shown() -> None:
    seen, shown = set(), set()
    for sign in ("stone", "paper", "leaf"):
        before = play_script("signs", bytes(32), [(0, sign)], 1)
        after = play_script("signs", bytes(32), [(0, sign), (1, "leaf")], 1)
        assert before is not None
        assert after is not None
        seen.add(before[0])
        shown.add(after[0])
    assert (len(seen), len(shown)) == (1, 3)
