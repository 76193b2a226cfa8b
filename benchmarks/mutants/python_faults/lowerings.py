"""Faults in the Python code of the lowerings."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

LOWERING_FAULTS = [
    Fault(
        "exact-cover: ≤ is negated to ≥",
        "Relation.AT_MOST: (Relation.AT_LEAST, 1),",
        "Relation.AT_MOST: (Relation.AT_LEAST, 0),",
    ),
    Fault(
        "exact-cover: a negated all-different allows too much",
        "fewer = len(constraint.cells) - 1",
        "fewer = len(constraint.cells)",
    ),
    Fault(
        "exact-cover: a negated table keeps its tuples",
        "others = set(product(*(cell.domain for cell in constraint.cells))) - constraint.tuples",
        "others = set(product(*(cell.domain for cell in constraint.cells)))",
    ),
    Fault(
        "exact-cover: a negated automaton has no dead state",
        "rejecting = frozenset(range(sink + 1)) - dfa.accepting",
        "rejecting = frozenset(range(sink)) - dfa.accepting",
    ),
    Fault(
        "exact-cover: alternatives with few automata are the first one",
        "if len(machines) == 1:",
        "if len(machines) <= 3:",
        "tests/solving/exact_cover/test_words.py",
    ),
    Fault(
        "exact-cover: a negated maximum may be equal",
        "AnyOf(*(cell > value for cell in cells), AllOf(*(cell < value for cell in cells)))",
        "AnyOf(*(cell > value for cell in cells), AllOf(*(cell <= value for cell in cells)))",
    ),
    Fault(
        "exact-cover: the sum of several terms of a cell is lost",
        "weights = [weight for weight, _ in constraint.terms]",
        "weights = [weight or 1 for weight, _ in constraint.terms]",
    ),
    Fault(
        "exact-cover: pencil marks are dropped",
        "native.restrict(cell.index, candidates)",
        "pass",
    ),
    Fault(
        "exact-cover: one part over bounds is enough where several must hold",
        "return self._sum((), Relation.AT_LEAST, least, when, points)",
        "return self._sum((), Relation.AT_LEAST, 1, when, points)",
        "tests/solving/exact_cover/test_bounds.py",
    ),
    Fault(
        "exact-cover: the last constraint is dropped",
        "for constraint in pace.constraints():\n        (add or add_constraint)(native, constraint)",
        "for constraint in list(pace.constraints())[:-1]:\n        (add or add_constraint)(native, constraint)",
    ),
    Fault(
        "exact-cover: minimises where it should maximise",
        "sign = -model.objective.gain(1)",
        "sign = 1",
    ),
    Fault(
        "exact-cover: the objective's constant is forgotten",
        "return objective.gain(-cost) + objective.expression.constant",
        "return objective.gain(-cost)",
    ),
    Fault(
        "exact-cover: a negated sum of three and more cells is one off",
        "_compare(native, constraint, relation, offset, True)",
        "_compare(native, constraint, relation, offset if len(constraint.terms) < 3 else 0, True)",
    ),
    Fault(
        "cp-sat: all-different with a value to spare",
        "elif len(places) == len(constraint.cells):",
        "elif len(places) <= len(constraint.cells) + 1:",
    ),
    Fault(
        "cp-sat: all-different spares the first cell",
        "literals.at_most_one(places[value])",
        "literals.at_most_one(places[value][1:])",
    ),
    Fault("cp-sat: < for ≤", "return total <= constant", "return total < constant"),
    Fault(
        "cp-sat: weights of a repeated cell are not added",
        "weights[cell] = weights.get(cell, 0) + weight",
        "weights[cell] = weight",
    ),
    Fault(
        "cp-sat: a cage lacks its last set of digits",
        "    ]\n    if len(sets) > MAX_DIGIT_SETS:",
        "    ][:-1]\n    if len(sets) > MAX_DIGIT_SETS:",
        rules=("killer",),
        sizes=(5, 6),
    ),
    Fault(
        "cp-sat: one support for each conflict",
        "for conflict in conflicts:\n",
        "for conflict in conflicts[1:]:\n",
    ),
    Fault(
        "cp-sat: a table takes a repeated cell for two",
        "value in candidates[cell] and row[position[cell]] == value",
        "value in candidates[cell]",
    ),
    Fault(
        "cp-sat: a tuple is chosen without its last cell",
        "for column, cell in enumerate(cells):\n        for value, literal",
        "for column, cell in enumerate(cells[:-1]):\n        for value, literal",
    ),
    Fault(
        "cp-sat: element counts from one less",
        "position = index - constraint.first",
        "position = index - constraint.first + 1",
    ),
    Fault(
        "cp-sat: a maximum need not occur",
        "        literals.clause((negated(holds), negated(number), here))\n",
        "",
    ),
    Fault(
        "cp-sat: a negated all-different by its values alone",
        "define_sum(present, Relation.AT_LEAST, size, holds, literals)",
        "define_sum(present, Relation.AT_LEAST, size - 1, holds, literals)",
    ),
    Fault(
        "cp-sat: at least two is any",
        "case (Relation.AT_LEAST, 1):",
        "case (Relation.AT_LEAST, (1 | 2)):",
    ),
    Fault(
        "cp-sat: a combination is only implied (duplicate solutions)",
        "    for literal in parts:\n        literals.clause((negated(literal), holds))\n",
        "",
    ),
    Fault(
        "cp-sat: every state accepts",
        "number = {state: ACCEPTING if accepts(state) else DEAD for state in states}",
        "number = {state: ACCEPTING for state in states}",
    ),
    Fault(
        "cp-sat: regions may have a digit twice",
        "Relation.AT_MOST, 1, once, literals)",
        "Relation.AT_MOST, 2, once, literals)",
    ),
    Fault(
        "cp-sat: a product may stop at a divisor",
        "accepts = wanted.__contains__",
        "accepts = bool",
    ),
    Fault(
        "cp-sat: a sum that is equal counts as below",
        "define_at_most(constant - 1, below)",
        "define_at_most(constant, below)",
    ),
    Fault(
        "cp-sat: a negated literal of a sum is not moved",
        "variable, constant, weight = negated(literal), constant - weight, -weight",
        "variable, weight = negated(literal), -weight",
    ),
    Fault(
        "cp-sat: losses in the score count nothing",
        "proto.objective.coeffs.append(cost)",
        "proto.objective.coeffs.append(max(cost, 0))",
    ),
    Fault(
        "cp-sat: a negated sum of three and more cells is one off",
        "constant, holds = constant + offset, literals.true",
        "constant, holds = constant, literals.true",
    ),
    Fault(
        "cp-sat: groups of six cells and more are not reached to their end",
        "for _ in range(size - 1):",
        "for _ in range(min(size - 1, 4)):",
    ),
]
