"""Forms: built from moves and read back, and questions whose refused answers can be tried again.

A new game brings no form of its own.
"""

import re
import unicodedata
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

import discord
from pydantic import JsonValue

from bot.engine.money import Currency
from bot.engine.moves import Amount, Field, Move, Number, Numbers, Pick, Words
from bot.engine.words import Voice, escape, listed
from bot.errors import NotAllowed, NotFound, PlayerError, RuleError, TooLate, Unreadable
from bot.ui.client import Interaction
from bot.ui.context import click_of, edit_here, is_private
from bot.ui.errors import redraw_clicked_table, refusal_text
from bot.ui.panels import LONGEST_ID, TEXT, Component, button, components_on, control_id, page, shorten
from bot.ui.render.buttons import MOST_OPTIONS, select_options
from bot.ui.routing import WORN_OUT, control, form

Line = discord.ui.Label[discord.ui.Modal]
_LABEL, _TITLE, _PLACEHOLDER, _DESCRIPTION = 45, 45, 100, 100
MONEY = 100
"""Characters that a line for money takes; one that is filled in already takes at least what stands in it."""
_SHORTEST_WORD = 3
_SHOWN = 20
_MOST_ROWS = 5
"""In a form."""
_ONE_LINE = 100
"""Characters of a text that is asked for in one line; a longer one has a paragraph."""
_NUMBERS = 200
"""Characters that a line for several numbers takes."""
_BETWEEN = re.compile("(?:[\\s,;/&+\u3001\uff0c\uff1b]|\\band\\b)+", re.IGNORECASE)
"""What parts numbers that are written in one line."""
_BEFORE, _BEHIND = "([{\"'`#\u00ab\u2018\u201a\u201c\u201e", ")]}\"'`.!\u00bb\u2019\u201c\u201d"
"""What may stand around such a number, or at the end of the line."""
_DASHES = re.compile("(?<=\\w) ?[-\u2010-\u2015\u2212] ?(?=\\w)")
_JOINS = re.compile(r"(?<=\w) ?/ ?(?=\w)")
_AGAIN = "again"
MENU_FIELD = "move"
"""The field of a menu's form that names the move."""
_FENCED = re.compile(r"\n```\n(.*)\n```\Z", re.DOTALL)
_FENCE, _PARTED_FENCE = "```", "`\u2060`\u2060`"


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
) -> Line:
    """Build a line of text (with `long` a paragraph) in a form, for `longest` characters or the length of its default
    text.
    """
    text = discord.ui.TextInput[discord.ui.Modal](
        custom_id=name,
        style=discord.TextStyle.paragraph if long else discord.TextStyle.short,
        default=default,
        placeholder=placeholder and shorten(placeholder, _PLACEHOLDER),
        required=required,
        max_length=max(longest, len(default or "")),
    )
    return _labelled(label, text, description)


def _labelled(label: str, component: discord.ui.Item[discord.ui.Modal], description: str | None) -> Line:
    shown = description and shorten(description, _DESCRIPTION)
    return Line(text=shorten(label, _LABEL), component=component, description=shown)


def choice(
    name: str, label: str, options: list[tuple[str, str]], *, default: str | None = None, description: str | None = None
) -> Line:
    """Build a list of up to 25 (value, label) pairs in a form."""
    shown = [
        discord.SelectOption(value=value, label=shorten(text, 100), default=value == default) for value, text in options
    ]
    select = discord.ui.Select[discord.ui.Modal](custom_id=name, options=shown)
    return _labelled(label, select, description)


class Blank(NamedTuple):
    """A form that isn't filled in yet: its title, and its lines and lists (from `line` and `choice`)."""

    title: str
    lines: Sequence[Line]
    about: Sequence[object] = ()
    """The arguments of its id, where it shows something that those it was asked for with don't say."""
    note: str = ""
    """The text above the lines."""

    def build(self, custom_id: str, typed: Sequence[str] = ()) -> discord.ui.Modal:
        """Build the form, filled in with text from an earlier try. The library forgets it at once, because the id
        routes the submission.
        """
        for label, text in zip(self.lines, typed, strict=False):
            _fill(label, text)
        modal = discord.ui.Modal(title=shorten(self.title, _TITLE), custom_id=custom_id, timeout=None)
        if self.note and len(self.lines) < _MOST_ROWS:
            modal.add_item(discord.ui.TextDisplay[discord.ui.LayoutView](self.note))
        for row in self.lines:
            modal.add_item(row)
        modal.stop()
        return modal


