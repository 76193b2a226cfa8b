// Constraints on the edges that a loop or a path uses.
#include <algorithm>

#include "oracles.hpp"

namespace sudoku_cp::testing::loops {
namespace {

using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;
using Places = std::set<std::int32_t>;

// A graph, and what a loop or a path through it must have.
struct Graph {
  std::int32_t nodes;
  Pairs edges;
  Places visits;
  bool is_path;
  Places tips;
};

// All sets of edges that are one loop, or one path, whatever it must have; walked node by node.
class Walks {
 public:
  Walks(const Graph& graph, bool closed) : graph_(graph), closed_(closed) {
    for (std::int32_t start = 0; start < graph.nodes; ++start) walk(start, {start}, {});
  }
  const std::set<Places>& found() const { return found_; }

 private:
  void walk(std::int32_t start, const Scope& visited, const Places& used) {
    if (!used.empty() && !closed_) found_.insert(used);
    for (std::int32_t edge = 0; edge < std::ssize(graph_.edges); ++edge) {
      const auto& [one, other] = graph_.edges[static_cast<std::size_t>(edge)];
      if (used.contains(edge) || (one != visited.back() && other != visited.back())) continue;
      const std::int32_t next = one == visited.back() ? other : one;
      Places more = used;
      more.insert(edge);
      if (next == start && closed_) found_.insert(more);
      if (std::ranges::find(visited, next) != visited.end()) continue;
      Scope further = visited;
      further.push_back(next);
      walk(start, further, more);
    }
  }

  const Graph& graph_;
  bool closed_;
  std::set<Places> found_;
};

std::int64_t degree_of(const Graph& graph, const Places& used, std::int32_t node) {
  std::int64_t degree = 0;
  for (const std::int32_t edge : used) {
    const auto& [one, other] = graph.edges[static_cast<std::size_t>(edge)];
    degree += (one == node) + (other == node);
  }
  return degree;
}

bool visits_all(const Graph& graph, const Places& used, const Places& wanted) {
  return std::ranges::all_of(wanted, [&](std::int32_t node) { return degree_of(graph, used, node) > 0; });
}

bool ends_at_tips(const Graph& graph, const Places& used, const Places& tips) {
  return std::ranges::all_of(tips, [&](std::int32_t node) { return degree_of(graph, used, node) == 1; });
}

// What no propagator of this kind does less than: degrees node by node; an edge does not close a loop beside what is used
// already; for each edge, and each thing that is needed, there is a loop, or a path, with both.
class LoopRules {
 public:
  explicit LoopRules(const Graph& graph)
      : graph_(graph), loops_(Walks(graph, true).found()), paths_(Walks(graph, false).found()) {}

  // By edge: whether it may be used, and whether it may be left out.
  struct Uses {
    Places can;
    Places must;
  };

  // The uses of an edge that are left, or nothing.
  bool can_be_used(const Uses& uses, std::int32_t edge) const {
    Uses with = uses;
    with.must.insert(edge);
    return !breaks_degrees(with, edge) && !closes(with.must) && goes_with_all(uses, edge);
  }
  bool can_be_left_out(const Uses& uses, std::int32_t edge) const {
    Uses without = uses;
    without.can.erase(edge);
    return !breaks_degrees(without, edge);
  }

 private:
  // Whether no choice of edges gives a node of this edge a degree that it may have.
  bool breaks_degrees(const Uses& uses, std::int32_t edge) const {
    const auto& [one, other] = graph_.edges[static_cast<std::size_t>(edge)];
    return breaks_degree(uses, one) || breaks_degree(uses, other);
  }
  bool breaks_degree(const Uses& uses, std::int32_t node) const {
    const std::int64_t least = degree_of(graph_, uses.must, node);
    const std::int64_t most = degree_of(graph_, uses.can, node);
    const bool may_end = graph_.is_path && (graph_.tips.size() < 2 || graph_.tips.contains(node));
    std::set<std::int64_t> degrees{0, 2};
    if (may_end) degrees.insert(1);
    if (graph_.tips.contains(node)) degrees = {1};
    if (graph_.visits.contains(node)) degrees.erase(0);
    return std::ranges::none_of(degrees, [&](std::int64_t degree) { return least <= degree && degree <= most; });
  }

  bool closes(const Places& used) const {
    return std::ranges::any_of(loops_, [&](const Places& loop) {
      if (!std::ranges::includes(used, loop)) return false;
      return graph_.is_path || loop.size() < used.size() || !visits_all(graph_, used, graph_.visits);
    });
  }

  bool goes_with_all(const Uses& uses, std::int32_t edge) const {
    const std::set<Places>& routes = graph_.is_path ? paths_ : loops_;
    const Places tips = graph_.tips.size() == 2 ? graph_.tips : Places();
    const auto goes = [&](const auto& needed) {
      return std::ranges::any_of(routes, [&](const Places& route) {
        return route.contains(edge) && std::ranges::includes(uses.can, route) && ends_at_tips(graph_, route, tips) &&
               needed(route);
      });
    };
    return std::ranges::all_of(
               uses.must,
               [&](std::int32_t other) { return goes([&](const Places& route) { return route.contains(other); }); }) &&
           std::ranges::all_of(graph_.visits,
                               [&](std::int32_t node) {
                                 return goes([&](const Places& route) { return degree_of(graph_, route, node) > 0; });
                               }) &&
           std::ranges::all_of(graph_.tips, [&](std::int32_t node) {
             return goes([&](const Places& route) { return ends_at_tips(graph_, route, {node}); });
           });
  }

