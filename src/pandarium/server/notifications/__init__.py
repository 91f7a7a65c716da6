"""Telling people what happens while no page of theirs is open: web push, webhooks of tables, e-mail."""
