"""Where each region lies on the drawn map.

Sixty columns and eight bands, in the order in which the board has them. Two patches share a side if, and
only if, their regions are neighbours, and where three regions meet, so do their patches; so no border has
to be told in words.
"""

from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.kit.regions import Atlas, Patch

#  +----------------+-------------+---------------+------------+
#  |Asander         |Brynnlore    |Cerness        |Glennfore   |
#  +---------+------+--+----------+-----+---------+--+---------+
#  |Dortal   |Harrax   |Esmore          |Folen       |Ikara    |
#  |         |         +----------------+--+---------+         |
#  |         |         |Kosleen            |Lox      |         |
#  |         |         +---------+---------+------+--+---------+
#  |         |         |Jorveld  |Paskaar         |Morreed     |
#  +---------+---------+--+------+-------------+--+------------+
#  |Nikleen               |Odmoor              |Suleen         |
#  +---------+---------+--+--------------------+               |
#  |Tog' Eed |Qliss    |Rolgoy                 |               |
#  +---------+         +---------+---------+---+-----+---------+
#  |Wers     |         |Ugmat    |Vurt     |Yreel    |Zasker   |
#  |         +---------+--+------+---------+---------+         |
#  |         |Xelree      |Zoro                      |         |
#  +---------+------------+--------------------------+---------+
ATLAS: Atlas[Region] = Atlas(
    60,
    8,
    {
        Region.ASANDER: Patch(0, 0, 17, 1),
        Region.BRYNNLORE: Patch(17, 0, 31, 1),
        Region.CERNESS: Patch(31, 0, 47, 1),
        Region.DORTAL: Patch(0, 1, 10, 4),
        Region.ESMORE: Patch(20, 1, 37, 2),
        Region.FOLEN: Patch(37, 1, 50, 2),
        Region.GLENNFORE: Patch(47, 0, 60, 1),
        Region.HARRAX: Patch(10, 1, 20, 4),
        Region.IKARA: Patch(50, 1, 60, 3),
        Region.JORVELD: Patch(20, 3, 30, 4),
        Region.KOSLEEN: Patch(20, 2, 40, 3),
        Region.LOX: Patch(40, 2, 50, 3),
        Region.MORREED: Patch(47, 3, 60, 4),
        Region.NIKLEEN: Patch(0, 4, 23, 5),
        Region.ODMOOR: Patch(23, 4, 44, 5),
        Region.PASKAAR: Patch(30, 3, 47, 4),
        Region.QLISS: Patch(10, 5, 20, 7),
        Region.ROLGOY: Patch(20, 5, 44, 6),
        Region.SULEEN: Patch(44, 4, 60, 6),
        Region.TOGEED: Patch(0, 5, 10, 6),
        Region.UGMAT: Patch(20, 6, 30, 7),
        Region.VURT: Patch(30, 6, 40, 7),
        Region.WERS: Patch(0, 6, 10, 8),
        Region.XELREE: Patch(10, 7, 23, 8),
        Region.YREEL: Patch(40, 6, 50, 7),
        Region.ZASKER: Patch(50, 6, 60, 8),
        Region.ZORO: Patch(23, 7, 50, 8),
    },
)
