"""The pages that the server has by itself."""

from __future__ import annotations

import re

import pytest

from server.web.conftest import Web, refused

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
