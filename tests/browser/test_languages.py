"""Every page in the reader's language: chosen where one arrives, kept, and marked where English remains."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pandarium.kit.language import languages

from .people import PHONE, Site

OTHERS = [code for code in languages() if code != "en"]


def choose(page: Page, language: str) -> None:
    """Take a language where one arrives; it is listed by its own name."""
    page.goto("/")
    page.locator("main").get_by_role("combobox").select_option(value=language)
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_the_language_is_chosen_on_the_front_page_and_kept(site: Site) -> None:
    page = site.visitor(viewport=PHONE, touch=True)
    page.goto("/")
    expect(page).to_have_title("Pandarium: four panda games, one table")
    picked = page.get_by_role("combobox", name="Language")
    assert {"English", "Deutsch"} <= set(picked.locator("option").all_inner_texts())
    picked.select_option("Deutsch")
    expect(page).to_have_title("Pandarium: vier Pandaspiele, ein Tisch")
    expect(page.get_by_role("combobox", name="Sprache")).to_have_value("de")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.goto("/learn")
    expect(page).to_have_title("Lernen beim Spielen")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_is_found_by_its_files(site: Site, language: str) -> None:
    page = site.visitor(locale=language)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("main [lang=en]:not(option)").filter(has_text="Wildstyle")).to_have_count(0)
    choose(page, "en")
    expect(page).to_have_title("Pandarium: four panda games, one table")


def test_the_rulebook_is_read_in_german_and_follows_the_switch(site: Site) -> None:
    page = site.visitor(locale="de-DE")
    page.goto("/rules/royale#PR-7")
    expect(page).to_have_title("Die Regeln von Panda Royale")
    rule = page.locator("#PR-7")
    expect(rule.get_by_role("heading")).to_contain_text("Rot")
    expect(rule).to_contain_text("mal die Anzahl deiner roten Würfel")
    expect(rule).not_to_have_attribute("lang", "en")
    expect(page.get_by_role("navigation", name="Inhalt")).to_contain_text("Schritt 2: Trostwürfel")
    expect(page.locator("#PR-10 em")).to_have_text("Von uns:")
    expect(page.locator("#PR-10 em")).to_contain_class("ours")
    choose(page, "en")
    page.goto("/rules/royale#PR-7")
    expect(page.locator("#PR-7").get_by_role("heading")).to_contain_text("Red")


def test_the_rules_at_the_table_are_german_too(site: Site) -> None:
    ann = site.visitor("Ann", locale="de-DE")
    ann.goto("/")
    ann.get_by_role("button", name="Panda Royale spielen").first.click()
    ann.get_by_role("tab", name="Regeln").click()
    expect(ann.get_by_role("article", name="PR-10 Durchsichtige Würfel")).to_contain_text("Im Uhrzeigersinn")


def test_a_game_without_a_translation_is_marked_as_english(site: Site) -> None:
    page = site.visitor(locale="de-DE")
    page.goto("/rules/leduc")
    expect(page.get_by_text("noch nicht übersetzt")).to_be_visible()
    rule = page.get_by_role("article").first
    expect(rule).to_have_attribute("lang", "en")
    page.goto("/learn")
    expect(page.get_by_role("listitem").filter(has_text="Leduc").get_by_role("heading")).to_have_attribute("lang", "en")


def test_who_skips_a_lesson_is_not_praised(site: Site) -> None:
    page = site.visitor("Ann")
    page.goto("/learn/royale?step=9")
    page.get_by_role("button", name="Skip").click()
    expect(page.get_by_role("heading", name="That was the lesson on Panda Royale")).to_be_visible()
    expect(page.get_by_text("You skipped 7 questions.")).to_be_visible()
    expect(page.get_by_text("You can play")).to_have_count(0)
