"""Tables: exact values on disk, opened by memory map, checked as they are read and against the rules."""
