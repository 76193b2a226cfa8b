// What one loop through a graph leaves open: the degrees of nodes, chains of edges that must not close early, and the
// blocks of the graph, of which a loop stays in one (biconnected components: Hopcroft & Tarjan, CACM 1973).
//
//   workspace   | use | block | stack | fits | of each edge   | used | undecided | found | low | from | next | path | far | seen | of each node
#pragma once

#include "assertions.hpp"
#include "basics.hpp"
#include "constraints/constraint.hpp"
#include "kernel/level.hpp"
#include "kernel/scratch.hpp"
#include "kernel/views.hpp"

namespace sudoku_cp {

struct LoopGraph {
  std::int32_t nodes;
  std::int32_t edges;
  Slice<std::int32_t> ends;          // [edges][2]: nodes
  ListsView<std::int32_t> incident;  // by node: its edges; one from the node to itself twice
  Slice<std::int32_t> visited;       // by node: whether the loop must visit it
};

// Words of the workspace: four integers for each edge, and nine for each node.
constexpr std::size_t loop_search_words(std::int32_t edges, std::int32_t nodes) {
  const std::size_t integers = 4 * static_cast<std::size_t>(edges) + 9 * static_cast<std::size_t>(nodes);
  return (integers * sizeof(std::int32_t) + sizeof(Word) - 1) / sizeof(Word);
}

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

enum Use : std::int32_t { kUnused, kUndecided, kUsed };

class LoopSearch {
 public:
  LoopSearch(const LoopGraph& graph, Scratch scratch) : graph_(graph) {
    std::int32_t** const of_edges[] = {&use_, &block_, &stack_, &fits_};
    for (std::int32_t** array : of_edges) *array = scratch.take<std::int32_t>(graph.edges);
    std::int32_t** const of_nodes[] = {&used_, &undecided_, &found_, &low_, &from_, &next_, &path_, &far_, &seen_};
    for (std::int32_t** array : of_nodes) *array = scratch.take<std::int32_t>(graph.nodes);
    for (std::int32_t node = 0; node < graph.nodes; ++node) {
      used_[node] = undecided_[node] = 0;
      wanted_ += graph.visited[node];
    }
  }

  // Each edge once, in order.
  void add(std::int32_t edge, Use use) {
    use_[edge] = use;
    for (int side = 0; side < 2; ++side) {
      const std::int32_t node = end(edge, side);
      used_[node] += use == kUsed;
      undecided_[node] += use == kUndecided;
    }
    total_ += use == kUsed;
  }

  Use use(std::int32_t edge) const { return static_cast<Use>(use_[edge]); }

  // Decides what follows; false where no loop is left.
  bool settle() {
    for (;;) {
      if (!settle_nodes()) return false;
      changed_ = false;
      if (!settle_chains()) return false;
      if (changed_) continue;
      if (!settle_blocks()) return false;
      if (!changed_) return true;
    }
  }

 private:
  std::int32_t end(std::int32_t edge, int side) const { return graph_.ends[2 * edge + side]; }
  std::int32_t other_end(std::int32_t edge, std::int32_t node) const {
    return end(edge, 0) == node ? end(edge, 1) : end(edge, 0);
  }
  const std::int32_t* incident(std::int32_t node) const { return graph_.incident.values + graph_.incident.begin[node]; }
  std::int32_t degree(std::int32_t node) const {
    return static_cast<std::int32_t>(graph_.incident.begin[node + 1] - graph_.incident.begin[node]);
  }

  void decide(std::int32_t edge, Use use) {
    SUDOKU_CP_ASSERT(use_[edge] == kUndecided && use != kUndecided);
    use_[edge] = use;
    for (int side = 0; side < 2; ++side) {
      --undecided_[end(edge, side)];
      used_[end(edge, side)] += use == kUsed;
    }
    total_ += use == kUsed;
    changed_ = true;
  }

  // A node has two edges of the loop or none.
  bool settle_nodes() {
    do {
      changed_ = false;
      for (std::int32_t node = 0; node < graph_.nodes; ++node) {
        const std::int32_t possible = used_[node] + undecided_[node];
        const bool must = used_[node] > 0 || graph_.visited[node] != 0;
        if (used_[node] > 2 || (must && possible < 2)) return false;
        if (undecided_[node] == 0 || (used_[node] < 2 && possible > 2)) continue;
        const Use use = used_[node] < 2 && possible == 2 ? kUsed : kUnused;
        if (use == kUsed && !must) continue;
        for (std::int32_t at = 0; at < degree(node); ++at) {
          if (use_[incident(node)[at]] == kUndecided) decide(incident(node)[at], use);
        }
      }
    } while (changed_);
    return true;
  }

  // The edge of the loop that leaves a node, but for one.
  std::int32_t used_edge(std::int32_t node, std::int32_t except) const {
    std::int32_t at = 0;
    while (use_[incident(node)[at]] != kUsed || incident(node)[at] == except) ++at;
    SUDOKU_CP_ASSERT(at < degree(node));
    return incident(node)[at];
  }

