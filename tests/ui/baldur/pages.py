"""What somebody sees alone at a table of Baldur Hold'em, and what they send from there."""

from typing import Any

from playground.people import Player, Seen
from tests.ui.tables.evening import Evening


async def page(evening: Evening, who: Player, button: str) -> Seen:
    """Return the private answer to the button of the table."""
    answer = await who.click(evening.message, button)
    assert answer.shown.ephemeral
    return answer.shown


async def sleeve(evening: Evening, who: Player) -> Seen:
    return await page(evening, who, "Up my sleeve")


async def gms_page(evening: Evening) -> Seen:
    return await page(evening, evening.gm, "GM page")


async def sends(evening: Evening, who: Player, shown: Seen, label: str, **answers: Any) -> Seen:
    """Press a button of their page that opens a form, and send it in: the page as it is then."""
    opened = await who.click(shown, label)
    assert opened.modal is not None, opened.text
    await who.submit(opened.modal, answers)
    await evening.quiet()
    return shown
