"""The lesson is played through by doing; the rulebook is found and linked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pandarium.kit.language import languages

from .people import PHONE, Site


def answer(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=re.compile(name)).first.click()


def test_the_lesson_is_played_through(site: Site) -> None:
    page = site.visitor("Ann")
    page.goto("/")
    page.get_by_role("link", name="Learn it in three minutes").first.click()
    progress = page.get_by_role("progressbar", name="Progress")
    go_on = page.get_by_role("button", name="Go on")
    wrong = page.get_by_role("heading", name="Not quite")
    right = page.get_by_role("heading", name="That's it")

    def step(number: int, title: str) -> None:
        expect(page.get_by_role("heading", level=1, name=title)).to_be_focused() if number > 1 else None
        expect(progress).to_have_attribute("aria-valuenow", str(number))

    step(1, "One die each")
    go_on.click()
    step(2, "The Panda token")
    answer(page, "^Take the purple d12")
    expect(right).to_be_visible()
    go_on.click()
    step(3, "Everything rolls again")
    go_on.click()
    step(4, "Comfort for the last")
    answer(page, "^Take the yellow d8")
    go_on.click()
    step(5, "Red alone is weak")
    answer(page, "^Take the red d8")
    expect(wrong).to_be_visible()
    page.get_by_role("button", name="PR-7").last.click()
    expect(page.get_by_role("heading", name=re.compile("^PR-7"))).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    answer(page, "^Take the green d20")
    expect(right).to_be_visible()
    go_on.click()
    step(6, "Red in a pack is strong")
    answer(page, "^Take the red d6")
    go_on.click()
    step(7, "Clear dice are keys")
    answer(page, "^Take Bo's purple d12 for it")
    go_on.click()
    step(8, "Glitter")
    answer(page, "^Take the glitter d6")
    go_on.click()
    step(9, "The last pick")
    answer(page, "^Take the red d6")
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("heading", name="You can play Panda Royale")).to_be_focused()
    expect(page.get_by_text("6 of 7 right at the first try")).to_be_visible()
    page.get_by_role("link", name="Play a real game").click()
    expect(page.get_by_role("heading", name="New table")).to_be_visible()


def test_the_lesson_is_told_in_the_readers_language_and_goes_on_in_another(site: Site) -> None:
    page = site.visitor("Ann", locale="de-DE")
    page.goto("/learn")
    expect(page.get_by_role("heading", level=2, name="Dein erstes Team")).to_be_visible()
    page.locator('a[href="/learn/royale"]').click()
    expect(page.get_by_role("heading", level=1, name="Für alle ein Würfel")).to_be_visible()
    expect(page.get_by_text("Du hast eine 6 geworfen: deine ersten 6 Punkte.")).to_be_visible()
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_text("Lila zählt doppelt. Nimm den lila Würfel.")).to_be_visible()
    answer(page, "^Nimm: lila W12")
    expect(page.get_by_role("heading", name="Genau so")).to_be_visible()
    expect(page.get_by_text("Im Schnitt 13 pro Runde: der beste hier.")).to_be_visible()

    settings = page.context.new_page()
    settings.goto("/me")
    settings.get_by_role("radio", name="English").check(force=True)
    expect(page.get_by_role("heading", level=1, name="The Panda token")).to_be_visible()
    expect(page.get_by_text("13 a round on average: the best one here.")).to_be_visible()
    expect(page.get_by_role("progressbar", name="Progress")).to_have_attribute("aria-valuenow", "2")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", level=1, name="Everything rolls again")).to_be_focused()
    page.goto("/learn")
    expect(page.get_by_role("heading", level=2, name="Your first team")).to_be_visible()


TO_DO = {
    "royale": ".royale .stage .pick",
    "pilfering": ".pilfering .stage",
    "pandante": ".pandante .stage",
    "wildstyle": ".wild .desk",
}
"""What a lesson's table is played with."""
ENDS = ("next", "skip", "finish")
WORDS = Path(__file__).parents[2] / "web" / "src" / "words"


def onward(language: str) -> re.Pattern[str]:
    """What leads to the next step."""
    words = json.loads((WORDS / language / "lesson.json").read_text(encoding="utf-8"))
    return re.compile("^({next}|{skip}|{finish})$".format(**{end: words[f"lesson.{end}"] for end in ENDS}))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", TO_DO)
def test_on_a_phone_the_words_and_what_to_do_are_seen_together(site: Site, game: str, language: str) -> None:
    page = site.visitor("Ann", viewport=PHONE, touch=True, locale=language)
    steps = page.request.get(f"/api/games/{game}/lesson?language={language}").json()["steps"]
    page.goto(f"/learn/{game}?step=1")
    for step in steps:
        expect(page.get_by_role("heading", level=1, name=step["title"])).to_be_in_viewport(ratio=1)
        if step.get("ask"):
            expect(page.get_by_text(step["ask"], exact=True)).to_be_in_viewport(ratio=1)
            expect(page.locator(TO_DO[game]).first).to_be_in_viewport(ratio=0.8)
        go_on = page.get_by_role("button", name=onward(language)).first
        expect(go_on).to_be_in_viewport(ratio=1)
        go_on.tap()


def test_on_a_phone_the_answer_lies_where_the_question_was(site: Site) -> None:
    page = site.visitor("Ann", viewport=PHONE, touch=True)
    page.goto("/learn/royale?step=2")
    page.get_by_role("button", name="Take the purple d12").tap()
    expect(page.get_by_role("heading", name="That's it")).to_be_in_viewport(ratio=1)
    spoken, mine = page.locator(".said").bounding_box(), page.locator(".tray").bounding_box()
    assert spoken
    assert mine
    assert spoken["y"] + spoken["height"] < mine["y"]  # my dice are seen with the new one among them
    page.get_by_role("button", name="Go on").tap()
    expect(page.get_by_role("heading", level=1, name="Everything rolls again")).to_be_in_viewport(ratio=1)


def test_the_rulebook_opens_at_a_rule_and_finds_words(site: Site) -> None:
    page = site.visitor()
    page.goto("/rules/royale#PR-10")
    rule = page.get_by_role("article", name=re.compile("PR-10"))
    expect(rule).to_be_in_viewport()
    expect(rule).to_be_focused()
    search = page.get_by_role("searchbox", name="Search the rules")
    search.fill("glitter")
    expect(page.get_by_text(re.compile(r"^\d+ paragraphs$|^One paragraph$"))).to_be_visible()
    found = page.get_by_role("article")
    assert 0 < found.count() < 12
    assert all("glitter" in text.lower() for text in found.all_inner_texts())
    search.fill("submarine")
    expect(page.get_by_text("No rule speaks of “submarine”.")).to_be_visible()
