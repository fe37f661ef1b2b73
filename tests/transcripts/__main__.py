"""Write the transcripts of all playthroughs anew: python -m tests.transcripts."""

from tests.transcripts.script import load, scripts
from tests.transcripts.transcript import transcript

for path in scripts():
    path.with_suffix(".txt").write_text("\n".join(map(transcript, load(path))), encoding="utf-8")
