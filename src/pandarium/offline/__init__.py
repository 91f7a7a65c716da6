"""A table without a server: people at one device, bots, and the rules that run there. A page of a browser asks it."""
