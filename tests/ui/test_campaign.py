"""The campaign: what a GM decides once, and who may."""

import pytest

from bot.engine.skills import D20
from bot.services import Services
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, ChannelKind, Guild
from playground.discord.world.permissions import Permission
from playground.people import Answer, Player, Seen
from tests.ui.conftest import Cast, Settle, with_button

pytestmark = pytest.mark.usefixtures("bot")


async def panel(gm: Player, channel: Channel, part: str = "Money and dice") -> Seen:
    """Return the settings, opened at one of their parts."""
    answer = await gm.slash(channel, "campaign setup")
    if part != "Money and dice":
        await gm.click(answer.shown, part)
    return answer.shown


async def test_a_fresh_server_has_a_campaign_that_anybody_may_look_at(han: Player, lando: Player, channel: Channel):
    answer = await han.slash(channel, "campaign show")
    assert answer.shown.ephemeral
    assert answer.text.splitlines() == [
        "### The campaign",
        "Money: **credits**. A new character starts with 1,000 cr.",
        "Dice: **D6 pools, no wild die**.",
        "GMs: the people who manage this server.",
        "Everyone may open tables, everywhere.",
        "There is no GM channel.",
        "Clock: **120 seconds a turn**.",
        "A player or the GM deals the next hand.",
        "The table's GM sees the hidden hands of its NPCs, and may not play there.",
        "When a GM acts for a player, the table's message says so.",
        "Players see their own odds. Only you can see yours.",
        "Tables show dice and cards as **emojis**.",
        "The house has an **unlimited bank**: it can pay every bet.",
        "A table that nobody uses for 7 days closes automatically.",
        "Gamble: Gambling, otherwise Perception",
        "Bluff: Con, otherwise Perception",
        "Persuade: Persuasion, otherwise Perception",
        "Intimidate: Intimidation, otherwise Knowledge",
        "Distract: Con, otherwise Perception",
        "Read people: Perception",
        "Sleight of hand: Sleight of Hand or Pick Pocket, otherwise Dexterity",
        "Spot a cheat: Search, otherwise Perception",
        "Prove a sleight: Investigation, otherwise Perception",
        "Prove magic: Scholar, otherwise Knowledge",
    ]


@pytest.mark.parametrize(
    "preset, told",
    [
        ("Star Wars D6", "Dice: **D6 pools, no wild die**."),
        ("D&D 5e", "Money: **gp, sp and cp** (platinum piece is 10 gp; electrum piece is 5 sp). A new"),
        ("FFG Star Wars and Genesys", "Dice: **Narrative dice (Genesys, FFG Star Wars)**."),
    ],
)
async def test_a_preset_brings_money_and_dice(gm: Player, channel: Channel, preset: str, told: str):
    assert told in (await gm.slash(channel, "campaign setup", preset=preset)).text


async def test_the_common_things_are_set_in_one_command(
    local: LocalDiscord, guild: Guild, gm: Player, han: Player, channel: Channel
):
    role = local.world.add_role(guild, "Game *Master*")
    answer = await gm.slash(
        channel, "campaign setup", preset="D&D 5e", starting_purse="15 gp", gm_role=role, clock="2 days"
    )
    assert "A new character starts with 15 gp." in answer.text
    shown = await han.slash(channel, "campaign show")
    assert "everyone with the role **Game \\*Master\\***." in shown.text
    assert "Clock: **2 days a turn**." in shown.text


@pytest.mark.parametrize(
    "options, told",
    [
        ({"preset": "monopoly"}, "Choose `preset` from the list."),
        ({"starting_purse": "-5"}, "An amount can't be negative."),
        ({"starting_purse": "1" + "0" * 30}, "That's too much"),
        ({"preset": "dnd-5e", "starting_purse": "5 cr"}, "This campaign counts in gp, sp and cp, not cr."),
        ({"bankroll": "monopoly"}, "Choose `bankroll` from the list."),
        ({"clock": "soon"}, "I can't read that clock."),
        ({"clock": "1 s"}, "Choose 15 to 3,600 seconds for a turn."),
    ],
)
async def test_a_setting_that_cannot_be_changes_nothing(
    cast: Cast, gm: Player, channel: Channel, options: dict[str, str], told: str
):
    before = (await cast.campaign()).settings
    assert (await gm.slash(channel, "campaign setup", unchecked=True, options=options)).text.startswith(told)
    assert (await cast.campaign()).settings == before


async def test_dice_are_picked_in_a_menu(cast: Cast, gm: Player, channel: Channel):
    seen = await panel(gm, channel)
    await gm.select(seen, "Dice", "d6-explode_drop")
    assert "a wild die that explodes on a 6, and on a 1 is lost with the highest die" in seen.text
    assert (await cast.campaign()).settings.system.wild == "explode_drop"
    await gm.select(seen, "Dice", "d20-none")
    assert "Sheets stay, but skills in the old dice don't count in the new ones" in seen.text


