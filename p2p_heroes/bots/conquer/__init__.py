"""What bots know of Write & Conquer."""
