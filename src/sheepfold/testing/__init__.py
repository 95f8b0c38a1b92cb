"""Tools to test a game of cards, ours or a sixth one from outside; install them with ``sheepfold[testing]``.

* ``contract``: ``check(game)`` holds a game to everything that the rest of the library relies on.
* ``strategies``: hypothesis strategies for options, tables and whole deals, made to shrink.
* ``secrecy``: twin worlds; nobody learns what they may not know.
* ``random_deals``: random deals at random tables, named by a seed.
* ``fixtures``: ``python -m sheepfold.testing.fixtures DIR`` runs positions and whole deals written in YAML.
* ``perft``: ``python -m sheepfold.testing.perft FILE...`` counts sequences of legal actions from given positions.

PyYAML and hypothesis are needed only here; where one is missing, a sentence says so.
"""