async def test_a_preset_is_picked_in_a_menu_and_says_what_became_of_the_money(
    cast: Cast, gm: Player, han: Player, channel: Channel
):
    ours = await cast.pc(han, "Han")
    seen = await panel(gm, channel)
    await gm.select(seen, "Take all from a preset…", "D&D 5e")
    assert "The campaign counts in gp, sp and cp now. A new character starts with 50 gp." in seen.text
    assert await cast.purse(ours) == 5000


async def test_the_gms_own_coins_are_typed_in_a_form(cast: Cast, gm: Player, channel: Channel):
    seen, before = await panel(gm, channel), (await cast.campaign()).settings.currency
    await gm.submit((await gm.click(seen, "Coins and starting money…")).form, {"Starting money": "2k"})
    settings = (await cast.campaign()).settings
    assert (settings.currency, settings.starting_purse) == (before, 2000)
    opened = await gm.click(seen, "Coins and starting money…")
    assert opened.form.field("Starting money").default == "2,000 cr"
    coins = "gold crown=240, shilling=12, penny/pence (d)=1"
    refused = await gm.submit(opened.form, {"Coins, the usual one first": coins})
    assert refused.text.startswith("This campaign counts in gold crowns, shillings and d, not cr.")
    again = await gm.click(seen, "Try again")
    assert again.form.field("Coins, the usual one first").default == coins
    await gm.submit(again.form, {"Starting money": "5 gold crowns"})
    assert "A new character starts with 5 gold crowns." in seen.text


async def test_a_currency_stays_once_money_has_changed_hands(cast: Cast, gm: Player, han: Player, channel: Channel):
    await cast.pc(han, "Han")
    await han.slash(channel, "wallet pay", amount="5", to="party")
    before = (await cast.campaign()).settings
    answer = await gm.slash(channel, "campaign setup", preset="D&D 5e", starting_purse="15 gp", clock="2 days")
    after = (await cast.campaign()).settings
    assert (after.currency, after.starting_purse) == (before.currency, before.starting_purse)
    assert (after.system.family, after.pace.kind) == ("d20", "days")
    applied, refused = (line for line in answer.shown.lines if "pplied" in line)
    assert "D&D 5e: dice (d20 and a bonus)." in applied
    assert refused.startswith("Not applied: money (gp, sp and cp, 15 gp for a new character). Money has already")


async def test_a_preset_in_the_menu_applies_its_dice_while_a_table_is_open(cast: Cast, gm: Player, channel: Channel):
    await gm.slash(channel, "pilok open")
    before, seen = (await cast.campaign()).settings, await panel(gm, channel)
    await gm.select(seen, "Take all from a preset…", "FFG Star Wars and Genesys")
    after = (await cast.campaign()).settings
    assert (after.currency, after.system.family) == (before.currency, "narrative")
    assert (before.starting_purse, after.starting_purse) == (1000, 500)
    await gm.select(seen, "Take all from a preset…", "D&D 5e")
    assert (await cast.campaign()).settings == after.changed(system=D20)
    assert any(
        line.startswith("Not applied: money") and "Close them before you change its currency" in line
        for line in seen.lines
    )


async def test_a_preset_that_applies_whole_names_its_dice_and_money(cast: Cast, gm: Player, channel: Channel):
    answer = await gm.slash(channel, "campaign setup", preset="D&D 5e")
    settings = (await cast.campaign()).settings
    assert (settings.currency.title, settings.system, settings.starting_purse) == ("gp, sp and cp", D20, 5000)
    (applied,) = (line for line in answer.shown.lines if "pplied" in line)
    assert "dice (d20 and a bonus) and money (gp, sp and cp, 50 gp for a new character)." in applied


async def test_a_preset_beside_a_bad_setting_changes_nothing(cast: Cast, gm: Player, channel: Channel):
    before = (await cast.campaign()).settings
    answer = await gm.slash(channel, "campaign setup", preset="D&D 5e", clock="soon")
    assert answer.text.startswith("I can't read that clock.")
    assert (await cast.campaign()).settings == before


async def test_the_skills_of_a_role_are_renamed_and_given_back(cast: Cast, gm: Player, channel: Channel):
    seen = await panel(gm, channel, "Skills")
    opened = await gm.select(seen, "Change the skills of…", "gamble")
    assert opened.form.field("Skills").default == "Gambling, otherwise Perception"
    refused = await gm.submit(opened.form, {"Skills": "one,two"})
    assert "Name the skills of a role like this: Gambling or Con, otherwise Perception." in refused.text
    again = await gm.click(seen, "Try again")
    await gm.submit(again.modal, {"Skills": "Sabacc or Gambling, otherwise Luck"})
    assert "Gamble: Sabacc or Gambling, otherwise Luck" in seen.text
    opened = await gm.select(seen, "Change the skills of…", "gamble")
    await gm.submit(opened.form, {"Skills": ""})
    assert "Gamble: Gambling, otherwise Perception" in seen.text


