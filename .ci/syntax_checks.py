"""Check the syntax of each C++ file of the project alone, by the commands of compile_commands.json for Clang.

The arguments are that file, and the folder of the sources. Kernels of other CPU levels are the same source, and left
out.

Most files include one header, which takes most of the time: it is compiled once for each set of options, with what it
instantiates. Only files that include it themselves get it so: no other file sees a name that it does not include.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PRECOMPILED = Path("native/engine/model/problem.hpp")
FEWEST = 3  # files that it is worth it for


def included(file: Path, folders: list[Path], found: set[Path]) -> set[Path]:
    """Add the headers of the project that the file includes, and those that they include."""
    for name in re.findall(r'^#include "([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE):
        header = next(path for folder in (file.parent, *folders) if (path := (folder / name).resolve()).exists())
        if header not in found:
            found.add(header)
            included(header, folders, found)
    return found


def commands(entries: list[dict[str, str]], sources: Path) -> Iterator[tuple[str, tuple[str, ...], Path]]:
    """Give the folder, the command without the file, and the file."""
    seen = set()
    for entry in entries:
        file = Path(entry["file"]).resolve()
        if file not in seen and file.is_relative_to(sources):
            seen.add(file)
            words = shlex.split(entry["command"])
            at = words.index("-o")
            del words[at : at + 2]
            words.remove("-c")
            words.remove(entry["file"])
            yield entry["directory"], tuple(words), file


def main(database: Path, sources: Path) -> int:
    """Return 0 where all is well."""
    precompiled = sources / PRECOMPILED
    files = defaultdict(list)
    for folder, words, file in commands(json.loads(database.read_text(encoding="utf-8")), sources):
        folders = [sources / word[2:] for word in words if word.startswith("-I")]
        files[folder, words, precompiled in included(file, folders, set())].append(file)
    if not files:
        sys.exit(f"no file of {sources} is in {database}")
    before, after = [], []
    for number, ((folder, words, includes_it), alike) in enumerate(files.items()):
        use = ()
        if includes_it and len(alike) >= FEWEST:
            use = ("-include-pch", f"{number}.pch")
            options = ("-fpch-instantiate-templates", "-x", "c++-header", str(precompiled), "-o", use[1])
            before.append((folder, (*words, *options)))
        after += [(folder, (*words, *use, "-fsyntax-only", str(file))) for file in alike]

    def succeeds(command: tuple[str, tuple[str, ...]]) -> bool:
        return subprocess.run(command[1], cwd=command[0], check=False).returncode == 0

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return 0 if all(list(pool.map(succeeds, before))) and all(list(pool.map(succeeds, after))) else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()))
