"""What results say: Elo differences with their intervals, sequential tests, ratings."""
