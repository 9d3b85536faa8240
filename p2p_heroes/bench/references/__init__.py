"""What the product is compared with: the least that anybody could do, and what other projects do."""
