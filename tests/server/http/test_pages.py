"""The web client where it was built, and the pages that the server has by itself."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from httpx import Response

from server.http.conftest import Open, Web, refused

CLIENT = Path(__file__).parent / "client"
WEB = Path(__file__).parents[3] / "web"
CLIENT_PAGES = [
    "/",
    "/t/t_abc?invite=xyz",
    "/t/x'%22%3Cb%3E",
    "/new",
    "/new/royale",
    "/local/l_abc",
    "/replay/t_abc",
    "/replay/t_abc/12",
    "/learn",
    "/learn/royale",
    "/rules/royale/R-12",
    "/tables",
    "/me",
    "/design",
    "/daily",
    "/challenge/c_abc",
]
SCRIPT = "/assets/main-1a2b3c.js"
FILES = {"/icon.svg": "image/svg+xml", "/manifest.webmanifest": "application/manifest+json"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A built client, with what must not be served beside it and in it."""
    found = tmp_path / "client"
    shutil.copytree(CLIENT, found)
    for name in ("index.html", "assets/main-1a2b3c.js"):
        plain = (found / name).read_bytes()
        (found / f"{name}.gz").write_bytes(gzip.compress(plain))
        (found / f"{name}.br").write_bytes(b"brotli " + plain)
    (found / "assets" / "main-1a2b3c.js.map").write_text("{}")
    (found / ".env").write_text("secret")
    (tmp_path / "secret.json").write_text("{}")
    return found


@pytest.fixture
async def site(opened: Open, folder: Path) -> AsyncIterator[Web]:
    async with opened(static=folder) as found:
        yield found


@pytest.mark.parametrize("path", CLIENT_PAGES)
async def test_every_address_of_the_client_is_its_one_page(site: Web, path: str) -> None:
    page = await site.get(path, accept_encoding="identity")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert page.content == (CLIENT / "index.html").read_bytes()
    assert page.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in page.headers["content-security-policy"]


def test_shortcuts_of_the_installed_client_lead_to_its_pages() -> None:
    manifest = json.loads((WEB / "public" / "manifest.webmanifest").read_text(encoding="utf-8"))
    addresses = [shortcut["url"] for shortcut in manifest["shortcuts"]]
    assert addresses == ["/new", "/companion", "/me"]
    pages = (WEB / "src" / "App.svelte").read_text(encoding="utf-8")
    assert [address for address in addresses if f"['{address}', " not in pages] == []


