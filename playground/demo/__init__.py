"""The demo world and the tables that scripted people open.

"Try a table" finds everything by ids and verbs, never by a game's words, so it opens any game. What is there already
stays as it is, and what stopped half-way goes on at the next try.
"""

from playground.demo.table import DemoTables

__all__ = ["DemoTables"]
