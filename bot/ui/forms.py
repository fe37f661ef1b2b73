"""Forms built from moves, and what was typed into one read back. A new game brings no form of its own."""

import re
from collections.abc import Collection, Mapping
from typing import Any

import discord

from bot.engine.money import Currency
from bot.engine.moves import Amount, Choice, Field, Move, Number, Numbers, Pick, Words
from bot.engine.speech import Voice, escape, listed
from bot.errors import RuleError, Unreadable

MOST_OPTIONS = 25
"""In one select."""
_LABEL, _TITLE, _PLACEHOLDER, _DESCRIPTION = 45, 45, 100, 100
MONEY = 100
"""Characters that a line for money takes; one that is filled in already takes at least what stands in it."""
_SHORTEST_WORD = 3
_SHOWN = 20
_BETWEEN = re.compile(r"(?:[\s,;/&]|\band\b)+", re.IGNORECASE)
"""What parts numbers that are written in one line."""
_DASHES = re.compile("(?<=\\w) ?[-\u2010-\u2015\u2212] ?(?=\\w)")
_JOINS = re.compile(r"(?<=\w) ?/ ?(?=\w)")


def form(title: str, custom_id: str, *labels: discord.ui.Label[Any]) -> discord.ui.Modal:
    """A form that the library forgets at once: what is sent in is routed by the id."""
    modal = discord.ui.Modal(title=_short(title, _TITLE), custom_id=custom_id, timeout=None)
    for label in labels:
        modal.add_item(label)
    modal.stop()
    return modal


def line(
    name: str,
    label: str,
    *,
    default: str | None = None,
    placeholder: str | None = None,
    description: str | None = None,
    required: bool = True,
    longest: int = 100,
    long: bool = False,
) -> discord.ui.Label[Any]:
    """A line (or with `long` a paragraph) of text in a form, for `longest` characters or what it is filled in with."""
    text = discord.ui.TextInput[Any](
        custom_id=name,
        style=discord.TextStyle.paragraph if long else discord.TextStyle.short,
        default=default,
        placeholder=placeholder and _short(placeholder, _PLACEHOLDER),
        required=required,
        max_length=max(longest, len(default or "")),
    )
    return _labelled(label, text, description)


def _labelled(label: str, component: discord.ui.Item[Any], description: str | None) -> discord.ui.Label[Any]:
    shown = description and _short(description, _DESCRIPTION)
    return discord.ui.Label(text=_short(label, _LABEL), component=component, description=shown)


def choice(
    name: str, label: str, options: list[tuple[str, str]], *, default: str | None = None, description: str | None = None
) -> discord.ui.Label[Any]:
    """One of up to 25 (value, label) in a form."""
    shown = [
        discord.SelectOption(value=value, label=_short(text, 100), default=value == default) for value, text in options
    ]
    select = discord.ui.Select[Any](custom_id=name, options=shown)
    return _labelled(label, select, description)


def move_form(move: Move, custom_id: str, voice: Voice) -> discord.ui.Modal:
    """The form of a move: a line or a select for each of its fields."""
    return form(move.label, custom_id, *(_asked(field, voice) for field in move.fields))


def _asked(field: Field, voice: Voice) -> discord.ui.Label[Any]:
    match field:
        case Amount():
            low, high = voice.money(field.low), voice.money(field.high)
            presets = ", ".join(f"{p.label.lower()} {voice.money(p.amount)}" for p in field.presets[1:])
            return line(
                field.name,
                field.label,
                default=low,
                placeholder=f"{low} to {high}",
                longest=MONEY,
                description=_hint(field, voice, presets),
            )
        case Number():
            return line(field.name, field.label, placeholder=f"{field.low} to {field.high}", longest=6)
        case Numbers():
            count = f"{field.at_least} to {field.at_most} numbers from {field.low} to {field.high}"
            return line(field.name, field.label, placeholder=count, longest=200)
        case Pick():
            return _picked(field, voice)
        case Words():
            return line(field.name, field.label, longest=field.at_most)


def _hint(field: Amount, voice: Voice, presets: str) -> str:
    """From where to where, whether another field of the form says how far, and the amounts that have names."""
    varies = ", depending on the bet" if any(cap.high < field.high for cap in field.caps) else ""
    most = f"From {voice.money(field.low)} to {voice.money(field.high)}{varies}"
    return f"{most}{f': {presets}' if presets else ''}."


def select_options(field: Pick, voice: Voice, chosen: Collection[str] = ()) -> list[discord.SelectOption]:
    """What a select offers: with its picture, where it has one, and marked where it is chosen."""
    return [
        discord.SelectOption(
            value=choice.value,
            label=_short(choice.label, 100),
            emoji=_picture(choice, voice),
            default=choice.value in chosen,
        )
        for choice in field.choices
    ]


