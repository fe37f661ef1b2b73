"""/privacy and what follows: a user's own file, being forgotten, and a server that removes the bot."""

import gzip
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest

from bot.db import Statement
from bot.privacy import own_data
from bot.tables.verification.verify import verify_hand
from bot.ui.client import Shadowport
from playground.discord.world import Guild
from playground.people import Player, Seen
from tests.ui.conftest import with_button
from tests.ui.tables.evening import Evening, names_at

PARTS = {
    "user": "your Discord id",
    "mentioned_when_it_is_your_turn": "whether the bot mentions you",
    "written_to_when_a_table_waits": "whether it may send you direct messages",
    "characters": "your characters",
    "tables": "the tables that you opened",
    "actions": "your actions at tables",
    "money_you_moved": "the money that you moved",
    "presets_you_saved": "the house rules that you saved",
    "files_you_loaded": "the card files that you loaded",
    "skills_and_coins_you_proposed": "the skills and coins that you asked the GM for",
    "tables_that_you_were_written_about": "the tables about which the bot has sent you a direct message",
    "offers_open_to_you": "offers to open a table",
}
"""The words of PRIVACY.md for the parts of a user's file."""
STAYS = (
    "a former player",
    "Discord's ids of your clicks, without your name or id",
    "names that other people typed",
    "what GMs wrote for the campaign",
    "messages on Discord",
    "a salted hash of your id",
    "files that people exported before",
    "backups",
)
"""The remains after a deletion, in the words of both the page that asks and PRIVACY.md."""


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


def privacy_section(begin: str, end: str) -> str:
    """Return a part of PRIVACY.md on one line."""
    page = " ".join((Path(__file__).parents[3] / "PRIVACY.md").read_text().split())
    return page.partition(begin)[2].partition(end)[0]


async def played(evening: Evening, han: Player, lando: Player) -> None:
    """Play a hand with sealed dice between Solo and Calrissian. The first to act folds."""
    await evening.open(han)
    await evening.sits(han, "Solo")
    await evening.sits(lando, "Calrissian")
    await evening.does(han, "Deal")
    await evening.privately(han if 1 in (await evening.table()).to_act else lando, "Fold", "Fold")
    await evening.drawn()


async def forgotten(player: Player, evening: Evening, **options: Any) -> str:
    """Ask to be forgotten and confirm, and return the final page."""
    asked = await (await player.slash(evening.channel, "privacy delete", **options)).done()
    label = "Delete everywhere" if options else "Delete here"
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


async def test_the_privacy_page_names_every_part_of_the_file(evening: Evening, han: Player, lando: Player):
    await begun(evening, han, lando)
    own = await file_of(han, evening)
    assert {*own, *own["servers"][0]} == {*PARTS, "made_at", "servers", "server"}
    listed = privacy_section("## Get your data", " ## ")
    assert [words for words in PARTS.values() if words not in listed] == []


async def test_the_page_that_asks_and_the_privacy_page_list_the_same_remains(evening: Evening, han: Player):
    asked = await (await han.slash(evening.channel, "privacy delete")).done()
    for listed in (asked.text.partition("What stays")[2], privacy_section("**What stays, and why**", " ## ")):
        assert [words for words in STAYS if words.casefold() not in listed.casefold()] == []


def test_the_privacy_page_and_the_terms_have_a_place_for_the_operators_contact():
    for name in ("PRIVACY.md", "TERMS.md"):
        page = (Path(__file__).parents[3] / name).read_text()
        assert re.search(r"^\| \*\*Operator\*\* \| \*.+\* \|$", page, re.MULTILINE), name
        assert re.search(r"^\| \*\*Contact\*\* \| \*.+\* \|$", page, re.MULTILINE), name


async def test_the_file_lists_played_hands_without_click_ids_dice_or_a_waiting_import(
    evening: Evening, han: Player, lando: Player
):
    await begun(evening, han, lando)
    await evening.does(han, "Deal")
    await evening.privately(han, "Fold", "Fold")
    await evening.drawn()
    db = evening.services.db
    campaign = (await evening.cast.campaign()).id
    waiting = "INSERT INTO pending_imports (id, guild_id, user_id, content, made_at) VALUES (1, ?, ?, ?, ?)"
    columns = "id, guild_id, campaign_id, user_id, offer, made_at, version"
    offered = f"INSERT INTO offers ({columns}) VALUES (?, ?, ?, ?, ?, ?, 1)"
    await db.apply(
        Statement(waiting, (evening.guild.id, han.id, b'{"name":"Waiting"}', evening.clock.now())),
        Statement(offered, (2, evening.guild.id, campaign, han.id, "{}", evening.clock.now())),
    )
    own = await file_of(han, evening)
    server = own["servers"][0]
    assert [action["action"].get("kind") for action in server["actions"] if action["hand"] == 1][-1] == "fold"
    assert server["offers_open_to_you"] == 1
    clicks = [row["key"] for row in await db.fetch("SELECT key FROM actions WHERE actor = ?", han.id)]
    assert clicks
    written = json.dumps(own)
    assert not any(word in written for word in (*clicks, "Waiting", "draws", "seed", "seals"))


