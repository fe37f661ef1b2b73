"""A tournament of Klingon Hold-'Em by clicks, from its fees to its prizes, and a cash table with a campaign's cards."""

from pathlib import Path

from bot.ledger import accounts, audit, balance
from bot.ui.client import Shadowport
from cogs.klingon.card_file import read_deck
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild, Upload
from playground.people import Player
from tests.e2e.captains import Overheard, Ships, my_ships, written
from tests.manual_clock import ManualClock
from tests.ui.tables.evening import Evening, bot_up, told

FIRST = {
    "Han": ("fed-dn", "fed-ca"),
    "Lando": ("kli-d7", "kli-f5"),
    "Roark": ("rom-ff", "gor-ff"),
    "NPC": ("tho-pc", "gor-dd"),
}
SECOND = {
    "Lando": ("tho-cw", "tho-ca"),
    "Roark": ("rom-warbird", "rom-dd"),
    "NPC": ("kli-dn", "kzi-bc"),
    "Han": ("rom-ca", "gor-cl"),
}
THIRD = {"NPC": ("gor-dn", "kzi-ff"), "Han": ("rom-dn", "gor-bc"), "Lando": ("kzi-dd", "kzi-cl")}
FOURTH = {"Han": ("kzi-cv", "kli-cv"), "NPC": ("fed-ff", "fed-dd")}
"""Ships of each hand, from the left of the sun; no ship comes twice."""
FOLDED = (*FIRST["Roark"], *FIRST["NPC"], *SECOND["Han"], *THIRD["Lando"])
PHOTONS = "photon-12 photon-8 overload phaser-7 phaser-5"
DISRUPTORS = "disruptor-10 disruptor-8 overload phaser-6 drone-8"
PLASMA = "plasma_r-20 enveloper phaser-7 phaser-3 photon-8"
DRONES = "drone-8 drone-6 scatter_pack phaser-5 phaser-4"


class Tournament:
    """Han, Lando, Roark and an NPC of the GM's at a table, seats 1 to 4."""

    def __init__(self, evening: Evening, overheard: Overheard, people: dict[str, Player]) -> None:
        self.evening, self.overheard, self.people = evening, overheard, people
        self.npc = ""

    async def opens(self) -> None:
        """Open a tournament: a seat costs 200 credits, the first two share the prize, one rebuy each."""
        evening = self.evening
        await evening.open(command="klingon open", fee="200", prizes="65 and 35 percent", clock="off")
        editor = (await evening.privately(evening.gm, "More…", "House rules…")).shown
        await evening.gm.select(editor, "Change…", "Buying back in")
        await evening.gm.submit(None, {"Buying back in": "1"})
        await evening.drawn()
        for name in ("Han", "Lando", "Roark"):
            await self.people[name].click(evening.message, "Sit")
            await self.people[name].submit(None, {"Your character's name": name})
            await evening.drawn()
        self.npc = (await evening.adds_npc()).name

    async def deals(self, who: str, label: str, ships: dict[str, Ships], cards: str) -> int:
        """Deal, and return how much had been sent before that."""
        self.evening.roll(*written(ships, cards))
        begun = len(self.overheard.sent)
        await self.evening.does(self.people[who], label)
        return begun

    async def raises(self, who: str, to: str) -> None:
        await self._puts_in(who, "Raise…", {"Raise to": to})

    async def bets(self, who: str, amount: str) -> None:
        await self._puts_in(who, "Bet…", {"Bet": amount})

    async def _puts_in(self, who: str, label: str, answers: dict[str, str]) -> None:
        answer = await self.evening.fills(self.people[who], label, answers)
        assert not answer.interaction.made, answer.text
        await self.evening.drawn()

    async def does(self, *deeds: str) -> None:
        """Do these actions one after the other, as in "Han Check"."""
        for deed in deeds:
            who, label = deed.split()
            await self.evening.does(self.people[who], label)

    async def points(self) -> list[int]:
        """By entrant, as they sat down."""
        standing = (await self.evening.table()).standing
        assert standing is not None
        return [one.points for one in standing.entrants]

    async def purses(self) -> list[int]:
        characters = (await self.evening.table()).record.entered
        services = self.evening.services
        campaign = await self.evening.cast.campaign()
        found = [await services.characters.get(campaign.id, one.character_id) for one in characters]
        return [await self.evening.purse(character) for character in found]

    async def prize(self) -> int:
        return await balance(self.evening.services.db, accounts.prize((await self.evening.table()).id))

    def over(self, begun: int, ships: dict[str, Ships]) -> None:
        self.overheard.ended(begun, {self.people[who].id: pair for who, pair in ships.items()})

    @property
    def lines(self) -> list[str]:
        return self.evening.message.lines


