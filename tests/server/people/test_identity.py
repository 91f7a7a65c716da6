from __future__ import annotations

import asyncio
import threading
import time

import pytest
from argon2 import PasswordHasher

from pandarium.server.people import identity as who
from pandarium.server.people.identity import BadHandle, BadName, BadPassword, Identity, Passwords

DAY = 86_400


@pytest.fixture
def identity() -> Identity:
    return Identity("a key for the tests, long enough")


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch):
    """Move the clock by so many seconds from the test's start."""
    start = time.time()
    return lambda seconds: monkeypatch.setattr(time, "time", lambda: start + seconds)


@pytest.fixture
def passwords():
    cheap = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    yield cheap
    cheap.close()


def test_a_session_says_whose_it_is(identity):
    assert identity.read(identity.issue("p_1")) == "p_1"
    assert identity.issue("p_1") != identity.issue("p_1")


def test_any_changed_sign_spoils_a_session(identity):
    token = identity.issue("p_1")
    for place in range(len(token) - 1):  # the last sign holds two bits that base64 ignores
        changed = token[:place] + ("A" if token[place] != "A" else "B") + token[place + 1 :]
        assert identity.read(changed) is None


def test_other_keys_and_nonsense_are_refused(identity):
    assert Identity("another key for the same tests").read(identity.issue("p_1")) is None
    for nonsense in (None, "", ".", "..", "a.b.c", "ä" * 20, "x" * 5000, "\ud800"):
        assert identity.read(nonsense) is None
        assert not identity.stale(nonsense)
    with pytest.raises(ValueError, match="empty"):
        Identity("")


def test_signed_content_of_another_shape_is_refused(identity):
    for content in ("p_1", ["p_1"], [1, "x"], ["p_1", "x", "0"], ["p_1", "x", 0, 0], {"p": 1}, None):
        assert identity.read(identity._sessions.dumps(content)) is None


def test_a_session_says_of_which_generation_it_is(identity):
    assert identity.session(identity.issue("p_1", 3))[:2] == ("p_1", 3)


def test_a_session_lasts_thirty_days_and_is_stale_after_one(identity, at):
    token = identity.issue("p_1")
    assert not identity.stale(token)
    at(DAY + 5)
    assert identity.stale(token)
    assert identity.read(token) == "p_1"
    at(30 * DAY - 5)
    assert identity.read(token) == "p_1"
    at(30 * DAY + 5)
    assert identity.read(token) is None
    assert not identity.stale(token)


def test_a_session_from_a_clock_slightly_ahead_is_believed(identity, at):
    at(30)
    ahead = identity.issue("p_1")
    at(600)
    far_ahead = identity.issue("p_1")
    at(0)
    assert identity.read(ahead) == "p_1"
    assert identity.read(far_ahead) is None


def test_the_csrf_proof_belongs_to_one_very_session(identity):
    mine, other = identity.issue("p_1"), identity.issue("p_1")
    proof = identity.csrf(mine)
    assert identity.check_csrf(mine, proof)
    assert not identity.check_csrf(other, proof)
    assert not identity.check_csrf(mine, mine)
    for wrong in (None, "", proof[:-1], proof + "x", "ä", "\ud800"):
        assert not identity.check_csrf(mine, wrong)
    assert not Identity("another key for the same tests").check_csrf(mine, proof)


async def test_a_password_fits_its_own_hash_alone(passwords):
    kept = await passwords.hash_password("bamboo forest")
    assert kept.startswith("$argon2id$")
    assert await passwords.check_password(kept, "bamboo forest")
    assert not await passwords.check_password(kept, "bamboo forests")
    assert kept != await passwords.hash_password("bamboo forest")


async def test_a_password_is_the_same_from_every_keyboard(passwords):
    kept = await passwords.hash_password("be\u0301be\u0301 panda")
    assert await passwords.check_password(kept, "bébé panda")


async def test_nobody_and_broken_hashes_are_false_not_errors(passwords):
    kept = await passwords.hash_password("bamboo forest")
    assert not await passwords.check_password(None, "bamboo forest")
    assert not await passwords.check_password("no hash", "bamboo forest")
    assert not await passwords.check_password(kept, "x" * 100_000)
    assert not await passwords.check_password(kept, "\ud800")


async def test_a_missing_account_is_checked_against_a_hash_of_the_same_cost(passwords, monkeypatch):
    seen = []
    fits = passwords._fits
    monkeypatch.setattr(passwords, "_fits", lambda kept, text: seen.append(kept) or fits(kept, text))
    kept = await passwords.hash_password("bamboo forest")
    await passwords.check_password(None, "bamboo forest")
    await passwords.check_password(kept, "bamboo forest")
    assert len(seen) == 2
    assert seen[0].rsplit("$", 2)[0] == seen[1].rsplit("$", 2)[0]  # kind, version and cost


async def test_at_most_two_hashes_are_made_at_once(passwords, monkeypatch):
    running = most = 0
    counting, two = threading.Lock(), threading.Barrier(2)

    class Slow:
        def hash(self, text: bytes) -> str:
            nonlocal running, most
            with counting:
                running += 1
                most = max(most, running)
            two.wait(120)  # none is made alone, however late the other thread begins
            time.sleep(0.01)
            with counting:
                running -= 1
            return "hash"

    monkeypatch.setattr(passwords, "_hasher", Slow())
    await asyncio.gather(*(passwords.hash_password("bamboo forest") for _ in range(8)))
    assert most == 2


