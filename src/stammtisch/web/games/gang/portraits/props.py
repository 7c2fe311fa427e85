"""What the people of the portrait rig carry, by name; see `heads.py` for the letters."""

from __future__ import annotations

from typing import Final

_NOZZLE: Final = (
    '<path stroke-width="7" d="M12 104q-6-30 14-34"/><path stroke="{l}" stroke-width="3" d="M12 104q-6-30 14-34"/>'
    '<path fill="{m}" d="m23 66 16-8 5 10-16 8Z"/>'
)

PROPS: Final = {
    # Green: out in the country.
    "gate": '<g fill="{w}"><path d="M60 104V78l6-7 6 7v26m4 0V78l6-7 6 7v26"/><path d="M57 84h38v6H57Z"/>'
    "</g>" + _NOZZLE,
    "crow": '<path fill="{i}" d="M70 74q-2-14 12-15 9-1 10 7l6 3-7 2q-1 10-12 11l-10 6Z"/>'
    '<path stroke="{g}" d="m91 65 7 4-7 1"/>'
    '<path stroke="{w}" stroke-width="3" d="M86 65v.1"/>',
    "sheep": '<path fill="{w}" d="M58 94q-6-5 0-10 0-8 8-8 4-6 11-2 9-3 11 5 8 2 5 9 3 7-5 9H66q-7 2-8-3Z"/>'
    '<ellipse fill="{i}" cx="64" cy="86" rx="7" ry="8"/><path stroke="{w}" stroke-width="2" d="M60 85q2 2 3 0m2 '
    '0q2 2 3 0"/>'
    '<path stroke-width="2.5" d="M12 50h9l-9 10h9M8 33h7l-7 8h7"/>',
    "mole": '<path fill="{h}" d="M58 104q-2-34 17-34t17 34Z"/><ellipse fill="#e8a79a" cx="75" cy="81" rx="4.5" '
    'ry="3.5"/>'
    '<path fill="{i}" d="M63 73h10l2 2 2-2h10q0 7-6 7-4 0-6-4-2 4-6 4-6 0-6-7Z"/>'
    '<path stroke="currentColor" d="M60 96q-6-2-6 3m36-3q6-2 6 3"/>',
    "snail": '<path fill="{l}" d="M52 97q-2-6 6-6h30q8-2 7-13l4-5m-4 5-4-6m4 7q4 2 3 9-1 9-10 9Z"/>'
    '<circle fill="{g}" cx="72" cy="82" r="12"/><path d="M72 82q4-5 6 1 0 7-7 6-7-2-5-9 4-7 11-4"/>',
    "mushroom": '<path fill="{w}" d="M70 84h12l3 18H67Z"/><path fill="#c8453a" d="M56 85q2-19 20-19t20 19q-20 '
    '5-40 0Z"/>'
    '<path stroke="{w}" stroke-width="6" d="M66 79v.1m9-6v.1m9 8v.1"/>',
    "bees": '<g fill="{g}"><ellipse cx="84" cy="60" rx="7" ry="5"/><ellipse cx="15" cy="48" rx="6" ry="4.5"/>'
    '<ellipse cx="80" cy="88" rx="7" ry="5"/></g><g fill="{w}" stroke-width="1.5">'
    '<ellipse cx="83" cy="53" rx="4" ry="3"/>'
    '<ellipse cx="15" cy="42" rx="3" ry="2.5"/><ellipse cx="79" cy="81" rx="4" ry="3"/></g>'
    '<path stroke-width="2" d="M82 56v8m5-8v8m-9 20v8m5-8v8M13 44v8m5-8v8"/>',
    "woodpecker": '<path fill="{i}" d="M74 102q-10-22 4-34 12-4 14 8-2 18-12 28Z"/>'
    '<path fill="#c8453a" d="M78 68q0-9 8-8 5 1 5 8Z"/>'
    '<path stroke="{g}" stroke-width="4" d="m74 72-13 3"/><path fill="{w}" d="M72 78q8 5 18 1l-2 9q-8 4-15 0Z"/>'
    '<path stroke="{w}" stroke-width="4" d="M82 72v.1"/>',
    "cheese": '<path fill="{g}" d="m54 84 40-13v28H54Z"/><path fill="#f3d48c" d="m54 84 34-16 6 3Z"/>'
    '<g fill="#a9741a" stroke-width="2"><circle cx="66" cy="91" r="4"/><circle cx="82" cy="86" r="5.5"/>'
    '<circle cx="84" cy="96" r="2.5"/></g>',
    "wine": '<path fill="{w}" d="M66 60h24q2 19-12 21t-12-21Z"/><path fill="#8c2230" d="M66 68h24q-1 12-12 '
    '13t-12-13Z"/>'
    '<path d="M78 81v17m-9 0h18"/>',
    "tree": '<path fill="{l}" d="m80 46 9 15h-5l8 14h-5l8 13H65l8-13h-5l8-14h-5Z"/>'
    '<path fill="#6b4426" d="M76 88h8v14h-8Z"/>'
    '<path stroke-width="3.5" d="M77 74v.1m6-.1v.1"/><path stroke-width="2" d="M77 80q3 3 6 0"/>',
    "medals": '<path stroke="#c8453a" stroke-width="5" d="M72 80v7m10-6v7"/><g fill="{g}">'
    '<circle cx="72" cy="91" r="4.5"/><circle cx="82" cy="92" r="4.5"/></g>',
    "sunflower": '<path stroke="{m}" stroke-width="5" d="M82 80v24"/><path fill="{g}" d="m82 54 4 7 8-2-2 8 7 '
    '4-7 4 2 8-8-2-4 7-4-7-8 2 2-8-7-4 7-4-2-8 8 2Z"/>'
    '<circle fill="#6b4426" cx="82" cy="71" r="7.5"/>',
    # Blue: in and around the water.
    "snorkel": '<path stroke-width="8" d="M60 64q18 4 18-14V26"/><path stroke="{m}" stroke-width="4" d="M60 '
    '64q18 4 18-14V26"/>'
    '<path fill="{m}" d="M62 104q-2-16 8-19 12 0 16 10l8-6v15Z"/>' + _NOZZLE,
    "boot": '<path fill="{g}" d="M66 66h16v20q12 0 14 12v4H66Z"/><path fill="{l}" d="M65 64h18v7H65Z"/>'
    '<path stroke="#7fb0dc" d="M52 99q5-4 9 0M90 62q5-1 5-6m-6 1q1-4-2-6"/>',
    "boat": '<path fill="{w}" d="m76 62 13 22H63Z"/><path fill="{l}" d="M54 84h44l-8 15H62Z"/>'
    '<path stroke="currentColor" d="M76 62v22"/>',
    "whistle": '<path d="M34 76q12 22 36 14"/><circle fill="{g}" cx="76" cy="90" r="7"/>'
    '<path fill="{g}" d="M76 83h17v6H82Z"/>',
    "umbrella": '<path d="M82 62v30q0 8-7 8t-7-6"/><path fill="{m}" d="M60 66q1-23 22-25 18 3 17 '
    '27-3-5-8-1-4-5-9-1-4-5-9 0-5-5-13 0Z"/>'
    '<path stroke="{l}" d="M71 65q1-17 11-23 9 7 9 24"/>',
    "urchin": '<path fill="{h}" d="m76 62 4 10 9-6-2 11 11 1-9 7 7 9-11-1 1 11-9-6-7 9-3-11-11 4 4-10-10-5 '
    '10-5-4-10 11 3Z"/>'
    '<path stroke="{w}" stroke-width="4" d="M72 82v.1m8-.1v.1"/><path fill="{w}" d="M12 68h6v30h-6Z"/>'
    '<path stroke-width="1.8" d="M18 74h6m-6 5h6m-6 5h6m-6 5h6"/>',
    "bucket": '<path fill="{w}" d="M62 76h32l-4 26H66Z"/><path d="M62 76q16-22 32 0"/>'
    '<path stroke="{m}" stroke-width="5" d="M65 86h26"/>',
    "nightlight": '<circle fill="{g}" fill-opacity=".35" stroke="none" cx="80" cy="72" r="20"/>'
    '<path fill="#fbe7a0" d="M72 64h16v18H72Z"/>'
    '<path fill="{m}" d="m70 64 10-10 10 10Zm0 18h20l3 20H67Z"/><path stroke="{w}" stroke-width="4" d="m71 92 '
    '19-6"/>',
    "fish": '<path fill="{l}" d="M54 84q14-16 32-4l10-8v22l-10-7q-18 12-32-3Z"/>'
    '<path stroke-width="4" d="M64 82v.1"/>'
    '<path stroke="currentColor" stroke-width="2" d="M72 77q5 6 0 13"/><path stroke="{m}" d="m6 104 14-34"/>'
    '<circle fill="{w}" cx="22" cy="65" r="7"/>',
    "wrench": '<path fill="{w}" d="m66 102 10-30q-6-8 0-15l6-2-2 9 6 3 5-7q7 8-1 17-3 2-6 1l-9 27Z"/>',
    "cloud": '<circle fill="{g}" cx="88" cy="62" r="9"/><path fill="{w}" d="M58 86q-6-9 4-12 2-11 13-8 12-2 12 '
    '9 11 2 7 11Z"/>'
    '<path stroke="{m}" d="m64 91-3 8m13-8-3 8m13-8-3 8"/>',
    "duck": '<path fill="{g}" d="M58 84q8 2 11-2-5-16 9-17 13 1 10 14 10 2 8 13-4 9-19 9-17 0-19-17Z"/>'
    '<path fill="#d96b2b" d="M88 73l9-1-2 6-8 1Z"/>'
    '<path stroke-width="4.5" d="M81 72v.1"/><path d="M72 90q8 5 14-3"/>',
    "trident": '<path stroke-width="8" d="M84 104V54M72 52q0 16 12 16t12-16"/>'
    '<path stroke="{g}" stroke-width="3.5" d="M84 104V46M72 50q0 18 12 18t12-18"/>'
    '<path fill="{w}" d="m6 84 20-6 6 22-20 6Z"/><path stroke="currentColor" stroke-width="1.8" d="m11 88 '
    '12-3m-10 9 12-3"/>',
    # Red: town and office.
    "door": '<path fill="{l}" d="M72 22h30v82H72Z"/><path stroke="currentColor" d="M79 30h20v26H79Zm0 '
    '36h20v30H79Z"/><circle fill="{g}" cx="77" cy="62" r="3"/>'
    '<path fill="{i}" d="M54 104v-8q0-8 9-6 7 4 15 4v10Z"/>' + _NOZZLE,
    "coffee": '<path fill="{w}" d="M60 76h26l-3 27H63Z"/><path fill="{m}" d="M61 83h24l-1 11H62Z"/>'
    '<path fill="{i}" d="M58 70h30v7H58Z"/>'
    '<path stroke="currentColor" d="M67 65q-4-5 0-9t0-8m11 17q-4-5 0-9t0-8"/>',
    "stamp": '<path fill="{w}" stroke-dasharray="3 3.5" stroke-linecap="butt" d="M62 70h32v30H62Z"/>'
    '<path fill="{m}" d="M68 76h20v18H68Z"/>'
    '<path stroke="{w}" d="m78 79 2 4 4 1-3 3 1 4-4-2-4 2 1-4-3-3 4-1Z"/>',
    "ticket": '<path fill="{w}" d="M54 74h44v8q-5 1-5 5t5 5v9H54v-9q5-1 5-5t-5-5Z"/>'
    '<path d="M67 80v14m6-10q1-5 6-4t2 6l-8 8h10"/>',
    "heart": '<path fill="{w}" d="m58 66 30-4 4 36-30 4Z"/><path fill="{m}" d="M75 93q-13-8-11-16 6-7 11 0 5-7 '
    '11-1 2 9-11 17Z"/>',
    "vase": '<path fill="{l}" d="M72 60h16l-3 10q11 8 8 20l-6 12H74l-7-12q-2-12 8-20Z"/>'
    '<path stroke="{m}" stroke-width="4" d="M68 84q12 6 25 0"/>'
    '<path fill="{w}" d="M58 98q-2-10 6-12l12-3v6l-8 3 6 3-4 7Z"/>',
    "cat": '<path fill="{i}" d="M62 104q-4-14 4-20l-1-16 9 6h8l9-6-1 16q8 6 4 20Z"/>'
    '<path stroke="{g}" stroke-width="5" d="M73 83v.1m11-.1v.1"/>'
    '<path stroke="{w}" stroke-width="1.5" d="m66 90-8-2m8 6-8 2m31-6 8-2m-8 6 8 2M76 91h5"/>',
    "apple": '<path fill="{m}" d="M78 74q-15-6-16 10 2 18 12 17 4-2 8 0 10 1 12-17-1-16-16-10Z"/>'
    '<path d="M78 74q-1-8 4-11"/><path fill="#6d9c55" d="M80 68q6-9 14-6-4 8-14 6Z"/>',
    "cake": '<path fill="{l}" d="M56 82q20-10 40 0v18H56Z"/><path fill="{w}" d="M56 84q-2-6 4-8 16-8 32 0 6 3 4 '
    '9-4 5-8 0-4 6-8 0-4 6-8 0-4 6-8 0-4 4-8-1Z"/>'
    '<circle fill="{m}" cx="76" cy="68" r="6"/><path d="M76 62q1-6 6-7"/>',
    "keys": '<circle stroke="{g}" stroke-width="5" cx="76" cy="70" r="11"/><g stroke-width="5">'
    '<path d="m68 79-8 20m2-6 5 2m-3-8 5 2M77 82l1 22m0-6h6m-6-7h6'
    'M85 78l10 18m-3-6 5-3"/></g>',
    "envelope": '<path fill="#7fa06a" d="m62 68 28-6 3 16-30 6Z"/><path stroke="currentColor" '
    'stroke-width="1.8" d="m66 71 22-4"/><path fill="{w}" d="M56 76h40v26H56Z"/><path d="m56 76 20 15 20-15"/>'
    '<path fill="{g}" d="m22 80 4 4 6-1-2 6 3 5-6-1-5 4v-6l-5-4 6-2Z"/>',
    "paper": '<path fill="{w}" d="m52 74 42-6 5 34H56Z"/><path stroke-width="4" d="m59 80 32-5"/>'
    '<path stroke="currentColor" stroke-width="2" d="m60 87 14-2m-13 7 14-2m-13 7 14-1"/>'
    '<path fill="{m}" d="m79 84 13-2 2 14-13 2Z"/>',
    "handbag": '<path stroke-width="4" d="M66 80q10-24 22 0"/><path fill="{i}" d="M58 80h36l4 24H54Z"/>'
    '<path fill="{g}" d="M72 77h9v8h-9Z"/>',
    # Black: the crooks.
    "club": '<path fill="#8a5f3c" d="m64 104 14-44q10-8 17 1 1 5-3 9l-16 34Z"/>'
    '<path stroke="currentColor" d="m80 68 6 3m-2-11 5 4"/>',
    "sandwich": '<path fill="#e3bd7d" d="m54 88 24-22 20 22Z"/><path fill="#86b06a" d="M52 88q4 5 8 1 4 5 8 1 4 '
    '5 8 1 4 5 8 1 4 5 8 0 4 3 6-2Z"/>'
    '<path fill="#e3bd7d" d="M54 94h44v8H54Z"/>',
    "beer": '<path d="M90 78h7v16h-8" stroke-width="4"/><path fill="#e0a948" d="M62 72h28v30H62Z"/>'
    '<path fill="{w}" d="M60 76q-3-7 4-8 3-7 10-3 7-5 11 1 8 0 7 9-5 4-9 0-4 6-9 1-4 6-8 0-4 3-6 0Z"/>'
    '<path stroke="{w}" d="M71 82v14m10-14v14"/>',
    "mittens": '<path fill="#b8322f" d="M54 104V90q-8-2-6-8 4-4 9 0 1-10 11-9 9 1 8 12v19Z"/>'
    '<circle fill="{g}" cx="85" cy="72" r="9"/><circle fill="{w}" cx="85" cy="72" r="5"/>'
    '<path d="M84 81q-2 8-8 9"/>',
    "cups": '<g fill="#b8322f"><path d="m46 102 3-18h12l3 18Z"/><path d="m80 102 3-18h12l3 18Z"/>'
    '<path d="m63 86 3-20h12l3 20Z"/></g><path stroke="{g}" stroke-width="2" d="M47 96h16m18 0h16M64 80h16"/>'
    '<path d="M85 44q1-7 7-6 5 2 3 7-5 3-5 7m0 5v.1" stroke-width="3.5"/>',
    "banknote": '<path fill="#b9cfa6" d="m50 78 46-8 3 24-46 8Z"/><path stroke-width="2.2" d="m57 87 1 8m-1-8 4 '
    '4 2-5 2 8m3-9 1 6q1 2 4 1 2-1 1-3l-1-5m4 8-1-8 6 6-2-7m4 0 4 3 1-5m-1 5 1 4"/>'
    '<path fill="{w}" d="M88 72q0-18 11-22 0 14-8 22Z"/>',
    "rose": '<path stroke="#5b8a4c" stroke-width="4" d="M80 78q2 14-4 26"/>'
    '<circle fill="#b8322f" cx="80" cy="68" r="11"/><path d="M80 68q4-3 3 2-3 4-8 1-3-6 3-9 8-1 9 6"/>'
    '<g stroke="{g}" stroke-width="3"><circle cx="20" cy="90" r="6"/><circle cx="29" cy="93" r="6"/></g>',
    "ladder": '<path stroke-width="8" d="M80 104 84-4m15 108L98-4M80 88h17M81 66h16M82 44h15M83 22h14"/>'
    '<path stroke="#c99f62" stroke-width="3.5" d="M80 104 84-4m15 108L98-4M80 88h17M81 66h16M82 44h15M83 22h14"/>',
    "wheel": '<circle stroke-width="9" cx="66" cy="94" r="22"/><circle stroke="#8a7a66" stroke-width="3" '
    'cx="66" cy="94" r="22"/><path stroke-width="5" d="M46 92h40"/>'
    '<path fill="{g}" d="M80 70q3 1 5-1-2-9 5-9 7 1 5 8 4 2 3 7-3 4-9 4-8 0-9-9Z"/>'
    '<path fill="#d96b2b" d="m95 63 5-1-1 4-4 1Z"/>',
    "dial": '<rect fill="#8d857b" x="56" y="66" width="40" height="40" rx="4"/>'
    '<circle fill="{w}" cx="76" cy="85" r="13"/><path stroke-width="2" d="M76 74v4m0 14v4M65 85h4m14 0h4"/>'
    '<path stroke-width="4" d="m76 85 5-6"/>'
    '<path stroke="#8a7a66" stroke-width="4" d="M30 48q-8 34 14 44 10 4 18-2"/>',
    "note": '<path fill="#f2d65c" d="m56 76 36-5 5 26-36 5Z"/><path stroke-width="3" d="m62 83 1 10m3-10q4-3 5 '
    '1t-3 8l6-1m2-11 4-1-2 4q5 0 3 5l-4 1m8-12-1 6 6-1m-2-4 2 9"/>',
    "fan": '<path fill="#9c2b2b" d="M76 104 52 80q24-28 48-4Z"/><path stroke="{g}" stroke-width="2" d="M76 104 '
    '60 72m16 32-5-38m5 38 6-38m-6 38 16-34"/>',
    "whitecat": '<path fill="{w}" d="M48 104q-2-16 10-18l-2-16 10 6h10l10-6-1 14q12 4 11 20Z"/>'
    '<path stroke="#3b7d9a" stroke-width="5" d="M66 84v.1m10-.1v.1"/>'
    '<path fill="#e8a79a" d="M69 90h5l-2 3Z"/><path stroke-width="1.5" d="m60 89-8-2m8 6-8 2m30-6 8-2m-8 6 8 2"/>',
}
