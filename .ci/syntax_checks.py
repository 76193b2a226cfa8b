"""Write the commands that check the syntax of each C++ file of the project, ended by NUL, from compile_commands.json.

The arguments are the file and the folder of the sources. Kernels of other CPU levels are the same source, and left out.
"""

import json
import shlex
import sys
from pathlib import Path

seen = set()
for entry in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")):
    if entry["file"] not in seen and Path(entry["file"]).is_relative_to(sys.argv[2]):
        seen.add(entry["file"])
        words = shlex.split(entry["command"])
        at = words.index("-o")
        del words[at : at + 2]
        print(shlex.join([*words, "-fsyntax-only"]), end="\0")
