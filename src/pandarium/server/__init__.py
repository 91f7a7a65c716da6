"""The game server: tables that people, bots and clocks share over the network."""
