#include "pipeline/nlp/forest.hpp"

#include "base/data_file.hpp"
#include "pipeline/nlp/weights_text.hpp"

#include <charconv>
#include <stdexcept>
#include <string>

namespace ev::nlp {

Result<Forest> Forest::parse(std::string_view text, const Expected& expected, std::size_t inputs) {
  const Header header = header_of(text);
  if (const std::string problem = misfit(header, expected); !problem.empty())
    return malformed(expected, problem);
  Forest out;
  std::size_t told = 0;
  std::size_t count = 0;
  const bool numbers = read(value_of(header, "unit"), out.unit_) && out.unit_ > 0 &&
                       read(value_of(header, "inputs"), told) &&
                       read(value_of(header, "trees"), count) &&
                       read_all(header, "base", out.base_);
  if (!numbers || out.base_.size() != expected.labels)
    return malformed(expected, "malformed header");
  if (told != inputs)
    return malformed(expected,
                     std::to_string(told) + " inputs, the code has " + std::to_string(inputs));
  while (!text.empty()) {
    if (!out.read_tree(cells_of(next_line(text)), inputs))
      return malformed(expected, "malformed tree " + std::to_string(out.trees_.size()));
  }
  if (out.trees_.size() != count)
    return malformed(
        expected, std::to_string(out.trees_.size()) + " trees instead of " + std::to_string(count));
  return out;
}

bool Forest::read_tree(std::span<const std::string_view> cells, std::size_t inputs) {
  Tree tree{.root = nodes_.size()};
  std::size_t at = 1;
  const bool good = !cells.empty() && read(cells.front(), tree.label) && tree.label < labels() &&
                    read_node(cells, at, inputs, 0) && at == cells.size();
  trees_.push_back(tree);
  return good;
}

bool Forest::read_node(std::span<const std::string_view> cells, std::size_t& at, std::size_t inputs,
                       std::size_t depth) {
  constexpr std::size_t kDeepest = 32;
  if (at >= cells.size() || depth > kDeepest) return false;
  const std::string_view cell = cells[at++];
  const std::size_t place = nodes_.size();
  Node node;
  if (cell.starts_with('=')) {
    nodes_.push_back(node);
    return read(cell.substr(1), nodes_[place].value);
  }
  const std::size_t colon = cell.find(':');
  if (colon == std::string_view::npos || !read(cell.substr(0, colon), node.input) ||
      node.input < 0 || static_cast<std::size_t>(node.input) >= inputs)
    return false;
  const std::string_view threshold = cell.substr(colon + 1);
  const auto [end, error] =
      std::from_chars(threshold.data(), threshold.data() + threshold.size(), node.threshold);
  if (error != std::errc() || end != threshold.data() + threshold.size()) return false;
  nodes_.push_back(node);
  if (!read_node(cells, at, inputs, depth + 1)) return false;
  nodes_[place].other = nodes_.size();
  return read_node(cells, at, inputs, depth + 1);
}

std::int32_t Forest::leaf_of(const Tree& tree, std::span<const float> numbers) const {
  std::size_t at = tree.root;
  while (nodes_[at].input >= 0) {
    const bool first = numbers[static_cast<std::size_t>(nodes_[at].input)] <= nodes_[at].threshold;
    at = first ? at + 1 : nodes_[at].other;
  }
  return nodes_[at].value;
}

std::vector<double> Forest::probabilities(std::span<const float> numbers) const {
  Sums sums = base_;
  for (const Tree& tree : trees_) sums[tree.label] += leaf_of(tree, numbers);
  return softmax(sums, unit_);
}

Forest stored_forest(std::string_view file, const Expected& expected, std::size_t inputs) {
  auto forest = Forest::parse(unpack_data_file(file), expected, inputs);
  if (!forest) throw std::logic_error(forest.error().message);
  return *std::move(forest);
}

}  // namespace ev::nlp