async def test_a_tournament_from_its_fees_to_its_prizes(
    local: LocalDiscord, clock: ManualClock, channel: Channel, guild: Guild, gm: Player, han: Player, lando: Player,
    tmp_path: Path,
):  # fmt: skip
    overheard = Overheard(local)
    people = {"Han": han, "Lando": lando, "NPC": gm}
    async with bot_up(local, clock, channel, guild, gm, tmp_path) as evening:
        people["Roark"] = evening.guest("Roark")
        night = Tournament(evening, overheard, people)
        await night.opens()
        began = await _fees_are_paid_and_one_buys_back_in(night)
        await _three_are_all_in(night)
        begun = await night.deals("Roark", "Next hand", THIRD, PLASMA)
        await night.raises("NPC", "60")
    async with bot_up(local, clock, channel, guild, gm, tmp_path) as evening:
        night.evening = evening
        evening.roll(*written(THIRD, PLASMA)[6:])
        await _played_on_after_a_restart(night, begun)
        await _one_gives_up(night)
        await _won(night)
        gained = [650 - 200, -400, -200, 350 - 200]
        assert await night.purses() == [had + more for had, more in zip(began, gained, strict=True)]
        assert await night.prize() == 0
        assert (await audit(evening.services.db)).is_clean
        assert evening.message.find("Begin the tournament")
    assert overheard.leaks(FOLDED) == []
    assert overheard.was_told(han, FIRST["Han"])
    assert overheard.was_told(han, FOURTH["Han"])


async def _fees_are_paid_and_one_buys_back_in(night: Tournament) -> list[int]:
    """Han takes all of Lando's chips; Lando buys back in. What the wallets held before anybody paid."""
    evening, lando = night.evening, night.people["Lando"]
    begun = await night.deals("Han", "Begin the tournament", FIRST, PHOTONS)
    before = [purse + 200 for purse in await night.purses()]
    assert await night.prize() == 800
    assert "-# Tournament · 4 in · prize 800 cr" in night.lines
    await night.raises("Han", "40 chips")
    await night.does("Lando Engage", "Roark Disengage", "NPC Engage")
    mine = await my_ships(evening, night.people["Han"])
    assert "✓ Fires Photon 12 (doubled by Overload) and Photon 8." in mine.lines
    assert any("to win" in line for line in mine.lines)
    await night.bets("Han", "160")
    await night.does("Lando Engage", "NPC Disengage")
    night.over(begun, FIRST)
    assert night.lines[1] == ("**Han**'s attack of 44 takes the pot, 445 chips. **Lando** is out, fourth.")
    assert await night.points() == [445, 0, 195, 160]
    page = (await evening.privately(lando, "My seat")).shown
    await lando.click(page, "Buy back in 200 cr")
    await evening.drawn()
    assert await night.points() == [445, 200, 195, 160]
    assert await night.prize() == 1000
    return before


async def _three_are_all_in(night: Tournament) -> None:
    """Give the NPC the main pot and Lando the side pot. Roark is out: they or a GM deal while he may come back."""
    begun = await night.deals("Roark", "Next hand", SECOND, DISRUPTORS)
    await night.raises("Lando", "200")
    await night.does("Roark Engage", "NPC Engage", "Han Disengage")
    night.over(begun, SECOND)
    assert night.lines[1].startswith(f"**{night.npc}**'s attack of 42 takes the main pot, 490 chips.")
    assert "**Lando**'s attack of 34 takes the side pot, 70 chips." in night.lines[1]
    assert night.lines[1].endswith("**Roark** is out, fourth.")
    assert await night.points() == [435, 75, 0, 490]


