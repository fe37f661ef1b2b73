"""/privacy and what follows: a user's own file, being forgotten, and a server that removes the bot."""

import gzip
import json
from typing import Any

from bot.privacy import own_data
from bot.ui.client import Shadowport
from playground.discord.world import Guild
from playground.people import Player
from tests.ui.conftest import with_button
from tests.ui.tables.evening import Evening, names_at


async def file_of(player: Player, evening: Evening, **options: Any) -> dict[str, Any]:
    answer = await (await player.slash(evening.channel, "privacy export", **options)).done()
    assert answer.shown.ephemeral
    ((name, content),) = answer.shown.files.items()
    return json.loads(gzip.decompress(content) if name.endswith(".gz") else content)


async def begun(evening: Evening, han: Player, lando: Player) -> None:
    """Open a table as Han, where he and Lando sit; a hand is on, and Han is asked."""
    evening.roll(2, *(6, 1), *(5, 1), *(5, 2))
    await evening.open(han)
    await evening.sits(han, "Solo")
    await evening.sits(lando, "Calrissian")


async def forgotten(player: Player, evening: Evening, **options: Any) -> str:
    """Ask to be forgotten and confirm, and return the final page."""
    asked = await (await player.slash(evening.channel, "privacy delete", **options)).done()
    label = "Forget me everywhere" if options else "Forget me here"
    answer = await (await player.click(asked.shown, label)).done()
    return answer.shown.text


async def test_the_file_has_what_is_ones_own_and_names_nobody_else(evening: Evening, han: Player, lando: Player):
    await begun(evening, han, lando)
    await evening.does(han, "Deal")
    own = await file_of(han, evening)
    ((solo,), (table,)) = own["servers"][0]["characters"], own["servers"][0]["tables"]
    assert (own["user"], solo["name"], table["you_opened_it"]) == (str(han.id), "Solo", True)
    assert [seat["character"] for seat in table["seats"]] == ["Solo"]
    assert [line["kind"] for line in solo["money"]] == ["start", "buy-in", "buy-in"]
    assert (solo["wallet"], solo["campaign"], solo["loadouts"], solo["items"]) == (1000, "The campaign", [], [])
    done = own["servers"][0]["actions"]
    assert [event["kind"] for action in done for event in action["events"]] == ["table.opened", "table.sat"]
    assert "deal" in {action["action"].get("do") for action in done}
    assert not any(other in json.dumps(own) for other in ("Calrissian", str(lando.id), str(evening.gm.id)))


async def test_a_file_that_is_too_large_is_packed(evening: Evening, han: Player, monkeypatch: Any):
    await evening.cast.pc(han, "Solo")
    monkeypatch.setattr(own_data, "MOST_BYTES", 600)
    assert (await file_of(han, evening, everywhere=True))["user"] == str(han.id)


async def test_a_stranger_gets_a_file_of_nothing_and_is_asked_all_the_same(evening: Evening, han: Player):
    assert (await file_of(han, evening))["servers"][0]["characters"] == []
    asked = await (await han.slash(evening.channel, "privacy delete")).done()
    assert "You have no character in play there." in asked.text
    assert (await han.click(asked.shown, "Keep it all")).text == "Everything stays as it is."


async def test_being_forgotten_between_hands_takes_everything_at_once(evening: Evening, han: Player, lando: Player):
    await begun(evening, han, lando)
    assert await forgotten(han, evening) == "You are forgotten. Whoever comes back begins anew, and is welcome to."
    await evening.drawn()
    assert "Solo" not in evening.message.text
    assert names_at(await evening.table()) == ["Calrissian"]
    own = await file_of(han, evening)
    assert (own["servers"][0]["characters"], own["servers"][0]["actions"]) == ([], [])


async def test_being_forgotten_in_mid_hand_waits_for_its_end(evening: Evening, han: Player, lando: Player):
    await begun(evening, han, lando)
    await evening.does(han, "Deal")
    assert (await forgotten(lando, evening)).endswith("the rest follows when it is over. You need do nothing more.")
    assert await evening.services.characters.mine((await evening.cast.campaign()).id, lando.id) == ()
    await evening.drawn()
    assert "Calrissian" not in evening.message.text
    await evening.does(han, "Check")

    async def is_forgotten() -> bool:
        return "Calrissian" not in (await evening.table()).record.to_json()

    await evening.eventually(is_forgotten)
    assert "Calrissian" not in (await evening.drawn()).text


async def test_the_button_forgets_whoever_presses_it_and_an_odd_id_nobody(evening: Evening, han: Player, lando: Player):
    await begun(evening, han, lando)
    asked = await (await lando.slash(evening.channel, "privacy delete")).done()
    for wrong in ("part:here", f"part:here:1:{han.id}", f"part:{han.id}:1", "part:::", "part:there:1"):
        refused = await lando.click(with_button(asked.shown, wrong), "Forget me here")
        assert refused.text == "That button has expired. Use the newest message."
    assert len((await evening.table()).record.chairs) == 2


async def test_privacy_delete_keeps_other_servers_unless_asked_for_all(evening: Evening, bot: Shadowport, han: Player):
    another: Guild = evening.local.world.add_guild("Bespin")
    evening.local.world.add_channel(another, "tables")
    campaign = await evening.services.campaigns.at(another.id)
    await evening.services.characters.create(campaign, evening.cast.person(han), "Solo")
    await evening.services.preferences.set_reminders(han.id, wanted=False)
    await forgotten(han, evening)
    assert len(await evening.services.characters.mine(campaign.id, han.id)) == 1
    assert not await evening.services.preferences.wants_reminders(han.id)
    await forgotten(han, evening, everywhere=True)
    assert await evening.services.characters.mine(campaign.id, han.id) == ()
    assert await evening.services.preferences.wants_reminders(han.id)


async def test_a_server_that_removes_the_bot_has_its_tables_stand_still(evening: Evening, han: Player, lando: Player):
    await begun(evening, han, lando)
    evening.local.world.kick_bot(evening.guild)

    async def stands_still() -> bool:
        return (await evening.table()).is_paused

    await evening.eventually(stands_still)
    assert await evening.services.db.fetch("SELECT 1 FROM departures")
    evening.local.world.invite_bot(evening.guild)
    await evening.gm.slash(evening.channel, "table resume")
    assert await evening.services.db.fetch("SELECT 1 FROM departures") == []
    assert not (await evening.table()).is_paused
