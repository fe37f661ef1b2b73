"""Options of commands that name money, people or channels. Autocomplete offers only what this person may see.

A name may also be typed by hand, and a picked one may be out of date, so both are looked up again.
"""

import re
from typing import ClassVar

import discord
from discord import app_commands

from bot.campaigns import (
    RETIRED,
    Campaign,
    Character,
    HousePurse,
    PartyPurse,
    Person,
    Right,
    may,
    name_key,
    require,
)
from bot.campaigns.wallet import Holder
from bot.engine import words
from bot.engine.words import escape, one_line
from bot.errors import NotAllowed, NotFound, RuleError
from bot.ui.client import Interaction, Shadowport
from bot.ui.context import campaign_of, person_of, services_of

MOST_CHOICES = 25
_LONGEST_CHOICE = 100
# No name of a character can stand for another's number: a picked one is marked.
_PICKED_ID = re.compile(r"#([0-9]{1,16})")
PARTY, HOUSE = "The party's wallet", "The house"
_PARTY_WORDS = frozenset(map(name_key, (PARTY, "the party’s wallet", "party's wallet", "party wallet", "party")))
_HOUSE_WORDS = frozenset(map(name_key, (HOUSE, "house")))

LONGEST_REASON = 200

Choices = list[app_commands.Choice[str]]
Reason = app_commands.Range[str, 1, LONGEST_REASON]
EVERYBODY = "The whole party"
MOST_PURSES = 25
_EVERYBODY_WORDS = frozenset(map(name_key, (EVERYBODY, "whole party")))
_MOST_COMMAS = 2
"""How many commas a single name may hold in such a list."""


def choice(name: str, value: str) -> app_commands.Choice[str]:
    """Build a choice that Discord accepts: on one line, with a name of at most 100 characters."""
    return app_commands.Choice(name=one_line(name)[:_LONGEST_CHOICE], value=value)


async def find_character(
    interaction: Interaction, campaign: Campaign, text: str, *, retired: bool = False
) -> Character:
    """Return the character that was picked or typed, if this person may see it. Only a GM reaches `retired` ones.
    Raises NotFound.
    """
    people, person = services_of(interaction).characters, person_of(interaction)
    if picked := _PICKED_ID.fullmatch(text.strip()):
        character, is_gm = await people.get(campaign.id, int(picked[1])), may(Right.NAMES, person, campaign)
        if (not is_gm and character.is_npc) or (character.retired_at is not None and not (retired and is_gm)):
            raise NotFound("There is no such character in this campaign.")
        return character
    return await people.named(campaign, person, text, retired=retired)


async def suggest_characters(
    interaction: Interaction,
    typed: str,
    *,
    handled: bool = False,
    npcs_only: bool = False,
    retired: bool = False,
) -> Choices:
    """List the characters for autocomplete. With `handled`, only those that this person may play or change; with
    `retired`, GMs also see retired ones, marked as such.
    """
    campaign, person = await campaign_of(interaction), person_of(interaction)
    mine = handled and not may(Right.WALLETS, person, campaign)
    found = await services_of(interaction).characters.search(
        campaign, person, typed, mine=mine, npcs_only=npcs_only, retired=retired
    )
    return [choice(_label(character), f"#{character.id}") for character in found]


def _label(character: Character) -> str:
    if character.is_unclaimed and character.retired_at is None:
        return f"{character.name} (unclaimed)"
    return character.name if character.retired_at is None else f"{character.name} {RETIRED}"


def ended(reason: str) -> str:
    """Return the same as `speech.ended`, with as much of the reason as is kept."""
    return words.ended(one_line(reason)[:LONGEST_REASON])


class Money(app_commands.Transformer[Shadowport]):
    """An amount in the campaign's money, in smallest coins, at least one. Raises MoneyError."""

    async def transform(self, interaction: Interaction, value: str, /) -> int:
        campaign = await campaign_of(interaction)
        return campaign.settings.currency.parse(value)


class TextOption(app_commands.Transformer[Shadowport]):
    """A text that is typed, or picked from what autocomplete offers."""

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:  # pyright: ignore[reportIncompatibleMethodOverride]  # it allows numbers too
        raise NotImplementedError


