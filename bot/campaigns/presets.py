"""Starting points for a campaign: a currency, a dice system and a purse that go together."""

from dataclasses import dataclass

from bot.campaigns.model import CampaignSettings
from bot.engine.money import CREDITS, DND, Currency
from bot.engine.skills import D6, D20, NARRATIVE, DiceSystem, RoleTable
from bot.errors import NotFound


@dataclass(frozen=True, slots=True)
class CampaignPreset:
    """`starting_purse` is in smallest coins."""

    key: str
    title: str
    currency: Currency
    system: DiceSystem
    starting_purse: int

    def applied_to(self, settings: CampaignSettings) -> CampaignSettings:
        """Return the settings with this preset's money and dice. Renamed roles belong to the old dice and are reset."""
        return settings.changed(
            currency=self.currency, system=self.system, roles=RoleTable(), starting_purse=self.starting_purse
        )


PRESETS: dict[str, CampaignPreset] = {
    preset.key: preset
    for preset in (
        CampaignPreset("star-wars-d6", "Star Wars D6", CREDITS, D6, 1000),
        CampaignPreset("dnd-5e", "D&D 5e", DND, D20, 5000),
        CampaignPreset("ffg", "FFG Star Wars and Genesys", CREDITS, NARRATIVE, 500),
    )
}


def preset(key: str) -> CampaignPreset:
    """Return the preset of that key; NotFound otherwise."""
    if key not in PRESETS:
        raise NotFound("There is no such preset.")
    return PRESETS[key]
