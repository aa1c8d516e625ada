#include "pipeline/query_gen/limits.hpp"

#include "base/text.hpp"
#include "pipeline/query_gen/blocks.hpp"

#include <utility>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;
using pq::Kind;
using pq::Node;

bool is_blank(std::string_view text) {
  return text::trim(text).empty();
}

}  // namespace

Node QueryLimits::on(const Node& core) const {
  std::vector<Node> parts = {core};
  parts.insert(parts.end(), required.begin(), required.end());
  Node out = pq::combine(Kind::conjunction, std::move(parts));
  if (excluded.empty()) return out;
  std::vector<Node> all = {std::move(out)};
  all.insert(all.end(), excluded.begin(), excluded.end());
  return pq::combine(Kind::difference, std::move(all));
}

QueryLimits limits_of(const Request& request, const mesh::Vocabulary& vocabulary,
                      std::string_view as_of, std::string_view subject) {
  QueryLimits out;
  std::vector<std::string> names;
  for (const std::string& keyword : request.keywords) {
    if (is_blank(keyword)) continue;
    out.keywords.push_back(whole_concept(keyword, vocabulary, request.domain));
    if (keyword == subject) continue;
    out.required.push_back(block(out.keywords.back(), Breadth::broad));
    names.push_back(out.keywords.back().text);
  }
  if (!names.empty()) out.words += "; requires " + text::join(names, ", ");
  std::vector<Node> types;
  for (const std::string& type : request.study_types) {
    if (is_blank(type)) continue;
    std::string warning;
    types.push_back(study_type(type, vocabulary, warning));
    if (!warning.empty()) out.warnings.push_back(std::move(warning));
  }
  if (!types.empty()) {
    out.required.push_back(pq::combine(Kind::disjunction, std::move(types)));
    out.words += "; study types " + text::join(request.study_types, ", ");
  }
  if (auto range = time_range(request.time_frame, as_of)) {
    out.words += "; published " + range->term.text + " to " + range->term.high;
    out.required.push_back(*std::move(range));
  }
  for (const std::string& term : request.exclude_terms) {
    if (is_blank(term)) continue;
    std::string warning;
    out.excluded.push_back(exclusion(term, vocabulary, warning));
    out.exclusion_warnings.push_back(std::move(warning));
  }
  if (!out.excluded.empty()) out.words += "; leaves out " + text::join(request.exclude_terms, ", ");
  return out;
}

}  // namespace ev::query_gen
