"""Games of cards at a table: the cards masked, each step of it proven (protocol.md §15).

The order of reading: masked, operation, operations, gathering, dealer, keeper.
"""
