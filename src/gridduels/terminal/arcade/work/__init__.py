"""Work beside the screen: threads that think, solve and try, so that the screen never waits."""