async def test_a_hash_of_yesterdays_cost_is_to_be_renewed(passwords):
    kept = await passwords.hash_password("bamboo forest")
    assert not passwords.needs_rehash(kept)
    dear = Passwords(PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
    assert dear.needs_rehash(kept)
    assert await dear.check_password(kept, "bamboo forest")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Panda", "Panda"),
        ("  two   words\t", "two words"),
        ("Ｐａｎｄａ", "Panda"),
        ("熊猫", "熊猫"),
        ("🐼", "🐼"),
        ("नमस्ते", "नमस्ते"),
        ("a\u00a0b", "a b"),
        ("x" * 32, "x" * 32),
    ],
)
def test_names_are_shown_in_one_spelling(text, shown):
    assert who.display_name(text) == shown
    assert who.display_name(shown) == shown


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", "\u3000", "x" * 33, "x" * 5000, "\u3164", "\u2800", "a\nb", "a\x00b", "a\x1b[31mb"),
        *("\u202epanda", "pan\u200bda", "pan\u2066da", "a\u2028b", "\ufeffx\u200d", "\ud800", "\ue000", "\u0301"),
        *("\ufdfa\ufdfa", "z" + "\u0335\u0336\u0337\u0338"),
    ],
)
def test_names_that_deceive_or_break_the_page_are_refused(text):
    with pytest.raises(BadName, match="name"):
        who.display_name(text)


def test_handles_are_plain_and_know_no_case():
    assert who.handle("Red_Panda-7") == "red_panda-7"
    for text in ("ab", "x" * 21, "pan da", "pändä", "panda\n!", "\u212aelvin", "панда", ""):
        with pytest.raises(BadHandle, match="3 to 20"):
            who.handle(text)


def test_passwords_are_long_enough_and_not_the_first_guess():
    assert who.password(" bamboo forest ") == " bamboo forest "
    for text in ("short", "x" * 201):
        with pytest.raises(BadPassword, match="8 to 200"):
            who.password(text)
    for text in ("password", "PassWord123", "12345678", "aaaaaaaaaa", "ababababab"):
        with pytest.raises(BadPassword, match="anybody would try"):
            who.password(text)
    with pytest.raises(BadPassword, match="handle"):
        who.password("Red_Panda", owner="red_panda")
    assert who.password("x" * 100 + "yz") == "x" * 100 + "yz"


def test_identifiers_are_new_and_readable():
    ids = {who.new_id("t") for _ in range(1000)}
    assert len(ids) == 1000
    assert all(found.startswith("t_") and len(found) == 18 for found in ids)
    assert not set("".join(found[2:] for found in ids)) & set("lo01")
    assert len({who.new_invite() for _ in range(1000)}) == 1000
    assert len(who.new_invite()) == 26


def test_the_cookie_is_kept_from_scripts_and_other_sites():
    assert who.session_cookie("abc", secure=False) == ("pandarium=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax")
    secure = who.session_cookie("abc", secure=True)
    assert secure.startswith("__Host-pandarium=abc; Path=/;")
    assert secure.endswith("; Secure")
    assert "Domain" not in secure
    assert who.expired_cookie(secure=False).startswith("pandarium=; Path=/; Max-Age=0;")


def test_the_session_comes_by_cookie_or_bearer():
    assert who.carried_token("a=b; pandarium=xyz ; c", None, secure=False) == ("xyz", True)
    assert who.carried_token('pandarium="xyz"', None, secure=False) == ("xyz", True)
    assert who.carried_token("pandarium=xyz", "bearer abc", secure=False) == ("abc", False)
    assert who.carried_token("pandarium=xyz", "Basic abc", secure=False) == ("xyz", True)
    assert who.carried_token(None, "Bearer ", secure=False) is None
    assert who.carried_token("xpandarium=1; pandariumx=2", None, secure=False) is None


def test_a_secure_server_takes_the_protected_cookie_only():
    assert who.carried_token("pandarium=planted; __Host-pandarium=own", None, secure=True) == ("own", True)
    assert who.carried_token("pandarium=planted", None, secure=True) is None


@pytest.mark.parametrize(
    ("origin", "host", "scheme", "allowed"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000", "ws", True),
        ("https://play.example", "Play.Example:443", "https", True),
        ("http://[::1]:8000", "[::1]:8000", "http", True),
        ("http://play.example", "play.example", "https", False),
        ("https://play.example:8443", "play.example", "https", False),
        ("https://play.example.evil.example", "play.example", "https", False),
        ("https://play.example/", "play.example", "https", False),
        ("https://evil.example", "play.example", "https", False),
        ("https://friend.example", "play.example", "https", True),
        ("null", "play.example", "https", False),
        ("null", "null", "https", False),
        ("", "", "https", False),
        ("https://", "", "https", False),
        ("https://a@play.example", "play.example", "https", False),
    ],
)
def test_only_our_own_origin_and_named_ones_may_act(origin, host, scheme, allowed):
    assert who.origin_allowed(origin, host, scheme, ("https://friend.example",)) is allowed


def test_no_origin_is_for_the_caller_to_judge():
    assert not who.origin_allowed(None, "play.example", "https")
    assert who.origin_allowed(None, "play.example", "https", without_origin=True)
    assert not who.origin_allowed("null", "play.example", "https", ("null",), without_origin=True)
