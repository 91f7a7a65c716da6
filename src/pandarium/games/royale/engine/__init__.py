"""The rules of Panda Royale. Everything in this folder is compiled."""
