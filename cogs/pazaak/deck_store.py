"""The side decks of a character: reading and storing them, and the draft of a deck in the ids of its controls."""

import hashlib
import logging
from collections import Counter
from collections.abc import Iterable
from string import ascii_lowercase
from typing import NamedTuple, Self

from discord import app_commands
from pydantic import ValidationError

from bot.campaigns import Campaign, Character
from bot.engine.words import Voice, escape
from bot.errors import NotAllowed, NotFound, RuleError, TooLate
from bot.ui.client import Interaction
from bot.ui.commands.transformers import Choices, LoadoutOwner, character_to_play, choice, require_plays
from bot.ui.context import campaign_of, person_of, services_of
from bot.ui.panels import control_id
from bot.ui.routing import NOT_OFFERED, WORN_OUT, number
from cogs.pazaak.cards import KINDS, in_order
from cogs.pazaak.loadout import DECK_SIZE, STANDARD, PazaakKit, SideDeck, good_name
from cogs.pazaak.state import PazaakRules

log = logging.getLogger(__name__)

GAME_KEY = "pazaak"
WHAT = "The side decks"
_MOST_CHOICES = 25


class Shelf(NamedTuple):
    """The decks of one character at the moment they were read, and the side cards that the character owns."""

    campaign: Campaign
    character: Character
    kit: PazaakKit
    version: int
    """Of the kit as it is stored; 0 if nothing is."""
    owned: Counter[str]
    voice: Voice
    rules: PazaakRules | None
    """Of the Pazaak table in the channel, if there is one."""

    @property
    def whose(self) -> str:
        """The character's name for text that Discord renders."""
        return f"**{escape(self.character.name)}**"


class DeckOwner(LoadoutOwner):
    """Whose side decks this person may see and build."""

    what = WHAT


Owner = app_commands.Transform[Character, DeckOwner]


async def shelf_of(interaction: Interaction, character: Character | None) -> Shelf:
    """Return the decks of this character, else of the one that this person plays. Raises NotFound without one."""
    return await _read(interaction, await campaign_of(interaction), await character_to_play(interaction, character))


async def shelf_numbered(interaction: Interaction, character_id: int) -> Shelf:
    """Return the decks of the character whose number stands in an id, if this person may see them."""
    campaign = await campaign_of(interaction)
    character = await services_of(interaction).characters.get(campaign.id, character_id)
    require_plays(campaign, person_of(interaction), character, WHAT)
    return await _read(interaction, campaign, character)


async def _read(interaction: Interaction, campaign: Campaign, character: Character) -> Shelf:
    services = services_of(interaction)
    kept = await services.kits.get(campaign.id, character.id, GAME_KEY)
    goods = await services.goods.held(campaign.id, character.id, GAME_KEY)
    kit, version = (_readable(kept.text, character), kept.version) if kept else (PazaakKit(), 0)
    owned = Counter(good.kind for good in goods)
    return Shelf(
        campaign, character, kit, version, owned, voice_at(interaction, campaign), await _rules_here(interaction)
    )


def _readable(text: str, character: Character) -> PazaakKit:
    """Read the stored decks. Raises for what can't be read: a change would write over it."""
    try:
        return PazaakKit.from_json(text)
    except ValidationError:
        log.exception("the side decks of character %s can't be read", character.id)
        raise NotAllowed(
            f"The bot can no longer read the side decks of {escape(character.name)}. Nothing is lost, but you can't "
            "change them. Ask the person who runs this bot."
        ) from None


def voice_at(interaction: Interaction, campaign: Campaign) -> Voice:
    """How cards look away from any table."""
    symbols = services_of(interaction).images.symbols
    return Voice(names={}, currency=campaign.settings.currency, symbols=symbols)


async def _rules_here(interaction: Interaction) -> PazaakRules | None:
    table = await services_of(interaction).tables.in_channel(interaction.channel_id or 0)
    return table.rules if table is not None and isinstance(table.rules, PazaakRules) else None


async def keep(interaction: Interaction, shelf: Shelf, kit: PazaakKit) -> Shelf:
    """Keep the decks as they are in `kit`. Raises TooLate if somebody has changed them since they were read, and
    ValueError for decks that couldn't be read again; then nothing is written.
    """
    if kit == shelf.kit:
        return shelf
    text = kit.to_json()
    if PazaakKit.from_json(text) != kit:
        raise ValueError("side decks would not be read again as they are")
    kits, place = services_of(interaction).kits, (shelf.campaign.id, shelf.character.id, GAME_KEY)
    stored = await kits.put(*place, text, shelf.version)
    return shelf._replace(kit=kit, version=stored.version)


