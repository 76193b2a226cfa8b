"""A reader of one question follows it through few files."""

from benchmarks.calls import warm_trace


def test_a_question_enters_few_files() -> None:
    trace = warm_trace()
    assert "solvers/exact_cover/compiled.py" in trace.calls
    assert len(trace.calls) <= 35
    assert trace.jumps <= 220
