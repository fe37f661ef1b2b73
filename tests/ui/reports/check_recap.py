"""/recap: an evening as a message and as a file, for those who could see it."""

from typing import Any

import pytest

from bot.engine.money import CREDITS
from bot.reports.gm_version import KeptSecret
from bot.reports.recap import BiggestPot, NamedFigure, Placed, PlayerShare, Recap, Tournament
from bot.reports.tables import TableSpan
from bot.reports.words import lasted
from bot.tables.gm_log import GmLogHand
from bot.ui.pages.reports import recap_page
from bot.ui.panels import MOST_CHARACTERS
from playground.discord.world.permissions import Permission
from playground.people import Answer, Player
from tests.ui.parts import parts, texts
from tests.ui.reports.conftest import Played

SHARES = ["**Lando**: +60 cr · 3 hands, 2 won", "**Han**: 0 cr · 3 hands, 1 won"]
TITLE = "Three Street Pi'Lok"


async def asks(who: Player, evening: Played, **options: Any) -> Answer:
    return await (await who.slash(evening.channel, "recap", options=options)).done()


async def file_of(who: Player, evening: Played, **options: Any) -> str:
    answer = await asks(who, evening, **options)
    assert answer.shown.ephemeral
    (content,) = answer.shown.files.values()
    return content.decode()


async def refused(who: Player, evening: Played, **options: Any) -> str:
    answer = await asks(who, evening, **options)
    assert answer.shown.ephemeral
    return answer.text


async def test_an_evening_is_told_to_whoever_asks(evening: Played, han: Player, lando: Player):
    answer = await asks(han, evening)
    assert answer.text.splitlines()[:5] == [
        f"## The last session in <#{evening.channel.id}>",
        f"3 hands of {TITLE}, <t:1800000004:f>.",
        "### Who won what",
        *SHARES,
    ]
    assert "Biggest pot: 60 cr in hand 1. Won by **Lando** (+40 cr)." in answer.text
    assert "Longest: hand 1 with 13 turns in 1 second." in answer.text
    assert answer.message not in lando.sees(evening.channel)
    await asks(han, evening, share=True)
    shown = await lando.until_sees(evening.channel, lambda seen: seen.text == answer.text)
    assert not shown.ephemeral


async def test_files_are_for_whoever_asks_alone(evening: Played, han: Player):
    read = await file_of(han, evening, **{"as": "markdown"})
    assert read.splitlines()[:7] == [
        "# The last session in \\#tables",
        "",
        f"3 hands of {TITLE}, 2027-01-15T08:00:04Z.",
        "",
        "## Who won what",
        "",
        "- **Lando**: +60 cr · 3 hands, 2 won",
    ]
    rows = (await file_of(han, evening, what="table", **{"as": "csv"})).splitlines()
    assert '"Net","","","","Cela","yes","3","0","","","−60 cr","-60","","",""' in rows
    said = await refused(han, evening, share=True, **{"as": "csv"})
    assert said == "You can't share a file. Leave out `share`, or choose a message."


async def test_recap_refuses_unreadable_options(evening: Played, gm: Player, han: Player):
    for options, told in (
        ({"day": "tomorrow"}, "I can't read that day. Write today, yesterday, or a date like 2026-11-22."),
        ({"zone": "Mars/Base"}, "I don't know that time zone. Write it like Europe/Berlin or UTC+2."),
        ({"table": "12"}, "There is no such table that you can see."),
        (
            {"what": "channel", "table": "12"},
            "You chose a table, but `what` asks for something else. Leave out `table` or `what`.",
        ),
        ({"what": "evening", "day": "today"}, "You chose the last session and also a day. Choose only one of them."),
        ({"what": "day", "table": "12"}, "There is no such table that you can see."),
        ({"gm": True}, "Only the GM can do that."),
    ):
        assert await refused(han, evening, **options) == told
    assert ("Europe/Berlin", "Europe/Berlin") in await han.autocomplete(evening.channel, "recap", "zone", "berl")
    assert await refused(gm, evening, gm=True, share=True) == "You can't share the GM's version. Leave out `share`."
    assert "### Only for the GM\nNothing that you may see." in (await asks(gm, evening, gm=True)).text


async def test_a_table_and_a_channel_are_told_of_a_day_too(evening: Played, han: Player):
    table = await evening.table()
    for what in ({"what": "table"}, {"table": str(table.id)}, {"what": "day", "table": str(table.id)}):
        played, idle = [await asks(han, evening, **what, day=day) for day in ("2027-01-15", "0999-1-2")]
        assert played.text.splitlines()[0] == f"## {TITLE} in <#{evening.channel.id}>, 2027-01-15"
        assert SHARES[0] in played.text
        assert idle.text.splitlines()[:2] == [
            f"## {TITLE} in <#{evening.channel.id}>, 0999-01-02",
            "Nothing was played that you can see.",
        ]
    assert (await asks(han, evening, what="channel", day="today", zone="+1")).text.splitlines()[0] == (
        f"## 2027-01-15 (UTC+01\\:00) in <#{evening.channel.id}>"
    )
    told = await refused(han, evening, table=str(table.id), channel=evening.channel)
    assert told == "You chose a table and a channel. Choose only one of them."


