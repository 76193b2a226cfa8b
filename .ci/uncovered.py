"""List the public functions and the C++ functions that nothing ran.

The arguments are a report of ``coverage json`` and one of ``gcovr --json``.
"""

import json
import sys
from collections import Counter
from pathlib import Path


def is_public(name: str) -> bool:
    """Whether no part of a qualified name begins with an underscore."""
    return not any(part.startswith("_") for part in name.split("."))


python = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
functions = {
    f"{path}:{function['start_line']} {name}": bool(function["executed_lines"])
    for path, file in python["files"].items()
    for name, function in file["functions"].items()
    if name and is_public(name) and function["summary"]["num_statements"]
}
# One place may be compiled many times: for each CPU level, or as a template.
runs: Counter[str] = Counter()
for file in json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))["files"]:
    counted = [function for function in file["functions"] if "execution_count" in function]  # others are left out
    names = {function["lineno"]: function.get("demangled_name") or function["name"] for function in counted}
    for function in counted:
        line = function["lineno"]
        runs[f"{file['file']}:{line} {names[line]}"] += function["execution_count"]

for language, counts in ("Python, public", functions), ("C++", runs):
    missing = [function for function, count in sorted(counts.items()) if not count]
    print(f"\n{language}: {len(missing)} of {len(counts)} functions were not run", *missing, sep="\n  ")
