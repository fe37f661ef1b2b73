"""Characters from other programs: a file or text is shown first, and its coins wait for a GM."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.db import Database, Statement
from bot.engine.skills import parse_sheet
from bot.ledger import audit
from bot.portability.characters import MOST_BYTES, Proposals, SkillsChanged, mark_of
from bot.services import Services
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild, Upload
from playground.discord.world.permissions import Permission
from playground.people import Answer, Player, Seen
from tests.manual_clock import ManualClock
from tests.portability.characters import samples
from tests.ui.conftest import Cast

VIEW = int(Permission.VIEW_CHANNEL)
ONCE = "That has been decided already, or has been replaced."


def upload(content: Any, name: str = "actor.json") -> Upload:
    return Upload(0, name, content if isinstance(content, bytes) else json.dumps(content).encode())


async def brings(who: Player, channel: Channel, content: Any, **options: Any) -> Answer:
    """Send /character import with a file, and wait for the private answer."""
    answer = await who.slash(channel, "character import", file=upload(content), options=options).done()
    assert answer.shown.ephemeral
    assert [seen for seen in answer.messages if not seen.ephemeral] == []
    return answer


@pytest.fixture
async def dnd(bot: Shadowport, gm: Player, channel: Channel) -> None:
    """Make it a campaign of D&D."""
    await gm.slash(channel, "campaign setup", preset="D&D 5e")


@pytest.fixture
async def backroom(bot: Shadowport, local: LocalDiscord, guild: Guild, gm: Player, channel: Channel) -> Channel:
    """Make a channel that the GM and the bot see, and choose it as the GM channel."""
    room = local.world.add_channel(guild, "backroom")
    local.world.set_overwrite(room, guild.roles[guild.id], deny=VIEW)
    local.world.set_overwrite(room, guild.members[local.world.bot.id], allow=VIEW)
    await gm.slash(channel, "campaign setup", gm_channel=room)
    return room


async def approved(gm: Player, channel: Channel) -> None:
    """Have GMs approve the skills of players, by the panel of settings."""
    panel = await gm.slash(channel, "campaign setup")
    skills = await gm.click(panel.shown, "Skills")
    switched = await gm.click(skills.shown, "GM approves skills")
    assert "A GM has to accept the skills that players enter or import: /character requests." in switched.text


async def skills_of(services: Services, cast: Cast, player: Player) -> dict[str, str]:
    character = await services.characters.active((await cast.campaign()).id, player.id)
    return {} if character is None else {skill.name: str(skill.rating) for skill in character.sheet.skills}


async def test_a_file_is_shown_before_anything_is_stored(
    dnd: None, services: Services, cast: Cast, han: Player, channel: Channel
):
    shown = (await brings(han, channel, samples.dnd5e())).text
    lines = shown.splitlines()
    assert lines[:3] == [
        "### Import Vala Rook?",
        "-# Foundry VTT, D&D 5e · proficiency bonus +3, level 5",
        "A new character, **Vala Rook**.",
    ]
    assert "Deception +10 (expertise)" in shown
    assert "Stealth +4 (half proficient)" in shown
    assert "Passive values: Playing Card Set 13, Deception 20, " in shown
    assert "Coins: **22 gp 5 sp 3 cp**. They stay behind, unless a GM accepts them." in shown
    assert (
        "Not understood: passive Insight +5, bonus to Stealth\\: 1d4, tool\\: thief, effect\\: Cloak of Whispers."
        in shown
    )
    assert await services.characters.mine((await cast.campaign()).id, han.id) == ()


async def test_import_makes_a_character_without_the_coins(
    dnd: None, services: Services, cast: Cast, han: Player, channel: Channel
):
    page = await brings(han, channel, samples.dnd5e())
    draft = id_of(page.shown, "Import")
    stored = await han.click(page.shown, "Import")
    assert stored.text.splitlines()[0] == "### Vala Rook"
    assert "Wallet: **50 gp**" in stored.text
    assert (await skills_of(services, cast, han))["Deception"] == "+10"
    again = await han.click(page.shown, draft, unchecked=True)
    assert again.text == "I no longer have that file. Send it again with /character import."
    assert (await audit(services.db)).problems == ()


@pytest.mark.parametrize("accepts, purse", [(True, 5000 + 2253), (False, 5000)])
async def test_coins_come_along_when_the_gm_accepts_them(
    dnd: None,
    backroom: Channel,
    services: Services,
    cast: Cast,
    gm: Player,
    han: Player,
    channel: Channel,
    accepts: bool,
    purse: int,
):
    page = await brings(han, channel, samples.dnd5e())
    stored = await han.click(page.shown, "Import, and ask the GM for 22 gp 5 sp 3 cp")
    assert "Waiting for a GM: **22 gp 5 sp 3 cp**." in stored.text
    (character,) = await services.characters.mine((await cast.campaign()).id, han.id)
    assert await cast.purse(character) == 5000
    (request,) = gm.sees(backroom)
    assert f"<@{han.id}> asks for **22 gp 5 sp 3 cp** for **Vala Rook**." in request.text
    assert han.sees(backroom) == []
    verb = "accepts" if accepts else "declines"
    await gm.click(request, "Accept" if accepts else "Decline")
    (decided,) = gm.sees(backroom)
    assert decided.text == f"<@{gm.id}> {verb} **22 gp 5 sp 3 cp** for **Vala Rook**."
    assert await cast.purse(character) == purse
    assert "Waiting" not in (await han.slash(channel, "character show")).text
    assert (await audit(services.db)).problems == ()


def id_of(page: Seen, label: str) -> str:
    """Return the id of a button. Ids are no secret, so anyone may send them."""
    return next(part["custom_id"] for part in page.components if part.get("label") == label)


async def test_coins_come_once_however_often_a_gm_clicks(
    dnd: None, backroom: Channel, services: Services, cast: Cast, gm: Player, han: Player, channel: Channel
):
    page = await brings(han, channel, samples.dnd5e())
    await han.click(page.shown, "Import, and ask the GM for 22 gp 5 sp 3 cp")
    (request,) = gm.sees(backroom)
    accept = id_of(request, "Accept")
    await gm.click(request, "Accept")
    again = await gm.click(gm.sees(backroom)[0], accept, unchecked=True)
    assert again.text == ONCE
    assert "No skills or coins wait for a GM." in (await gm.slash(channel, "character requests")).text
    assert "Wallet: **72 gp 5 sp 3 cp**" in (await han.slash(channel, "character show")).text


async def test_a_player_decides_nothing(dnd: None, backroom: Channel, gm: Player, han: Player, channel: Channel):
    page = await brings(han, channel, samples.dnd5e())
    stored = await han.click(page.shown, "Import, and ask the GM for 22 gp 5 sp 3 cp")
    (request,) = gm.sees(backroom)
    refused = await han.click(stored.shown, id_of(request, "Accept"), unchecked=True)
    assert refused.text == "Only the GM can do that."
    assert (await han.slash(channel, "character requests")).text == "Only the GM can do that."


async def test_without_a_gm_channel_the_gm_decides_on_a_page(
    dnd: None, services: Services, cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    for player, name in ((han, "Vala"), (lando, "Rook")):
        page = await brings(player, channel, samples.dnd5e() | {"name": name})
        await player.click(page.shown, "Import, and ask the GM for 22 gp 5 sp 3 cp")
    asked = await gm.slash(channel, "character requests")
    assert asked.shown.ephemeral
    assert f"<@{han.id}> asks for" in asked.text
    decided = await gm.click(asked.shown, "Accept Vala")
    assert f"<@{gm.id}> accepts **22 gp 5 sp 3 cp** for **Vala**." in decided.text
    assert f"<@{lando.id}> asks for" in decided.text
    declined = await gm.click(decided.shown, "Decline Rook")
    assert "No skills or coins wait for a GM." in declined.text
    campaign = await cast.campaign()
    (vala,), (rook,) = [await services.characters.mine(campaign.id, one.id) for one in (han, lando)]
    assert (await cast.purse(vala), await cast.purse(rook)) == (7253, 5000)


async def test_skills_wait_for_the_gm_where_the_campaign_asks_for_it(
    dnd: None, backroom: Channel, services: Services, cast: Cast, gm: Player, han: Player, channel: Channel
):
    await approved(gm, channel)
    page = await brings(han, channel, samples.dnd5e())
    assert "The GM has to accept the skills." in page.text
    stored = await han.click(page.shown, "Import")
    assert "Waiting for a GM: new skills." in stored.text
    assert await skills_of(services, cast, han) == {}
    (request,) = gm.sees(backroom)
    assert "asks for new skills for **Vala Rook**." in request.text
    assert "Deception +10" in request.text
    await gm.click(request, "Accept")
    assert (await skills_of(services, cast, han))["Deception"] == "+10"


async def test_typed_skills_wait_for_the_gm_too_and_the_latest_counts(
    dnd: None, backroom: Channel, services: Services, cast: Cast, gm: Player, han: Player, channel: Channel
):
    await cast.pc(han, "Han", "Deception +1, Insight +2")
    await approved(gm, channel)
    for skills in ("Deception +9", "Deception +3"):
        answer = await han.slash(channel, "character skills", sheet=skills)
        assert "Waiting for a GM: new skills." in answer.text
    first, second = gm.sees(backroom)
    assert "Deception +3 (was +1), no Insight (was +2)" in second.text
    assert (await gm.click(first, "Accept")).text == ONCE
    await gm.click(second, "Accept")
    assert await skills_of(services, cast, han) == {"Deception": "+3"}
    # A GM needs nobody.
    edited = await gm.slash(channel, "character skills", sheet="Deception +5", character="Han")
    assert "Waiting" not in edited.text
    assert await skills_of(services, cast, han) == {"Deception": "+5"}


@pytest.mark.usefixtures("dnd")
@pytest.mark.parametrize("is_posted", [True, False])
async def test_accepted_skills_write_over_none_that_the_gm_has_not_seen(
    backroom: Channel, services: Services, cast: Cast, gm: Player, han: Player, channel: Channel, is_posted: bool
):
    await cast.pc(han, "Han", "Deception +1")
    await approved(gm, channel)
    await han.slash(channel, "character skills", sheet="Deception +9")
    request = gm.sees(backroom)[0] if is_posted else (await gm.slash(channel, "character requests")).shown
    label = "Accept" if is_posted else "Accept Han"
    await gm.slash(channel, "character skills", sheet="Deception +2, Insight +4", character="Han")
    shown = await gm.click(request, label)
    request = gm.sees(backroom)[0] if is_posted else shown.shown
    assert "Deception +9 (was +2), no Insight (was +4)" in request.text
    assert await skills_of(services, cast, han) == {"Deception": "+2", "Insight": "+4"}
    await gm.click(request, label)
    assert await skills_of(services, cast, han) == {"Deception": "+9"}


class Overtaken:
    """A database in which something else is written between what one reader reads and writes."""

    def __init__(self, within: Database, meanwhile: Callable[[], Awaitable[object]]) -> None:
        self.fetch = within.fetch
        self._within, self._meanwhile = within, meanwhile

    async def apply(self, *statements: Statement) -> None:
        await self._meanwhile()
        await self._within.apply(*statements)


async def test_an_edit_at_the_same_moment_is_not_written_over(
    dnd: None, services: Services, cast: Cast, gm: Player, han: Player, channel: Channel
):
    character = await cast.pc(han, "Han", "Deception +1")
    await approved(gm, channel)
    await han.slash(channel, "character skills", sheet="Deception +9")
    campaign, boss = await cast.campaign(), cast.person(gm)
    (asked,) = await services.proposals.waiting(campaign, boss)
    own = parse_sheet("Insight +4", campaign.settings.system)
    database: Any = Overtaken(services.db, lambda: services.characters.edit(campaign, boss, character, sheet=own))
    proposals = Proposals(database, services.characters, services.ids, services.clock)
    with pytest.raises(SkillsChanged):
        await proposals.decide(campaign, boss, asked.id, accepts=True, seen=mark_of(character.sheet))
    assert await skills_of(services, cast, han) == {"Insight": "+4"}
    assert await services.proposals.waiting(campaign, boss) == [asked]


async def test_accepted_coins_leave_the_skills_alone(
    dnd: None, backroom: Channel, services: Services, cast: Cast, gm: Player, han: Player, channel: Channel
):
    page = await brings(han, channel, samples.dnd5e())
    await han.click(page.shown, "Import, and ask the GM for 22 gp 5 sp 3 cp")
    (request,) = gm.sees(backroom)
    await han.slash(channel, "character skills", sheet="Deception +3")
    await gm.click(request, "Accept")
    assert await skills_of(services, cast, han) == {"Deception": "+3"}
    assert "Wallet: **72 gp 5 sp 3 cp**" in (await han.slash(channel, "character show")).text


async def test_a_request_of_an_older_bot_is_shown_again_before_it_counts(
    dnd: None, backroom: Channel, services: Services, cast: Cast, gm: Player, han: Player, channel: Channel
):
    await cast.pc(han, "Han", "Deception +1")
    await approved(gm, channel)
    await han.slash(channel, "character skills", sheet="Deception +9")
    (request,) = gm.sees(backroom)
    without_mark = id_of(request, "Accept").rpartition(":")[0]
    await gm.click(request, without_mark, unchecked=True)
    assert await skills_of(services, cast, han) == {"Deception": "+1"}
    await gm.click(gm.sees(backroom)[0], "Accept")
    assert await skills_of(services, cast, han) == {"Deception": "+9"}


async def test_coins_that_wait_stay_when_skills_are_typed(
    dnd: None, backroom: Channel, services: Services, cast: Cast, gm: Player, han: Player, channel: Channel
):
    page = await brings(han, channel, samples.dnd5e())
    await han.click(page.shown, "Import, and ask the GM for 22 gp 5 sp 3 cp")
    await approved(gm, channel)
    answer = await han.slash(channel, "character skills", sheet="Deception +3")
    assert "Waiting for a GM: new skills and **22 gp 5 sp 3 cp**." in answer.text
    first, second = gm.sees(backroom)
    assert (await gm.click(first, "Accept")).text == ONCE
    await gm.click(second, "Accept")
    assert await skills_of(services, cast, han) == {"Deception": "+3"}
    (character,) = await services.characters.mine((await cast.campaign()).id, han.id)
    assert await cast.purse(character) == 5000 + 2253


async def test_a_new_character_begins_without_skills_until_the_gm_accepts_them(
    dnd: None, services: Services, cast: Cast, gm: Player, han: Player, channel: Channel
):
    await approved(gm, channel)
    opened = await han.slash(channel, "character new")
    made = await han.submit(opened.modal, {"Name": "Han", "Skills": "Deception +9"}, unchecked=True)
    assert "Waiting for a GM: new skills." in made.text
    assert await skills_of(services, cast, han) == {}


async def test_a_character_of_that_name_gets_the_skills_and_keeps_its_others(
    dnd: None, services: Services, cast: Cast, han: Player, channel: Channel
):
    await cast.pc(han, "vala rook", "Deception +1, Sabacc +3")
    page = await brings(han, channel, samples.dnd5e())
    assert "**vala rook** gets these skills." in page.text
    await han.click(page.shown, "Import")
    skills = await skills_of(services, cast, han)
    assert (skills["Deception"], skills["Sabacc"]) == ("+10", "+3")
    assert len(await services.characters.mine((await cast.campaign()).id, han.id)) == 1


async def test_a_chosen_character_and_a_chosen_name_win_over_that_of_the_file(
    dnd: None, services: Services, cast: Cast, han: Player, channel: Channel
):
    await cast.pc(han, "Han")
    page = await brings(han, channel, samples.dnd5e(), character="Han")
    assert "**Han** gets these skills." in page.text
    other = await brings(han, channel, samples.dnd5e(), name="Lady Luck")
    assert "A new character, **Lady Luck**." in other.text
    late = await han.click(page.shown, "Import")
    assert late.text == "I no longer have that file. Send it again with /character import."
    await han.click(other.shown, "Import")
    mine = await services.characters.mine((await cast.campaign()).id, han.id)
    assert [one.name for one in mine] == ["Han", "Lady Luck"]


async def test_text_is_pasted_into_a_form(dnd: None, services: Services, cast: Cast, han: Player, channel: Channel):
    opened = await han.slash(channel, "character import", name="Lady Luck")
    assert opened.form.field("Name").default == "Lady Luck"
    page = await han.submit(opened.form, {"Skills, or the text of a file": "Deception +7\nLuck plenty\nInsight -1"})
    assert "A new character, **Lady Luck**." in page.text
    assert "Skills: Deception +7, Insight -1" in page.text
    assert "Not understood: Luck plenty." in page.text
    await han.click(page.shown, "Import")
    assert await skills_of(services, cast, han) == {"Deception": "+7", "Insight": "-1"}
    again = await han.slash(channel, "character import")
    page = await han.submit(again.form, {"Skills, or the text of a file": "Insight +4"})
    assert "**Lady Luck** gets these skills." in page.text


async def test_json_is_pasted_into_a_form(dnd: None, han: Player, channel: Channel):
    opened = await han.slash(channel, "character import")
    page = await han.submit(opened.form, {"Skills, or the text of a file": json.dumps(samples.roll20_5e())})
    assert page.text.startswith("### Import Sefa?")


async def test_pasted_skills_without_a_name_and_a_character_are_refused(dnd: None, han: Player, channel: Channel):
    opened = await han.slash(channel, "character import")
    refused = await han.submit(opened.form, {"Skills, or the text of a file": "Insight +4"})
    assert "A name needs at least one letter or digit. Give the new character another one" in refused.text
    again = await han.click(refused.shown, "Try again")
    assert again.form.field("Skills, or the text of a file").default == "Insight +4"


@pytest.mark.parametrize(
    "content, told",
    [
        (b"", "That file is empty."),
        (b"\x89PNG\xff", "That file is neither text nor JSON. Send one from Foundry VTT, D&D Beyond or Roll20."),
        (b"{" + b" " * MOST_BYTES, "That file is too large. I read at most 1,024 KiB."),
        (b'{"name": }', "That file isn't JSON from line 1 on."),
        (b"[" * 50_000, "That file has too many lists within lists."),
        (b'{"a": NaN}', "That file has “NaN” where a number belongs."),
        (
            {"hello": "world"},
            "I don't know what made that file. I read characters from Foundry VTT, D&D Beyond or Roll20.",
        ),
        (
            samples.dnd5e() | {"_stats": {"systemId": "<@1>"}},
            "That actor is made for the Foundry system “\\<\\@\N{WORD JOINER}1\\>”. I read dnd5e, od6s, starwarsffg",
        ),
        (
            samples.od6s(),
            "That character (Foundry VTT, OpenD6) rolls D6 pools, and this campaign rolls a d20 and a bonus.",
        ),
        (
            samples.dnd5e() | {"name": "x" * 60},
            "That name is too long: at most 32 letters. Give the new character another",
        ),
    ],
)
async def test_a_file_that_cannot_be_imported_is_refused_privately(
    dnd: None, han: Player, channel: Channel, content: Any, told: str
):
    refused = await brings(han, channel, content)
    assert refused.text.startswith(told)
    assert refused.shown.pings == []


async def test_names_in_a_file_ping_nobody(dnd: None, han: Player, channel: Channel):
    actor = samples.dnd5e(tools={"@everyone <@&1> **x**": {"value": 1}}) | {"name": "@here *Vala*"}
    page = await brings(han, channel, actor)
    assert "### Import \\@\N{WORD JOINER}here \\*Vala\\*?" in page.text
    assert "\\@\N{WORD JOINER}everyone" in page.text
    assert page.shown.pings == []


async def test_somebody_elses_character_is_refused(dnd: None, cast: Cast, han: Player, lando: Player, channel: Channel):
    await cast.pc(lando, "Lando")
    refused = await han.slash(channel, "character import", file=upload(samples.dnd5e()), options={"character": "Lando"})
    assert refused.text == "Lando isn't yours to play."
    page = await brings(lando, channel, samples.dnd5e())
    mine = await brings(han, channel, samples.dnd5e())
    refused = await han.click(mine.shown, id_of(page.shown, "Import"), unchecked=True)
    assert refused.text == "I no longer have that file. Send it again with /character import."


async def test_a_name_that_another_has_is_refused_when_it_is_imported(
    dnd: None, cast: Cast, han: Player, lando: Player, channel: Channel
):
    await cast.pc(lando, "Vala Rook")
    page = await brings(han, channel, samples.dnd5e())
    assert (await han.click(page.shown, "Import")).text == "This campaign already has a character called Vala Rook."


async def test_a_draft_is_gone_after_a_day_and_when_it_is_declined(
    dnd: None, services: Services, clock: ManualClock, han: Player, channel: Channel
):
    gone = "I no longer have that file. Send it again with /character import."
    page = await brings(han, channel, samples.dnd5e())
    assert (await han.click(page.shown, "Not now")).text == "Nothing was imported."
    assert await services.db.fetch("SELECT id FROM proposals") == []
    page = await brings(han, channel, samples.dnd5e())
    await clock.advance(24 * 3600)
    assert (await han.click(page.shown, "Import")).text == gone


async def test_coins_that_this_money_lacks_stay_behind(bot: Shadowport, gm: Player, han: Player, channel: Channel):
    await gm.slash(channel, "campaign setup", preset="D&D 5e")
    opened = await gm.click((await gm.slash(channel, "campaign setup")).shown, "Coins and starting money…")
    await gm.submit(opened.form, {"Coins, the usual one first": "crown=240, penny/pence (d)=1", "Starting money": "0"})
    page = await brings(han, channel, samples.dnd5e())
    assert (
        "Coins: 1 pp, 12 gp, 5 sp and 3 cp. This campaign's money doesn't have them, so they stay behind." in page.text
    )
    assert [part["label"] for part in page.shown.components if "label" in part] == ["Import", "Not now"]


async def test_a_gm_channel_that_is_gone_holds_up_nothing(
    dnd: None, backroom: Channel, local: LocalDiscord, guild: Guild, gm: Player, han: Player, channel: Channel
):
    local.world.set_overwrite(backroom, guild.members[local.world.bot.id], deny=VIEW)
    page = await brings(han, channel, samples.dnd5e())
    stored = await han.click(page.shown, "Import, and ask the GM for 22 gp 5 sp 3 cp")
    assert "Waiting for a GM: **22 gp 5 sp 3 cp**." in stored.text
    asked = await gm.slash(channel, "character requests")
    assert id_of(asked.shown, "Accept Vala Rook")
