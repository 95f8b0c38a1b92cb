"""Thrifty, a bot for Sheepfold; ``thrifty.bot`` is all of it."""

from thrifty.bot import Thrifty

__all__ = ["Thrifty"]
