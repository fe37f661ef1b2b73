"""Wording that texts avoid, counted by pattern and kind of text; each count has a ceiling that may only fall.

`python -m tools.wording` compares today's counts with the ceilings in `wording.json` and ends with 1 if one has risen
or a pattern of `wording.toml` has no ceiling; `--write` stores counts that have fallen, and those of new patterns.
"""

import argparse
import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

KINDS = ("strings", "documents", "docstrings", "tests")
COMMAND = ".venv/bin/python -m tools.wording --write"
PATTERNS, CEILINGS = "tools/wording.toml", "tools/wording.json"
DOCUMENTS = ("*.md", ".env.example", "docs/**/*.md", "bot/**/*.md", "cogs/**/*.md")
PAGE = ("playground/page/static/**/*.js", "playground/page/static/**/*.html")
READ = ("bot/", "cogs/", "playground/", "examples/")
"""Folders with strings that people read."""
NOT_COMMITTED = "9" * 12
_CODE = re.compile(r"^```.*?^```$|`[^`\n]+`|\]\([^)]*\)|<(?!img)[^<>]*>|^\w+=[^\n]*$", re.DOTALL | re.MULTILINE)
_PAGE_TEXT = re.compile(
    r"""//[^\n]*|/\*.*?\*/|class="[^"]*"|"([^"\n]*)"|(?<!=)>([^<>`$={};()"]*\w[^<>`$={};()"]*)<|`([^`<;]*)`""",
    re.DOTALL,
)
_NO_TEXT = re.compile(
    r"[a-z0-9_.:/#*%{}\[\]=,-]*\Z|\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|FROM|AND|WHERE|JOIN)\b"
)


@dataclass(frozen=True)
class Text:
    """A piece of text, the line of its file that it begins on, and the rows of the file that it is written in."""

    kind: str
    file: str
    line: int
    content: str
    rows: tuple[str, ...] = ()

    def line_of(self, match: re.Match[str]) -> int:
        """Return the line of a match; in a text of several literals, the first line that has the same words."""
        before = self.content.count("\n", 0, match.end() - len(match[0].lstrip()))
        return self.line + (before or next((n for n, row in enumerate(self.rows) if match[0].strip() in row), 0))


@dataclass(frozen=True)
class Place:
    """An occurrence of a pattern."""

    pattern: str
    kind: str
    file: str
    line: int
    words: str


def texts(root: Path) -> Iterator[Text]:
    """All checked texts of a checkout."""
    for folder in ("bot", "cogs", "playground", "examples", "tests", "tools", "bench"):
        for file in sorted(root.glob(f"{folder}/**/*.py")):
            yield from _of_python(file.read_text(), file.relative_to(root).as_posix())
    for file in sorted({file for glob in DOCUMENTS for file in root.glob(glob)}):
        blanked = _CODE.sub(lambda code: "x" + "\n" * code[0].count("\n"), file.read_text())
        yield Text("documents", file.relative_to(root).as_posix(), 1, blanked)
    for file in sorted({file for glob in PAGE for file in root.glob(glob) if file.parent.name != "vendor"}):
        for text in _PAGE_TEXT.finditer(source := file.read_text()):
            content = "".join(filter(None, text.groups()))
            if " " in content and "=>" not in content:
                line = source.count("\n", 0, text.start()) + 1
                yield Text("strings", file.relative_to(root).as_posix(), line, content)


