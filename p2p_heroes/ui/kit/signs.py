"""Every sign beyond ASCII that a screen draws, each one cell wide, and what stands for it in plain ASCII."""

from p2p_heroes.ui.kit.text import Line, Piece

SIGNS = {
    **dict.fromkeys("─╴╶", "-"),
    **dict.fromkeys("│╵╷▏▌", "|"),
    **dict.fromkeys("└┌├┘┴┐┤┬┼╭╮╰╯", "+"),
    "▀": "'",
    "▄": ".",
    "█": "#",
    "★": "*",
    "☆": "*",
    "♜": "#",
    "◆": "*",
    "□": "=",
    "◎": "@",
    "■": "#",
    "✓": "+",
    "►": ">",
    "•": ".",
    "↑": "&",
    "→": ">",
    "…": ".",
}
_ASCII = str.maketrans(SIGNS)


def in_ascii(line: Line) -> Line:
    """The same line for a terminal that shows nothing else; it is as wide as before."""
    return [_plain(piece) for piece in line]


def _plain(piece: Piece) -> Piece:
    text = piece[1].translate(_ASCII)
    return (piece[0], text, piece[2]) if len(piece) == 3 else (piece[0], text)
