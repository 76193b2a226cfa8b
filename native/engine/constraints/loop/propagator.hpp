// The edges whose variables lie in their sets form one loop, or one path.
//
// A path is a loop through one more node, which is joined to each node where the path may end. These edges have no
// variables: they follow from the others.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "constraints/loop/loop_search.hpp"
#include "constraints/store.hpp"
#include "kernel/cells.hpp"
#include "kernel/level.hpp"
#include "kernel/refusing.hpp"

namespace sudoku_cp {

// With `negated` they do not.
struct Loop {
  Slice<std::int32_t> variables;  // by edge; the edges of a path to its further node come after these
  Slice<std::int64_t> values;     // of each edge in turn
  Slice<std::int32_t> ends_of_values;
  LoopGraph graph;
  Slice<std::int32_t> further;  // edges to the further node, by use: never kUnused
  bool negated;
  Slice<std::int32_t> scope;  // set by prepare, as is the rest
  Slice<Word> members;        // by edge: the values, as a mask

  static constexpr const char* kBinding = "add_loop";
  static constexpr const char* kArguments[] = {"cells",  "edges", "values", "nodes",
                                               "visits", "path",  "tips",   "negated"};

  using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;  // of nodes

  // A path ends at the tips, up to two; where these are fewer, anywhere else.
  static Loop declare(ModelStore& store, const Variables& cells, const Pairs& edges,
                      const std::vector<std::vector<std::int64_t>>& values, std::int32_t nodes,
                      const std::vector<std::int32_t>& visits, bool path, const std::vector<std::int32_t>& tips,
                      bool negated) {
    if (edges.size() != cells.size() || values.size() != cells.size())
      throw std::invalid_argument("each edge has a cell and values");
    if (nodes < 0) throw std::invalid_argument("there are no fewer than 0 nodes");
    const auto check = [&](std::int32_t node) {
      if (node < 0 || node >= nodes) throw std::out_of_range("there is no such node");
    };
    std::vector<std::int64_t> all;
    std::vector<std::int32_t> value_ends;
    for (const std::vector<std::int64_t>& listed : values) {
      all.insert(all.end(), listed.begin(), listed.end());
      value_ends.push_back(static_cast<std::int32_t>(all.size()));
    }
    std::vector<std::int32_t> ends;
    for (const auto& [one, other] : edges) {
      check(one), check(other);
      ends.insert(ends.end(), {one, other});
    }
    const std::int32_t all_nodes = nodes + path;
    std::vector<std::int32_t> visited(static_cast<std::size_t>(all_nodes));
    for (const std::int32_t node : visits) check(node), visited[static_cast<std::size_t>(node)] = 1;
    for (const std::int32_t node : tips) check(node);
    std::vector<std::int32_t> further;
    if (path) {
      visited.back() = 1;
      for (std::int32_t node = 0; node < nodes; ++node) {
        const bool is_tip = std::ranges::find(tips, node) != tips.end();
        if (tips.size() > 1 && !is_tip) continue;
        ends.insert(ends.end(), {node, nodes});
        further.push_back(is_tip);
      }
    }
    return {store.variables(cells),
            store.arena.keep(all),
            store.arena.keep(value_ends),
            graph_of(store, all_nodes, ends, visited),
            store.arena.keep(further),
            negated,
            {},
            {}};
  }

  Metadata prepare(ModelStore& store) {
    std::vector<Word> masks;
    for (std::int32_t edge = 0, begin = 0; edge < variables.size; begin = ends_of_values[edge++]) {
      const std::span listed(values.data + begin, static_cast<std::size_t>(ends_of_values[edge] - begin));
      masks.push_back(store.mask_of(variables[edge], listed));
    }
    members = store.arena.keep(masks);
    const Variables all = scope_of(variables);
    scope = store.arena.keep(all);
    return {.scope = all,
            .idempotent = scope.size == variables.size,
            .workspace_words = loop_search_words(graph.edges, graph.nodes),
            .favours_learning = !negated};
  }

 private:
  static LoopGraph graph_of(ModelStore& store, std::int32_t nodes, const std::vector<std::int32_t>& ends,
                            const std::vector<std::int32_t>& visited) {
    std::vector<std::vector<std::int32_t>> by_node(static_cast<std::size_t>(nodes));
    for (std::size_t at = 0; at < ends.size(); ++at) {
      by_node[static_cast<std::size_t>(ends[at])].push_back(static_cast<std::int32_t>(at / 2));
    }
    std::vector<std::uint32_t> begin{0};
    std::vector<std::int32_t> incident;
    for (const auto& list : by_node) {
      incident.insert(incident.end(), list.begin(), list.end());
      begin.push_back(static_cast<std::uint32_t>(incident.size()));
    }
    return {nodes,
            static_cast<std::int32_t>(ends.size() / 2),
            store.arena.keep(ends),
            {store.arena.keep(begin).data, store.arena.keep(incident).data},
            store.arena.keep(visited)};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <typename DomainOf>
void read_edges(LoopSearch& search, const Loop& loop, DomainOf domain_of) {
  const std::int32_t own = loop.variables.size;
  for (std::int32_t edge = 0; edge < own; ++edge) {
    const Word domain = domain_of(loop.variables[edge]);
    const bool can_be_used = (domain & loop.members[edge]) != 0;
    search.add(edge, !can_be_used ? kUnused : (domain & ~loop.members[edge]) != 0 ? kUndecided : kUsed);
  }
  for (std::int32_t edge = 0; edge < loop.further.size; ++edge) {
    search.add(own + edge, loop.further[edge] != 0 ? kUsed : kUndecided);
  }
}

template <typename Mask>
bool propagate(Search& search, const Loop& loop) {
  if (loop.negated) {
    return refuse<Mask>(search, loop.scope, [&](auto domain_of) {
      LoopSearch edges(loop.graph, workspace_of(search));
      read_edges(edges, loop, domain_of);
      return edges.settle();
    });
  }
  LoopSearch edges(loop.graph, workspace_of(search));
  read_edges(edges, loop, [&](std::int32_t variable) { return Word{masks<Mask>(search)[variable]}; });
  if (!edges.settle()) {
    search.failed = true;
    return false;
  }
  for (std::int32_t edge = 0; edge < loop.variables.size; ++edge) {
    if (edges.use(edge) == kUndecided) continue;
    const Word keep = edges.use(edge) == kUsed ? loop.members[edge] : ~loop.members[edge];
    if (!keep_only<Mask>(search, loop.variables[edge], keep)) return false;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
