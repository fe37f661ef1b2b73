"""What becomes of the money when a campaign counts in another currency."""

from bot.campaigns.model import Campaign, CampaignSettings
from bot.campaigns.npcs import TEMPLATES, purse_of
from bot.db import Database, Statement
from bot.engine.money import Currency
from bot.ledger.starting import recoin


def is_same_money(old: Currency, new: Currency) -> bool:
    """Whether an amount is worth the same in both: coins were only renamed, or some were added or left out."""
    before, after = ({(coin.name, coin.value) for coin in currency.denominations} for currency in (old, new))
    kept = before <= after or after <= before
    return kept or {value for _, value in before} == {value for _, value in after}


async def recoined(
    database: Database, campaign: Campaign, settings: CampaignSettings, *, actor: int, at: float
) -> tuple[Statement, ...]:
    """The statements that give everybody what they would have started with under the new `settings`.

    Raises MoneyError where money has left its starting form.
    """
    rows = await database.fetch("SELECT id, template FROM characters WHERE campaign_id = ?", campaign.id)
    amounts = {
        int(row["id"]): purse_of(TEMPLATES[row["template"]], settings) if row["template"] else settings.starting_purse
        for row in rows
    }
    key = f"recoin:{campaign.id}:{campaign.version + 1}"
    return await recoin(database, campaign.id, amounts, key=key, actor=actor, at=at)
