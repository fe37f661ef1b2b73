"""The table's message of every game, through a hand with six seats: as a small screen shows it, and as it is read out.

People play what they are offered, two of the seats are NPCs, and the page is looked at after each change.
"""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.engine.game import DEALER
from bot.engine.words import plain
from bot.images.upload import keep_current
from bot.tables.model import Seeds, Table
from playground.people import Seen
from tests.browser.axe import serious_findings
from tests.browser.clock import StillClock
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground, opened_playground
from tests.browser.sitting import GAMES, LocalClient, Sitting
from tests.browser.tab import Tab
from tests.images.hasty import Hasty
from tests.local_discord import discord_put_back

NARROW = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True, "bypass_csp": True}
NAMES = {"Lando": "Calrissian", "Roark": "Roark Garn", "Han": "Han Solo", "Qi'ra": "Qi'ra"}
NPCS = ("Dryden Vos", "Bossk")
_AT_NINE = 1_795_208_280.0
_ROSTER = "◦▸"
"""The signs that lines of the roster begin with."""
_IMAGE, _WORD = "\ufffc", re.compile(r"\w")
_NAMED = frozenset({"button", "combobox", "image", "link"})
"""Roles that say nothing without a name."""
_INLINE = frozenset({"strong", "emphasis", "time", "code", "mark"})
_WRAPPED = """(message, signs) => {
  const wrapped = [];
  for (const text of message.querySelectorAll(".text-display .markdown")) {
    if (!signs.includes(text.textContent[0])) continue;
    let boxes = [], words = "";
    const end = () => {
      if (boxes.length && Math.max(...boxes.map((box) => box.top)) >= Math.min(...boxes.map((box) => box.bottom)))
        wrapped.push(words);
      boxes = [], words = "";
    };
    let block = null;
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement.closest(".subtext, .markdown");
      if (around !== block) end();
      block = around;
      if (node.nodeName === "IMG") boxes.push(node.getBoundingClientRect()), (words += node.alt);
      if (node.nodeType !== Node.TEXT_NODE) continue;
      let from = 0;
      for (const part of node.data.split("\\n")) {
        if (from) end();
        const range = document.createRange();
        range.setStart(node, from), range.setEnd(node, from + part.length);
        boxes.push(...[...range.getClientRects()].filter((box) => box.width)), (words += part);
        from += part.length + 1;
      }
    }
    end();
  }
  return wrapped;
}"""
_LOOKS = """(message) => [...message.querySelectorAll(".container, .container *")]
  .filter((one) => !one.closest("svg"))
  .map((one) => [one.tagName, one.className, one.disabled, one.getAttribute("style")].join(" ")).join("\\n")"""


@dataclass
class Findings:
    """The mistakes in a table's message, each with its line."""

    wrapped: set[str] = field(default_factory=set[str])
    images_alone: set[str] = field(default_factory=set[str])
    turns_late: set[str] = field(default_factory=set[str])
    nameless: set[str] = field(default_factory=set[str])
    several_gold: set[str] = field(default_factory=set[str])
    gold_for_one: set[str] = field(default_factory=set[str])
    by_color: set[str] = field(default_factory=set[str])
    looks: dict[str, str] = field(default_factory=dict[str, str])
    """How the message looked, by its text as it is read out."""

    @property
    def faults(self) -> dict[str, set[str]]:
        """The kinds of mistakes found."""
        return {kind: found for kind, found in vars(self).items() if kind != "looks" and found}

    async def look(self, tab: Tab, table: Table, message: Seen) -> None:
        """Look at the message as the page shows it now."""
        shown = tab.page.locator(f'[data-message="{message.id}"]')
        if table.in_hand and table.to_act:
            await expect(shown).to_contain_text(plain(message.lines[1].partition("<t:")[0]).strip())
        await tab.is_drawn()
        self.wrapped |= set(await shown.evaluate(_WRAPPED, _ROSTER))
        lines, nameless = await _read_aloud(tab, message)
        aloud, looks = "\n".join(lines), await shown.evaluate(_LOOKS)
        if self.looks.setdefault(aloud, looks) != looks:
            self.by_color.add(aloud)
        self.nameless |= nameless
        self.images_alone |= {line for line in lines if _has_image_alone(line, table)}
        self._look_at_turn(table, lines)
        self._look_at_gold(table, message)

    def _look_at_turn(self, table: Table, lines: list[str]) -> None:
        """The line after the heading names the seats that are to act, if they are few, or how many there are."""
        asked = [table.voice.plain_name(seat) for seat in table.to_act - {DEALER}]
        if not table.in_hand or table.pause is not None or not asked:
            return
        if not (all(name in lines[1] for name in asked) or f"{len(asked)} players" in lines[1]):
            self.turns_late.add(f"{lines[0]} / {lines[1]} / {asked}")

    def _look_at_gold(self, table: Table, message: Seen) -> None:
        """At most one button is primary; it names the seat if only one may press it."""
        gold = [button for button in message.buttons if button.style == 1]
        if len(gold) > 1:
            self.several_gold.add(" | ".join(button.label for button in gold))
        for button in gold:
            verb, *rest = button.custom_id.split(":")
            able = [seat for seat in table.dealt_in if any(move.key == rest[-1] for move in table.moves(seat))]
            if verb == "act" and len(able) == 1 and table.voice.plain_name(able[0]) not in button.label:
                self.gold_for_one.add(button.label)


