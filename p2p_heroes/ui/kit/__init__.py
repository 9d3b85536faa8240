"""What the screens of any game are made of; it names no game.

In cells: `text`, `canvas`, `lettering`, `regions`. In numbers: `polygons`. In words: `words`,
`styled_lines`, `pages`. Answering: `choices`, `forms`. A hand of cards will be a module of its own beside
them.
"""