def _picture(choice: Choice, voice: Voice) -> discord.PartialEmoji | None:
    drawn = voice.symbol(choice.picture, "") if choice.picture is not None else ""
    return discord.PartialEmoji.from_str(drawn) if drawn else None


def _picked(field: Pick, voice: Voice) -> discord.ui.Label[Any]:
    if len(field.choices) > MOST_OPTIONS:
        example = field.example or ", ".join(choice.label for choice in field.choices[:5])
        return line(field.name, field.label, placeholder=example, longest=400)
    select = discord.ui.Select[Any](
        custom_id=field.name,
        options=select_options(field, voice),
        min_values=field.at_least,
        max_values=max(field.at_most, 1),
        required=field.at_least > 0,
    )
    return _labelled(field.label, select, None)


def read(move: Move, values: Mapping[str, Any], currency: Currency) -> dict[str, Any]:
    """The values of a move's fields out of a form. Raises a PlayerError for what can't be read; bounds are the game's
    to check.
    """
    return {field.name: _read(field, values.get(field.name), currency) for field in move.fields}


def _read(field: Field, value: Any, currency: Currency) -> Any:
    text = value.strip() if isinstance(value, str) else ""
    match field:
        case Amount():
            return _amount(field, text, currency)
        case Number():
            return _whole(text)
        case Numbers():
            return _numbers(field, text)
        case Pick():
            picked = tuple(value) if isinstance(value, list) else _typed(field, text)
            if not field.is_single:
                return picked
            if len(picked) != 1:
                raise RuleError(field.wrong_count or "Pick one of what is offered.")
            return picked[0]
        case Words():
            return text


def _amount(field: Amount, text: str, currency: Currency) -> int:
    """An amount, or the beginning of what a preset is called: "pot", "the pot", "all in", "all-in", "half"."""
    if any(letter.isdigit() for letter in text):
        return currency.parse(text)
    typed = _bare(text)
    for preset in field.presets:
        if len(typed) >= _SHORTEST_WORD and _bare(preset.label).startswith(typed):
            return preset.amount
    if not field.presets:
        return currency.parse(text)
    names = listed((preset.label.lower() for preset in field.presets), "or")
    raise Unreadable(f"Write an amount, like {currency.show(field.low)}, or {names}.")


def _numbers(field: Numbers, text: str) -> tuple[int, ...]:
    """Whole numbers as people write several: "3, 17 44", "3;17", "3 and 17". A range isn't spelled out for them."""
    parts = (part.removesuffix(".") for part in _BETWEEN.split(text) if part.strip("."))
    return tuple(_one_of(field, part) for part in parts)


def _one_of(field: Numbers, part: str) -> int:
    try:
        return _whole(part)
    except RuleError:
        example = f"{field.low}, {(field.low + field.high) // 2}, {field.high}"
        said = f"I can't read “{escape(_short(part, _SHOWN))}” as a whole number. Write them like this: {example}."
        raise Unreadable(said) from None


def _bare(text: str) -> str:
    words = text.casefold().replace("-", " ").split()
    return "".join(word for word in words if word != "the")


def _typed(field: Pick, text: str) -> tuple[str, ...]:
    """What was typed of several choices; a game that reads it itself may know what isn't offered just now."""
    if field.reads is None:
        return _by_alias(field, text)
    words = (text,) if field.is_single else (word for word in text.split(",") if word.strip())
    found = [field.reads(word) for word in words]
    if None in found:
        raise RuleError(field.not_offered)
    return tuple(value for value in found if value is not None)


def _by_alias(field: Pick, text: str) -> tuple[str, ...]:
    """What was typed, matched to the choices by value, label or alias: "17-20", "17 – 20"."""
    known: dict[str, str] = {}
    for offered in field.choices:
        for word in (offered.value, offered.label, *offered.aliases):
            known.setdefault(word.casefold(), offered.value)
    words = [" ".join(word.casefold().split()) for word in text.split(",") if word.strip()]
    found = [known.get(word) or known.get(_joined(word)) for word in words]
    if None in found:
        raise RuleError(field.not_offered)
    return tuple(value for value in found if value is not None)


def _joined(word: str) -> str:
    """The same with one kind of dash, and no spaces around what joins two words or numbers."""
    return _JOINS.sub("/", _DASHES.sub("-", word))


def _whole(text: str) -> int:
    sign = text.removeprefix("+").replace("\N{MINUS SIGN}", "-")
    if not (sign.removeprefix("-").isascii() and sign.removeprefix("-").isdigit() and len(sign) <= 9):
        raise RuleError("That isn't a whole number.")
    return int(sign)


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
