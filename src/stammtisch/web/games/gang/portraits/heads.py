"""Heads for the portrait rig: shapes, hair, eyes, noses, mouths and beards, by name.

A drawing is 100 wide and high; the middle of a face is at 50, 48. Letters in braces are inks that the rig fills in:
`i` ink, `m` the colour of the card, `l` the same but light, `s` skin, `h` hair, `w` white, `g` brass. Whatever is not
filled is only drawn in outline. What carries `currentColor` is fine work that small cards leave out.
"""

from __future__ import annotations

from typing import Final

HEADS: Final = {
    "oval": '<ellipse cx="50" cy="48" rx="19" ry="23"/>',
    "round": '<ellipse cx="50" cy="49" rx="22" ry="21"/>',
    "long": '<ellipse cx="50" cy="48" rx="16.5" ry="25"/>',
    "square": '<path d="M30 36q0-11 20-11t20 11v22q0 14-12 14H42q-12 0-12-14Z"/>',
    "pear": '<path d="M50 25c12 0 14 12 18 27 4 14-5 20-18 20s-22-6-18-20c4-15 6-27 18-27Z"/>',
    "chin": '<path d="M31 42q1-17 19-17t19 17c0 15-9 26-19 31-10-5-19-16-19-31Z"/>',
}

# What lies behind the head.
BACKS: Final = {
    "": "",
    "bob": '<path fill="{h}" d="M27 66C22 30 30 19 50 19s28 11 23 47q-6 6-12 2H39q-6 4-12-2Z"/>',
    "long": '<path fill="{h}" d="M24 88C18 34 30 18 50 18s32 16 26 70q-14 6-26 0t-26 0Z"/>',
    "bun": '<circle fill="{h}" cx="50" cy="17" r="10"/>',
    "tails": '<path fill="{h}" d="M31 38Q10 34 14 62q9 0 17-10Zm38 0q21-4 17 24-9 0-17-10Z"/>',
    "straw": '<path stroke="{g}" d="m32 56-12 6m13-12-15-2m50 8 12 6m-13-12 15-2M34 62l-8 11m40-11 8 11"/>',
    "wig": '<path fill="{w}" d="M28 84q-8-6-3-12-6-6-1-12-5-6 0-12-2-28 26-28t26 28q5 6 0 12 5 6-1 12 5 6-3 12Z"/>',
    "weed": '<path fill="{h}" d="M27 86q-9-9-1-18-8-9 0-18-2-32 24-32t24 32q8 9 0 18 8 9-1 18-6-8-6-18H33q0 '
    '10-6 18Z"/>',
}

# What grows on top.
HAIR: Final = {
    "": "",
    "short": '<path fill="{h}" d="M29 46c-4-18 6-28 21-28s25 10 21 28q-3-11-9-13-14 4-24 0-6 2-9 13Z"/>',
    "side": '<path fill="{h}" d="M29 46c-4-20 8-28 22-28 16 0 23 12 20 28q-2-10-8-13-14 1-22-6-3 11-12 19Z"/>',
    "curly": '<path fill="{h}" d="M29 48q-7-5-2-11-3-8 5-10 1-9 10-7 5-7 12-1 9-3 11 6 9 2 6 10 5 7-2 13'
    '-1-8-6-12-7 3-13-1-7 4-14 1-6 4-7 12Z"/>',
    "slick": '<path fill="{h}" d="M29 45C26 24 38 18 50 18s24 6 21 27l-5-10q-8-5-16 1-8-6-16-1Z"/>',
    "wild": '<path fill="{h}" d="m28 50-8-6 6-4-9-9 10-1-4-12 11 5 2-12 9 9 6-11 6 11 9-9 2 12 11-5-4 12 10 1-9 9 6 4'
    '-8 6q-1-12-8-16-14 5-28 0-9 4-10 16Z"/>',
    "quiff": '<path fill="{h}" d="M30 46q-6-18 4-24 2-12 22-11 18 1 14 18 3 6 0 17-2-9-7-12-14 4-25-1-6 3-8 13Z"/>',
    "tufts": '<path fill="{h}" d="M30 53q-9-1-7-9-2-7 7-9Zm40 0q9-1 7-9 2-7-7-9Z"/>',
    "fringe": '<path fill="{h}" d="M28 48c-3-20 6-30 22-30s25 10 22 30l-5-10H33Z"/>',
    "granny": '<path fill="{h}" d="M29 50q-8-4-4-11-3-9 6-11 2-10 12-8 7-5 14 0 10-2 12 8 9 2 6 11 4 7-4 11-1-10-6-13'
    '-8-6-15-6t-15 6q-5 3-6 13Z"/>',
    "spikes": '<path fill="{h}" d="m29 46-9-10 8-1-7-13 11 4 1-13 9 8 8-13 8 13 9-8 1 13 11-4-7 13 8 1-9 10'
    '-5-12H34Z"/>',
    "parted": '<path fill="{h}" d="M28 54c-4-24 6-36 22-36s26 12 22 36q-3-16-22-24-19 8-22 24Z"/>',
    "hindhead": '<path fill="{h}" d="M29 50c-3-24 8-32 21-32s24 8 21 32c-1 15-9 24-21 24s-20-9-21-24Z"/>'
    '<path stroke="currentColor" d="M39 22q-6 8-6 18m28-18q6 8 6 18M45 19q-4 8-4 14m14-14q4 8 4 14"/>',
}

