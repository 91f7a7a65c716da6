"""Nine cells: a game the size of tic-tac-toe that goes on for thousands of moves, to put a server under load."""
