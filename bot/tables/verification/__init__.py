"""Verification of a hand that is over: replay, sealed cards, evidence and the report."""
