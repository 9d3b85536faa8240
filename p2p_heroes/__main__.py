"""python -m p2p_heroes"""

import sys

from p2p_heroes.cli import program

sys.exit(program())
