"""A banked table is shown before it opens: what its bets are worth, and what would be in the bank."""

import threading

import pytest

from bot.campaigns import Bankroll, HousePurse, Pace, PartyPurse
from examples.coin_toss import odds
from examples.coin_toss.odds import NOTE
from examples.coin_toss.rules import CoinToss
from playground.discord.world.core import BOT_INVITED_WITH
from playground.discord.world.permissions import Permission
from playground.people import Player, Seen
from tests.ui.tables.coin_toss_evening import asks, known, offered, with_commands
from tests.ui.tables.evening import Begun, Evening, labels, refused, told

GONE = "This offer has expired: offers last a day. Use the command again."
NOT_YOURS = "That offer is another person's, or from another channel. Use the command again."
OPEN = "Open the table"
BY_NOW = "The bank would be different now. Please look again."

EDGE = "-# That is the part of a stake that the house keeps on average."


async def backed_by(evening: Evening, bankroll: Bankroll, amount: int = 0) -> None:
    """Choose the backer of the tables' banks, and give them money."""
    campaign = await evening.cast.campaign()
    if amount:
        holder = PartyPurse(campaign.id) if bankroll == "party" else HousePurse(campaign.id)
        await evening.services.wallet.grant(
            campaign, evening.boss, [holder], amount, key=f"backing {amount}", reason="for the banks"
        )
    await evening.settles(bankroll=bankroll)


async def made_gm(evening: Evening, who: Player) -> None:
    """Give somebody the campaign's GM role."""
    world, guild = evening.local.world, evening.guild
    role = world.add_role(guild, "Game Master")
    await evening.settles(gm_role_id=role.id)
    world.change_member(guild.members[who.id], roles=[role])


async def takes_up(evening: Evening, shown: Seen, who: Player | None = None) -> str:
    """Press the button that opens; what is told then."""
    return (await (await (who or evening.gm).click(shown, OPEN)).done()).text


def id_of(shown: Seen) -> str:
    """Return the id of the button that opens the table: ids are no secret."""
    found = shown.find(OPEN)
    assert found is not None
    return found.custom_id


async def is_open(evening: Evening) -> bool:
    return await evening.services.tables.in_channel(evening.channel.id) is not None


async def offers(evening: Evening) -> int:
    return int((await evening.services.db.fetch("SELECT count(*) AS n FROM offers"))[0]["n"])


async def test_offer_shows_the_house_edge_before_the_table_opens(tossing: Evening):
    shown = await offered(tossing)
    assert shown.lines == [
        "## Coin Toss, before it opens",
        "Bets from 5 cr · 120 seconds a turn · anyone seated begins the next toss",
        "The preset **usual**.",
        "### The house edge",
        EDGE,
        "**Heads** and **Tails**: about 2.53%",
        "**Edge**: 33.3%",
        f"-# {NOTE}",
        "### The bank",
        "The house pays all winnings from an unlimited bank.",
        shown.lines[-1],
    ]
    assert shown.lines[-1].startswith("-# Only you can see this. The offer stands until <t:")
    assert labels(shown) == [OPEN, "Not now"]
    assert not await is_open(tossing)


async def test_taking_it_up_opens_exactly_what_was_shown(tossing: Evening, han: Player):
    shown = await offered(tossing, han, preset="generous", winnings=99, clock="12 hours", auto_deal=True)
    await tossing.settles(pace=Pace.of("seconds", 60), auto_deal=False)
    assert await takes_up(tossing, shown, han) == "The table is open."
    message = await tossing.drawn()
    assert message.lines[:3] == [
        "## Coin Toss",
        "Heads or tails, against the house.",
        "-# Bets from 1 cr · unlimited bank · 12 hours a turn",
    ]
    record, rules = (await tossing.table()).record, (await tossing.table()).rules
    assert (rules.winnings, rules.edge_pays) == (99, 2999)
    assert (record.auto_deal, record.keeper) == (True, han.id)
    assert labels(message) == ["Sit", "Rules", "More…"]


