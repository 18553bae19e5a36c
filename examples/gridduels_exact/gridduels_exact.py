"""The exact environment in the form expected by the `verifiers` hub: a module of that name with `load_environment`."""

from gridduels.agents.verifiers import load_environment

__all__ = ["load_environment"]