_DOTS: Final = '<path stroke-width="6" d="M42 46v.1m16-.1v.1"/>'
_WHITES: Final = '<g fill="{w}"><circle cx="41.5" cy="45" r="6.5"/><circle cx="58.5" cy="45" r="6.5"/></g>'
_PUPILS: Final = '<path stroke-width="5" d="M42 46v.1m16-.1v.1"/>'
_LENSES: Final = '<g fill="{w}"><circle cx="41" cy="46" r="7"/><circle cx="59" cy="46" r="7"/></g><path d="M48 45h4"/>'
_MASK: Final = (
    '<path fill="{i}" d="M28 42q22-7 44 0v6q-5 7-14 6-5-1-8-5-3 4-8 5-9 1-14-6Z"/>'
    '<g fill="{w}" stroke="none"><ellipse cx="41" cy="46" rx="5" ry="4"/><ellipse cx="59" cy="46" rx="5" ry="4"/></g>'
)

EYES: Final = {
    "dots": _DOTS + '<path stroke="currentColor" d="M38 39q4-2 8 0m8 0q4-2 8 0"/>',
    "raised": _DOTS + '<path d="M37 38q4-4 9-1m8 0q5-3 9 1"/>',
    "cross": _DOTS + '<path d="m36 38 10 4m18-4-10 4"/>',
    "worried": _WHITES + _PUPILS + '<path d="m35 37 9-4m21 4-9-4"/>',
    "wide": _WHITES + _PUPILS,
    "aside": _WHITES + '<path stroke-width="5" d="M45 46v.1m17-.1v.1"/>',
    "aloft": _WHITES + '<path stroke-width="5" d="M42 42v.1m16-.1v.1"/>',
    "closed": '<path d="M36 45q5 5 10 0m8 0q5 5 10 0"/>',
    "narrow": '<path d="M36 42h10m8 0h10"/><path stroke-width="5" d="M42 45v.1m17-.1v.1"/>',
    "wink": '<path stroke-width="6" d="M42 46v.1"/><path d="M54 46q5-4 10 0M36 38q5-4 10 0"/>',
    "dizzy": '<path d="m37 42 8 7m0-7-8 7m18-7 8 7m0-7-8 7"/>',
    "lashes": _DOTS + '<path d="m35 42 5 2m25-2-5 2M37 38q4-3 9-1m8 0q5-2 9 1"/>',
    "glasses": _LENSES + _PUPILS + '<path stroke="currentColor" d="M34 44l-5-2m37 2 5-2"/>',
    "cateye": '<path fill="{m}" d="M31 38q10 0 17 5l2 1 2-1q7-5 17-5-1 14-10 14-6 0-9-6-3 6-9 6-9 0-10-14Z"/>'
    '<path stroke="{w}" stroke-width="5" d="M41 46v.1m18-.1v.1"/>',
    "shades": '<path fill="{i}" d="M31 41h38q0 12-9 12-7 0-10-8-3 8-10 8-9 0-9-12Z"/>'
    '<path stroke="{w}" stroke-width="2" d="m37 48 5-5m15 5 5-5"/>',
    "monocle": '<path stroke-width="6" d="M42 46v.1"/><circle fill="{w}" stroke="{g}" cx="59" cy="46" r="7.5"/>'
    '<path stroke-width="5" d="M59 46v.1"/><path stroke="currentColor" d="M66 50q4 10-2 24"/>'
    '<path d="M37 39q4-3 9-1"/>',
    "goggles": '<path d="M29 42h42"/><g fill="{l}"><circle cx="41" cy="45" r="8.5"/><circle cx="59" cy="45" r="8.5"/>'
    "</g>" + _PUPILS,
    "divemask": '<rect fill="{l}" x="31" y="36" width="38" height="20" rx="8"/>' + _PUPILS,
    "mask": _MASK + '<path stroke-width="4.5" d="M42 46v.1m16-.1v.1"/>',
    "maskaside": _MASK + '<path stroke-width="4.5" d="M44 46v.1m17-.1v.1"/>',
    "tiny": '<path stroke-width="4.5" d="M44 45v.1m12-.1v.1"/><path stroke-width="5" d="M36 39h28"/>',
    "behind": _WHITES + _PUPILS + '<path stroke="{w}" d="M37 36q4-3 9-1m8 0q5-2 9 1"/>',
}

