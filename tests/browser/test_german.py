"""What the server says is heard in German by those who speak it: why not, and a game's phrases."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .people import Site
from .test_together import move, strict_table


def test_a_german_visitor_is_refused_and_talks_in_german(site: Site) -> None:
    """PP-A1, PP-X1: with the rule beside it; the others hear the same phrase in their own language."""
    ann, bo = site.visitor("Ann", locale="de-DE"), site.visitor("Bo")
    table = strict_table(ann, bo)
    move(ann, table, "draw")
    for who in (ann, bo):
        who.goto(f"/t/{table}")

    cards = ann.get_by_role("list", name="Deine Hand").get_by_role("button")
    expect(cards.first).to_be_visible()
    for card in cards.all():  # never all of them
        card.click()
    ann.get_by_role("button", name=re.compile("^Bei .* versuchen$")).first.click()
    refusal = ann.locator(".toast", has_text="Diese Karten sind kein Satz")
    expect(refusal.get_by_role("button", name="PP-A1")).to_be_visible()

    ann.get_by_role("tab", name="Chat").click()
    palette = ann.get_by_role("group", name="Was die Regeln zu sagen erlauben")
    expect(palette.get_by_role("button", name="Ich brauche eine ___.")).to_be_visible()
    expect(palette.get_by_role("button", name=re.compile(r"^\d+ Felder bis zum Zaun\.$"))).to_be_visible()
    palette.get_by_role("button", name="Ich brauche die aus dem Versteck: ___.").click()
    card = palette.get_by_role("group", name="Karte").get_by_role("button", name=re.compile(r"\d$")).last
    name = card.inner_text()
    assert re.fullmatch("(roter Fuchs|gelber Affe|grüne Schildkröte|blauer Pinguin|lila Flughund) [1-9]", name)
    card.click()
    palette.get_by_role("button", name="Senden").click()
    received = f"Ich brauche die aus dem Versteck: {name}."
    expect(ann.get_by_role("log", name="Chat")).to_contain_text(received)
    expect(ann.get_by_role("list", name="Es gilt")).to_contain_text(f"Ann {received}")
    english = re.compile(f"Ann I need that one: the (red|yellow|green|blue|purple) {name[-1]} in the Hideout")
    expect(bo.get_by_role("list", name="In force")).to_contain_text(english)
