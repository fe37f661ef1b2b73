"""The commands of a game, built from its spec: open a table with a preset and some options, read rules and odds."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Any, NamedTuple

import discord
from discord import app_commands

from bot.campaigns import Campaign, parse_pace
from bot.engine.options import Option, options_of, with_options
from bot.engine.spec import AnySpec
from bot.engine.words import number_word
from bot.games import extension_of
from bot.tables.offers import Request
from bot.ui.channels import require_thread
from bot.ui.client import Interaction
from bot.ui.context import campaign_of
from bot.ui.handlers.challenge import challenge, opponent_of
from bot.ui.handlers.offer import offer_table, open_table
from bot.ui.handlers.rules import show_chances, show_odds, show_rules
from bot.ui.pages.house_rules import find_preset, preset_names

_MOST_CHOICES = 25
_LONGEST_ABOUT = 100
_CLOCK = "Time for a turn: 90s, 12 hours, 2 days or off. Default: the campaign's setting."
_OPPONENT = "opponent"
_BANK = "Money that the house puts into the bank. Default: the usual amount."

Choices = list[app_commands.Choice[str]]
Callback = Callable[..., Coroutine[Any, Any, None]]


class Given(NamedTuple):
    """The values that the extra arguments of `open` stand for."""

    options: Mapping[str, str | None] = {}
    """Typed values of house rules."""
    bringing: Mapping[str, object] = {}
    """Values of house rules that nobody types."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """An argument of `open` that isn't a house rule of its own."""

    name: str
    about: str
    kind: object = str
    """A type or transformer, as discord.py takes them."""
    choices: Sequence[app_commands.Choice[str]] = ()
    complete: Callable[[Interaction, str], Coroutine[Any, Any, Choices]] | None = None


@dataclass(frozen=True, slots=True)
class Extras:
    """The extra arguments of `open`, and what reads them."""

    asked: tuple[Extra, ...]
    read: Callable[[Interaction, Mapping[str, Any]], Awaitable[Given]]
    """Return what the arguments by their names (all of `open`, None where left out) stand for. Raises PlayerError."""


def game_commands(spec: AnySpec, extras: Extras | None = None) -> app_commands.Group:
    """Build the group of a game's commands: `open`, `challenge` where two can play, `rules`, and `odds` where there
    are any.
    """
    game = spec.game
    group = app_commands.Group(name=game.key, description=game.tagline)
    # the library removes the commands of an extension by their module, which would be this one
    group.module = extension_of(game.key)
    group.add_command(_open_command(spec, extras))
    if spec.is_for_two:
        group.add_command(_open_command(spec, extras, challenges=True))

    @group.command(description=f"Read how to play {game.title}")
    async def rules(interaction: Interaction) -> None:
        await show_rules(interaction, game.key)

    if game.is_banked and spec.odds is not None:

        @group.command(description="Show the exact value of each bet")
        @app_commands.describe(preset="Preset of house rules. Default: those of the table here, or the usual ones.")
        @app_commands.autocomplete(preset=_presets(spec))
        async def odds(interaction: Interaction, preset: str | None = None) -> None:
            await show_odds(interaction, game.key, preset)

    elif spec.win_calculator is not None:

        @group.command(name="odds", description=f"Show your chance to win the {game.hand_word}. Only you can see this.")
        async def chances(interaction: Interaction) -> None:
            await show_chances(interaction, game.key)

    return group


def alias_commands(spec: AnySpec) -> app_commands.Group:
    """Build the group by the game's other name, for people who search for that: it opens a table alike."""
    group = app_commands.Group(name=spec.alias, description=f"Another name of {spec.game.title}")
    group.module = extension_of(spec.game.key)
    group.add_command(_open_command(spec, None))
    return group


