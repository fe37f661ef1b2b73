"""A crooked table: what somebody has up their sleeve, what comes of it, and that nobody else sees a thing."""

import pytest

from playground.people import Player
from tests.ui.tables.crooked_evening import begun, loads, opened, past_the_clicks, seen_by_all, sleeve
from tests.ui.tables.evening import Evening, labels, told

SMALL_PRINT = "crooked table: only the GM can check the rolls"
TOLD_NOT_PROVEN = "can prove nothing"


@pytest.fixture
async def crooked(evening: Evening) -> Evening:
    return await opened(evening)


@pytest.fixture
async def unseen(crooked: Evening, han: Player, lando: Player) -> Evening:
    """Let Han cheat so that nobody sees it."""
    return await begun(crooked, han, lando)


@pytest.fixture
async def seen(crooked: Evening, han: Player, lando: Player) -> Evening:
    """Let Lando notice and prove all that Han tries."""
    return await begun(crooked, han, lando, caught=True)


async def test_the_table_says_from_the_start_that_it_is_crooked(crooked: Evening, han: Player, lando: Player):
    assert crooked.message.lines[-1] == f"-# {SMALL_PRINT}"
    assert "crooked" in crooked.message.text
    assert "sealed" not in crooked.message.text
    await begun(crooked, han, lando)
    assert crooked.message.lines[-1] == f"-# hand 1 · {SMALL_PRINT}"


async def test_more_says_what_that_means(crooked: Evening, han: Player):
    facts = told(await crooked.privately(han, "More…"))
    assert (
        "A crooked table: characters may cheat, and read and influence each other. Only the GM can check the rolls."
        in facts
    )


async def test_cheats_are_not_offered_at_an_honest_table(evening: Evening, han: Player, lando: Player):
    await opened(evening, crooked=False)
    await begun(evening, han, lando)
    assert not {"Up my sleeve", "GM page"} & set(labels(evening.message))
    assert "rolls sealed" in evening.message.text


async def test_cheats_stand_on_the_private_page_as_buttons(unseen: Evening, han: Player):
    assert {"Up my sleeve", "GM page"} <= set(labels(unseen.message))
    page = await sleeve(unseen, han)
    asides = ["Load your die for Orbit…", "Influence…", "Read a tell…", "Accuse…"]
    assert [label for label in labels(page) if label in asides] == asides
    assert page.selects == []


async def test_a_cheat_that_nobody_notices_changes_nothing_that_anybody_sees(unseen: Evening, han: Player):
    page = await sleeve(unseen, han)
    await unseen.quiet()
    before, since, table = seen_by_all(unseen), len(unseen.local.requests), await unseen.table()
    done = await loads(unseen, han, page=page)
    await unseen.quiet()
    await unseen.clock.advance(60)
    assert "Nobody has noticed." in page.lines
    assert "toward 6" in page.text
    assert (seen_by_all(unseen), past_the_clicks(unseen, since)) == (before, [])
    now = await unseen.table()
    assert (now.record.turn, now.said, now.record.chairs) == (table.record.turn, table.said, table.record.chairs)
    assert not done.failed


async def test_refused_click_after_an_unseen_cheat_changes_nothing_public(unseen: Evening, han: Player, lando: Player):
    page = await sleeve(unseen, lando)
    await loads(unseen, han)
    await unseen.quiet()
    before = seen_by_all(unseen)
    await lando.click(page, "Load your die for Orbit…")
    await lando.submit(None, {"Toward which face?": "7"})
    await unseen.quiet()
    assert page.lines[0] == "It must be a whole number from 1 to 6."
    assert seen_by_all(unseen) == before


async def test_nothing_of_it_is_sent_to_anybody_else(unseen: Evening, han: Player, lando: Player):
    await loads(unseen, han)
    await sleeve(unseen, lando)
    await unseen.privately(lando, "More…")
    others = [seen for who in (lando, unseen.guest("Greedo")) for seen in who.sees(unseen.channel)]
    assert others
    assert not [seen for seen in others if "notice" in seen.text.lower() or "toward" in seen.text]


async def test_influence_is_seen_and_its_luck_stands_on_the_table(unseen: Evening, han: Player):
    page = await sleeve(unseen, han)
    await han.click(page, "Influence…")
    await han.submit(None, {"How?": "distract", "Influence whom?": "2"})
    await unseen.drawn()
    assert "**Han** uses sleight of hand with advantage" in unseen.message.text
    assert "You use sleight of hand with advantage until the next hand is over." in page.lines


async def test_result_of_reading_a_tell_is_private(unseen: Evening, han: Player, lando: Player):
    page = await sleeve(unseen, lando)
    await lando.click(page, "Read a tell…")
    await lando.submit(None, {"Watch whom?": "1"})
    assert "-# **Lando** watches **Han** closely." in (await unseen.drawn()).lines
    assert any("**Han** seems to" in line or "You can't read **Han**." in line for line in page.lines)
    assert page.text.count("**Han** seems to") <= 1, "what stands on the page is not told above it too"
    assert "seems to" not in unseen.message.text


async def test_an_accusation_of_ones_own_that_proves_nothing_names_no_number(
    unseen: Evening, han: Player, lando: Player
):
    page = await sleeve(unseen, lando)
    await lando.click(page, "Accuse…")
    await lando.submit(None, {"Accuse whom of cheating?": "1"})
    said = next(line for line in (await unseen.drawn()).lines if TOLD_NOT_PROVEN in line)
    assert said.startswith("-# **Lando** accuses **Han** of cheating, and can prove nothing.")


async def test_caught_cheat_awaits_the_gms_verdict(seen: Evening, han: Player, lando: Player):
    await loads(seen, han)
    shown = await seen.drawn()
    assert "-# **Lando** notices something and accuses **Han** of cheating, and proves it." in shown.lines
    assert "**The GM** to decide" in shown.lines
    assert labels(shown)[:2] == ["GM page", "Up my sleeve"]
    assert "Check" not in labels(shown)
    answer = await seen.gm.click(shown, "GM page")
    page = answer.shown
    assert "## A cheat is caught" in page.lines
    await seen.gm.select(page, "What's your verdict?", "Out of the hand. Everything they put in stays in")
    await seen.gm.click(page, "Rule: Out of the hand. Everything they put in stays in")
    assert "Han** is out of the hand" in (await seen.drawn()).text
