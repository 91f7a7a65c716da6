"""What games may build with and need not: terminal drawing, lessons, study questions, search trials, and the like."""
