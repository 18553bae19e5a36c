"""Transport: how bytes come in and go out, who may connect, and how much they may ask for."""
