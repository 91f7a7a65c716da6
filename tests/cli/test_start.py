"""How the command starts: quickly, from wherever, and quietly when nobody listens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Pandarium
from pandarium import __version__
from pandarium.kit.language import languages

HEAVY = ["rich", "textual", "matplotlib", "mcp", "ray", "msgspec", "pydantic", "asyncio", "pandarium.games.royale"]


def python(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **more}
    return subprocess.run([sys.executable, *words], env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", [["--help"], []])
def test_help_loads_nothing_heavy(words: list[str]) -> None:
    code = f"""
import sys
from pandarium.cli import main
assert main({words!r}) == 0
heavy = [name for name in {HEAVY!r} if name in sys.modules]
sys.exit(f"loaded: {{heavy}}" if heavy else 0)
"""
    ran = python("-c", code)
    assert ran.returncode == 0, ran.stderr
    assert "Usage: pandarium" in ran.stdout


def test_the_module_is_the_command() -> None:
    ran = python("-m", "pandarium", "--version")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"pandarium {__version__}\n", "")


def test_a_mistake_has_its_exit_code_outside_too() -> None:
    ran = python("-m", "pandarium", "gmaes")
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1


def test_a_closed_pipe_is_quiet() -> None:
    command = f"{sys.executable} -m pandarium rules royale | true"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert ran.stderr == ""


def test_ctrl_c_is_heard_even_if_the_parent_ignores_it(tmp_path: Path) -> None:
    """A shell script ignores SIGINT for what it starts in the background, and child processes inherit that."""
    command = [sys.executable, "-m", "pandarium", "play", "royale", "--plain", "--seed", "1", "--bots", "random"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),  # noqa: PLW1509
    ) as program:
        try:
            assert program.stdout is not None
            shown = ""
            while not shown.endswith("Player> "):
                char = program.stdout.read(1)
                assert char, "it ended before it asked for a move"
                shown += char
            program.send_signal(signal.SIGINT)
            out = program.stdout.read()  # `communicate` would miss what was read ahead
            assert out.splitlines()[-1] == "Good-bye."
        finally:
            program.kill()


def test_old_terminals_get_question_marks_instead_of_an_error() -> None:
    ran = python("-m", "pandarium", "rules", "royale", "PR-C2", PYTHONIOENCODING="ascii", COLUMNS="200")
    assert ran.returncode == 0, ran.stderr
    assert "a red d6 shows ?1 ?2 ?3 4 5 6" in ran.stdout


def test_without_words_there_is_help(pandarium: Pandarium) -> None:
    ran = pandarium()
    assert ran.code == 0
    assert ran.out.startswith("Usage: pandarium")


@pytest.mark.parametrize(
    "command", ["games", "rules", "play", "resume", "replay", "verify", "simulate", "strength", "new-game", "version"]
)
def test_every_command_has_help_with_an_example(pandarium: Pandarium, command: str) -> None:
    ran = pandarium(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert f"Example: pandarium {command}" in ran.out
    assert f"  {command} " in pandarium("--help").out


def test_refusals_in_another_language(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANDARIUM_LANGUAGE", "")
    assert "Panda Royale takes 2 to 10 players" in pandarium("play", "royale", "--seats", 11).line
    assert "für 2 bis 10 Personen" in pandarium("--language", "de", "play", "royale", "--seats", 11).line
    assert f"choose from: {', '.join(languages())}" in pandarium("--language", "tlh", "games").line


def test_rules_in_another_language(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANDARIUM_LANGUAGE", "")
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert "PR-7 Rot" in pandarium("rules", "royale", "PR-7").out
    assert "Trostwürfel" in pandarium("rules", "royale").out
    english = pandarium("rules", "leduc")
    assert "LH-1" in english.out
    assert "diese Regeln sind noch nicht übersetzt" in english.err
    assert "PR-7 Red" in pandarium("--language", "en", "rules", "royale", "PR-7").out


def test_version_tells_about_the_engine(pandarium: Pandarium) -> None:
    ran = pandarium("version")
    assert ran.out.splitlines()[0] == f"pandarium {__version__}"
    assert ran.out.splitlines()[1].startswith(f"Python {sys.version_info.major}.{sys.version_info.minor}")
    assert ran.out.splitlines()[2].startswith("engine: ")


def test_the_shell_completes_games_and_commands() -> None:
    def complete(line: str) -> list[str]:
        more = {"_PANDARIUM_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
        return python("-m", "pandarium", **more).stdout.split()

    assert complete("pandarium ga") == ["games"]
    assert complete("pandarium play ro") == ["royale"]
    assert "--seats" in complete("pandarium play royale --s")
