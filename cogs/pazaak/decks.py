"""Side decks on Discord: the commands of `/pazaak deck` and `/pazaak cards`, the pages, and the picker."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count

import discord
from discord import app_commands

from bot.campaigns import Character, Right
from bot.engine.words import Voice, counted, escape, listed
from bot.errors import TooLate
from bot.ui.client import Interaction
from bot.ui.commands.checks import needs
from bot.ui.commands.transformers import (
    MOST_CHOICES,
    CharacterOption,
    Choices,
    OwnCharacterOption,
    Reason,
    TextOption,
    character_to_play,
    choice,
    ended,
    public_holders,
)
from bot.ui.context import announce, campaign_of, person_of, services_of, whisper
from bot.ui.forms import answer_here
from bot.ui.handlers.answers import part
from bot.ui.pages.paging import paged, split_pages
from bot.ui.panels import Component, button, control_id, option, page, select
from bot.ui.routing import NOT_OFFERED, control, number
from cogs.pazaak.cards import KINDS, MINUS, Family, SideCard, in_order, in_short, pictured, read_cards, times
from cogs.pazaak.deck_store import (
    DRAFT_VERB,
    GAME_KEY,
    Draft,
    Owner,
    Shelf,
    deck_names,
    keep,
    mark,
    own_deck,
    shelf_numbered,
    shelf_of,
    voice_at,
)
from cogs.pazaak.loadout import (
    DECK_SIZE,
    MOST_DECKS,
    PRESET_DECKS,
    STANDARD,
    PazaakKit,
    SideDeck,
    find,
    missing,
    name_with,
    ten,
)
from cogs.pazaak.state import Objection, PazaakRules, objections

_HERE = "The table in this channel"


_LONGEST_CHOICE = 100
_LAST_WORD = re.compile(r"(.*[,;\s])?([^,;\s]*)", re.DOTALL)


class CardLine(TextOption):
    """The codes of a line such as "+1 +2 -3x2 D", in the order typed. Raises Unreadable."""

    async def transform(self, interaction: Interaction, value: str, /) -> tuple[str, ...]:
        return read_cards(value)

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        """Completes the last card of the line, by what is on it or what it is called."""
        found = _LAST_WORD.fullmatch(value)
        before, last = (found[1] or "", found[2].casefold()) if found else ("", "")
        lines = (f"{before.lstrip()}{card.name}" for card in KINDS.values() if _is_begun(card, last))
        return [choice(line, line) for line in lines if len(line) <= _LONGEST_CHOICE][:MOST_CHOICES]


def _is_begun(card: SideCard, typed: str) -> bool:
    names = (card.name, card.face, card.spelled)
    return any(name.casefold().startswith(typed.replace("-", MINUS)) or typed in name.casefold() for name in names)


Cards = app_commands.Transform[tuple[str, ...], CardLine]


def notes_on(shelf: Shelf, cards: Iterable[str]) -> tuple[str, ...]:
    """Small lines below a deck that is finished or being built; none without cards."""
    codes = in_order(cards)
    if not codes:
        return ()
    return tuple(f"-# {note}" for note in (*_owning(shelf, codes), *_at_this_table(shelf, codes)))


def _owning(shelf: Shelf, codes: tuple[str, ...]) -> tuple[str, ...]:
    if not shelf.owned:
        return (f"{shelf.whose} owns no side cards yet. That matters only where side decks come from your own cards.",)
    lacking = missing(codes, shelf.owned.elements())
    if not lacking:
        return (f"{shelf.whose} owns all of these cards.",)
    return (f"Not owned by {shelf.whose}: {in_short(lacking)}.",)


def _at_this_table(shelf: Shelf, codes: tuple[str, ...]) -> tuple[str, ...]:
    """Why the deck can't be played at the Pazaak table of the channel, if there is one."""
    rules = shelf.rules
    if rules is None or codes == STANDARD.cards:
        return ()
    return tuple(_told(one, rules) for one in objections(rules, codes, shelf.owned.elements()))


