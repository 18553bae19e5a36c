"""Kernels: plain functions over ints and arrays, bound to a game's rules and compiled by numba.."""