def _fill(label: Line, text: str) -> None:
    match label.component:
        case discord.ui.TextInput() as field:
            field.default = text[: field.max_length]
        case discord.ui.Select() as field:
            picked = text.splitlines()
            for option in field.options:
                option.default = option.label in picked
        case _:
            pass


def move_blank(move: Move, voice: Voice, about: Sequence[object]) -> Blank:
    """Return the form of a move: its question above, then a line or a select for each field."""
    kinds = {field.name: field for field in move.fields}
    asked = [_asked(field, voice, kinds.get(_limiting_field(field))) for field in move.fields]
    return Blank(move.label, asked, about, move.confirm or "")


def menu_blank(moves: Sequence[Move], voice: Voice, about: Sequence[object]) -> Blank:
    """Return the form of a menu: which of its moves, and then how much. Each has a single field, for money."""
    amounts = [field for move in moves for field in move.fields if isinstance(field, Amount)]
    low, high = min(amount.low for amount in amounts), max(amount.high for amount in amounts)
    options = [
        (move.key, f"{move.label}: {voice.money(amount.low)} to {voice.money(amount.high)}")
        for move, amount in zip(moves, amounts, strict=True)
    ]
    amount = amounts[0].evolve(label="How much?", low=low, high=high, presets=())
    which = choice(MENU_FIELD, "Which?", options, default=moves[0].key)
    return Blank(moves[0].menu, (which, _asked(amount, voice, None)), about)


def _limiting_field(field: Field) -> str:
    """Return the name of the field that limits an amount; "" for none."""
    return (field.by or "") if isinstance(field, Amount) else ""


def _asked(field: Field, voice: Voice, beside: Field | None) -> Line:
    match field:
        case Amount():
            low, high = voice.money(field.low), voice.money(field.high)
            presets = ", ".join(f"{p.label.lower()} {voice.money(p.amount)}" for p in field.presets[1:])
            return line(
                field.name,
                field.label,
                default=low if field.default is None else voice.money(field.default),
                placeholder=f"{low} to {high}",
                longest=MONEY,
                description=_describe_bounds(field, voice, presets, beside),
            )
        case Number():
            return line(field.name, field.label, placeholder=_to(field.low, field.high), longest=6)
        case Numbers():
            count = f"{_to(field.at_least, field.at_most)} numbers from {field.low} to {field.high}"
            written = " ".join(map(str, field.default)) or None
            return line(field.name, field.label, default=written, placeholder=count, longest=_NUMBERS)
        case Pick():
            return _picked(field, voice)
        case Words():
            is_long = field.at_most > _ONE_LINE
            most = f"Up to {field.at_most} characters." if is_long else None
            return line(field.name, field.label, longest=field.at_most, long=is_long, description=most)


def _describe_bounds(field: Amount, voice: Voice, presets: str, beside: Field | None) -> str:
    """Describe the bounds of an amount, the field that limits it, and the amounts that have names."""
    varies = (
        f", depending on {_describe_dependent_maximum(beside)}"
        if any(cap.high < field.high for cap in field.caps)
        else ""
    )
    most = f"From {voice.money(field.low)} to {voice.money(field.high)}{varies}"
    return f"{most}{f': {presets}' if presets else ''}."


def _describe_dependent_maximum(beside: Field | None) -> str:
    """Describe the maximum of an amount that depends on another field."""
    match beside:
        case Numbers():
            return "how many numbers"
        case Number():
            return f"{beside.label[:1].lower()}{beside.label[1:]}"
        case _:
            return "the bet"


def _picked(field: Pick, voice: Voice) -> Line:
    if len(field.choices) > MOST_OPTIONS:
        example = field.example or ", ".join(choice.label for choice in field.choices[:5])
        return line(field.name, field.label, placeholder=example, longest=400)
    least = 0 if field.only_for is not None else field.at_least
    select = discord.ui.Select[discord.ui.Modal](
        custom_id=field.name,
        options=[discord.SelectOption.from_dict(cast("Any", one)) for one in select_options(field, voice)],
        min_values=least,
        max_values=max(field.at_most, 1),
        required=least > 0,
    )
    return _labelled(field.label, select, None)


def read(move: Move, typed: Mapping[str, str], currency: Currency) -> dict[str, object]:
    """Read the values of a move's fields from a form. Raises a PlayerError for unreadable values; the game checks
    bounds.
    """
    return {field.name: _read(field, typed.get(field.name, "").strip(), currency) for field in move.fields}