class CharacterOption(TextOption):
    """A character in play: every PC, and for a GM the NPCs."""

    async def transform(self, interaction: Interaction, value: str, /) -> Character:
        return await find_character(interaction, await campaign_of(interaction), value)

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        return await suggest_characters(interaction, value)


class OwnCharacterOption(CharacterOption):
    """A character that this person may play or change: one of their own, and for a GM everybody."""

    async def transform(self, interaction: Interaction, value: str, /) -> Character:
        character = await super().transform(interaction, value)
        require(Right.CHARACTER, person_of(interaction), await campaign_of(interaction), character)
        return character

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        return await suggest_characters(interaction, value, handled=True)


class Npc(CharacterOption):
    """An NPC, for GMs."""

    async def transform(self, interaction: Interaction, value: str, /) -> Character:
        character = await super().transform(interaction, value)
        if not character.is_npc:
            raise NotFound("That is a player's character, not an NPC.")
        return character

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        return await suggest_characters(interaction, value, npcs_only=True)


class Payee(TextOption):
    """A recipient of a payment: a character, or the party's wallet."""

    async def transform(self, interaction: Interaction, value: str, /) -> Character | PartyPurse:
        campaign = await campaign_of(interaction)
        return party_named(campaign, value) or await find_character(interaction, campaign, value)

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        return names_starting_with(value, PARTY) + (await suggest_characters(interaction, value))[: MOST_CHOICES - 1]


class Purse(TextOption):
    """A purse that this person may look into: their characters', the party's; for a GM everybody's, also of who has
    retired, and the house.
    """

    async def transform(self, interaction: Interaction, value: str, /) -> Holder:
        return await _find_purse(interaction, value)

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        return await _suggest_purses(interaction, value)


async def _find_purse(interaction: Interaction, text: str) -> Holder:
    campaign, person = await campaign_of(interaction), person_of(interaction)
    if shared := party_named(campaign, text) or house_named(campaign, person, text):
        return shared
    character = await find_character(interaction, campaign, text, retired=True)
    require(Right.CHARACTER, person, campaign, character)
    return character


async def _suggest_purses(interaction: Interaction, typed: str) -> Choices:
    is_gm = may(Right.WALLETS, person_of(interaction), await campaign_of(interaction))
    shared = names_starting_with(typed, PARTY, *([HOUSE] if is_gm else []))
    people = await suggest_characters(interaction, typed, handled=True, retired=True)
    return (shared + people)[:MOST_CHOICES]


def party_named(campaign: Campaign, text: str) -> PartyPurse | None:
    return PartyPurse(campaign.id) if name_key(text) in _PARTY_WORDS else None


def house_named(campaign: Campaign, person: Person, text: str) -> HousePurse | None:
    return HousePurse(campaign.id) if name_key(text) in _HOUSE_WORDS and may(Right.WALLETS, person, campaign) else None


def names_starting_with(typed: str, *names: str) -> Choices:
    """Offer those of the names in which some word begins as typed, to be picked by name."""
    sought = name_key(typed)
    return [choice(name, name) for name in names if _has_word(name_key(name), sought)]


def _has_word(name: str, beginning: str) -> bool:
    return name.startswith(beginning) or f" {beginning}" in name


async def character_to_play(interaction: Interaction, chosen: Character | None) -> Character:
    """Return the chosen character, or else the one this person plays. Raises NotFound if they have none."""
    if chosen is not None:
        return chosen
    campaign = await campaign_of(interaction)
    active = await services_of(interaction).characters.active(campaign.id, person_of(interaction).user_id)
    if active is None:
        raise NotFound("You have no character in this campaign yet. Make one with /character new.")
    return active


Place = app_commands.AppCommandChannel | app_commands.AppCommandThread


