"""A campaign's file and the file of played hands: export, import and offline verification.

A campaign's file is gathered in one SELECT, so it is one moment, and read back bounded in a thread. An import is
planned first and then one batch: money from the mint, items by the journal, player characters for nobody until their
users claim them. The last value of a file of hands is a sum over all bytes before it. `docs/campaign-file.md` has the
format.
"""
