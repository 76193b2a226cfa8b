// The numbers that steer lowering and search: what becomes of a constraint, which searcher runs and for how long, and
// where a search branches. None of them changes what is true, only what it costs to find out. portfolio.hpp is the policy
// that uses those of the hand-overs.
//
// A tag names the commit that set a value, with words of its subject, and the benchmark that measures its effect.
// "Before" is an earlier value; "measured" lists values that were compared. "Guard": the value is far from what puzzles
// need, and bounds time or memory where something does.
//
//   [exact cover]   b3c5181  "Exact-cover engine: items and options"               benchmarks.packages
//   [bulk]          1c44d80  "sudokus in bulk are searched in waves of 512 …"      benchmarks.instructions, classic
//   [quarter]       7da9bca  "a wave ends when a quarter of its boards still …"    benchmarks.instructions, classic
//   [houses]        d962b9c  "Waves on any houses: … the many solutions of …"      benchmarks.variants
//   [progress]      ec222fc  "a puzzle without progress goes to the general …"     benchmarks.classic
//   [batch]         3700588  "A batch of fewer than 512 large grids leaves the …"  benchmarks.batches
//   [threads]       a4b6fd5  "Waves: the same answers on any number of threads"    benchmarks.classic
//   [narrow]        a3f190e  "One puzzle goes to narrow waves: 256 boards"         benchmarks.latency
//   [turns]         6dd0014  "Narrow waves take turns with branching and …"        benchmarks.variants
//   [large]         150f4aa  "Large grids branch longer before they go to …"       benchmarks.large
//   [narrow team]   18bd5b7  "Several threads share the boards of narrow waves"    benchmarks.threads
//   [hard]          f16537b  "only puzzles that look hard go to narrow waves …"    benchmarks.latency
//   [last placed]   1029292  "branches where the last placed value failed"         benchmarks.variants
//   [scope]         35a37be  "a failure weighs two cells of a scope"               benchmarks.variants
//   [forks]         4acf428  "Two places weigh by how their forks failed so far"   benchmarks.variants
//   [blame]         e96ae4a  "A short constraint that fails blames its placed …"   benchmarks.variants
//   [long]          37e5701  "Constraints of more than 20 variables weigh …"       benchmarks.variants
//   [regions]       cbceb23  "Regions to be found are one constraint"              benchmarks.variants
//   [rank]          cfd3e83  "The rank of a line among others is one constraint"   benchmarks.variants
//   [regret]        9dc1641  "where a score is wanted, branch by regret and …"     benchmarks.scored
//   [subgradient]   170828d  "subgradient steps by the size of what is open"       benchmarks.scored
//   [clauses]       50e3e41  "clauses are learned where branching alone does …"    benchmarks.large
//   [phases]        c41a8ab  "Clause learning: target phases, rarer restarts, …"   benchmarks.large
//   [few]           7010922  "Without propagators, … take turns on up to 100 …"    benchmarks.variants
//   [tiers]         e89b246  "Clause learning keeps clauses by tiers, and …"       benchmarks.large
//   [random]        4c7c102  "Clause learning with restarts at random, for …"      test_cdcl.py
//   [team]          6cff427  "One hard puzzle on several threads"                  benchmarks.threads
//   [explanations]  78e3f96  "clauses are learned from every constraint"           benchmarks.variants
//   [shapes]        1c2390b  "Where shapes are to be found, most of the work …"    benchmarks.variants
//   [combinations]  d3764a6  "Where most constraints are combinations, clause …"   benchmarks.variants
//   [equal]         2a7559a  "Clause learning gets its part for each order of …"   benchmarks.variants
//   [six]           3350112  "implied sums of at most six cells, of three houses"  benchmarks.variants
//   [sixteen]       263b90c  "Implied sums over up to 16 houses; sums of …"        benchmarks.variants
//   [crossing]      f910729  "Sums of crossing cages less those of the houses …"   benchmarks.variants
//   [groups]        1dbabe9  "sums whose cells split into groups of different …"   benchmarks.variants
//   [words]         6b18bc7  "Automata over different cells: sets of values …"     benchmarks.variants
//   [costs]         28d749d  "work of learning as it costs"                        benchmarks.variants
//   [needed]        d5199bf  "Needed values go from all that differ from …"        benchmarks.variants
//   [triads]        06f7da3  "Waves of plain 9×9 grids keep triads alone"          benchmarks.instructions
//   [steps]         9489ebd  "Steps: the smallest eliminations from few houses"    benchmarks.steps
//   [witnesses]     b916e0d  "automata explain at once, house indexes, witnesses"  benchmarks.steps
//   [single calls]  0779615  "models of the same houses share a problem"           benchmarks.latency
//   [proofs]        eaeb606  "the engine learns the clauses, and trims them"       tests of proofs
//   [looks]         88c2949  "limits are looked at across short searches"          benchmarks.latency
//   [cardinality]   5630f57  "Cardinality: a kernel constraint for the …"          benchmarks.variants
//   [linear time]   c58e7ad  "Compilation keeps to its limits …, and is …"         benchmarks.variants
//
// Only plain types here: the kernels of every CPU level include this.
#pragma once

