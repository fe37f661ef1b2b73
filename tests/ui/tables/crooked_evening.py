"""An evening at a crooked table of Pi'Lok: who cheats, who watches, and what was sent to whom."""

from typing import Any

from playground.discord.server import Request
from playground.people import Answer, Player, Seen
from tests.ui.tables.evening import Evening

CHEAT = "Sleight of Hand 12D, Con 12D, Perception 12D, Investigation 12D"
BLIND = "Search 1D, Perception 1D, Investigation 1D, Sleight of Hand 1D, Con 1D"


async def opened(evening: Evening, **options: Any) -> Evening:
    """Open a crooked table without a clock, which the GM hosts."""
    await evening.open(**({"preset": "high stakes", "clock": "off", "crooked": True} | options))
    return evening


async def begun(evening: Evening, han: Player, lando: Player, *, caught: bool = False) -> Evening:
    """Deal a hand; Han cheats so that nobody sees it, or as clumsily as Lando looks closely."""
    own, other = (BLIND, CHEAT.replace("Sleight", "Search 12D, Sleight")) if caught else (CHEAT, BLIND)
    await evening.sits(han, "Han", sheet=own)
    await evening.sits(lando, "Lando", sheet=other)
    await han.click(evening.message, "Deal")
    await evening.drawn()
    return evening


async def sleeve(evening: Evening, who: Player) -> Seen:
    """Return the answer to a player who looks up their sleeve."""
    answer = await who.click(evening.message, "Up my sleeve")
    assert answer.shown.ephemeral
    return answer.shown


async def loads(evening: Evening, who: Player, face: str = "6", page: Seen | None = None) -> Answer:
    """Load the player's next die; the page shows the result."""
    await who.click(page or await sleeve(evening, who), "Load your die for Orbit…")
    return await who.submit(None, {"Toward which face?": face})


def seen_by_all(evening: Evening) -> list[tuple[int, int]]:
    """Return every public message, and how often it has been changed."""
    messages = evening.local.world.history(evening.channel, evening.gm.user)
    return [(message.id, message.version) for message in messages if message.only_for is None]


def past_the_clicks(evening: Evening, since: int) -> list[Request]:
    """Return the bot's requests to Discord since then, except answers to clicks."""
    made = evening.local.requests[since:]
    return [request for request in made if not request.route.startswith(("/interactions/", "/webhooks/"))]