  Graph graph_;
  std::set<Places> loops_;
  std::set<Places> paths_;
};

// A part of a grid, or any graph, in which edges may be double, or from a node to itself.
Pairs draw_edges(Draw& draw, std::int32_t nodes) {
  Pairs edges;
  if (draw.one_in(2)) {
    const auto width = static_cast<std::int32_t>(draw.between(2, 3));
    for (std::int32_t node = 0; node < nodes; ++node) {
      if (node % width + 1 < width && node + 1 < nodes) edges.emplace_back(node, node + 1);
      if (node + width < nodes) edges.emplace_back(node, node + width);
    }
  } else {
    const auto any = [&] { return static_cast<std::int32_t>(draw.below(static_cast<std::size_t>(nodes))); };
    for (std::int64_t left = draw.between(2, 8); left > 0; --left) edges.emplace_back(any(), any());
  }
  draw.shuffle(edges);
  if (edges.size() > 9) edges.resize(9);
  return edges;
}

Case loop(Draw& draw, bool is_path, bool negated) {
  Case made;
  const auto nodes = static_cast<std::int32_t>(draw.between(2, 7));
  Graph graph{nodes, draw_edges(draw, nodes), {}, is_path, {}};
  const auto count = static_cast<std::int32_t>(graph.edges.size());
  if (draw.one_in(4)) made.fixed = add_cells(made, draw, 1, numbers_between(1000, 1060), true);
  Scope cells = add_cells(made, draw, graph.edges.size(), {-1, 1, 2}, draw.one_in(2));
  if (draw.one_in(6) && count > 1) cells.back() = cells.front();
  std::vector<Numbers> listed;
  for (const std::int32_t cell : cells)
    listed.push_back(draw.one_in(9) ? Numbers{5} : Numbers{draw.one_of(made.model.domain(cell)), 7});
  const auto is_used = [listed](std::int32_t edge, std::int64_t value) {
    const Numbers& values = listed[static_cast<std::size_t>(edge)];
    return std::ranges::find(values, value) != values.end();
  };
  const std::set<Places> routes = Walks(graph, !is_path).found();
  // A witness that is mostly a loop or a path, and goes where it must.
  const std::vector<Places> choices(routes.begin(), routes.end());
  const Places route = choices.empty() ? Places() : draw.one_of(choices);
  for (std::int32_t edge = 0; edge < count; ++edge) {
    const std::int32_t cell = cells[static_cast<std::size_t>(edge)];
    const auto fits = [&](std::int64_t value) { return is_used(edge, value) == route.contains(edge); };
    const auto found = std::ranges::find_if(made.model.domain(cell), fits);
    if (found != made.model.domain(cell).end()) made.witness[static_cast<std::size_t>(cell)] = *found;
  }
  for (std::int32_t node = 0; node < nodes; ++node) {
    const std::int64_t degree = degree_of(graph, route, node);
    if (degree > 0 ? draw.one_in(4) : draw.one_in(30)) graph.visits.insert(node);
    if (is_path && graph.tips.size() < 2 && (degree == 1 ? draw.one_in(3) : draw.one_in(30))) graph.tips.insert(node);
  }
  const Holds holds = [=](const Numbers& values) {
    Places used;
    for (std::int32_t edge = 0; edge < count; ++edge) {
      if (is_used(edge, values[static_cast<std::size_t>(edge)])) used.insert(edge);
    }
    return (routes.contains(used) && visits_all(graph, used, graph.visits) && ends_at_tips(graph, used, graph.tips)) !=
           negated;
  };
  const Scope visits(graph.visits.begin(), graph.visits.end());
  const Scope tips(graph.tips.begin(), graph.tips.end());
  add_constraint<Loop>(made, cells, holds, cells, graph.edges, listed, nodes, visits, is_path, tips, negated);
  if (negated) {
    made.claim.exactly = last_open(cells, holds);
    return made;
  }
  made.claim.at_least = [rules = LoopRules(graph), cells, is_used, count](Domains& domains) {
    for (bool changed = true; changed;) {
      changed = false;
      LoopRules::Uses uses;
      const auto domain_of = [&](std::int32_t edge) -> Numbers& {
        return domains[static_cast<std::size_t>(cells[static_cast<std::size_t>(edge)])];
      };
      for (std::int32_t edge = 0; edge < count; ++edge) {
        const auto is = [&](std::int64_t value) { return is_used(edge, value); };
        if (std::ranges::any_of(domain_of(edge), is)) uses.can.insert(edge);
        if (std::ranges::all_of(domain_of(edge), is)) uses.must.insert(edge);
      }
      for (std::int32_t edge = 0; edge < count; ++edge) {
        if (!uses.can.contains(edge) || uses.must.contains(edge)) continue;
        const bool may_be_used = rules.can_be_used(uses, edge);
        const bool may_be_left_out = rules.can_be_left_out(uses, edge);
        const auto stays = [&](std::int64_t value) { return is_used(edge, value) ? may_be_used : may_be_left_out; };
        if (!keep_if(domain_of(edge), changed, stays)) return false;
      }
    }
    return true;
  };
  return made;
}

[[maybe_unused]] const bool kAdded[] = {
    add_generator({"a loop", kKindOf<Loop>, [](Draw& draw) { return loop(draw, false, false); }, true}),
    add_generator({"a path", kKindOf<Loop>, [](Draw& draw) { return loop(draw, true, false); }, true}),
    add_generator({"no loop", kKindOf<Loop>, [](Draw& draw) { return loop(draw, false, true); }, true}),
    add_generator({"no path", kKindOf<Loop>, [](Draw& draw) { return loop(draw, true, true); }, true}),
};

}  // namespace
}  // namespace sudoku_cp::testing::loops
