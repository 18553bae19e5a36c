"""The exact environment as the hub of `verifiers` finds it: a module of its name with `load_environment`."""

from gridduels.agents.verifiers import load_environment

__all__ = ["load_environment"]