async def test_files_with_a_hash_in_their_name_are_kept_for_ever(site: Web) -> None:
    script = await site.get(SCRIPT, accept_encoding="identity")
    assert (script.status_code, script.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    for path, kind in FILES.items():
        file = await site.get(path)
        assert (file.status_code, file.headers["content-type"]) == (200, kind)
        assert file.headers["cache-control"] == "no-cache"


async def test_one_script_alone_may_run_webassembly(opened: Open, folder: Path) -> None:
    (folder / "assets" / "rules-worker-x_Y-1.js").write_text("")
    (folder / "assets" / "engine-python-1a2b.bin").write_bytes(b"packed")
    async with opened(static=folder) as site:
        worker, page, script = [await site.get(path) for path in ("/assets/rules-worker-x_Y-1.js", "/", SCRIPT)]
        packed = await site.get("/assets/engine-python-1a2b.bin")
    policies = worker.headers.get_list("content-security-policy")
    assert len(policies) == 1
    assert "script-src 'self' 'wasm-unsafe-eval'" in policies[0]
    assert "default-src 'self'" in policies[0]
    assert "wasm" not in page.headers["content-security-policy"] + script.headers["content-security-policy"]
    assert (packed.content, packed.headers.get("content-encoding")) == (b"packed", None)


@pytest.mark.parametrize("path", ["/", SCRIPT])
@pytest.mark.parametrize(
    ("accepted", "sent"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("gzip;q=0.0", None),
        ("zstd", None),
        ("", None),
    ],
)
async def test_the_smallest_variant_that_the_browser_takes_is_sent(
    site: Web, path: str, accepted: str, sent: str | None
) -> None:
    async with site.client.stream("GET", path, headers={"Accept-Encoding": accepted}) as answer:
        raw = b"".join([chunk async for chunk in answer.aiter_raw()])
    plain = (CLIENT / (path[1:] or "index.html")).read_bytes()
    assert answer.headers.get("content-encoding") == sent
    assert answer.headers["vary"] == "Accept-Encoding"
    assert int(answer.headers["content-length"]) == len(raw)
    assert {"br": b"brotli " + plain, None: plain, "gzip": raw}[sent] == raw
    if sent == "gzip":
        assert gzip.decompress(raw) == plain


async def test_who_has_the_page_already_is_told_so(site: Web) -> None:
    tag = (await site.get("/", accept_encoding="gzip")).headers["etag"]
    again = await site.get("/", accept_encoding="gzip", if_none_match=f'"other", W/{tag}')
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert again.headers["cache-control"] == "no-cache"
    # Another encoding is another file.
    assert (await site.get("/", accept_encoding="identity", if_none_match=tag)).status_code == 200


@pytest.mark.parametrize("path", ["/", "/t/t_abc", "/new/royale", SCRIPT, "/icon.svg", "/docs", "/openapi.json"])
async def test_the_head_alone_can_be_asked_for(site: Web, path: str) -> None:
    head = await site.ask("HEAD", path, None, accept_encoding="identity")
    whole = await site.get(path, accept_encoding="identity")
    assert head.status_code == whole.status_code == 200
    assert head.headers == whole.headers
    assert head.content == b""


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../secret.json",
        "/assets/..%2f..%2fsecret.json",
        "/assets/%2e%2e/%2e%2e/secret.json",
        "/assets/..%5c..%5csecret.json",
        "/..%2fsecret.json",
        "/%2e%2e/secret.json",
        "/../secret.json",
        "//secret.json",
        "/assets//secret.json",
        "/assets/%00",
        "/assets",
        "/assets/",
        "/.env",
        "/index.html.gz",
        "/assets/main-1a2b3c.js.gz",
        "/assets/main-1a2b3c.js.map",
        "/assets/nothing.js",
        "/nothing.png",
        "/wp-login.php",
    ],
)
async def test_nothing_but_the_files_of_the_client_is_served(site: Web, path: str) -> None:
    site.client.base_url = ""
    # Sent as it stands: httpx would tidy the dots away.
    request = site.client.build_request("GET", "http://panda.test/")
    request.url = request.url.copy_with(raw_path=path.encode())
    answer = await site.client.send(request)
    assert answer.status_code in (400, 404)
    assert "secret" not in answer.text
    assert answer.headers["cache-control"] == "no-store"


async def test_a_new_build_is_there_without_a_restart_and_old_parts_stay(site: Web, folder: Path) -> None:
    assert (await site.get(SCRIPT)).status_code == 200
    shutil.rmtree(folder)
    assert "not built here" in (await site.get("/")).text
    shutil.copytree(CLIENT, folder)
    assert "A client" in (await site.get("/")).text
    (folder / SCRIPT[1:]).rename(folder / "assets" / "main-newer.js")
    (folder / "index.html").write_text("newer")
    os.utime(folder / "index.html", ns=(1, 1))
    assert (await site.get("/")).text == "newer"
    for path in ("/assets/main-newer.js", SCRIPT):
        assert (await site.get(path)).status_code == 200


async def test_the_api_and_its_description_stay_beside_the_client(site: Web) -> None:
    for path in ("/docs", "/openapi.json", "/api/games", "/health", "/static/docs.js", "/favicon.ico"):
        answer = await site.get(path)
        assert answer.status_code == 200, path
        assert b"A client" not in answer.content
    refused(await site.get("/api/nothing"), 404, "malformed")
    assert "/{name}" not in (await site.get("/openapi.json")).json()["paths"]


@pytest.mark.parametrize("path", ["/nowhere", "/no/where/at/all", "/assets/gone.js"])
async def test_a_browser_that_lost_its_way_gets_a_page_and_a_program_a_reason(site: Web, path: str) -> None:
    page = await site.get(path, accept="text/html,application/xhtml+xml", if_none_match="*")
    assert (page.status_code, page.headers["content-type"].partition(";")[0]) == (404, "text/html")
    assert "A client" in page.text
    refused(await site.get(path, accept="*/*"), 404, "malformed")


async def test_without_a_client_the_server_says_how_to_build_it(web: Web) -> None:
    assert "<code>make web</code>" in (await web.get("/")).text
    assert "make web builds it" in refused(await web.get("/new/royale"), 404, "malformed")
    refused(await web.get(SCRIPT), 404, "malformed")
    refused(await web.get("/icon.svg"), 404, "malformed")