def _open_command(
    spec: AnySpec, extras: Extras | None, *, challenges: bool = False
) -> app_commands.Command[Any, ..., None]:
    """Build `open`: a preset, the options of the spec, the extra arguments, the bank, the clock, the next deal and a
    thread. `challenge` asks for an opponent first, who is invited to the same.
    """
    by_name = {option.name: option for option in options_of(spec.game.HouseRules)}
    asked = {one.asked_as: by_name[one.rule] for one in spec.opening}
    more = () if extras is None else extras.asked
    kinds: dict[str, object] = {"preset": str}
    kinds |= {name: _kind(option) for name, option in asked.items()}
    kinds |= {extra.name: extra.kind for extra in more}
    kinds |= {"bank": str} if spec.game.is_banked else {}
    kinds |= {"clock": str, "auto_deal": bool, "thread": bool}

    async def open_here(interaction: Interaction, **arguments: Any) -> None:
        given = Given() if extras is None else await extras.read(interaction, arguments)
        typed = {option.name: _typed(arguments[name]) for name, option in asked.items()}
        campaign = await campaign_of(interaction)
        settings = campaign.settings
        name, usual = await find_preset(interaction, campaign, spec.game.key, arguments["preset"])
        rules = with_options(usual, _read_options(by_name, {**typed, **given.options}, campaign), dict(given.bringing))
        clock, bank, auto_deal = arguments["clock"], arguments.get("bank"), arguments["auto_deal"]
        request = Request(
            game=spec.game.key,
            rules=rules.to_json(),
            preset=name,
            usual=usual.to_json(),
            pace=parse_pace(clock) if clock else settings.pace,
            auto_deal=settings.auto_deal if auto_deal is None else auto_deal,
            in_thread=bool(arguments["thread"]),
            bank=None if bank is None else settings.currency.parse(bank),
        )
        if request.in_thread:
            require_thread(interaction)
        # Where the house plays, people first see what its bets are worth.
        if challenges:
            await challenge(interaction, campaign, request, opponent_of(interaction, arguments[_OPPONENT]))
        elif spec.game.is_banked and spec.odds is not None:
            await offer_table(interaction, campaign, request)
        else:
            await open_table(interaction, campaign, request, rules)

    choices = {name: _choices(option) for name, option in asked.items() if option.kind == "choice"}
    choices |= {extra.name: [*extra.choices] for extra in more if extra.choices}
    completed = {"preset": _presets(spec)} | {extra.name: extra.complete for extra in more if extra.complete}
    abouts = {"preset": _about_presets(spec), "clock": _CLOCK}
    abouts |= {one.asked_as: one.about for one in spec.opening} | {extra.name: extra.about for extra in more}
    abouts |= {"bank": _BANK} if spec.game.is_banked else {}
    abouts |= {"auto_deal": f"Start the next {spec.game.hand_word} automatically. Default: the campaign's setting."}
    abouts |= {"thread": "Make a thread for the table. Default: no."}
    abouts |= {_OPPONENT: "Player to invite. You both need a character."} if challenges else {}
    callback = _taking(kinds, open_here, {_OPPONENT: discord.Member} if challenges else {})
    for decorate in (
        app_commands.describe(**abouts),
        app_commands.choices(**choices),
        app_commands.autocomplete(**completed),
    ):
        callback = decorate(callback)
    if challenges:
        about = f"Invite a player to a table of {spec.game.title} in this channel"
        return app_commands.Command(name="challenge", description=about, callback=callback)
    low, high = spec.game.seats[0], spec.game.seats[-1]
    players = number_word(high) if low == high else f"{number_word(low)} to {number_word(high)}"
    about = f"Open a table of {spec.game.title} in this channel, for {players}"
    return app_commands.Command(name="open", description=about, callback=callback)


def _taking(kinds: Mapping[str, object], callback: Callback, required: Mapping[str, object]) -> Callback:
    """Give a callback the parameters that discord.py reads from its signature: each of `kinds` may be left out."""
    interaction = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    asked = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind) for name, kind in required.items()]
    given = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind, default=None) for name, kind in kinds.items()]
    vars(callback)["__signature__"] = Signature([interaction, *asked, *given])
    return callback


def _kind(option: Option) -> object:
    """Return the type that discord.py asks for; money is typed as people write it."""
    match option.kind:
        case "switch":
            return bool
        case "number":
            return app_commands.Range[int, option.low, option.high]
        case "choice" | "money":
            return str


def _choices(option: Option) -> Choices:
    return [app_commands.Choice(name=label, value=value) for value, label in option.choices]


def _presets(spec: AnySpec) -> Callable[[Interaction, str], Coroutine[Any, Any, Choices]]:
    async def names(interaction: Interaction, current: str) -> Choices:
        """Offer the game's presets, then the GM's own."""
        found = await preset_names(interaction, await campaign_of(interaction), spec.game.key)
        fitting = [name for name in found if current.casefold() in name.casefold()]
        return [app_commands.Choice(name=name, value=name) for name in fitting[:_MOST_CHOICES]]

    return names


def _about_presets(spec: AnySpec) -> str:
    """Name the game's presets, as many as there is room for."""
    names, own = [*spec.game.presets], "or one that your GM saved"
    while len(f"{', '.join(names)}, {own}") > _LONGEST_ABOUT:
        names.pop()
    return f"{', '.join(names)}, {own}"


def _typed(value: object) -> str | None:
    """Return a value as it is typed."""
    return None if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _read_options(
    by_name: Mapping[str, Option], typed: Mapping[str, str | None], campaign: Campaign
) -> dict[str, object]:
    """Read the values that were typed. Raises RuleError or Unreadable."""
    currency = campaign.settings.currency
    return {
        name: currency.parse(text, minimum=0) if by_name[name].kind == "money" else by_name[name].read(text)
        for name, text in typed.items()
        if text is not None
    }
