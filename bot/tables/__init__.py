"""Tables: seats, hands, the log and the clock. One action is one transaction."""