PAGES = ["/", "/docs", "/t/t_abc?invite=xyz"]


@pytest.mark.parametrize("path", PAGES)
async def test_pages_fit_the_content_security_policy(web: Web, path: str) -> None:
    page = await web.get(path)
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert not re.search(r"<style|style=|<script(?! src=)|\son\w+=|javascript:", page.text)
    assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", page.text)
    assert "$" not in page.text


@pytest.mark.parametrize("path", PAGES)
async def test_everything_a_page_names_is_there(web: Web, path: str) -> None:
    page = (await web.get(path)).text
    for place in re.findall(r"""(?:src|href)=["'](/[^"']*)""", page):
        assert (await web.get(place)).status_code == 200, place


async def test_the_front_page_tells_how_to_play(web: Web) -> None:
    page = (await web.get("/")).text
    assert "pandarium join http://panda.test" in page
    assert "Panda Royale" in page
    assert 'href="/docs"' in page


async def test_a_link_to_a_table_tells_how_to_join_it(web: Web) -> None:
    page = (await web.get("/t/t_abc?invite=xyz")).text
    assert "pandarium join &#x27;http://panda.test/t/t_abc?invite=xyz&#x27;" in page


async def test_nobody_writes_into_our_pages(web: Web) -> None:
    page = (await web.get("/t/t_abc?invite=%22%3E%3Cscript%3Ealert(1)%3C/script%3E'")).text
    assert "<script" not in page
    for name in ("%3Cb%3E", "a'b", "x" * 41):
        refused(await web.get(f"/t/{name}"), 404, "malformed")
    page = (await web.get("/", Host="evil.test<script>")).text
    assert "<script" not in page


async def test_files_that_are_not_there_are_not_there(web: Web) -> None:
    for name in ("nothing.css", "front.html", "%2e%2e", "%00"):
        refused(await web.get(f"/static/{name}"), 404, "malformed")


MANIFEST = """{
  "index.html": {"file": "assets/main-1a2b3c.js", "name": "index", "imports": ["_house.js"]},
  "_house.js": {"file": "assets/house-1.js", "name": "house", "css": ["assets/house-1.css"]},
  "src/preconnect.ts": {"file": "assets/preconnect-1.js", "name": "preconnect"},
  "_frame.js": {"file": "assets/frame-1.js", "name": "frame", "imports": ["_house.js"]},
  "_royale.js": {"file": "assets/table-royale-1.js", "name": "table-royale", "imports": ["_house.js"]}
}"""


def preloaded(answer: Response) -> list[str]:
    return re.findall(
        r"</assets/([\w-]+)-1\.\w+>; rel=(?:modulepreload|preload; as=style)", answer.headers.get("link", "")
    )


async def test_a_page_says_which_parts_it_will_need(opened: Open, folder: Path) -> None:
    (folder / ".vite").mkdir()
    (folder / ".vite" / "manifest.json").write_text(MANIFEST)
    async with opened(static=folder) as site:
        assert preloaded(await site.get("/")) == ["preconnect"]  # this build has no such page
        assert preloaded(await site.get("/t/t_nobody_knows")) == ["preconnect", "frame", "house", "house"]
        assert (await site.get("/.vite/manifest.json")).status_code == 404


async def test_only_those_who_may_see_a_table_are_told_its_game_by_the_parts(opened: Open, folder: Path) -> None:
    (folder / ".vite").mkdir()
    (folder / ".vite" / "manifest.json").write_text(MANIFEST)
    async with opened(static=folder) as site:
        ann, ben = await site.guest("Ann"), await site.guest("Ben")
        created = await site.create_table(ann)
        path = f"/t/{created['id']}"
        assert "table-royale" in preloaded(await site.get(path, ann))
        assert "table-royale" in preloaded(await site.get(f"{path}?invite={created['invite']}", ben))
        assert "table-royale" not in preloaded(await site.get(path, ben))
        assert "table-royale" not in preloaded(await site.get(f"{path}?invite=wrong"))


async def test_a_broken_manifest_costs_nothing_but_time(opened: Open, folder: Path) -> None:
    (folder / ".vite").mkdir()
    (folder / ".vite" / "manifest.json").write_text('{"index.html": 3}')
    async with opened(static=folder) as site:
        page = await site.get("/")
        assert (page.status_code, preloaded(page)) == (200, [])
