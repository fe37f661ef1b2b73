"""Names are foreign text: they stand in every message as they are, ping nobody, and a crowded table stays readable."""

import pytest

from bot.engine.words import escape
from playground.discord.world import Permission
from playground.people import Player, Seen
from tests.ui.tables.evening import LONG_COINS, WIDEST, Evening, names_at, refused, seats_of, told

HOSTILE = (
    "**bold** __under__ ~~out~~ `x`",
    "@everyone @here",
    "<@123456789012345678> <#1>",
    "# heading",
    "[link](https://evil.example)",
    "<t:1800000000:R> </cmd:1>",
    "{braces} {0} {amount}",
    "עברית 123 שלום",
)


def everything_seen(evening: Evening, *players: Player) -> list[Seen]:
    return [seen for player in players for seen in player.sees(evening.channel)]


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_name_pings_nobody_and_stands_as_it_was_typed(
    evening: Evening, han: Player, lando: Player, name: str
):
    role = evening.local.world.bot_role(evening.guild)
    evening.local.world.change_role(role, permissions=role.permissions | Permission.MENTION_EVERYONE)
    evening.roll(2, *(6, 1, 5, 1, 5, 2))
    await evening.open()
    await evening.sits(han, name)
    await evening.sits(lando, "Lando")
    shown = await evening.does(han, "Deal")
    assert f"▸ **{escape(name)}** ⚅ **6** · 490 cr" in seats_of(shown)
    assert told(await evening.privately(han, "My seat")).startswith(
        f"**{escape(name)}** came into this hand with 500 cr, "
    )
    assert told(await evening.privately(evening.gm, "More…", "Act for…")) == f"What does **{escape(name)}** do?"
    await evening.privately(evening.gm, "More…", "Send away…")
    await evening.privately(han, "My seat", "Leave", "Leave")
    await evening.drawn()
    await evening.does(lando, "Check")
    await evening.clock.advance(10)
    assert [seen for seen in everything_seen(evening, han, lando, evening.gm) if seen.pings] == []


@pytest.mark.parametrize("name", HOSTILE)
async def test_refusals_write_hostile_names_as_they_are(evening: Evening, han: Player, name: str):
    await evening.open()
    character = await evening.cast.pc(han, name)
    form = (await han.click(evening.message, "Sit")).modal
    assert (
        refused(await han.submit(form, {"Buy-in": "5000"})) == f"{escape(name)} has less than 5,000 cr in the wallet."
    )
    await evening.seats(han, character)
    assert told(await han.click(evening.message, "Sit")) == f"You sit here already, as {escape(name)}."


@pytest.mark.parametrize(
    "typed, kept",
    [
        ("  Han \n\t Solo ", "Han Solo"),
        ("H\u200ba\u202en\u2066", "Han"),
        ("\uff28an", "Han"),
        ("x" * 33, "That name is too long: at most 32 letters."),
        ("\u200b\u202e", "A name needs at least one letter or digit."),
        ("LANDO", "This campaign already has a character called LANDO."),
        ("ｌａｎｄｏ", "This campaign already has a character called lando."),
    ],
)
async def test_names_are_one_visible_line_and_unique(
    evening: Evening, han: Player, lando: Player, typed: str, kept: str
):
    await evening.open()
    await evening.cast.pc(lando, "Lando")
    form = (await han.click(evening.message, "Sit")).modal
    answer = await han.submit(form, {"Your character's name": typed}, unchecked=True)
    if answer.message is not None and answer.message.ephemeral:
        assert answer.text.splitlines()[0] == kept
    else:
        await evening.drawn()
        assert names_at(await evening.table()) == [kept]


async def test_the_most_crowded_table_with_the_widest_names_is_drawn(evening: Evening):
    await evening.open()
    players = [evening.guest(f"Guest {number}") for number in range(10)]
    for player, name in zip(players, WIDEST, strict=True):
        await evening.sits(player, name, sheet="Gambling 20D")
    dice = [(6, *[1] * 9), (5, *[2] * 9), (5, *[3] * 9)]
    evening.roll(10, *dice[0], *dice[1], *dice[2], *[6] * 20, *[1] * 20)
    await evening.does(players[0], "Deal")
    for player in players:
        if player is players[0]:
            await evening.fills(player, "Bet…", {"Bet": "20"})
            await evening.drawn()
        else:
            await evening.does(player, "Call")
    for _ in range(2):
        for player in players:
            await evening.does(player, "Check")
    opened = await players[0].click(evening.message, "Jump…")
    value = opened.form.field("Jump whom?").options[0][1]
    await players[0].submit(None, {"Jump whom?": value})
    shown = await evening.drawn()
    assert len(shown.text) <= 4000
    assert len(shown.components) <= 40
    names = names_at(await evening.table())
    assert min(map(len, names)) > 60
    assert all(escape(name) in shown.text for name in names)
    await evening.does(players[0], "Leave them")
    for player in players[1:]:
        shown = await evening.does(player, "Pass")
        assert len(shown.text) <= 4000
    assert "takes the pot" in shown.text


async def test_the_most_crowded_table_with_the_longest_coins_is_drawn(evening: Evening):
    await evening.counts_in(LONG_COINS, starting_purse=99_999_999)
    await evening.open(preset="high stakes", clock="off", ante=f"1234567 {'h' * 28}")
    players = [evening.guest(f"Guest {number}") for number in range(10)]
    for player, name in zip(players, WIDEST, strict=True):
        await evening.sits(player, name, f"99999999 {'h' * 28}")
        assert len(evening.message.text) <= 4000
    dice = [(6, *[1] * 9), (5, *[2] * 9), (5, *[3] * 9)]
    evening.roll(10, *dice[0], *dice[1], *dice[2])
    shown = await evening.does(players[0], "Deal")
    assert len(shown.text) <= 4000
    assert [line[0] for line in shown.lines if line[0] in "▸◦"] == ["▸", *"◦" * 9]
    await evening.fills(players[0], "Bet…", {"Bet": f"12345678 {'h' * 28}"})
    assert len((await evening.drawn()).text) <= 4000
    for player in players[1:]:
        shown = await evening.does(player, "Call")
        assert len(shown.text) <= 4000
    for _ in range(2):
        for player in players:
            shown = await evening.does(player, "Check")
    for player in players:
        shown = await evening.does(player, "Pass")
        assert len(shown.text) <= 4000
    assert "takes the pot" in shown.text
