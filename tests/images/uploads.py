"""What a test of uploads says of Discord's pictures, and a Discord that turns some of them down."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.engine.drawings import Disc
from bot.images.painting import png
from bot.images.symbols import Images
from bot.images.upload import ShippedImage, keep_current
from bot.ui.client import Shadowport
from playground.discord.limits.rates import RateLimits
from playground.discord.refusals import Refusal
from playground.discord.server import LocalDiscord
from playground.discord.world.application import Emoji
from tests.images.hasty import Hasty

COIN, CHIP = (
    ShippedImage(name, png((Disc(64, 64, radius, "#eab432"),))) for name, radius in (("coin", 60), ("chip", 50))
)
NEW_COIN, NEW_CHIP = (
    ShippedImage(name, png((Disc(64, 64, radius, "#eab432"),))) for name, radius in (("coin", 40), ("chip", 30))
)


def there(local: LocalDiscord) -> dict[str, Emoji]:
    return {emoji.name: emoji for emoji in local.world.emojis.values()}


def written(local: LocalDiscord, *pictures: ShippedImage) -> dict[str, str]:
    """Return the symbols of images as texts have them."""
    found = there(local)
    return {picture.name: f"<:{picture.emoji}:{found[picture.emoji].id}>" for picture in pictures}


def put(local: LocalDiscord, name: str) -> Emoji:
    """Add an emoji that somebody has uploaded by hand."""
    emoji = Emoji(local.world.ids.next(), name, b"\x89PNG of somebody else", "image/png")
    local.world.emojis[emoji.id] = emoji
    return emoji


def fill(local: LocalDiscord, room: int, most: int) -> None:
    """Emojis of others, until there is room for so many of `most`."""
    for number in range(most - len(local.world.emojis) - room):
        put(local, f"parrot{number}")


async def kept(client: Shadowport, *wanted: ShippedImage) -> Images:
    """Return the images after a start."""
    pictures = Images()
    await keep_current(client, pictures, Hasty(), lambda: wanted)
    return pictures


class _Failing(RateLimits):
    """Lets through what `is_answered` says, of requests about emojis: by method, and the how-manieth of it."""

    def __init__(self, is_answered: Callable[[str, int], bool]) -> None:
        super().__init__(lambda: 0)
        self._is_answered, self._asked = is_answered, dict[str, int]()

    def take(self, method: str, route: str, names: dict[str, str]) -> dict[str, str]:
        if "emojis" in route:
            at = self._asked[method] = self._asked.get(method, 0) + 1
            if not self._is_answered(method, at):
                raise Refusal(503, 0, "503: Service Unavailable")
        return {}


@contextmanager
def failing(local: LocalDiscord, method: str, *, after: int = 0) -> Iterator[None]:
    """In the block Discord has a fault of its own whenever it is asked for that, but for the first few times."""
    before = local.rates
    local.rates = _Failing(lambda asked, at: asked != method or at <= after)
    yield
    local.rates = before
