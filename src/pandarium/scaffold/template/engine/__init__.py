"""The rules. Everything in this folder is compiled."""
