"""What may stand in a file of cards: its entries, with their bounds, and what is wrong about one in words."""

import re
import unicodedata
from typing import Annotated, Any, ClassVar, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from bot.engine.speech import MOST_MARKS, most_marks, one_line
from cogs.klingon.cards import FIGHTER_POINTS

MOST_SHIPS = 200
MOST_ACTIONS = 400
MOST_COPIES = 60
MOST_KINDS = 40
LONGEST_NAME = 40
LONGEST_WORD = 24
_LONGEST_HULL = 12


def _wrong(told: str) -> PydanticCustomError:
    """What a value must be: the end of a sentence that begins with its name."""
    return PydanticCustomError("cards", "{told}", {"told": told})  # a template of pydantic's: no braces of a file


def _between(low: int, high: int) -> AfterValidator:
    """For a whole number: its refusal names both bounds."""

    def within(number: int) -> int:
        if not low <= number <= high:
            raise _wrong(f"must lie between {low} and {high}")
        return number

    return AfterValidator(within)


def _visible(longest: int) -> AfterValidator:
    """For a text: it looks on every screen as it stands in the file."""

    def harmless(text: str) -> str:
        name = unicodedata.normalize("NFC", text)
        # some single letters are drawn as whole phrases: their long form counts
        if max(len(name), len(unicodedata.normalize("NFKC", name))) > longest:
            raise _wrong(f"is too long: at most {longest} characters")
        if name != one_line(name) or not any(letter.isalnum() for letter in name):
            raise _wrong("needs a letter or digit, and may hold nothing that can't be seen")
        if most_marks(name) > MOST_MARKS:
            raise _wrong("has too many accents on one letter")
        return name

    return AfterValidator(harmless)


def _spelled(pattern: str, told: str) -> AfterValidator:
    """For a word of a few plain characters."""
    form = re.compile(pattern)

    def spelled(word: str) -> str:
        if not form.fullmatch(word):
            raise _wrong(told)
        return word

    return AfterValidator(spelled)


def _schema(number: Any) -> int:
    if type(number) is not int or number != 1:  # to Python 1, 1.0 and true are the same
        raise _wrong("must be 1: files of another kind can't be read")
    return number


def _few(most: int, least: int = 0) -> BeforeValidator:
    """For a list or table: how many entries it has. With too many they aren't looked at one by one."""

    def counted(entries: Any) -> Any:
        if isinstance(entries, list | dict) and not least <= len(entries) <= most:
            raise _wrong(f"has {len(entries):,} entries: from {least} to {most} are allowed")
        return entries

    return BeforeValidator(counted)


_ID, _KEY = r"[a-z0-9-]{1,24}", r"[a-z][a-z0-9_]{0,23}"
Id = Annotated[str, _spelled(_ID, "may only have a to z, 0 to 9 and hyphens, at most 24")]
Key = Annotated[str, _spelled(_KEY, "must begin with a to z and go on with a to z, 0 to 9 and _, at most 24")]
AttackPoints = Annotated[str, _spelled(r"[1-9][0-9]?|100", "must be attack points from 1 to 100")]
Copies = Annotated[int, _between(1, MOST_COPIES)]
Name = Annotated[str, _visible(LONGEST_NAME)]
Word = Annotated[str, _visible(LONGEST_WORD)]
Weapons = Annotated[list[Key], _few(MOST_KINDS, 1)]
Kinds = dict[Key, Weapons]


def is_id(word: object) -> bool:
    return isinstance(word, str) and re.fullmatch(_ID, word) is not None


def is_key(word: object) -> bool:
    return isinstance(word, str) and re.fullmatch(_KEY, word) is not None


class _Entry(BaseModel):
    """Errors of pydantic say where; `told` says what in words."""

    model_config: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid", hide_input_in_errors=True)

    @model_validator(mode="wrap")
    @classmethod
    def _few_words(cls, entry: Any, read: ModelWrapValidatorHandler[Self]) -> Self:
        if isinstance(entry, dict) and len(entry) > MOST_KINDS:
            raise _wrong(f"has {len(entry):,} entries, and knows only {len(cls.model_fields)}")
        return read(entry)


class ActionEntry(_Entry):
    """Cards of one type: a weapon with how many there are of each value, or a doubler with how many there are."""

    type: Key
    values: Annotated[dict[AttackPoints, Copies], _few(100, 1)] | None = None
    n: Copies | None = None


class ShipEntry(_Entry):
    id: Id
    name: Name | None = None
    empire: Word
    hull: Annotated[str, _visible(_LONGEST_HULL)]
    points: Annotated[int, _between(0, 99)]
    mounts: Annotated[dict[Key, Annotated[int, _between(1, 20)]], _few(MOST_KINDS)] = Field(default_factory=dict)
    fighters: Annotated[int, _between(0, 20)] = 0
    carrier: bool = False
    cloak: bool = False
    web: bool = False


class DeckEntry(_Entry):
    """The whole file."""

    schema_: Annotated[int, BeforeValidator(_schema)] = Field(alias="schema")
    title: Name = "Our own cards"
    fighter_points: Annotated[int, _between(0, 99)] = FIGHTER_POINTS
    names: Annotated[dict[Key, Word], _few(3 * MOST_KINDS)] = Field(default_factory=dict)
    mounts: Annotated[Kinds, _few(MOST_KINDS, 1)]
    doublers: Annotated[Kinds, _few(MOST_KINDS)] = Field(default_factory=dict)
    action: Annotated[list[ActionEntry], _few(2 * MOST_KINDS)]
    ship: Annotated[list[ShipEntry], _few(MOST_SHIPS)]


_ENTRIES: dict[str, type[_Entry]] = {"ship": ShipEntry, "action": ActionEntry}
_KINDS_OF_VALUE = {
    "int_type": "must be a whole number",
    "string_type": "must be a text between quotation marks",
    "bool_type": "must be true or false",
    "list_type": "must be a list between square brackets",
    "dict_type": "must be a table between curly brackets",
    "model_type": "must be a table",
    "missing": "is missing",
}


def told(error: ErrorDetails) -> str:
    """What is wrong, as the end of a sentence that begins with the name of the entry."""
    if error["type"] == "extra_forbidden":
        entry = _ENTRIES.get(str(error["loc"][0]), DeckEntry) if len(error["loc"]) > 1 else DeckEntry
        words = [field.alias or name for name, field in entry.model_fields.items()]
        return f"isn't known here; what can stand here is {', '.join(words)}"
    if error["type"] == "list_type" and error["loc"] in {("ship",), ("action",)}:
        return f"must stand in blocks of their own, each under [[{error['loc'][0]}]]"
    return _KINDS_OF_VALUE.get(error["type"], error["msg"] if error["type"] == "cards" else "can't be read")
