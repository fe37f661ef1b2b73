"""What happened in an evening, at a table or on a day."""
