"""The rules of Leduc hold'em. Everything in this folder is compiled."""
