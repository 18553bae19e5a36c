"""Film: a whole duel as an animated GIF, a picture a ply."""

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.pictures.raster import paint
from gridduels.pictures.scene import scene_of

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["MOST_PLIES", "film_of"]

MOST_PLIES: Final = 400
"""Longer games would make a file nobody wants to load."""
_PLY, _LAST = 700, 3000
"""Milliseconds that a picture stays."""
_COLOURS: Final = 256


def film_of(duel: Duel, *, dark: bool = False, scale: float = 1.0) -> bytes:
    """The pictures of a duel from its start to now, one after the other, for ever."""
    if duel.ply > MOST_PLIES:
        raise GridDuelsError(f"a film has at most {MOST_PLIES} moves, and this game has {duel.ply}")
    moments = [Duel(duel.game, start=duel.start)]
    for word in duel.moves:
        moments.append(moments[-1].play(word))
    moments[-1] = duel  # it may have been stopped

    def picture(moment: Duel) -> "Image":
        return paint(scene_of(moment), scale, dark=dark)

    # the first and the last two show all there is: both players' turns too
    reduce = _Reducer([picture(moment) for moment in (moments[0], *moments[-2:])])
    frames = [reduce(picture(moment)) for moment in moments]
    file = BytesIO()
    times = [_PLY] * (len(frames) - 1) + [_LAST]
    frames[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=times,
        loop=0,
        optimize=False,
        disposal=1,
        comment=b"gridduels",
    )
    return file.getvalue()


class _Reducer:
    """Gives pictures a small palette: the commonest colours of some of them, among them those of all shapes."""

    def __init__(self, samples: "list[Image]") -> None:
        import numpy as np

        colours, counts = np.unique(np.concatenate([_packed(sample) for sample in samples]), return_counts=True)
        self._palette = _unpacked(colours[np.argsort(-counts, kind="stable")][:_COLOURS])
        self._nearest = np.full(1 << 24, -1, np.int16)
        """The number in the palette of each colour that has been asked for; -1 where it has not."""

    def __call__(self, picture: "Image") -> "Image":
        import numpy as np
        from PIL import Image

        pixels = _packed(picture)
        if len(fresh := np.unique(pixels[self._nearest[pixels] < 0])):
            distances = (_unpacked(fresh)[:, None, :] - self._palette[None, :, :]) ** 2
            self._nearest[fresh] = distances.sum(axis=2).argmin(axis=1)
        reduced = Image.frombytes("P", picture.size, self._nearest[pixels].astype(np.uint8).tobytes())
        reduced.putpalette(self._palette.astype(np.uint8).tobytes())
        return reduced


def _packed(picture: "Image") -> Any:
    """Every pixel's colour as one number."""
    import numpy as np

    red, green, blue = np.asarray(picture).reshape(-1, 3).astype(np.int32).T
    return red << 16 | green << 8 | blue


def _unpacked(colours: Any) -> Any:
    import numpy as np

    return np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1)
