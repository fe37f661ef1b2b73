"""The GM's own money, written in one line: "gold crown=240, shilling=12, penny/pence=1"."""

import re
import unicodedata

from bot.engine.money import MOST_DENOMINATIONS, Currency, Denomination, is_unit
from bot.engine.words import escape, plural_of
from bot.errors import Unreadable

EXAMPLE = "gold crown=240, shilling=12, penny/pence (d)=1"
_MOST_VALUE = 10**9
_COIN = re.compile(
    r"(?P<name>[^/()=]+?)\s*(?:/\s*(?P<plural>[^/()=]+?)\s*)?(?:\((?P<symbol>[^/()=]+)\)\s*)?=\s*(?P<value>[0-9]{1,12})"
)


def parse_currency(text: str) -> Currency:
    """Read coins parted by commas, semicolons or lines: name, perhaps /plural and (symbol), = value in smallest coins.

    The first one named is the main denomination, which a bare number means. Raises Unreadable.
    """
    if len(text) > 1000:
        raise Unreadable(f"That is too long. Name your coins like this: {EXAMPLE}.")
    parts = [part.strip() for part in re.split(r"[,;\n]+", unicodedata.normalize("NFKC", text))]
    coins = tuple(_read_coin(part) for part in parts if part)
    if not coins:
        raise Unreadable(f"Name your coins like this: {EXAMPLE}.")
    _require_usable(coins)
    return Currency(denominations=coins, main=coins[0].name)


def show_currency(currency: Currency) -> str:
    """Write the coins in the form that `parse_currency` reads."""
    coins = sorted(currency.denominations, key=lambda coin: coin.name != currency.main)
    return ", ".join(_write_coin(coin) for coin in coins)


def _write_coin(coin: Denomination) -> str:
    plural = f"/{coin.plural}" if coin.plural != plural_of(coin.name) else ""
    symbol = f" ({coin.symbol})" if coin.symbol else ""
    return f"{coin.name}{plural}{symbol}={coin.value}"


def _read_coin(part: str) -> Denomination:
    found = _COIN.fullmatch(part)
    if found is None:
        raise Unreadable(f"I can't read “{escape(part[:40])}”. Name your coins like this: {EXAMPLE}.")
    names = {key: " ".join((found[key] or "").split()) for key in ("name", "plural", "symbol")}
    for name in filter(None, names.values()):
        if not is_unit(name):
            raise Unreadable(f"“{escape(name[:40])}” can't name a coin: use up to 30 letters, and no digits.")
    if not 1 <= int(found["value"]) <= _MOST_VALUE:
        raise Unreadable(f"A coin is worth 1 to {_MOST_VALUE:,} of the smallest.")
    return Denomination(
        name=names["name"],
        plural=names["plural"] or plural_of(names["name"]),
        symbol=names["symbol"],
        value=int(found["value"]),
    )


def _require_usable(coins: tuple[Denomination, ...]) -> None:
    if len(coins) > MOST_DENOMINATIONS:
        raise Unreadable(f"A currency has at most {MOST_DENOMINATIONS} coins.")
    if all(coin.value > 1 for coin in coins):
        raise Unreadable("The smallest coin must be worth 1, as in penny=1.")
    for at, coin in enumerate(coins):
        for other in coins[:at]:
            if coin.words & other.words:
                raise Unreadable(f"Two coins share the name {escape(min(coin.words & other.words))}.")
            if coin.value == other.value:
                raise Unreadable(f"{escape(other.name)} and {escape(coin.name)} are worth the same.")
