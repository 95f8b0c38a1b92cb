"""The table: people and bots play over a network, on one process and a store. The only room with asyncio.

Rules come only through ``play``, words only through ``presentation``. What is stored is the stream of entries of each
match; whatever a client is sent is made anew from it.
"""
