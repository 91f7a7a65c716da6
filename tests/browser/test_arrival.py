"""Coming by a table's link: nobody waits for one thing after the other."""

from __future__ import annotations

from playwright.sync_api import Page, Route, WebSocket, expect

from .people import Site, create_table, my_turn, pool, send


def running_table(page: Page) -> str:
    """A running game with bots; its path."""
    table, _ = create_table(page, game="royale", seats=3, bots=["greedy"] * 2)
    send(page, table, type="start")
    return f"/t/{table}"


def test_the_table_is_asked_while_the_page_is_still_under_way(site: Site) -> None:
    page = site.visitor("Ann")
    path = running_table(page)
    held: list[Route] = []
    sockets: list[WebSocket] = []

    def note(socket: WebSocket) -> None:
        sockets.append(socket)

    def hold(route: Route) -> None:
        held.append(route)

    page.on("websocket", note)
    page.route("**/assets/shell-*.js", hold)
    with page.expect_websocket() as opened:
        page.goto(path, wait_until="commit")
    opened.value.wait_for_event("framereceived")
    assert held, "the page was there before the table was asked"
    expect(page.locator(".opening")).to_be_visible()  # and somebody who waits sees that something comes
    expect(pool(page)).to_have_count(0)

    for route in held:
        route.continue_()
    my_turn(page)
    expect(pool(page)).not_to_have_count(0)
    expect(page.locator(".opening")).to_have_count(0)
    assert len(sockets) == 1, "the table was asked twice"


def test_whoever_is_nobody_yet_is_seated_as_the_one_they_become(site: Site) -> None:
    table, invite = create_table(site.visitor("Ann"), game="royale", seats=3, bots=["greedy"])
    ben = site.visitor()
    ben.goto(f"/t/{table}?invite={invite}")
    ben.get_by_label("Name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.get_by_title("Connected")).to_be_visible()
    expect(ben.get_by_role("listitem").filter(has_text="Ben").first).to_be_visible()
