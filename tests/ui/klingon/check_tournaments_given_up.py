"""What people are asked and told where a tournament is given up, broken off, or can't be read any more."""

import json

from bot.db import Statement
from playground.people import Player
from tests.ui.klingon.night import my_seat, sits
from tests.ui.tables.evening import Evening, labels, told


async def void(evening: Evening) -> None:
    await evening.privately(evening.gm, "More…", "Void the hand", "Void the hand")
    await evening.drawn()


async def asked(evening: Evening, who: Player, *labels: str) -> str:
    """Return the question that comes before anything is done."""
    async with evening.nothing_changes():
        return told(await evening.privately(who, *labels))


async def test_sending_somebody_away_who_gives_up_by_it_is_asked_about_first(
    begun: Evening, han: Player, lando: Player, gm: Player
):
    in_hand = (
        "Send **Han** away? When the hand is over, **Han** gives up the tournament. The remaining chips go into the"
        " next pot."
    )
    assert await asked(begun, gm, "More…", "Send away…", "Han") == in_hand
    await void(begun)
    assert told(await begun.privately(gm, "More…", "Send away…", "Han", "Send away")) == "**Han** leaves."
    assert "-# **Han** gives up. 200 chips go into the next pot." in (await begun.drawn()).lines
    # who only waits for the next one gives nothing up
    chewie = begun.guest("Chewie")
    await sits(begun, chewie)
    assert told(await begun.privately(gm, "More…", "Send away…", "Chewie")) == "**Chewie** leaves."
    # with the last but one it is over
    last = "Send **Roark** away? Then **Roark** gives up, and **Lando** wins it."
    assert await asked(begun, gm, "More…", "Send away…", "Roark") == last
    assert await asked(begun, lando, "My seat", "Leave") == (
        "Leave the tournament? Then you give up, and **Roark** wins it."
    )
    await begun.privately(gm, "More…", "Send away…", "Roark", "Send away")
    assert "-# **Lando** wins the tournament: 600 cr." in (await begun.drawn()).lines


async def test_leaving_when_two_are_left_says_who_wins(evening: Evening, han: Player, gm: Player):
    await evening.open(command="klingon open", clock="off")
    await sits(evening, han)
    npc = (await evening.adds_npc()).name
    await evening.does(han, "Begin the tournament")
    acts = "it checks if that's free, and disengages otherwise."
    assert (await asked(evening, han, "My seat", "Leave")).splitlines()[0] == (
        f"Leave in mid-hand? The bot then plays for you: {acts} Unless this hand decides the tournament, you give"
        f" up after it, and **{npc}** wins."
    )
    assert (await asked(evening, gm, "My seat", "Leave")).splitlines()[0] == (
        f"Leave in mid-hand? The bot then plays for **{npc}**: {acts} Unless this hand decides the tournament,"
        f" **{npc}** gives up after it, and **Han** wins."
    )


async def test_a_prize_whose_tournament_cannot_be_read_is_told_of_until_it_has_gone_back(
    begun: Evening, han: Player, lando: Player, gm: Player
):
    await void(begun)
    await loses(begun, carry="{")
    lost = "The tournament can no longer be read: its prize of 600 cr goes back to the players who paid it."
    shown = await begun.drawn()
    assert lost in shown.lines
    assert "A place costs" not in shown.text
    assert "Give the prize back" in labels(shown)
    assert lost in (await begun.privately(han, "More…")).text.splitlines()
    page = await my_seat(begun, han)
    assert page.lines[0] == "**Han** has no place in the next tournament."
    assert labels(page) == ["My ships", "Sit out", "Leave", "Don't remind me"]
    assert await asked(begun, gm, "More…", "Close") == (
        "Close the table? All chips go back to the wallets, and the prize of 600 cr to the players who paid it."
    )
    assert told(await han.click(page, "Leave")) == f"You leave. {lost}"
    await begun.drawn()
    await begun.does(lando, "Give the prize back")
    assert "goes back: 200 cr to **Han**, 200 cr to **Lando** and 200 cr to **Roark**." in begun.message.text
    assert "Begin the tournament" in labels(begun.message)
    assert "A place costs 200 cr" in begun.message.text
    assert labels(await my_seat(begun, lando)) == ["My ships", "Buy in 200 cr", "Sit out", "Leave", "Don't remind me"]


async def loses(evening: Evening, **changes: object) -> None:
    """Give the stored table these values."""
    table = await evening.table()
    (row,) = await evening.services.db.fetch("SELECT record FROM tables WHERE id = ?", table.id)
    record = json.dumps(json.loads(row["record"]) | changes)
    await evening.services.db.apply(Statement("UPDATE tables SET record = ? WHERE id = ?", (record, table.id)))
    evening.services.tables.store.forget_campaign(table.record.campaign_id)
    await evening.privately(evening.gm, "More…", "Repost")
