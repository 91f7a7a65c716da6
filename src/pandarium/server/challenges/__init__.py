"""One deal for many people: the deal of the day, and challenges by link."""