def _of_python(source: str, file: str) -> Iterator[Text]:
    """Docstrings, those of attributes too, names of tests, and those strings of the bot that people may read."""
    rows, skipped = source.splitlines(), set[ast.AST]()
    for node in ast.walk(ast.parse(source)):
        content = None
        match node:
            case ast.Expr(value=ast.Constant(value=str(docstring)) as inner):
                skipped.add(inner)
                yield Text("docstrings", file, node.lineno, docstring.rstrip())
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name.startswith("test_"):
                yield Text("tests", file, node.lineno, name.removeprefix("test_").replace("_", " "))
            case ast.Assign(targets=[ast.Name(id="__all__")], value=ast.List(elts=names) | ast.Tuple(elts=names)):
                skipped.update(names)
                continue
            case ast.JoinedStr(values=values):
                skipped.update(values)
                content = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in values)
            case ast.Constant(value=str(content)) if node not in skipped:
                pass
            case _:
                continue
        if content and file.startswith(READ) and not _NO_TEXT.match(content):
            yield Text("strings", file, node.lineno, content, tuple(rows[node.lineno - 1 : node.end_lineno]))


def places(root: Path) -> list[Place]:
    """All occurrences of all patterns."""
    found: list[Place] = []
    patterns = [
        (name, re.compile(one["find"].replace(" ", r"\s+"), re.IGNORECASE), one.get("only", KINDS))
        for name, one in tomllib.loads((root / PATTERNS).read_text()).items()
    ]
    for text in texts(root):
        for name, pattern, kinds in patterns:
            for match in pattern.finditer(text.content) if text.kind in kinds else ():
                around = text.content[max(0, match.start() - 20) : match.end() + 20]
                found.append(Place(name, text.kind, text.file, text.line_of(match), " ".join(around.split())))
    return found


def newest_first(root: Path, found: list[Place]) -> list[Place]:
    """Sort the places, last changed first as far as git knows; uncommitted lines come first."""

    def changed_at(place: Place) -> int:
        blame = ["git", "blame", "--porcelain", f"-L{place.line},{place.line}", "--", place.file]
        told = subprocess.run(blame, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603
        return int(next(iter(re.findall(r"^committer-time (\d+)$", told.stdout, re.MULTILINE)), NOT_COMMITTED))

    return sorted(found, key=changed_at, reverse=True) if shutil.which("git") else found


def main(arguments: list[str] | None = None, root: Path = Path(__file__).parents[1]) -> int:
    """Print counts that differ from their ceilings; return 1 if one is higher or new. `--write` never raises one."""
    parser = argparse.ArgumentParser(prog="python -m tools.wording", description=__doc__)
    parser.add_argument("--write", action="store_true", help="store the counts that have fallen")
    writes = parser.parse_args(arguments).write
    better = {name: one["write"] for name, one in tomllib.loads((root / PATTERNS).read_text()).items()}
    found = places(root)
    counts = Counter((place.pattern, place.kind) for place in found)
    now = {name: {kind: counts[name, kind] for kind in KINDS} for name in better}
    ceilings = json.loads((root / CEILINGS).read_text()) if (root / CEILINGS).exists() else {}
    risen = [(n, k) for n in now if n in ceilings for k in KINDS if now[n][k] > ceilings[n][k]]
    for name, kind in risen:
        print(f"{kind}: {name!r} {now[name][kind]} times, {ceilings[name][kind]} allowed. Write: {better[name]}")
        rise = now[name][kind] - ceilings[name][kind]
        for place in newest_first(root, [one for one in found if (one.pattern, one.kind) == (name, kind)])[: rise + 2]:
            print(f"  {place.file}:{place.line}: {name}: …{place.words}…")
    if risen:
        print("The newest lines come first. A ceiling never rises: use other words there.")
    elif writes:
        lines = (f"  {json.dumps(name)}: {json.dumps(now[name])}" for name in sorted(now))
        (root / CEILINGS).write_text("{\n" + ",\n".join(lines) + "\n}\n")
    elif now != ceilings:
        for name in sorted(now.keys() | ceilings.keys()):
            for kind in KINDS:
                before, after = (counted.get(name, {}).get(kind) for counted in (ceilings, now))
                if before != after:
                    print(f"{kind}: {name!r} had the ceiling {before} and is counted {after} times.")
        print(f"Store the new counts: {COMMAND}")
    return 1 if risen or (now.keys() - ceilings.keys() and not writes) else 0


if __name__ == "__main__":
    sys.exit(main())
