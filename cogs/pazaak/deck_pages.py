"""How side decks are shown: all of a character's, and one with its ten cards."""

from collections.abc import Iterable
from typing import Any

import discord

from bot.engine.speech import Voice, escape
from bot.ui.control import control_id
from bot.ui.panels import button, page
from cogs.pazaak.cards import KINDS, in_short
from cogs.pazaak.deck_notes import notes_on
from cogs.pazaak.deck_shelf import Shelf
from cogs.pazaak.loadout import DECK_SIZE, MOST_DECKS, PRESET_DECKS, SideDeck

VERB = "pazaak_deck"
"""Begins the ids of these pages' controls: `pazaak_deck:<what>:<character>:<name or page>`."""
PAGE = 10
"""Decks on a page."""
_IN_A_ROW = 5
_FREE = "▢"

Item = discord.ui.Item[Any]


def list_page(shelf: Shelf, first: int = 0, *notes: str) -> discord.ui.LayoutView:
    """The character's decks from number `first` on, the ready-made ones, and a menu to look at one of them."""
    decks = shelf.kit.decks
    first = min(first, max(len(decks) - 1, 0)) // PAGE * PAGE
    own = "\n".join(_line(shelf, deck) for deck in decks[first : first + PAGE])
    texts = [f"### Side decks\n-# {shelf.whose} · {len(decks)} of {MOST_DECKS} decks", *notes]
    texts.append(own or "No decks of your own yet. Build one with /pazaak deck new, or play one that everybody has.")
    if first + PAGE >= len(decks):
        texts.append("-# Everybody has these\n" + "\n".join(_line(shelf, deck) for deck in PRESET_DECKS))
    rows: list[list[Item]] = [[_menu(shelf)]]
    turning = [
        button(label, _id("all", shelf, at))
        for label, at in (("Back", first - PAGE), ("More", first + PAGE))
        if 0 <= at < len(decks)
    ]
    return page(*texts, rows=[*rows, turning] if turning else rows)


def deck_name(deck: SideDeck) -> str:
    """Its name for text that Discord renders."""
    return f"**{escape(deck.name)}**"


def _line(shelf: Shelf, deck: SideDeck) -> str:
    in_use = " · in use" if deck == shelf.kit.in_use else ""
    return f"{deck_name(deck)}{in_use}\n-# {in_short(deck.cards)}"


def _menu(shelf: Shelf) -> Item:
    options = [
        discord.SelectOption(label=deck.name, value=deck.name, description=in_short(deck.cards)[:100])
        for deck in shelf.kit.all_decks
    ]
    return discord.ui.Select[Any](custom_id=_id("show", shelf, ""), placeholder="Look at a deck…", options=options)


def deck_page(shelf: Shelf, deck: SideDeck, *notes: str) -> discord.ui.LayoutView:
    """One deck, card by card, and what can be done with it."""
    is_own, in_use = deck in shelf.kit.decks, deck == shelf.kit.in_use
    whose = f"Side deck of {shelf.whose}" if is_own else "Everybody has this deck"
    heading = f"### {escape(deck.name)}\n-# {whose}{' · in use' if in_use else ''}"
    row = [button("Use", _id("use", shelf, deck.name), discord.ButtonStyle.primary, disabled=in_use)]
    if is_own:
        row.append(button("Change…", _id("edit", shelf, deck.name)))
        row.append(button("Take apart…", _id("drop", shelf, deck.name)))
    row.append(button("All decks", _id("all", shelf, 0)))
    return page(heading, places(deck.cards, shelf.voice), *notes_on(shelf, deck.cards), *notes, rows=[row])


def use_told(shelf: Shelf, deck: SideDeck) -> str:
    """Whether this is the deck that is played when nobody chooses."""
    if deck == shelf.kit.in_use:
        return f"{shelf.whose} plays it unless another deck is picked."
    return f"“Use” makes it the deck that {shelf.whose} plays unless another one is picked."


def farewell_page(shelf: Shelf, deck: SideDeck) -> discord.ui.LayoutView:
    """Whether they really mean it."""
    text = f"Shall {deck_name(deck)} be taken apart? Cards that {shelf.whose} owns stay in the collection."
    yes = button(f"Take {deck.name} apart", _id("gone", shelf, deck.name), discord.ButtonStyle.danger)
    return page(text, rows=[[yes, button("Keep it", _id("show", shelf, deck.name))]])


def places(cards: Iterable[str], voice: Voice) -> str:
    """Ten places with the cards in them, and the same once more in words."""
    codes = tuple(cards)
    shown = [card_shown(code, voice) for code in codes] + [_FREE] * (DECK_SIZE - len(codes))
    rows = [" ".join(shown[at : at + _IN_A_ROW]) for at in range(0, DECK_SIZE, _IN_A_ROW)]
    return "\n".join((*(f"## {row}" for row in rows), *([f"-# {in_short(codes)}"] if codes else [])))


def card_shown(code: str, voice: Voice) -> str:
    """The picture of a card, or its few letters set apart from others."""
    card = KINDS[code]
    return voice.symbol(card.picture, f"`{card.face}`")


def _id(what: str, shelf: Shelf, argument: object) -> str:
    return control_id(VERB, what, shelf.character.id, argument)
