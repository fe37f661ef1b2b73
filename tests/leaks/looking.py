"""People who press whatever only shows something, wherever a page leads them."""

import random

from playground.people import Answer, Player, Seen
from tests.ui.tables.evening import Evening

LOOKS = ("hand:", "seat:", "more:")
"""How the ids of the table's buttons begin that only show something."""
MOVES = frozenset({"own", "send", "mark", "act", "timeout"})
CHANGES = frozenset(
    {"leave", "up", "close", "void", "pause", "resume", "here", "out", "keeper", "deal", "remind", "unwager", "time"}
)
"""What these do at the table isn't looking."""
SAME_FOR_ALL = frozenset({"rules", "house"})
"""Rules and house rules tell of cards, whatever was dealt."""
NOT_PRESSED = MOVES | CHANGES | SAME_FOR_ALL


async def look_everywhere(evening: Evening, who: Player) -> None:
    """Ask the table, and every page that comes of it, everything that this person can ask."""
    for look in LOOKS:
        if custom_id := _button(evening, look):
            await _press_all(evening, who, await who.click(evening.message, custom_id))
    await evening.clock.advance(10)


def _button(evening: Evening, look: str) -> str | None:
    """Return the table's button with an id that begins so."""
    return next((one.custom_id for one in evening.message.buttons if one.custom_id.startswith(look)), None)


async def look_around(evening: Evening, who: Player, chosen: random.Random) -> None:
    """One look, and perhaps one more at where it leads."""
    look = chosen.choice([found for look in LOOKS if (found := _button(evening, look)) is not None])
    answer = await who.click(evening.message, look)
    if further := _looks(answer.message):
        await who.click(evening.message, chosen.choice(further), unchecked=True)


async def _press_all(evening: Evening, who: Player, first: Answer) -> None:
    to_press, pressed = list(_looks(first.message)), set[str]()
    while to_press:
        custom_id = to_press.pop()
        if custom_id in pressed:
            continue
        pressed.add(custom_id)
        # a page may have turned since, but the button was on it
        answer = await who.click(evening.message, custom_id, unchecked=True)
        assert not answer.failed, custom_id
        to_press += _looks(answer.message)


def _looks(page: Seen | None) -> list[str]:
    """List the buttons of a private page that only show something."""
    if page is None or not page.ephemeral:
        return []
    buttons = (button for button in page.buttons if not button.disabled)
    return [button.custom_id for button in buttons if button.custom_id.partition(":")[0] not in NOT_PRESSED]
