from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pandarium import IllegalMove, Match, NoUndo, PandariumError, Record, Rng, bots
from pandarium.core.bot import ask
from pandarium.core.record import RecordEntry
from pandarium.games.pilfering.bots import Team
from pandarium.kit.talk import SpokenBy
from pandarium.tui.local_match import LocalMatch, find_adviser
from pandarium.tui.match_log import MatchLog, seat_names

from .conftest import Dabbler, at_the_hotseat, begin
from .whisper import Whisper, Whispers, whisper


def test_bots_think_alike_whenever_the_match_comes_to_the_same_position() -> None:
    moves = []
    for seed in (7, 7, 8):
        local_match = begin(seats=2, people=0, seed=seed)
        while (seat := local_match.actor()) is not None:
            local_match.play(seat, local_match.bot_move(seat))
        moves.append(local_match.match.record.moves)
    assert moves[0] == moves[1]
    assert moves[0] != moves[2]


def test_taking_back_and_playing_on_leads_to_the_same_thoughts() -> None:
    straight, crooked = begin(seats=3, people=1, seed=3), begin(seats=3, people=1, seed=3)
    for local_match, detour in ((straight, False), (crooked, True)):
        while local_match.actor() != 0 or local_match.state.sealed != straight.state.sealed:
            local_match.play(local_match.actor() or 0, local_match.bot_move(local_match.actor() or 0))
        move = local_match.state.legal(0)[0]
        if detour:
            local_match.play(0, local_match.state.legal(0)[1])
            local_match.undo(0)
        local_match.play(0, move)
    seat = straight.actor()
    assert seat == crooked.actor()
    assert seat is not None
    assert straight.bot_move(seat) == crooked.bot_move(seat)


def test_pp_x1_bots_talk_for_all_to_read_and_hear_each_other() -> None:
    """PP-X1: who listens is told what the log has told everybody."""
    heard: list[SpokenBy] = []

    class Hears(Team):
        def choose_hearing(self, state: Any, seat: int, rng: Rng, heard_now: Any) -> int:
            heard.extend(heard_now)
            return self.choose(state, seat, rng)

    local_match = LocalMatch(Match.begin("pilfering", seats=3, seed=5), {1: Team(), 2: Hears()})
    while (seat := local_match.actor()) is not None:
        move = ask(Team(), local_match.state, seat, Rng(1)) if seat == 0 else local_match.bot_move(seat)
        local_match.play(seat, move)
    lines = [line for line in local_match.match_log.lines(0) if " says: " in line]
    assert {line.split(" says: ")[0] for line in lines} == {"Player 2", "Player 3"}
    assert {one.seat for one in heard} == {1}
    assert any(one.spoken.id.startswith("need-") for one in heard)


def test_the_chance_of_bots_is_not_the_chance_of_the_dice() -> None:
    local_match = begin()
    assert local_match._rng(b"move").words() != Rng(7).words()
    assert local_match._rng(b"move").words() != local_match._rng(b"hint").words()


def test_every_move_is_kept_in_the_file(tmp_path: Path) -> None:
    local_match = begin(save=tmp_path / "match.json", people=0)
    for _ in range(3):
        seat = local_match.actor()
        assert seat is not None
        local_match.play(seat, local_match.bot_move(seat))
        assert Record.load(tmp_path / "match.json").moves == local_match.match.record.moves


def test_a_file_that_cannot_be_written_is_trouble_but_not_the_end(tmp_path: Path) -> None:
    local_match = begin(save=tmp_path / "nowhere" / "match.json", people=0)
    seat = local_match.actor()
    assert seat is not None
    local_match.play(seat, local_match.bot_move(seat))
    assert "not saved" in local_match.save_error
    notice = local_match.save_somewhere()
    rescued = Path(notice.removeprefix("The game is saved in ").removesuffix("."))
    assert Record.load(rescued).moves == local_match.match.record.moves


