"""Training: networks that learn a game by playing it. Needs the extra `train`; what was learned plays without it."""
