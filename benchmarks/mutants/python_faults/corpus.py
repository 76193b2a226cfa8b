"""Faults in corpora and columns: blocks, parts, their seals, workers of other versions, columns of answers."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

_CORPUS = "tests/corpus/test_corpus.py"
_RUN = "tests/corpus/test_run.py"
_CHECKER = "tests/corpus/test_checker.py"
_COLUMNS = "tests/test_columns.py"
_RANKS = "tests/formats/test_batch_ranks.py"
_MEANING = "tests/formats/iss/test_meaning.py"

CORPUS_FAULTS = [
    Fault("seals: what follows does not count", "digest.update(stream.read())", 'digest.update(b"")', _RUN),
    Fault("seals: they are not looked at", 'if seal_of(stream) != written["seal"]:', "if False:", _RUN),
    Fault(
        "builds: another engine may answer",
        "if mine == build:",
        "if mine.version == build.version:",
        _RUN,
    ),
    Fault("parts: the folder may be that of another job", "if found != job.hash:", "if found is None:", _RUN),
    Fault("parts: only some bad rows are counted", "self.failed += len(chunk.failures)", "self.failed += 1", _CORPUS),
    Fault(
        "variants: the name of a model is enough",
        "if fingerprint(model) != job.model_hash:",
        'if fingerprint(model) == "":',
        _RUN,
    ),
    Fault(
        "spools: a file has lines of an earlier block",
        "os.lseek(spool.file, 0, os.SEEK_SET)",
        "os.lseek(spool.file, 0, os.SEEK_END)",
        _CORPUS,
    ),
    Fault(
        "spools: a file is used for two blocks at once",
        "spool = self._free.pop() if self._free else self._made()",
        "spool = next(iter(self._all.values()), None) or self._made()",
        _CORPUS,
    ),
    Fault(
        "blocks: rows are counted from 0 in each",
        "self._first += self._counted",
        "self._first = 1",
        _CORPUS,
    ),
    Fault(
        "blocks: the unended row of a damaged file stays",
        "self._size -= self._unended",
        "self._size -= 0",
        _CORPUS,
    ),
    Fault(
        "blocks: quotes do not hide line ends",
        "ends = None if quotes is None else quotes.row_ends(piece)",
        "ends = None",
        _CORPUS,
    ),
    Fault(
        "runs: a block that failed twice is given up",
        "if self._tries[block.name] < TRIES and",
        "if self._tries[block.name] < TRIES - 1 and",
        _RUN,
    ),
    Fault("runs: lost blocks stay lost", "self._suspects.extend(lost)", "self._suspects.extend(lost[1:])", _RUN),
    Fault(
        "runs: workers go on when the job is interrupted",
        "                self.workers.kill()",
        "                pass",
        _RUN,
    ),
    Fault(
        "answers: one solution is unique also where the search stopped",
        "np.where(batch.exact, np.int8(UNIQUE), np.int8(SOME))",
        "np.int8(UNIQUE)",
        _CORPUS,
    ),
    Fault(
        "arrays: what is null in reverse order",
        'np.packbits(valid, bitorder="little")',
        'np.packbits(valid, bitorder="big")',
        _CORPUS,
    ),
    Fault(
        "answers: a column that is kept shifts",
        "[(left[cells.indices, place].tolist(), right[cells.indices, place].tolist())]",
        "[(left[: len(cells.indices), place].tolist(), right[: len(cells.indices), place].tolist())]",
        _CORPUS,
    ),
    Fault(
        "folders: the question may be another one",
        'if job["hash"] != sha256(json.dumps(question, sort_keys=True).encode()).hexdigest():',
        "if not question:",
        _CHECKER,
    ),
    Fault("folders: parts may overlap", "if start < stop or end <= start:", "if end <= start:", _CHECKER),
    Fault("folders: parts of the end may be missing", "if gaps and not blocks:", "if gaps and blocks:", _CHECKER),
    Fault(
        "folders: rows may be of another input",
        'raise RejectedError(f"{path.name}: a row names another input")',
        "pass",
        _CHECKER,
    ),
    Fault(
        "folders: counts have no limit",
        'or found.max() > job["limit"]',
        'or found.max() < job["limit"] - 9',
        _CHECKER,
    ),
    Fault(
        "folders: solutions may be missing",
        "if (has_none != np.isin(statuses, _UNSOLVED)).any():",
        "if False:",
        _CHECKER,
    ),
    Fault("folders: the bad rows may be others", "if listed != claim.failures:", "if listed is None:", _CHECKER),
    Fault(
        "folders: seals may be broken",
        "if data.count(mark) != 1 or sha256(",
        "if data.count(mark) != 1 and sha256(",
        _CHECKER,
    ),
    Fault(
        "columns: symbols are not checked",
        "return shape_of(model, symbols or model.symbols)",
        "return Shape(len(model.grid), symbols or model.symbols)",
        _COLUMNS,
    ),
    Fault(
        "columns: a slice of an array begins at its first row",
        "np.frombuffer(offsets, kind)[array.offset :][: len(array) + 1]",
        "np.frombuffer(offsets, kind)[: len(array) + 1]",
        _COLUMNS,
    ),
    Fault(
        "columns: answers of later chunks go to the first one",
        "for first in range(0, len(rows), CHUNK):\n        some = rows[first : first + CHUNK]",
        "for first in range(0, len(rows), CHUNK):\n        some = rows[:CHUNK]",
        _COLUMNS,
    ),
    Fault(
        "ranks: an open cell is a digit",
        "grids[rows] = ((block - np.uint8(1)) & np.uint8(128) | block).view(np.int8)",
        "grids[rows] = block.view(np.int8)",
        _RANKS,
    ),
    Fault(
        "blocks: line ends in quotes do not count",
        "return self._first + self._counted - self._inner",
        "return self._first + self._counted",
        _CORPUS,
    ),
    Fault(
        "strings: skyscrapers with a digit 0 are seen from the other side",
        "    line = _seen(board, side, index)\n    yield Automaton",
        "    line = _seen(board, side, index)[::-1]\n    yield Automaton",
        _MEANING,
    ),
]
