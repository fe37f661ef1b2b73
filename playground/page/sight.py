"""What one tab is told of the world: what its person sees, and nothing of what they don't."""

from collections.abc import Callable
from typing import Any

from playground.discord.world.changes import BotMoved, Change, Forgotten, Gone, Rearranged, Shown
from playground.json_text import to_text
from playground.page.stage import Stage
from playground.page.visibility import MessageTexts, channels_json
from playground.people import Player

Json = dict[str, Any]


class Sight:
    """Turns what happens into frames for `push`, in its order. Nothing is sent before `greet`."""

    def __init__(self, stage: Stage, player: Player, texts: MessageTexts, push: Callable[[str], None]) -> None:
        self._stage, self._player, self._texts, self._push = stage, player, texts, push
        self._channels: list[Json] = []
        self._people: Json = {}
        self._bot_here = False

    def greet(self) -> None:
        """Hello: everything that the tab begins with, and what it knew before is forgotten."""
        stage, world = self._stage, self._stage.local.world
        self._channels, self._people = self._places(), self._persons()
        self._bot_here = stage.bot_here
        me = next((person for person in self._people["people"] if person["id"] == str(self._player.id)), None)
        hello: Json = {
            "type": "hello",
            "me": me or {"id": str(self._player.id), "name": "", "user": self._player.user.name, "role": "player"},
            **self._people,
            "server": {"id": str(stage.guild.id), "name": stage.guild.name},
            "bot": {"id": str(world.bot.id), "name": world.application_name},
            "bot_here": self._bot_here,
            "channels": self._channels,
            "games": [{"key": key, "title": title, "tagline": tagline} for key, title, tagline in stage.games],
            "time": world.clock.now(),
        }
        self._push(to_text(hello))

    def notice(self, change: Change) -> None:
        """Tell what has changed, as far as this person sees it."""
        match change:
            case Shown(message=message):
                if self._stage.local.world.may_read(self._player.user, message):
                    text = self._texts.text(message, self._player.user)
                    self._push(f'{{"type":"message","message":{text}}}')
            case Gone():
                self._lose(change)
            case Rearranged():
                self._look_around()
            case BotMoved():
                self._look_for_the_bot()
            case Forgotten():
                self._look_around()

    def _lose(self, change: Gone) -> None:
        world, viewer = self._stage.local.world, self._player.user
        channel = world.channel(change.channel_id)
        ids = [str(message.id) for message in change.messages if message.only_for in (None, viewer.id)]
        if ids and channel is not None and world.sees(viewer, channel):
            self._push(to_text({"type": "gone", "channel": str(change.channel_id), "ids": ids}))

    def _look_around(self) -> None:
        """Places and people, if they are other ones now. That somebody wrote is told by the message itself."""
        channels, people = self._places(), self._persons()
        if [_without_last(channel) for channel in channels] != [_without_last(channel) for channel in self._channels]:
            self._push(to_text({"type": "channels", "channels": channels}))
        if people != self._people:
            self._push(to_text({"type": "people", **people}))
        self._channels, self._people = channels, people
        self._look_for_the_bot()

    def _look_for_the_bot(self) -> None:
        here = self._stage.bot_here
        if here != self._bot_here:
            self._bot_here = here
            self._push(to_text({"type": "bot", "here": here}))

    def _places(self) -> list[Json]:
        return channels_json(self._stage.local.world, self._stage.guild, self._player.user)

    def _persons(self) -> Json:
        return {"people": self._stage.people_json(), "roles": self._stage.roles_json()}


def _without_last(channel: Json) -> Json:
    return {name: value for name, value in channel.items() if name != "last"}
