"""Golden playthroughs: the same script gives the same words. `python -m tests.transcripts` writes them anew."""

from pathlib import Path

import pytest

from tests.transcripts.script import load, scripts
from tests.transcripts.transcript import transcript

SCRIPTS = scripts()


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_playthrough_reads_as_it_did(path: Path):
    assert (
        "\n".join(map(transcript, load(path))).splitlines()
        == path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    )


def test_no_transcript_is_left_without_its_script():
    here = Path(__file__).parent
    assert {path.stem for path in here.glob("*.txt")} == {path.stem for path in SCRIPTS}


def test_the_worked_example_ends_as_the_rulebook_says():
    """Pots 30, 180, 510 and 1410; two jumps; Lando and Han split, 705 each (seed 000)."""
    (script,) = load(Path(__file__).parent / "pilok_worked_example.toml")
    (hand,) = script.played()
    pots = [turn.step.state.pot for turn in hand.turns]
    assert pots[0] == 30
    assert {180, 510, 1410} <= set(pots)
    end = script.spec.game.outcome(hand.turns[-1].step.state)
    assert end is not None
    assert [dict(end.stacks)[player.seat] - player.stack for player in script.players] == [-470, 235, 235]
