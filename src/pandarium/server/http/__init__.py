"""The REST part of the server, a module for each area, the pages of the web client, and a page that documents all."""
