"""Discord's own description of its API, held against every request and every reply."""

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

Json = dict[str, Any]


class Schema:
    """The OpenAPI file. Each operation is compiled when it is first used."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._compiled: dict[tuple[str, str, str], Any] = {}

    @cached_property
    def _document(self) -> Json:
        return json.loads(self._path.read_text(encoding="utf-8"))

    def faults_of_request(self, method: str, route: str, body: Any) -> list[str]:
        """List a body's violations of Discord's description; none for an operation without one."""
        if body is None:
            return []
        return self._faults((method, route, "request"), body)

    def faults_of_reply(self, method: str, route: str, status: int, body: Any) -> list[str]:
        """List a reply's violations of the description; an undescribed success is one too."""
        operation = self._operation(method, route)
        if operation is None:
            return ["the operation isn't described"]
        if str(status) not in operation["responses"]:
            return [f"status {status} isn't described"]
        return [] if body is None else self._faults((method, route, str(status)), body)

    def describes(self, method: str, route: str) -> bool:
        """Return True for one of Discord's operations."""
        return self._operation(method, route) is not None

    def _faults(self, key: tuple[str, str, str], value: Any) -> list[str]:
        if key not in self._compiled:
            self._compiled[key] = self._compile(key)
        validator = self._compiled[key]
        if validator is None or validator.is_valid(value):
            return []
        return [
            f"{'/'.join(map(str, e.instance_path)) or '(body)'}: {e.message[:300]}"
            for e in validator.iter_errors(value)
        ]

    def _compile(self, key: tuple[str, str, str]) -> Any:
        import jsonschema_rs

        method, route, part = key
        operation = self._operation(method, route)
        if operation is None:
            return None
        holder = operation.get("requestBody") if part == "request" else operation["responses"][part]
        schema = (holder or {}).get("content", {}).get("application/json", {}).get("schema")
        if schema is None:
            return None
        needed = self._closure(schema)
        if part == "request" and "SnowflakeType" in needed:
            needed["SnowflakeType"] = {"anyOf": [needed["SnowflakeType"], _NUMERIC_SNOWFLAKE]}
        return jsonschema_rs.Draft202012Validator({**schema, "components": {"schemas": needed}})

    def _operation(self, method: str, route: str) -> Json | None:
        path = self._document["paths"].get(RENAMED.get(route, route))
        return None if path is None else path.get(method.lower())

    def _closure(self, schema: Json) -> Json:
        """Return the named schemas that `schema` leads to; compiling all for each operation would take seconds."""
        named = self._document["components"]["schemas"]
        found: Json = {}
        open_names = list(_references(schema))
        while open_names:
            name = open_names.pop()
            if name not in found:
                found[name] = named[name]
                open_names.extend(_references(named[name]))
        return found


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        reference = node.get("$ref")
        if isinstance(reference, str):
            yield reference.rsplit("/", 1)[1]
        for value in node.values():
            yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)


# Described as strings only, but Discord has always taken numbers too, and discord.py sends them.
_NUMERIC_SNOWFLAKE = {"type": "integer", "minimum": 0}

RENAMED = {
    "/channels/{channel_id}/threads/archived/{kind}": "/channels/{channel_id}/threads/archived/public",
}
