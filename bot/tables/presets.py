"""Presets: house rules that GMs save under a name for a table to open by, and which tables a player may open without a
GM.
"""

import asyncio
from collections.abc import Sequence

from bot.campaigns import Campaign, NameTaken, Person, Right, looks, name_key, require, safe_name
from bot.clock import Clock
from bot.db import Database, Statement
from bot.engine.banked.odds import BetOdds
from bot.engine.cheating.sleights import CrookedRules
from bot.engine.game import AnyGame, HouseRules
from bot.engine.release import NewerRelease, stamped
from bot.engine.words import escape
from bot.errors import NotAllowed, NotFound, RuleError
from bot.games import spec_of
from bot.tables.stored_rules import read_rules

MOST_PRESETS = 25
"""For one game in one campaign: as many as Discord shows at a time."""
_SAVE = """
INSERT INTO presets (campaign_id, game, name, name_key, rules, saved_by, saved_at)
SELECT ?, ?, ?, ?, ?, ?, ?
WHERE (SELECT count(*) FROM presets WHERE campaign_id = ? AND game = ? AND name_key <> ?) < ?
ON CONFLICT (campaign_id, game, name_key) DO UPDATE
SET name = excluded.name, rules = excluded.rules, saved_by = excluded.saved_by, saved_at = excluded.saved_at
"""
Bets = Sequence[BetOdds]
"""The odds of every kind of bet by the house rules of a table."""


class Presets:
    """A campaign's saved presets: anyone may open a table by them, only GMs save and delete them."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._saving = asyncio.Lock()
        """Held from looking through the names until another is written: the database can't tell what looks alike."""

    async def save(self, campaign: Campaign, by: Person, game: str, name: str, rules: HouseRules) -> str:
        """Save the house rules under a name, in place of its earlier ones. Returns the name as it is stored.

        Raises NotAllowed for players and when there are too many, and Unreadable for a text that can't be a name.
        Raises NameTaken for the game's own presets and for a name that looks like another preset's.
        """
        require(Right.PRESETS, by, campaign)
        found = spec_of(game).game
        if not isinstance(rules, found.HouseRules):
            raise RuleError(f"Those aren't house rules of {found.title}.")
        name = safe_name(name)
        if any(not looks(name).isdisjoint(looks(own)) for own in found.presets):
            raise NameTaken(f"{found.title} already has a preset called {escape(name)}. Choose another name.")
        place = (campaign.id, game, name_key(name))
        values = (campaign.id, game, name, name_key(name), stamped(rules.to_json()), by.user_id, int(self._clock.now()))
        full = NotAllowed(f"There are {MOST_PRESETS} presets for this game already: delete one first.")
        async with self._saving:
            for other in await self.names(campaign.id, game):
                if name_key(other) != name_key(name) and not looks(other).isdisjoint(looks(name)):
                    raise NameTaken(
                        f"{escape(name)} looks too much like your preset {escape(other)}. Choose another name."
                    )
            await self._database.apply(Statement(_SAVE, (*values, *place, MOST_PRESETS), otherwise=full))
        return name

    async def names(self, campaign_id: int, game: str) -> tuple[str, ...]:
        """Return the names of the campaign's presets of a game, sorted."""
        rows = await self._database.fetch(
            "SELECT name FROM presets WHERE campaign_id = ? AND game = ? ORDER BY name_key", campaign_id, game
        )
        return tuple(str(row["name"]) for row in rows)

    async def get(self, campaign_id: int, game: str, name: str) -> HouseRules:
        """Return the house rules of that name, in any case.

        An option that the game doesn't have any more is left out. Raises NotFound where there is no such preset, and
        where the game doesn't allow its values any more.
        """
        rows = await self._database.fetch(
            "SELECT name, rules FROM presets WHERE campaign_id = ? AND game = ? AND name_key = ?",
            campaign_id,
            game,
            name_key(name),
        )
        if not rows:
            raise _unknown(name)
        try:
            rules, faults = read_rules(spec_of(game).game.HouseRules, rows[0]["rules"])
        except ValueError:
            faults = ("rules",)
        else:
            if not faults:
                return rules
        kept = escape(rows[0]["name"])
        raise NotFound(f"The game no longer allows the house rules of {kept}. Save the preset again.")

    async def delete(self, campaign: Campaign, by: Person, game: str, name: str) -> None:
        """Delete the preset of that name. Raises NotFound where there is none."""
        require(Right.PRESETS, by, campaign)
        await self._database.apply(
            Statement(
                "DELETE FROM presets WHERE campaign_id = ? AND game = ? AND name_key = ?",
                (campaign.id, game, name_key(name)),
                otherwise=_unknown(name),
            )
        )


async def _is_saved(database: Database, campaign_id: int, game: AnyGame, rules: HouseRules) -> bool:
    """Tell whether a GM of the campaign has saved these house rules, under any name."""
    rows = await database.fetch("SELECT rules FROM presets WHERE campaign_id = ? AND game = ?", campaign_id, game.key)
    for row in rows:
        try:
            saved, faults = read_rules(game.HouseRules, row["rules"])
        except (ValueError, NewerRelease):
            continue
        if not faults and saved == rules:
            return True
    return False


def _unknown(name: str) -> NotFound:
    return NotFound(f"There is no preset called {escape(name[:40])} here." if name.strip() else "Name a preset.")


def losing_bets(bets: Bets) -> tuple[BetOdds, ...]:
    """Return the bets with which the house loses in the long run."""
    return tuple(bet for bet in bets if bet.edge < 0)


def may_be_cheated(game: AnyGame, rules: HouseRules) -> bool:
    """Tell whether sleights of the characters can cost the house money: the game is crooked by these house rules, and
    its bank usually holds something.
    """
    is_crooked = game.is_crooked(rules) or (isinstance(rules, CrookedRules) and rules.crooked)
    return is_crooked and game.is_banked and game.usual_bank(rules) > 0


async def require_fair(
    database: Database, campaign: Campaign, by: Person, game: AnyGame, rules: HouseRules, bets: Bets | None
) -> None:
    """Refuse a player a banked table at which the house loses with any bet, or can be cheated.

    `bets` are those of these house rules, None where their odds aren't known: then a player opens by house rules that
    are a preset of the game or of a GM.
    """
    if not game.is_banked:
        return
    if may_be_cheated(game, rules):
        require(Right.OPEN_CROOKED, by, campaign)
    if bets is None:
        if rules not in game.presets.values() and not await _is_saved(database, campaign.id, game, rules):
            require(Right.OPEN_UNKNOWN, by, campaign, title=game.title_of(rules))
    elif losing_bets(bets):
        require(Right.OPEN_LOSING, by, campaign)
