"""The commands of /pazaak cards: the side cards that a character owns, and what the GM gives and takes."""

from collections import Counter
from collections.abc import Iterable

import discord
from discord import app_commands

from bot.campaigns import Character
from bot.engine.speech import counted, escape, listed
from bot.ui.context import announce, campaign_of, house_of, person_of, whisper
from bot.ui.known import known_to_all
from bot.ui.panels import page
from bot.ui.rights import gm_only
from bot.ui.transformers import Anybody, Own, Reason, ended, played
from cogs.pazaak.card_line import Cards
from cogs.pazaak.cards import KINDS, Family, in_order
from cogs.pazaak.deck_shelf import GAME_KEY

Anyone = app_commands.Transform[Character, Anybody]
OwnCharacter = app_commands.Transform[Character, Own]
_SORTS: tuple[tuple[str, tuple[Family, ...]], ...] = (
    ("Plus", ("plus",)),
    ("Minus", ("minus",)),
    ("Plus/minus", ("either", "either_1_2")),
    ("Special", ("flip", "double", "tiebreaker")),
)
_NUMBERED: tuple[Family, ...] = ("plus", "minus", "either", "either_1_2")
_TYPED = "As in +3 x2, tiebreaker; at most 100 at once"


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
    lines = [f"{sort}: {_counted([code for code in at_hand if KINDS[code].family in of])}" for sort, of in _SORTS]
    texts = [line for line in lines if not line.endswith(": ")]
    if wagered:
        texts.append(f"Wagered: {_counted(wagered)}")
    if not texts:
        texts.append("The GM gives side cards. Most tables let everybody play a deck of any cards, owned or not.")
    return page(heading, "\n".join(texts))


def cards_told(codes: Iterable[str]) -> str:
    """Cards in a sentence: "the side card +3", "the side cards +3 (two of them) and Tiebreaker"."""
    cards = tuple(codes)
    return f"the side {'card' if len(cards) == 1 else 'cards'} {listed(_each(cards))}"


def _counted(codes: Iterable[str]) -> str:
    return ", ".join(_each(codes))


def _each(codes: Iterable[str]) -> list[str]:
    """Each kind as it is called, with how many there are of it."""
    counts = Counter(in_order(codes)).items()
    return [f"{_called(code)} x{count}" if count > 1 else _called(code) for code, count in counts]


def _called(code: str) -> str:
    card = KINDS[code]
    return f"**{card.text if card.family in _NUMBERED else card.name}**"


def _name(character: Character) -> str:
    return f"**{escape(character.name)}**"