  // A chain closes where it is the whole loop.
  bool settle_chains() {
    std::int32_t chains = 0;
    std::int32_t in_chains = 0;
    std::int32_t visits = 0;
    for (std::int32_t node = 0; node < graph_.nodes; ++node) {
      far_[node] = -1;
      visits += used_[node] > 0 && graph_.visited[node] != 0;
    }
    for (std::int32_t node = 0; node < graph_.nodes; ++node) {
      if (used_[node] != 1 || far_[node] >= 0) continue;
      ++chains;
      std::int32_t edge = used_edge(node, -1);
      std::int32_t last = other_end(edge, node);
      for (++in_chains; used_[last] == 2; ++in_chains) {
        edge = used_edge(last, edge);
        last = other_end(edge, last);
      }
      far_[node] = last;
      far_[last] = node;
    }
    if (in_chains < total_) return chains == 0 && visits == wanted_ && is_one_loop() && drop_undecided();
    const bool may_close = chains == 1 && visits == wanted_;
    for (std::int32_t edge = 0; edge < graph_.edges; ++edge) {
      if (use_[edge] != kUndecided) continue;
      const std::int32_t one = end(edge, 0);
      const std::int32_t other = end(edge, 1);
      const bool closes = used_[one] == 1 && far_[one] == other;
      if (one == other ? used_[one] > 0 : closes && !may_close) decide(edge, kUnused);
    }
    return true;
  }

  // Whether the edges of closed chains, which are all there are, form one.
  bool is_one_loop() const {
    std::int32_t first = 0;
    while (use_[first] != kUsed) ++first;
    std::int32_t edge = first;
    std::int32_t node = end(first, 1);
    std::int32_t length = 1;
    for (; node != end(first, 0); ++length) {
      edge = used_edge(node, edge);
      node = other_end(edge, node);
    }
    return length == total_;
  }

  bool drop_undecided() {
    for (std::int32_t edge = 0; edge < graph_.edges; ++edge) {
      if (use_[edge] == kUndecided) decide(edge, kUnused);
    }
    return true;
  }

  // A loop stays in one block, which has all that it must.
  bool settle_blocks() {
    blocks_ = 0;
    bool any_fits = false;
    for (std::int32_t edge = 0; edge < graph_.edges; ++edge) block_[edge] = -1;
    for (std::int32_t node = 0; node < graph_.nodes; ++node) found_[node] = 0, seen_[node] = -1;
    std::int32_t count = 0;
    for (std::int32_t node = 0; node < graph_.nodes; ++node) {
      if (found_[node] == 0 && used_[node] + undecided_[node] > 0) count = explore(node, count);
    }
    for (std::int32_t block = 0; block < blocks_; ++block) any_fits |= fits_[block] != 0;
    if (!any_fits) return false;
    for (std::int32_t edge = 0; edge < graph_.edges; ++edge) {
      if (use_[edge] == kUndecided && fits_[block_[edge]] == 0) decide(edge, kUnused);
    }
    return true;
  }

  // Numbers the nodes and blocks that are joined to `root`; returns the number of nodes found so far.
  std::int32_t explore(std::int32_t root, std::int32_t count) {
    std::int32_t depth = 0;
    std::int32_t size = 0;  // of the stack of edges
    const auto discover = [&](std::int32_t node, std::int32_t edge) {
      found_[node] = low_[node] = ++count;
      from_[node] = edge;
      next_[node] = 0;
      path_[depth++] = node;
    };
    discover(root, -1);
    while (depth > 0) {
      const std::int32_t node = path_[depth - 1];
      if (next_[node] < degree(node)) {
        const std::int32_t edge = incident(node)[next_[node]++];
        if (use_[edge] == kUnused || edge == from_[node]) continue;
        const std::int32_t other = other_end(edge, node);
        if (other == node) {
          if (block_[edge] >= 0) continue;
          stack_[size++] = edge;
          size = close_block(edge, size);
        } else if (found_[other] == 0) {
          stack_[size++] = edge;
          discover(other, edge);
        } else if (found_[other] < found_[node]) {
          stack_[size++] = edge;
          if (found_[other] < low_[node]) low_[node] = found_[other];
        }
        continue;
      }
      --depth;
      if (depth == 0) break;
      const std::int32_t parent = path_[depth - 1];
      if (low_[node] < low_[parent]) low_[parent] = low_[node];
      if (low_[node] >= found_[parent]) size = close_block(from_[node], size);
    }
    SUDOKU_CP_ASSERT(size == 0);
    return count;
  }

  // Makes a block of the edges from this one to the end of the stack, and returns the size of what is left of it.
  std::int32_t close_block(std::int32_t first, std::int32_t size) {
    std::int32_t edges = 0;
    std::int32_t used = 0;
    std::int32_t visits = 0;
    std::int32_t edge = -1;
    while (edge != first) {
      edge = stack_[--size];
      block_[edge] = blocks_;
      ++edges;
      used += use_[edge] == kUsed;
      for (int side = 0; side < 2; ++side) {
        const std::int32_t node = end(edge, side);
        if (seen_[node] == blocks_) continue;
        seen_[node] = blocks_;
        visits += graph_.visited[node] != 0;
      }
    }
    const bool has_loop = edges > 1 || end(first, 0) == end(first, 1);
    fits_[blocks_++] = has_loop && used == total_ && visits == wanted_;
    return size;
  }

  const LoopGraph& graph_;
  std::int32_t wanted_ = 0;  // nodes that must be visited
  std::int32_t total_ = 0;   // edges that are used
  std::int32_t blocks_ = 0;
  bool changed_ = false;
  std::int32_t* use_;
  std::int32_t* block_;
  std::int32_t* stack_;  // edges that are in no block yet
  std::int32_t* fits_;   // by block: whether the loop may lie in it
  std::int32_t* used_;   // edges of the node, by their use
  std::int32_t* undecided_;
  std::int32_t* found_;  // number in the order of discovery, from 1; 0: not yet
  std::int32_t* low_;    // the first node that can be reached past the parent
  std::int32_t* from_;   // the edge to the parent, -1 at a root
  std::int32_t* next_;   // the edge to go on with
  std::int32_t* path_;
  std::int32_t* far_;   // the other end of the chain that ends here, -1: none does
  std::int32_t* seen_;  // the last block that the node was found in
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
