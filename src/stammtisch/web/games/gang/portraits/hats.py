"""What the portrait rig puts on: hats and clothes, by name; see `heads.py` for the letters."""

from __future__ import annotations

from typing import Final

HATS: Final = {
    "": "",
    "bowler": '<path fill="{i}" d="M31 30q-1-21 19-21t19 21Z"/><path fill="{i}" d="M22 30h56q-3 6-28 6t-28-6Z"/>'
    '<path stroke="{m}" stroke-width="4" d="M33 26h34"/>',
    "straw": '<path fill="{g}" d="M34 28q2-19 16-19t16 19l16 7q-32 8-64 0Z"/>'
    '<path stroke="{m}" stroke-width="4" d="M34 27h32"/>'
    '<path stroke="currentColor" stroke-width="1.5" d="m22 34-6 4m10-3-4 6m54-7 6 4m-10-3 4 6M42 12l4 8m8-8-4 8"/>',
    "nightcap": '<path fill="{m}" d="M30 36q0-24 22-26 24-3 31 28-8-8-17-9l4 7Z"/>'
    '<path fill="{w}" d="M27 34q23-7 46 0v6q-23-7-46 0Z"/>'
    '<circle fill="{w}" cx="84" cy="41" r="5"/>',
    "digger": '<path fill="{m}" d="M32 31q2-20 18-18 16-2 18 18Z"/><path fill="{l}" d="M24 33q26-9 52 0-26 8-52 0Z"/>',
    "jockey": '<path fill="{m}" d="M30 34q-1-23 20-23t20 23Z"/><path fill="{l}" d="M50 11q10 8 10 23H40q0-15 '
    '10-23Z"/>'
    '<path fill="{i}" d="M40 34h34q10 1 12 6-20 2-46-1Z"/>',
    "scarf": '<path fill="{m}" d="M27 62C21 30 30 17 50 17s29 13 23 45q0-22-9-28-14-8-28 0-9 6-9 28Z"/>'
    '<path stroke="{l}" stroke-width="4.5" d="M36 27v.1m10-4v.1m10 .1v.1m9 4v.1M30 38v.1m40-.1v.1"/>',
    "veil": '<path fill="{l}" fill-opacity=".45" d="M22 30h56l4 48H18Z"/>'
    '<path stroke-width="1" d="M30 32v46m10-46v46m10-46v46'
    'm10-46v46m10-46v46M22 42h56M21 54h58M20 66h60"/><path fill="{g}" d="M36 26q2-16 14-16t14 16l22 5q-36 8-72 0Z"/>',
    "mirror": '<path stroke-width="4" d="M31 32q19-8 38 0"/><circle fill="{l}" cx="50" cy="24" r="9"/>'
    '<circle fill="{w}" cx="50" cy="24" r="3"/>',
    "beret": '<path fill="{m}" d="M28 32q-8-17 18-19 32-2 30 14-2 6-46 9Z"/><path d="m48 13 2-5"/>',
    "forester": '<path fill="{m}" d="M33 30q2-20 17-18 15-2 17 18Z"/><path fill="{m}" d="M20 30q30 8 60 0 0 '
    '7-30 7t-30-7Z"/>'
    '<path stroke="{i}" stroke-width="4" d="M34 27h32"/><path fill="{w}" d="M64 26q4-16 16-20 0 14-14 22Z"/>',
    "gnome": '<path fill="{m}" d="M28 37Q36 8 58-2q-2 18 14 39-22-8-44 0Z"/>'
    '<path fill="{l}" d="M26 36q24-9 48 0v6q-24-9-48 0Z"/>',
    "sunhat": '<path fill="{l}" d="M33 27q2-18 17-18t17 18l17 8q-34 9-68 0Z"/>'
    '<path stroke="{m}" stroke-width="5" d="M33 27h34"/>'
    '<g fill="{w}"><circle cx="38" cy="25" r="5"/><circle cx="62" cy="25" r="5"/>'
    '<circle fill="{g}" cx="50" cy="23" r="6"/></g>',
    "souwester": '<path fill="{m}" d="M32 30q2-20 18-20t18 20q12 4 17 14-20-8-35-8t-35 8q5-10 17-14Z"/>'
    '<path d="M32 30q18-5 36 0"/>',
    "captain": '<path fill="{w}" d="M27 27Q24 14 50 11q26 3 23 16Z"/><path fill="{i}" d="M29 27h42v6H29Z"/>'
    '<path fill="{i}" d="M30 33q20-4 40 0 0 6-20 5t-20-5Z"/><circle fill="{g}" cx="50" cy="24" r="5"/>',
    "sailor": '<path fill="{w}" d="M31 30q-4-14 19-16 23 2 19 16Z"/><path fill="{m}" d="M29 27q21-4 42 '
    '0v7q-21-4-42 0Z"/>'
    '<circle fill="{m}" cx="50" cy="12" r="3.5"/>',
    "beanie": '<path fill="{m}" d="M30 36q-2-25 20-25t20 25Z"/><path fill="{l}" d="M28 31q22-5 44 0v7q-22-5-44 0Z"/>'
    '<path stroke="currentColor" stroke-width="1.5" d="M40 15v14m10-16v16m10-14v14"/>',
    "chef": '<path fill="{w}" d="M32 34V24q-11-2-8-11 4-8 13-5Q43-1 50 4q8-5 13 4 10-3 13 5 2 9-8 '
    '11v10q-18-4-36 0Z"/>'
    '<path stroke="currentColor" d="M41 26v-7m9 7v-8m9 8v-7"/>',
    "cap": '<path fill="{m}" d="M30 34q-2-22 20-22t20 22Z"/><path fill="{i}" d="M32 34q24-6 44 0 10 2 10 '
    '6-26-2-54 0Z"/>'
    '<circle fill="{l}" cx="50" cy="22" r="5"/>',
    "bicorne": '<path fill="{m}" d="M14 34Q26 6 50 6t36 28q-8-5-36-5t-36 5Z"/>'
    '<path stroke="{g}" d="M17 30Q28 10 50 10t33 20"/>'
    '<circle fill="{w}" cx="50" cy="19" r="6"/><circle fill="{g}" cx="50" cy="19" r="2"/>',
    "coral": '<path fill="{g}" d="m30 32-4-20 10 8 4-14 10 12 10-12 4 14 10-8-4 20q-20-6-40 0Z"/>',
    "visor": '<path fill="{m}" d="M28 36q22-14 44 0l6 6q-28-8-56 0Z"/><path d="M29 34q21-8 42 0"/>',
    "tickets": '<path fill="{w}" d="m29 34-3-22 10 8 7-12 7 12 7-12 7 12 10-8-3 22q-21-6-42 0Z"/>'
    '<path stroke="{m}" stroke-width="2" d="M34 27v-4m6 2v-5m10 4v-5m10 6v-5m6 7v-4"/>',
    "peaked": '<path fill="{m}" d="M24 24q2-13 26-13t26 13q-4 5-8 5H32q-4 0-8-5Z"/>'
    '<path fill="{l}" d="M32 28h36v6H32Z"/>'
    '<path fill="{i}" d="M31 34q19-4 38 0l2 4q-21-4-42 0Z"/>',
    "helmet": '<path fill="{m}" d="M29 34q-2-24 21-24t21 24Z"/><path fill="{g}" d="M46 8h8v24h-8Z"/>'
    '<path fill="{m}" d="M18 34q32-9 64 0 0 5-32 4t-32-4Z"/>',
    "flowers": '<path fill="{m}" d="M26 28q-2-16 24-16t24 16l10 6q-34 7-68 0Z"/><g fill="{w}">'
    '<circle cx="34" cy="21" r="6"/>'
    '<circle fill="{l}" cx="46" cy="15" r="7"/><circle cx="58" cy="18" r="6"/>'
    '<circle fill="{g}" cx="68" cy="23" r="5"/></g>',
    "knit": '<path fill="{i}" d="M29 37q-2-26 21-26t21 26Z"/><path fill="#5b5048" d="M27 32q23-5 46 0v8q-23-5-46 0Z"/>',
    "flatcap": '<path fill="#5b5048" d="M28 34q-4-19 18-21 27-2 27 18l11 6q-10 4-26 1Z"/><path d="M46 13q14 4 14 20"/>',
    "tophat": '<path fill="{i}" d="M32 31 30 4q20-6 40 0l-2 27Z"/><path stroke="#9c2b2b" stroke-width="5" '
    'd="M33 26q17-4 34 0"/>'
    '<path fill="{i}" d="M20 30q30 9 60 0 2 7-30 7t-30-7Z"/>',
    "artist": '<path fill="{i}" d="M24 32q-6-20 22-20 34 0 30 16-2 5-48 8Z"/><path d="m46 12 3-6"/>',
    "catears": '<path fill="{i}" d="m28 32-3-24 15 9q10-4 20 0l15-9-3 24 2 36q-4 10-12 8 8-18 5-34-17-8-34 0-3 '
    '16 5 34-8 2-12-8Z"/>'
    '<path fill="#c98e8e" stroke="none" d="m30 22-1-8 6 5Zm40 0 1-8-6 5Z"/>',
    "leather": '<path fill="#6b4a30" d="M29 52q-6-40 21-40t21 40l-6 12q2-20-4-29-11-5-22 0-6 9-4 29Z"/>'
    '<g fill="#c9d8df"><circle cx="42" cy="25" r="7"/><circle cx="58" cy="25" r="7"/></g>',
    "hood": '<path fill="{i}" d="M23 84C14 40 24 8 50 8s36 32 27 76q-10 4-14-6 10-22 4-40-8-14-17-14t-17 14q-6 '
    '18 4 40-4 10-14 6Z"/>',
    "widebrim": '<path fill="{i}" d="M33 28q0-20 17-20t17 20q18 2 26 10-43 2-86 0 8-8 26-10Z"/>'
    '<path stroke="#9c2b2b" stroke-width="5" d="M34 27q16-4 32 0"/>',
}

