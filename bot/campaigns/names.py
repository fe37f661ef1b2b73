"""Names of characters and campaigns: what they may hold, and when two of them are the same or look the same."""

import json
import unicodedata
from collections import defaultdict
from collections.abc import Collection
from functools import cache, lru_cache
from importlib import resources
from itertools import chain, count
from string import ascii_uppercase

import regex

from bot.engine.words import MOST_MARKS, escape
from bot.errors import RuleError, Unreadable

LONGEST_NAME = 32
_MOST_CODE_POINTS = 100
_INVISIBLE = regex.compile(
    r"[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}"
    r"\N{KHITAN SMALL SCRIPT FILLER}]"
)
_BLANK = regex.compile(
    r"[\N{BRAILLE PATTERN BLANK}\N{MUSICAL SYMBOL NULL NOTEHEAD}\U00013441\U00013442]"  # Egyptian full and half blanks
)
_TOWER = regex.compile(rf"(\p{{M}}{{{MOST_MARKS}}})\p{{M}}+")
_GRAPHEME = regex.compile(r"\X")
_VISIBLE = regex.compile(r"[\p{L}\p{N}\p{S}]")
_MARK = regex.compile(r"\p{M}+")
_WORD = regex.compile(r"[\p{L}\p{N}]+")
_STYLES = (
    ("LATIN LETTER SMALL CAPITAL", "ABCDEFGHIJKLMNOPQRTUVWYZ"),
    ("NEGATIVE CIRCLED LATIN CAPITAL LETTER", ascii_uppercase),
    ("NEGATIVE SQUARED LATIN CAPITAL LETTER", ascii_uppercase),
    ("REGIONAL INDICATOR SYMBOL LETTER", ascii_uppercase),
)
"""Letters by the beginning of their names in Unicode's data."""
_LEFT_TO_RIGHT_MARK = "\u200e"
"""Unicode's list puts it around letters of scripts that run from right to left."""
_ARTICLES = ("the", "a", "an")
RESERVED = (
    # Accounts, as texts and options call them.
    "house", "house cut", "house's cut", "bank", "banker", "mint", "prize", "prize pool", "purse", "wallet", "ledger",
    "unlimited bank", "party", "party wallet", "party's wallet", "party wallet", "party's wallet", "whole party",
    "party member",
    # Anyone who speaks or acts without being a character.
    "GM", "another GM", "table's GM", "game master", "dungeon master", "DM", "keeper", "host", "dealer", "croupier",
    "NPC", "Shadowport", "bot", "player", "another player",
    # Anyone whom a text or an option can mean.
    "everyone", "everybody", "everyone at this table", "here", "you", "table", "this table",
    "nobody", "no one", "somebody", "someone", "anybody", "anyone", "NPCs", "players",
)  # fmt: skip
"""Words that texts, accounts and options of commands use for something that is no character, without their article."""
_FORGOTTEN = "former player"
"""The beginning of what stands for a character whose player is forgotten."""
_GONE = "(retired)"
"""The end of a retired character's name in what autocomplete offers."""


class NameTaken(RuleError):
    """Somebody or something here is called that already."""


def safe_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Return the name as it is stored: NFKC, on one line, single spaces, nothing invisible; 1 to `longest` graphemes.

    Raises Unreadable if nothing is left of it, or too much.
    """
    shown = _INVISIBLE.sub("", " ".join(_BLANK.sub(" ", unicodedata.normalize("NFKC", text)).split()))
    name = unicodedata.normalize("NFKC", _TOWER.sub(r"\1", " ".join(shown.split())))
    if not _VISIBLE.search(name):
        raise Unreadable("A name needs at least one letter or digit.")
    if len(_GRAPHEME.findall(name)) > longest or len(name) > _MOST_CODE_POINTS:
        raise Unreadable(f"That name is too long: at most {longest} letters.")
    return name


def name_key(name: str) -> str:
    """Return the key that names share if they differ only in case, spacing or the form of their letters."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(_INVISIBLE.sub("", folded).split())


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the name, or the next one whose key isn't `taken`: "Kessel", then "Kessel 2"."""
    numbered = (with_number(name, number) for number in count(2))
    return next(free for free in chain((name,), numbered) if name_key(free) not in taken)