async def test_a_file_beyond_the_most_is_refused_with_the_way_to_the_operator(
    evening: Evening, han: Player, monkeypatch: Any
):
    await evening.cast.pc(han, "Solo")
    monkeypatch.setattr(own_data, "MOST_BYTES", 20)
    answer = await (await han.slash(evening.channel, "privacy export")).done()
    assert "Ask the person who runs this bot" in answer.text
    assert not answer.shown.files


async def test_a_file_that_is_too_large_is_packed(evening: Evening, han: Player, monkeypatch: Any):
    await evening.cast.pc(han, "Solo")
    monkeypatch.setattr(own_data, "MOST_BYTES", 600)
    assert (await file_of(han, evening, everywhere=True))["user"] == str(han.id)


async def test_a_stranger_gets_a_file_of_nothing_and_is_asked_all_the_same(evening: Evening, han: Player):
    assert (await file_of(han, evening))["servers"][0]["characters"] == []
    asked = await (await han.slash(evening.channel, "privacy delete")).done()
    assert "You have no character in play there." in asked.text
    assert (await han.click(asked.shown, "Keep it")).text == "Everything stays as it is."


async def test_being_forgotten_between_hands_takes_everything_at_once(evening: Evening, han: Player, lando: Player):
    await begun(evening, han, lando)
    assert await forgotten(han, evening) == "Your data is deleted. If you come back, you start again."
    await evening.drawn()
    assert "Solo" not in evening.message.text
    assert names_at(await evening.table()) == ["Calrissian"]
    own = await file_of(han, evening)
    assert (own["servers"][0]["characters"], own["servers"][0]["actions"]) == ([], [])


async def test_hands_of_a_forgotten_player_are_verified_and_undone_on_discord(
    evening: Evening, han: Player, lando: Player
):
    await played(evening, han, lando)
    assert await forgotten(han, evening) == "Your data is deleted. If you come back, you start again."
    proof = (await lando.slash(evening.channel, "table verify", hand=1)).text
    assert "not verified" not in proof
    assert "doesn't match" not in proof
    found = await verify_hand(evening.services.db, (await evening.table()).id, 1)
    assert (found.ok, found.unverified) == (True, "")
    page = await evening.privately(evening.gm, "More…", "Undo…", "Undo hand 1…")
    if evening.gm.modal is None:  # Solo has won, and the house has his money
        await evening.gm.click(page.shown, "The mint covers it")
    await evening.gm.submit(None, {"Why?": "Solo misread it"})
    shown = await evening.drawn()
    assert "a former player" in shown.text
    assert "Solo misread it" in shown.text
    assert (await verify_hand(evening.services.db, (await evening.table()).id, 1)).is_undone


def text_of(evening: Evening, message: Seen) -> str:
    """Return the message as it reads now."""
    return next(seen.text for seen in evening.gm.sees(evening.channel) if seen.id == message.id)


async def test_the_message_of_a_closed_table_loses_the_name_of_a_forgotten_player(
    evening: Evening, han: Player, lando: Player
):
    await played(evening, han, lando)
    shown = evening.message
    table_id = (await evening.table()).id
    asked = await evening.gm.slash(evening.channel, "table close")
    await evening.gm.click(asked.shown, "Close the table")
    await evening.quiet()
    assert "Solo" in text_of(evening, shown)
    await forgotten(han, evening)
    await evening.clock.advance(10)
    await evening.quiet()
    assert await evening.is_closed(table_id)
    assert "Solo" not in text_of(evening, shown)


async def test_the_log_names_nobody_in_a_hand_and_a_deletion(
    evening: Evening, han: Player, lando: Player, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO)
    await played(evening, han, lando)
    await forgotten(han, evening)
    await evening.quiet()
    logged = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith(("bot.", "cogs.")))
    assert not [word for word in ("Solo", "Calrissian", "lando", str(han.id), str(lando.id)) if word in logged]


async def test_being_forgotten_in_mid_hand_waits_for_its_end(evening: Evening, han: Player, lando: Player):
    await begun(evening, han, lando)
    await evening.does(han, "Deal")
    assert (await forgotten(lando, evening)).endswith(
        "I delete the rest when it's over. You don't need to do anything."
    )
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
        refused = await lando.click(with_button(asked.shown, wrong), "Delete here")
        assert refused.text == "That button has expired. Use the latest message."
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
