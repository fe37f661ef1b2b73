"""The GM's page of Baldur Hold'em with spells on it: each is judged once, and only one that the GM has looked at."""

from bot.engine.skills import D20
from playground.people import Player, Seen
from tests.ui.baldur.pages import gms_page, sends, sleeve
from tests.ui.tables.evening import WIDEST, Evening
from tests.ui.tables.judged_evening import with_gm_channel

WORDS = "Which spell, and what should it do?"
DOES = "What does it do?"


async def casts(evening: Evening, who: Player, words: str, aim: str = "dice") -> None:
    """Cast the spells without anyone noticing."""
    evening.roll(20)
    await sends(evening, who, await sleeve(evening, who), "Cast a spell…", **{"At whom?": aim, WORDS: words})


async def judge(dealt: Evening, han: Player, lando: Player) -> tuple[Seen, Seen, Seen]:
    """Return the GM's page with two spells on it, and two copies of it from before anything was judged."""
    await casts(dealt, han, "a hush")
    await casts(dealt, lando, "a glow")
    page = await gms_page(dealt)
    return page, page.frozen(), page.frozen()


async def left(evening: Evening) -> list[str]:
    table = await evening.table()
    return [table.voice.plain_text(spell.words) for spell in table.state.inner.hidden.spells]


async def test_nothing_pressed_twice_on_one_page_judges_one_spell(dealt: Evening, han: Player, lando: Player):
    _, once, twice = await judge(dealt, han, lando)
    first, second = dealt.gm.select(once, DOES, "1.nothing"), dealt.gm.select(twice, DOES, "1.nothing")
    await first
    await second
    await dealt.quiet()
    assert await left(dealt) == ["a glow"]


async def test_a_second_thought_on_an_old_page_is_refused(dealt: Evening, han: Player, lando: Player):
    page, once, twice = await judge(dealt, han, lando)
    await dealt.gm.select(once, DOES, "1.nothing")
    await dealt.gm.select(twice, DOES, "1.luck")
    await dealt.quiet()
    assert "You have judged that spell already." in page.lines
    assert await left(dealt) == ["a glow"]
    assert not any("luck" in line or "advantage" in line for line in dealt.message.lines)
    await dealt.gm.select(page, DOES, "2.told")
    assert await left(dealt) == []


async def test_the_page_says_what_was_judged(dealt: Evening, han: Player, lando: Player):
    page, _, twice = await judge(dealt, han, lando)
    told = "The GM judges the spell of **Han**: it does nothing."
    await dealt.gm.select(page, DOES, "1.nothing")
    assert page.lines[0] == told
    assert (await dealt.gm.select(twice, DOES, "1.nothing")).text.splitlines()[0] == told
    assert told not in dealt.message.lines


async def test_many_spells_of_nothing_but_asterisks_leave_the_page_as_it_is(evening: Evening):
    await evening.settles(system=D20)
    await evening.open(command="baldur open", clock="off", ante="10")
    guests = [evening.guest(name) for name in ("Han", "Lando", "Greedo", "Mara", "Boba", "Jabba")]
    for guest in guests:
        await evening.sits(guest, guest.user.name)
    await evening.does(guests[0], "Deal")
    for guest in guests:
        await casts(evening, guest, "*" * 200)
    evening.roll(*range(1, 20), *range(1, 20))
    for button in ("Roll your dice", "Stay in"):
        for guest in guests:
            await evening.does(guest, button)
    for guest in guests[:-1]:
        await casts(evening, guest, "*" * 200)
    assert len(await left(evening)) == 11
    page = await gms_page(evening)
    assert "11 spells to judge, the oldest first:" in page.lines
    await evening.gm.select(page, DOES, "1.nothing")
    assert "10 spells to judge, the oldest first:" in page.lines


async def test_the_widest_names_leave_it_too_and_the_gm_channel(evening: Evening):
    await evening.settles(system=D20)
    await evening.open(command="baldur open", clock="off", ante="10", npcs=20)
    back = await with_gm_channel(evening)
    guests = [evening.guest(f"Guest {number}") for number in range(10)]
    for guest, name in zip(guests, WIDEST, strict=True):
        await evening.sits(guest, name)
    await evening.does(guests[0], "Deal")
    for at, guest in enumerate(guests):
        await casts(evening, guest, "*_~|`<>#" * 25, aim=str((at + 1) % 10 + 1))
    page = await gms_page(evening)
    assert "10 spells to judge, the oldest first:" in page.lines
    assert page.lines[-1] == "-# hand 1"
    assert "casts a spell" in (await evening.gm.until_sees(back, "casts a spell")).text
