"""The GM's page of Baldur Hold'em with spells on it: each is judged once, and only one that the GM has looked at."""

from bot.playground.player import Player, Seen
from tests.ui.baldur.pages import gms_page, sends, sleeve
from tests.ui.tables.evening import Evening

WORDS = "What do you cast, and to what end?"
DOES = "What does it do?"


async def casts(evening: Evening, who: Player, words: str) -> None:
    """Nobody notices."""
    evening.roll(20)
    await sends(evening, who, await sleeve(evening, who), "Cast a spell…", **{"At whom?": "dice", WORDS: words})


async def judge(dealt: Evening, han: Player, lando: Player) -> tuple[Seen, Seen, Seen]:
    """The GM's page with two spells on it, and two copies of it as they were before anything was judged."""
    await casts(dealt, han, "a hush")
    await casts(dealt, lando, "a glow")
    page = await gms_page(dealt)
    return page, page.frozen(), page.frozen()


async def left(evening: Evening) -> list[str]:
    return [spell.words for spell in (await evening.table()).state.hidden.spells]


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
    assert "That spell is judged already." in page.lines
    assert await left(dealt) == ["a glow"]
    assert not any("luck" in line or "advantage" in line for line in dealt.message.lines)
    await dealt.gm.select(page, DOES, "2.told")
    assert await left(dealt) == []