def _read(field: Field, text: str, currency: Currency) -> object:
    match field:
        case Amount():
            return _read_amount(field, text, currency)
        case Number():
            return _whole(text)
        case Numbers():
            return _read_numbers(field, text)
        case Pick():
            is_list = len(field.choices) <= MOST_OPTIONS
            picked = tuple(text.splitlines()) if is_list else _read_choices(field, text)
            if not field.is_single:
                return picked
            if field.only_for is not None and not picked:
                return ""
            if len(picked) != 1:
                raise RuleError(field.wrong_count or "Choose one from the list.")
            return picked[0]
        case Words():
            return text


def _read_amount(field: Amount, text: str, currency: Currency) -> int:
    """Read an amount, or the beginning of a preset's name: "pot", "the pot", "all in", "all-in", "half"."""
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


def _read_numbers(field: Numbers, text: str) -> tuple[int, ...]:
    """Read whole numbers as people write several: "3, 17 44", "3;17", "(3 and #17)". A range isn't spelled out for
    them.
    """
    stripped = (part.lstrip(_BEFORE).rstrip(_BEHIND) for part in _BETWEEN.split(_strip_invisible(text)))
    read_parts = [(part, _one_of(field, part)) for part in stripped if part]
    numbers = tuple(number for _, number in read_parts if number is not None)
    if unread := [f"“{escape(shorten(part, _SHOWN))}”" for part, number in read_parts if number is None]:
        kind = "a whole number" if len(unread) == 1 else "whole numbers"
        example = f"{field.low}, {(field.low + field.high) // 2}, {field.high}"
        said = f"I can't read {listed(unread)} as {kind}. Write them like this: {example}."
        raise Unreadable(" ".join((said, *field.faults(numbers))))
    return numbers


def _strip_invisible(text: str) -> str:
    """Remove invisible characters that come along with copied text: zero widths, marks of direction."""
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf")


def _one_of(field: Numbers, part: str) -> int | None:
    """Read one number of a list; None for anything else."""
    also = dict(field.also).get(part)
    if also is not None:
        return also
    try:
        return _whole(part)
    except RuleError:
        return None


def _bare(text: str) -> str:
    words = text.casefold().replace("-", " ").split()
    return "".join(word for word in words if word != "the")


def _read_choices(field: Pick, text: str) -> tuple[str, ...]:
    """Read several choices from typed text; a game that reads it itself may know choices that aren't offered now."""
    if field.reads is None:
        return _match_choices(field, text)
    words = (text,) if field.is_single else (word for word in text.split(",") if word.strip())
    found = [field.reads(word) for word in words]
    if None in found:
        raise RuleError(field.not_offered)
    return tuple(value for value in found if value is not None)


def _match_choices(field: Pick, text: str) -> tuple[str, ...]:
    """Match typed text to the choices by value, label or alias: "17-20", "17 – 20"."""
    known: dict[str, str] = {}
    for offered in field.choices:
        for word in (offered.value, offered.label, *offered.aliases):
            known.setdefault(word.casefold(), offered.value)
    words = [" ".join(word.casefold().split()) for word in text.split(",") if word.strip()]
    found = [known.get(word) or known.get(_join_dashes(word)) for word in words]
    if None in found:
        raise RuleError(field.not_offered)
    return tuple(value for value in found if value is not None)


def _join_dashes(word: str) -> str:
    """Return the word with one kind of dash, and without spaces around the dashes that join words or numbers."""
    return _JOINS.sub("/", _DASHES.sub("-", word))