class ChannelNamed(app_commands.Transformer[Shadowport]):
    """A channel or thread in which tables can be; the bot need not see it."""

    KINDS: ClassVar[tuple[discord.ChannelType, ...]] = (
        discord.ChannelType.text,
        discord.ChannelType.news,
        discord.ChannelType.voice,
        discord.ChannelType.stage_voice,
        discord.ChannelType.news_thread,
        discord.ChannelType.public_thread,
        discord.ChannelType.private_thread,
    )

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return list(self.KINDS)

    async def transform(self, interaction: Interaction, value: Place, /) -> Place:
        return value


class PurseList(TextOption):
    """Purses, each once, in the order they were named: characters of one's own, the party's; for a GM everybody's, all
    of the party, and the house.
    """

    async def transform(self, interaction: Interaction, value: str, /) -> tuple[Holder, ...]:
        parts = [part.strip() for part in value.split(",") if part.strip()]
        if len(parts) > MOST_PURSES:
            raise RuleError(f"Name at most {MOST_PURSES} wallets at once.")
        if not parts:
            raise NotFound("Name a character.")
        found: list[Holder] = []
        while parts:
            named, used = await self._longest_name(interaction, parts)
            found += named
            parts = parts[used:]
        return tuple(dict.fromkeys(found))

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        """Complete the last name of the list."""
        before, comma, last = value.rpartition(",")
        is_gm = may(Right.WALLETS, person_of(interaction), await campaign_of(interaction))
        groups = names_starting_with(last.strip(), EVERYBODY) if is_gm else []
        offered = groups + await _suggest_purses(interaction, last.strip())
        if not comma:
            return offered[:MOST_CHOICES]
        there = {name_key(part) for part in before.split(",")}
        lists = (f"{one_line(before)}, {one.name}" for one in offered if name_key(one.name) not in there)
        return [choice(names, names) for names in lists if len(names) <= _LONGEST_CHOICE][:MOST_CHOICES]

    async def _longest_name(self, interaction: Interaction, parts: list[str]) -> tuple[tuple[Holder, ...], int]:
        """Return the wallets named at the beginning of the list, and the number of its parts that name them."""
        for used in range(min(len(parts), _MOST_COMMAS + 1), 1, -1):
            try:
                return (await _find_purse(interaction, ", ".join(parts[:used])),), used
            except NotFound:
                continue
        campaign, person = await campaign_of(interaction), person_of(interaction)
        group = await _whole_party(interaction, campaign, person, parts[0])
        return group or (await _find_purse(interaction, parts[0]),), 1


async def _whole_party(interaction: Interaction, campaign: Campaign, person: Person, text: str) -> tuple[Holder, ...]:
    if name_key(text) not in _EVERYBODY_WORDS or not may(Right.WALLETS, person, campaign):
        return ()
    return await services_of(interaction).characters.party(campaign.id)


class LoadoutOwner(CharacterOption):
    """A character of one's own, and for a GM the NPCs."""

    what: ClassVar[str]
    """What is whose, at the beginning of a sentence: "The side decks"."""

    async def transform(self, interaction: Interaction, value: str, /) -> Character:
        character = await super().transform(interaction, value)
        require_plays(await campaign_of(interaction), person_of(interaction), character, self.what)
        return character

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        campaign, person = await campaign_of(interaction), person_of(interaction)
        found = await services_of(interaction).characters.search(campaign, person, value, mine=True)
        return [choice(character.name, f"#{character.id}") for character in found]


def require_plays(campaign: Campaign, person: Person, character: Character, what: str) -> None:
    """Refuse anyone who doesn't play the character: not even the GM looks into a player's loadout."""
    require(Right.LOADOUT, person, campaign, character, what=what)
    if character.retired_at is not None:
        raise NotAllowed(f"{escape(character.name)} has retired.")


async def public_holders(interaction: Interaction, holders: tuple[Holder, ...]) -> tuple[Holder, ...]:
    """Return the holders that the players know of: the party's wallet, PCs, and the NPCs who sit in this channel."""
    table = await services_of(interaction).tables.in_channel(interaction.channel_id or 0)
    seated = {chair.character_id for chair in table.record.chairs} if table else set[int]()
    return tuple(
        holder
        for holder in holders
        if isinstance(holder, PartyPurse)
        or (isinstance(holder, Character) and (not holder.is_npc or holder.id in seated))
    )
