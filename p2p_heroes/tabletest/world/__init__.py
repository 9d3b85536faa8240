"""A table in a box: real sessions and real conduct, with a clock, a network and disks that are simulated."""
