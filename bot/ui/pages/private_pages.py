"""The private page that each person has of a table: one message, which follows the game while Discord lets it.

A page shows one of several views, such as a hand or a seat. A view is a function that checks the person's rights and
draws the table as it is. It is drawn again when the table, its campaign or the person's roles change, and when a win
chance is ready. Changes are gathered for `WINDOW` seconds, at most one edit is in flight, and what looks the same isn't
sent. A page whose view is refused goes back to the person's own view, or shrinks to the refusal. What a GM sees is
drawn by roles that are at most `ROLES_HOLD` seconds old.

Discord takes edits for a while after the last click on a page (`TOKEN_LIFE`). Then the page loses its controls and says
so. A page that isn't the current one never acts: a click on it makes it the current one, as the table is now.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

import discord

from bot.campaigns import Person, is_gm
from bot.db import log_unexpected
from bot.errors import PlayerError, TooLate
from bot.services import Services
from bot.tables.model import Table
from bot.tables.seats import MOVED_ON
from bot.tables.table_store import Click
from bot.ui.answer import answer_of
from bot.ui.background import Tasks
from bot.ui.command_links import CommandLinks
from bot.ui.live_message import AGAIN_AFTER, TOKEN_LIFE, UNDRAWN, may_pass
from bot.ui.panels import FixedView, button, page
from bot.ui.render.buttons import moment_of

log = logging.getLogger(__name__)
WINDOW = 0.4
"""Seconds in which changes are gathered into one edit of a page."""
ROLES_HOLD = 10.0
"""Seconds that the roles of a GM count, as Discord last gave them, before their page is drawn again."""
MOST_PAGES = 10_000
MOST_FAREWELLS = 200
"""Pages that say so when the bot stops."""
_MOST_FAILURES = 4
"""Edits in a row that may fail. Then the page counts as lost."""
FURTHER_DOWN = "-# Your page is further down."
SHOW_AGAIN = "Show again"
NO_LONGER_FOLLOWS = f"-# This page no longer follows the table. Press “{SHOW_AGAIN}” for a current one."


@dataclass(frozen=True, slots=True)
class Glance:
    """The moment for which a view is drawn."""

    table: Table
    click: Click
    """The person with their roles, and the place of the page."""
    note: str
    """The lines above the page."""
    wait_for: Callable[[asyncio.Future[Any]], None]
    """Have the page drawn again when this is done."""


View = Callable[[Glance], Awaitable[FixedView]]
"""Draws a page. Raises a PlayerError where the person has no right to it, or it shows something that is gone."""


@dataclass(frozen=True, slots=True)
class Showing:
    """The content of a page."""

    view: View
    again: str
    """The id of the button that makes the page current again."""
    back: "Showing | None" = None
    """The content that takes its place when the view is refused; None if the page shrinks then."""
    is_question: bool = False
    """True if an answer leads back to that content."""
    note: str = ""
    """A line about the last click. It goes when the table asks for the next choice."""
    news: str = ""
    """Lines that only this person reads. They stay until their next click, or the next hand."""
    moment: tuple[str, int] | None = None
    """The hand and the newest choice that note and news belong to; None before it is shown."""

    def after(self, note: str, news: str = "") -> "Showing":
        """Return the content that a click on the page leads to, with a note about the click."""
        shown = self.back if self.is_question and self.back is not None else self
        return replace(shown, note=note, news=news, moment=None)

    def stamped(self, table: Table) -> "Showing":
        """Return the same, with note and news belonging to this moment of the table if they belonged to none."""
        return self if self.moment is not None else replace(self, moment=(table.hand_id, table.last_asked))

    def lines_at(self, table: Table) -> str:
        """Return the lines above the page that still count."""
        note = self.note if self.moment == (table.hand_id, table.last_asked) else ""
        return "\n".join(filter(None, (note, self.news_at(table))))

    def news_at(self, table: Table) -> str:
        """Return the news if they are from the table's hand; "" otherwise."""
        return self.news if self.moment is not None and self.moment[0] == table.hand_id else ""


