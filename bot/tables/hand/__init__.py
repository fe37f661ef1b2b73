"""One hand: deal, act, end, its log, its clock."""
