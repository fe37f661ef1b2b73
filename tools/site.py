"""Build the searchable site of the documents into `build/site`.

The site has the pages of `docs` and a few of the root. Links between them are kept. A link to any other file of the
project becomes plain text, since that file isn't part of the site.
"""

import argparse
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

SOURCE = Path("build/docs")
"""The folder that `zensical.toml` reads."""
SHIM = "tools/vendor/iframe-worker.js"
"""The script that searches where the site is opened as files: browsers start no worker there."""
FROM_ROOT = ("PRIVACY.md", "TERMS.md", "ARCHITECTURE.md", "CHANGELOG.md")
_FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)")
_HTML_SOURCE = re.compile(r'\b(src|srcset)="([^"]+)"')


def stage(root: Path, folder: Path) -> None:
    """Copy the documents below `root` into the folder, with links as the site has them."""
    shutil.rmtree(folder, ignore_errors=True)
    for source, place in pages(root).items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if place.endswith(".md"):
            target.write_text(relink((root / source).read_text(), source, root))
        else:
            shutil.copyfile(root / source, target)


def pages(root: Path) -> dict[str, str]:
    """Return the place in the site of each file that it has, by the file's path in the project."""
    below = (path for path in sorted((root / "docs").rglob("*")) if path.is_file())
    found = {path.relative_to(root).as_posix(): path.relative_to(root / "docs").as_posix() for path in below}
    found[SHIM] = "assets/iframe-worker.js"
    return found | {name: name for name in FROM_ROOT if (root / name).is_file()}


def relink(text: str, source: str, root: Path) -> str:
    """Return a page's text with its links as the site has them. `source` is the page's path in the project.

    A link to a file that isn't there stays, so that a strict build finds it.
    """
    places = pages(root)
    here = PurePosixPath(source).parent.as_posix()
    start = PurePosixPath(places[source]).parent.as_posix()

    def moved(target: str) -> str | None:
        place = places.get(posixpath.normpath(posixpath.join(here, target)))
        return None if place is None else posixpath.relpath(place, start)

    def link(found: re.Match[str]) -> str:
        mark, label, target, anchor = found.groups(default="")
        if not target or "://" in target or target.startswith("mailto:"):
            return found[0]
        place = moved(target)
        if place is None:
            return label if (root / here / target).exists() else found[0]
        return f"{mark}[{label}]({place}{anchor})"

    def image(found: re.Match[str]) -> str:
        return f'{found[1]}="{moved(found[2]) or found[2]}"'

    def change(prose: str) -> str:
        return _HTML_SOURCE.sub(image, _LINK.sub(link, prose))

    parts, end = [], 0
    for fence in _FENCE.finditer(text):
        parts += [change(text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, change(text[end:])])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.parse_args()
    stage(Path(), SOURCE)
    return subprocess.run([sys.executable, "-m", "zensical", "build", "--clean", "--strict"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