_SHOULDERS: Final = "M8 104q0-25 32-29h20q32 4 32 29Z"
_PLAIN: Final = f'<path fill="{{m}}" d="{_SHOULDERS}"/>'
_DARK: Final = f'<path fill="{{i}}" d="{_SHOULDERS}"/>'

CLOTHES: Final = {
    "plain": _PLAIN + '<path d="M38 75q12 12 24 0"/>',
    "suit": _PLAIN + '<path fill="{w}" d="m40 75 10 27 10-27Z"/><path fill="{i}" d="m47 79 3-3 3 3-1 5 3 '
    '16h-10l3-16Z"/>'
    '<path d="m40 75-7 10 7 3 4 14m16-27 7 10-7 3-4 14"/>',
    "shirt": '<path fill="{w}" d="' + _SHOULDERS + '"/><path d="m40 75 10 10 10-10M50 85v18"/>',
    "bowtie": _PLAIN + '<path fill="{w}" d="m40 75 10 27 10-27Z"/><path fill="{i}" d="m50 81-9-5v10Zm0 0 9-5v10Z"/>',
    "overall": '<path fill="{l}" d="' + _SHOULDERS + '"/><path fill="{m}" d="M28 77h8l3 14h22l3-14h8v27H28Z"/>',
    "tunic": _PLAIN + '<path fill="{g}" d="M10 92q4-12 20-14l2 7q-12 2-14 9Zm80 0q-4-12-20-14l-2 7q12 2 14 9Z"/>'
    '<path stroke="{g}" stroke-width="5" d="M50 84v.1m0 8v.1"/><path d="M40 75q10 8 20 0"/>',
    "apron": '<path fill="{w}" d="' + _SHOULDERS + '"/><path fill="{m}" d="m38 75 12 12 12-12 4 5-16 16-16-16Z"/>',
    "stripes": '<path fill="{w}" d="' + _SHOULDERS + '"/><path stroke="{m}" stroke-width="5" d="M14 92q36-9 72 '
    '0M10 101q40-9 80 0M24 84q26-6 52 0"/>',
    "dress": _PLAIN + '<path fill="{w}" d="M50 79q-8-6-14-3-6 7 4 10 8 0 10-7 2 7 10 7 10-3 4-10-6-3-14 3Z"/>',
    "pearls": _PLAIN + '<path stroke="{w}" stroke-width="5.5" stroke-dasharray=".1 6.6" d="M35 77q15 19 30 0"/>',
    "robe": _DARK + '<path fill="{w}" d="m43 76-2 16h7l2-10 2 10h7l-2-16Z"/>'
    '<path stroke="{m}" stroke-width="5" d="M30 79v22m40-22v22"/>',
    "muffler": _PLAIN + '<path fill="{l}" d="M30 70q20 10 40 0l3 9q-23 11-46 0Zm28 12 10-3 4 20-10 2Z"/>',
    "brace": _PLAIN + '<path fill="{w}" d="M36 69q14 8 28 0v12q-14 8-28 0Z"/>',
    "ring": '<path fill="{s}" d="' + _SHOULDERS + '"/><path fill="{w}" d="M14 90q0-15 36-15t36 15-36 15-36-15Z"/>'
    '<path fill="{m}" d="M20 81q6-4 14-5l3 8q-5 1-8 3Zm60 0q-6-4-14-5l-3 8q5 1 8 3Z"/>'
    '<ellipse fill="{s}" cx="50" cy="86" rx="21" ry="4"/>',
    "dark": _DARK + '<path stroke="{w}" stroke-width="1.8" d="M38 76q12 12 24 0"/>',
    "darksuit": _DARK + '<path fill="{w}" d="m41 75 9 25 9-25Z"/><path fill="#9c2b2b" d="m47 79 3-3 3 3-1 5 3 '
    '16h-10l3-16Z"/>'
    '<path stroke="#8a7a66" stroke-width="1.6" d="m40 76-7 9 7 3 4 14m16-26 7 9-7 3-4 14"/>',
    "convict": '<path fill="#efe6d4" d="' + _SHOULDERS + '"/><path stroke-width="5" d="M14 92q36-9 72 0M10 '
    '101q40-9 80 0M24 84q26-6 52 0"/>',
    "darkscarf": _DARK + '<path fill="#9c2b2b" d="M30 69q20 10 40 0l3 9q-23 11-46 0Zm-4 12 10 3-4 18-10-2Z"/>',
    "tails": _DARK + '<path fill="{w}" d="m40 75 10 27 10-27Z"/><path fill="{w}" d="m50 81-10-5v10Zm0 0 10-5v10Z"/>',
    "darkpearls": _DARK + '<path stroke="{w}" stroke-width="5.5" stroke-dasharray=".1 6.6" d="M34 77q16 21 32 0"/>',
    "mandarin": _DARK + '<path fill="#5b5048" d="M37 68q13 8 26 0v11q-13 8-26 0Z"/>'
    '<path stroke="{g}" stroke-width="4.5" d="M50 88v.1m0 8v.1"/>',
}
