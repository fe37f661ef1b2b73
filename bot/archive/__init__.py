"""What goes out and comes in as a whole: a campaign's export and import, a user's data, what is deleted in time."""
