"""What a tab may ask for: one model for each `do`, read strictly out of a frame that anybody may have written."""

import math
import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from playground.json_text import from_text

_ID = re.compile(r"[0-9]{1,20}")
_NUMBER_FIRST = re.compile(r'\s*\{\s*"n"\s*:\s*([0-9]{1,15})\s*,')
COMMAS_AT_MOST = 20_000
PLACE_SHOWN = 100


class Unreadable(Exception):
    """The frame is no ask. `number` is the one that it gave itself, if it gave one."""

    def __init__(self, why: str, number: int | None = None, *, is_json: bool = True) -> None:
        super().__init__(why)
        self.number, self.is_json = number, is_json


def _as_id(value: Any) -> int:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise ValueError("must be an id")
    return int(value)


def _finite(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("must be a number")
    return value


def _few(most: int) -> BeforeValidator:
    """At most so many. Looked at first, for each thing that is wrong in a long list costs time."""

    def counted(value: Any) -> Any:
        if isinstance(value, dict | list) and len(value) > most:
            raise ValueError(f"at most {most} are taken")
        return value

    return BeforeValidator(counted)


Id = Annotated[int, BeforeValidator(_as_id)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)


class File(_Model):
    """A file that a person chose; `base64` holds it whole."""

    name: str = Field(min_length=1, max_length=260)
    type: str = Field("application/octet-stream", max_length=255)
    base64: str


Value = Annotated[bool | int | float | str | File, BeforeValidator(_finite)]
Name = Annotated[str, Field(max_length=100)]
Options = Annotated[dict[Name, Value], _few(25)]
Answer = Annotated[bool | str | list[str] | list[File] | None, _few(25)]
Answers = Annotated[dict[Name, Answer], _few(40)]
Words = Annotated[str, Field(min_length=1, max_length=100)]


class Ask(_Model):
    """Any of them; the answer carries its number."""

    n: int


class Look(Ask):
    do: Literal["look"]
    channel: Id
    before: Id | None = None
    limit: int = Field(50, ge=1, le=100)


class Say(Ask):
    do: Literal["say"]
    channel: Id
    text: str


class Commands(Ask):
    do: Literal["commands"]
    channel: Id


class Command(Ask):
    do: Literal["command"]
    channel: Id
    words: Words
    options: Options = {}


class Menu(Ask):
    """A command in the menu of a message or of a person; `target` is the id of either."""

    do: Literal["menu"]
    channel: Id
    command: Id
    target: Id


class Complete(Ask):
    do: Literal["complete"]
    channel: Id
    words: Words
    option: Name
    typed: str = Field(max_length=6000)
    options: Options = {}


class Click(Ask):
    do: Literal["click"]
    channel: Id
    message: Id
    custom_id: Name


class Select(Ask):
    do: Literal["select"]
    channel: Id
    message: Id
    custom_id: Name
    values: Annotated[list[str], _few(25)]


class Submit(Ask):
    do: Literal["submit"]
    form: Id
    answers: Answers = {}


class Forget(Ask):
    do: Literal["forget"]
    form: Id


class Dismiss(Ask):
    do: Literal["dismiss"]
    channel: Id
    message: Id


class Try(Ask):
    do: Literal["try"]
    game: Name | None = None
    preset: Name | None = None
    people: Annotated[list[Id] | None, _few(25)] = None


class Fresh(Ask):
    do: Literal["fresh"]


class Watch(Ask):
    do: Literal["watch"]
    on: bool


AnyAsk = (
    Look | Say | Commands | Command | Menu | Complete | Click | Select | Submit | Forget | Dismiss | Try | Fresh | Watch
)
_reader: TypeAdapter[AnyAsk] = TypeAdapter(Annotated[AnyAsk, Field(discriminator="do")])


def read_ask(text: str) -> AnyAsk:
    """Parse the ask in a frame. Raises Unreadable with a sentence."""
    # A file is long but one piece; reading millions of pieces would hold up everybody else.
    if text.count(",") > COMMAS_AT_MOST:
        first = _NUMBER_FIRST.match(text)
        raise Unreadable("There is too much in that frame.", None if first is None else int(first[1]))
    try:
        sent = from_text(text)
    except ValueError:
        raise Unreadable("That frame holds no JSON that can be read.", is_json=False) from None
    number = sent.get("n") if isinstance(sent, dict) else None
    number = number if isinstance(number, int) and not isinstance(number, bool) else None
    try:
        return _reader.validate_python(sent)
    except ValidationError as wrong:
        raise Unreadable(_sentence(wrong), number) from None


def _sentence(wrong: ValidationError) -> str:
    first = wrong.errors(include_url=False, include_context=False, include_input=False)[0]
    match first["type"]:
        case "union_tag_invalid" | "union_tag_not_found":
            return "There is nothing of that name to do here."
        case "model_attributes_type" | "model_type" | "dict_type" if not first["loc"]:
            return "An ask is a JSON object."
        case _:
            place = ".".join(str(step) for step in first["loc"][1:])[:PLACE_SHOWN] or "the ask"
            return f"There is something wrong with {place}: {first['msg'].removeprefix('Value error, ')}."
