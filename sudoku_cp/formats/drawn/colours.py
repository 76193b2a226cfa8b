"""Colours by the names that people give them: ``#f067f0`` is purple or pink, and "lavender" in a text is purple.

Every colour and every word belongs to one or more families, such as purple. A word means a colour if they share one.
"""

from __future__ import annotations

import re
from colorsys import rgb_to_hls
from functools import lru_cache

WORDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("black", "dark"), ("black",)),
    **dict.fromkeys(("grey", "gray", "silver"), ("grey",)),
    **dict.fromkeys(("white", "empty", "open", "hollow", "unfilled"), ("white",)),
    **dict.fromkeys(("red", "crimson", "scarlet", "maroon", "ruby"), ("red",)),
    **dict.fromkeys(("orange", "amber"), ("orange",)),
    **dict.fromkeys(("peach", "salmon", "apricot"), ("orange", "pink")),
    **dict.fromkeys(("coral",), ("red", "orange", "pink")),
    **dict.fromkeys(("brown", "tan", "beige"), ("brown", "orange")),
    **dict.fromkeys(("yellow", "gold", "golden"), ("yellow",)),
    **dict.fromkeys(("green", "lime", "emerald", "olive", "jade"), ("green",)),
    **dict.fromkeys(("teal", "turquoise", "aqua", "cyan"), ("cyan",)),
    **dict.fromkeys(("blue", "navy", "azure", "indigo"), ("blue",)),
    **dict.fromkeys(("purple", "violet", "lavender", "lilac", "mauve", "plum", "orchid"), ("purple",)),
    **dict.fromkeys(("pink", "rose"), ("pink",)),
    **dict.fromkeys(("magenta", "fuchsia"), ("pink", "purple")),
    **dict.fromkeys(("shaded",), ("grey", "black")),
}
"""The families of the words for colours."""

WORD = re.compile(rf"\b({'|'.join(sorted(WORDS, key=len, reverse=True))})\b")
"""A word for a colour in a text."""

_HUES = (
    (14, ("red",)),
    (22, ("red", "orange")),
    (42, ("orange", "brown")),
    (50, ("orange", "yellow")),
    (61, ("yellow",)),
    (72, ("yellow", "green")),
    (150, ("green",)),
    (172, ("green", "cyan")),
    (185, ("cyan", "blue")),
    (200, ("blue", "cyan")),
    (245, ("blue",)),
    (262, ("blue", "purple")),
    (290, ("purple",)),
    (312, ("purple", "pink")),
    (345, ("pink", "red")),
    (361, ("red",)),
)
"""The families of saturated colours up to each hue in degrees; the first one names the colour."""

_HEX = re.compile(r"#?([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")


@lru_cache(maxsize=512)
def families(colour: str) -> tuple[str, ...]:
    """The families of a colour, the usual one first; none if it is transparent or cannot be read.

    Parameters
    ----------
    colour
        A colour as three, four, six or eight hexadecimal digits, which is drawn on white.

    >>> families("#f067f0ff"), families("#cccf"), families("#46386c45"), families("#0000")
    (('purple', 'pink'), ('grey',), ('grey', 'blue'), ())
    """
    red, green, blue, alpha = _channels(colour)
    if alpha < 0.02:
        return ()
    red, green, blue = (1 - alpha + alpha * channel for channel in (red, green, blue))
    hue, light, _ = rgb_to_hls(red, green, blue)
    chroma = max(red, green, blue) - min(red, green, blue)
    hued = next(names for limit, names in _HUES if hue * 360 <= limit)
    if chroma < 0.1:
        plain = "black" if light < 0.2 else "white" if light > 0.93 else "grey"
        return (plain,) if chroma < 0.05 or plain != "grey" else (plain, hued[0])
    if light > 0.85 and "red" in hued:
        return ("pink", *hued)
    if light < 0.4 and "orange" in hued:
        return ("brown", *hued)
    if chroma < 0.16:
        return (*hued, "grey")
    return hued


def _channels(colour: str) -> tuple[float, float, float, float]:
    """Red, green, blue and opacity from 0 to 1; an opacity of 0 for what is no colour."""
    found = _HEX.fullmatch(colour)
    if found is None:
        return 0, 0, 0, 0
    digits = found[1] if len(found[1]) > 4 else "".join(digit * 2 for digit in found[1])
    red, green, blue, alpha = (int(f"{digits}ff"[at : at + 2], 16) / 255 for at in (0, 2, 4, 6))
    return red, green, blue, alpha
