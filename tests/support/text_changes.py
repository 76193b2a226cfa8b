"""Changes of texts as people and programs make them: numbers, headings, lines of frames, blanks, other separators."""

from __future__ import annotations

from random import Random


def _numbered(random: Random, lines: list[str], size: int) -> list[str]:
    """A number or a letter before each line, or before each row of a grid."""
    mark, every = (
        random.choice((" ", ": ", ". ", ") ", ",", "\t", " | ", "  ", ":")),
        random.choice((size, len(lines) + 1)),
    )
    labels = random.choice(("1", "0", "A", "001", "000000001"))
    found, number = [], 0
    for line in lines:
        if not line.strip():
            found.append(line)
            continue
        at = number % every
        label = chr(ord("A") + at % 26) if labels == "A" else str(int(labels) + at).zfill(len(labels))
        found.append(label + mark + line)
        number += 1
    return found


def _headed(random: Random, lines: list[str], size: int) -> list[str]:
    """A heading before the text, or one before each block."""
    number = random.randrange(1, 4)
    columns = range(1, size + 1)
    words = ["Grid 01", f"#{number}", f"# {number}", f"P{number}", "Sudoku", "id,puzzle", "puzzle", "[Puzzle]", "-"]
    numbers = [f"{number}", f"{number:04}", f"{number:09}", f"{number}".zfill(min(size, 9)), "1" * min(size, 9)]
    sizes = [f"{size}", f"{size} {size}", "".join(map(str, columns)), " ".join(map(str, columns))]
    heading = random.choice(words + numbers + sizes)
    if random.random() < 0.5:
        return [heading, *lines]
    blocks = "\n".join(lines).split("\n\n")
    return f"\n{heading}\n".join(["", *blocks])[1:].split("\n")


def _ruled(random: Random, lines: list[str], size: int) -> list[str]:
    """Lines of a frame around the text, or between some lines."""
    marks = ["-", "*", "=", "_", "+-", "-+", "#", "~"]
    if size < 4:  # a line of a mark of empty cells is a row of a small grid
        marks = [mark for mark in marks if not any(mark in line for line in lines)] or ["~"]
    mark = random.choice(marks)
    length = random.choice((size, size * size, 2 * size - 1, 2 * size + 1, 9, 16, 49, 64, 81, 80))
    length = max(2, length)  # a single - or _ is an empty grid of 1×1, and no line of a frame
    rule = (mark * length)[:length]
    if random.random() < 0.3 and length > 2:
        rule = random.choice(("*{}*", ".{}.", "'{}'", "+{}+", "|{}|", ":{}:")).format(rule[1:-1])
    if random.random() < 0.4:
        return [rule, *lines, rule]
    every = random.choice((1, 2, 3, size))
    found = []
    for at, line in enumerate(lines):
        found += [rule] if at and at % every == 0 else []
        found.append(line)
    return found


def _spaced(random: Random, lines: list[str], size: int) -> list[str]:
    """Blanks before or behind lines, or blank lines."""
    kind = random.randrange(4)
    if kind == 0:
        return [f"  {line}" for line in lines]
    if kind == 1:
        return [f"{line} " for line in lines]
    every = random.choice((1, 2, 3, size))
    return [each for at, line in enumerate(lines) for each in ([""] if at and at % every == 0 else []) + [line]]


def _followed(random: Random, lines: list[str], size: int) -> list[str]:
    """Something behind each line: a separator, a count, a comment or a number."""
    tail = random.choice((",", ";", "|", " # easy", ",1", "\t2", ":1:", " 17", ",1.2,7", " hard", ";;"))
    return [line + tail if line.strip() else line for line in lines]


def _respelled(random: Random, lines: list[str], size: int) -> list[str]:
    """Another separator or mark in place of one."""
    before, after = random.choice(((" ", ","), (" ", ";"), (",", " "), ("|", "!"), ("|", ","), (" ", ":"), (",", ",,"),
                                   ("|", "¦"), (" ", "\t"), (",", "\t"), (".", " ")))  # fmt: skip
    return [line.replace(before, after) for line in lines]


def joined_lines(random: Random, lines: list[str], size: int) -> list[str]:
    """Several lines as one, with a separator or a line end of another kind between them."""
    mark = random.choice((" ", ",", ";", "\x0c", "\x0b", "\x85", "\u2028", "/", "|"))
    every = random.choice((2, size, len(lines)))
    return [mark.join(lines[start : start + every]) for start in range(0, len(lines), every)]


HARMLESS = (_ruled, _spaced)
"""Changes that leave no other grid; a number before a puzzle of 1×1 makes a row of 2×2."""

CHANGES = (_numbered, _headed, _ruled, _spaced, _followed, _respelled, joined_lines)
