"""How magpies looks to people."""
