"""The rules of Pandánte. Everything in this folder is compiled."""
