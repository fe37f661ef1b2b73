"""What is kept of a user: as a file for them, and gone when they say so."""
