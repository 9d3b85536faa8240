"""What must hold for every input from outside, target by target, and how inputs are made to try it."""
