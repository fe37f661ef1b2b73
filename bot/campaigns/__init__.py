"""Campaigns, their characters, and the money that moves away from the tables.

`names.py` says what a name may hold and which names are the same. A character's name may not read like one of the
bot's own words (`RESERVED`), nor look like another name in play. Both are compared by the skeleton of UTS #39 without
case. A skeleton is never stored, because it changes with Unicode's data.

A loadout is what a character brings to a game (`GameSpec.loadout`). It is read at the deal and stored with the hand's
exact input, so that replay has all it needs. A card file is what a campaign has loaded for a game, as the GM wrote it.
A table takes it into its house rules when it opens, so that a file loaded later doesn't reach it.
"""

from bot.campaigns.character import MOST_NPCS, NOBODY, Character, still_plays
from bot.campaigns.characters import RETIRED, Cast, Characters, ClaimableCharacter, Claims
from bot.campaigns.items import Items
from bot.campaigns.limits import NO_LIMITS, Uploads, UsageLimits
from bot.campaigns.loadouts import CardFile, CardFiles, Loadouts, Preferences, StoredLoadout
from bot.campaigns.model import (
    PRESETS,
    Bankroll,
    Campaign,
    CampaignPreset,
    CampaignSettings,
    Look,
    Openers,
    Pace,
    PaceKind,
    parse_pace,
    preset,
)
from bot.campaigns.names import RESERVED, NameTaken, is_reserved, looks, name_key, safe_name
from bot.campaigns.npcs import (
    LONGEST_AVATAR,
    LONGEST_LINE,
    LONGEST_LINES,
    MOST_LINES,
    TEMPLATES,
    AutopilotSettings,
    Template,
    build_autopilot,
    length_of,
    read_avatar,
    read_lines,
    shortened,
)
from bot.campaigns.rights import Fact, Person, Right, holds, is_gm, may, require, require_opener
from bot.campaigns.rolls import MOST_ROLLS, SavedRoll, SavedRolls
from bot.campaigns.splits import SplitProposal, Splits
from bot.campaigns.store import WHOLE_SERVER, CampaignChange, CampaignContents, Campaigns, tables_closed, unchanged
from bot.campaigns.wallet import Holder, HousePurse, PartyPurse, Wallet, WalletLine, WalletPage, account_of
from bot.settings import MOST_PCS

__all__ = [
    "LONGEST_AVATAR",
    "LONGEST_LINE",
    "LONGEST_LINES",
    "MOST_LINES",
    "MOST_NPCS",
    "MOST_PCS",
    "MOST_ROLLS",
    "NOBODY",
    "NO_LIMITS",
    "PRESETS",
    "RESERVED",
    "RETIRED",
    "TEMPLATES",
    "WHOLE_SERVER",
    "AutopilotSettings",
    "Bankroll",
    "Campaign",
    "CampaignChange",
    "CampaignContents",
    "CampaignPreset",
    "CampaignSettings",
    "Campaigns",
    "CardFile",
    "CardFiles",
    "Cast",
    "Character",
    "Characters",
    "ClaimableCharacter",
    "Claims",
    "Fact",
    "Holder",
    "HousePurse",
    "Items",
    "Loadouts",
    "Look",
    "NameTaken",
    "Openers",
    "Pace",
    "PaceKind",
    "PartyPurse",
    "Person",
    "Preferences",
    "Right",
    "SavedRoll",
    "SavedRolls",
    "SplitProposal",
    "Splits",
    "StoredLoadout",
    "Template",
    "Uploads",
    "UsageLimits",
    "Wallet",
    "WalletLine",
    "WalletPage",
    "account_of",
    "build_autopilot",
    "holds",
    "is_gm",
    "is_reserved",
    "length_of",
    "looks",
    "may",
    "name_key",
    "parse_pace",
    "preset",
    "read_avatar",
    "read_lines",
    "require",
    "require_opener",
    "safe_name",
    "shortened",
    "still_plays",
    "tables_closed",
    "unchanged",
]
