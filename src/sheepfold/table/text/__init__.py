"""The text table: plain pages without scripts, for screen readers, small browsers and whoever likes words.

``pages`` has the doors; ``html`` makes markup, ``forms`` reads what comes back, ``memory`` remembers what a reader has
been told, ``start``, ``agreeing``, ``own`` and ``laws`` are the pages around a table, ``deal`` and ``gathering`` those
of a table, and ``doing`` does what is sent from there. What is said of a game comes from the snapshot that any client
of this reader gets, and from the same presenter; nothing here sees a state.
"""
