"""Personal data: export, erasure, departed servers, and copies of the database."""
