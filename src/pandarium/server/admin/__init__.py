"""What the operators of a server do: the same whether they type a command or press a button.

All of it is written to the database, with a notice by which running workers learn of it.
"""
