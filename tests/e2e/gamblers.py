"""People who gamble by themselves: they look at the table's message and press what they may, and remember each deed."""

import random
import re
from dataclasses import dataclass, field
from itertools import pairwise

from playground.discord.interactions import Interaction, Response
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Answer, Player, Seen

TO_MOVE = re.compile(r"^▸ \*\*(.+?)\*\*", re.MULTILINE)
DEAL = ("Deal", "Next hand")
CHIPS = re.compile(r"([\d,]+) cr")
ANTE = 10
_QUIET = ("Check", "Call", "Pass", "Leave them")
_CHANGES = (Response.UPDATE, Response.DEFERRED_UPDATE)


@dataclass(eq=False)
class Corner:
    """A table in a channel of its own, and those who play there. `deeds` is all that they did, answered or not."""

    local: LocalDiscord
    channel: Channel
    keeper: Player
    gamblers: dict[str, Player]
    chosen: random.Random
    deeds: list[Interaction] = field(default_factory=list[Interaction])
    table: Seen | None = None

    @classmethod
    def of(cls, local: LocalDiscord, guild: Guild, keeper: Player, number: int, seats: int, seed: int) -> "Corner":
        names = [f"Gambler {number}{letter}" for letter in "ABCDEFGHIJ"[:seats]]
        people = {name: Player(local, local.world.add_member(guild, name)) for name in names}
        channel = local.world.add_channel(guild, f"corner-{number}")
        return cls(local, channel, keeper, people, random.Random(f"{seed}:{number}"))

    @property
    def message(self) -> Seen:
        if self.table is None:
            raise RuntimeError("no table is open")
        return self.table

    async def open(self) -> None:
        """Open the table as its host, and seat everyone."""
        answer = await self.did(self.keeper.slash(self.channel, "pilok open"))
        self.table = answer.message
        for name, player in self.gamblers.items():
            form = (await self.did(player.click(self.message, "Sit"))).modal
            await self.did(player.submit(form, {"name": name}))
            await self.shows(name)

    async def did(self, answer: Answer) -> Answer:
        """Remember a deed as soon as it is sent, and wait for its answer."""
        self.deeds.append(answer.interaction)
        return await answer

    async def shows(self, text: str) -> None:
        await self.local.world.until(lambda: text in self.message.text)

    @property
    def is_between_hands(self) -> bool:
        return any(self.message.find(label) for label in DEAL)

    @property
    def is_over(self) -> bool:
        """True between hands once somebody's chips are too few for the ante."""
        chips = [int(found[1].replace(",", "")) for seat in self._seats if (found := CHIPS.search(seat))]
        return self.is_between_hands and min(chips, default=ANTE) < ANTE

    @property
    def _seats(self) -> list[str]:
        """The lines of the seats that don't move. Chips, and that a seat sits out, may stand in a line of their own."""
        return [f"{one} {after}" for one, after in pairwise((*self.message.lines, "")) if one.startswith("◦")]

    @property
    def to_move(self) -> Player:
        """The player that the table's message marks."""
        found = TO_MOVE.search(self.message.text)
        if found is None:
            raise RuntimeError(f"nobody is to move: {self.message!r}")
        return self.gamblers[found[1]]

    async def act(self, *, quietly: bool = False) -> Answer:
        """One deed of somebody who may: deal, or a move of whoever is to act; then see it drawn. `quietly` raises
        nothing, so that a hand comes to its end.
        """
        if self.is_between_hands:
            await self._come_back()
        shown = self.message.message.version
        if self.is_between_hands:
            label = next(label for label in DEAL if self.message.find(label))
            answer = await self.did(self.chosen.choice(list(self.gamblers.values())).click(self.message, label))
        else:
            answer = await self._move(quietly=quietly)
        if answer.acknowledged is not Response.MODAL:
            await self._redrawn(shown, answer)
        return answer

    async def _redrawn(self, shown: int, answer: Answer) -> None:
        """Check that the table is drawn as it is now, no matter how the click ended or if the table had moved on
        unseen.
        """
        try:
            await self.local.world.until(lambda: self.message.message.version != shown)
        except TimeoutError:
            raise TimeoutError(f"{answer!r} ({answer.text}) left the table as it was: {self.message!r}") from None

    async def _move(self, *, quietly: bool) -> Answer:
        player = self.to_move
        moves = [button for button in self.message.buttons if button.custom_id.startswith("act:")]
        name = f"{player.user.display_name}: "
        labels = {move.label.removeprefix(name) for move in moves}
        # Folding what could be checked is asked about first.
        able = [move for move in moves if not (move.label == "Fold" and "Check" in labels)]
        if quietly:
            able = [move for move in moves if move.label.removeprefix(name).startswith(_QUIET)]
        answer = await self.did(player.click(self.message, self.chosen.choice(able).custom_id))
        if answer.modal is not None:
            return await self.did(player.submit(answer.modal, {}))
        return answer

    async def fidget(self) -> None:
        """Look at a seat, sit out and come back in."""
        player = self.chosen.choice(list(self.gamblers.values()))
        for wanted in ("Sit out", "Back in"):
            page = (await self.did(player.click(self.message, "My seat"))).message
            if page is not None and page.find(wanted):
                await self.did(player.click(page, wanted))

    async def _come_back(self) -> None:
        """Deal in everyone who was out when the bot was killed."""
        out = "\n".join(seat for seat in self._seats if "sits out" in seat)
        for player in (player for name, player in self.gamblers.items() if name in out):
            shown = self.message.message.version
            page = (await self.did(player.click(self.message, "My seat"))).message
            if page is not None and page.find("Back in"):
                await self._redrawn(shown, await self.did(player.click(page, "Back in")))

    async def finish_hand(self) -> None:
        """Go on until the hand in play is over."""
        while not self.is_between_hands:
            await self.act(quietly=True)

    @property
    def acknowledged(self) -> set[str]:
        """The deeds that changed something, as their people were told: the table or their own page was drawn anew, a
        table was opened.
        """
        return {str(deed.id) for deed in self.deeds if deed.response in _CHANGES or _opened_a_table(deed)}

    @property
    def refused(self) -> set[str]:
        """The deeds that were answered without any effect: a refusal, a page to look at, a form to fill in."""
        answered = {str(deed.id) for deed in self.deeds if deed.response is not None}
        return answered - self.acknowledged


def _opened_a_table(deed: Interaction) -> bool:
    return deed.response is Response.MESSAGE and any(not message.is_ephemeral for message in deed.made)