async def test_clock_days_and_dealing_are_set_for_tables(cast: Cast, gm: Player, channel: Channel):
    seen = await panel(gm, channel, "Tables")
    await gm.click(seen, "The table's GM may play")
    assert (await cast.campaign()).settings.keeper_may_play
    await gm.click(seen, "The table's GM may not play")
    assert not (await cast.campaign()).settings.keeper_may_play
    await gm.select(seen, "Time for a turn", "12 hours")
    assert "Clock: **12 hours a turn**." in seen.text
    await gm.click(seen, "Auto-deal")
    assert "The next hand begins automatically." in seen.text
    opened = await gm.click(seen, "Clock and days…")
    assert opened.form.field("Time for a turn").default == "12 hours"
    refused = await gm.submit(opened.form, {"Days until a forgotten table closes": "400"})
    assert refused.text.startswith("A table closes automatically after 1 to 90 days in which nobody uses it.")
    again = await gm.click(seen, "Try again")
    await gm.submit(again.modal, {"Days until a forgotten table closes": "30", "Time for a turn": "off"})
    assert "Clock: **no clock**." in seen.text
    assert "for 30 days closes automatically." in seen.text


async def test_backer_of_banks_is_picked_in_a_menu_or_set_by_the_command(
    cast: Cast, gm: Player, han: Player, channel: Channel
):
    seen = await panel(gm, channel, "Tables")
    await gm.select(seen, "Payer where the house plays", "house")
    assert "The house pays **from what it has**. Its money fills each table's bank." in seen.text
    assert "The house has no money yet. Give it some with /bank grant." in seen.text
    assert (await cast.campaign()).settings.bankroll == "house"
    await gm.slash(channel, "bank grant", amount="500", to="The house", reason="a loan")
    await gm.select(seen, "Payer where the house plays", "party")
    assert "**The party owns the casino and pays.**" in seen.text
    assert "The party's wallet is empty. Players pay into it with /wallet pay." in seen.text
    await gm.select(seen, "Payer where the house plays", "house")
    assert "no money" not in seen.text
    answer = await gm.slash(channel, "campaign setup", bankroll="The party owns the casino and pays")
    assert "**The party owns the casino and pays.**" in answer.text
    assert (await cast.campaign()).settings.bankroll == "party"
    assert (await han.slash(channel, "campaign setup", bankroll="endless")).text == "Only the GM can do that."
    assert (await cast.campaign()).settings.bankroll == "party"


async def test_opening_tables_is_limited_to_roles_and_channels(
    local: LocalDiscord, guild: Guild, settle: Settle, gm: Player, han: Player, channel: Channel
):
    role, other = local.world.add_role(guild, "Croupier"), local.world.add_channel(guild, "elsewhere")
    seen = await panel(gm, channel, "People and places")
    await gm.select(seen, "People who may open tables", "gm")
    assert (await han.slash(channel, "pilok open")).text == "Only the GM opens tables in this campaign."
    await gm.select(seen, "Role that may open tables", [role])
    assert "GMs and everyone with the role **Croupier** may open tables, everywhere." in seen.text
    assert (await han.slash(channel, "pilok open")).text == "You need a role to open tables here. Ask the GM for it."
    local.world.change_member(guild.members[han.id], roles=[role])
    await gm.select(seen, "Only in these channels", [other])
    assert f"open tables, in <#{other.id}>." in seen.text
    assert (
        await han.slash(channel, "pilok open")
    ).text == "You can't open a table in this channel. /campaign show lists the channels for tables."
    await gm.select(seen, "Only in these channels", [])
    await gm.select(seen, "Role that may open tables", [])
    assert "Everyone may open tables, everywhere." in seen.text


async def test_the_gm_role_is_picked_and_taken_away_in_a_menu(
    local: LocalDiscord, guild: Guild, gm: Player, han: Player, channel: Channel
):
    role = local.world.add_role(guild, "Game Master")
    local.world.change_member(guild.members[han.id], roles=[role])
    seen = await panel(gm, channel, "People and places")
    await gm.select(seen, "GM role", [role])
    assert (await han.slash(channel, "npc list")).text.startswith("### 0 NPCs")
    refused = await gm.slash(channel, "campaign setup", gm_role=guild.roles[guild.id])
    assert refused.text == "Everyone has that role. Choose one that only GMs have."
    await gm.select(seen, "GM role", [])
    assert (await han.slash(channel, "npc list")).text == "Only the GM can do that."


