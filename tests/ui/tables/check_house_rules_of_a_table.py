"""The house rules behind More: every kind of option, what can't be, and presets."""

import pytest

from playground.people import Form, Player
from tests.ui.tables.evening import Evening, labels, refused, told


async def asked(evening: Evening, who: Player, rule: str) -> Form:
    """Return the form for one house rule."""
    editor = (await evening.privately(who, "More…", "House rules…")).shown
    return (await who.select(editor, "Change…", rule)).form


@pytest.mark.parametrize(
    "rule, before, typed, after",
    [
        ("Variant", ["basic"], "Long Pi'Lok", "Variant: **Long Pi'Lok**"),
        ("Pot limit", ["off"], "On", "Pot limit: **on**"),
        ("Ante", "10 cr", "25", "Ante: **25 cr**"),
        ("Largest bet", "0 cr", "200 cr", "Largest bet: **200 cr**"),
        ("Most raises a street", "0", "3", "Most raises a street: **3**"),
    ],
)
async def test_each_kind_of_house_rule_is_changed_in_its_form(
    evening: Evening, rule: str, before: object, typed: str, after: str
):
    await evening.open()
    form = await asked(evening, evening.gm, rule)
    assert form.title == rule
    assert form.field(rule).default == before
    changed = await evening.gm.submit(form, {rule: typed})
    assert after in told(changed).splitlines()
    assert f"-# The house rules change: {rule}" in (await evening.drawn()).text


@pytest.mark.parametrize(
    "rule, typed, refusal",
    [
        ("Ante", "0", "Ante must be between 1 cr and 1,000,000,000,000 cr."),
        ("Ante", "lots", "I can't read that amount. Write it like this: 1,000 cr."),
        ("Largest bet", "5", "The largest bet, 5 cr, can't be below the smallest, which is the ante, 10 cr."),
        ("Most raises a street", "21", "Most raises a street must be between 0 and 20."),
        ("Most raises a street", "-1", "Most raises a street must be a whole number from 0 to 20."),
        ("Most raises a street", "many", "Most raises a street must be a whole number from 0 to 20."),
        ("Ante", "10 cr", "Those are the house rules already."),
    ],
)
async def test_a_house_rule_that_cannot_be_changes_nothing(evening: Evening, rule: str, typed: str, refusal: str):
    await evening.open()
    form = await asked(evening, evening.gm, rule)
    async with evening.nothing_changes():
        assert refused(await evening.gm.submit(form, {rule: typed})) == refusal


async def test_opener_changes_house_rules_until_the_first_hand(evening: Evening, han: Player, lando: Player):
    await evening.open(by=han)
    await han.submit(await asked(evening, han, "Ante"), {"Ante": "20"})
    await evening.drawn()
    editor = (await evening.privately(han, "More…", "House rules…")).shown
    assert labels(editor) == []
    await evening.sits(han, "Han")
    await evening.adds_npc()
    await evening.does(han, "Deal")
    more = await han.click(evening.message, "More…")
    assert "House rules…" not in labels(more.shown)
    async with evening.nothing_changes():
        assert told(await han.select(editor, "Change…", "Ante")) == (
            "Only the GM changes the house rules. "
            "The player who opened the table can change them before the first hand."
        )


async def test_house_rules_change_between_hands(evening: Evening, han: Player):
    await evening.open()
    await evening.sits(han, "Han")
    await evening.adds_npc()
    form = await asked(evening, evening.gm, "Ante")
    await evening.does(han, "Deal")
    async with evening.nothing_changes():
        assert (
            refused(await evening.gm.submit(form, {"Ante": "20"}))
            == "You can change the house rules only between hands."
        )


async def test_a_gm_saves_the_house_rules_and_opens_the_next_table_with_them(evening: Evening, han: Player):
    await evening.open()
    await evening.gm.submit(await asked(evening, evening.gm, "Ante"), {"Ante": "75"})
    form = (await evening.privately(evening.gm, "More…", "House rules…", "Save as a preset…")).modal
    saved = await evening.gm.submit(form, {"What is this preset called?": "Friday *night*"})
    assert told(saved).splitlines()[-1] == r"Saved as **Friday \*night\***. Choose it when you open a table."

    offered = await han.autocomplete(evening.channel, "pilok open", "preset", "fri")
    assert offered == [("Friday *night*", "Friday *night*")]
    other = evening.elsewhere("next-door")
    await other.open(by=han, preset="friday *night*")
    assert (await other.table()).rules.ante == 75

    editor = (await evening.privately(evening.gm, "More…", "House rules…")).shown
    gone = await evening.gm.select(editor, "Delete a preset…", "Friday *night*")
    assert told(gone).splitlines()[-1] == r"The preset **Friday \*night\*** is deleted."
    refused = await han.slash(evening.elsewhere("third").channel, "pilok open", preset="Friday *night*")
    assert told(refused) == r"There is no preset called Friday \*night\* here."


@pytest.mark.parametrize(
    "name, refusal",
    [
        ("ordinary", "Three Street Pi'Lok already has a preset called ordinary. Choose another name."),
        ("\u200b \u202e", "A name needs at least one letter or digit."),
        ("x" * 100, "That name is too long: at most 32 letters."),
    ],
)
async def test_a_preset_needs_a_name_of_its_own(evening: Evening, name: str, refusal: str):
    await evening.open()
    form = (await evening.privately(evening.gm, "More…", "House rules…", "Save as a preset…")).modal
    assert refused(await evening.gm.submit(form, {"What is this preset called?": name})) == refusal
    assert await evening.services.presets.names((await evening.table()).record.campaign_id, "pilok") == ()
