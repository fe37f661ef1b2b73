"""Whether a table tells people their odds: where its game can, and the GM hasn't switched it off."""

from bot import catalog
from bot.campaigns import Campaign
from bot.errors import NotAllowed
from bot.tables.model import Table


def require_odds(campaign: Campaign) -> None:
    """Refuse to tell odds where the GM has switched them off."""
    if not campaign.settings.odds_at_hand:
        raise NotAllowed("The GM has switched off the odds at these tables.")


def tells_odds(table: Table) -> bool:
    """Whether there is anything to ask for now: what bets are worth, or in a hand one's own chance to win it."""
    key = table.entry.game.key
    if not (table.campaign.settings.odds_at_hand and table.is_playable):
        return False
    return catalog.odds(key) is not None or (table.in_hand and catalog.chances(key) is not None)
