"""“Try a table”: a campaign, its characters and a table, made by scripted people the way people make them."""

from playground.demo.table import DemoTables

__all__ = ["DemoTables"]
