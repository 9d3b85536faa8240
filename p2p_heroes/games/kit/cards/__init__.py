"""Games of cards: what they ask a dealer for, and the dealer that plays them in the open."""
