// Any bytes: no crash; positions inside the query; an accepted query has a canonical form that
// parses to the same tree and is its own canonical form; a repaired query is valid; evaluation
// ends.
#include "base/text.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/pubmed_query/memory_index.hpp"
#include "pipeline/pubmed_query/term_mapping.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool held) {
  if (!held) std::abort();
}

const ev::pubmed_query::MemoryIndex& library() {
  static const std::vector<ev::model::Article> articles = [] {
    ev::model::Article a;
    a.pmid = "90000981";
    a.title = "Carvedilol in heart failure";
    a.publication_date = "2020-05";
    return std::vector<ev::model::Article>{a};
  }();
  static const ev::pubmed_query::MemoryIndex index(articles, ev::mesh::built_in(), {2026, 11, 21});
  return index;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ev::pubmed_query;
  const std::string_view query(reinterpret_cast<const char*>(data), size);
  const Checked got = check(query);
  int length = 0;  // an invalid byte counts as one
  for (std::size_t i = 0; i < query.size(); ++length) ev::text::next_code_point(query, i);
  for (const Diagnostics* list : {&got.errors, &got.warnings}) {
    for (const Diagnostic& d : *list) require(d.position >= 0 && d.position <= length);
  }
  require(got.valid == got.errors.empty());
  if (!got.repaired.empty()) require(check(got.repaired).valid);
  if (!got.valid) return 0;
  const Parsed parsed = parse(query);
  const Parsed again = parse(got.canonical);
  require(again.errors.empty() && again.tree && *again.tree == *parsed.tree);
  require(print(*again.tree) == got.canonical);
  for (const TagStyle style : {TagStyle::readable, TagStyle::full}) {
    require(parse(print(*parsed.tree, style)).tree.has_value());
  }
  const Mapped mapped = map_terms(*parsed.tree, ev::mesh::built_in(), library());
  if (mapped.tree) require(evaluate(*mapped.tree, library()).size() <= 1);
  return 0;
}