def _told(objection: Objection, rules: PazaakRules) -> str:
    names = [KINDS[code].name for code in objection.cards]
    match objection.why:
        case "standard":
            return f"{_HERE} plays with the standard deck only."
        case "barred":
            return f"{_HERE} doesn't allow {listed(names, 'or')}."
        case "copies":
            most = "one" if rules.copies == 1 else str(rules.copies)
            return f"{_HERE} allows only {most} of each card. This deck has more of {listed(names)}."
        case "lacking":
            return f"{_HERE} allows only decks of cards that your character owns."


VERB = "pazaak_deck"
"""Begins the ids of these pages' controls: `pazaak_deck:<what>:<character>:<name or page>`."""
PAGE = 10
"""Decks on a page."""
_IN_A_ROW = 5
_FREE = "▢"
_NO_DECKS = "You have no decks of your own yet. Build one with /pazaak deck new, or play a ready-made one."


def list_page(shelf: Shelf, at: int = 0, *notes: str) -> discord.ui.LayoutView:
    """Show page `at` of the character's decks, then the ready-made ones, and a menu to look at one of them."""
    decks = shelf.kit.decks
    own = [_line(shelf, deck) for deck in decks]
    pages = list(split_pages(own or [_NO_DECKS], most=PAGE))
    pages[-1] += "\n-# Ready-made decks\n" + "\n".join(_line(shelf, deck) for deck in PRESET_DECKS)
    head = (f"### Side decks\n-# {shelf.whose} · {len(decks)} of {MOST_DECKS} decks", *notes)
    return paged(head, pages, at, lambda to: _id("all", shelf, to), rows=[[_menu(shelf)]])


def deck_name(deck: SideDeck) -> str:
    """Its name for text that Discord renders."""
    return f"**{escape(deck.name)}**"


def _line(shelf: Shelf, deck: SideDeck) -> str:
    in_use = " · in use" if deck == shelf.kit.in_use else ""
    return f"{deck_name(deck)}{in_use}\n-# {in_short(deck.cards)}"


def _menu(shelf: Shelf) -> Component:
    options = [option(deck.name, deck.name, in_short(deck.cards)[:100]) for deck in shelf.kit.all_decks]
    return select(_id("show", shelf, ""), "Show a deck…", options)


def deck_page(shelf: Shelf, deck: SideDeck, *notes: str) -> discord.ui.LayoutView:
    """One deck, card by card, and what can be done with it."""
    is_own, in_use = deck in shelf.kit.decks, deck == shelf.kit.in_use
    whose = f"Side deck of {shelf.whose}" if is_own else "Ready-made deck"
    heading = f"### {escape(deck.name)}\n-# {whose}{' · in use' if in_use else ''}"
    row = [button("Use", _id("use", shelf, deck.name), discord.ButtonStyle.primary, disabled=in_use)]
    if is_own:
        row.append(button("Change…", _id("edit", shelf, deck.name)))
        row.append(button("Delete…", _id("drop", shelf, deck.name)))
    row.append(button("All decks", _id("all", shelf, 0)))
    return page(heading, places(deck.cards, shelf.voice), *notes_on(shelf, deck.cards), *notes, rows=[row])


def use_told(shelf: Shelf, deck: SideDeck) -> str:
    """Whether this is the deck that is played when nobody chooses."""
    if deck == shelf.kit.in_use:
        return f"{shelf.whose} plays it unless you pick another deck."
    return f"Press “Use” to make it the deck that {shelf.whose} usually plays."


def farewell_page(shelf: Shelf, deck: SideDeck) -> discord.ui.LayoutView:
    """Whether they really mean it."""
    text = f"Delete {deck_name(deck)}? {shelf.whose} keeps all side cards."
    yes = button(f"Delete {deck.name}", _id("gone", shelf, deck.name), discord.ButtonStyle.danger)
    return page(text, rows=[[yes, button("Keep it", _id("show", shelf, deck.name))]])


def places(cards: Iterable[str], voice: Voice) -> str:
    """Ten places with the cards in them, and the same once more in words."""
    codes = tuple(cards)
    shown = [card_shown(code, voice) for code in codes] + [_FREE] * (DECK_SIZE - len(codes))
    rows = [" ".join(shown[at : at + _IN_A_ROW]) for at in range(0, DECK_SIZE, _IN_A_ROW)]
    return "\n".join((*(f"## {row}" for row in rows), *([f"-# {in_short(codes)}"] if codes else [])))


