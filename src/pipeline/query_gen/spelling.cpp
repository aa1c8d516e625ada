#include "pipeline/query_gen/spelling.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"

#include <utility>

namespace ev::query_gen {

namespace {

using Pairs = std::vector<std::pair<std::string_view, std::string_view>>;

Pairs pairs_to(std::string_view variety) {
  Pairs out;
  const DataTable table = data_table("lexicon/spelling_variants.tsv");
  for (const DataTable::Row& row : table.rows()) {
    if (row["to"] == variety) out.emplace_back(row["from"], row["into"]);
  }
  return out;
}

}  // namespace

std::string american(std::string folded) {
  static const Pairs kPairs = pairs_to("american");
  for (const auto& [british, plain] : kPairs) {
    std::size_t at = 0;
    while ((at = folded.find(british, at)) != std::string::npos) {
      folded.replace(at, british.size(), plain);
      at += plain.size();
    }
  }
  return folded;
}

std::string british(std::string_view term) {
  static const Pairs kPairs = pairs_to("british");
  std::string out = text::to_lower_ascii(term);
  const std::string plain = out;
  for (const auto& [american_form, other] : kPairs) {
    const std::size_t at = out.find(american_form);
    if (at == std::string::npos || out.find(other) != std::string::npos) continue;
    out.replace(at, american_form.size(), other);
  }
  return out == plain ? "" : out;
}

}  // namespace ev::query_gen
