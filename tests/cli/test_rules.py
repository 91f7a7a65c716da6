from __future__ import annotations

import pytest

import pandarium as package
from cli.conftest import Pandarium
from pandarium.cli.rules import plain, unwrap
from pandarium.kit.rulebook import Rulebook


def test_rules_in_a_pipe_are_plain_text(pandarium: Pandarium) -> None:
    ran = pandarium("rules", "royale")
    assert ran.code == 0
    assert ran.out.startswith("Panda Royale\n============\n")
    assert "*" not in ran.out
    assert "#" not in ran.out
    for rule in Rulebook.of(package.game("royale")).rules:
        assert f"{rule.id} {rule.title}." in ran.out


@pytest.mark.parametrize("wanted", ["PR-7", "pr-7", "7"])
@pytest.mark.usefixtures("wide")
def test_one_rule_by_its_id(pandarium: Pandarium, wanted: str) -> None:
    ran = pandarium("rules", "royale", wanted)
    assert ran.code == 0
    assert ran.out.startswith("PR-7 Red")
    assert "White numbers minus black numbers" in ran.out
    assert "PR-8" not in ran.out


@pytest.mark.usefixtures("wide")
def test_search_finds_rules_by_a_word_in_any_case(pandarium: Pandarium) -> None:
    ran = pandarium("rules", "royale", "--search", "GLITTER")
    assert ran.code == 0
    found = {line.split()[0] for line in ran.out.splitlines() if line.startswith("PR-")}
    expected = {rule.id for rule in Rulebook.of(package.game("royale")).rules if "glitter" in rule.text.lower()}
    assert found == expected


def test_on_a_terminal_the_rulebook_is_rendered(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    ran = pandarium("rules", "royale")
    assert "\x1b[1m" in ran.out
    assert "**" not in ran.out


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("## A round", "A round\n-------"),
        ("**PR-1 Four\nsteps.** Roll", "PR-1 Four\nsteps. Roll"),
        ("the option *first_roll* counts", "the option first_roll counts"),
        ("2 * 3 * 4", "2 * 3 * 4"),
    ],
)
def test_marks_go_and_words_stay(markdown: str, text: str) -> None:
    assert plain(markdown) == text


def test_paragraphs_flow_and_tables_stand() -> None:
    assert unwrap("one\ntwo") == "one two"
    assert unwrap("see\n| a | b |") == "see\n| a | b |"