async def test_the_gms_channel_must_be_one_that_not_everybody_reads(
    local: LocalDiscord, guild: Guild, cast: Cast, gm: Player, channel: Channel
):
    world, view = local.world, int(Permission.VIEW_CHANNEL)
    secret = world.add_channel(guild, "gm-only")
    seen = await panel(gm, channel, "People and places")
    refused = await gm.select(seen, "GM channel", [secret])
    assert refused.text == f"Everyone can read <#{secret.id}>. Choose a channel that only GMs see."
    world.set_overwrite(secret, guild.roles[guild.id], deny=view)
    refused = await gm.slash(channel, "campaign setup", gm_channel=secret)
    assert refused.text == f"I can't write in <#{secret.id}>. Let me read and write there first."
    assert (await cast.campaign()).settings.gm_channel_id is None
    category = world.add_channel(guild, "behind the scenes", ChannelKind.CATEGORY)
    refused = await gm.slash(channel, "campaign setup", gm_channel=category)
    assert refused.text == "Choose a channel that I can write in, not a whole category or forum."
    world.set_overwrite(secret, guild.members[world.bot.id], allow=view)
    answer = await gm.slash(channel, "campaign setup", gm_channel=secret)
    assert (await cast.campaign()).settings.gm_channel_id == secret.id
    await gm.click(answer.shown, "People and places")
    told = f"The GM channel is <#{secret.id}>. I report there what happens without a GM."
    kept = "It also shows what only the GM knows, such as cheats and secret dice, except from tables where a GM plays."
    assert f"{told} {kept}" in answer.shown.text
    await gm.select(answer.shown, "GM channel", [])
    assert (await cast.campaign()).settings.gm_channel_id is None


async def test_the_controls_of_the_panel_check_rights_and_server_again(
    local: LocalDiscord, services: Services, cast: Cast, gm: Player, han: Player, channel: Channel
):
    seen = await panel(gm, channel)
    for refused in (
        han.click(seen, "Skills", unchecked=True),
        han.select(seen, "Dice", "d20-none", unchecked=True),
        han.click(seen, "Coins and starting money…", unchecked=True),
    ):
        assert (await refused).text == "Only the GM can do that."
    elsewhere = await services.campaigns.at(999)
    forged = f"setup:{elsewhere.id}:skills"
    assert (await gm.click(with_button(seen, forged), forged)).text == "There is no such campaign."
    for forged in (
        f"setup_pick:{(await cast.campaign()).id}:clock:",
        f"setup_pick:{(await cast.campaign()).id}:owner:1",
        f"setup_pick:{(await cast.campaign()).id}:bankroll:dragon",
        f"setup_open:{(await cast.campaign()).id}:skills:luck",
    ):
        answer: Answer = await gm.click(with_button(seen, forged), forged)
        assert answer.text in {
            "That choice isn't available.",
            "I can't read that clock. Write it like this: 90s, 12 hours, 2 days or off.",
        }


async def test_an_open_table_goes_by_the_new_settings(
    settle: Settle, gm: Player, han: Player, cast: Cast, services: Services, channel: Channel
):
    await gm.slash(channel, "pilok open")
    await gm.slash(channel, "campaign setup", clock="off")
    table = await services.tables.in_channel(channel.id)
    assert table is not None
    assert table.campaign == await cast.campaign()


async def test_roles_and_channels_that_are_not_there_cannot_be_chosen(cast: Cast, gm: Player, channel: Channel):
    seen, before = await panel(gm, channel), await cast.campaign()
    for key, refusal in {
        "gm_role": "There is no such role on this server.",
        "opener_role": "There is no such role on this server.",
        "channels": "There is no such channel on this server.",
        "gm_channel": "I can't see that channel. Let me read and write there first.",
    }.items():
        forged = f"setup_pick:{before.id}:{key}:123456789"
        assert (await gm.click(seen, forged, unchecked=True)).text == refusal
    assert await cast.campaign() == before


async def test_a_control_on_a_message_of_everybody_answers_privately_and_leaves_it(
    cast: Cast, gm: Player, channel: Channel
):
    await gm.slash(channel, "pilok open", clock="off")
    shown = [seen for seen in gm.sees(channel) if not seen.ephemeral][-1]
    campaign, character = await cast.campaign(), await cast.pc(gm, "Han")
    for forged in (
        f"setup:{campaign.id}:people",
        f"setup_pick:{campaign.id}:auto_deal:1",
        "history:p",
        "history:h",
        "npcs:0",
        f"retire:{character.id}:0",
        f"retire:{character.id}:1",
        "part:here:0",
        "part:here:1",
    ):
        assert (await (await gm.click(shown, forged, unchecked=True)).done()).messages[-1].ephemeral
    assert [seen for seen in gm.sees(channel) if not seen.ephemeral][-1].text.startswith("## Three Street Pi'Lok")
