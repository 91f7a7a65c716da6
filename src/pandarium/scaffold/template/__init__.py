"""Bamboo Dash: everything about one game in one folder."""
