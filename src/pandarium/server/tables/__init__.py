"""Tables: the fold of the log, what may happen there, and what each viewer is shown."""