async def test_declined_offer_opens_nothing_and_is_gone(tossing: Evening):
    shown = await offered(tossing)
    custom_id = id_of(shown)
    assert (await tossing.gm.click(shown, "Not now")).text == "No table was opened."
    assert labels(shown) == []
    assert told(await tossing.gm.click(shown, custom_id, unchecked=True)) == GONE
    assert (await offers(tossing), await is_open(tossing)) == (0, False)


async def test_an_offer_outlives_a_restart(begun: Begun, monkeypatch: pytest.MonkeyPatch):
    known(monkeypatch)
    async with begun() as evening:
        shown = await offered(await with_commands(evening), preset="generous")
    async with begun() as evening:
        assert await takes_up(evening, shown) == "The table is open."
        await evening.drawn()
        assert (await evening.table()).rules == CoinToss.presets["generous"]


async def test_offer_opens_though_its_odds_must_be_calculated_again(begun: Begun, monkeypatch: pytest.MonkeyPatch):
    """After a restart they are known no more: the click is acknowledged first."""
    known(monkeypatch)
    async with begun() as evening:
        shown = await offered(await with_commands(evening))
    go_on, bets = threading.Event(), odds.bets
    known(monkeypatch, bets=lambda rules: bets(rules) if go_on.wait(10) else ())
    monkeypatch.setattr("bot.ui.pages.odds.AT_ONCE", 0.05)
    async with begun() as evening:
        pressed = await evening.gm.click(shown, OPEN)
        assert not await is_open(evening)
        go_on.set()
        await pressed.done()
        await evening.drawn()
        assert shown.text == "The table is open."
        assert await is_open(evening)


async def test_pressing_twice_opens_once(tossing: Evening):
    shown = await offered(tossing)
    custom_id = id_of(shown)
    clicks = [tossing.gm.click(shown, custom_id, unchecked=True) for _ in range(2)]
    texts = [(await (await click).done()).text for click in clicks]
    await tossing.drawn()
    assert "This offer was changed or used a moment ago. Use its latest message." in texts
    assert shown.text == "The table is open."
    assert len(await tossing.services.db.fetch("SELECT id FROM tables")) == 1


async def test_nobody_else_takes_it_up_not_even_the_gm_and_nobody_elsewhere(tossing: Evening, han: Player):
    world = tossing.local.world
    abroad = world.add_guild("Abroad", owner=world.add_user("Foreigner"))
    foreigner = Player(tossing.local, world.users[abroad.owner_id])
    rooms = {tossing.channel: (tossing.gm,), world.add_channel(tossing.guild, "another room"): (han, tossing.gm)}
    rooms[world.add_channel(abroad, "abroad")] = (foreigner,)
    await tossing.services.campaigns.at(abroad.id)
    custom_id = id_of(await offered(tossing, han))
    seen = [
        (who, (await who.slash(room, "coin_toss odds")).message) for room, people in rooms.items() for who in people
    ]
    async with tossing.nothing_changes():
        for verb in ("offer", "decline", "offered", "obank", "orule"):
            for who, at in seen:
                assert at is not None
                assert told(await who.click(at, custom_id.replace("offer", verb, 1), unchecked=True)) == NOT_YOURS
    assert await offers(tossing) == 1


async def test_a_channel_with_a_table_gets_no_offer(tossing: Evening, han: Player):
    shown = await offered(tossing, han)
    await tossing.open()
    async with tossing.nothing_changes():
        assert (
            told(await asks(tossing))
            == "There is a table in this channel already. Close it first, use another channel, or choose `thread:True`."
        )
        assert (
            told(await han.click(shown, OPEN))
            == "There is a table in this channel already. Close it first, use another channel, or choose `thread:True`."
        )
    await tossing.privately(tossing.gm, "More…", "Close", "Close the table")
    assert await takes_up(tossing, shown, han) == "The table is open."


async def test_offer_is_refused_when_the_table_could_not_open(tossing: Evening):
    refusals: list[tuple[dict[str, str], str]] = [
        ({"smallest": "0"}, "Smallest bet must be between 1 cr and 1,000,000,000,000 cr."),
        ({"bank": "plenty"}, "I can't read that amount. Write it like this: 1,000 cr."),
        ({"bank": "0"}, "That's too little. The least is 1 cr."),
        ({"bank": "500"}, "Banks are unlimited here. Nobody needs to fill them."),
        ({"clock": "a while"}, "I can't read that clock. Write it like this: 90s, 12 hours, 2 days or off."),
        ({"preset": "penny ante"}, "There is no preset called penny ante here."),
    ]
    for typed, refusal in refusals:
        assert told(await asks(tossing, None, **typed)) == refusal
    assert await offers(tossing) == 0


