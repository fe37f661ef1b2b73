"""The bank: the GM gives and takes, shares out, and looks whether the book is in order."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.services import Services
from playground.discord.world import Channel
from playground.people import Player
from tests.ui.conftest import Cast

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_grant_is_told_to_everybody_with_its_reason(cast: Cast, gm: Player, han: Player, channel: Channel):
    ours = await cast.pc(han, "Han")
    answer = await gm.slash(channel, "bank grant", amount="500", to="han", reason="the reward.")
    assert answer.text == "The GM gives **Han** 500 cr: the reward."
    assert answer.message in han.sees(channel)
    assert answer.shown.pings == []
    assert await cast.purse(ours) == 1500
    for reason, end in (
        ("why not?", " why not?"),
        ("<@1>\n# luck", " \\<\\@\N{WORD JOINER}1\\> \\# luck."),
        ("\u200b", None),
    ):
        answer = await gm.slash(channel, "bank grant", amount="5", to="Han", reason=reason)
        assert answer.text == f"The GM gives **Han** 5 cr{':' + end if end else '.'}"


async def test_several_are_named_with_commas_or_as_the_whole_party(
    cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    spare = await cast.pc(han, "Chewie")
    ours, theirs = await cast.pc(han, "Han"), await cast.pc(lando, "Lando, the Baron")
    for to in ("lando,  THE baron, Han, han,", "The whole party"):
        answer = await gm.slash(channel, "bank grant", amount="5", to=to, reason="tips")
        assert answer.text.endswith(" 5 cr each: tips.")
    assert [await cast.purse(one) for one in (ours, theirs, spare)] == [1010, 1010, 1000]


async def test_autocomplete_finishes_the_last_name_of_the_list(
    cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    ours = await cast.pc(han, "Han")
    await cast.pc(lando, "Lando")
    await cast.npc("Hask")
    first = await gm.autocomplete(channel, "bank grant", "to", "ha")
    assert first == [("Han", f"#{ours.id}"), *[pair for pair in first if pair[0] == "Hask"]]
    assert (await gm.autocomplete(channel, "bank grant", "to", "Han, ha")) == [("Han, Hask", "Han, Hask")]
    groups = [name for name, _ in await gm.autocomplete(channel, "bank grant", "to", "")][:4]
    assert groups == ["Everyone at this table", "The whole party", "The party's wallet", "The house"]
    assert await han.autocomplete(channel, "bank grant", "to", "") == []


async def test_everybody_at_the_table_is_given_to_and_npcs_who_sit_there_are_known(
    cast: Cast, gm: Player, channel: Channel
):
    npc = await cast.npc("Roark")
    assert (await gm.slash(channel, "bank grant", amount="5", to="table", reason="tips")).text == (
        "There is no table in this channel."
    )
    await gm.slash(channel, "pilok open")
    assert (await gm.slash(channel, "bank grant", amount="5", to="table", reason="tips")).text == (
        "Nobody sits at this table."
    )
    await gm.slash(channel, "npc seat", npc="Roark", amount="600")
    answer = await gm.slash(channel, "bank grant", amount="5", to="Everyone at this table", reason="tips")
    assert answer.text == "The GM gives **Roark** 5 cr: tips."
    assert await cast.purse(npc) == 405


async def test_money_of_unknown_npcs_is_shown_to_the_gm_only(cast: Cast, gm: Player, han: Player, channel: Channel):
    await cast.pc(han, "Han")
    await cast.npc("Roark")
    await gm.slash(channel, "bank grant", amount="5", to="Roark, Han, the house", reason="tips")
    await gm.until_sees(channel, "The GM gives **Roark** and the house 5 cr each: tips.")
    assert [seen.text for seen in han.sees(channel)] == ["The GM gives **Han** 5 cr each: tips."]


async def test_money_is_taken_from_all_or_from_nobody(
    cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    ours, theirs = await cast.pc(han, "Han"), await cast.pc(lando, "Lando")
    await han.slash(channel, "wallet pay", amount="900", to="Lando")
    short = await gm.slash(channel, "bank take", amount="500", options={"from": "Lando, Han"}, reason="a tax")
    assert short.text == "Han has less than 500 cr."
    assert (await cast.purse(ours), await cast.purse(theirs)) == (100, 1900)
    answer = await gm.slash(channel, "bank take", amount="100", options={"from": "Lando, Han"}, reason="a tax")
    assert answer.text == "The GM takes 100 cr each from **Lando** and **Han**: a tax."
    assert (await cast.purse(ours), await cast.purse(theirs)) == (0, 1800)


async def test_the_party_shares_between_several_and_what_that_comes_to_is_told(
    cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    ours, theirs = await cast.pc(han, "Han"), await cast.pc(lando, "Lando")
    await cast.npc("Roark")
    await gm.slash(channel, "bank grant", amount="300", to="the party's wallet", reason="the haul")
    answer = await gm.slash(channel, "bank share", amount="101", to="the whole party", reason="the haul")
    assert answer.text == "**Han** gets 51 cr, **Lando** gets 50 cr out of the party's wallet: the haul."
    await gm.slash(channel, "bank share", amount="40", to="Roark, Lando, Han, Han")
    assert (await gm.until_sees(channel, "Roark")).text == "**Roark** gets 13 cr out of the party's wallet."
    assert han.sees(channel)[-1].text == "**Han** gets 14 cr, **Lando** gets 13 cr out of the party's wallet."
    assert (await cast.purse(ours), await cast.purse(theirs)) == (1065, 1063)
    assert (await gm.slash(channel, "bank share", amount="200", to="Han")).text == "The party has less than 200 cr."
    for to, told in (
        ("the house", "The party's money goes to characters. Name only characters."),
        ("Greedo", "There is nobody called Greedo here."),
    ):
        assert (await gm.slash(channel, "bank share", amount="10", to=to)).text == told
    offered = [name for name, _ in await gm.autocomplete(channel, "bank share", "to", "")]
    assert offered == ["Everyone at this table", "The whole party", "Han", "Lando", "Roark"]


async def test_the_purse_of_who_has_retired_is_in_the_gms_reach(
    services: Services, cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    old = await cast.pc(han, "Han")
    await services.characters.retire(await cast.campaign(), cast.person(han), old)
    young, other = await cast.pc(han, "Han"), await cast.pc(lando, "Lando")
    assert await gm.autocomplete(channel, "bank take", "from", "han") == [
        ("Han", f"#{young.id}"),
        ("Han (retired)", f"#{old.id}"),
    ]
    assert await gm.autocomplete(channel, "bank share", "to", "han") == [("Han", f"#{young.id}")]
    seen = await gm.slash(channel, "wallet history", wallet=f"#{old.id}")
    assert "then 1,000 cr in the wallet" in seen.text
    answer = await gm.slash(channel, "bank take", amount="600", options={"from": f"#{old.id}"}, reason="heirs")
    assert answer.text == "The GM takes 600 cr from **Han**: heirs."
    await gm.slash(channel, "bank take", amount="400", options={"from": "Lando, Han (retired)"}, reason="heirs")
    assert [await cast.purse(one) for one in (old, young, other)] == [0, 1000, 600]
    assert (await han.slash(channel, "wallet history", wallet=f"#{old.id}")).text == (
        "There is no such character in this campaign."
    )


@pytest.mark.parametrize(
    "amount, to, told",
    [
        ("-5", "Han", "An amount can't be negative."),
        ("1" + "0" * 30, "Han", "That's too much"),
        ("5 gp", "Han", "This campaign counts in credits, not gp."),
        ("lots", "Han", "I can't read that amount."),
        ("1000000000000000", "Han", "A campaign has at most"),
        ("5", " , ", "Name at least one character."),
        ("5", "Greedo", "There is nobody called Greedo here."),
        ("5", ", ".join(["Han"] * 51), "Name at most 50 at once, or choose a whole table or the party."),
        ("5", "@everyone", "There is nobody called \\@\N{WORD JOINER}everyone here."),
    ],
)
async def test_a_grant_that_cannot_be_gives_nothing(
    cast: Cast, gm: Player, han: Player, channel: Channel, amount: str, to: str, told: str
):
    ours = await cast.pc(han, "Han")
    answer = await gm.slash(channel, "bank grant", amount=amount, to=to, reason="tips")
    assert answer.text.startswith(told)
    assert answer.shown.ephemeral
    assert await cast.purse(ours) == 1000


async def test_audit_finds_an_honest_ledger_in_order(cast: Cast, gm: Player, han: Player, channel: Channel):
    await cast.pc(han, "Han")
    await gm.slash(channel, "bank grant", amount="5", to="Han", reason="tips")
    answer = await (await gm.slash(channel, "bank audit")).done()
    assert answer.text.splitlines() == [
        "### The ledger is in order",
        "2 entries with 2 transfers between 4 accounts; 0 open tables.",
        "Every balance is the sum of its transfers.",
    ]


async def test_the_audit_names_whose_purse_is_wrong(
    cast: Cast, services: Services, gm: Player, han: Player, channel: Channel, tmp_path: Path
):
    ours = await cast.pc(han, "Han")
    with closing(sqlite3.connect(tmp_path / "shadowport.db", isolation_level=None)) as tampered:
        for (name,) in tampered.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            tampered.execute(f"DROP TRIGGER {name}")
        tampered.execute("UPDATE accounts SET balance = 5000 WHERE id = ?", (ours.purse,))
    answer = await (await gm.slash(channel, "bank audit")).done()
    assert "problems in the ledger" in answer.text
    assert "- Han's wallet holds 5000, but its transfers add up to 1000." in answer.text
    assert answer.text.endswith("Amounts are in units of 1 cr.")