@dataclass(frozen=True, slots=True)
class _Drawn:
    showing: Showing
    table: Table
    view: FixedView
    awaited: tuple[asyncio.Future[Any], ...]


@dataclass(eq=False)
class _Page:
    table_id: int
    showing: Showing
    click: Click
    interaction: discord.Interaction
    """The interaction whose token edits the message."""
    since: float
    """Seconds since the epoch at which that token was new."""
    roles_of: float
    """Seconds since the epoch at which Discord gave the person's roles."""
    message_id: int = 0
    line: "_Page | None" = None
    """The page before this one, shrunk to a line."""
    looks: str = ""
    failed: int = 0
    """Edits in a row that have failed: what the message shows isn't known then."""
    not_before: float = float("-inf")
    wanted: bool = False
    pen: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the message is edited."""
    task: asyncio.Task[None] | None = None

    @property
    def key(self) -> tuple[int, int]:
        return self.table_id, self.click.person.user_id


class PrivatePages:
    """The current page of each person at each table."""

    def __init__(self, services: Services, links: CommandLinks, meet: Callable[[int, int], Awaitable[Person]]) -> None:
        """Follow the tables of the services. `meet` asks Discord for the roles of a user of a server."""
        self._tables, self._clock, self._links, self._meet = services.tables, services.clock, links, meet
        self._pages: OrderedDict[tuple[int, int], _Page] = OrderedDict()
        """By table and user. Those whose token ends first come first."""
        self._at_table: dict[int, set[_Page]] = {}
        self._of_user: dict[int, set[_Page]] = {}
        self._in_message: dict[int, _Page] = {}
        """Also pages that are no longer current, until their last edit is done."""
        self._tasks = Tasks()
        self._ending: asyncio.Task[None] | None = None
        services.tables.store.changed.append(lambda _, after: self._want_at(after.id))
        services.tables.store.forgotten.append(self._want_in_campaign)
        self._shards = services.shards
        services.parts.append(self)

    async def show(self, interaction: discord.Interaction, table: Table, click: Click, showing: Showing) -> None:
        """Answer with a page: in the place of the clicked private message or in a new one. The person's
        other page of the table shrinks. Raises what the view raises.
        """
        message = interaction.message
        clicked = self._in_message.get(message.id) if message is not None and message.flags.ephemeral else None
        before = self._pages.get((table.id, click.person.user_id))
        if before is not None and clicked is None and not (showing.news or showing.is_question):
            showing = replace(showing, news=before.showing.news_at(table))
        now = self._clock.now()
        made = _Page(table.id, showing, click, interaction, since=now, roles_of=now)
        drawn = await self._draw(made)
        before = self._pages.get(made.key)
        page_ = clicked if clicked is not None and clicked is before else made
        if clicked is not None and clicked is not page_:
            await self.leave(clicked.message_id)
        async with page_.pen:
            page_.message_id = await _deliver(interaction, drawn.view)
            page_.click, page_.interaction, page_.since, page_.roles_of = click, interaction, now, now
            self._note_sent(page_, drawn)
        # Another click of theirs may have been answered meanwhile.
        before = self._pages.get(made.key)
        self._keep(page_)
        if before is not None and before is not page_:
            self._drop(before)
            page_.line = before
            self._tasks.start(self._shrink(before))
        if (await self._tables.look(table.id)).record.version != drawn.table.record.version:
            self._want(page_)

    async def bring(self, interaction: discord.Interaction, table: Table, click: Click, showing: Showing) -> None:
        """Show this on the person's page if one is open below the table's message; otherwise as `show` does. A question
        takes no question's place: they may have lost sight of that page.
        """
        page_, message = self._pages.get((table.id, click.person.user_id)), interaction.message
        is_public = message is not None and not message.flags.ephemeral
        is_in_sight = (
            page_ is not None
            and page_.click.channel_id == click.channel_id
            and page_.message_id > (table.record.message_id or 0)
            and not (page_.showing.is_question and showing.is_question)
        )
        if page_ is not None and is_in_sight and is_public:
            page_.showing, page_.roles_of = showing, self._clock.now()
            page_.click = replace(page_.click, person=click.person)
            await self._push(page_)
            if self._is_known(page_):
                if not interaction.response.is_done():
                    await interaction.response.defer()
                return
        await self.show(interaction, table, click, showing)

    def is_current(self, interaction: discord.Interaction, table_id: str) -> bool:
        """Return whether the clicked message is the person's current page of that table, and shows what it should."""
        page_ = self._clicked(interaction)
        return page_ is not None and str(page_.table_id) == table_id and not page_.failed

    def showing_in(self, interaction: discord.Interaction) -> Showing | None:
        """Return the content of the current page that was clicked; None for any other message."""
        page_ = self._clicked(interaction)
        return None if page_ is None else page_.showing

    async def refuse(self, interaction: discord.Interaction, click: Click, sentence: str) -> bool:
        """Show a refusal above the page that was clicked, as it is now. Returns False if no current page was."""
        page_ = self._clicked(interaction)
        if page_ is None or interaction.response.is_done():
            return False
        try:
            table = await self._tables.look(page_.table_id)
            await self.show(interaction, table, click, replace(page_.showing, note=sentence, moment=None))
        except PlayerError:
            return False
        return True

    async def interrupt(self, interaction: discord.Interaction, click: Click, view: FixedView) -> bool:
        """Show something else on the page that was clicked until an answer leads back, or the hand has ended or begun.
        Returns False if no current page was.
        """
        page_ = self._clicked(interaction)
        if page_ is None or interaction.response.is_done():
            return False

        table, shown = await self._tables.look(page_.table_id), page_.showing

        async def draw(glance: Glance) -> FixedView:
            if moment_of(glance.table) != moment_of(table):
                raise TooLate(MOVED_ON)
            return view

        await self.show(interaction, table, click, Showing(draw, shown.again, shown.after(""), is_question=True))
        return True

    async def leave(self, message_id: int) -> None:
        """Stop following in that message, which is about to show something else. An edit under way comes first."""
        page_ = self._in_message.get(message_id)
        if page_ is not None:
            self._drop(page_)
            async with page_.pen:
                self._in_message.pop(message_id, None)

    def follows(self, user_id: int) -> bool:
        """Return whether a person has pages that follow their tables."""
        return user_id in self._of_user

    def note_person(self, person: Person, guild_id: int) -> None:
        """Note a person's roles as an interaction has brought them."""
        for page_ in self._of_user.get(person.user_id, ()):
            if page_.click.guild_id == guild_id:
                page_.roles_of = self._clock.now()
                if page_.click.person != person:
                    page_.click = replace(page_.click, person=person)
                    self._want(page_)

    async def take(self, _: frozenset[int]) -> None:
        """Begin nothing: no process knows the pages of another one."""

    async def finish(self, shards: frozenset[int] | None = None) -> None:
        """Let the latest pages on the servers of these shards, or on all, say that they no longer follow their
        tables.
        """
        latest = self._on(shards)[-MOST_FAREWELLS:]
        for page_ in latest:
            self._drop(page_)
        await asyncio.gather(*map(self._show_for_the_last_time, latest))

    async def forget(self, shards: frozenset[int]) -> None:
        """Stop following on the servers of these shards."""
        for page_ in self._on(shards):
            self._drop(page_)
            self._in_message.pop(page_.message_id, None)
            if page_.task is not None:
                page_.task.cancel()

    def _on(self, shards: frozenset[int] | None) -> list[_Page]:
        pages = [*self._pages.values()]
        return pages if shards is None else [one for one in pages if self._shards.of(one.click.guild_id) in shards]

    def close(self) -> None:
        """Stop following."""
        for page_ in [*self._pages.values()]:
            self._drop(page_)
            if page_.task is not None:
                page_.task.cancel()
        if self._ending is not None:
            self._ending.cancel()
        self._tasks.cancel()

    def _clicked(self, interaction: discord.Interaction) -> _Page | None:
        """Return the clicked page if it is current, and the clicker's."""
        page_ = None if interaction.message is None else self._in_message.get(interaction.message.id)
        is_theirs = page_ is not None and page_.click.person.user_id == interaction.user.id
        return page_ if page_ is not None and is_theirs and self._is_known(page_) else None

    def _is_known(self, page_: _Page) -> bool:
        return self._pages.get(page_.key) is page_

    def _keep(self, page_: _Page) -> None:
        self._pages[page_.key] = page_
        self._pages.move_to_end(page_.key)
        self._at_table.setdefault(page_.table_id, set()).add(page_)
        self._of_user.setdefault(page_.click.person.user_id, set()).add(page_)
        self._in_message[page_.message_id] = page_
        if len(self._pages) > MOST_PAGES:
            self._retire(next(iter(self._pages.values())))
        if self._ending is None or self._ending.done():
            self._ending = asyncio.create_task(self._retire_in_time(), name="private pages")

    def _drop(self, page_: _Page) -> None:
        """Let the page be current no longer."""
        if self._is_known(page_):
            del self._pages[page_.key]
        for index, of in ((self._at_table, page_.table_id), (self._of_user, page_.click.person.user_id)):
            if of in index:
                index[of].discard(page_)
                if not index[of]:
                    del index[of]

    def _want_at(self, table_id: int) -> None:
        for page_ in self._at_table.get(table_id, ()):
            self._want(page_)

    def _want_in_campaign(self, _: int) -> None:
        """Draw all pages again: a campaign's settings have changed. It happens seldom, and what looks the same isn't
        sent.
        """
        for table_id in self._at_table:
            self._want_at(table_id)

    def _want(self, page_: _Page) -> None:
        page_.wanted = True
        if page_.task is None or page_.task.done():
            page_.task = asyncio.create_task(self._follow(page_), name=f"page of table {page_.table_id}")

    async def _follow(self, page_: _Page) -> None:
        self._links.read_in(page_.click.guild_id)
        while page_.wanted and self._is_known(page_):
            await self._clock.sleep(max(WINDOW, page_.not_before - self._clock.now()))
            page_.wanted = False
            try:
                await self._push(page_)
            except Exception as error:  # noqa: BLE001  # the next change is drawn again
                log_unexpected(log, error, "a private page of table %s could not be drawn", page_.table_id)

    async def _push(self, page_: _Page) -> None:
        """Draw the page, and send it if it looks otherwise. A click that is answered meanwhile comes first."""
        showing = page_.showing
        try:
            drawn = await self._draw(page_)
            if drawn.view.looks != page_.looks and await self._has_other_roles(page_):
                drawn = await self._draw(page_)
        except UNDRAWN as failed:
            self._note_failure(page_, failed)
            return
        except PlayerError as refused:
            if page_.showing is not showing:
                return
            if showing.back is None:
                self._drop(page_)
                await self._end(page_, page(str(refused)))
                return
            page_.showing = replace(showing.back, note=str(refused), moment=None)
            await self._push(page_)
            return
        async with page_.pen:
            if page_.showing is not showing or not self._is_known(page_):
                return
            if drawn.view.looks == page_.looks:
                self._note_sent(page_, drawn)
                return
            try:
                await answer_of(page_.interaction).change(drawn.view)
            except UNDRAWN as failed:
                self._note_failure(page_, failed)
            else:
                self._note_sent(page_, drawn)

    async def _has_other_roles(self, page_: _Page) -> bool:
        """Ask Discord for the roles of a GM, which may have been taken away since the last click, and return whether
        they have changed. Raises what the library raises.
        """
        table, person = await self._tables.look(page_.table_id), page_.click.person
        now = self._clock.now()
        if not is_gm(table.campaign, person) or now - page_.roles_of < ROLES_HOLD:
            return False
        met = await self._meet(page_.click.guild_id, person.user_id)
        page_.click, page_.roles_of = replace(page_.click, person=met), now
        return met != person

    async def _draw(self, page_: _Page) -> _Drawn:
        """Draw the page as the table is now. Raises what its view raises."""
        awaited: list[asyncio.Future[Any]] = []
        table = await self._tables.look(page_.table_id)
        showing = page_.showing.stamped(table)
        view = await showing.view(Glance(table, page_.click, showing.lines_at(table), awaited.append))
        return _Drawn(showing, table, view, tuple(awaited))

    def _note_sent(self, page_: _Page, drawn: _Drawn) -> None:
        page_.showing, page_.looks, page_.failed = drawn.showing, drawn.view.looks, 0
        for result in drawn.awaited:
            result.add_done_callback(lambda _: self._want(page_))

    def _note_failure(self, page_: _Page, failed: Exception) -> None:
        """Try again after a growing delay, unless Discord doesn't take it: the message may be dismissed."""
        page_.failed += 1
        log.info("a private page of table %s could not be edited: %s", page_.table_id, failed)
        if may_pass(failed) and page_.failed < _MOST_FAILURES:
            page_.not_before = self._clock.now() + AGAIN_AFTER * 2 ** (page_.failed - 1)
            self._want(page_)
        else:
            self._drop(page_)
            self._in_message.pop(page_.message_id, None)

    async def _retire_in_time(self) -> None:
        """Retire each page when its token ends."""
        while self._pages:
            first = next(iter(self._pages.values()))
            left = first.since + TOKEN_LIFE - self._clock.now()
            if left > 0:
                await self._clock.sleep(left)
            else:
                self._retire(first)

    def _retire(self, page_: _Page) -> None:
        self._drop(page_)
        self._tasks.start(self._show_for_the_last_time(page_))

    async def _show_for_the_last_time(self, page_: _Page) -> None:
        """Show the page as it is now, without its controls but one that makes it current again."""
        self._links.read_in(page_.click.guild_id)
        try:
            await self._has_other_roles(page_)
            texts = (await self._draw(page_)).view.texts
        except PlayerError as refused:
            await self._end(page_, page(str(refused)))
        except Exception as error:  # noqa: BLE001  # no page is worth more than a line in the log
            log_unexpected(log, error, "a private page of table %s could not be ended", page_.table_id)
        else:
            again = [[button(SHOW_AGAIN, page_.showing.again)]]
            await self._end(page_, page(*texts, NO_LONGER_FOLLOWS, rows=again))

    async def _shrink(self, page_: _Page) -> None:
        """Shrink a page to a line, and remove the line that the page before it has left."""
        await self._end(page_, page(FURTHER_DOWN))
        line, page_.line = page_.line, None
        if line is None or self._clock.now() - line.since > TOKEN_LIFE or line.message_id in self._in_message:
            return
        try:
            await answer_of(line.interaction).remove()
        except UNDRAWN as failed:
            log.info("the last line of an old page of table %s could not be deleted: %s", page_.table_id, failed)

    async def _end(self, page_: _Page, view: FixedView) -> None:
        """Send the last edit of a page that is no longer current, unless its message shows something else by now."""
        async with page_.pen:
            if self._in_message.get(page_.message_id) is not page_ or self._is_known(page_):
                return
            try:
                if self._clock.now() - page_.since <= TOKEN_LIFE:
                    await answer_of(page_.interaction).change(view)
            except UNDRAWN as failed:
                log.info("a private page of table %s could not be edited: %s", page_.table_id, failed)
            finally:
                self._in_message.pop(page_.message_id, None)


async def _deliver(interaction: discord.Interaction, view: FixedView) -> int:
    """Answer with the page, and return the id of its message; 0 where Discord doesn't say."""
    if interaction.response.is_done():
        return await answer_of(interaction).change(view)
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await interaction.response.edit_message(view=view)
        return interaction.message.id
    sent = await interaction.response.send_message(view=view, ephemeral=True)
    return sent.message_id or 0
