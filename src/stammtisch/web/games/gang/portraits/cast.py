"""The 52 people of Gang of Crooks as the portrait rig draws them, in the order of the cards.

A row names skin, hair colour, head, what lies behind it, hair, hat, clothes, eyes, nose, mouth, beard and prop.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Looks(NamedTuple):
    """What somebody is drawn from: names of parts."""

    skin: str
    tint: str  # of the hair
    head: str
    back: str
    hair: str
    hat: str
    clothes: str
    eyes: str
    nose: str
    mouth: str
    beard: str
    prop: str


_ROWS: Final = """
rose  black  long   -     short    bowler    suit       raised   small grin     thin   gate
straw straw  round  straw -        straw     plain      dots     small stitched -      crow
pale  ginger round  -     curly    nightcap  plain      closed   small smile    -      sheep
tan   brown  square -     short    digger    overall    narrow   bulb  smirk    walrus mole
brown black  oval   -     short    jockey    bowtie     goggles  small grin     -      snail
pale  brown  pear   -     fringe   scarf     dress      worried  small wavy     -      mushroom
tan   brown  round  -     short    veil      plain      closed   small smile    -      bees
dark  black  oval   -     short    mirror    brace      raised   small flat     -      woodpecker
rose  grey   long   -     tufts    -         bowtie     monocle  big   flat     -      cheese
rose  grey   pear   -     tufts    beret     muffler    closed   red   smile    -      wine
tan   brown  square -     short    forester  plain      dots     bulb  -        full   tree
rose  white  round  -     short    gnome     tunic      cross    bulb  -        long   medals
brown grey   round  bob   fringe   sunhat    dress      glasses  small smile    -      sunflower
rose  black  long   -     short    bowler    suit       divemask small grin     thin   snorkel
brown black  round  tails fringe   souwester plain      wide     small oh       -      boot
rose  brown  pear   -     short    captain   shirt      raised   bulb  -        foam   boat
tan   straw  square -     quiff    -         ring       shades   small grin     -      whistle
dark  grey   long   -     tufts    -         suit       glasses  small frown    -      umbrella
pale  blue   chin   -     spikes   -         plain      lashes   small lips     -      urchin
green brown  oval   -     side     sailor    stripes    dizzy    small wavy     -      bucket
rose  white  round  -     short    beanie    muffler    dots     bulb  -        full   nightlight
tan   black  pear   -     short    chef      apron      raised   bulb  smile    curled fish
brown black  square -     short    cap       overall    dots     bulb  grin     walrus wrench
pale  grey   oval   -     wild     -         bowtie     aloft    big   oh       -      cloud
rose  grey   chin   -     tufts    bicorne   tunic      cross    big   frown    -      duck
tan   sea    oval   weed  parted   coral     pearls     cateye   small lips     -      trident
rose  black  long   -     short    bowler    suit       wink     small grin     thin   door
tan   brown  oval   -     wild     -         shirt      worried  small wavy     -      coffee
pale  ginger long   -     side     visor     bowtie     aside    small tongue   -      stamp
rose  brown  pear   -     short    tickets   suit       narrow   bulb  smirk    curled ticket
dark  black  round  bob   fringe   peaked    suit       lashes   small lips     -      heart
brown grey   square -     short    peaked    tunic      aside    bulb  whistle  thin   vase
tan   brown  square -     short    helmet    plain      worried  small frown    -      cat
pale  brown  oval   bun   hindhead -         dress      behind   -     -        -      apple
rose  white  round  wig   parted   -         robe       raised   small tongue   -      cake
brown grey   pear   -     tufts    -         overall    narrow   bulb  flat     walrus keys
tan   black  square -     slick    -         suit       raised   small teeth    -      envelope
pale  black  chin   -     side     visor     shirt      cross    big   smirk    -      paper
rose  grey   round  -     granny   flowers   pearls     narrow   small lips     -      handbag
tan   black  square -     -        knit      convict    tiny     bulb  frown    stubble club
rose  brown  oval   -     side     -         shirt      mask     small laugh    -      sandwich
pale  ginger pear   -     tufts    flatcap   dark       closed   red   laugh    stubble beer
pale  black  long   -     short    flatcap   darkscarf  maskaside cold wavy     -      mittens
brown black  chin   -     slick    tophat    tails      worried  small oh       thin   cups
rose  black  long   bob   fringe   artist    dark       monocle  big   smirk    goatee banknote
tan   black  chin   -     quiff    -         tails      wink     small grin     thin   rose
tan   black  oval   -     -        catears   dark       wide     small wavy     -      ladder
rose  ginger round  -     -        leather   darkscarf  raised   bulb  oh       walrus wheel
dark  grey   oval   -     short    -         darksuit   aloft    small oh       -      dial
pale  black  chin   -     fringe   hood      dark       glasses  small smirk    -      note
brown black  oval   long  parted   widebrim  darkpearls lashes   small darklips -      fan
pale  black  oval   -     -        -         mandarin   monocle  small smirk    -      whitecat
"""

CAST: Final = tuple(Looks(*("" if part == "-" else part for part in row.split())) for row in _ROWS.strip().splitlines())
