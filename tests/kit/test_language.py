"""Languages are found by what lies there; a reader's is asked for, or that of the system."""

from __future__ import annotations

from pathlib import Path

import pytest

import pandarium
from pandarium.kit.language import VARIABLE, language, languages, translated, translations


@pytest.mark.parametrize(
    ("wanted", "found"), [("", "en"), ("de", "de"), ("DE", "de"), ("de_AT.UTF-8", "de"), ("de-CH", "de"), ("xx", "xx")]
)
def test_the_language_is_the_one_that_was_asked_for(wanted: str, found: str) -> None:
    assert language({VARIABLE: wanted}) == found


@pytest.mark.parametrize(
    ("system", "found"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "xx:de:en"}, "de"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_CH.UTF-8"}, "de"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", VARIABLE: "en"}, "en"),
    ],
)
def test_else_it_is_that_of_the_system_if_we_have_it(system: dict[str, str], found: str) -> None:
    assert language(system) == found


def test_languages_are_those_that_core_has_sentences_in() -> None:
    words = Path(pandarium.__file__).parent / "core" / "words"
    assert languages() == sorted(file.stem for file in words.iterdir())


def test_a_file_is_a_translation_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = pandarium.game("royale")
    monkeypatch.setattr(game, "folder", tmp_path)
    words = tmp_path / "words"
    words.mkdir()
    for name in ("lesson.toml", "lesson.de.toml", "lesson.aa.toml", "lesson.old.toml", "rulebook.de.md"):
        (words / name).touch()
    assert translations(game, "lesson.toml") == ["en", "aa", "de"]
    assert translated(game, "lesson.toml", "aa") == words / "lesson.aa.toml"
    assert translated(game, "lesson.toml", "fr") == words / "lesson.toml"
