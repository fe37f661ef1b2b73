"""Write the transcripts of all playthroughs anew: python -m tests.playthroughs."""

from tests.playthroughs.script import load, scripts
from tests.playthroughs.transcript import transcript

for path in scripts():
    path.with_suffix(".txt").write_text(transcript(load(path)), encoding="utf-8")