def _to(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _whole(text: str) -> int:
    sign = _strip_invisible(text).strip().removeprefix("+").replace("\N{MINUS SIGN}", "-")
    if not (sign.removeprefix("-").isascii() and sign.removeprefix("-").isdigit() and len(sign) <= _NUMBERS):
        raise RuleError("That isn't a whole number.")
    return int(sign)


Drawn = Callable[[Interaction, list[str]], Awaitable[Blank]]
Opened = Callable[[Interaction, list[str]], Awaitable[None]]
Taken = Callable[[Interaction, list[str], Mapping[str, str]], Awaitable[None]]


class FormQuestion:
    """A form and what becomes of its answer.

    `drawn` makes the form for the arguments of its id; `taken` gets the arguments and the typed text by the ids of the
    lines, picks of a list one a line. A refusal shows the text again, and opens the form with it as far as `drawn`
    still makes one. Both check rights again. All lines together hold at most 3,200 characters.
    """

    def __init__(self, verb: str, drawn: Drawn, taken: Taken, back: str = "", *, opened: Opened | None = None) -> None:
        """Declare the form. `verb` begins its ids. `back` is the id of the page that a refusal replaces, with "{0}" for
        the first argument. `opened` is called each time that a person begins to fill it in. Raises ValueError if the
        verb is in use.
        """
        form(verb)(self._submitted)
        self._verb, self._drawn, self._taken, self._back, self._opened = verb, drawn, taken, back, opened
        _questions[verb] = self

    async def ask(self, interaction: Interaction, *arguments: object) -> None:
        """Open the form, as the answer to a command or a click."""
        await self._open(interaction, [str(argument) for argument in arguments], ())

    async def again(self, interaction: Interaction, arguments: list[str]) -> None:
        """Open the form with the text that stands in the refusal which was clicked."""
        await self._open(interaction, arguments, _read_lines(interaction))

    async def _open(self, interaction: Interaction, arguments: list[str], typed: Sequence[str]) -> None:
        blank = await self._drawn(interaction, arguments)
        custom_id = control_id(self._verb, *(blank.about or arguments))
        await interaction.response.send_modal(blank.build(custom_id, typed))
        if self._opened is not None:
            await self._opened(interaction, arguments)

    async def _submitted(self, interaction: Interaction, arguments: list[str], values: dict[str, JsonValue]) -> None:
        await self.take(interaction, arguments, {name: _as_text(value) for name, value in values.items()})

    async def take(self, interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
        """Take text as if it had come from the form: a command may have brought it."""
        try:
            await self._taken(interaction, arguments, typed)
        except PlayerError as refused:
            await self._refuse(interaction, arguments, typed, refused)

    async def _refuse(
        self, interaction: Interaction, arguments: list[str], typed: Mapping[str, str], refused: PlayerError
    ) -> None:
        """Answer with the refusal and the text. "Try again" stands there while the form can be opened. Raises the
        refusal to anyone who may not open it.
        """
        buttons: list[Component] = []
        again = ":".join((_AGAIN, self._verb, *arguments))
        try:
            lines = {_id_of(label): label for label in (await self._drawn(interaction, arguments)).lines}
        except (NotAllowed, NotFound):
            raise refused from None
        except PlayerError:
            lines = dict[str, Line]()
        if lines and len(again) <= LONGEST_ID:
            buttons.append(button("Try again", again, discord.ButtonStyle.primary))
        if self._back:
            # A forged id may lack arguments, and then leads nowhere.
            buttons.append(button("Back", self._back.format(*arguments, "", "")))
        written = (_shown(lines.get(name), text) for name, text in typed.items() if text or name in lines)
        view = page(await refusal_text(interaction, refused), *written, rows=[buttons] if buttons else [])
        is_on_page = is_private(interaction) and interaction.guild_id is not None
        if not is_on_page or not await interaction.client.pages.interrupt(interaction, click_of(interaction), view):
            await answer_here(interaction, view)
        await redraw_clicked_table(interaction)


_questions: dict[str, FormQuestion] = {}


@control(_AGAIN, opens=True)
async def _try_again(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    verb, *others = arguments
    if verb not in _questions:
        raise TooLate(WORN_OUT)
    # An id without arguments is routed with one that is empty, here as everywhere.
    await _questions[verb].again(interaction, others or [""])


async def answer_here(interaction: Interaction, view: discord.ui.LayoutView) -> int:
    """Answer privately: in the private message whose button led here, else in a new one. The id of the message."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await edit_here(interaction, view)
        return interaction.message.id
    sent = await interaction.response.send_message(view=view, ephemeral=True)
    return sent.message_id or 0


def _as_text(value: JsonValue) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list) else value if isinstance(value, str) else ""


def _id_of(label: Line) -> str:
    field = label.component
    return field.custom_id if isinstance(field, discord.ui.TextInput | discord.ui.Select) else ""


def _shown(label: Line | None, text: str) -> str:
    """Show the text of a line, or the labels that were picked of a list, for people and for the next try."""
    if label is not None and isinstance(label.component, discord.ui.Select):
        picked = text.splitlines()
        text = "\n".join(option.label for option in label.component.options if option.value in picked)
    title = "You wrote" if label is None else label.text
    return f"-# {title}\n{_FENCE}\n{text.replace(_FENCE, _PARTED_FENCE)}\n{_FENCE}"


def _read_lines(interaction: Interaction) -> tuple[str, ...]:
    """Return the text of each line on the clicked message, in their order."""
    texts = (part["content"] for part in components_on(interaction) if part["type"] == TEXT)
    fenced = (_FENCED.search(text) for text in texts)
    return tuple(found[1].replace(_PARTED_FENCE, _FENCE) for found in fenced if found)