async def test_players_open_with_the_usual_bank_and_say_nothing_of_it(tossing: Evening, han: Player):
    await backed_by(tossing, "house", 50_000)
    assert told(await asks(tossing, han, bank="500")) == "Only the GM chooses how much is in the bank."
    shown = await offered(tossing, han)
    assert labels(shown) == [OPEN, "Not now"]
    obank = id_of(shown).replace("offer", "obank", 1)
    async with tossing.nothing_changes():
        assert told(await han.click(shown, obank, unchecked=True)) == "Only the GM chooses how much is in the bank."


async def test_former_gm_no_longer_chooses_the_bank_of_an_offer(tossing: Evening, han: Player):
    await backed_by(tossing, "house", 50_000)
    await made_gm(tossing, han)
    shown = await offered(tossing, han, bank="49k")
    form = (await han.click(shown, "Bank…")).modal
    await tossing.settles(gm_role_id=None)
    async with tossing.nothing_changes():
        assert (await han.submit(form, {"amount": "5"})).text.startswith("Only the GM chooses how much is in the bank.")
    shown = await offered(tossing, han)
    assert shown.lines[-2] == "The house fills the bank with **20,000 cr**."


async def test_offer_drops_a_bank_that_its_asker_may_no_longer_choose(tossing: Evening, han: Player):
    await backed_by(tossing, "house", 50_000)
    await made_gm(tossing, han)
    by_han, by_gm = await offered(tossing, han, bank="49k"), await offered(tossing, bank="30k")
    await tossing.settles(gm_role_id=None)
    async with tossing.nothing_changes():
        answer = (await han.click(by_han, OPEN)).shown
    assert (answer.lines[0], answer.lines[-2]) == (BY_NOW, "The house fills the bank with **20,000 cr**.")
    await tossing.settles(bankroll="endless")
    async with tossing.nothing_changes():
        answer = (await tossing.gm.click(by_gm, OPEN)).shown
    assert (answer.lines[0], answer.lines[-2]) == (BY_NOW, "The house pays all winnings from an unlimited bank.")
    assert await takes_up(tossing, answer) == "The table is open."
    assert (await tossing.table()).is_endless


async def test_players_do_not_open_where_the_house_loses(tossing: Evening, han: Player):
    shown = await offered(tossing, han)
    takes, form = id_of(shown), (await han.select(shown, "Change a house rule…", "Winnings")).modal
    changed = (await han.submit(form, {"value": "101"})).shown
    assert any(
        line.endswith("**Heads** and **Tails**. Only the GM can open such a table.") and "the house loses" in line
        for line in changed.lines
    )
    assert labels(changed) == ["Not now"]
    again = takes.replace(":1", ":2") if takes.endswith(":1") else takes
    async with tossing.nothing_changes():
        refused = told(await han.click(changed, again, unchecked=True))
        assert refused == "With these house rules, the house loses in the long run. Only the GM opens such a table."
    form = (await han.select(changed, "Change a house rule…", "Winnings")).modal
    fair = (await han.submit(form, {"value": "100"})).shown
    assert await takes_up(tossing, fair, han) == "The table is open."


async def test_former_gm_does_not_open_an_offer_that_only_a_gm_may_open(tossing: Evening, han: Player):
    await made_gm(tossing, han)
    shown = await offered(tossing, han, preset="generous")
    assert labels(shown) == [OPEN, "Not now"]
    await tossing.settles(gm_role_id=None)
    async with tossing.nothing_changes():
        refused = told(await han.click(shown, OPEN))
    assert refused == "With these house rules, the house loses in the long run. Only the GM opens such a table."


