"""Who is a GM, and who opens tables where."""

from contextlib import nullcontext

import pytest

from bot.campaigns import (
    Campaign,
    CampaignSettings,
    Person,
    Right,
    is_gm,
    require,
    require_opener,
)
from bot.errors import NotAllowed, RuleError
from tests.campaigns.conftest import ANN, GM_ROLE

OPENER_ROLE = 901
OWNER = Person(1, is_owner=True)
MANAGER = Person(4, manage_guild=True)
ROLE_GM = Person(5, frozenset({GM_ROLE}))
OPENER = Person(6, frozenset({OPENER_ROLE}))


def campaign(**changes: object) -> Campaign:
    settings = CampaignSettings(gm_role_id=GM_ROLE).changed(**changes)
    return Campaign(id=1, guild_id=1, name="A campaign", settings=settings)


@pytest.mark.parametrize("person", [OWNER, MANAGER, ROLE_GM])
def test_the_owner_the_managers_and_the_gm_role_are_gms(person: Person) -> None:
    assert is_gm(campaign(), person)
    require(Right.SET_UP, person, campaign())


def test_other_members_and_roles_are_no_gms() -> None:
    assert not is_gm(campaign(), ANN)
    with pytest.raises(NotAllowed):
        require(Right.SET_UP, ANN, campaign())
    assert not is_gm(campaign(gm_role_id=None), ROLE_GM)
    require(Right.MANAGE, MANAGER)
    with pytest.raises(NotAllowed):
        require(Right.MANAGE, ROLE_GM)


@pytest.mark.parametrize(
    "openers, allowed",
    [
        ("everyone", {"Ann", "opener", "gm", "owner"}),
        ("role", {"opener", "gm", "owner"}),
        ("gm", {"gm", "owner"}),
    ],
)
def test_the_campaign_decides_who_opens_tables(openers: str, allowed: set[str]) -> None:
    chosen = campaign(openers=openers, opener_role_id=OPENER_ROLE)
    people = {"Ann": ANN, "opener": OPENER, "gm": ROLE_GM, "owner": OWNER}
    for name, person in people.items():
        with nullcontext() if name in allowed else pytest.raises(NotAllowed):
            require_opener(chosen, person, 77)


@pytest.mark.parametrize("places, allowed", [((10,), True), ((12, 11), True), ((13, 14), False)])
def test_tables_open_only_in_the_campaigns_channels_and_categories(places: tuple[int, ...], allowed: bool) -> None:
    with nullcontext() if allowed else pytest.raises(NotAllowed, match="in this channel"):
        require_opener(campaign(channels=(10, 11)), OWNER, *places)


@pytest.mark.parametrize(
    "changes, sentence",
    [
        ({"openers": "role"}, "Choose the role"),
        ({"starting_purse": -1}, "starting money"),
        ({"starting_purse": 10**15 + 1}, "starting money"),
        ({"idle_days": 0}, "after 1 to 90 days"),
        ({"channels": tuple(range(101))}, "at most 100 channels"),
        ({"bankroll": "dragon"}, "the house, with or without a limit, or the party"),
    ],
)
def test_settings_that_make_no_sense_are_refused_with_a_sentence(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        CampaignSettings().changed(**changes)


def test_settings_survive_json_and_get_an_unlimited_bank() -> None:
    settings = campaign(channels=(2**63 - 1,), openers="role", opener_role_id=5).settings
    assert CampaignSettings.from_json(settings.to_json()) == settings
    assert CampaignSettings.stored('{"idle_days": 9}') == CampaignSettings(idle_days=9, bankroll="endless")
