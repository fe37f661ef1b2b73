"""The result of checking a hand, and its sentences: for everyone, and for the GM who may know all of it.

For a hand at a crooked table everyone else reads only that the GM alone can check it: the number of actions or draws
would reveal quiet steps.
"""

from bot.engine.cards import Seal
from bot.engine.frozen import Frozen
from bot.engine.words import counted
from bot.tables.model import HandStatus

_FAULTS_SHOWN = 3
"""The number of problems that are shown in full."""


class Verification(Frozen):
    """The result of a check. It is `ok` if nothing contradicts the seeds or the rules; `sentences` say what that
    proves. A hand is verified if it is ok and nothing makes it `unverified`.
    """

    table_id: int
    number: int
    word: str = "hand"
    """The word for a hand there."""
    status: HandStatus
    ok: bool
    is_verifiable: bool
    """False where people typed in dice or totals of their own: nothing proves those."""
    unreplayed: str = ""
    """The reason why only seeds and draws were checked, as a part of a sentence; "" where the rules replayed it."""
    is_crooked: bool = False
    """Whether people could cheat in it: then only the GM gets counts, seals and seeds."""
    as_gm: bool = False
    """Whether it is for the GM, and covers what the closed seed makes."""
    commitment: str
    """SHA-256 of the open seed, hex, as it was logged before the first die fell."""
    open_seed: str
    """Hex; made public by this."""
    sealed_seeds: tuple[tuple[str, str], ...] = ()
    """Commitment and open seed from the deal on, and from each time on that the hand was taken up again."""
    undos: int = 0
    """How often a GM took something back in it and had it go on from there."""
    is_undone: bool = False
    """Whether its result was undone."""
    actions: int
    draws: int
    open_draws: int
    """How many of the draws the open seed makes; the others stay sealed."""
    clicks: int
    """How many actions came from a person's click."""
    seals: tuple[Seal, ...] = ()
    """Every card that was sealed, in the order drawn; with card and salt if it was shown."""
    seals_root: str = ""
    """SHA-256 over all digests, as the table showed the beginning of it; "" without sealed cards."""
    faults: tuple[str, ...]
    sentences: tuple[str, ...]

    @property
    def unverified(self) -> str:
        """The reason why it isn't verified even without an error, as a part of a sentence; "" where there is none."""
        return self.unreplayed if self.is_verifiable else "players typed in dice or totals"


def with_sentences(found: Verification) -> Verification:
    """Return the verification as it may be shown, with its sentences."""
    if found.is_crooked and not found.as_gm:
        return _for_everybody(found)
    if found.faults:
        return found.evolve(sentences=_describe_faults(found))
    if found.unverified:
        sentences = [
            *_describe_unverified(found),
            f"Its seeds and draws match ({_describe_counts(found)}). This proves nothing else.",
        ]
    else:
        replayed = f"Replayed by the rules, the {found.word} matches the log after every action."
        sentences = [
            f"{_name_of_hand(found)} checks out ({_describe_counts(found)}). {_describe_draws(found)} {replayed}"
        ]
    if found.seals:
        sentences.append(_describe_cards(found.seals))
    return found.evolve(sentences=(*sentences, *_describe_limits(found)))


def _for_everybody(found: Verification) -> Verification:
    """Return all that everyone may know of a hand at a crooked table."""
    faults = (
        ()
        if found.ok
        else (f"{_name_of_hand(found)} doesn't match what was sealed and played. Only the GM can see where.",)
    )
    sealed = f"This was a crooked table: the rolls of the {found.word} are all sealed, and only the GM can check them."
    return found.evolve(
        commitment="",
        open_seed="",
        sealed_seeds=(),
        actions=0,
        draws=0,
        open_draws=0,
        clicks=0,
        seals=(),
        seals_root="",
        faults=faults,
        sentences=(*(faults or _describe_unverified(found)), sealed),
    )


def _describe_unverified(found: Verification) -> tuple[str, ...]:
    return (f"{_name_of_hand(found)} is not verified: {found.unverified}.",) if found.unverified else ()


def _describe_faults(found: Verification) -> tuple[str, ...]:
    sentences = [
        f"{_name_of_hand(found)} doesn't match what was sealed and played ({_describe_counts(found)}).",
        *found.faults[:_FAULTS_SHOWN],
    ]
    if len(found.faults) > _FAULTS_SHOWN:
        sentences.append(f"And {counted(len(found.faults) - _FAULTS_SHOWN, 'more problem')} like these.")
    return tuple(sentences)


def _name_of_hand(found: Verification) -> str:
    return f"{found.word.capitalize()} {found.number}"


def _describe_counts(found: Verification) -> str:
    parts = [counted(found.actions, "action"), counted(found.clicks, "human click")]
    if found.open_draws or not found.as_gm:
        parts.append(counted(found.open_draws, "open draw"))
    if found.as_gm:
        parts.append(counted(found.draws - found.open_draws, "sealed draw"))
    return ", ".join(parts)


def _describe_draws(found: Verification) -> str:
    if found.as_gm:
        return f"Every draw follows from the seeds that were sealed before the {found.word}."
    return f"Every open draw follows from the seed that was sealed before the {found.word}."


def _describe_cards(seals: tuple[Seal, ...]) -> str:
    shown = sum(seal.is_open for seal in seals)
    sealed = f"{counted(len(seals), 'card')} {'was' if len(seals) == 1 else 'were'} sealed face down"
    if not shown:
        return f"{sealed}, and none was shown."
    if shown == 1:
        return f"{sealed}. The one that was shown is the card that was sealed."
    return f"{sealed}. The {shown} that were shown are the cards that were sealed."


def _describe_undos(found: Verification) -> str:
    """Describe the undos, as in "The GM took something back in it twice"."""
    times = {1: "once", 2: "twice"}.get(found.undos, f"{found.undos} times")
    return f"The GM undid something in this {found.word} {times}"


def _describe_limits(found: Verification) -> list[str]:
    sealed = found.draws - found.open_draws
    stay = f"{counted(sealed, 'draw')} stay{'s' if sealed == 1 else ''} sealed: only the GM can check those."
    if found.seals:
        stay = "The deal of the cards used a seed that stays sealed. Only the GM can check it."
    notes = {
        f"The {found.word} was voided: nobody won or lost.": found.status == "void",
        f"The GM undid the {found.word}: nobody won or lost by it.": found.is_undone,
        f"{_describe_undos(found)}, and the undone part checks out too.": found.undos > 0,
        f"No click went into this {found.word}. The person who runs the bot could have known it beforehand.": (
            not found.clicks
        ),
        stay: sealed > 0 and not found.as_gm,
    }
    return [note for note, holds in notes.items() if holds]
