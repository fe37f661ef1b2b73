"""Whose kit somebody may look at and change: what a character brings to a game is for whoever plays it."""

from typing import ClassVar

import discord

from bot.campaigns import Campaign, Character, Person, may_gm
from bot.engine.speech import escape
from bot.errors import NotAllowed
from bot.ui.commands.transformers import Anybody, Choices, choice
from bot.ui.context import campaign_of, house_of, person_of


class KitOwner(Anybody):
    """A character of one's own, and for a GM the NPCs."""

    what: ClassVar[str]
    """What is whose, at the beginning of a sentence: "The side decks"."""

    async def transform(self, interaction: discord.Interaction, value: str, /) -> Character:
        character = await super().transform(interaction, value)
        require_plays(await campaign_of(interaction), person_of(interaction), character, self.what)
        return character

    async def autocomplete(self, interaction: discord.Interaction, value: str, /) -> Choices:
        campaign, person = await campaign_of(interaction), person_of(interaction)
        found = await house_of(interaction).characters.search(campaign, person, value, mine=True)
        return [choice(character.name, f"#{character.id}") for character in found]


def require_plays(campaign: Campaign, person: Person, character: Character, what: str) -> None:
    """Refuse whoever doesn't play the character: not even the GM looks into what a player brings."""
    if character.owner_id != person.user_id and not (character.is_npc and may_gm(campaign, person)):
        raise NotAllowed(f"{what} of {escape(character.name)} are for whoever plays them.")
    if character.retired_at is not None:
        raise NotAllowed(f"{escape(character.name)} has retired.")
