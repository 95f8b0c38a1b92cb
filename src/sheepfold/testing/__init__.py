"""Tools to test a game of cards, ours or a sixth one from outside; install them with ``sheepfold[testing]``.

* ``contract``: ``check(game)`` holds a game to everything that the rest of the library relies on.
* ``strategies``: hypothesis strategies for options, tables and whole deals, made to shrink.
* ``secrecy``: twin worlds; nobody learns what they may not know.
* ``random_deals``: random deals at random tables, named by a seed.
* ``facts``: ``python -m sheepfold.testing.facts --deals 2000`` settles random deals from their facts and through forms.
* ``fuzz``: ``python -m sheepfold.testing.fuzz --deals 100000`` looks for anything that breaks.
* ``viewlog``: ``python -m sheepfold.testing.viewlog`` compares what everybody saw in chosen deals with a kept log.
* ``grim_examples``: ``python -m sheepfold.testing.grim_examples`` plays the example matches of Grim's rules.
* ``fixtures``: ``python -m sheepfold.testing.fixtures DIR`` runs positions and whole deals written in YAML.
* ``perft``: ``python -m sheepfold.testing.perft FILE...`` counts sequences of legal actions from given positions.

PyYAML and hypothesis are needed only here; where one is missing, a sentence says so.
"""
