"""Where a table is opened: in the first channel that has none, else in a new thread."""

from collections.abc import Sequence

from playground.demo.actor import Actor, Stuck, button, said
from playground.discord.world import Channel, ChannelKind, Guild, World
from playground.people import Seen

_STEP = "Opening a table"


def is_table(seen: Seen) -> bool:
    """Whether the message shows an open table."""
    return not seen.ephemeral and not seen.deleted and button(seen, "more") is not None


class Places:
    """The channels of a server in which tables are tried, in the order in which they are tried."""

    def __init__(self, world: World, guild: Guild, channels: Sequence[Channel]) -> None:
        self._world, self._guild, self._channels = world, guild, channels

    async def open(self, gm: Actor, game: str, preset: str | None) -> tuple[Channel, Seen]:
        """The GM opens a table of the game where there is none yet. Raises Stuck with what the bot has against it."""
        refused, taken = "", False
        for place in self._all():
            if not any(map(is_table, gm.player.sees(place))):
                table, against = await self._open(gm, place, game, preset)
                if table is not None:
                    return place, table
                if not await _has_table(gm, place):
                    refused = refused or against
                    continue
            taken = True
        if not taken:
            raise Stuck(_STEP, refused)
        return await self._open_in_a_thread(gm, game, preset, refused)

    async def _open_in_a_thread(self, gm: Actor, game: str, preset: str | None, refused: str) -> tuple[Channel, Seen]:
        thread = self._world.add_thread(self._channels[0], self._new_name(), owner=gm.player.user)
        table = None
        try:
            table, against = await self._open(gm, thread, game, preset)
            if table is None:
                raise Stuck(_STEP, refused or against)
            return thread, table
        finally:
            if table is None:
                self._world.delete_channel(thread)

    def _all(self) -> list[Channel]:
        """The channels, then the threads that are open in them."""
        parents = {channel.id for channel in self._channels}
        threads = (
            t for t in self._guild.threads.values() if t.parent_id in parents and not t.archived and not t.locked
        )
        return [*self._channels, *(thread for thread in threads if thread.kind is not ChannelKind.PRIVATE_THREAD)]

    def _new_name(self) -> str:
        return f"Side table {1 + sum(t.name.startswith('Side table ') for t in self._guild.threads.values())}"

    async def _open(self, gm: Actor, place: Channel, game: str, preset: str | None) -> tuple[Seen | None, str]:
        """The message of the new table, or None and what the bot has against it."""
        answer = await gm.types(_STEP, place, f"{game} open", preset=preset)
        shown = await gm.until_said(_STEP, answer)
        if shown is None or button(shown, "offer") is None:
            return next(filter(is_table, answer.messages), None), said(answer)
        # Where the house plays, the bot first shows what the bets are worth.
        taken = await gm.presses(_STEP, shown, "offer")
        return (None, said(taken)) if said(taken) else (await gm.until_sees(_STEP, place, is_table), "")


async def _has_table(gm: Actor, place: Channel) -> bool:
    """Whether there is a table of an earlier day, whose message is gone: only a table is shown as a layout."""
    shown = (await gm.types(_STEP, place, "table show")).message
    return shown is not None and shown.message.has_components_v2
