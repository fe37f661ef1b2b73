"""Side cards in the option of a command: what people type, and what is offered while they do."""

import re

import discord
from discord import app_commands

from bot.ui.commands.transformers import MOST_CHOICES, Choices, choice
from cogs.pazaak.cards import KINDS, MINUS, SideCard, read_cards

_LONGEST_CHOICE = 100
_LAST_WORD = re.compile(r"(.*[,;\s])?([^,;\s]*)", re.DOTALL)


class CardLine(app_commands.Transformer):
    """The codes of a line such as "+1 +2 -3x2 D", in the order typed. Raises Unreadable."""

    async def transform(self, interaction: discord.Interaction, value: str, /) -> tuple[str, ...]:
        return read_cards(value)

    async def autocomplete(self, interaction: discord.Interaction, value: str, /) -> Choices:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Completes the last card of the line, by what is on it or what it is called."""
        found = _LAST_WORD.fullmatch(value)
        before, last = (found[1] or "", found[2].casefold()) if found else ("", "")
        lines = (f"{before.lstrip()}{card.name}" for card in KINDS.values() if _is_begun(card, last))
        return [choice(line, line) for line in lines if len(line) <= _LONGEST_CHOICE][:MOST_CHOICES]


def _is_begun(card: SideCard, typed: str) -> bool:
    names = (card.name, card.face, card.spelled)
    return any(name.casefold().startswith(typed.replace("-", MINUS)) or typed in name.casefold() for name in names)


Cards = app_commands.Transform[tuple[str, ...], CardLine]
