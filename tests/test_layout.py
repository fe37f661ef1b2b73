"""The layout: which way imports run, how large packages are, and that one name means one class."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOPS = ("bot", "cogs", "playground")
MOST_MODULES = 400
MOST_IN_PACKAGE = 15
MOST_WITH_ONE_IMPORTER = 40
LEVELS = (
    ("bot.__main__",),
    ("playground",),
    ("cogs", "bot.simulation"),
    ("bot.app",),
    ("bot.host",),
    ("bot.ui",),
    ("bot.services", "bot.backups"),
    ("bot.privacy",),
    ("bot.portability", "bot.reports", "bot.npcs"),
    ("bot.tables", "bot.images"),
    ("bot.campaigns",),
    ("bot.ledger",),
    ("bot.worker",),
    ("bot.games", "bot.settings"),
    ("bot.db", "bot.health", "bot.logs"),
    ("bot.clock", "bot.http", "bot.processes", "bot.shards"),
    ("bot.engine",),
    ("bot.errors",),
)
"""From the top to the bottom: a module imports only modules of its own level's package, and of levels below it."""


def _files() -> Iterator[tuple[str, Path]]:
    for top in TOPS:
        for path in sorted((ROOT / top).rglob("*.py")):
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts), path


@cache
def _trees() -> Mapping[str, ast.Module]:
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in _files()}


def _imported(tree: ast.Module) -> Iterator[tuple[str, str | None]]:
    """Modules, each with the name that is imported from it, in functions and for types alone too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from ((node.module, alias.name) for alias in node.names)


@cache
def imports() -> Mapping[str, frozenset[str]]:
    """The modules that each module imports; a name that a package passes on counts for the module it comes from too.

    Packages are called by their `__init__`.
    """
    known = _trees().keys()

    def found(module: str, name: str | None) -> set[str]:
        package = f"{module}.__init__"
        if module in known or package not in known:
            return {module} & known
        for inner in (f"{module}.{name}", f"{module}.{name}.__init__"):
            if inner in known:
                return {inner}
        passed_on = {source for source, passed in _imported(_trees()[package]) if passed == name}
        return {package, *(passed_on & known)}

    return {
        module: frozenset(target for asked in _imported(tree) for target in found(*asked) if target != module)
        for module, tree in _trees().items()
    }


def _modules() -> list[str]:
    return [module for module in imports() if not module.endswith("__init__")]


def _level(module: str) -> int:
    for level, parts in enumerate(LEVELS):
        if any(module == part or module.startswith(f"{part}.") for part in parts):
            return level
    pytest.fail(f"{module} has no level")


def test_imports_run_in_no_circle():
    try:
        tuple(TopologicalSorter(imports()).static_order())
    except CycleError as circle:
        pytest.fail(" imports ".join(reversed(circle.args[1])))


def test_imports_run_from_the_top_to_the_bottom():
    placed = {module: _level(module) for module in imports() if module not in {"bot.__init__", "cogs.__init__"}}
    upwards = [
        f"{module} imports {target}"
        for module, level in placed.items()
        for target in imports()[module]
        if target in placed and placed[target] < level and module != "bot.__main__"
    ]
    assert upwards == []


def test_packages_hold_at_most_15_modules():
    held: dict[str, int] = defaultdict(int)
    for module in _modules():
        held[module.rpartition(".")[0]] += 1
    assert {package: count for package, count in held.items() if count > MOST_IN_PACKAGE} == {}


def test_the_example_of_a_game_stays_short():
    files = [file for ending in ("py", "md") for file in (ROOT / "examples" / "coin_toss").glob(f"*.{ending}")]
    assert 0 < sum(len(file.read_text().splitlines()) for file in files) <= 250


def test_modules_are_few():
    assert len(_modules()) <= MOST_MODULES


def test_modules_with_one_importer_are_few():
    importers: dict[str, set[str]] = defaultdict(set)
    for module, targets in imports().items():
        if not module.endswith("__init__"):
            for target in targets:
                importers[target].add(module)
    alone = {
        module: importer
        for module in _modules()
        if len(importers[module]) == 1 and not (importer := next(iter(importers[module]))).endswith((".cog", ".spec"))
    }
    assert len(alone) <= MOST_WITH_ONE_IMPORTER, alone


def test_class_names_are_unique_in_the_bot():
    places: dict[str, list[str]] = defaultdict(list)
    for module, tree in _trees().items():
        if module.startswith("bot."):
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    places[node.name].append(module)
    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}
