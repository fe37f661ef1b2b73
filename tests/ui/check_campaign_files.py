"""A campaign goes from one server to another by file: looked at first, brought by a button, claimed by its users."""

import json
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from bot.app import connected
from bot.portability.reading import MOST_BYTES
from bot.services import Services
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild, Upload
from playground.people import Player, Seen
from tests.ui.conftest import Cast, Settle, running, settings_of, with_button

MANAGERS_ALONE = "Only people who manage this server can do that."


@pytest.fixture
def abroad(local: LocalDiscord, gm: Player, han: Player) -> Guild:
    """Make another server of the same GM, on which Han is too, and Lando isn't."""
    other = local.world.add_guild("Nar Shaddaa", owner=gm.user)
    local.world.add_member(other, han.user)
    return other


@pytest.fixture
def cellar(local: LocalDiscord, abroad: Guild) -> Channel:
    return local.world.add_channel(abroad, "cellar")


def sent(content: bytes | str | dict[str, Any], name: str = "kessel.json") -> Upload:
    text = json.dumps(content) if isinstance(content, dict) else content
    return Upload(0, name, text if isinstance(text, bytes) else text.encode())


async def whispered(who: Player, channel: Channel, command: str, **options: object) -> Seen:
    """Return the final answer to a command; it is private, and nothing else is posted. Players' clients don't offer the
    managers' commands.
    """
    answer = await who.slash(channel, command, options=options, unchecked=True).done()
    assert answer.shown.ephemeral
    assert answer.shown.pings == []
    return answer.shown


async def file_of(gm: Player, channel: Channel, **options: object) -> bytes:
    (content,) = (await whispered(gm, channel, "campaigns export", **options)).files.values()
    return content


async def test_a_campaign_travels(
    bot: Shadowport,
    gm: Player,
    han: Player,
    lando: Player,
    channel: Channel,
    cellar: Channel,
    cast: Cast,
    settle: Settle,
):
    await cast.pc(han, "Han", "Gambling 8D")
    await cast.pc(lando, "Lando")
    await cast.npc("Jabba")
    await gm.slash(channel, "campaign rename", name="Kessel")
    told = await whispered(gm, channel, "campaigns export")
    assert told.text.splitlines()[0] == (
        "**Kessel** as a file: 2 player characters and 1 NPC, settings, house rules and cards."
    )
    ((name, content),) = told.files.items()
    assert name == "kessel.json"
    page = await whispered(gm, cellar, "campaigns import", file=sent(content), place=cellar)
    assert page.text.splitlines() == [
        "### Import Kessel?",
        "A new campaign, called **Kessel**.",
        f"It is played in <#{cellar.id}>.",
        "It brings 2 player characters and 1 NPC.",
        "Money: **3,000 cr** in wallets. All of it comes from the mint.",
        "It counts in credits and rolls D6 pools, no wild die.",
        "Nobody plays these characters until their users claim them. They are kept for",
        f"<@{han.id}>: **Han**",
        f"<@{lando.id}>: **Lando**",
        "Left out:",
        "- Roles and channels, because those of another server mean nothing here. Choose them with /campaign setup.",
        "- The history. The ledger starts again with the money that everyone has.",
        page.text.splitlines()[-1],
    ]
    await settle()
    done = await gm.click(page, "Import Kessel").done()
    assert done.text.splitlines() == [
        "**Kessel** is ready, with 2 player characters and 1 NPC.",
        f"It is played in <#{cellar.id}>.",
        "Players claim their characters with /character claim. A GM gives the others to players with /character hand.",
    ]
    assert page.buttons == []
    listed = await whispered(han, cellar, "character list")
    assert listed.text.splitlines()[-1] == (
        "Unclaimed: **Han** and **Lando**. Characters are kept for you. Take them with /character claim."
    )
    ((name, picked),) = await han.autocomplete(cellar, "character claim", "character", "ha")
    assert name == "Han"
    assert await gm.autocomplete(cellar, "character claim", "character", "") == []
    assert (
        await whispered(gm, cellar, "character claim", character=picked)
    ).text == "Han isn't yours to claim. Ask the GM for this character."
    kept = await whispered(han, cellar, "character claim")
    assert kept.lines == ["### Kept for you", "**Han** · 1,000 cr"]
    await settle()
    assert (await han.click(kept, "Claim Han")).text == "**Han** is yours, and you play them from now on."
    assert (await whispered(han, cellar, "character claim")).text == "No character is kept for you in this campaign."
    assert "Skills: Gambling 8D" in (await whispered(han, cellar, "character show")).text
    assert (await whispered(han, cellar, "campaigns export")).text == MANAGERS_ALONE
    await settle()
    offered = await gm.autocomplete(cellar, "character hand", "character", "")
    assert [name for name, _ in offered] == ["Lando"]
    assert await han.autocomplete(cellar, "character hand", "character", "") == []
    assert (await whispered(han, cellar, "character hand", character="Lando", member=han.user)).text == (
        "Only the GM can do that."
    )
    handed = await gm.slash(cellar, "character hand", character=offered[0][1], member=han.user)
    assert handed.text == f"**Lando** is <@{han.id}>'s character from now on."
    assert (await whispered(gm, cellar, "character hand", character="Lando", member=han.user)).text == (
        "Lando isn't waiting for a player."
    )
    await settle()
    again = await file_of(gm, cellar)
    same, first = json.loads(again), json.loads(content)
    assert [one["wallet"] for one in same["characters"]] == [one["wallet"] for one in first["characters"]]
    assert same["settings"] == first["settings"]


