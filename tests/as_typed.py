"""Typed text in hands without a table: every text is its own token."""


class AsTyped(dict[str, str]):
    """Texts that stand for themselves."""

    def get(self, key: str, default: str = "") -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
        return key or default
