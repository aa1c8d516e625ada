#include "pipeline/query_gen/limits.hpp"

#include "base/text.hpp"
#include "pipeline/query_gen/blocks.hpp"
#include "pipeline/text/chars.hpp"

#include <utility>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;
using pq::Kind;
using pq::Node;

}  // namespace

bool is_searchable(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (doc::word_at(text, i)) return true;
  }
  return false;
}

void check_terms(const Request& request, std::vector<Problem>& problems) {
  const auto check = [&problems](const char* field, const std::vector<std::string>& terms) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (text::trim(terms[i]).empty() || is_searchable(terms[i])) continue;
      problems.push_back({field + ("[" + std::to_string(i) + "]"),
                          "has no letter and no digit, so nothing can be searched for: \"" +
                              text::ellipsize(text::displayable(terms[i]), 40) + "\""});
    }
  };
  check("keywords", request.keywords);
  check("study_types", request.study_types);
  check("exclude_terms", request.exclude_terms);
}

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
    if (!is_searchable(keyword)) continue;
    out.keywords.push_back(whole_concept(keyword, vocabulary, request.domain));
    if (keyword == subject) continue;
    out.required.push_back(block(out.keywords.back(), Breadth::broad));
    names.push_back(out.keywords.back().text);
  }
  if (!names.empty()) out.words += "; requires " + text::join(names, ", ");
  std::vector<Node> types;
  for (const std::string& type : request.study_types) {
    if (!is_searchable(type)) continue;
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
    if (!is_searchable(term)) continue;
    std::string warning;
    out.excluded.push_back(exclusion(term, vocabulary, warning));
    out.exclusion_warnings.push_back(std::move(warning));
  }
  if (!out.excluded.empty()) out.words += "; leaves out " + text::join(request.exclude_terms, ", ");
  return out;
}

}  // namespace ev::query_gen
