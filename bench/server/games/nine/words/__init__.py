"""What Nine Cells says to people."""
