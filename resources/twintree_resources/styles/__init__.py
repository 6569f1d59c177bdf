"""Citation styles of our own, in the Citation Style Language, after the manuals that they are named after."""
