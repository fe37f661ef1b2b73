"""/roll: the campaign's own dice, skills and saved rolls by name, and every other notation."""

from discord import app_commands
from discord.ext import commands

from bot.campaigns import Character
from bot.engine.dice import LONGEST
from bot.engine.skills import skill_key
from bot.engine.skills.systems import fits
from bot.engine.words import escape
from bot.errors import NotAllowed
from bot.ui.client import Interaction
from bot.ui.commands.transformers import (
    MOST_CHOICES,
    Choices,
    OwnCharacterOption,
    TextOption,
    character_to_play,
    choice,
)
from bot.ui.context import campaign_of, person_of, services_of, whisper
from bot.ui.panels import page
from cogs.dice.rolling import Audience, roll

OwnCharacter = app_commands.Transform[Character, OwnCharacterOption]


class RollText(TextOption):
    """A roll as people type it. Autocomplete offers saved rolls and skills."""

    async def transform(self, interaction: Interaction, value: str, /) -> str:
        return value

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        character = await _character(interaction, getattr(interaction.namespace, "character", None))
        if character is None:
            return []
        system, sought = (await campaign_of(interaction)).settings.system, skill_key(value)
        saved = [(one.name, f"{one.name}: {one.dice}") for one in await services_of(interaction).rolls.of(character)]
        skills = [(one.name, f"{one.name} {one.rating}") for one in character.sheet.skills if fits(one.rating, system)]
        fitting = [(name, shown) for name, shown in saved + skills if sought in skill_key(name)]
        return [choice(shown, name) for name, shown in fitting][:MOST_CHOICES]


class SavedRollName(TextOption):
    """The name of a saved roll."""

    async def transform(self, interaction: Interaction, value: str, /) -> str:
        return value

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        character = await _character(interaction, getattr(interaction.namespace, "character", None))
        if character is None:
            return []
        saved = await services_of(interaction).rolls.of(character)
        return [choice(one.name, one.name) for one in saved if skill_key(value) in skill_key(one.name)]


async def _character(interaction: Interaction, chosen: object) -> Character | None:
    """Return the character that is chosen in the command, otherwise the one that this person plays, if any."""
    if isinstance(chosen, str) and chosen:
        return await OwnCharacterOption().transform(interaction, chosen)
    campaign = await campaign_of(interaction)
    return await services_of(interaction).characters.active(campaign.id, person_of(interaction).user_id)


class Dice(commands.Cog):
    """Rolls that belong to no table."""

    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.command(description="Roll a skill, a saved roll, or dice: deception adv, 2d20kh1+7, 9D+2, YYG vs PP")
    @app_commands.describe(
        dice="Skill or saved roll (insight dis +2), 2d20kh1+7, or your campaign's dice: 9D+2, +7 adv, YYG vs PP",
        character="Character who rolls. Default: the one you're playing.",
        blind="Show the roll only to the GM, in the GM channel. Default: no.",
        secret="Hide the roll from everyone except you. GM only.",  # noqa: S106  # the help of an option named secret, not a password
    )
    async def roll(
        self,
        interaction: Interaction,
        dice: app_commands.Transform[str, RollText],
        character: OwnCharacter | None = None,
        blind: bool = False,
        secret: bool = False,
    ) -> None:
        if secret and blind:
            raise NotAllowed("Choose either `secret` or `blind`.")
        audience: Audience = "secret" if secret else "blind" if blind else "all"
        await roll(interaction, dice, character, audience)


class SavedRollCommands(commands.GroupCog, group_name="rolls", group_description="Rolls saved under a name"):
    """The saved rolls of a character."""

    @app_commands.command(description="Save a roll under a name for /roll")
    @app_commands.describe(
        name="Name of the roll",
        dice="Dice or a skill: 2d6+3, deception adv",
        character="Character. Default: the one you're playing.",
    )
    async def save(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, 40],
        dice: app_commands.Range[str, 1, LONGEST],
        character: OwnCharacter | None = None,
    ) -> None:
        whose = await character_to_play(interaction, character)
        campaign, rolls = await campaign_of(interaction), services_of(interaction).rolls
        saved = await rolls.save(campaign, person_of(interaction), whose, name, dice)
        told = f"**{escape(whose.name)}** rolls {escape(saved.dice)} with `/roll {saved.name}` from now on."
        await whisper(interaction, told)

    @app_commands.command(name="list", description="List the saved rolls of a character. Only you can see this.")
    @app_commands.describe(character="Character. Default: the one you're playing.")
    async def all_of_them(self, interaction: Interaction, character: OwnCharacter | None = None) -> None:
        whose = await character_to_play(interaction, character)
        saved = await services_of(interaction).rolls.of(whose)
        lines = [f"**{escape(one.name)}**: {escape(one.dice)}" for one in saved]
        none = "No saved rolls yet. Save one with /rolls save."
        await whisper(interaction, "", page(f"### Rolls of {escape(whose.name)}", "\n".join(lines) or none))

    @app_commands.command(description="Delete a saved roll")
    @app_commands.describe(name="Name of the roll", character="Character. Default: the one you're playing.")
    async def delete(
        self,
        interaction: Interaction,
        name: app_commands.Transform[str, SavedRollName],
        character: OwnCharacter | None = None,
    ) -> None:
        whose = await character_to_play(interaction, character)
        campaign, rolls = await campaign_of(interaction), services_of(interaction).rolls
        await rolls.delete(campaign, person_of(interaction), whose, name)
        await whisper(interaction, f"**{escape(whose.name)}** no longer has the saved roll {escape(name)}.")


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Dice())
    await bot.add_cog(SavedRollCommands())
