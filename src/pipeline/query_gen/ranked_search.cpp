#include "pipeline/query_gen/ranked_search.hpp"

#include "base/text.hpp"
#include "pipeline/query_gen/blocks.hpp"

#include <algorithm>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;
using pq::Kind;
using pq::Node;

}  // namespace

std::string to_text(const NotRequired& not_required) {
  std::vector<std::string> parts;
  if (!not_required.at_all.empty())
    parts.push_back("not required: " + text::join(not_required.at_all, ", "));
  if (!not_required.one_of.empty())
    parts.push_back("one of these may be missing: " + text::join(not_required.one_of, ", "));
  return text::join(parts, "; ");
}

std::optional<Node> ranked_search(std::vector<Concept> concepts, NotRequired& not_required) {
  std::erase_if(concepts, [](const Concept& c) { return c.negated || c.weight < 0; });
  concepts = join_alternatives(std::move(concepts));
  const auto outcomes = std::count_if(concepts.begin(), concepts.end(),
                                      [](const Concept& c) { return c.role == "outcome"; });
  if (static_cast<std::size_t>(outcomes) < concepts.size()) {
    for (const Concept& c : concepts) {
      if (c.role == "outcome") not_required.at_all.push_back(c.text);
    }
    std::erase_if(concepts, [](const Concept& c) { return c.role == "outcome"; });
  }
  while (concepts.size() > kRankedConcepts) {
    const auto least =
        std::min_element(concepts.begin(), concepts.end(),
                         [](const Concept& a, const Concept& b) { return a.weight < b.weight; });
    not_required.at_all.push_back(least->text);
    concepts.erase(least);
  }
  if (concepts.empty()) return std::nullopt;
  std::optional<Node> drug;
  std::vector<Node> blocks;
  std::vector<std::string> names;
  const bool any_drug =
      std::any_of(concepts.begin(), concepts.end(), [](const Concept& c) { return c.drug; });
  for (const Concept& c : concepts) {
    if (!drug && (c.drug || (!any_drug && is_named(c)))) {
      drug = block(c, Breadth::broad);
    } else {
      blocks.push_back(block(c, Breadth::broad));
      names.push_back(c.text);
    }
  }
  if (concepts.size() <= 2) {
    if (drug) blocks.insert(blocks.begin(), *drug);
    return pq::combine(Kind::conjunction, std::move(blocks));
  }
  not_required.one_of = std::move(names);
  if (!drug) return quorum(blocks, blocks.size() - 1);
  return pq::combine(Kind::conjunction, {*drug, quorum(blocks, blocks.size() - 1)});
}

}  // namespace ev::query_gen
