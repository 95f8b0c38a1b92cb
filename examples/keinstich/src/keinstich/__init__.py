"""Kein Stich, a sixth game for Sheepfold: six contracts in a fixed order, and each says what you must not take.

>>> from sheepfold import drive
>>> drive(KeinStich(), "lamb").question().view.contract.kind
'tricks'

The law is ``keinstich.md`` beside this file; the rules are in ``keinstich.game``, what costs in ``keinstich.scoring``.
"""

from keinstich.game import KeinStich, KeinStichOptions, KeinStichState, KeinStichTricks
from keinstich.scoring import KeinStichFacts

__all__ = ["KeinStich", "KeinStichFacts", "KeinStichOptions", "KeinStichState", "KeinStichTricks"]
