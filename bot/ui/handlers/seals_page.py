"""The sealed cards of a hand as somebody may know them: digests in the order drawn, with card and salt where open."""

from collections.abc import Callable, Sequence

import discord

from bot.engine.cards import Seal, seals_root
from bot.engine.game import DEALER
from bot.engine.speech import Voice
from bot.ui.control import control_id
from bot.ui.panels import button, page

CARDS_A_PAGE = 10
"""Also with the longest names of players and cards, in which everything has to be escaped."""
_HOW = (
    "-# Each line of hex digits is SHA-256 over salt, colon and card, and stands there since the draw. Salt and card "
    "come with it once they are for your eyes."
)


def seals_page(
    table_id: int,
    number: int,
    seals: Sequence[Seal],
    voice: Voice,
    at: int,
    *,
    named: Callable[[str], str | None] = lambda _: None,
    word: str = "hand",
    to_hand: str = "",
) -> discord.ui.LayoutView:
    """Page `at` (from 0; one beyond the last is the last) of the cards of a hand, of which there are some.

    `named` is what people call a card besides its code, `word` what a hand is called there, and `to_hand` what the
    button says that leads to a hand which the person holds, if there is one.
    """
    last = (len(seals) - 1) // CARDS_A_PAGE
    at = min(max(at, 0), last)
    first = at * CARDS_A_PAGE
    shown = seals[first : first + CARDS_A_PAGE]
    where = f" · {first + 1} to {first + len(shown)} of {len(seals)}" if last else ""
    cards = "\n".join(_line(place, seal, voice, named) for place, seal in enumerate(shown, start=first + 1))
    root = f"-# SHA-256 over all these lines, joined in order, is `{seals_root(seals)}`: the table shows how it begins."
    turns = (("Earlier cards", at - 1), ("Later cards", at + 1))
    row = [
        button(label, control_id("seals", table_id, number, max(to, 0)), disabled=not 0 <= to <= last)
        for label, to in (turns if last else ())
    ]
    row += [button(to_hand, control_id("hand", table_id))] if to_hand else []
    title = f"## Sealed cards of {word} {number}{where}"
    return page(title, cards, f"{_HOW}\n{root}", rows=[row] if row else [])


def _line(place: int, seal: Seal, voice: Voice, named: Callable[[str], str | None]) -> str:
    whose = "the dealer" if seal.seat == DEALER else voice.name(seal.seat)
    card = "face down"
    if seal.card is not None:
        name = named(seal.card)
        card = f"`{seal.card}`{f' ({name})' if name else ''} with the salt `{seal.salt}`"
    return f"{place}\\. {whose}: {card}\n`{seal.digest}`"
