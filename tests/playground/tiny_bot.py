"""A tiny bot on the real, unmodified discord.py: a little of everything that the local Discord has to serve."""

import asyncio
import re
from typing import Any, Self

import discord
from discord import app_commands, ui


class Press(ui.DynamicItem[ui.Button[Any]], template=r"press:(?P<what>[a-z]+)"):
    """A button that needs no view: it outlives restarts."""

    def __init__(self, what: str, label: str | None = None, *, disabled: bool = False) -> None:
        super().__init__(ui.Button(label=label or what.title(), custom_id=f"press:{what}", disabled=disabled))
        self.what = what

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match["what"])

    async def callback(self, interaction: discord.Interaction) -> None:
        await DEEDS[self.what](interaction)


class Sheet(ui.Modal, title="A new face"):
    """A form with one field of every kind that matters."""

    who = ui.Label(text="Name", component=ui.TextInput(custom_id="who", min_length=2, max_length=12))
    side = ui.Label(
        text="Side",
        component=ui.RadioGroup(
            custom_id="side", options=[discord.RadioGroupOption(label="Light"), discord.RadioGroupOption(label="Dark")]
        ),
    )
    skills = ui.Label(
        text="Skills",
        component=ui.CheckboxGroup(
            custom_id="skills",
            required=False,
            min_values=0,
            max_values=2,
            options=[discord.CheckboxGroupOption(label="Gambling"), discord.CheckboxGroupOption(label="Con")],
        ),
    )
    npc = ui.Label(text="Run by the GM", component=ui.Checkbox(custom_id="npc"))
    game = ui.Label(
        text="Game",
        component=ui.Select(custom_id="game", options=[discord.SelectOption(label="Pi'Lok", value="pilok")]),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        values = [item.component for item in (self.who, self.side, self.skills, self.npc, self.game)]
        who, side, skills, npc, game = values
        assert isinstance(who, ui.TextInput)
        assert isinstance(side, ui.RadioGroup)
        assert isinstance(skills, ui.CheckboxGroup)
        assert isinstance(npc, ui.Checkbox)
        assert isinstance(game, ui.Select)
        told = f"{who.value} {side.value} {','.join(skills.values)} {npc.value} {','.join(game.values)}"
        await interaction.response.send_message(told, ephemeral=True)


def table(text: str = "Pot 30", **disabled: bool) -> ui.LayoutView:
    """Build a table as the bot draws it: nothing of it is kept in memory."""
    view = ui.LayoutView(timeout=None)
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    names = ("call", "whisper", "defer", "later", "form", "crash", "silent", "twice")
    for start in (0, 4):
        row: ui.ActionRow[Any] = ui.ActionRow()
        for name in names[start : start + 4]:
            row.add_item(Press(name, disabled=disabled.get(name, False)))
        container.add_item(row)
    view.add_item(container)
    view.stop()
    return view


async def call(interaction: discord.Interaction) -> None:
    await interaction.response.edit_message(view=table("Pot 80"))


async def whisper(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Your hand: 6 6", ephemeral=True)


async def defer(interaction: discord.Interaction) -> None:
    await interaction.response.defer()
    await interaction.edit_original_response(view=table("Pot 130"))
    await interaction.followup.send("Only you see this", ephemeral=True)


async def later(interaction: discord.Interaction) -> None:
    await interaction.response.defer(thinking=True, ephemeral=True)
    await interaction.followup.send("Thought about it")


async def form(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Sheet())


async def crash(interaction: discord.Interaction) -> None:
    raise RuntimeError("as planned")


async def silent(interaction: discord.Interaction) -> None:
    return


async def twice(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("once", ephemeral=True)
    again = discord.InteractionResponse(interaction)
    try:
        await again.send_message("and again", ephemeral=True)
    except discord.HTTPException as refused:
        await interaction.followup.send(f"refused {refused.code}", ephemeral=True)


DEEDS = {
    "call": call,
    "whisper": whisper,
    "defer": defer,
    "later": later,
    "form": form,
    "crash": crash,
    "silent": silent,
    "twice": twice,
}


class Heard(discord.Client):
    """Keeps a note of what it hears in `heard`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.heard: list[tuple[str, Any]] = []
        self._news = asyncio.Event()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Skip the library's wait of five seconds before it identifies again."""

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        self.heard.append((event, args[0] if args else None))
        self._news.set()
        super().dispatch(event, *args, **kwargs)

    def heard_of(self, event: str) -> list[Any]:
        return [what for name, what in self.heard if name == event]

    async def until_heard(self, event: str, count: int = 1) -> None:
        """Return when `event` was heard that often; ten real seconds are the safety net."""
        async with asyncio.timeout(60):
            while len(self.heard_of(event)) < count:
                self._news.clear()
                await self._news.wait()


class TinyBot(Heard):
    """Keeps a note of what it hears; nothing else."""

    def __init__(self, intents: discord.Intents | None = None, **options: Any) -> None:
        super().__init__(
            intents=intents or discord.Intents(guilds=True, guild_messages=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.05,
            **options,
        )
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(Pilok())
        self.tree.add_command(app_commands.Command(name="give", description="Pay somebody", callback=give))

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
        await self.tree.sync()


@app_commands.describe(who="to whom", amount="how much", secretly="tell nobody", purse="which purse")
async def give(
    interaction: discord.Interaction,
    who: discord.Member,
    amount: app_commands.Range[int, 1, 100],
    secretly: bool = False,
    purse: app_commands.Range[str, 1, 5] = "main",
) -> None:
    await interaction.response.send_message(f"{who.display_name} gets {amount} from {purse}", ephemeral=secretly)


class Pilok(app_commands.Group):
    """Commands in a group."""

    def __init__(self) -> None:
        super().__init__(name="pilok", description="Three Street Pi'Lok")

    @app_commands.command(description="Open a table")
    @app_commands.choices(preset=[app_commands.Choice(name="Ordinary pockets", value="ordinary")])
    async def open(self, interaction: discord.Interaction, preset: str = "ordinary") -> None:
        await interaction.response.send_message(view=table(f"Pot 30 {preset}"))

    @app_commands.command(description="Seat an NPC")
    async def seat(self, interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_message(f"{name} sits down")

    @seat.autocomplete("name")
    async def names(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        people = ["Roark", "Rosh", "Lando"]
        return [app_commands.Choice(name=p, value=p.lower()) for p in people if p.lower().startswith(typed.lower())]
