"""What two evenings have in common, and what of a cheat can be read in all that was sent."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tests.leaks.crooked_nights import Night
from tests.leaks.ear import Scene

_NUMBER, _MADE = re.compile(r"\d+"), re.compile(r"# \*\*[^*]+\*\*")
_CHANCES = re.compile(r"\*\*(?:over |under )?#[^*\"]*\*\* to win.*?(?=\")")
"""What a page tells of one's own chance to win: it follows from the dice that lie there."""
_FEWEST_WORDS = 3
_TELLTALE = re.compile(
    r"tries something|[Nn]obody has noticed|arranges that|arranged for|'s doing|passive:|~~"
    r"|You have loaded|is loaded toward|You have swapped|You put .* back|has cheated"
)
"""What is told only of cheats: to those who did it, and to the GM."""


@dataclass(frozen=True)
class Difference:
    """What was heard in a scene of one evening alone, as far as it wasn't heard in the other."""

    scene: str
    one: tuple[str, ...]
    other: tuple[str, ...]


def alike(one: Night, other: Night) -> Iterator[tuple[Scene, Scene]]:
    """Scene by scene, until somebody who listens sees another card than in the other evening."""
    for here, there in zip(one.scenes, other.scenes, strict=False):
        if here.known != there.known:
            return
        yield here, there


def differences(one: Night, other: Night, told: Callable[[str], str] = str) -> list[Difference]:
    """List the differences by which those who don't cheat could tell the evenings apart, down to the requests' times.

    Messages of the same moment have no order. `told` reduces a text to the part that is compared.
    """
    found: list[Difference] = []
    for here, there in alike(one, other):
        mine, theirs = Counter(map(told, here.heard)), Counter(map(told, there.heard))
        if here.name != there.name or mine != theirs:
            found.append(Difference(here.name, tuple(mine - theirs), tuple(theirs - mine)))
    return found


def but_for_dice(text: str) -> str:
    """Return a text from a table of Baldur Hold'em without numbers, and without words that depend on the dice."""
    marked_alike = _NUMBER.sub("#", text).replace("(#)", "#")
    return _CHANCES.sub("CHANCES", _MADE.sub("# HAND", marked_alike))


def whispers(texts: Iterable[str], kept: Iterable[str]) -> list[tuple[str, str]]:
    """List the parts of the GM's log that stand in these texts: sentences of it, or words used only for cheats."""
    secret = re.compile("|".join([re.escape(part) for sentence in kept for part in _parts(sentence)] or ["(?!)"]))
    plain = [text.replace("**", "") for text in texts]
    return [(found[0], text) for text in plain for found in (*secret.finditer(text), *_TELLTALE.finditer(text))]


def _parts(sentence: str) -> list[str]:
    """List the sentences of a log entry, except for the shortest."""
    parts = re.split(r"(?<=[.!?]) ", sentence.replace("**", ""))
    return [part for part in parts if len(part.split()) >= _FEWEST_WORDS]
