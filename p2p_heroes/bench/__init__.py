"""How fast the program is: ratios to references that are measured in the same run (docs/performance.md)."""
