"""Aces, jacks, queens and kings with the letters that people read on them; the other cards are those of all games."""

from bot.engine.cards import SUITS
from bot.images.shapes import Drawings, card
from cogs.twentyone.words import LETTERS, picture_name

DRAWINGS: Drawings = {
    picture_name(f"{rank}{suit}"): card(letter, suit) for rank, letter in LETTERS.items() for suit in SUITS
}
