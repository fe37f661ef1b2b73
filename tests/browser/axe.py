"""What axe-core finds on a page for somebody who can't see it, or sees it badly, or has no mouse."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.async_api import Page

SERIOUS = frozenset({"serious", "critical"})
CONTRAST = "color-contrast"
_RUN = "async (options) => (await axe.run(document, {resultTypes: ['violations'], ...options})).violations"


@cache
def _source() -> str:
    return (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")


async def serious_findings(page: Page, *rules: str) -> list[str]:
    """One line for each place that breaks a rule in earnest: the rule, where, and what is wrong there.

    `rules` are the only ones that are looked at; without any, all are.
    """
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(_source())
    options = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    violations: list[dict[str, Any]] = await page.evaluate(_RUN, options)
    return [
        f"{violation['id']} ({violation['impact']}): {node['html'][:160]}: {node['failureSummary']}"
        for violation in violations
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    ]