async def test_a_file_is_imported_once_by_who_looked_at_it_also_after_a_restart(
    services: Services,
    local: LocalDiscord,
    gm: Player,
    han: Player,
    channel: Channel,
    cellar: Channel,
    settle: Settle,
    tmp_path: Path,
):
    settings = settings_of(local, tmp_path)
    async with connected(services, settings) as client, running(client):
        content = await file_of(gm, channel, history=True)
        page = await whispered(gm, cellar, "campaigns import", file=sent(content))
        bring = next(button.custom_id for button in page.buttons if button.label.startswith("Import"))
        elsewhere = await whispered(gm, channel, "campaign setup")
        refused = await han.click(page, bring, unchecked=True).done()
        assert refused.text == MANAGERS_ALONE
        refused = await gm.click(with_button(elsewhere, bring), bring, unchecked=True).done()
        assert refused.text == "I no longer have that file. Send it again with /campaigns import."
    async with connected(services, settings) as client, running(client):
        done = await gm.click(page, bring).done()
        assert done.text.startswith("**The campaign 2** is ready")
        assert done.text.splitlines()[1] == "Use /campaigns bind in each channel where you play it."
        setup = await whispered(gm, cellar, "campaign setup")
        twice = await gm.click(with_button(setup, bring), bring, unchecked=True).done()
        assert twice.text == "That file has been imported already."


async def test_files_that_are_none_are_told_in_a_sentence_and_bring_nothing(
    bot: Shadowport, services: Services, local: LocalDiscord, gm: Player, han: Player, channel: Channel, settle: Settle
):
    fetched: list[str] = []

    async def note(request: web.Request) -> None:
        fetched.append(request.path)

    local.on_file.append(note)
    too_large = await whispered(gm, channel, "campaigns import", file=sent(b" " * (MOST_BYTES + 1)))
    assert too_large.text == "That file is too large. I read at most 8,192 KiB."
    assert (await whispered(han, channel, "campaigns import", file=sent("{}"))).text == MANAGERS_ALONE
    assert fetched == []
    good = json.loads(await file_of(gm, channel))
    page = await whispered(gm, channel, "campaigns import", file=sent(good))
    assert (await gm.click(page, "Not now")).text == "Nothing was imported, and I deleted the file."
    await settle()
    for content, said in (
        ("", "That file is empty."),
        ("[" * 9_000, "That file has too many lists within lists."),
        (
            good | {"version": 7},
            "That file comes from a newer Shadowport. Its format has version 7, and I read version 1.",
        ),
        (good | {"name": "<@1> @everyone\u202e"}, "In that file, name: "),
        (good | {"@everyone": 1}, "In that file, \\@\N{WORD JOINER}everyone: nothing of that name belongs there."),
    ):
        told = await whispered(gm, channel, "campaigns import", file=sent(content, name="\u202enosj.exe"))
        assert told.text.startswith(said)
        assert told.buttons == []
        await settle()
    assert await services.db.fetch("SELECT id FROM pending_imports") == []
    assert len(await services.campaigns.of_guild(channel.guild_id or 0)) == 1


