"""Who may do what in a campaign, told from plain facts about a member of the server."""

from dataclasses import dataclass, field

from bot.campaigns.model import Campaign
from bot.errors import NotAllowed


@dataclass(frozen=True, slots=True)
class Person:
    """A member of the server, as Discord describes them at this moment."""

    user_id: int
    role_ids: frozenset[int] = frozenset()
    is_owner: bool = False
    manage_guild: bool = False
    name: str = field(default="", compare=False)
    """What they are called on the server, as they typed it; empty where nobody knows."""


def may_manage(person: Person) -> bool:
    """Whether they run the server itself."""
    return person.is_owner or person.manage_guild


def may_gm(campaign: Campaign, person: Person) -> bool:
    """Whether they are a GM here: by the campaign's GM role, or because they run the server."""
    return may_manage(person) or campaign.settings.gm_role_id in person.role_ids


def may_open(campaign: Campaign, person: Person) -> bool:
    """Whether they may open tables here; a GM always may."""
    settings = campaign.settings
    match settings.openers:
        case "everyone":
            return True
        case "role":
            return settings.opener_role_id in person.role_ids or may_gm(campaign, person)
        case "gm":
            return may_gm(campaign, person)


def require_manager(person: Person) -> None:
    if not may_manage(person):
        raise NotAllowed("Only somebody who manages this server can do that.")


def require_gm(campaign: Campaign, person: Person) -> None:
    if not may_gm(campaign, person):
        raise NotAllowed("Only the GM can do that.")


def require_opener(campaign: Campaign, person: Person, *places: int) -> None:
    """Refuse whoever may not open a table, and places (channel, parent, category) where none may be opened."""
    if not may_open(campaign, person):
        by_role = campaign.settings.openers == "role"
        raise NotAllowed(
            "You need the role for opening tables here." if by_role else "Only the GM opens tables in this campaign."
        )
    if campaign.settings.channels and not set(campaign.settings.channels) & set(places):
        raise NotAllowed("Tables of this campaign are opened in other channels.")