async def _played_on_after_a_restart(night: Tournament, begun: int) -> None:
    """Play on after a restart: the cloaked bets have grown with Roark out, and the deck goes on in its order."""
    assert any(line.endswith("**Han** 10 chips, **Lando** 20 chips.") for line in night.lines)
    await night.does("Han Engage", "Lando Disengage", "NPC Check")
    await night.bets("Han", "375")
    await night.does("NPC Engage")
    night.over(begun, THIRD)
    assert any(line.endswith("Plasma-R 20 (doubled by Enveloper), Phaser 7 and Phaser 3.") for line in night.lines)
    assert "✗ Not fired: Photon 8" in night.lines
    assert await night.points() == [890, 55, 0, 55]


async def _one_gives_up(night: Tournament) -> None:
    """Lando leaves, and the chips lie in the middle."""
    asked = await night.evening.privately(night.people["Lando"], "My seat", "Leave")
    assert asked.text == "Leave the tournament? Then you give up, and the chips go into the next pot."
    assert (await night.people["Lando"].click(asked.shown, "Leave")).text == "You leave."
    await night.evening.drawn()
    assert "-# **Lando** gives up. 55 chips go into the next pot." in night.lines


async def _won(night: Tournament) -> None:
    """Han wins the last hand, with what Lando has left in the middle."""
    begun = await night.deals("Han", "Next hand", FOURTH, DRONES)
    assert any(line.startswith("Cloaked bets 15/30 chips.") for line in night.lines)
    await night.raises("Han", "60")
    await night.does("NPC Engage")
    night.over(begun, FOURTH)
    assert night.lines[1].endswith(f"**{night.npc}** is out, second.")
    assert f"-# **Han** wins the tournament: 650 cr. **{night.npc}** is second: 350 cr." in night.lines
    assert await night.points() == [1000, 0, 0, 0]


async def test_a_campaign_plays_a_cash_table_with_its_own_cards(
    bot: Shadowport, local: LocalDiscord, clock: ManualClock, channel: Channel, guild: Guild, gm: Player, han: Player,
    lando: Player,
):  # fmt: skip
    """The GM takes the game's cards as a file, changes them and loads them: at the table they go by the new names."""
    evening = Evening(local, bot, clock, channel, guild, gm)
    given = await gm.slash(channel, "klingon deck export").done()
    (content,) = given.shown.files.values()
    changed = content.decode().replace('photon = "Photon"', 'photon = "Torpedo"').replace("cruiser", "frigate-killer")
    file = Upload(0, "ours.toml", changed.replace("fighter_points = 6", "fighter_points = 9").encode())
    loaded = await gm.slash(channel, "klingon deck import", file=file).done()
    assert "Loaded: 36 ships, 60 action cards, 3 carriers." in told(loaded)

    own = read_deck(file.content)
    await evening.open(command="klingon open", preset="cash table", cards="own", clock="off")
    await evening.sits(han, "Han", "300")
    await evening.sits(lando, "Lando", "200")
    evening.roll(*written({"Han": ("fed-ca", "fed-cv"), "Lando": ("kli-d7", "kli-f5")}, PHOTONS, own))
    await evening.does(han, "Deal")
    refused = told(await evening.fills(han, "Raise…", {"Raise to": "400"}))
    assert refused.startswith("The largest raise is to 300 cr.")
    await evening.fills(han, "Raise…", {"Raise to": "300"})
    await evening.drawn()
    await evening.does(lando, "Engage")
    assert evening.message.lines[1] == (
        "**Han**'s attack of 62 takes the pot, 400 cr. Uncalled chips return to **Han**: 100 cr."
    )
    assert (
        "-# **Han**: Federation heavy frigate-killer fires Torpedo 12 (doubled by Overload), Torpedo 8, Phaser 7 and "
        "Phaser 5; Federation carrier launches fighters for 18."
    ) in evening.message.lines
    assert [await evening.chips(seat) for seat in (1, 2)] == [500, 0]
    assert (await audit(evening.services.db)).is_clean
