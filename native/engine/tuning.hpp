// The numbers that steer the search: who searches and how long, and where a search branches. None of them changes what
// is true, only what it costs to find out. portfolio.hpp is the policy that uses those of the hand-overs.
//
// The tag says where a value comes from: the words are from the subject of the commit that set it, and the benchmark
// shows its effect. "before" is an earlier value that is in the history; other trials were not recorded.
//
//   [exact cover]  "Exact-cover engine: items and options"                        benchmarks.packages
//   [bulk]         "sudokus in bulk are searched in waves of 512 boards"          benchmarks.instructions, classic
//   [quarter]      "a wave ends when a quarter of its boards still change"        benchmarks.instructions, classic
//   [houses]       "Waves on any houses: … the many solutions of one puzzle"      benchmarks.variants
//   [progress]     "a puzzle without progress goes to the general search"         benchmarks.classic
//   [batch]        "A batch of a few large grids leaves the easy ones …"          benchmarks.batches
//   [threads]      "Waves: the same answers on any number of threads"             benchmarks.classic
//   [narrow]       "One puzzle goes to narrow waves: 256 boards"                  benchmarks.latency
//   [turns]        "Narrow waves take turns with branching and clause learning"   benchmarks.variants
//   [large]        "Large grids branch longer before they go to narrow waves"      benchmarks.large
//   [narrow team]  "Several threads share the boards of narrow waves"             benchmarks.threads
//   [hard]         "only puzzles that look hard go to narrow waves at once"       benchmarks.latency
//   [last placed]  "branches where the last placed value failed"                  benchmarks.variants
//   [scope]        "a failure weighs two cells of a scope"                        benchmarks.variants
//   [forks]        "Two places weigh by how their forks failed so far"            benchmarks.variants
//   [blame]        "A short constraint that fails blames its placed variables"    benchmarks.variants
//   [long]         "Constraints of more than 20 variables weigh little at first"  benchmarks.variants
//   [regions]      "Regions to be found are one constraint"                      benchmarks.variants
//   [rank]         "The rank of a line among others is one constraint"            benchmarks.variants
//   [regret]       "where a score is wanted, branch by regret and failures"       benchmarks.scored
//   [subgradient]  "subgradient steps by the size of what is open"                benchmarks.scored
//   [clauses]      "clauses are learned where branching alone does not get on"    benchmarks.large
//   [phases]       "Clause learning: target phases, rarer restarts, …"            benchmarks.large
//   [few]          "Without propagators, … take turns on up to 100 variables"      benchmarks.variants
//   [tiers]        "Clause learning keeps clauses by tiers, and reduces them more often"  benchmarks.large
//   [random]       "Clause learning with restarts at random, for each seed"       tests/solvers/exact_cover/test_cdcl.py
//   [team]         "One hard puzzle on several threads"                           benchmarks.threads
//   [explanations] "clauses are learned from every constraint"                    benchmarks.variants
//   [work]         "Turns of clause learning count all of its work"               benchmarks.variants
//   [dear]         "Clause learning gets less of the work where its conflicts are dear"  benchmarks.variants
//   [real]         "Clause learning counts its work as it takes processor time"   benchmarks.variants
//   [shapes]       "Where shapes are to be found, most of the work goes to clause learning"  benchmarks.variants
//   [combinations] "Where most constraints are combinations, clause learning gets most of the work"  benchmarks.variants
//   [equal]        "Clause learning gets its part for each order of branching"    benchmarks.variants
//
// Only plain types here: the kernels of every CPU level include this.
#pragma once

#include "basics.hpp"

namespace sudoku_cp::tuning {

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
// The same where its conflicts are dear: few clauses for the work. [dear], before: 8
inline constexpr std::int64_t kPartOfDearLearning = 32;
// Conflicts that show what one costs. [dear]
inline constexpr std::int64_t kConflictsToWeigh = 8;
// Where shapes are to be found, or most constraints are combinations, clause learning comes sooner, and gets several
// times the work of branching. [shapes], [combinations], before: as elsewhere
inline constexpr std::int64_t kNodesBeforeFavouredLearning = 200;
inline constexpr std::int64_t kTimesOfFavouredLearning = 4;
// Nodes of branching that a conflict may cost before it is dear. [dear]
inline constexpr std::int64_t kNodesOfConflict = 8;
// Without propagators, clause learning goes on to the end where there are more variables; else both take turns, too.
// [few]
inline constexpr std::int32_t kFewVariables = 100;
// Watches and literals of conflicts that clause learning looks at in the time of a propagation. [work], [real], before:
// 20, with the values to explain
inline constexpr std::int64_t kStepsOfPropagation = 8;
// Propagations of branching in the time of a run in clause learning, which includes the way there and the explanations:
// placements and houses are propagations of branching, too. [real], before: 1
inline constexpr std::int64_t kPropagationsOfRun = 2;
// Threads of a team for each search that learns clauses: it gets a third of their work. [team]
inline constexpr int kThreadsOfLearner = 3;
// Solutions that a team finds before its threads pause, at most. [team]
inline constexpr std::size_t kMostFoundAtOnce = 4096;
// Solutions kept, so that none is reported twice after a hand-over; with more nobody hands back. [narrow]
inline constexpr std::int64_t kMostRemembered = 64;

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
// A fifth of the failures of the worst value goes to each variable that can take it. [last placed]
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
// One in so many of those that may go is kept: CaDiCaL's. [tiers], before: 2
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
// One of so many options comes first in another search over the same ones. [team]
inline constexpr std::uint32_t kOptionsOfBump = 8;

}  // namespace sudoku_cp::tuning