def with_number(name: str, number: int) -> str:
    """Return the name with a number behind it, cut where it would be too long."""
    tail = f" {number}"
    letters = _GRAPHEME.findall(name)[: LONGEST_NAME - len(tail)]
    while len("".join(letters)) + len(tail) > _MOST_CODE_POINTS:
        letters.pop()
    return f"{''.join(letters).rstrip()}{tail}"


@lru_cache(maxsize=8192)
def looks(name: str) -> frozenset[str]:
    """Return what a name looks like: as it is written, in lower case, and with plain letters instead of styled ones.
    Two names look alike if they share a look.

    A look is the name's skeleton by UTS #39, without case. It is compared within one process and never stored, because
    it changes with Unicode's data.
    """
    key = name_key(name)
    return frozenset(map(_look, (unicodedata.normalize("NFKC", name), key, key.translate(_styled()))))


def is_reserved(name: str) -> bool:
    """Return whether a name reads like a word of `RESERVED`, or like what stands for a character that is gone.

    Case, spaces, punctuation, accents, articles and letters that look like others make no difference.
    """
    return (
        not _bare(name).isdisjoint(_reserved())
        or any(bare.startswith(gone) for bare in _bare(name) for gone in _bare(_FORGOTTEN))
        or any(look.endswith(gone) for look in looks(name) for gone in looks(_GONE))
    )


def require_unreserved(name: str) -> None:
    """Refuse a name that could be mistaken for the bot's own words. Raises NameTaken."""
    if is_reserved(name):
        raise NameTaken(f"{escape(name)} looks like a word that I use myself. Choose another name.")


def _look(text: str) -> str:
    """Return the skeleton without case. Either step can call for the other, three times at most in any script; a few
    Cherokee and Latin letters would take turns forever.
    """
    for _ in range(3):
        text = name_key(_skeleton(text))
    return text


def _skeleton(text: str) -> str:
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(_prototypes()))


@cache
def _prototypes() -> dict[int, str]:
    """Return the letter, or the letters, that stand in a skeleton for each letter that Unicode calls confusable.

    The library has Unicode's pairs in both directions, so any letter of a group of confusable ones can stand for the
    group. The letter with the most pairs does.
    """
    folder = resources.files("confusable_homoglyphs")
    listed: dict[str, list[dict[str, str]]] = json.loads(folder.joinpath("confusables.json").read_text("utf-8"))
    pairs: defaultdict[str, set[str]] = defaultdict(set)
    for letter, others in listed.items():
        pairs[letter.strip(_LEFT_TO_RIGHT_MARK)] |= {other["c"].strip(_LEFT_TO_RIGHT_MARK) for other in others}
    prototypes: dict[int, str] = {}
    for letter, others in pairs.items():
        if len(letter) == 1:
            best = max((letter, *others), key=lambda one: (len(one) > 1, len(pairs[one]), one))
            if best != letter:
                prototypes[ord(letter)] = best
    return prototypes


@cache
def _styled() -> dict[int, str]:
    """Return the small letter for each styled capital that Unicode neither normalizes nor calls confusable."""
    return {
        ord(unicodedata.lookup(f"{style} {letter}")): letter.lower() for style, letters in _STYLES for letter in letters
    }


def _bare(name: str) -> frozenset[str]:
    """Return the looks of a name without marks, punctuation, spaces and articles."""
    found: set[str] = set()
    for look in looks(name):
        words = _WORD.findall(_MARK.sub("", unicodedata.normalize("NFD", look)))
        found.add("".join(word for word in words if word not in _ARTICLES) or "".join(words))
    return frozenset(found)


@cache
def _reserved() -> frozenset[str]:
    """Return the bare looks of all reserved words, also in capitals, and with an article that runs into them."""
    written = (form for word in RESERVED for form in (word, f"the{word}", word.upper(), f"THE{word.upper()}"))
    return frozenset(bare for form in written for bare in _bare(form))
