"""The REST part of the server: people, games, tables, health, and a page that documents it all."""
