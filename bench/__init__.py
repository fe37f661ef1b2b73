"""Times, measured side by side in one run. `make bench` prints them as JSON; no test asserts any of them."""
