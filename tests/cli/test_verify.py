from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Pandarium, played
from pandarium.core.match import Match


@pytest.fixture(scope="module")
def fair() -> Match:
    return played()


@pytest.fixture
def file(fair: Match, tmp_path: Path) -> Path:
    fair.record.save(tmp_path / "game.json")
    return tmp_path / "game.json"


def change(file: Path, **fields: Any) -> None:
    record = json.loads(file.read_bytes())
    for name, value in fields.items():
        if value is None:
            del record[name]
        else:
            record[name] = value
    file.write_text(json.dumps(record))


def marks(out: str) -> list[str]:
    return [line.split()[0] for line in out.splitlines()[1:]]


def test_a_deal_of_a_tournament_is_nobodys_victory(pandarium: Pandarium, tmp_path: Path) -> None:
    stakes = "gambit=3 multiplier=2 dealer=2 pot=0 gold=104,98,60"
    match = Match.begin("pandante", 3, {"gambling": "tournament", "stakes": stakes}, players=["Ann", "Bo", "Cy"])
    while actors := match.state.actors():
        match.play(actors[0], match.state.legal(actors[0])[0])
    match.record.save(tmp_path / "deal.json")
    ran = pandarium("verify", tmp_path / "deal.json")
    assert ran.code == 0
    assert "the outcome follows from the moves: this gambit of a tournament is over (Ann 98, Bo 92, Cy 72)" in ran.out


def test_a_fair_record_holds_in_every_point(pandarium: Pandarium, fair: Match, file: Path) -> None:
    ran = pandarium("verify", file)
    assert (ran.code, ran.err) == (0, "")
    assert marks(ran.out) == ["ok", "ok", "ok", "ok"]
    assert f"{file}: Panda Royale, 3 players, {len(fair.record.moves)} entries" in ran.out
    assert str(fair.record.commitment) in ran.out
    winners = [fair.record.players[seat] for seat in fair.state.outcome().winners]  # type: ignore[union-attr]
    assert f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}" in ran.out


def test_another_secret_is_told_from_the_commitment(pandarium: Pandarium, file: Path) -> None:
    change(file, secret="00" * 32)
    ran = pandarium("verify", file)
    assert ran.code == 1
    assert marks(ran.out) == ["FAIL"]
    assert "was shown before the deal" in ran.out


def test_secret_and_commitment_exchanged_together_do_not_give_the_same_game(pandarium: Pandarium, file: Path) -> None:
    from pandarium.core.fair import commitment

    change(file, secret="00" * 32, commitment=commitment(bytes(32)))
    ran = pandarium("verify", file)
    assert ran.code == 1
    assert marks(ran.out)[-1] == "FAIL"


def test_a_noted_commitment_is_compared(pandarium: Pandarium, fair: Match, file: Path) -> None:
    noted = str(fair.record.commitment)[:16]
    assert "this is the commitment that you noted" in pandarium("verify", file, "--commitment", noted).out
    ran = pandarium("verify", file, "--commitment", "0" * 16)
    assert ran.code == 1
    assert "this is not the commitment that you noted" in ran.out


def test_a_changed_move_is_named(pandarium: Pandarium, file: Path) -> None:
    moves = json.loads(file.read_bytes())["moves"]
    moves[4] = [moves[4][0], "take c6*"]
    change(file, moves=moves)
    ran = pandarium("verify", file)
    assert ran.code == 1
    assert marks(ran.out) == ["ok", "ok", "FAIL"]
    assert "entry 5, 'take c6*' by seat" in ran.out


def test_a_missing_move_is_noticed(pandarium: Pandarium, file: Path) -> None:
    moves = json.loads(file.read_bytes())["moves"]
    change(file, moves=moves[:10] + moves[11:])
    assert pandarium("verify", file).code == 1


def test_another_outcome_is_refuted(pandarium: Pandarium, fair: Match, file: Path) -> None:
    outcome = json.loads(file.read_bytes())["outcome"]
    outcome["scores"][0] += 1
    change(file, outcome=outcome)
    ran = pandarium("verify", file)
    assert ran.code == 1
    assert marks(ran.out) == ["ok", "ok", "ok", "FAIL"]
    assert "not what the moves lead to" in ran.out


def test_an_outcome_claimed_in_the_middle_is_refuted(pandarium: Pandarium, file: Path) -> None:
    change(file, moves=json.loads(file.read_bytes())["moves"][:6])
    ran = pandarium("verify", file)
    assert ran.code == 1
    assert "a game that is not over" in ran.out


def test_a_hidden_secret_proves_nothing(pandarium: Pandarium, file: Path) -> None:
    change(file, secret=None)
    ran = pandarium("verify", file)
    assert ran.code == 1
    assert "has not been shown" in ran.out


def test_a_seed_is_reported_as_what_it_is(pandarium: Pandarium, tmp_path: Path) -> None:
    file = tmp_path / "seeded.json"
    played(moves=5, seed=7).record.save(file)
    ran = pandarium("verify", file)
    assert ran.code == 0
    assert marks(ran.out) == ["note", "ok", "ok", "note"]
    assert "dealt from seed 7" in ran.out
    assert pandarium("verify", file, "--commitment", "0" * 16).code == 1


def test_a_record_without_commitment_shows_what_the_secret_hashes_to(
    pandarium: Pandarium, fair: Match, file: Path
) -> None:
    change(file, commitment=None)
    ran = pandarium("verify", file)
    assert ran.code == 0
    assert f"the secret hashes to {fair.record.commitment}" in ran.out


def test_a_record_without_any_chance_cannot_be_followed(pandarium: Pandarium, file: Path) -> None:
    change(file, secret=None, commitment=None)
    ran = pandarium("verify", file)
    assert ran.code == 1
    assert marks(ran.out) == ["FAIL"]
    assert "neither a secret nor a seed" in ran.out


def test_an_outcome_left_out_is_found_from_the_moves(pandarium: Pandarium, fair: Match, file: Path) -> None:
    change(file, outcome=None)
    ran = pandarium("verify", file)
    assert ran.code == 0
    assert marks(ran.out) == ["ok", "ok", "ok", "note"]
    assert f"Ann {fair.state.outcome().scores[0]}" in ran.out  # type: ignore[union-attr]


def test_a_game_that_cannot_be_dealt_fails(pandarium: Pandarium, file: Path) -> None:
    change(file, seats=11)
    ran = pandarium("verify", file)
    assert ran.code == 1
    assert "the game cannot be dealt: Panda Royale takes 2 to 10 players" in ran.out


@pytest.mark.parametrize("noted", ["0" * 15, "x" * 16, "0" * 65, ""])
def test_a_noted_commitment_must_be_one(pandarium: Pandarium, file: Path, noted: str) -> None:
    ran = pandarium("verify", file, "--commitment", noted)
    assert ran.code == 2
    assert "16 to 64 hexadecimal digits" in ran.line