#include "basics.hpp"

namespace sudoku_cp::tuning {

// ---- Lowering: what constraints become.

// Tuples tried when a sum becomes a table: those of two or three variables always fit. [exact cover]
inline constexpr std::size_t kMostTabulated = 4096;
// The same for an implied sum, as there are many: three cells of nine values. [sixteen]
inline constexpr std::size_t kMostTabulatedIfImplied = 81;
// Different variables from which on their sum becomes a list of sets: tables of fewer are small. [groups]
inline constexpr std::int32_t kShortestListedSum = 4;
// Sets of values that a group of different variables can have: with 9 values all groups fit. [groups]
inline constexpr std::size_t kMostSetsOfGroup = 600;
// The same for counts of different variables, and for the words of an automaton. [needed], [words]
inline constexpr std::size_t kMostSetsOfCounts = 600;
inline constexpr std::size_t kMostSetsOfWord = 600;
// Sets of values that the prefixes of one length can have, among words of different values. Guard. [words]
inline constexpr std::size_t kMostSetsOfPrefix = 4096;
// Ways to lay out a house for one automaton. Guard. [words]
inline constexpr std::size_t kMostLayouts = 512;
// Variables of an automaton that becomes a table. [costs], measured: 1, 2, 3
inline constexpr std::size_t kLongestTabulatedWord = 2;
// Ways to divide the scope of a cardinality into groups: rows, columns and boxes. [cardinality]
inline constexpr std::size_t kMostWaysToDivide = 3;

// Houses combined for implied sums: a whole grid of 16×16. [sixteen], before: 3
inline constexpr std::size_t kMostHouses = 16;
// Variables of an implied sum, where all differ. [six]
inline constexpr std::size_t kMostDifferent = 6;
// The same where some may be equal, or where there are innies and outies. [sixteen], before: 3
inline constexpr std::size_t kMostLoose = 5;
// The same where some cell is in no cage. [sixteen]
inline constexpr std::size_t kMostUncaged = 9;
// Innies or outies of an implied sum, whichever are fewer. [sixteen]
inline constexpr std::size_t kMostOnOneSide = 1;
// Variables of other implied sums, kept where there are fewer of the above than cages. [sixteen], measured: 7, 8, 9
inline constexpr std::size_t kMostIfFew = 7;
// Disjoint cages combined for a covering sum. Guard: the number of sums tried is quadratic in them. [crossing]
inline constexpr std::size_t kMostCages = 12;
// Families of disjoint cages that are combined. Guard: thousands of equal cages. [linear time]
inline constexpr std::size_t kMostFamilies = 64;
// The distance from its least or its largest value up to which a covering sum is kept. [crossing], measured: 0 to 45
inline constexpr std::int64_t kMostSlack = 16;

// ---- Problems, and what is kept for later questions.

// Bytes of the table of peers as masks, by which placements remove a value from all peers in vectors: more would not stay
// in the cache of a core. [exact cover]
inline constexpr std::size_t kMostPeerBytes = std::size_t{1} << 18;
// Problems of houses alone that models of the same grids share. [single calls]
inline constexpr std::size_t kMostHouseProblems = 4;
// Bytes of solutions that spare later questions about groups; beyond, all are forgotten. Guard. [witnesses]
inline constexpr std::size_t kMostBytesOfWitnesses = std::size_t{1} << 26;
// Values not shown yet that fail to be assigned together, before a solution is searched without more of them. [steps]
inline constexpr int kMostFailedPreferences = 2;
// Nodes of a refutation between two looks at its limits. [proofs]
inline constexpr std::int64_t kNodesOfRefutationPerLook = 256;

// ---- Inside propagators.

// Groups of a sum; a sum of more keeps its bounds. Guard: a run keeps the state of all groups on the stack. [groups]
inline constexpr std::int32_t kMostGroupsOfSum = 32;
// The distance from an end up to which the sums of groups are combined one by one. [sixteen], measured: 0 to 16
inline constexpr std::int64_t kMostExactSlack = 2;
// Places of a needed value up to which it is removed from their common peers. Guard: their rows of peers are listed on the
// stack. [needed]
inline constexpr std::int32_t kMostCommonPlaces = 16;

// ---- From branching to narrow waves. Plain: a 9×9 grid of rows, columns and boxes; candidates: those of open cells.

// A plain grid with more candidates is too open to go to waves soon. [narrow]
inline constexpr std::int64_t kOpenCandidates = 270;
// A plain grid with fewer, less what pairs take off, looks easy; others go to waves at once. [narrow]
inline constexpr std::int64_t kHardCandidates = 210;
// Taken off for each cell with two candidates: hard grids have few of these. [hard], before: none
inline constexpr std::int64_t kCandidatesOfPair = 5;
// Nodes of branching before waves, where a plain grid looks easy. [hard], before: 24
inline constexpr std::int64_t kNodesIfEasy = 40;
// The same where a plain grid is open, and for other grids up to 100 variables. [hard]
inline constexpr std::int64_t kNodesIfUnknown = 150;
// The same for larger grids, where waves are rarely ahead. [large], before: 150
inline constexpr std::int64_t kNodesIfLarge = 500;

// ---- From waves back to branching, which learns where to branch.

// Nodes after which waves should have led to solutions, in plain grids. [progress]
inline constexpr std::int64_t kNodesBeforeGivingUpIfPlain = 10000;
// The same in other grids, where waves see less. [progress]
inline constexpr std::int64_t kNodesBeforeGivingUp = 500;
// Times as many in narrow waves, which try more than they must. [narrow]
inline constexpr std::int64_t kNarrowNodesFactor = 16;
// Nodes of narrow waves for each of branching, up to 100 variables, where both take turns: waves have most of the time.
// [turns]
inline constexpr std::int64_t kNarrowNodesOfNodeIfPlain = 128;
// The same in other grids. [turns]
inline constexpr std::int64_t kNarrowNodesOfNode = 32;
// Further nodes that are in order for each solution found in waves. [houses]
inline constexpr std::int64_t kNodesPerSolution = 4;

// ---- From branching to clause learning, and back.

// Nodes of branching without a solution after which clauses are learned. [clauses]
inline constexpr std::int64_t kNodesBeforeLearning = 1000;
// Where both take turns, clause learning gets this part of the work of branching: what branching finishes alone takes
// half as long again at most. Where branching has two orders, it gets this part of it for each. [explanations], [equal]
inline constexpr std::int64_t kPartOfLearning = 2;
// The same where its conflicts are expensive: few clauses for the work. [costs], before: 8
inline constexpr std::int64_t kPartOfExpensiveLearning = 32;
// Conflicts that show what one costs. [costs]
inline constexpr std::int64_t kConflictsToWeigh = 8;
// Where shapes are to be found, or most constraints are combinations, clause learning comes sooner, and gets several
// times the work of branching. [shapes], [combinations], before: as elsewhere
inline constexpr std::int64_t kNodesBeforeFavouredLearning = 200;
inline constexpr std::int64_t kTimesOfFavouredLearning = 4;
// Nodes of branching that a conflict may cost before it is expensive. [costs]
inline constexpr std::int64_t kNodesOfConflict = 8;
// Without propagators, clause learning runs to completion where there are more variables; else both take turns, too.
// [few]
inline constexpr std::int32_t kFewVariables = 100;
// Watches and literals of conflicts that clause learning visits in the time of a propagation. [costs], before:
// 20, with the values to explain
inline constexpr std::int64_t kStepsOfPropagation = 8;
// Propagations of branching in the time of a run in clause learning, which includes the way there and the explanations:
// placements and houses are propagations of branching, too. [costs], before: 1
inline constexpr std::int64_t kPropagationsOfRun = 2;
// Threads of a team for each search that learns clauses: it gets a third of their work. [team]
inline constexpr int kThreadsOfLearner = 3;
// Solutions that a team finds before its threads pause, at most. [team]
inline constexpr std::size_t kMostFoundAtOnce = 4096;
// Solutions remembered, so that none is reported twice after a hand-over; beyond this the portfolio no longer switches
// back. [narrow]
inline constexpr std::int64_t kMostRemembered = 64;

// ---- Looks at limits: at the clock, a flag and the caller's signals.

// Calls of the solver between two looks, where searches are short. [looks]
inline constexpr int kCallsPerLook = 256;
// Nodes between two looks adapt, up to this number, so that the time between them stays within these bounds: limits are
// kept to some milliseconds, and looks take no time. [exact cover]
inline constexpr std::int64_t kMostNodesPerLook = 1 << 14;
inline constexpr std::int64_t kMillisecondsOfShortSlice = 2;
inline constexpr std::int64_t kMillisecondsOfLongSlice = 8;
// Time between two calls of Python, which takes its lock: an interrupt is noticed at once for a person. [exact cover]
inline constexpr std::int64_t kMillisecondsPerPoll = 50;
// The same of a thread of a team: nodes adapt so that it looks around about every millisecond. [team]
inline constexpr std::int64_t kMostNodesOfTurn = 1 << 20;
inline constexpr std::int64_t kMicrosecondsOfShortTurn = 500;
inline constexpr std::int64_t kMicrosecondsOfLongTurn = 2000;
// A thread that waits for a board looks at the limits as often. [team]
inline constexpr std::int64_t kMillisecondsOfWait = 1;

// ---- Batches, and one puzzle with many solutions.

// A batch of plain grids with fewer is solved one by one: most lanes would be empty. [houses]
inline constexpr std::size_t kPuzzlesWorthWavesIfPlain = 16;
// The same for other grids. [houses]
inline constexpr std::size_t kPuzzlesWorthWaves = 48;
// A batch of other grids with fewer leaves the easy ones to branching. [batch]
inline constexpr std::size_t kPuzzlesThatFillWaves = 512;
// Those that take branching no more nodes. [batch]
inline constexpr std::int64_t kNodesBeforeBatchWaves = 4;
// Where this number is wanted or found, even one puzzle is worth the start of waves. [houses]
inline constexpr std::int64_t kManySolutions = 1000;
// Puzzles that one thread solves among themselves, at most. [threads]
inline constexpr std::int64_t kPuzzlesPerTurnOfWaves = 8192;
// Puzzles that a thread takes to solve one by one. [exact cover]
inline constexpr std::size_t kPuzzlesPerTurnOfBranching = 16;
// New puzzles wait while more boards do. [bulk]
inline constexpr std::int64_t kMostBoardsLater = 2048;

// ---- Inside waves.

// Boards of a wave: a plane is eight words, one vector of AVX-512. [bulk]
inline constexpr std::int32_t kWaveLanes = 512;
// A wave ends when no more of its boards still change. [quarter]
inline constexpr std::int32_t kFewChanged = kWaveLanes / 4;
// Sweeps of a wave at least: waves of few boards, which may all still change, cost about as much as two sweeps of theirs
// besides. [triads], before: 1
inline constexpr std::int32_t kLeastSweepsOfTriads = 2;
inline constexpr std::int32_t kLeastSweepsOfHouses = 1;
// Planes of a grid in a wave: one for each candidate. Guard: 1 MiB of planes. [bulk]
inline constexpr std::int32_t kMostPlanes = 1 << 14;
// Words of a plane in a narrow wave, which has 256 boards: one vector of AVX2. [narrow]
inline constexpr std::int32_t kNarrowWords = 4;
// A narrow wave of no more boards is copied before each step. [hard], before: 16
inline constexpr std::int32_t kFewBoards = 32;
// Copies that are made of a board that is alone. [hard], before: 16
inline constexpr std::int32_t kMostCopies = 32;
// Nodes of narrow waves after which several threads share their boards. [narrow team]
inline constexpr std::int64_t kNarrowNodesBeforeTeam = 1 << 14;
// Steps of a narrow wave that each thread takes before boards are shared again: some milliseconds. [narrow team]
inline constexpr int kStepsOfRound = 128;
// Sweeps after which up to 64 boards branch again, settled or not. [narrow]
inline constexpr std::int32_t kSweepsOfFew = 2;

// ---- Branching in cells: on failures for each value left.

// A failure weighs as much as this number of cells of a constraint's scope. [scope], before: 1
inline constexpr std::int32_t kWeightOfFailure = 2;
// A variable begins with the sizes of its constraints' scopes, up to this size or where all are in houses. [long]
inline constexpr std::size_t kLongestScopeToWeigh = 20;
// What a larger scope counts in the first order; its size in the other. [long]
inline constexpr std::int32_t kWeightOfLongScope = 2;
// A constraint that fails blames its placed variables where it has no more than this number. [blame]
inline constexpr std::ptrdiff_t kLongestScopeToBlame = 9;
// What the failures of a digit count where its region is known, and the other way round. [regions]
inline constexpr std::int32_t kWeightIfPartnerIsKnown = 4;
// What the failures of options count where a constraint turns on which of them holds. [rank]
inline constexpr std::int32_t kWeightOfAlternatives = 3;
// Forks that are taken as seen at first, on two values and on two places, and how many of their ways failed at once:
// two places begin with less weight. [forks], before: the weights are equal, and stay so
inline constexpr std::int64_t kForksToBeginWith = 64;
inline constexpr std::int64_t kFailuresOfTwoValues = 68;
inline constexpr std::int64_t kFailuresOfTwoPlaces = 60;
// Forks after which older ones count half. [forks]
inline constexpr std::int64_t kMostForks = 1 << 20;
// The square root of the most that two places can weigh. [forks]
inline constexpr std::int64_t kMostWeightOfPlaces = 4;
// Failures after which the old ones count less. [forks], before: 1 << 11
inline constexpr std::int32_t kFailuresBetweenDecays = 1 << 10;
// What the failures of variables are divided by then. [last placed]
inline constexpr std::int32_t kVariableDecay = 2;
// What the failures of values are divided by then. [last placed]
inline constexpr std::int32_t kValueDecay = 4;
// A fifth of the failures of the worst value is added to each variable that can take it. [last placed]
inline constexpr std::int32_t kShareOfValue = 5;

// ---- Branching for scores: by regret and failures.

// Smaller differences are no regret. [regret]
inline constexpr Cost kRegretPrecision = kMultiplierScale / 16;
// Keeps regret times failures far from an overflow. [regret]
inline constexpr Cost kMostRegret = Cost{1} << 40;
// Steps of activity that a variable has before it failed, so that regret counts first. [regret]
inline constexpr std::int32_t kFailuresToBeginWith = 2;

// ---- The bound of a score: subgradient steps.

// Steps at the root, for every item to cover or variable to fix. [subgradient]
inline constexpr int kRootSteps = 3;
// Steps at a node, where the multipliers are good already. [subgradient]
inline constexpr int kNodeSteps = 10;
// Steps without a gain before the step length is halved. [subgradient]
inline constexpr int kRootStepsWithoutGain = 12;
// The same at a node. [subgradient]
inline constexpr int kNodeStepsWithoutGain = 4;
// Without an incumbent, steps aim above the best bound by this part of it. [exact cover]
inline constexpr Cost kPartOfBound = 32;

// ---- Branching in general covers: on the scarcest item, then the most active one.

// The largest activity that fits a key of 16 bits. [exact cover]
inline constexpr std::int32_t kMostActive = 0xffff;
// A failure weighs one more than the last one, up to this: then all decay. [exact cover]
inline constexpr std::int32_t kLargestActivityStep = kMostActive / 16;
// What activities and the step are divided by then. [exact cover]
inline constexpr std::int32_t kItemDecay = 16;

// ---- Clause learning.

// Conflicts between restarts, times the terms of Luby's sequence. [phases], before: 200
inline constexpr std::int64_t kConflictsOfRestart = 1024;
// Conflicts before a restart, at most, where restarts are wanted at random, to test them. [random]
inline constexpr std::int64_t kMostConflictsAtRandom = 32;
// Learned clauses are reduced when this number of conflicts has come since the last time, times the reductions so far:
// CaDiCaL's. [tiers]
inline constexpr std::int64_t kConflictsOfReduction = 300;
// Of the clauses that reduction may drop, the part that it keeps: one in four. CaDiCaL's. [tiers], before: 2
inline constexpr std::size_t kPartOfClausesKept = 4;
// Learned clauses of no more levels always stay. [clauses]
inline constexpr std::uint32_t kLowLbd = 2;
// Those of no more levels outlive two reductions after they were of use, others one. [tiers]
inline constexpr std::uint32_t kMiddleLbd = 6;
// Literals that the minimizing of a clause follows one below the other, at most: CaDiCaL's. [tiers]
inline constexpr int kDeepestMinimizing = 1000;
// Times that a propagator is run to find what its removal of a value follows from. [explanations]
inline constexpr std::int64_t kMostTrialsOfExplanation = 64;
// The weight of a conflict for options, relative to the next one: MiniSat's. [clauses]
inline constexpr double kOptionDecay = 0.95;
// In another search over the same options, the part of them that comes first: one in eight. [team]
inline constexpr std::uint32_t kOptionsOfBump = 8;

}  // namespace sudoku_cp::tuning
