"""What results look like: text, data, charts."""
