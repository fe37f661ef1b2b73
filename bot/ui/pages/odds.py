"""The odds of a game in words: a bet in two short lines, since a phone shows no wide table."""

import asyncio
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, TypeVar
from zlib import crc32

import discord

from bot import games
from bot.engine.banked.odds import BetOdds, how_often, percent
from bot.engine.game import HouseRules
from bot.engine.spec import AnyOdds
from bot.engine.words import listed
from bot.errors import NotFound, TooLate
from bot.ui.answer import answer_of
from bot.ui.client import Interaction
from bot.ui.forms import answer_here

T = TypeVar("T")

AT_ONCE = 1.0
"""Seconds after which an answer is promised first: a deck of cards takes a while to be gone through."""
MEANING = "“Comes back” is how much of a stake returns on average, itself included. The house edge is the rest."
AGAINST_NOBODY = "Under these house rules, nobody plays against the house."
HONEST = "These odds hold only if nobody cheats."
_OVERTAKEN = "You asked for other odds since, so these were dropped."


def stamp_of(rules: HouseRules) -> str:
    """Return the digest of the house rules that an id carries: other rules have another one."""
    return f"{crc32(rules.to_json().encode()):x}"


class OddsPage(NamedTuple):
    """What is told of the bets by some house rules."""

    bets: tuple[BetOdds, ...]
    note: str
    """What the figures mean and rest on."""


def _require_known_odds(game: str) -> AnyOdds:
    """Return the odds of the game of that key. Raises NotFound for a game without odds."""
    spec = games.spec_of(game)
    if spec.odds is None:
        raise NotFound(f"Nobody has worked out the odds of {spec.game.title}.")
    return spec.odds


def odds_of(game: str, rules: HouseRules) -> OddsPage:
    """Calculate every kind of bet by these house rules. May take seconds: never on the event loop. Raises NotFound for
    a game without odds.
    """
    odds, note = _require_known_odds(game), _require_known_odds(game).note(rules)
    is_crooked = games.spec_of(game).by(rules).game.is_crooked(rules)
    return OddsPage(odds.bets(rules), f"{note} {HONEST}" if is_crooked else note)


async def calculate_odds(
    interaction: Interaction, game: str, rules: HouseRules, meanwhile: discord.ui.LayoutView | None = None
) -> OddsPage:
    """Return `odds_of`, calculated by `run_slowly`. Raises NotFound for a game without odds."""
    _require_known_odds(game)
    return await run_slowly(interaction, game, lambda: odds_of(game, rules), (game, rules), meanwhile)


async def run_slowly(
    interaction: Interaction,
    line: str,
    work: Callable[[], T],
    what: Hashable = None,
    meanwhile: discord.ui.LayoutView | None = None,
) -> T:
    """Return the result of slow work, done in that line of the background work, where `what` identifies it. Raises
    TooLate when the same person asks for something else in the meantime.

    The interaction is acknowledged first if it takes long: answer it with `show` then. `meanwhile` is shown until then,
    if the answer takes the place of another.
    """
    working = interaction.client.background.ask(line, interaction.user.id, work, what, place=interaction.channel_id)
    await asyncio.wait({working}, timeout=AT_ONCE)
    if not working.done() and not interaction.response.is_done():
        in_place = interaction.message is not None and interaction.message.flags.ephemeral
        if in_place and meanwhile is not None:
            await interaction.response.edit_message(view=meanwhile)
        else:
            await interaction.response.defer(ephemeral=True, thinking=not in_place)
    await asyncio.wait({working})
    if working.cancelled():
        raise TooLate(_OVERTAKEN)
    return working.result()


async def show(interaction: Interaction, view: discord.ui.LayoutView) -> None:
    """Answer privately, even if the interaction has been acknowledged: where its button stands, or in a new message."""
    if interaction.response.is_done():
        await answer_of(interaction).change(view)
    else:
        await answer_here(interaction, view)


def describe_bets(bets: Sequence[BetOdds]) -> tuple[str, ...]:
    """Describe the bets in two lines each: payout, chance to win, return, and who has the edge. Bets that are alike in
    all of it share them.
    """
    groups = group_bets(bets, lambda bet: (bet.pays, bet.chance, bet.back))
    return tuple(f"{bold_labels(group)} · {group[0].pays}\n{_describe_figures(group[0])}" for group in groups)


def _describe_figures(bet: BetOdds) -> str:
    often = how_often(bet.chance)
    wins = f"{often.capitalize()} wins" if bet.chance in {0, 1} else f"Wins {often}"
    back = percent(bet.back)
    return f"{wins}. {back[0].upper()}{back[1:]} comes back: {_describe_edge(bet)}."


def _describe_edge(bet: BetOdds) -> str:
    """Name the house edge of the bet, or say plainly that the players have it."""
    if not bet.edge:
        return "a fair bet"
    if bet.edge > 0:
        return f"house edge {percent(bet.edge)}"
    return f"**the players have the edge**, by {percent(-bet.edge)}"


def group_bets(bets: Sequence[BetOdds], of: Callable[[BetOdds], Hashable]) -> tuple[tuple[BetOdds, ...], ...]:
    """Group the bets for which `of` gives the same, each group at the place of its first bet."""
    groups: dict[Hashable, list[BetOdds]] = {}
    for bet in bets:
        groups.setdefault(of(bet), []).append(bet)
    return tuple(tuple(group) for group in groups.values())


def bold_labels(bets: Sequence[BetOdds]) -> str:
    """Return the names of the bets, in bold."""
    return listed(f"**{bet.label}**" for bet in bets)