def test_saving_never_overwrites_another_file(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("dear diary")
    with pytest.raises(PandariumError, match="is there already"):
        begin().save_as(other)
    assert other.read_text() == "dear diary"


def test_the_log_of_a_match_taken_up_again_is_the_same() -> None:
    local_match = begin(people=2, seats=2)
    for _ in range(2):
        local_match.play(local_match.actor() or 0, local_match.state.legal(local_match.actor() or 0)[0])
    again = LocalMatch(Match(local_match.match.snapshot()), {})
    assert again.match_log.lines(0) == local_match.match_log.lines(0)
    assert len(again.match_log.lines(0)) > 10
    assert again.match_log.lines(0, most=3) == local_match.match_log.lines(0)[-3:]


def test_what_was_taken_back_is_gone_from_the_log_but_not_from_the_log_before() -> None:
    record = Record(game="royale", rules=1, seats=2, seed=7, moves=[])
    first = Match(record)
    seat = first.state.actors()[0]
    move = first.game.say(first.state.legal(seat)[0])
    record.moves = [RecordEntry(seat, move), RecordEntry(seat, "undo")]
    match_log = MatchLog.of(record)
    taken = match_log.lines(None, 2)[-1]
    assert taken.startswith(f"Player {seat + 1} takes the ")
    assert taken not in match_log.lines(None)
    assert match_log.lines(None)[-1] == f"Player {seat + 1} takes a move back"
    assert match_log.lines(seat)[-1].startswith(f"Player {seat + 1} takes back: Take the")


def test_undo_says_why_not() -> None:
    local_match = begin(seats=2, people=1)
    with pytest.raises(NoUndo, match="no move to take back"):
        local_match.undo(0)
    while local_match.undoable_by() is None:
        seat = local_match.actor() or 0
        local_match.play(seat, local_match.state.legal(seat)[0])
    seat = local_match.actor() or 0
    local_match.play(seat, local_match.state.legal(seat)[0])
    with pytest.raises(NoUndo, match=r"another player has moved|revealed"):
        local_match.undo(0)


def test_a_new_game_has_the_same_people_and_a_file_of_its_own(tmp_path: Path) -> None:
    local_match = begin(save=tmp_path / "match.json")
    local_match.write()
    again = local_match.next_match()
    assert again.names == local_match.names
    assert again.people == local_match.people
    assert again.file == tmp_path / "match-2.json"
    assert again.match.record.seed == 8


def test_names_fit_on_a_line() -> None:
    record = Record(game="royale", rules=1, seats=4, seed=1, players=["A\nda", "\x1b[31m", "李小龙"])
    assert seat_names(record) == ["A da", "[31m", "李小龙", "Player 4"]


def test_only_games_with_secrets_are_private(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not begin(people=3).is_private(0, 1)
    assert LocalMatch(whisper(monkeypatch), {}).is_private(0, 1)


def test_those_who_may_act_at_once_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    local_match = LocalMatch(whisper(monkeypatch, at_once=True), {1: Dabbler()})
    order = []
    while (seat := local_match.actor()) is not None:
        order.append(seat)
        local_match.play(seat, local_match.state.legal(seat)[0])
    assert order == [0, 1, 2, 0, 1, 2]


def test_a_move_is_read_by_number_or_notation_and_refused_by_its_rule() -> None:
    local_match = begin(people=3)
    seat = local_match.actor() or 0
    legal = local_match.state.legal(seat)
    assert local_match.read(seat, "1") == legal[0]
    assert local_match.read(seat, local_match.game.say(legal[-1]).upper()) == legal[-1]
    with pytest.raises(PandariumError, match=f"choose 1 to {len(legal)}"):
        local_match.read(seat, "0")
    with pytest.raises(PandariumError, match="PR-11"):
        local_match.play(seat, local_match.read(seat, "pass"))


def test_advice_comes_from_the_strongest_bot_there_is() -> None:
    game = begin().game
    assert type(find_adviser(game)) is type(bots.make(game, bots.levels(game)[-1]))


def test_a_move_is_checked_once_and_put_into_words_once_for_each_viewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the list to the log: one question to the verifier, one list of moves for each position, one redaction."""
    local_match = LocalMatch(whisper(monkeypatch), {})
    asked: list[str] = []

    def count(owner: type, name: str) -> None:
        real = getattr(owner, name)

        def counting(*given: Any) -> Any:
            asked.append(name)
            return real(*given)

        monkeypatch.setattr(owner, name, counting)

    for owner, name in ((Whispers, "refusal"), (Whisper, "view"), (Whisper, "redact"), (Whisper, "sentence")):
        count(owner, name)
    for _ in range(3):
        assert [choice.notation for choice in local_match.choices(0)] == ["high", "low"]
        assert local_match.view(0).you == 0
    assert asked == ["view"]
    local_match.play(0, local_match.read(0, "low"))
    assert asked == ["view", "refusal"]
    for _ in range(3):
        assert len(local_match.match_log.lines(1)) == 1
    assert asked == ["view", "refusal", "redact", "sentence"]
    with pytest.raises(IllegalMove):
        local_match.play(0, local_match.read(0, "low"))  # it is the next seat's turn


def test_a_choice_is_taken_back_while_others_choose_whoever_chose_after_it(tmp_path: Path) -> None:
    local_match, bot = at_the_hotseat(tmp_path / "match.json")
    before = local_match.match_log.lines(0)
    game = local_match.game
    local_match.play(0, game.read("trust"))
    local_match.play(bot, game.read("trust"))
    assert local_match.undoable_by() == 0
    local_match.undo(0)
    name = local_match.names[0]
    assert local_match.match_log.lines(0) == [*before, f"{name} takes back: Let it pass"]
    record = local_match.match.record
    assert Record.load(tmp_path / "match.json").moves == record.moves
    assert MatchLog.of(record).lines(0) == local_match.match_log.lines(0)
    assert local_match.undoable_by() is None  # the choice that stands is the bot's
    local_match.play(0, game.read("trust"))
    assert MatchLog.of(record).lines(None) == local_match.match_log.lines(None)


def test_pd_21_nobody_at_the_terminal_is_shown_who_has_chosen_already() -> None:
    local_match, bot = at_the_hotseat()
    before = local_match.view(0)
    local_match.play(bot, local_match.game.read("trust"))
    assert local_match.view(0) == before
