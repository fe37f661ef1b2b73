"""Files of cards as GMs send them, and what they are told."""

from cogs.klingon.card_file import STANDARD, write_deck
from cogs.klingon.cards import Deck
from playground.discord.world import Channel, Upload
from playground.people import Player, Seen

FRIENDS = STANDARD.evolve(title="Old friends", ships=tuple(ship for ship in STANDARD.ships if not ship.is_carrier))
"""A deck without carriers."""


def cards_file(content: bytes | str | Deck, name: str = "cards.toml") -> Upload:
    text = write_deck(content) if isinstance(content, Deck) else content
    return Upload(0, name, text if isinstance(text, bytes) else text.encode())


async def told(who: Player, channel: Channel, command: str, **options: object) -> Seen:
    """Return the final answer to a command of /klingon deck; it is private, and nothing is public."""
    answer = await who.slash(channel, f"klingon deck {command}", options=options).done()
    assert answer.shown.ephemeral
    assert not answer.shown.loading
    assert [seen for seen in answer.messages if not seen.ephemeral] == []
    return answer.shown


async def loads(who: Player, channel: Channel, content: bytes | str | Deck, name: str = "cards.toml") -> Seen:
    return await told(who, channel, "import", file=cards_file(content, name))
