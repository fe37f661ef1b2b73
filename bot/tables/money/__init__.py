"""Chips and money at a table: payouts, settlement, the bank, tournaments and wagers."""
