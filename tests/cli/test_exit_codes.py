from __future__ import annotations

import re
from itertools import combinations

from sudoku_cp.cli.process import HELP, ExitCode, most_severe


def test_the_help_lists_the_codes_in_the_order_of_severity() -> None:
    listed = [ExitCode(int(code)) for code in re.findall(r"^ +(\d+)  ", HELP, re.M)]
    assert sorted(listed) == sorted(ExitCode)
    for milder, worse in combinations(listed, 2):
        assert most_severe([milder, worse]) is most_severe([worse, milder]) is worse


def test_nothing_to_answer() -> None:
    assert most_severe([]) is ExitCode.ANSWERED
