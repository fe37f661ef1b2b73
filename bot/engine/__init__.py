"""The pure part: rules, chance, money and skills. No Discord, no database, no clock, no `random`."""