def own_deck(shelf: Shelf, name: str) -> SideDeck:
    """Return a deck that the character has built. Raises RuleError for a ready-made one, which stays as it is."""
    deck = shelf.kit.deck(name)
    if deck not in shelf.kit.decks:
        raise NotAllowed(
            f"{escape(deck.name)} is a ready-made deck. Nobody can change it. Build your own with /pazaak deck new."
        )
    return deck


async def deck_names(interaction: Interaction, typed: str, *, presets: bool) -> Choices:
    """Names of decks that hold what was typed, of the character who stands in the same command; none where that is
    nobody of this person's.
    """
    named = getattr(interaction.namespace, "character", None)
    try:
        owner = await DeckOwner().transform(interaction, named) if isinstance(named, str) and named else None
        shelf = await shelf_of(interaction, owner)
    except (NotFound, NotAllowed):
        return []
    decks = shelf.kit.all_decks if presets else shelf.kit.decks
    fitting = [deck.name for deck in decks if typed.strip().casefold() in deck.name.casefold()]
    return [choice(name, name) for name in fitting[:_MOST_CHOICES]]


DRAFT_VERB = "pazaak"
"""Begins the ids of a picker's controls: `pazaak:<what>:<character>:<base>:<cards>:<name>`."""
_LETTER_OF = dict(zip(KINDS, ascii_lowercase, strict=False))
_CODE_OF = {letter: code for code, letter in _LETTER_OF.items()}
_PARTS = 5


class Draft(NamedTuple):
    """The cards so far, for which character and under which name."""

    character_id: int
    base: str
    """What the deck was when its page was opened (`mark`); empty for a new one."""
    cards: tuple[str, ...]
    name: str

    @classmethod
    def new(cls, character_id: int, name: str) -> Self:
        return cls(character_id, "", (), name)

    @classmethod
    def of(cls, character_id: int, deck: SideDeck) -> Self:
        """Begin a draft from a deck that exists."""
        return cls(character_id, mark(deck), deck.cards, deck.name)

    def anew(self, name: str) -> Self:
        """Return the same cards as a new deck of another name."""
        return self._replace(base="", name=name)

    @classmethod
    def read(cls, arguments: list[str]) -> tuple[str, Self]:
        """Read the request and the draft out of the arguments of an id. Raises TooLate for anything else."""
        if len(arguments) < _PARTS:
            raise TooLate(WORN_OUT)
        # A name may hold colons itself.
        what, character_id, base, letters, name = *arguments[:4], ":".join(arguments[4:])
        try:
            cards = tuple(_CODE_OF[letter] for letter in letters)
            shown = good_name(name)
        except (KeyError, RuleError):
            raise TooLate(WORN_OUT) from None
        if len(cards) > DECK_SIZE:
            raise TooLate(WORN_OUT)
        return what, cls(number(character_id), base, cards, shown)

    @property
    def is_new(self) -> bool:
        return not self.base

    @property
    def places_left(self) -> int:
        return DECK_SIZE - len(self.cards)

    def id_for(self, what: str) -> str:
        """Return the id of a control that does `what` with these cards."""
        letters = "".join(_LETTER_OF[code] for code in self.cards)
        return control_id(DRAFT_VERB, what, self.character_id, self.base, letters, self.name)

    def holding(self, cards: Iterable[str]) -> Self:
        """Return the same deck with other cards."""
        return self._replace(cards=in_order(cards))

    def with_cards(self, codes: list[str]) -> Self:
        """With these cards more. Raises RuleError if there aren't places enough for them."""
        _require_known(codes)
        if len(codes) > self.places_left:
            left = {0: "is no place", 1: "is one place"}.get(self.places_left, f"are {self.places_left} places")
            raise RuleError(f"There {left} left in the deck. Remove a card first.")
        return self.holding((*self.cards, *codes))

    def without_cards(self, codes: list[str]) -> Self:
        """With one less of each of these."""
        _require_known(codes)
        return self.holding((Counter(self.cards) - Counter(codes)).elements())

    def filled(self) -> Self:
        """Fill the free places with cards of the standard deck, first with those that aren't there yet."""
        lacking = in_order((Counter(STANDARD.cards) - Counter(self.cards)).elements())
        return self.holding((*self.cards, *(*lacking, *STANDARD.cards)[: self.places_left]))


def _require_known(codes: list[str]) -> None:
    if any(code not in KINDS for code in codes):
        raise TooLate(NOT_OFFERED)


def mark(deck: SideDeck) -> str:
    """Eight digits that are others as soon as the cards are."""
    return hashlib.sha256(",".join(deck.cards).encode()).hexdigest()[:8]
