"""Every proof that a command writes is checked by the stand-alone script."""

from tests.engine.script import unchecked_proofs, written_proofs_are_checked

__all__ = ["unchecked_proofs", "written_proofs_are_checked"]
