"""Several purses in one option, with commas between them: those that whoever types may look into."""

import discord

from bot.campaigns import Campaign, Person, may_gm, name_key
from bot.campaigns.wallet import Holder
from bot.engine.speech import one_line
from bot.errors import NotFound, RuleError
from bot.ui.commands.transformers import MOST_CHOICES, Choices, Purse, begun_by, choice
from bot.ui.context import campaign_of, house_of, person_of

EVERYBODY = "The whole party"
MOST_PURSES = 25
_EVERYBODY_WORDS = frozenset(map(name_key, (EVERYBODY, "whole party")))
_MOST_COMMAS = 2
"""How many commas a single name may hold in such a list."""
_LONGEST_CHOICE = 100


class PurseList(Purse):
    """Purses, each once, in the order they were named: characters of one's own, the party's; for a GM everybody's, all
    of the party, and the house.
    """

    async def transform(self, interaction: discord.Interaction, value: str, /) -> tuple[Holder, ...]:  # pyright: ignore[reportIncompatibleMethodOverride]
        parts = [part.strip() for part in value.split(",") if part.strip()]
        if len(parts) > MOST_PURSES:
            raise RuleError(f"Name at most {MOST_PURSES} purses at once.")
        if not parts:
            raise NotFound("Name a character.")
        found: list[Holder] = []
        while parts:
            named, used = await self._longest(interaction, parts)
            found += named
            parts = parts[used:]
        return tuple(dict.fromkeys(found))

    async def autocomplete(self, interaction: discord.Interaction, value: str, /) -> Choices:
        """Completes the last name of the list."""
        before, comma, last = value.rpartition(",")
        is_gm = may_gm(await campaign_of(interaction), person_of(interaction))
        groups = begun_by(last.strip(), EVERYBODY) if is_gm else []
        offered = groups + await super().autocomplete(interaction, last.strip())
        if not comma:
            return offered[:MOST_CHOICES]
        there = {name_key(part) for part in before.split(",")}
        lists = (f"{one_line(before)}, {one.name}" for one in offered if name_key(one.name) not in there)
        return [choice(names, names) for names in lists if len(names) <= _LONGEST_CHOICE][:MOST_CHOICES]

    async def _longest(self, interaction: discord.Interaction, parts: list[str]) -> tuple[tuple[Holder, ...], int]:
        """Whose purses are named at the beginning of the list, and by how many of its parts."""
        for used in range(min(len(parts), _MOST_COMMAS + 1), 1, -1):
            try:
                return (await super().transform(interaction, ", ".join(parts[:used])),), used
            except NotFound:
                continue
        campaign, person = await campaign_of(interaction), person_of(interaction)
        group = await _party(interaction, campaign, person, parts[0])
        return group or (await super().transform(interaction, parts[0]),), 1


async def _party(interaction: discord.Interaction, campaign: Campaign, person: Person, text: str) -> tuple[Holder, ...]:
    if name_key(text) not in _EVERYBODY_WORDS or not may_gm(campaign, person):
        return ()
    return await house_of(interaction).characters.party(campaign.id)
