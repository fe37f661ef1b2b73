"""Wallets: what is in the wallet, paying somebody, and the history page by page."""

import pytest

from bot.services import Services
from playground.discord.world import Channel
from playground.people import Player
from tests.ui.conftest import Cast, Settle, with_button

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_purse_is_shown_to_its_owner_alone(cast: Cast, han: Player, lando: Player, channel: Channel):
    await cast.pc(han, "Han")
    answer = await han.slash(channel, "wallet show")
    assert answer.text.splitlines() == ["### Han", "**1,000 cr** in the wallet", "0 cr in the party's wallet"]
    assert answer.message not in lando.sees(channel)
    assert "starting money" in (await han.click(answer.shown, "History")).text


async def test_chips_at_a_table_are_shown_with_the_purse(cast: Cast, gm: Player, channel: Channel):
    npc = await cast.npc("Roark")
    await gm.slash(channel, "pilok open")
    await gm.slash(channel, "npc seat", npc="Roark", amount="600")
    answer = await gm.slash(channel, "wallet show", character=f"#{npc.id}")
    assert "**400 cr** in the wallet" in answer.text
    assert f"600 cr in chips at Three Street Pi'Lok in <#{channel.id}>" in answer.text


async def test_a_payment_is_told_in_one_public_line(cast: Cast, han: Player, lando: Player, channel: Channel):
    ours, theirs = await cast.pc(han, "Han"), await cast.pc(lando, "Lando")
    answer = await han.slash(channel, "wallet pay", amount="250 cr", to="lando", reason="for the drinks.")
    assert answer.text == "**Han** pays **Lando** 250 cr: for the drinks."
    assert answer.message in lando.sees(channel)
    assert (await cast.purse(ours), await cast.purse(theirs)) == (750, 1250)
    answer = await han.slash(channel, "wallet pay", amount="1", to="Lando", reason=f"<@{lando.id}> @everyone **now**")
    assert answer.shown.pings == []
    assert "\\*\\*now\\*\\*" in answer.text
    assert (await han.slash(channel, "wallet pay", amount="1", to="han")).text == "Han can't pay themselves."
    stolen = await han.slash(channel, "wallet pay", amount="1", to="Han", options={"from": "Lando"})
    assert stolen.text == "Lando isn't yours to play."
    assert await cast.purse(theirs) == 1251


async def test_the_party_has_a_purse_that_anybody_pays_into(cast: Cast, han: Player, lando: Player, channel: Channel):
    await cast.pc(han, "Han")
    await cast.pc(lando, "Lando")
    assert (await han.autocomplete(channel, "wallet pay", "to", "pa")) == [("The party's wallet", "The party's wallet")]
    answer = await han.slash(channel, "wallet pay", amount="100", to="The party's wallet", reason="fuel")
    assert answer.text == "**Han** puts 100 cr into the party's wallet: fuel."
    assert "100 cr in the party's wallet" in (await lando.slash(channel, "wallet show")).text
    history = await lando.slash(channel, "wallet history", wallet="party")
    assert "**+100 cr** from **Han**, then 100 cr in the wallet" in history.text


@pytest.mark.parametrize(
    "amount, told",
    [
        ("5000", "Han has less than 5,000 cr."),
        ("-5", "An amount can't be negative."),
        ("0", "That's too little. The least is 1 cr."),
        ("1" + "0" * 30, "That's too much. The limit is 1,000,000,000,000,000 cr."),
        ("5 gp", "This campaign counts in credits, not gp."),
        ("half", "I can't read that amount. Write it like this: 1,000 cr."),
        ("1,5", "I can't tell how much 1,5 is. Write thousands as 1,000 or 1000, and halves as 2.5."),
        ("0.5", "That doesn't come to whole coins. The smallest coin is 1 cr."),
        ("1e3", "I can't read that amount. Write it like this: 1,000 cr."),
    ],
)
async def test_an_amount_that_cannot_be_paid_changes_nothing(
    cast: Cast, han: Player, lando: Player, channel: Channel, amount: str, told: str
):
    ours = await cast.pc(han, "Han")
    await cast.pc(lando, "Lando")
    answer = await han.slash(channel, "wallet pay", amount=amount, to="Lando")
    assert answer.text == told
    assert answer.shown.ephemeral
    assert await cast.purse(ours) == 1000


async def test_a_name_with_braces_that_is_short_of_money_is_named(
    cast: Cast, han: Player, lando: Player, channel: Channel
):
    await cast.pc(han, "Han {amount}")
    await cast.pc(lando, "Lando")
    answer = await han.slash(channel, "wallet pay", amount="2000", to="Lando")
    assert answer.text == "Han {amount} has less than 2,000 cr."


async def test_the_gm_pays_for_an_npc(cast: Cast, gm: Player, han: Player, channel: Channel):
    ours = await cast.pc(han, "Han")
    await cast.npc("Roark")
    answer = await gm.slash(channel, "wallet pay", amount="5", to="Han", options={"from": "Roark"})
    assert answer.text == "**Roark** pays **Han** 5 cr."
    assert await cast.purse(ours) == 1005


