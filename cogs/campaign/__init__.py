"""What a GM decides once: money, dice, who may do what, and where."""
