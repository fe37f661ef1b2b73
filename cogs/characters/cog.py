"""The commands of /character."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaigns import Character, Right
from bot.engine.words import escape
from bot.portability.characters import MADE_BY, MOST_BYTES
from bot.ui.client import Interaction
from bot.ui.commands.checks import needs
from bot.ui.commands.transformers import OwnCharacterOption, character_to_play
from bot.ui.context import campaign_of, person_of, services_of, whisper
from bot.ui.files import read_attachment
from bot.ui.gm.requests import requests_page
from bot.ui.pages.sheets import EDIT, NEW, SKILLS, sheet_page
from bot.ui.routing import OPENS
from cogs.characters.importing import IMPORT, import_page
from cogs.characters.pages import (
    Claimable,
    Unclaimed,
    claim,
    claims_page,
    hand_over,
    list_page,
    retire_page,
    set_reminders,
)

OwnCharacter = app_commands.Transform[Character, OwnCharacterOption]


class Characters(commands.GroupCog, group_name="character", group_description="Your characters"):
    """A user may have several characters in a campaign, and plays one of them at a time."""

    @app_commands.command(description="Create a character", extras={OPENS: True})
    async def new(self, interaction: Interaction) -> None:
        await NEW.ask(interaction)

    @app_commands.command(name="edit", description="Change the name and skills of a character", extras={OPENS: True})
    @app_commands.describe(character="Character. Default: the one you're playing.")
    async def change(self, interaction: Interaction, character: OwnCharacter | None = None) -> None:
        await EDIT.ask(interaction, (await character_to_play(interaction, character)).id)

    @app_commands.command(description="Enter a character's skills", extras={OPENS: "sheet"})
    @app_commands.describe(
        sheet="Skills: Gambling 8D, Perception 3D+2. Default: a form opens.",
        character="Character. Default: the one you're playing.",
    )
    async def skills(
        self,
        interaction: Interaction,
        sheet: app_commands.Range[str, 1, 3000] | None = None,
        character: OwnCharacter | None = None,
    ) -> None:
        whose = await character_to_play(interaction, character)
        if sheet is None:
            await SKILLS.ask(interaction, whose.id)
            return
        await SKILLS.take(interaction, [str(whose.id)], {"skills": sheet})

    @app_commands.command(
        name="import", description="Bring a character from another program, after a preview", extras={OPENS: "file"}
    )
    @app_commands.describe(
        file=f"JSON from {MADE_BY}, at most 1 MiB. Default: a form for text opens.",
        character="Character that gets the skills. Default: yours of that name, or a new one.",
        name="Name of the new character. Default: the one in the file.",
    )
    async def bring(
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        character: OwnCharacter | None = None,
        name: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        if file is None:
            await IMPORT.ask(interaction, 0 if character is None else character.id)
            return
        content = await read_attachment(interaction, file, MOST_BYTES)
        await whisper(interaction, "", await import_page(interaction, content, character, name))

    @app_commands.command(name="requests", description="Decide on skills and coins that players import. GM only.")
    @app_commands.check(needs(Right.PROPOSALS))
    async def decisions(self, interaction: Interaction) -> None:
        await whisper(interaction, "", await requests_page(interaction, await campaign_of(interaction)))

    @app_commands.command(description="Show a character's skills and money. Only you can see this.")
    @app_commands.describe(character="Character. Default: the one you're playing.")
    async def show(self, interaction: Interaction, character: OwnCharacter | None = None) -> None:
        whose = await character_to_play(interaction, character)
        await whisper(interaction, "", await sheet_page(interaction, await campaign_of(interaction), whose))

    @app_commands.command(name="list", description="List your characters and the party")
    async def all_of_them(self, interaction: Interaction) -> None:
        await whisper(interaction, "", await list_page(interaction))

    @app_commands.command(description="Switch to another of your characters")
    @app_commands.describe(character="Character that you play from now on")
    async def use(self, interaction: Interaction, character: OwnCharacter) -> None:
        people, campaign = services_of(interaction).characters, await campaign_of(interaction)
        await people.use(campaign, person_of(interaction), character)
        await whisper(interaction, f"You play **{escape(character.name)}** from now on.")

    @app_commands.command(name="claim", description="Claim the characters of an imported campaign that are yours")
    @app_commands.describe(character="Character. Default: you choose from a list.")
    async def take_over(self, interaction: Interaction, character: Claimable | None = None) -> None:
        note = "" if character is None else await claim(interaction, character)
        await whisper(interaction, "", await claims_page(interaction, note))

    @app_commands.command(description="Give an unclaimed character to a player. GM only.")
    @app_commands.describe(character="Character", member="Player of the character from now on")
    @app_commands.check(needs(Right.UNCLAIMED))
    async def hand(self, interaction: Interaction, character: Unclaimed, member: discord.Member) -> None:
        await hand_over(interaction, character, member)

    @app_commands.command(description="Retire a character for good")
    @app_commands.describe(character="Character")
    async def retire(self, interaction: Interaction, character: OwnCharacter) -> None:
        await whisper(interaction, "", await retire_page(interaction, character))

    @app_commands.command(description="Choose how I remind you of your turn. Only you can see this.")
    @app_commands.describe(
        turns="Mentions at your turn. Default: as they are, at first on.",
        direct="Direct messages when a play-by-post table waits for you. Default: as they are, at first off.",
    )
    async def reminders(
        self,
        interaction: Interaction,
        turns: Literal["on", "off"] | None = None,
        direct: Literal["on", "off"] | None = None,
    ) -> None:
        await set_reminders(
            interaction, None if turns is None else turns == "on", None if direct is None else direct == "on"
        )


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Characters())