def card_shown(code: str, voice: Voice) -> str:
    """Show the image of a card, or its few letters set apart from others."""
    card = KINDS[code]
    return voice.symbol(card.picture, f"`{card.face}`")


def _id(what: str, shelf: Shelf, argument: object) -> str:
    return control_id(VERB, what, shelf.character.id, argument)


_GROUPS = (
    ("add_plus", "Add plus cards…", ("plus",)),
    ("add_minus", "Add minus cards…", ("minus",)),
    ("add_either", "Add plus/minus cards…", ("either",)),
    ("add_special", "Add special cards…", ("either_1_2", "flip", "double", "tiebreaker")),
)
ADDING = frozenset(what for what, _, _ in _GROUPS)
_EMPTY = "Add cards with the menus. A deck may hold the same card more than once."


def picker(shelf: Shelf, draft: Draft, question: str = "", ways: Sequence[Component] = ()) -> discord.ui.LayoutView:
    """Show the ten places, menus that fill and empty them, and a way to save as soon as all are taken; below them a
    question with the buttons that answer it.
    """
    whose = "A new side deck of" if draft.is_new else "Side deck of"
    heading = f"### {escape(draft.name)}\n-# {whose} {shelf.whose} · {len(draft.cards)} of {DECK_SIZE} cards"
    notes = notes_on(shelf, draft.cards) or (_EMPTY,)
    rows: list[list[Component]] = [[_adding(shelf, draft, *group)] for group in _GROUPS if draft.places_left]
    if draft.cards:
        rows.append([_taking_out(shelf, draft)])
    rows += filter(None, [_buttons(draft), list(ways)])
    return page(heading, places(draft.cards, shelf.voice), *notes, question, rows=rows)


def _adding(shelf: Shelf, draft: Draft, what: str, placeholder: str, families: tuple[str, ...]) -> Component:
    there = Counter(draft.cards)
    options = [
        _option(shelf, card, _counts(there[card.code], shelf.owned[card.code] if shelf.owned else None))
        for card in KINDS.values()
        if card.family in families
    ]
    return select(draft.id_for(what), placeholder, options, at_most=min(len(options), draft.places_left))


def _taking_out(shelf: Shelf, draft: Draft) -> Component:
    there = Counter(draft.cards)
    options = [_option(shelf, KINDS[code], _counts(count, None)) for code, count in there.items()]
    return select(draft.id_for("out"), "Remove cards…", options, at_most=len(options))


def _option(shelf: Shelf, card: SideCard, description: str | None) -> Component:
    return option(card.name, card.code, description, emoji=shelf.voice.symbol(card.picture, ""))


def _counts(in_deck: int, owned: int | None) -> str | None:
    parts = [f"{in_deck} in the deck"] if in_deck else []
    if owned is not None:
        parts.append(f"{owned} owned")
    return ", ".join(parts) or None


def _buttons(draft: Draft) -> list[Component]:
    is_full = not draft.places_left
    return [
        button("Save", draft.id_for("save"), discord.ButtonStyle.success, disabled=not is_full),
        button("Fill with standard cards", draft.id_for("fill"), disabled=is_full),
        button("Remove all", draft.id_for("clear"), disabled=not draft.cards),
    ]


