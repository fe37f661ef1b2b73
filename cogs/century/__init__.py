"""Century: two to ten numbers on a ticket, and twenty of a hundred are drawn."""
