"""How the store came to be what it is, revision by revision; ``sheepfold migrate`` runs them.

A new one is a file in ``versions`` with ``upgrade`` and ``downgrade`` in batch mode, since SQLite alters tables by
making them anew, and its number in ``store/schema.py``. What a revision does is written out and never changes again.
"""
