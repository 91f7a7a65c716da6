"""The rules of Nine Cells. Everything in this folder is compiled."""