NOSES: Final = {
    "": "",
    "small": '<path stroke="currentColor" d="M50 50q-3 5 1 6"/>',
    "big": '<path fill="{s}" d="M48 46q-6 12-1 13t7-3"/>',
    "bulb": '<ellipse fill="{s}" cx="50" cy="54" rx="5.5" ry="4.5"/>',
    "red": '<ellipse fill="#d8604a" cx="50" cy="54" rx="6" ry="5"/>',
    "cold": '<ellipse fill="#8fb4d6" cx="50" cy="54" rx="6" ry="5"/>',
}

MOUTHS: Final = {
    "": "",
    "smile": '<path d="M41 60q9 8 18 0"/>',
    "grin": '<path fill="{w}" d="M39 58h22q-2 10-11 10t-11-10Z"/>',
    "laugh": '<path fill="{i}" d="M40 58h20q-1 11-10 11t-10-11Z"/><path stroke="{w}" d="M43 59.5h14"/>',
    "flat": '<path d="M42 62h16"/>',
    "frown": '<path d="M42 64q8-6 16 0"/>',
    "wavy": '<path d="M39 63q4-5 7 0t7 0 7 0"/>',
    "oh": '<ellipse fill="{i}" cx="50" cy="63" rx="4" ry="5"/>',
    "tongue": '<path fill="#e07a6c" d="M45 61v8q0 5 5 5t5-5v-8Z"/><path d="M40 61h20"/>',
    "smirk": '<path d="M42 63q10 2 17-5"/>',
    "lips": '<path fill="{m}" d="M42 62q5-5 8-2 3-3 8 2-8 7-16 0Z"/>',
    "darklips": '<path fill="#8c2230" d="M42 62q5-5 8-2 3-3 8 2-8 7-16 0Z"/>',
    "stitched": '<path d="M38 60q12 8 24 0"/><path stroke-width="2" d="m42 59-1 6m6-4v6m6-6v6m5-8 1 6"/>',
    "whistle": '<circle fill="{i}" cx="50" cy="62" r="2.5"/>',
    "teeth": '<path fill="{w}" d="M35 55q15 4 30 0 1 14-15 14T35 55Z"/><path stroke-width="1.5" d="M36 62q14 5 28 0'
    'M39 56v8m4-7v10m3.5-10v11m3.5-11v11m3.5-11v11m3.5-11v10m4-11v8"/>',
}

BEARDS: Final = {
    "": "",
    "walrus": '<path fill="{h}" d="M50 55q-12-2-16 8 8 4 16-2 8 6 16 2-4-10-16-8Z"/>',
    "thin": '<path stroke="{h}" d="M38 60q8-1 12-4 4 3 12 4"/>',
    "curled": '<path stroke="{h}" stroke-width="4" d="M50 57q-6 5-15 2-6-4-2-8m17 6q6 5 15 2 6-4 2-8"/>',
    "full": '<path fill="{h}" d="M30 48q2 9 9 9 11-4 22 0 7 0 9-9 4 32-20 32T30 48Z"/><path d="M44 65q6 4 12 0"/>',
    "long": '<path fill="{h}" d="M30 48q1 8 9 9 11-4 22 0 8-1 9-9 6 26-20 50-26-24-20-50Z"/>'
    '<path d="M44 64q6 4 12 0"/>',
    "foam": '<path fill="{w}" d="M30 56q-6 6 1 10-2 9 8 9 3 8 11 5 8 3 11-5 10 0 8-9 7-4 1-10-5-4-9 0-11-5-22 '
    '0-4-4-9 0Z"/>'
    '<path d="M45 65q5 4 10 0"/>',
    "goatee": '<path fill="{h}" d="M44 67h12l-6 14Z"/><path stroke="{h}" d="M41 59q6 0 9-3 3 3 9 3"/>',
    "stubble": '<path stroke="currentColor" stroke-width="1.8" d="M36 60v.1m3 5v.1m5 3v.1m6-1v.1m6-1v.1m5-4v.1m3-5v.1'
    'M40 58v.1m20-.1v.1M47 70v.1"/>',
}