async def test_recap_leaves_out_tables_that_the_player_cannot_see(evening: Played, gm: Player, han: Player):
    world, guild, vault = evening.local.world, evening.guild, evening.local.world.add_channel(evening.guild, "vault")
    table = await evening.table()
    world.set_overwrite(vault, guild.roles[guild.id], deny=Permission.VIEW_CHANNEL)
    world.set_overwrite(vault, guild.members[world.bot.id], allow=Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    await (await gm.slash(vault, "table here", table=str(table.id))).done()
    nothing = "Nothing was played that you can see."
    assert (await asks(han, evening)).text.splitlines()[1] == nothing
    assert (await asks(han, evening, day="2027-01-15")).text.splitlines() == [
        "## 2027-01-15",
        nothing,
        (
            "-# Counts finished hands in which someone bet. For the whole recap as a file, choose Markdown or CSV "
            "under `as`."
        ),
    ]
    assert await refused(han, evening, table=str(table.id)) == "There is no such table that you can see."
    assert await refused(han, evening, channel=vault) == "There is no such channel that you can see."
    assert await han.autocomplete(evening.channel, "recap", "table", "pi") == []
    ((name, value),) = await gm.autocomplete(evening.channel, "recap", "table", "pi")
    assert (name, value) == (f"{TITLE} in #vault", str(table.id))
    assert SHARES[0] in (await asks(gm, evening, day="2027-01-15", zone="+1")).text
    # Where everybody reads it, even a GM tells only what everybody could see.
    await asks(gm, evening, day="2027-01-15", share=True)
    shown = await han.until_sees(evening.channel, lambda seen: seen.text.startswith("## 2027-01-15"))
    assert shown.text.splitlines()[1] == nothing


async def test_tables_of_another_campaign_are_not_told(evening: Played, gm: Player):
    tavern = evening.local.world.add_channel(evening.guild, "tavern")
    await gm.slash(evening.channel, "campaigns create", name="Faerûn", preset="D&D 5e")
    await gm.slash(evening.channel, "campaigns bind", campaign="Faerûn", place=tavern)
    answer = await (await gm.slash(tavern, "recap", what="day", day="2027-01-15")).done()
    assert answer.text.splitlines()[1] == "Nothing was played that you can see."


WIDE = "\N{FULLWIDTH LATIN CAPITAL LETTER W}*_" * 10 + "**"


def crowded() -> Recap:
    room = TableSpan(
        id=7,
        channel_id=8,
        game="pilok",
        title=WIDE,
        word="hand",
        is_banked=True,
        status="open",
        opened_at=0,
        touched_at=0,
    )
    many = tuple(NamedFigure(room=room, number=number) for number in range(1, 400))
    places = tuple(Placed(place=place, name=WIDE, prize=10**15) for place in range(1, 20))
    return Recap(
        rooms=(room, room),
        began=0,
        ended=1,
        shares=tuple(
            PlayerShare(character_id=number, name=WIDE, is_npc=True, net=10**15, hands=10**6, won=10**6)
            for number in range(60)
        ),
        house=-(10**15),
        pot=BiggestPot(room=room, number=1, amount=10**15, is_whole=True, winners=((WIDE, 10**15),) * 20),
        tournaments=tuple(Tournament(room=room, number=one, prize=10**15, places=places) for one in range(9)),
        void=many,
        undone=many,
    )


def test_however_much_was_played_the_message_fits():
    kept = (KeptSecret(room=crowded().rooms[0], hands=(GmLogHand(number=1, sentences=("x" * 900,) * 40),) * 9),)
    for known in (None, kept, ()):
        view = recap_page("x" * 300, crowded(), CREDITS, known)
        assert sum(map(len, texts(view))) <= MOST_CHARACTERS
        assert len(parts(view)) <= 40


def test_recap_counts_lines_that_do_not_fit():
    _, shares, *_ = texts(recap_page("x", crowded(), CREDITS))
    assert shares.startswith("### Who won what\n")
    assert shares.splitlines()[-1].startswith("-# and 5")


@pytest.mark.parametrize(
    "seconds, told", [(0, "1 second"), (59, "59 seconds"), (61, "1 minute"), (7300, "2 hours"), (200_000, "2 days")]
)
def test_recap_says_how_long_a_hand_took(seconds: float, told: str):
    assert lasted(seconds) == told
