"""What the buttons and the menu on the pages of side decks do."""

import discord

from bot.errors import TooLate
from bot.ui.control import NOT_OFFERED, control, number
from bot.ui.handlers.answers import part
from bot.ui.retrying import answer_here
from cogs.pazaak.deck_draft import Draft
from cogs.pazaak.deck_pages import VERB, deck_name, deck_page, farewell_page, list_page, use_told
from cogs.pazaak.deck_picker import picker
from cogs.pazaak.deck_shelf import Shelf, keep, own_deck, shelf_numbered
from cogs.pazaak.loadout import SideDeck


@control(VERB)
async def _clicked(interaction: discord.Interaction, arguments: list[str], picked: list[str]) -> None:
    """`pazaak_deck:<what>:<character>:<name or page>`; a menu picks the name."""
    what, wanted = part(arguments, 0), ":".join(arguments[2:])
    shelf = await shelf_numbered(interaction, number(part(arguments, 1)))
    if what == "all":
        await answer_here(interaction, list_page(shelf, number(wanted)))
        return
    deck = shelf.kit.deck(picked[0] if picked else wanted)
    await answer_here(interaction, await _about_one(interaction, shelf, deck, what))


async def _about_one(
    interaction: discord.Interaction, shelf: Shelf, deck: SideDeck, what: str
) -> discord.ui.LayoutView:
    match what:
        case "show":
            return deck_page(shelf, deck)
        case "use":
            return await put_to_use(interaction, shelf, deck)
        case "edit":
            return picker(shelf, Draft.of(shelf.character.id, own_deck(shelf, deck.name)))
        case "drop":
            return farewell_page(shelf, own_deck(shelf, deck.name))
        case "gone":
            return await _taken_apart(interaction, shelf, deck)
        case _:
            raise TooLate(NOT_OFFERED)


async def put_to_use(interaction: discord.Interaction, shelf: Shelf, deck: SideDeck) -> discord.ui.LayoutView:
    """Make it the deck that is played when nobody chooses, and show it."""
    shelf = await keep(interaction, shelf, shelf.kit.using_deck(deck.name))
    return deck_page(shelf, deck, use_told(shelf, deck))


async def _taken_apart(interaction: discord.Interaction, shelf: Shelf, deck: SideDeck) -> discord.ui.LayoutView:
    shelf = await keep(interaction, shelf, shelf.kit.without(deck.name))
    return list_page(shelf, 0, f"{deck_name(deck)} is taken apart.")
