#include "pipeline/translate/openalex.hpp"

#include "base/text.hpp"
#include "pipeline/translate/openalex_terms.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ev::translate {

namespace {

std::string oa_leaf_text(const Expr& l) {
  return l.text;
}

// A conjunct of one search field as text; "NOT …" stays inside the text.
struct OaFilters {
  std::vector<std::pair<std::string, std::vector<Expr>>> texts;  // by field, as they come
  std::vector<std::string> values;

  void add_text(const std::string& field, Expr part) {
    for (auto& [name, parts] : texts) {
      if (name == field) {
        parts.push_back(std::move(part));
        return;
      }
    }
    texts.push_back({field, {std::move(part)}});
  }
};

std::string oa_first_field(const Expr& expr) {
  std::string field;
  for_each_leaf(expr, [&field](const Expr& l) {
    if (field.empty()) field = l.field;
  });
  return field;
}

std::string oa_values(const Expr& expr) {
  std::string out;
  for_each_leaf(expr, [&out](const Expr& l) { out += (out.empty() ? "" : "|") + l.text; });
  return out;
}

void place(const Expr& part, OaFilters& out) {
  const std::string field = oa_first_field(part);
  if (is_search_text(field)) {
    out.add_text(field, part);
    return;
  }
  if (part.kind == ExprKind::none_of) {  // each value by itself: what !a|b means is not documented
    for_each_leaf(part, [&](const Expr& l) { out.values.push_back(field + ":!" + l.text); });
    return;
  }
  out.values.push_back(field + ":" + oa_values(part));
}

std::string oa_filter(const Expr& expr, std::size_t& search_length) {
  OaFilters filters;
  for (const Expr& part : parts_of(expr)) place(part, filters);
  std::vector<std::string> out;
  for (auto& [field, parts] : filters.texts) {
    std::stable_partition(parts.begin(), parts.end(), is_positive);
    const std::string text = print(all_of(std::move(parts)), oa_leaf_text);
    search_length += text::code_points(text);
    out.push_back(field + ":" + text);
  }
  out.insert(out.end(), filters.values.begin(), filters.values.end());
  return text::join(out, ",");
}

}  // namespace

Translation to_openalex(const pubmed_query::Node& query, const Options& options) {
  Walked walked = walk(query, OpenAlexTarget(options));
  Translation out;
  out.untranslated = std::move(walked.untranslated);
  out.approximated = std::move(walked.approximated);
  if (!walked.expr) {
    out.reason = "nothing of the query can be searched in OpenAlex";
    return out;
  }
  std::size_t length = 0;
  std::string filter = oa_filter(*walked.expr, length);
  if (length <= kOpenAlexSearchLimit) {
    out.searchable = true;
    out.parameters.push_back({"filter", std::move(filter)});
    return out;
  }
  if (options.expand || options.complete) {
    Options plain = options;
    plain.expand = nullptr;
    plain.complete = nullptr;
    out = to_openalex(query, plain);
    out.approximated.insert(out.approximated.begin(),
                            {pubmed_query::print(query), query.begin,
                             "further names of headings and words for truncations are left out, as "
                             "the search text would be "
                             "too long",
                             Effect::narrower, 1});
    return out;
  }
  out.reason = "the search text has " + std::to_string(length) + " characters, OpenAlex takes " +
               std::to_string(kOpenAlexSearchLimit) + "; split the query";
  return out;
}

}  // namespace ev::translate
