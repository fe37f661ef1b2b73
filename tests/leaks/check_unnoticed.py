"""A cheat that nobody notices: whoever isn't in on it is sent just what they would have been sent without it.

Two evenings are played alike, click by click, but for one thing: in one of them somebody cheats, in the other they only
look up their sleeve. All that reaches anybody else is compared, to the number of requests and their moments: messages
and edits with their ids, forms, lists, reminders, "Verify". Dice that are thrown twice fall alike, so these evenings
never part; where a card is swapped, they do when somebody else sees it.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.campaigns import Campaign
from bot.engine.cheating.state import CrookedHand
from bot.engine.cheating.wrapper import Crooked
from bot.tables.verification import report
from bot.ui.gm.channel import GmChannel
from tests.leaks.comparing import Difference, alike, but_for_dice, differences, whispers
from tests.leaks.crooked_nights import night_of
from tests.leaks.plans import AS_PRINTED, PLANS, Cheat
from tests.scale import on_the_wire

PART = {"golem", "pazaak", "klingon"}
"""The games in which others see the swapped card in the end, or what was drawn in its place."""
LOADED = "**Han** loads the die for Orbit toward 6."


@pytest.mark.parametrize("name", on_the_wire([*PLANS], "pilok"))
async def test_cheating_changes_nothing_that_other_players_are_sent(name: str, tmp_path: Path):
    plan = PLANS[name]
    honest = await night_of(plan, tmp_path / "honest", cheats=False)
    crooked = await night_of(plan, tmp_path / "crooked", cheats=True)

    assert differences(honest, crooked) == []
    compared = [scene.name for scene, _ in alike(honest, crooked)]
    cheats = [
        scene.name for scene in crooked.scenes if scene.name.endswith(tuple(f": {one.key}" for one in plan.cheats))
    ]
    assert len(cheats) == len(plan.cheats)
    assert compared.index(cheats[-1]) < len(compared) - 2
    assert name in PART or len(compared) == len(honest.scenes) == len(crooked.scenes)

    for night in (honest, crooked):
        assert whispers(night.heard, night.kept) == []
        assert whispers(night.lines, night.kept) == []
    assert len(crooked.kept) > len(honest.kept)
    assert [sentence for sentence in crooked.kept if sentence not in crooked.in_the_channel] == []
    assert [sentence for sentence in crooked.kept if sentence not in crooked.on_the_page] == []


async def test_die_that_lies_open_shows_another_face_and_nothing_is_said_of_it(tmp_path: Path):
    """The table's message is edited, and everything else that is sent is what might be sent of any other dice."""
    honest = await night_of(AS_PRINTED, tmp_path / "honest", cheats=False)
    crooked = await night_of(AS_PRINTED, tmp_path / "crooked", cheats=True)
    for night in (honest, crooked):
        assert whispers(night.heard, night.kept) == []
        assert whispers(night.lines, night.kept) == []
    assert len(crooked.kept) == len(honest.kept) + 2 * len(AS_PRINTED.cheats)
    cheated = [scene.name for scene in crooked.scenes if scene.name.endswith((": reroll", ": reroll_common"))]
    for one in differences(honest, crooked):
        if one.scene in cheated:
            edits = [text for text in one.other if not text.startswith('["answer"')]
            at_the_table = [text for text in edits if "On the table" in text]
            assert (one.one, len(at_the_table)) == ((), 1), one
            assert all("** to win" in text for text in edits if text not in at_the_table)


async def test_cheated_die_shows_only_its_face_until_the_showdown(tmp_path: Path):
    plan = replace(PLANS["baldur"], cheats=(Cheat("Han", "palm", 1, {"which": "lowest"}),), apart=True)
    honest = await night_of(plan, tmp_path / "honest", cheats=False)
    crooked = await night_of(plan, tmp_path / "crooked", cheats=True)
    names = [scene.name for scene in crooked.scenes]
    end = next(at for at, scene in enumerate(crooked.scenes) if any("Showdown" in text for text in scene.heard))
    seen = [one for one in differences(honest, crooked) if names.index(one.scene) < end]
    assert len(seen) > 1
    told = differences(honest, crooked, but_for_dice)
    assert [one for one in told if names.index(one.scene) < end] == []


def makes_a_turn(patch: pytest.MonkeyPatch) -> None:
    """As any other step."""
    patch.setattr("bot.tables.hand.engine.looks_the_same", lambda *_: False)


def tells_the_table(patch: pytest.MonkeyPatch) -> None:
    """Post the GM channel's messages at the table."""

    async def sent(self: GmChannel, campaign: Campaign, **message: Any) -> None:
        places = [channel for guild in self._client.guilds for channel in guild.text_channels]
        await next(place for place in places if place.name == "tables").send(**message)

    patch.setattr(GmChannel, "_send", sent)


def shows_what_others_learned(patch: pytest.MonkeyPatch) -> None:
    """Each seat reads on its own page what any seat has learned."""
    view = Crooked.view

    def seen(self: Crooked, state: CrookedHand, seat: int | None) -> Any:
        return view(self, state, seat).evolve(heard=tuple(event for _, event in state.heard))

    patch.setattr(Crooked, "view", seen)


def counts_what_was_done(patch: pytest.MonkeyPatch) -> None:
    """Show the hand's number of actions to anyone who verifies it."""
    patch.setattr(report, "_for_everybody", lambda found: found.evolve(sentences=(f"{found.actions} actions",)))


async def scenes_that_differ(folder: Path) -> dict[str, Difference]:
    """By what is done there, the first of each."""
    plan = replace(PLANS["pilok"], cheats=PLANS["pilok"].cheats[:1])
    honest = await night_of(plan, folder / "honest", cheats=False)
    crooked = await night_of(plan, folder / "crooked", cheats=True)
    found = [(one.scene.partition(": ")[2], one) for one in differences(honest, crooked)]
    return dict(reversed(found))


async def test_a_turn_that_is_made_by_a_cheat_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    makes_a_turn(monkeypatch)
    found = await scenes_that_differ(tmp_path)
    assert {"an accusation", "a move"} <= found.keys()


async def test_text_or_count_that_betrays_a_cheat_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for leak in (tells_the_table, shows_what_others_learned, counts_what_was_done):
        leak(monkeypatch)
    found = await scenes_that_differ(tmp_path)
    assert any("tries something" in text for text in found["Han: load"].other)
    assert any("toward 6" in text for text in found["a look"].other)
    assert any("actions" in text for text in found["the last look"].other)
    assert whispers(found["a look"].other, ())


def test_the_search_would_notice_a_sentence_of_the_log_and_its_words():
    kept = [f"**Han** tries something (load their die). **Han**: Sleight of Hand 12D: 5 5 = 60. {LOADED}"]
    assert whispers(['"-# Han: Sleight of Hand 12D: 5 5 = 60."'], kept)
    assert whispers([f'["message", "{LOADED}"]'], kept)
    assert whispers(["Nobody has noticed."], ())
    assert not whispers(["**Han** rolls 5. Up your sleeve: Load your die for Orbit or Accuse."], kept)
