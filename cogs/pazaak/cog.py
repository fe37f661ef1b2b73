"""`/pazaak`: side decks and the cards they are built of."""

from discord.ext import commands

from cogs.pazaak.collection import CardCommands
from cogs.pazaak.decks import DeckCommands


class PazaakCog(commands.GroupCog, name="pazaak", description="Closest to twenty"):
    """Side decks and collections."""

    deck = DeckCommands()
    cards = CardCommands()


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(PazaakCog())
