"""What every page of the terminal game needs: who says it to whom, and how it is written."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from rich.text import Text

from sheepfold.cli.ink import Ink, without_signs
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import Game
from sheepfold.presentation import Presenter
from sheepfold.presentation.law import Item, unmarked


class Screen(Struct, frozen=True):
    """A game presented to one reader, and the ink it is written with."""

    presenter: Presenter
    ink: Ink

    @property
    def game(self) -> Game[Any]:
        """The game."""
        return self.presenter.game

    def say(self, key: str, style: str = "", **values: Any) -> Text:
        """The words of a key."""
        return self.ink.text(self.presenter.say(key, **values), style)

    def word(self, key: str, **values: Any) -> str:
        """The words of a key as bare text."""
        return self.say(key, **values).plain

    def error(self, error: SheepfoldError) -> Text:
        """A refusal with its code and rule."""
        return self.ink.text(self.presenter.error(error))

    def laws(self, items: tuple[Item, ...]) -> list[Text]:
        """Sentences of the law, their ids before them."""
        texts = [unmarked(item.text) for item in items]
        told = map(without_signs, texts) if self.ink.plain else texts
        return [Text.assemble((item.id, "bold"), f"  {text}") for item, text in zip(items, told, strict=True)]