async def _read_aloud(tab: Tab, message: Seen) -> tuple[list[str], set[str]]:
    """Return the lines of a message as Chromium's accessibility tree has them, and the roles of nodes without a name.

    Images stand in the lines as one sign each.
    """
    session = await tab.page.context.new_cdp_session(tab.page)
    found = f"document.querySelector('[data-message=\"{message.id}\"] .components')"
    shown = await session.send("Runtime.evaluate", {"expression": found})
    tree = await session.send("Accessibility.queryAXTree", {"objectId": shown["result"]["objectId"]})
    await session.detach()
    text, nameless, control = "", set[str](), ""
    for node in tree["nodes"]:
        role, name = str(node["role"]["value"]), str(node.get("name", {}).get("value", ""))
        if node["ignored"] or role in _INLINE or role == "InlineTextBox":
            continue
        if role in _NAMED and not name:
            nameless.add(role)
        if role == "image":
            text += _IMAGE
        elif role == "StaticText":
            text += "" if name == control else name
        else:
            control = name
            text += f"\n{name}\n"
    return [line for line in text.splitlines() if line.strip()], nameless


def _has_image_alone(line: str, table: Table) -> bool:
    """Return whether a line shows an image and says nothing of it before the next part of the line."""
    for seat in table.names:
        line = line.replace(table.voice.plain_name(seat), "")
    return any(_IMAGE in part and not _WORD.search(part) for part in line.split(" · "))


@pytest_asyncio.fixture(loop_scope="session")
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    """Open a playground in which every run is the same, and time passes only where it is skipped."""
    seeds = Seeds(open="5e" * 32, closed="ad" * 32)
    with discord_put_back():
        async with opened_playground(tmp_path, clock=StillClock(_AT_NINE), seeds=lambda: seeds) as opened:
            await keep_current(opened.bot, opened.services.images, Hasty())
            yield opened
    assert opened.local.problems == []


@pytest.mark.parametrize("game", GAMES)
async def test_a_hand_of_six_is_readable_on_a_narrow_screen_and_aloud(playground: Playground, tab: OpenTab, game: str):
    gm = await tab("Lady Proxima", **NARROW)
    findings = await look_at_a_hand(playground, gm, game)
    serious = await serious_findings(gm.page)
    assert (findings.faults, serious) == ({}, [])


async def look_at_a_hand(playground: Playground, onlooker: Tab, game: str) -> Findings:
    """Have people play a hand with two NPCs, and look at every drawing of the table."""
    findings = Findings()
    players = [LocalClient(playground.person(name)) for name in NAMES]
    sitting = await Sitting.opened(playground, game, *players, idle=(), npcs=NPCS, names=NAMES)
    await findings.look(onlooker, await sitting.drawn(), sitting.message)
    await sitting.deals()
    seen = ""
    while (table := await sitting.drawn()).in_hand:
        if sitting.message.text != seen:
            seen = sitting.message.text
            await findings.look(onlooker, table, sitting.message)
        await sitting.goes_on()
    await findings.look(onlooker, table, sitting.message)
    return findings
