# /// script
# requires-python = ">=3.11"
# dependencies = ["fonttools==4.60.1", "brotli==1.1.0", "font-source-serif-pro==0.0.1", "font-source-sans-pro==0.0.1"]
# ///
"""Cut the fonts of the pages out of free ones: `uv run scripts/fonts.py`.

What is served is cut down to the signs of our languages. Its licence (SIL OFL 1.1) reserves the name of the original
for what nobody has changed, so ours are called otherwise. Browsers keep a file for a year: another content gets another
number, here and in theme.css. What makes pictures for links reads no compressed fonts: it is given some faces as they
are.
"""

from __future__ import annotations

from pathlib import Path

import font_source_sans_pro as sans
import font_source_serif_pro as serif
from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[1]
FONTS = ROOT / "src" / "stammtisch" / "web" / "static" / "fonts"
PICTURES = ROOT / "src" / "stammtisch" / "web" / "art" / "fonts"
NUMBER = 1
FACES = {  # by the name of the file: the original, the family, the style
    "serif-400": (serif.font_files_ttf["SourceSerifPro"], "Stammtisch Serif", "Regular"),
    "serif-600": (serif.font_files_ttf["SourceSerifProSemibold"], "Stammtisch Serif", "Semibold"),
    "serif-400-italic": (serif.font_files_ttf["SourceSerifProIt"], "Stammtisch Serif", "Italic"),
    "sans-400": (sans.font_files_ttf["SourceSansPro"], "Stammtisch Sans", "Regular"),
    "sans-600": (sans.font_files_ttf["SourceSansProSemibold"], "Stammtisch Sans", "Semibold"),
    "sans-400-italic": (sans.font_files_ttf["SourceSansProIt"], "Stammtisch Sans", "Italic"),
}
IN_PICTURES = ("serif-600", "sans-400", "sans-600")
RANGES = (  # all of Latin-1 and the letters of our neighbours' names; quotes, dashes, arrows, the minus sign
    *((0x20, 0x7E), (0xA0, 0x17F), (0x2010, 0x2015), (0x2018, 0x201E), (0x2020, 0x2022)),
    *((0x2026, 0x2026), (0x202F, 0x2030), (0x2032, 0x2033), (0x2039, 0x203A), (0x2044, 0x2044)),
    *((0x20AC, 0x20AC), (0x2122, 0x2122), (0x2190, 0x2193), (0x2212, 0x2212), (0x2248, 0x2265), (0xFB01, 0xFB02)),
)
FEATURES = ["kern", "liga", "locl", "ccmp", "mark", "mkmk", "pnum", "tnum", "lnum", "frac", "sups", "ordn", "case"]
KEPT_NAMES = {0, 13, 14}  # whose it is, and under which licence


def main() -> None:
    """Write every face, and say how large they are and which signs of the catalogues they lack."""
    FONTS.mkdir(exist_ok=True)
    PICTURES.mkdir(exist_ok=True)
    said = {sign for path in ROOT.glob("src/**/locale/*.po") for sign in path.read_text(encoding="utf-8")}
    for name, (original, family, style) in FACES.items():
        font = TTFont(original)
        _cut(font)
        _rename(font, family, style)
        if name in IN_PICTURES:
            font.save(PICTURES / f"{name}.ttf")
        path = FONTS / f"{name}-{NUMBER}.woff2"
        font.flavor = "woff2"
        font.save(path)
        lacks = "".join(sorted(sign for sign in said if sign.isprintable() and ord(sign) not in font.getBestCmap()))
        print(f"{path.name}: {path.stat().st_size:,} bytes; the catalogues also have {lacks!r}")  # noqa: T201
    licences = [Path(module.__file__).parent / "files" / "LICENSE.txt" for module in (serif, sans)]
    for folder in (FONTS, PICTURES):
        (folder / "LICENSE.txt").write_text("\n\n".join(path.read_text(encoding="utf-8") for path in licences), "utf-8")


def _cut(font: TTFont) -> None:
    options = subset.Options(hinting=False, layout_features=FEATURES, name_IDs=[*KEPT_NAMES], notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[sign for low, high in RANGES for sign in range(low, high + 1)])
    cutter.subset(font)


def _rename(font: TTFont, family: str, style: str) -> None:
    """Give a face names in which the reserved one does not stand."""
    names = font["name"]
    names.names = [one for one in names.names if one.nameID in KEPT_NAMES]
    postscript = f"{family}-{style}".replace(" ", "")
    for number, text in {
        1: family,
        2: style,
        3: f"{postscript} {NUMBER}",
        4: f"{family} {style}",
        6: postscript,
    }.items():
        names.setName(text, number, 3, 1, 0x409)


if __name__ == "__main__":
    main()