@control(DRAFT_VERB)
async def _draft_clicked(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    what, draft = Draft.read(arguments)
    shelf = await shelf_numbered(interaction, draft.character_id)
    match what:
        case "save":
            await answer_here(interaction, await saved(interaction, shelf, draft))
        case "replace":
            await answer_here(interaction, await _replaced(interaction, shelf, draft))
        case _:
            await answer_here(interaction, picker(shelf, _changed(draft, what, picked)))


def _changed(draft: Draft, what: str, picked: list[str]) -> Draft:
    """Return the draft after a click. Raises a PlayerError for what can't be done."""
    if what in ADDING:
        return draft.with_cards(picked)
    match what:
        case "out":
            return draft.without_cards(picked)
        case "fill":
            return draft.filled()
        case "clear":
            return draft.holding(())
        case _:
            raise TooLate(NOT_OFFERED)


async def saved(interaction: Interaction, shelf: Shelf, draft: Draft) -> discord.ui.LayoutView:
    """Keep the deck, and show it. A deck of that name that the draft knows nothing of is not overwritten: the page then
    asks what to do. Raises RuleError unless there are ten cards and a place for them.
    """
    ten(draft.cards)
    there = find(shelf.kit.decks, draft.name)
    if there is None:
        known = _renamed(shelf.kit, draft)
        if known is None:
            return await _kept(interaction, shelf, _with_new(shelf.kit, draft), draft.name)
        return await _kept(interaction, shelf, shelf.kit.changed(known.name, draft.cards), known.name)
    if there.cards != draft.cards and draft.base != mark(there):
        return _taken(shelf, draft, there)
    return await _kept(interaction, shelf, shelf.kit.changed(there.name, draft.cards), there.name)


def _renamed(kit: PazaakKit, draft: Draft) -> SideDeck | None:
    """Return the deck that the draft began with, if it has another name by now and no other deck has the same cards."""
    known = [deck for deck in kit.decks if mark(deck) == draft.base]
    return known[0] if len(known) == 1 else None


def _with_new(kit: PazaakKit, draft: Draft) -> PazaakKit:
    """Whoever builds their first deck wants to play it."""
    after = kit.with_deck(draft.name, draft.cards)
    return after.using_deck(draft.name) if after.using is None and len(after.decks) == 1 else after


async def _kept(interaction: Interaction, shelf: Shelf, kit: PazaakKit, name: str) -> discord.ui.LayoutView:
    shelf = await keep(interaction, shelf, kit)
    deck = shelf.kit.deck(name)
    return deck_page(shelf, deck, f"Saved. {use_told(shelf, deck)}")


def _taken(shelf: Shelf, draft: Draft, there: SideDeck) -> discord.ui.LayoutView:
    """Show the picker as it was, with both ways to save: instead of the deck that is there, or beside it."""
    happened = "exists already" if draft.is_new else "has changed since you opened it"
    other = _free_name(shelf.kit, draft.name)
    ways = [
        button("Replace it", draft.id_for("replace"), discord.ButtonStyle.danger),
        button(f"Save as {other}", draft.anew(other).id_for("save"), discord.ButtonStyle.success),
    ]
    question = f"{deck_name(there)} {happened}. Replace it, or save this deck under another name?"
    return picker(shelf, draft, question, ways)


def _free_name(kit: PazaakKit, name: str) -> str:
    """As in "Lucky 2"."""
    stem = re.sub(" [0-9]+$", "", name)
    names = (name_with(stem, f" {number}") for number in count(2))
    return next(one for one in names if find(kit.all_decks, one) is None)


async def _replaced(interaction: Interaction, shelf: Shelf, draft: Draft) -> discord.ui.LayoutView:
    """Keep the deck in place of the one of its name, whatever that holds by now."""
    ten(draft.cards)
    there = find(shelf.kit.decks, draft.name)
    if there is None:
        return await saved(interaction, shelf, draft)
    return await _kept(interaction, shelf, shelf.kit.changed(there.name, draft.cards), there.name)


@control(VERB)
async def _list_clicked(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    """`pazaak_deck:<what>:<character>:<name or page>`; a menu picks the name."""
    what, wanted = part(arguments, 0), ":".join(arguments[2:])
    shelf = await shelf_numbered(interaction, number(part(arguments, 1)))
    if what == "all":
        await answer_here(interaction, list_page(shelf, number(wanted)))
        return
    deck = shelf.kit.deck(picked[0] if picked else wanted)
    await answer_here(interaction, await _about_one(interaction, shelf, deck, what))


async def _about_one(interaction: Interaction, shelf: Shelf, deck: SideDeck, what: str) -> discord.ui.LayoutView:
    match what:
        case "show":
            return deck_page(shelf, deck)
        case "use":
            return await put_to_use(interaction, shelf, deck)
        case "edit":
            return picker(shelf, Draft.of(shelf.character.id, own_deck(shelf, deck.name)))
        case "drop":
            return farewell_page(shelf, own_deck(shelf, deck.name))
        case "gone":
            return await _taken_apart(interaction, shelf, deck)
        case _:
            raise TooLate(NOT_OFFERED)


async def put_to_use(interaction: Interaction, shelf: Shelf, deck: SideDeck) -> discord.ui.LayoutView:
    """Make it the deck that is played when nobody chooses, and show it."""
    shelf = await keep(interaction, shelf, shelf.kit.using_deck(deck.name))
    return deck_page(shelf, deck, use_told(shelf, deck))


async def _taken_apart(interaction: Interaction, shelf: Shelf, deck: SideDeck) -> discord.ui.LayoutView:
    shelf = await keep(interaction, shelf, shelf.kit.without(deck.name))
    return list_page(shelf, 0, f"{deck_name(deck)} is deleted.")


Name = app_commands.Range[str, 1, 100]
_DECK_TYPED = "Ten cards: +1 +2 -3x2 ±4 D. Default: you pick them from a list."
_WHOSE = "Character. Default: the one you're playing."


class DeckCommands(app_commands.Group, name="deck", description="Your side decks of ten cards"):
    """What is in a side deck is for the eyes of whoever plays it; the GM builds those of NPCs."""

    @app_commands.command(description="Build a new side deck")
    @app_commands.describe(name="Name of the deck", cards=_DECK_TYPED, character=_WHOSE)
    async def new(
        self, interaction: Interaction, name: Name, cards: Cards | None = None, character: Owner | None = None
    ) -> None:
        shelf = await shelf_of(interaction, character)
        # Whatever speaks against another deck of that name is said before ten cards are picked.
        kept = shelf.kit.with_deck(name, STANDARD.cards).decks[-1].name
        await _drawn(interaction, shelf, Draft.new(shelf.character.id, kept), cards)

    @app_commands.command(name="edit", description="Change the cards of a side deck")
    @app_commands.describe(name="Side deck", cards=_DECK_TYPED, character=_WHOSE)
    async def change(
        self, interaction: Interaction, name: Name, cards: Cards | None = None, character: Owner | None = None
    ) -> None:
        shelf = await shelf_of(interaction, character)
        await _drawn(interaction, shelf, Draft.of(shelf.character.id, own_deck(shelf, name)), cards)

    @app_commands.command(description="Show your side decks, or one card by card. Only you can see this.")
    @app_commands.describe(name="Side deck. Default: all of them.", character=_WHOSE)
    async def show(self, interaction: Interaction, name: Name | None = None, character: Owner | None = None) -> None:
        shelf = await shelf_of(interaction, character)
        view = list_page(shelf) if name is None else deck_page(shelf, shelf.kit.deck(name))
        await whisper(interaction, "", view)

    @app_commands.command(description="Choose the side deck that you usually play")
    @app_commands.describe(name="Side deck", character=_WHOSE)
    async def use(self, interaction: Interaction, name: Name, character: Owner | None = None) -> None:
        shelf = await shelf_of(interaction, character)
        await whisper(interaction, "", await put_to_use(interaction, shelf, shelf.kit.deck(name)))

    @app_commands.command(description="Rename a side deck")
    @app_commands.describe(name="Side deck", to="New name", character=_WHOSE)
    async def rename(self, interaction: Interaction, name: Name, to: Name, character: Owner | None = None) -> None:
        shelf = await shelf_of(interaction, character)
        shelf = await keep(interaction, shelf, shelf.kit.renamed(name, to))
        await whisper(interaction, "", deck_page(shelf, shelf.kit.deck(to)))

    @app_commands.command(description="Delete a side deck")
    @app_commands.describe(name="Side deck", character=_WHOSE)
    async def delete(self, interaction: Interaction, name: Name, character: Owner | None = None) -> None:
        shelf = await shelf_of(interaction, character)
        await whisper(interaction, "", farewell_page(shelf, own_deck(shelf, name)))

    @show.autocomplete("name")
    @use.autocomplete("name")
    async def _any_deck(self, interaction: Interaction, current: str) -> Choices:
        return await deck_names(interaction, current, presets=True)

    @change.autocomplete("name")
    @rename.autocomplete("name")
    @delete.autocomplete("name")
    async def _own_deck(self, interaction: Interaction, current: str) -> Choices:
        return await deck_names(interaction, current, presets=False)


async def _drawn(interaction: Interaction, shelf: Shelf, draft: Draft, cards: tuple[str, ...] | None) -> None:
    """Open the picker, or save the cards that were typed at once."""
    if cards is None:
        await whisper(interaction, "", picker(shelf, draft))
        return
    await whisper(interaction, "", await saved(interaction, shelf, draft.holding(ten(cards))))


Anyone = app_commands.Transform[Character, CharacterOption]
OwnCharacter = app_commands.Transform[Character, OwnCharacterOption]
_SORTS: tuple[tuple[str, tuple[Family, ...]], ...] = (
    ("Plus", ("plus",)),
    ("Minus", ("minus",)),
    ("Plus/minus", ("either", "either_1_2")),
    ("Special", ("flip", "double", "tiebreaker")),
)
_CARDS_TYPED = "Cards: +3x2, tiebreaker. At most 100 at once."


class CardCommands(app_commands.Group, name="cards", description="Side cards that a character owns"):
    """A collection matters where a table plays by it, and for what is wagered."""

    @app_commands.command(description="Show a character's side cards. Only you can see this.")
    @app_commands.describe(character="Character. Default: the one you're playing.")
    async def show(self, interaction: Interaction, character: OwnCharacter | None = None) -> None:
        await whisper(interaction, "", await _collection(interaction, await character_to_play(interaction, character)))

    @app_commands.command(description="Give side cards to a character. GM only.")
    @app_commands.describe(character="Character", cards=_CARDS_TYPED, reason="Reason")
    @app_commands.check(needs(Right.ITEMS))
    async def grant(self, interaction: Interaction, character: Anyone, cards: Cards, reason: Reason = "") -> None:
        await services_of(interaction).goods.grant(
            character.campaign_id,
            character.id,
            GAME_KEY,
            cards,
            actor=person_of(interaction).user_id,
            key=str(interaction.id),
        )
        await _tell(interaction, character, f"The GM gives {_name(character)} {cards_told(cards)}{ended(reason)}")

    @app_commands.command(description="Take side cards from a character. GM only.")
    @app_commands.describe(character="Character", cards=_CARDS_TYPED, reason="Reason")
    @app_commands.check(needs(Right.ITEMS))
    async def take(self, interaction: Interaction, character: Anyone, cards: Cards, reason: Reason = "") -> None:
        await services_of(interaction).goods.take(
            character.campaign_id,
            character.id,
            GAME_KEY,
            cards,
            actor=person_of(interaction).user_id,
            key=str(interaction.id),
        )
        await _tell(interaction, character, f"The GM takes {cards_told(cards)} from {_name(character)}{ended(reason)}")


async def _tell(interaction: Interaction, character: Character, told: str) -> None:
    """Send a line to everyone, or to the GM alone if the players don't know of the character."""
    if await public_holders(interaction, (character,)):
        await announce(interaction, told)
    else:
        await whisper(interaction, told)


async def _collection(interaction: Interaction, character: Character) -> discord.ui.LayoutView:
    campaign, goods = await campaign_of(interaction), services_of(interaction).goods
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
        texts.append("The GM gives side cards. Most tables let everyone play a deck of any cards, owned or not.")
    return page(heading, "\n".join(texts))


def _pictured(codes: Iterable[str], voice: Voice) -> str:
    return ", ".join(times(count) + pictured(code, voice) for code, count in _counted_cards(codes))


def cards_told(codes: Iterable[str]) -> str:
    """Cards in a sentence: "the side cards 2 × **+3** and **Tiebreaker**"."""
    cards = tuple(codes)
    named = listed(f"{times(count)}**{KINDS[code].name}**" for code, count in _counted_cards(cards))
    return f"the side {'card' if len(cards) == 1 else 'cards'} {named}"


def _counted_cards(codes: Iterable[str]) -> Iterable[tuple[str, int]]:
    return Counter(in_order(codes)).items()


def _name(character: Character) -> str:
    return f"**{escape(character.name)}**"
