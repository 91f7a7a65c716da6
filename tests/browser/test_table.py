"""What people do at a table beside playing: each seen by the other, in another browser."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from .people import Site, create_table, make_move, move, my_turn, pool, send, until


def together(site: Site, *, bots: int = 0, game: str = "royale") -> tuple[Page, Page, str, str]:
    """Ann, who hosts, and Ben at a table that has begun; its id and its invite."""
    ann, ben = site.visitor("Ann"), site.visitor("Ben")
    table, invite = create_table(ann, game=game, seats=2 + bots, bots=["greedy"] * bots)
    send(ben, table, invite, type="sit", seat=1)
    send(ben, table, type="ready")
    send(ann, table, type="start")
    for page in (ann, ben):
        page.goto(f"/t/{table}")
        expect(page.get_by_role("list", name="Seats")).to_be_visible()
        expect(page.get_by_title("Connected")).to_be_visible()
    return ann, ben, table, invite


def to_move(*pages: Page) -> tuple[Page, Page]:
    """Whose turn it is, and the other one."""
    mine = [page.get_by_role("status").filter(has_text="Your turn") for page in pages]
    expect(mine[0].or_(pages[0].get_by_role("status").filter(has_text="to move"))).to_be_visible()
    first, second = pages
    return (first, second) if mine[0].is_visible() else (second, first)


def name_of(page: Page) -> str:
    name: str = page.request.get("/api/me").json()["me"]["name"]
    return name


def log(page: Page) -> Locator:
    return page.get_by_role("tabpanel").get_by_role("log", name="Log")


def menu(page: Page, item: str) -> None:
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("dialog", name="Table menu").get_by_role("button", name=re.compile(f"^{item}")).click()


def seat(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text=name)


def test_a_refused_move_says_why_and_opens_the_rulebook_there(site: Site) -> None:
    page = site.visitor("Ann")

    def cheat(socket: WebSocketRoute) -> None:
        """The page offers what is allowed and nothing else: only a meddler sends another move."""
        server = socket.connect_to_server()

        def outgoing(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "play":
                message["move"] = "pass"
            server.send(json.dumps(message))

        socket.on_message(outgoing)

    page.route_web_socket(re.compile("/live"), cheat)
    page.goto("/")
    page.get_by_role("button", name="Play Panda Royale now").click()
    my_turn(page)
    expect(pool(page).first).to_be_visible()
    before = pool(page).count()
    pool(page).first.click()
    notice = page.get_by_role("status").filter(has_text="Everyone takes a die from the pool: nobody passes")
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Rule PR-11").click()
    rule = page.get_by_role("article", name=re.compile("^PR-11"))
    expect(rule).to_be_in_viewport()
    expect(rule).to_be_focused()
    expect(pool(page)).to_have_count(before)  # nothing has changed


def test_a_hint_says_what_and_why(site: Site) -> None:
    page = site.visitor("Ann")
    page.goto("/")
    page.get_by_role("button", name="Play Panda Royale now").click()
    my_turn(page)
    page.get_by_role("button", name="Hint").click()
    advice = page.get_by_role("complementary", name="The bot's advice").get_by_role("listitem")
    best = advice.first.locator("strong").inner_text()  # waits for it
    assert best.startswith("Take the ")
    assert len(advice.first.inner_text()) > len(best) + 5, "with a reason"
    page.get_by_role("button", name=f"{best} (advice no. 1)").first.click()
    expect(log(page)).to_contain_text(f"takes {best.removeprefix('Take ')}")


def test_a_move_is_taken_back_at_once_or_with_the_others_consent(site: Site) -> None:
    ann, ben, _, _ = together(site)
    first, second = to_move(ann, ben)
    make_move(first)
    my_turn(second)
    first.get_by_role("button", name="Undo", exact=True).click()
    my_turn(first)
    expect(log(second).get_by_text("takes the move back")).to_be_visible()

    make_move(first)
    my_turn(second)
    make_move(second)
    first.get_by_role("button", name="Ask to undo").click()
    question = second.get_by_role("alert").filter(has_text="would like to take the last move back")
    question.get_by_role("button", name="No").click()
    expect(log(first)).to_contain_text(f"{name_of(second)} does not agree")
    first.get_by_role("button", name="Ask to undo").click()
    expect(first.get_by_text(f"Waiting for {name_of(second)}.")).to_be_visible()
    question.get_by_role("button", name="Agree").click()
    for page in (first, second):
        expect(log(page)).to_contain_text("A move is taken back: everybody agreed")
    my_turn(first)
    expect(first.get_by_text("Round 1 of 10")).to_be_visible()


def test_a_pause_is_agreed_to_and_ended(site: Site) -> None:
    ann, ben, _, _ = together(site)
    first, second = to_move(ann, ben)
    menu(first, "Pause")
    second.get_by_role("alert").get_by_role("button", name="Agree").click()
    for page in (first, second):
        expect(page.get_by_role("status").filter(has_text="Paused")).to_be_visible()
    expect(pool(first)).to_have_count(0)
    second.get_by_role("button", name="Go on").click()
    my_turn(first)
    make_move(first)
    my_turn(second)


def test_whoever_resigns_is_replaced_by_a_bot_for_the_others(site: Site) -> None:
    ann, ben, _, _ = together(site, bots=1)
    menu(ben, "Resign")
    ben.get_by_role("dialog", name="Resign?").get_by_role("button", name="Play on").click()
    expect(seat(ann, "Ben")).not_to_contain_text("resigned")
    menu(ben, "Resign")
    ben.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign").click()
    for page in (ann, ben):
        expect(seat(page, "Ben")).to_contain_text("resigned")
    my_turn(ann)
    make_move(ann)
    my_turn(ann)  # everybody else is a bot by now


def test_a_bot_plays_for_who_is_away_until_they_are_back(site: Site) -> None:
    ann, ben, table, _ = together(site)
    context = ben.context
    first, _ = to_move(ann, ben)
    if first is ann:
        make_move(ann)
    ann.clock.install()
    ben.close()
    expect(ann.get_by_role("status").filter(has_text="Waiting for Ben, who is away")).to_be_visible()
    ann.clock.fast_forward(20_000)  # a moment for her page; the server has a shorter one here
    offered = ann.get_by_role("button", name="Let a bot play")

    def ask_for_a_bot() -> bool:
        if offered.is_visible():
            offered.evaluate_all("(found) => found[0]?.click()")  # it may be gone meanwhile
        ann.wait_for_timeout(500)  # it is refused as long as it may be a blip
        return True

    until(lambda: "bot stands in" in seat(ann, "Ben").inner_text(), ask_for_a_bot, page=ann)
    my_turn(ann)
    back = context.new_page()
    back.goto(f"/t/{table}")
    expect(back.get_by_role("status").filter(has_text="A bot plays for you")).to_be_visible()
    back.get_by_role("button", name="Take your seat back").click()
    expect(seat(ann, "Ben")).to_contain_text("here")
    until(lambda: move(back), lambda: move(ann), page=ann)


def test_leave_and_return_by_the_front_page(site: Site) -> None:
    ann, ben, _, _ = together(site)
    menu(ben, "Leave")
    expect(ben.get_by_role("heading", name="Your tables")).to_be_visible()
    expect(seat(ann, "Ben")).to_contain_text("bot stands in")
    ben.get_by_role("region", name="Your tables").get_by_role("link").first.click()
    ben.get_by_role("button", name="Take your seat back").click()
    expect(seat(ann, "Ben")).to_contain_text("here")
    expect(log(ann)).to_contain_text("Ben is back")


def test_words_and_reactions_reach_the_other_browser(site: Site) -> None:
    ann, ben, _, _ = together(site)
    ann.get_by_role("tab", name="Chat").click()
    ann.get_by_role("textbox", name="Say something").fill("Good luck <b>Ben</b>!")
    ann.keyboard.press("Enter")
    tab = ben.get_by_role("tab", name="Chat")
    expect(tab).to_contain_text("1")  # unread
    tab.click()
    chat = ben.get_by_role("tabpanel").get_by_role("log", name="Chat")
    expect(chat).to_contain_text("Good luck <b>Ben</b>!")
    expect(tab).not_to_contain_text("1")
    ben.get_by_role("button", name="React: applause").first.click()
    expect(ann.get_by_role("tabpanel").get_by_role("log", name="Chat")).to_contain_text("Ben")
    expect(ann.get_by_role("log", name="Chat").get_by_role("img", name="👏")).to_be_visible()


def test_what_happened_since_my_last_turn(site: Site) -> None:
    ann, ben, _, _ = together(site, bots=2)
    notice = ann.get_by_role("region", name="Since your last turn")
    more = ann.get_by_role("button", name=re.compile(r"\d moves since"))

    def ann_moves() -> bool:
        """Where she is to move, and nobody else has since."""
        called = ann.get_by_role("status").filter(has_text="Your turn").is_visible()
        return called and not more.is_visible() and move(ann)

    until(more.is_visible, lambda: move(ben), ann_moves, page=ann)
    expect(notice).to_have_count(0)  # who was here has seen it; it waits behind its button
    more.click()
    expect(notice).to_be_visible()
    lines = notice.get_by_role("listitem").all_inner_texts()
    assert any("takes the" in line for line in lines)
    assert not any("Ann takes" in line for line in lines)
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
    ann.clock.set_system_time(time.time() + 15 * 60)
    ann.reload()  # who was gone for a quarter of an hour finds it open
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)


def test_a_spectator_cannot_move_and_sees_no_hidden_card(site: Site) -> None:
    ann, ben, table, invite = together(site, game="leduc")
    received: list[str] = []
    eve = site.visitor("Eve")
    eve.on("websocket", lambda socket: socket.on("framereceived", lambda text: received.append(str(text))))
    eve.goto(f"/t/{table}?invite={invite}")
    expect(eve.get_by_role("status").filter(has_text="Watching as a guest")).to_be_visible()
    expect(ann.get_by_text("1 person watches")).to_be_attached()
    expect(eve.get_by_role("region", name="Your moves")).to_have_count(0)
    expect(eve.get_by_role("button", name=re.compile("Undo|Hint|Sit here"))).to_have_count(0)
    card = re.compile(r'"card":\s*"')
    my_turn(ann)
    for page in (ann, ben):  # the first round of bets; then a card lies open for all, the others stay hidden
        my_turn(page)
        page.get_by_role("region", name="Your moves").get_by_role("button", name=re.compile("call|check", re.I)).click()
    my_turn(ann)
    assert received
    assert not any(card.search(text.split('"turned"')[0]) for text in received), "a hidden card went to a spectator"
    mine = ann.get_by_role("row", name=re.compile("Ann")).inner_text()
    theirs = eve.get_by_role("row", name=re.compile("Ann")).inner_text()
    assert mine != theirs
    refused = eve.request.post(
        f"/api/tables/{table}/messages?invite={invite}",
        data={"type": "play", "move": "call"},
        headers={"x-csrf-token": eve.request.get("/api/me").json()["csrf"]},
    )
    assert refused.json()["code"] == "not seated"


def test_the_tab_calls_when_it_is_my_turn(site: Site) -> None:
    ann, ben, _, _ = together(site)
    first, second = to_move(ann, ben)
    plain, badge = re.compile(r"/icon\.svg$"), re.compile("^data:image/png")
    expect(first).to_have_title("● Your turn – Panda Royale · Pandarium")
    expect(first.locator("link[rel=icon]")).to_have_attribute("href", badge)
    expect(second).to_have_title("Panda Royale · Pandarium")
    expect(second.locator("link[rel=icon]")).to_have_attribute("href", plain)
    make_move(first)
    expect(second).to_have_title(re.compile("^● Your turn"))
    expect(second.locator("link[rel=icon]")).to_have_attribute("href", badge)
    expect(first).to_have_title("Panda Royale · Pandarium")
    expect(first.locator("link[rel=icon]")).to_have_attribute("href", plain)


def test_a_notification_calls_who_looks_elsewhere(site: Site) -> None:
    ann, ben, _, _ = together(site)
    first, second = to_move(ann, ben)
    second.context.grant_permissions(["notifications"])
    second.evaluate(
        """() => {
          window.called = [];
          window.Notification = class {
            static permission = 'granted';
            static requestPermission = async () => 'granted';
            constructor(title, { body }) { window.called.push(`${title}: ${body}`); }
            close() {}
          };
        }"""
    )
    second.get_by_role("button", name="Table menu").click()
    second.get_by_role("switch", name="Notifications").check(force=True)
    second.keyboard.press("Escape")
    second.evaluate("() => Object.defineProperty(document, 'hidden', { get: () => true })")
    make_move(first)
    my_turn(second)
    until(lambda: bool(second.evaluate("window.called.length")), page=second)
    assert second.evaluate("window.called") == ["Panda Royale: Your turn"]


def test_somebody_is_removed_when_all_others_agree_and_a_bot_plays_on(site: Site) -> None:
    ann, ben, cy = (site.visitor(name) for name in ("Ann", "Ben", "Cy"))
    table, invite = create_table(ann, game="royale", seats=3)
    for number, page in enumerate((ben, cy), 1):
        send(page, table, invite, type="sit", seat=number)
        send(page, table, type="ready")
    send(ann, table, type="start")
    for page in (ann, ben, cy):
        page.goto(f"/t/{table}")
        expect(page.get_by_title("Connected")).to_be_visible()
    menu(ann, "Ask to remove Cy")
    expect(ann.get_by_text("You asked to remove Cy. Waiting for Ben.")).to_be_visible()
    expect(cy.get_by_role("alert").get_by_role("button", name="Agree")).to_have_count(0)
    question = ben.get_by_role("alert").filter(has_text="shall Cy no longer play here?")
    question.get_by_role("button", name="Agree").click()
    for page in (ann, ben, cy):
        expect(seat(page, "Cy")).to_contain_text("bot")
    expect(cy.get_by_role("button", name="Play on yourself")).to_have_count(0)
