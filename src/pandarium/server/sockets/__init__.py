"""Sockets: the live protocol over WebSockets."""