async def test_the_history_tells_when_what_why_with_whom_and_what_was_left(
    cast: Cast, han: Player, lando: Player, channel: Channel
):
    await cast.pc(han, "Han")
    await cast.pc(lando, "Lando")
    await han.slash(channel, "wallet pay", amount="50", to="Lando", reason="a *bet*")
    answer = await han.slash(channel, "wallet history")
    heading, *lines = answer.text.splitlines()
    assert heading == "### What Han got and spent"
    assert lines[0] == "**\N{MINUS SIGN}50 cr** to **Lando**, then 950 cr in the wallet"
    assert lines[1] == "-# <t:1800000000:f> · payment: a \\*bet\\*"
    assert lines[2] == "**+1,000 cr** from the GM, then 1,000 cr in the wallet"
    assert lines[3] == "-# <t:1800000000:f> · starting money"


async def test_the_history_is_turned_page_by_page_and_back(
    cast: Cast, services: Services, han: Player, lando: Player, channel: Channel
):
    await _many_payments(cast, services, han, lando, 24)
    answer = await han.slash(channel, "wallet history")
    seen = answer.shown
    first = seen.text
    assert [button.label for button in seen.buttons] == ["Older"]
    assert len(first.splitlines()) == 21
    await han.click(seen, "Older")
    second = seen.text
    assert [button.label for button in seen.buttons] == ["Newer", "Older"]
    await han.click(seen, "Older")
    assert [button.label for button in seen.buttons] == ["Newer"]
    assert seen.text.endswith("starting money")
    await han.click(seen, "Newer")
    assert seen.text == second
    await han.click(seen, "Newer")
    assert seen.text == first


async def test_wallet_history_leads_back_from_a_late_page(
    cast: Cast, services: Services, settle: Settle, han: Player, lando: Player, channel: Channel
):
    await _many_payments(cast, services, han, lando, 85)
    answer = await han.slash(channel, "wallet history")
    seen = answer.shown
    first = seen.text
    for _ in range(8):
        await han.click(seen, "Older")
    assert seen.find("Older") is None
    await settle()
    while seen.find("Newer") is not None:
        await han.click(seen, "Newer")
    assert seen.text == first


async def _many_payments(cast: Cast, services: Services, han: Player, lando: Player, count: int) -> None:
    ours, theirs = await cast.pc(han, "Han"), await cast.pc(lando, "Lando")
    campaign = await cast.campaign()
    for number in range(count):
        await services.wallet.pay(
            campaign, cast.person(han), ours, theirs, 1, key=f"test:{number}", reason=f"round {number}"
        )


async def test_a_history_belongs_to_its_owner_and_the_gm(
    cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    await cast.pc(han, "Han")
    theirs = await cast.pc(lando, "Lando")
    assert (await han.slash(channel, "wallet history", wallet="Lando")).text == "Lando isn't yours to play."
    own = await han.slash(channel, "wallet show")
    for forged, told in (
        (f"history:c{theirs.id}:", "Lando isn't yours to play."),
        ("history:h:", "Only the GM can do that."),
        ("history:c1:", "There is no such character in this campaign."),
    ):
        assert (await han.click(with_button(own.shown, forged), forged)).text == told
    assert "What Lando got and spent" in (await gm.slash(channel, "wallet history", wallet="Lando")).text


async def test_the_house_is_offered_to_the_gm_only(cast: Cast, gm: Player, han: Player, channel: Channel):
    await cast.pc(han, "Han")
    assert [name for name, _ in await han.autocomplete(channel, "wallet history", "wallet", "")] == [
        "The party's wallet",
        "Han",
    ]
    assert [name for name, _ in await gm.autocomplete(channel, "wallet history", "wallet", "the h")] == ["The house"]
    assert (await gm.slash(channel, "wallet history", wallet="the house")).text.endswith("No money has moved here yet.")
    assert (
        await han.slash(channel, "wallet history", wallet="the house")
    ).text == "There is nobody called the house here."


async def test_money_in_coins_is_typed_and_shown_in_coins(
    cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    await gm.slash(channel, "campaign setup", preset="D&D 5e")
    await cast.pc(han, "Han")
    await cast.pc(lando, "Lando")
    answer = await han.slash(channel, "wallet pay", amount="2gp 5sp", to="Lando")
    assert answer.text == "**Han** pays **Lando** 2 gp 5 sp."
    assert (await han.slash(channel, "wallet pay", amount="5 credits", to="Lando")).text == (
        "This campaign counts in gp, sp and cp, not credits."
    )


async def test_coins_are_written_as_lines_to_paste(
    cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    await gm.slash(channel, "campaign setup", preset="D&D 5e")
    await cast.pc(han, "Han")
    await gm.slash(channel, "bank grant", to="Han", amount="2253cp", reason="loot")
    answer = await han.slash(channel, "wallet show")
    custom_id = next(part["custom_id"] for part in answer.shown.components if part.get("label") == "Coins to paste…")
    pasted = await han.click(answer.shown, "Coins to paste…")
    assert "```\n72 gp 5 sp 3 cp\n```" in pasted.text
    assert "```\n!game coins +72gp +5sp +3cp\n```" in pasted.text
    own = await lando.slash(channel, "help")
    assert (await lando.click(own.shown, custom_id, unchecked=True)).text == "Han isn't yours to play."


async def test_money_that_avrae_does_not_know_is_a_line_for_a_sheet(cast: Cast, han: Player, channel: Channel):
    await cast.pc(han, "Han")
    answer = await han.slash(channel, "wallet show")
    pasted = await han.click(answer.shown, "Coins to paste…")
    assert pasted.text == "For your sheet:\n```\n1000 cr\n```"
