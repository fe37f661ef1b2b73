"""How NPCs decide: their temper, their bets and stakes, and a fallback that plays any game by its moves."""