async def test_the_gm_says_in_a_form_how_much_is_in_the_bank(tossing: Evening):
    await backed_by(tossing, "house", 50_000)
    shown = await offered(tossing)
    form = (await tossing.gm.click(shown, "Bank…")).form
    assert form.fields[0].default == "20,000 cr"
    refused = await tossing.gm.submit(form, {"amount": "1m"})
    assert refused.text.startswith("The house has only 50,000 cr. That's too little for a bank of 1,000,000 cr.")
    form = (await tossing.gm.click(shown, "Try again")).form
    assert form.fields[0].default == "1m"
    changed = (await tossing.gm.submit(form, {"amount": "1k"})).shown
    assert changed.message.id == shown.message.id
    assert changed.lines[-2] == "The house fills the bank with **1,000 cr**."
    await takes_up(tossing, changed)
    assert (await tossing.table()).record.bank == 1000


async def test_a_bank_that_would_be_another_by_now_is_shown_first(tossing: Evening):
    await backed_by(tossing, "house", 50_000)
    shown = await offered(tossing)
    campaign = await tossing.cast.campaign()
    await tossing.services.wallet.take(
        campaign, tossing.boss, [HousePurse(campaign.id)], 49_000, key="a robbery", reason="a robbery"
    )
    async with tossing.nothing_changes():
        answer = await tossing.gm.click(shown, OPEN)
    assert answer.shown.lines[0] == BY_NOW
    usual = "That is all that the house has. The usual amount is 20,000 cr."
    assert answer.shown.lines[-2] == f"The house fills the bank with **1,000 cr**. {usual}"
    await takes_up(tossing, answer.shown)
    assert (await tossing.table()).record.bank == 1000


async def test_rights_that_are_gone_open_nothing(tossing: Evening, han: Player):
    shown = await offered(tossing, han)
    await tossing.settles(openers="gm")
    async with tossing.nothing_changes():
        assert told(await han.click(shown, OPEN)) == "Only the GM opens tables in this campaign."
    assert told(await asks(tossing, han)) == "Only the GM opens tables in this campaign."


async def test_house_rules_are_changed_before_the_table_opens_by_a_button_that_stands_below_them(tossing: Evening):
    shown = await offered(tossing)
    before = id_of(shown)
    form = (await tossing.gm.select(shown, "Change a house rule…", "Winnings")).form
    assert (form.title, form.fields[0].default) == ("Winnings", "95")
    changed = (await tossing.gm.submit(form, {"value": "100"})).shown
    assert changed.message.id == shown.message.id
    assert changed.lines[2:6] == [
        "The preset **usual**, but: Winnings **100** instead of 95.",
        "### The house edge",
        EDGE,
        "**Heads** and **Tails**: about 0.03%",
    ]
    async with tossing.nothing_changes():
        answer = await tossing.gm.click(changed, before, unchecked=True)
        assert "Winnings **100** instead of 95" in answer.text
    assert not await is_open(tossing)
    assert await takes_up(tossing, changed) == "The table is open."
    await tossing.drawn()
    assert (await tossing.table()).rules.winnings == 100


async def test_a_house_rule_that_cannot_be_leaves_the_offer_as_it_was(tossing: Evening):
    shown = await offered(tossing)
    for rule, value, refusal in (
        ("Winnings", "0", "Winnings must be between 1 and 1,000."),
        ("Winnings", "lots", "Winnings must be a whole number from 1 to 1,000."),
        ("Largest bet", "1 cr", "The largest bet, 1 cr, can't be below the smallest, 5 cr."),
    ):
        form = (await tossing.gm.select(shown, "Change a house rule…", rule)).modal
        assert refused(await tossing.gm.submit(form, {"value": value})) == refusal
        await tossing.gm.click(shown, "Back")
    assert await takes_up(tossing, shown) == "The table is open."
    assert (await tossing.table()).rules.winnings == 95


async def test_missing_permissions_are_named_when_the_table_opens(tossing: Evening):
    shown = await offered(tossing)
    role, everyone = tossing.local.world.bot_role(tossing.guild), tossing.guild.roles[tossing.guild.id]
    for one, granted in ((role, BOT_INVITED_WITH), (everyone, everyone.permissions)):
        tossing.local.world.change_role(one, permissions=granted & ~Permission.SEND_MESSAGES)
    await takes_up(tossing, shown)
    assert (await tossing.gm.until_sees(tossing.channel, "I lack")).ephemeral
    assert await is_open(tossing)
