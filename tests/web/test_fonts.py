"""The letters of the pages: our own, small, under their licence, and kept by browsers."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.testclient import TestClient

import stammtisch.web

STATIC = Path(stammtisch.web.__path__[0]) / "static"
FILES = sorted((STATIC / "fonts").glob("*.woff2"))
FACES = re.findall(r"@font-face \{(.*?)\}", (STATIC / "styles" / "theme.css").read_text(encoding="utf-8"), re.DOTALL)


def test_every_face_is_a_file_and_every_file_a_face() -> None:
    named = sorted(found for face in FACES for found in re.findall(r'url\("\.\./fonts/([^"]+)"\)', face))

    assert named == [path.name for path in FILES]
    assert all(path.read_bytes()[:4] == b"wOF2" for path in FILES)


def test_the_letters_weigh_less_than_a_photograph() -> None:
    assert sum(path.stat().st_size for path in FILES) < 200_000


def test_what_was_cut_is_not_called_by_the_name_that_its_licence_reserves() -> None:
    families = {family for face in FACES for family in re.findall(r'font-family: "([^"]+)"', face)}

    assert families == {"Stammtisch Serif", "Stammtisch Sans"}
    assert not [path.name for path in FILES if "source" in path.name.lower()]
    assert "Reserved Font Name 'Source'" in (STATIC / "fonts" / "LICENSE.txt").read_text(encoding="utf-8")


def test_browsers_may_use_the_letters_and_keep_them_for_a_year(server: TestClient) -> None:
    page = server.get("/")
    preloaded = re.findall(r'rel="preload" href="([^"]+)" as="font" type="font/woff2" crossorigin', page.text)

    assert "font-src 'self'" in page.headers["content-security-policy"]
    assert preloaded
    for address in preloaded:
        answer = server.get(address)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    style = server.get(re.findall(r'href="([^"]+/theme.css)"', page.text)[0]).text
    assert {f"fonts/{address.rpartition('/')[2]}" for address in preloaded} <= set(re.findall(r'"\.\./([^"]+)"', style))
