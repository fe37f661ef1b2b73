"""Influence, cheats, spells and verdicts at a table of Baldur Hold'em, by buttons and forms."""

from playground.people import Player
from tests.ui.baldur.pages import gms_page, sends, sleeve
from tests.ui.tables.crooked_evening import past_the_clicks, seen_by_all
from tests.ui.tables.evening import Evening, labels, seats_of, told


async def test_a_die_that_nobody_sees_changed_simply_shows_another_face(dealt: Evening, han: Player, lando: Player):
    dealt.roll(3, 9, 20, 7, 11, 4)
    await dealt.does(han, "Roll your dice")
    await dealt.does(lando, "Roll your dice")
    mine = await sleeve(dealt, han)
    assert {"Re-roll one of your dice…", "Cast a spell…", "Read a tell…", "Accuse…"} <= set(labels(mine))
    before = seats_of(dealt.message)
    dealt.roll(12, 17)
    await sends(dealt, han, mine, "Re-roll one of your dice…", **{"Which one is re-rolled?": "0.3"})
    assert "Your die shows 17 now." in mine.lines
    shown = await dealt.drawn()
    assert [line for line in seats_of(shown) if line not in before] == ["▸ **Han** 17 (9) 20 **20 high** · 490 cr"]
    assert "-# **Han** rolls 3, 9 and 20." in shown.lines
    assert "dice were 3, 9 and 20" in told(await dealt.privately(dealt.gm, "More…", "GM's log"))
    assert "GM's log" not in told(await dealt.privately(lando, "More…"))


async def test_a_cheat_that_is_arranged_changes_nothing_in_the_channel(dealt: Evening, han: Player, lando: Player):
    mine = await sleeve(dealt, han)
    await dealt.quiet()
    before, since = seen_by_all(dealt), len(dealt.local.requests)
    dealt.roll(12)
    await sends(
        dealt, han, mine, "Cast a spell…", **{"At whom?": "dice", "Which spell, and what should it do?": "Luck"}
    )
    assert "Nobody has noticed." in mine.lines
    assert (seen_by_all(dealt), past_the_clicks(dealt, since)) == (before, [])


async def test_a_cheat_that_is_seen_waits_for_the_gms_verdict(dealt: Evening, han: Player, lando: Player):
    dealt.roll(1, 20)
    mine = await sleeve(dealt, han)
    await sends(
        dealt, han, mine, "Cast a spell…", **{"At whom?": "dice", "Which spell, and what should it do?": "Luck"}
    )
    shown = await dealt.drawn()
    assert "**Han** stands accused: the GM decides." in shown.lines
    assert shown.find("Roll your dice") is None
    page = await gms_page(dealt)
    assert "## A cheat is caught" in page.lines
    ruling = "Out of the hand. Everything they put in stays in"
    await dealt.gm.select(page, "What's your verdict?", ruling)
    await dealt.gm.click(page, f"Rule: {ruling}")
    shown = await dealt.drawn()
    assert any(line.startswith("◦ Han · 490 cr · folded") for line in shown.lines)
    assert shown.find("Roll your dice")


async def test_influence_takes_a_form_and_everybody_sees_its_dice(dealt: Evening, han: Player, lando: Player):
    dealt.roll(3, 9, 20, 7, 11, 4)
    await dealt.does(han, "Roll your dice")
    await dealt.does(lando, "Roll your dice")
    mine = await sleeve(dealt, han)
    opened = await han.click(mine, "Influence…")
    how, whom, claim = (field.label for field in opened.form.fields)
    dealt.roll(15, 2)
    await han.submit(opened.form, {how: "deceive", whom: "2", claim: "strong"})
    shown = await dealt.drawn()
    assert any(line.startswith("-# **Han** tells **Lando** of a strong hand.") for line in shown.lines)
    assert "Until the next hand is over, **Han** influences others with advantage." in shown.lines
    assert "Influence…" not in labels(await sleeve(dealt, han))


async def test_a_spell_is_told_to_the_gm_who_judges_it(dealt: Evening, han: Player, lando: Player):
    mine = await sleeve(dealt, han)
    words = "a nudge with an *unseen* hand"
    dealt.roll(12)
    await sends(dealt, han, mine, "Cast a spell…", **{"At whom?": "dice", "Which spell, and what should it do?": words})
    assert any(line.startswith("The GM will judge your spell at the dice") for line in mine.lines)
    page = await gms_page(dealt)
    assert "- **Han** at the dice: a nudge with an \\*unseen\\* hand." in page.lines
    await dealt.gm.select(page, "What does it do?", "1.luck")
    shown = await dealt.drawn()
    assert "-# **Han** influences others with advantage until the next hand is over." in shown.lines
    assert "unseen" not in shown.text
    assert "advantage on influence" in (await sleeve(dealt, han)).text


async def test_a_spell_has_words_and_not_too_many(dealt: Evening, han: Player):
    mine = await sleeve(dealt, han)
    opened = await han.click(mine, "Cast a spell…")
    field = opened.form.field("Which spell, and what should it do?")
    assert (field.required, field.component["max_length"]) == (True, 200)


async def test_nobody_but_the_gm_decides_for_the_npcs(dealt: Evening, lando: Player):
    for who in (lando, dealt.guest("Mara")):
        refused = told(await who.click(dealt.message, "GM page"))
        assert "5 · 8 · 1" not in refused
