"""Which language a browser is answered in."""

from __future__ import annotations

import pytest

from stammtisch.web.http.language import best_language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT", "de"),
        ("DE-at", "de"),
        ("de-Latn-AT-1996", "de"),
        ("en;q=0.3, de;q=0.8", "de"),
        ("en; q=0.8 , de ; q=0.3", "en"),
        ("de;q=0.5, en;q=0.5", "de"),
        ("en;q=0.9, de", "de"),
        ("sv-FI, sv;q=0.9, de;q=0.7, *;q=0.5", "de"),
        ("de;q=0, en;q=0.1", "en"),
        ("de;q=0", "en"),
        ("*", "en"),
        ("*;q=0.1, de;q=0.05", "de"),
        ("sv, fi", "en"),
        ("sv, fr-CH;q=0.2", "fr"),
        ("deutsch", "en"),
        ("de;q=2, de;q=x, de;q=-1", "en"),
        (";;;,,q=,\x00 de_DE,=de", "en"),
        ("x" * 5000, "en"),
    ],
)
def test_the_language_that_a_browser_likes_best_is_chosen(header: str, language: str) -> None:
    assert best_language(header) == language
