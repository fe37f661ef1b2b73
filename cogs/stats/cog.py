"""The commands of /stats."""

from typing import get_args

from discord import app_commands
from discord.ext import commands

from bot import games
from bot.campaigns import Campaign, Character
from bot.errors import NotFound
from bot.reports.csv_text import stats_csv
from bot.reports.stats import Ranking, StatsReport, characters_at
from bot.reports.tables import TableSpan, title_of
from bot.ui.client import Interaction
from bot.ui.commands.transformers import MOST_CHOICES, Choices, OwnCharacterOption, character_to_play, choice
from bot.ui.context import campaign_of, services_of
from bot.ui.files import Form, require_message_to_share, send_file, send_page
from bot.ui.pages.reports import board_page, describe_left_out, nobody, stats_page
from bot.ui.visibility import visible_tables

_AS: dict[Form, str] = {"message": "A message", "csv": "A file to calculate with (CSV)"}
_CALLED: dict[str, Form] = {form: form for form in _AS}
_LONGEST_GAME = 40


class StatsCog(commands.GroupCog, group_name="stats", group_description="The results of characters"):
    """The results of characters over all sessions."""

    @app_commands.command(description="Show a character's results game by game, or the party's at one game")
    @app_commands.describe(
        character="Character of yours, or for the GM any. Default: the one you're playing.",
        game="Game. Without a character, everyone's results at it.",
        form="Message, or a file to calculate with. Default: a message.",
        share="Show it to everyone in this channel. Default: no.",
    )
    @app_commands.choices(form=[app_commands.Choice(name=name, value=value) for value, name in _AS.items()])
    @app_commands.rename(form="as")
    async def show(
        self,
        interaction: Interaction,
        character: app_commands.Transform[Character, OwnCharacterOption] | None = None,
        game: app_commands.Range[str, 1, _LONGEST_GAME] | None = None,
        form: str = "message",
        share: bool = False,
    ) -> None:
        campaign, key = await campaign_of(interaction), None if game is None else _key_of(game)
        medium = _CALLED.get(form, "message")
        require_message_to_share(medium, share=share)
        compared = character is None and key is not None
        own = None if compared else await character_to_play(interaction, character)
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await (
            _party_stats(interaction, campaign, key, by_all=share)
            if own is None and key is not None
            else _character_stats(interaction, campaign, own, key, by_all=share)
        )
        title = title_of(key) if compared and key is not None else None
        if not found.cast:
            raise NotFound(nobody(None if key is None else title_of(key), own.name if own else None, share=share))
        if medium == "csv":
            told = describe_left_out(found) or "All results, as a file to calculate with."
            await send_file(interaction, told, stats_csv(found, campaign.settings.currency), "stats.csv")
        else:
            await send_page(interaction, stats_page(found, campaign.settings.currency, title), share=share)

    @show.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> Choices:
        titles = ((entry.game.title, key) for key, entry in games.games().items())
        return [choice(title, key) for title, key in titles if current.casefold() in title.casefold()][:MOST_CHOICES]

    @app_commands.command(description="Rank the party's characters over all games")
    @app_commands.describe(by="Order. Default: winnings.", share="Show it to everyone in this channel. Default: no.")
    @app_commands.choices(by=[app_commands.Choice(name=by, value=by) for by in get_args(Ranking)])
    async def board(self, interaction: Interaction, by: str = "winnings", share: bool = False) -> None:
        campaign = await campaign_of(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await _party_stats(interaction, campaign, None, by_all=share)
        if not found.cast:
            raise NotFound(nobody(None, share=share))
        ranking: Ranking = next(one for one in get_args(Ranking) if one == by)
        await send_page(interaction, board_page(found, campaign.settings.currency, ranking), share=share)


def _key_of(named: str) -> str:
    """Return the key of a game by its key or title, picked or typed. Raises NotFound."""
    sought = named.strip().casefold()
    for key, spec in games.games().items():
        if sought in {key.casefold(), spec.game.title.casefold()}:
            return key
    raise NotFound("There is no such game here.")


async def _character_stats(
    interaction: Interaction, campaign: Campaign, own: Character | None, key: str | None, *, by_all: bool
) -> StatsReport:
    """Return a character's results at all tables; with `by_all`, only at tables that everybody can see."""
    if own is None:
        raise NotFound("You have no character in this campaign yet. Make one with /character new.")
    evenings = services_of(interaction).evenings
    rooms = await (visible_tables(interaction, campaign, by_all=True) if by_all else evenings.rooms(campaign.id))
    return await evenings.fared(campaign.id, rooms, (own.id,), key)


async def _party_stats(interaction: Interaction, campaign: Campaign, key: str | None, *, by_all: bool) -> StatsReport:
    """Return the results of every PC at a game, or at all, at the tables that the person can see."""
    rooms: tuple[TableSpan, ...] = await visible_tables(interaction, campaign, by_all=by_all)
    evenings = services_of(interaction).evenings
    pcs = [one.character_id for one in await characters_at(evenings.db, rooms, key) if not one.is_npc]
    return await evenings.fared(campaign.id, rooms, pcs, key)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(StatsCog())
