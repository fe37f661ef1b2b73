"""A campaign's file and the file of played hands: export, import and offline verification."""
