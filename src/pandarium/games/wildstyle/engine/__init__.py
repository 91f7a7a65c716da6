"""The rules of Wildstyle. Everything in this folder is compiled."""
