"""My hand: what its owner alone sees, decides there, and finds again."""

from bot.ui.pages.own_page import OLD_PAGE
from bot.ui.pages.private_pages import FURTHER_DOWN
from playground.people import Player, Seen
from tests.ui.tables.blind_evening import hand, keeps
from tests.ui.tables.evening import Evening, labels, note, told

PRIMARY = 1
HAN_HAS, LANDO_HAS = "# 1♣ 2♣ 3♣", "# 4♣ 5♣ 6♣"


async def test_each_sees_their_own_hand_and_nobody_elses(dealt: Evening, han: Player, lando: Player):
    mine = await hand(dealt, han)
    assert HAN_HAS in mine.lines
    assert mine.lines[-1] == "-# hand 1"
    await han.select(mine, "Exchange up to two", ["1♣", "3♣"])
    shown = [part["custom_id"] for seen in (mine, dealt.message) for part in seen.components if "custom_id" in part]
    assert not [custom_id for custom_id in shown if any(card in custom_id for card in ("1c", "2c", "3c", "♣"))]
    assert LANDO_HAS in (await hand(dealt, lando)).lines
    assert not [line for seen in han.sees(dealt.channel) for line in seen.lines if "4♣" in line]
    assert not [line for seen in dealt.gm.sees(dealt.channel) for line in seen.lines if "♣" in line]


async def test_the_hand_of_another_seat_is_refused_whatever_an_id_says(dealt: Evening, han: Player, lando: Player):
    mine = await hand(dealt, han)
    for part in mine.components:
        if "custom_id" in part:
            part["custom_id"] = part["custom_id"].replace(":1:exchange", ":2:exchange")
    forged = f"hand:{(await dealt.table()).id}:2"
    for custom_id in (forged, _sent_by(mine)):
        assert note(await han.click(mine, custom_id, unchecked=True)) == "Lando isn't yours to play."
        assert LANDO_HAS not in mine.lines
        assert told(await han.click(dealt.message, custom_id, unchecked=True)) == "Lando isn't yours to play."


def _sent_by(seen: Seen) -> str:
    return next(button.custom_id for button in seen.buttons if button.custom_id.startswith("send:"))


async def test_dealing_player_sees_their_hand_at_once(blind: Evening, han: Player, lando: Player):
    await blind.sits(han, "Han")
    await blind.sits(lando, "Lando")
    dealt = await han.click(blind.message, "Deal")
    await blind.drawn()
    assert [HAN_HAS in seen.lines for seen in dealt.messages if seen.ephemeral] == [True]
    assert not [seen for seen in lando.sees(blind.channel) if seen.ephemeral and "♣" in seen.text]


async def test_my_hand_is_the_main_button_when_decisions_are_private(dealt: Evening, han: Player, lando: Player):
    shown = dealt.message
    assert labels(shown) == ["My hand", "Sit", "More…"]
    assert shown.buttons[0].style == PRIMARY
    assert "**Han** and **Lando** to choose under “My hand”" in shown.lines
    await keeps(dealt, han, lando)
    assert labels(dealt.message)[:3] == ["Han: Show", "Fold", "My hand"]
    assert dealt.message.buttons[2].style != PRIMARY
    assert "▸ **Han** · 490 cr" in dealt.message.lines


async def test_an_old_page_says_so_and_shows_the_hand_as_it_is(dealt: Evening, han: Player, lando: Player):
    old = (await hand(dealt, han)).frozen()
    mine = await hand(dealt, han)
    await han.select(mine, "Exchange up to two", "1♣")
    await han.click(mine, "Exchange")
    await keeps(dealt, lando)
    late = await han.click(old, "Keep all three")
    assert note(late) == OLD_PAGE
    assert labels(late.shown) == ["Show", "Fold", "My seat"]
    await dealt.quiet()
    assert mine.text == FURTHER_DOWN


async def test_a_page_of_the_hand_before_does_nothing_in_the_next(dealt: Evening, han: Player, lando: Player):
    old = (await hand(dealt, han)).frozen()
    await keeps(dealt, han, lando)
    await dealt.does(han, "Show")
    await dealt.does(lando, "Show")
    await lando.click(dealt.message, "Next hand")
    await dealt.drawn()
    async with dealt.nothing_changes():
        assert note(await han.click(old, "Keep all three")) == OLD_PAGE


async def test_private_move_leaves_the_tables_message_alone(dealt: Evening, han: Player, lando: Player):
    await keeps(dealt, han, lando)
    before = dealt.message.message.version
    mine = await hand(dealt, lando)
    await lando.select(mine, "Favour one card", "6♣")
    assert "You favour the 6♣." in mine.lines
    await dealt.quiet()
    assert dealt.message.message.version == before


async def test_the_moves_of_the_table_are_in_the_hand_too(dealt: Evening, han: Player, lando: Player):
    await keeps(dealt, han, lando)
    mine = await hand(dealt, han)
    await han.click(mine, "Fold")
    assert mine.text == "Fold for good?"
    await han.click(mine, "Back")
    assert HAN_HAS in mine.lines
    await han.click(mine, "Show")
    assert mine.lines[0] == "**Han** shows."
    assert "-# **Han** shows." in (await dealt.drawn()).lines
    assert "Show" not in labels(mine)


async def test_my_hand_still_shows_the_cards_after_the_hand(dealt: Evening, han: Player, lando: Player):
    await keeps(dealt, han, lando)
    mine = await hand(dealt, han)
    await dealt.does(han, "Show")
    await dealt.does(lando, "Show")
    assert "My hand" not in labels(dealt.message)
    assert labels(mine) == ["Next hand", "My seat"]
    assert mine.lines[:4] == ["-# **Han**", "**Lando** takes the pot.", "## Three cards", HAN_HAS]
    assert HAN_HAS in told(await han.slash(dealt.channel, "table hand")).splitlines()
