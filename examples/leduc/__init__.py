"""Leduc hold'em: the smallest poker worth the name. Six cards, two players, two rounds of betting."""
