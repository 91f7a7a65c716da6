"""People: who somebody is, their sessions, devices and mail, results and ratings, who is banned, who is forgotten."""
