"""Who sees a cheat at Baldur Hold'em: whoever of the others looks closest (rules 7.19, 7.20), in all three systems."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.engine.cheating.contests import Proficiency
from bot.engine.skills import D6, NARRATIVE
from cogs.baldur.state import BaldurKit
from tests.games.baldur.baldur_table import GM, ROLLED, VOID, Table, in_round

UNSEEN = 20
"""A sleight that nobody sees."""


class TestWhoWatches:
    SKILLS: Mapping[str, str] = MappingProxyType({"Bram": "Perception +2", "Cleo": "Perception +4"})

    def watcher(self, table: Table) -> str:
        return table.name(table.noted("tried")[-1].watcher)

    def test_watcher_is_the_one_who_spots_best(self):
        assert self.watcher(Table(skills=self.SKILLS).do("Ada", "palm", UNSEEN, which="lowest")) == "Cleo"

    def test_nobody_watches_themselves(self):
        assert self.watcher(Table(skills=self.SKILLS).do("Cleo", "palm", UNSEEN, which="lowest")) == "Bram"

    def test_folded_player_does_not_watch(self):
        table = in_round(2, skills=self.SKILLS).stay("Ada", "Bram").do("Cleo", "fold", *VOID)
        assert self.watcher(table.do("Ada", "spell", UNSEEN, aim="dice", words="Luck")) == "Bram"

    def test_npcs_without_a_seat_watch_as_one_with_the_crowds_sheet(self):
        table = Table(skills=self.SKILLS, crowd="Perception +6").do("Ada", "palm", UNSEEN, which="lowest")
        assert self.watcher(table) == GM

    def test_an_npc_with_a_seat_watches_with_its_own(self):
        table = Table(seated=("Nils",), skills={"Nils": "Perception +6"}).do("Ada", "palm", UNSEEN, which="lowest")
        assert self.watcher(table) == "Nils"

    def test_the_npcs_are_watched_by_the_players(self):
        table = Table(seated=("Nils",), skills={"Nils": "Perception +6", "Bram": "Perception +2"})
        assert self.watcher(table.do(GM, "switch", UNSEEN, 1, die="0.3")) == "Bram"

    def test_gaming_proficiency_helps_to_watch(self):
        kit = BaldurKit(proficiency=Proficiency(bonus=3))
        table = Table(skills=self.SKILLS, kits={"Bram": kit}).do("Ada", "palm", UNSEEN, which="lowest")
        assert self.watcher(table) == "Bram"

    def test_gaming_proficiency_never_counts_twice(self):
        kit = BaldurKit(proficiency=Proficiency(bonus=3, has=("spot",)))
        table = Table(skills=self.SKILLS, kits={"Bram": kit}).do("Ada", "palm", UNSEEN, which="lowest")
        assert self.watcher(table) == "Cleo"

    def test_sleight_is_unseen_on_a_tie(self):
        table = Table(skills={"Bram": "Perception +4"}).do("Ada", "palm", 14, which="lowest")
        assert table.told("accused") == []

    def test_sleight_below_the_watcher_is_seen(self):
        table = Table(skills={"Bram": "Perception +4"}).do("Ada", "palm", 13, 1, which="lowest")
        assert table.told("accused")[0].accuser == table.seat("Bram")

    def test_distraction_helps_a_sleight(self):
        table = Table(dealer="rotation").rolls(ROLLED).influence("Ada", "Bram", 15, 5, manner="distract")
        table.do("Ada", "load", 3, 12, which="lowest")
        assert table.noted("tried")[0].unseen


class TestTheThreeDiceSystems:
    """The same sleight with the skills of each."""

    def test_d6_perception_is_the_mean_of_its_pool(self):
        table = Table(system=D6, skills={"Ada": "Sleight of Hand 4D", "Bram": "Search 3D+2"})
        table.do("Ada", "palm", 4, 4, 4, 1, which="lowest")
        contest = table.noted("tried")[0].contest
        assert (contest.initiator.total, contest.target.total, contest.winner) == (13, 12, "initiator")

    def test_d20_perception_is_passive(self):
        table = Table(skills={"Ada": "Sleight of Hand +5", "Bram": "Perception +3"})
        table.do("Ada", "palm", 8, which="lowest")
        contest = table.noted("tried")[0].contest
        assert (contest.initiator.total, contest.target.total, contest.target.how) == (13, 13, "passive")

    def test_narrative_perception_stands_in_the_way_as_difficulty(self):
        table = Table(system=NARRATIVE, skills={"Ada": "Agility 1", "Bram": "Willpower 3"})
        table.do("Ada", "palm", 2, 1, 1, 1, which="lowest")
        assert [die.kind for die in table.noted("tried")[0].contest.target.dice] == ["difficulty"] * 3
