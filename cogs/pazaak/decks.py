"""The commands of /pazaak deck: side decks are built, looked at, and one of them is put to use."""

import discord
from discord import app_commands

from bot.ui.commands.transformers import Choices
from bot.ui.context import whisper
from cogs.pazaak.card_line import Cards
from cogs.pazaak.deck_building import saved
from cogs.pazaak.deck_clicks import put_to_use
from cogs.pazaak.deck_draft import Draft
from cogs.pazaak.deck_pages import deck_page, farewell_page, list_page
from cogs.pazaak.deck_picker import picker
from cogs.pazaak.deck_shelf import Owner, Shelf, deck_names, keep, own_deck, shelf_of
from cogs.pazaak.loadout import STANDARD, ten

Name = app_commands.Range[str, 1, 100]
_TYPED = "Ten cards, as in +1 +2 -3x2 ±4 D; leave it out to pick them"
_WHOSE = "Whose; the one you play if left out"


class DeckCommands(app_commands.Group, name="deck", description="Your side decks of ten cards"):
    """What is in a side deck is for the eyes of whoever plays it; the GM builds those of NPCs."""

    @app_commands.command(description="Build a new side deck")
    @app_commands.describe(name="What it is called", cards=_TYPED, character=_WHOSE)
    async def new(
        self, interaction: discord.Interaction, name: Name, cards: Cards | None = None, character: Owner | None = None
    ) -> None:
        shelf = await shelf_of(interaction, character)
        # Whatever speaks against another deck of that name is said before ten cards are picked.
        kept = shelf.kit.with_deck(name, STANDARD.cards).decks[-1].name
        await _drawn(interaction, shelf, Draft.new(shelf.character.id, kept), cards)

    @app_commands.command(name="edit", description="Change the cards of a side deck")
    @app_commands.describe(name="Which deck", cards=_TYPED, character=_WHOSE)
    async def change(
        self, interaction: discord.Interaction, name: Name, cards: Cards | None = None, character: Owner | None = None
    ) -> None:
        shelf = await shelf_of(interaction, character)
        await _drawn(interaction, shelf, Draft.of(shelf.character.id, own_deck(shelf, name)), cards)

    @app_commands.command(description="All side decks, or one of them card by card; shown to you alone")
    @app_commands.describe(name="Which deck; all of them if left out", character=_WHOSE)
    async def show(
        self, interaction: discord.Interaction, name: Name | None = None, character: Owner | None = None
    ) -> None:
        shelf = await shelf_of(interaction, character)
        view = list_page(shelf) if name is None else deck_page(shelf, shelf.kit.deck(name))
        await whisper(interaction, "", view)

    @app_commands.command(description="Choose the side deck that is played unless you pick another one")
    @app_commands.describe(name="Which deck", character=_WHOSE)
    async def use(self, interaction: discord.Interaction, name: Name, character: Owner | None = None) -> None:
        shelf = await shelf_of(interaction, character)
        await whisper(interaction, "", await put_to_use(interaction, shelf, shelf.kit.deck(name)))

    @app_commands.command(description="Give a side deck another name")
    @app_commands.describe(name="Which deck", to="What it is called from now on", character=_WHOSE)
    async def rename(
        self, interaction: discord.Interaction, name: Name, to: Name, character: Owner | None = None
    ) -> None:
        shelf = await shelf_of(interaction, character)
        shelf = await keep(interaction, shelf, shelf.kit.renamed(name, to))
        await whisper(interaction, "", deck_page(shelf, shelf.kit.deck(to)))

    @app_commands.command(description="Take a side deck apart")
    @app_commands.describe(name="Which deck", character=_WHOSE)
    async def delete(self, interaction: discord.Interaction, name: Name, character: Owner | None = None) -> None:
        shelf = await shelf_of(interaction, character)
        await whisper(interaction, "", farewell_page(shelf, own_deck(shelf, name)))

    @show.autocomplete("name")
    @use.autocomplete("name")
    async def _any_deck(self, interaction: discord.Interaction, current: str) -> Choices:
        return await deck_names(interaction, current, presets=True)

    @change.autocomplete("name")
    @rename.autocomplete("name")
    @delete.autocomplete("name")
    async def _own_deck(self, interaction: discord.Interaction, current: str) -> Choices:
        return await deck_names(interaction, current, presets=False)


async def _drawn(interaction: discord.Interaction, shelf: Shelf, draft: Draft, cards: tuple[str, ...] | None) -> None:
    """Open the picker, or save the cards that were typed at once."""
    if cards is None:
        await whisper(interaction, "", picker(shelf, draft))
        return
    await whisper(interaction, "", await saved(interaction, shelf, draft.holding(ten(cards))))
