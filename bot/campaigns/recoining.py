"""What becomes of the money when a campaign counts in another currency."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.campaigns.model import Campaign, CampaignSettings
from bot.campaigns.npcs import TEMPLATES, purse_of
from bot.db import Database, Statement
from bot.engine.money import Currency
from bot.engine.speech import escape, listed
from bot.ledger.starting import recoin


def is_same_money(old: Currency, new: Currency) -> bool:
    """Whether an amount is worth the same in both: coins were only renamed, or some were added or left out."""
    before, after = ({(coin.name, coin.value) for coin in currency.denominations} for currency in (old, new))
    kept = before <= after or after <= before
    return kept or {value for _, value in before} == {value for _, value in after}


@dataclass(frozen=True, slots=True)
class Recoined:
    """The statements of a change of currency, and sentences on what it does to the campaign."""

    statements: tuple[Statement, ...]
    notes: tuple[str, ...]


async def recoined(
    database: Database, campaign: Campaign, settings: CampaignSettings, *, actor: int, at: float
) -> Recoined:
    """Give everybody what they would have started with under the new `settings`, and forget the saved house rules.

    Raises MoneyError where money has left its starting form; when applied, where `recoin` says so.
    """
    rows = await database.fetch("SELECT id, template FROM characters WHERE campaign_id = ?", campaign.id)
    amounts = {
        int(row["id"]): purse_of(TEMPLATES[row["template"]], settings) if row["template"] else settings.starting_purse
        for row in rows
    }
    key = f"recoin:{campaign.id}:{campaign.version + 1}"
    purses = await recoin(database, campaign.id, amounts, key=key, actor=actor, at=at)
    presets = await database.fetch("SELECT name FROM presets WHERE campaign_id = ? ORDER BY name_key", campaign.id)
    # Their antes and limits count the old coins: as many of the new ones would be other stakes.
    forgotten = Statement("DELETE FROM presets WHERE campaign_id = ?", (campaign.id,), touches=None)
    return Recoined((*purses, forgotten), _notes(settings, [escape(row["name"]) for row in presets]))


def _notes(settings: CampaignSettings, presets: Sequence[str]) -> tuple[str, ...]:
    purse = settings.currency.show(settings.starting_purse)
    counted = f"Money is counted in {settings.currency.title} now, and a starting purse is {purse}."
    if not presets:
        return (counted,)
    gone = "preset of house rules is" if len(presets) == 1 else "presets of house rules are"
    return counted, f"The saved {gone} gone with the old coins: {listed(presets)}."
