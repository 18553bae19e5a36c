"""Secrets: what lets somebody sit in a seat. The server keeps only their hashes."""

import base64
import hashlib
import hmac
import secrets
import string
from typing import Final

__all__ = ["derive_secret", "expiry_of", "hash_secret", "matches", "new_code", "new_id", "new_secret"]

_LETTERS: Final = string.ascii_letters + string.digits
_ID_LENGTH: Final = 12


def new_id() -> str:
    """A public name for a duel, hard to guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def new_secret() -> str:
    """A new secret of 192 random bits."""
    return secrets.token_urlsafe(24)


def new_code(until: float) -> str:
    """A secret that says until when it is good for something, which nobody can change: its hash would be another."""
    return f"{int(until)}-{new_secret()}"


def expiry_of(code: str) -> float:
    """Until when a code of ours is good.

    >>> expiry_of(new_code(1000.0))
    1000.0
    """
    return float(code.partition("-")[0])


def hash_secret(secret: str) -> bytes:
    """What is kept of a secret; it has too many random bits to be found by trying."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def matches(secret: str, kept: bytes | None) -> bool:
    """Whether this is the secret that was hashed, compared in constant time."""
    return kept is not None and hmac.compare_digest(hash_secret(secret), kept)


def derive_secret(secret: str, id: str) -> str:
    """The secret of the same person's seat in the next duel: only who knows this one can know that one.

    >>> derive_secret("a", "b") == derive_secret("a", "b") != derive_secret("a", "c")
    True
    """
    digest = hmac.digest(secret.encode("utf-8", "surrogatepass"), f"next {id}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode()
