"""The recipients in GM commands: one or several with commas, a table, the party, a shared wallet."""

from bot.campaigns import Campaign, Character, PartyPurse, Right, may, name_key
from bot.campaigns.wallet import Holder
from bot.engine.words import escape, listed, one_line
from bot.errors import NotFound, RuleError
from bot.tables.model import Table
from bot.ui.client import Interaction
from bot.ui.commands.transformers import (
    HOUSE,
    MOST_CHOICES,
    PARTY,
    Choices,
    TextOption,
    choice,
    find_character,
    house_named,
    names_starting_with,
    party_named,
    suggest_characters,
)
from bot.ui.context import campaign_of, person_of, services_of

TABLE, EVERYBODY = "Everyone at this table", "The whole party"
MOST_TYPED = 50
"""Names in one list; a party or a table may be larger."""
_MOST_COMMAS = 2
"""How many commas a single name may hold in such a list."""
_MOST_TOLD = 8
_LONGEST_CHOICE = 100


class Recipients(TextOption):
    """Holders of money, each once, in the order they were named, retired characters too. For GMs."""

    groups = (TABLE, EVERYBODY, PARTY, HOUSE)
    """The names of groups and of shared wallets."""
    retired = True
    """True if retired characters may be named."""

    async def transform(self, interaction: Interaction, value: str, /) -> tuple[Holder, ...]:
        campaign = await campaign_of(interaction)
        parts = [part.strip() for part in value.split(",") if part.strip()]
        if len(parts) > MOST_TYPED:
            raise RuleError(f"Name at most {MOST_TYPED} at once, or choose a whole table or the party.")
        found: list[Holder] = []
        while parts:
            named, used = await self._longest(interaction, campaign, parts)
            found += named
            parts = parts[used:]
        return tuple(dict.fromkeys(found))

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        """Complete the last name of the list."""
        if not may(Right.MONEY, person_of(interaction), await campaign_of(interaction)):
            return []
        before, comma, last = value.rpartition(",")
        people = await suggest_characters(interaction, last.strip(), retired=self.retired)
        offered = names_starting_with(last, *self.groups) + people
        if not comma:
            return offered[:MOST_CHOICES]
        there = {name_key(part) for part in before.split(",")}
        lists = (f"{one_line(before)}, {one.name}" for one in offered if name_key(one.name) not in there)
        return [choice(names, names) for names in lists if len(names) <= _LONGEST_CHOICE][:MOST_CHOICES]

    async def _longest(
        self, interaction: Interaction, campaign: Campaign, parts: list[str]
    ) -> tuple[tuple[Holder, ...], int]:
        """Return the holders named first in the list, and how many parts they take: a name may hold commas itself."""
        for used in range(min(len(parts), _MOST_COMMAS + 1), 1, -1):
            try:
                text = ", ".join(parts[:used])
                return (await find_character(interaction, campaign, text, retired=self.retired),), used
            except NotFound:
                continue
        group = await _group_named(interaction, campaign, parts[0])
        return group or (await find_character(interaction, campaign, parts[0], retired=self.retired),), 1


class Sharers(Recipients):
    """Characters in play who share something out. For GMs."""

    groups = (TABLE, EVERYBODY)
    retired = False

    async def transform(self, interaction: Interaction, value: str, /) -> tuple[Character, ...]:
        found = await super().transform(interaction, value)
        if not all(isinstance(holder, Character) for holder in found):
            raise RuleError("The party's money goes to characters. Name only characters.")
        return tuple(holder for holder in found if isinstance(holder, Character))


async def _group_named(interaction: Interaction, campaign: Campaign, text: str) -> tuple[Holder, ...]:
    """Return a shared wallet, the party or everyone at this table; empty for other text."""
    people, key = services_of(interaction).characters, name_key(text)
    if shared := party_named(campaign, text) or house_named(campaign, person_of(interaction), text):
        return (shared,)
    if key in {name_key(EVERYBODY), "whole party"}:
        party = await people.party(campaign.id)
        if not party:
            raise NotFound("There is nobody in the party yet.")
        return party
    if key in {name_key(TABLE), "this table", "table"}:
        table = await table_here(interaction, campaign)
        if not table.record.chairs:
            raise NotFound("Nobody sits at this table.")
        return tuple([await people.get(campaign.id, chair.character_id) for chair in table.record.chairs])
    return ()


async def table_here(interaction: Interaction, campaign: Campaign) -> Table:
    """Return the open table of this channel. Raises NotFound without one, and for another campaign's."""
    table = await services_of(interaction).tables.in_channel(interaction.channel_id or 0)
    if table is None or table.record.campaign_id != campaign.id:
        raise NotFound("There is no table in this channel.")
    return table


def names_of(holders: tuple[Holder, ...]) -> str:
    """Name the holders; of many the first, and how many more."""
    names = [_name_of(holder) for holder in holders]
    if len(names) > _MOST_TOLD:
        names = [*names[: _MOST_TOLD - 1], f"{len(names) - _MOST_TOLD + 1} others"]
    return listed(names)


def _name_of(holder: Holder) -> str:
    if isinstance(holder, Character):
        return f"**{escape(holder.name)}**"
    return "the party's wallet" if isinstance(holder, PartyPurse) else "the house"
