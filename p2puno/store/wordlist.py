"""256 English words for fingerprints, one for each byte, in alphabetical order.

Short, common, concrete; no two begin with the same four letters and none is one letter away from another, so
that they survive being read aloud. Their order is part of `specs/files.md`: it never changes.
"""

from __future__ import annotations

_LIST = """
acorn actor alarm album amber angel ankle apple april apron arrow attic bacon badge bagel baker banjo
beach beard berry bison broom brush cabin camel canoe chalk circle citrus clock cloud clover cobalt coffee
comet copper coral cotton cousin cradle crayon daisy dancer desert dinner doctor donkey dragon drawer drum
duck dwarf eagle easel echo elbow engine falcon farmer fence fiddle finger flame flute forest fossil fox
frog galaxy garage garlic gecko ghost giant glove goat goblin gold goose grape guitar hammer harbor hazel
helmet hockey honey hotel icicle igloo insect iron island ivory jacket jaguar jelly jersey jewel jigsaw
jungle kayak kettle king kitten kiwi knight koala ladder lagoon laptop lemon letter lily lizard lotus
lumber lunch magnet mango maple marble market meadow melon meteor mirror mosaic mother muffin museum music
napkin needle nephew nickel noodle north novel nugget nurse oasis ocean olive onion opera orange orbit
orchid organ otter owl oxygen oyster paddle palace panda papaya peanut pebble pencil pepper piano picnic
pigeon pillow pilot pirate planet plum pocket poem pony potato prince puppet purple puzzle quail quarry
queen quilt rabbit radar radio raven recipe ribbon river robin rubber ruby salad salmon sandal satin
saturn sauce scarf school shadow shelf shield shovel silver sister skate sleeve snail soccer spider spoon
squid stable statue stone summer sunset swan sword syrup tailor teapot temple tennis ticket tiger toast
tomato topaz tulip tunnel turtle twin uncle valley velvet violin voyage waffle wagon walnut walrus water
whale wheat window winter wolf wonder yacht yellow yogurt zebra zigzag zipper
"""

WORDS = tuple(_LIST.split())
