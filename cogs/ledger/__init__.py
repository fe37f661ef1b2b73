"""What the book tells the GM."""
