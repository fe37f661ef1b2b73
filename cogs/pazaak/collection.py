"""The commands of /pazaak cards: the side cards that a character owns, and what the GM gives and takes."""

from collections import Counter
from collections.abc import Iterable

import discord
from discord import app_commands

from bot.campaigns import Character
from bot.engine.speech import Voice, counted, escape, listed
from bot.ui.commands.checks import gm_only
from bot.ui.commands.known import known_to_all
from bot.ui.commands.transformers import Anybody, Own, Reason, ended, played
from bot.ui.context import announce, campaign_of, house_of, person_of, whisper
from bot.ui.panels import page
from cogs.pazaak.card_line import Cards
from cogs.pazaak.cards import KINDS, Family, in_order, pictured, times
from cogs.pazaak.deck_shelf import GAME_KEY, voice_at

Anyone = app_commands.Transform[Character, Anybody]
OwnCharacter = app_commands.Transform[Character, Own]
_SORTS: tuple[tuple[str, tuple[Family, ...]], ...] = (
    ("Plus", ("plus",)),
    ("Minus", ("minus",)),
    ("Plus/minus", ("either", "either_1_2")),
    ("Special", ("flip", "double", "tiebreaker")),
)
_TYPED = "As in +3x2, tiebreaker; at most 100 at once"


class CardCommands(app_commands.Group, name="cards", description="The side cards that a character owns"):
    """A collection matters where a table plays by it, and for what is wagered."""

    @app_commands.command(description="The side cards of a character; shown to you alone")
    @app_commands.describe(character="Whose; the one you play if left out")
    async def show(self, interaction: discord.Interaction, character: OwnCharacter | None = None) -> None:
        await whisper(interaction, "", await _collection(interaction, await played(interaction, character)))

    @app_commands.command(description="For the GM: give a character side cards")
    @app_commands.describe(character="To whom", cards=_TYPED, reason="Why")
    @app_commands.check(gm_only)
    async def grant(
        self, interaction: discord.Interaction, character: Anyone, cards: Cards, reason: Reason = ""
    ) -> None:
        await house_of(interaction).goods.grant(
            character.campaign_id,
            character.id,
            GAME_KEY,
            cards,
            actor=person_of(interaction).user_id,
            key=str(interaction.id),
        )
        await _tell(interaction, character, f"The GM gives {_name(character)} {cards_told(cards)}{ended(reason)}")

    @app_commands.command(description="For the GM: take side cards from a character")
    @app_commands.describe(character="From whom", cards=_TYPED, reason="Why")
    @app_commands.check(gm_only)
    async def take(
        self, interaction: discord.Interaction, character: Anyone, cards: Cards, reason: Reason = ""
    ) -> None:
        await house_of(interaction).goods.take(
            character.campaign_id,
            character.id,
            GAME_KEY,
            cards,
            actor=person_of(interaction).user_id,
            key=str(interaction.id),
        )
        await _tell(interaction, character, f"The GM takes {cards_told(cards)} from {_name(character)}{ended(reason)}")


async def _tell(interaction: discord.Interaction, character: Character, told: str) -> None:
    """A line for everybody, or for the GM alone if the players don't know of the character."""
    if await known_to_all(interaction, (character,)):
        await announce(interaction, told)
    else:
        await whisper(interaction, told)


async def _collection(interaction: discord.Interaction, character: Character) -> discord.ui.LayoutView:
    campaign, goods = await campaign_of(interaction), house_of(interaction).goods
    at_hand = [good.kind for good in await goods.held(campaign.id, character.id, GAME_KEY)]
    wagered = [good.kind for good in await goods.wagered(campaign.id, character.id, GAME_KEY)]
    heading = f"### Side cards\n-# {_name(character)} owns {counted(len(at_hand) + len(wagered), 'card')}"
    voice = voice_at(interaction, campaign)
    texts = [
        f"{sort}: {_pictured(those, voice)}"
        for sort, families in _SORTS
        if (those := [code for code in at_hand if KINDS[code].family in families])
    ]
    if wagered:
        texts.append(f"Wagered: {_pictured(wagered, voice)}")
    if not texts:
        texts.append("The GM gives side cards. Most tables let everybody play a deck of any cards, owned or not.")
    return page(heading, "\n".join(texts))


def _pictured(codes: Iterable[str], voice: Voice) -> str:
    return ", ".join(times(count) + pictured(code, voice) for code, count in _counts(codes))


def cards_told(codes: Iterable[str]) -> str:
    """Cards in a sentence: "the side cards 2 × **+3** and **Tiebreaker**"."""
    cards = tuple(codes)
    named = listed(f"{times(count)}**{KINDS[code].name}**" for code, count in _counts(cards))
    return f"the side {'card' if len(cards) == 1 else 'cards'} {named}"


def _counts(codes: Iterable[str]) -> Iterable[tuple[str, int]]:
    return Counter(in_order(codes)).items()


def _name(character: Character) -> str:
    return f"**{escape(character.name)}**"