async def test_a_page_holds_whatever_a_file_has(bot: Shadowport, gm: Player, channel: Channel, settle: Settle):
    wide = "\N{CJK UNIFIED IDEOGRAPH-9F98}" * 28
    people = [
        {
            "number": at,
            "kind": "pc",
            "name": f"{wide} {at:03}",
            "created_at": 1,
            "player": str(10**17 + at % 80),
            "loadouts": [{"game": f"no *game* {at}", "loadout": {}}],
        }
        for at in range(1, 400)
    ]
    presets = [{"game": "pilok", "name": f"{'_' * 20} {at}", "rules": []} for at in range(25)]
    file = {"format": "shadowport-campaign", "version": 1, "exported_at": 1, "name": wide, "settings": {}}
    page = await whispered(
        gm, channel, "campaigns import", file=sent(file | {"characters": people, "presets": presets})
    )
    assert "and for 65 other users" in page.lines
    assert len(page.text) <= 4000
    assert page.text.splitlines()[-1].startswith("-# Only you can see this.")
    await settle()
    done = await gm.click(page, page.buttons[0].custom_id).done()
    assert done.text.startswith(f"**{wide}** is ready, with 399 player characters.")
    listed = await whispered(gm, channel, "campaigns list")
    assert f"**{wide}** · played nowhere yet: /campaigns bind · counts in credits" in listed.lines


async def test_old_and_forged_buttons_of_files_and_claims_do_nothing(
    bot: Shadowport,
    services: Services,
    gm: Player,
    han: Player,
    lando: Player,
    cellar: Channel,
    cast: Cast,
    settle: Settle,
):
    away = {"number": 1, "kind": "pc", "name": "Han", "created_at": 1, "player": str(han.id), "wallet": 70}
    gone = {"number": 2, "kind": "pc", "name": "Old Ben", "created_at": 1, "player": str(han.id), "retired_at": 2}
    npc = {"number": 3, "kind": "npc", "name": "Jabba", "created_at": 1}
    file = {"format": "shadowport-campaign", "version": 1, "exported_at": 1, "name": "Kessel", "settings": {}}
    page = await whispered(gm, cellar, "campaigns import", file=sent(file | {"characters": [away, gone, npc]}))
    assert "It brings 2 player characters and 1 NPC, of whom 1 has retired." in page.lines
    bring = page.buttons[0].custom_id
    for forged, said in (
        ("arrival:bring:x", "That button has expired. Use the latest message."),
        ("arrival:bring", "That button has expired. Use the latest message."),
        ("arrival:bring:999", "I no longer have that file. Send it again with /campaigns import."),
        (bring.replace("bring", "shred"), "That choice isn't available."),
    ):
        assert (await gm.click(page, forged, unchecked=True).done()).text == said
        await settle()
    await gm.click(page, bring).done()
    await gm.slash(cellar, "campaigns bind", campaign="Kessel")
    campaign = await services.campaigns.named(cellar.guild_id or 0, "Kessel")
    found = {row["name"]: row["id"] for row in await services.db.fetch("SELECT id, name FROM characters")}
    assert len(found) == 3
    for name, said in (
        ("Old Ben", "Old Ben isn't yours to claim. Ask the GM for this character."),
        ("Jabba", "There is no such character in this campaign."),
    ):
        assert (await han.click(page, f"claim:{found[name]}", unchecked=True)).text == said
    await settle()
    kept = await whispered(han, cellar, "character claim")
    old = kept.buttons[0].custom_id
    taken = await gm.slash(cellar, "character hand", character="Han", member=gm.user)
    assert taken.text == f"**Han** is <@{gm.id}>'s character from now on."
    assert (await han.click(kept, old)).text == "Han isn't yours to claim. Ask the GM for this character."
    mine = await services.characters.mine(campaign.id, gm.id)
    assert [character.name for character in mine] == ["Han"]
    assert await services.wallet.balance(mine[0]) == 70


async def test_the_most_pending_files_fit_on_a_page(
    bot: Shadowport, gm: Player, han: Player, cellar: Channel, settle: Settle
):
    wide = "\N{CJK UNIFIED IDEOGRAPH-9F98}" * 29
    people = [
        {
            "number": at,
            "kind": "pc",
            "name": f"{wide} {at:02}",
            "created_at": 1,
            "player": str(han.id),
            "wallet": 10**13,
        }
        for at in range(1, 31)
    ]
    file = {"format": "shadowport-campaign", "version": 1, "exported_at": 1, "name": "Kessel", "settings": {}}
    page = await whispered(gm, cellar, "campaigns import", file=sent(file | {"characters": people}), place=cellar)
    await gm.click(page, page.buttons[0].custom_id).done()
    kept = await whispered(han, cellar, "character claim")
    assert (len(kept.buttons), kept.lines[-1]) == (20, "and 10 more. Claim some of these first.")
    assert len(kept.text) <= 4000
    await settle()
    claimed = await han.click(kept, kept.buttons[3].custom_id)
    assert claimed.text.splitlines()[0] == f"**{wide} 04** is yours, and you play them from now on."
    listed = await whispered(han, cellar, "character list")
    assert "and 9 more" in listed.text
    assert len(listed.text) <= 4000
