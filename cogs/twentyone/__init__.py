"""Twenty-one: closer to twenty-one than the dealer, without going over; the house pays."""
