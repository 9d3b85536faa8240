"""A table in one process: real sessions and node logic on a simulated clock, network and disks."""
