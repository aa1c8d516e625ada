#include "pipeline/sample/openalex_filter.hpp"

#include "base/text.hpp"
#include "pipeline/sample/replies.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>

namespace ev::sample {

namespace {

constexpr std::size_t kLongestIndex = 20'000;  // words

enum class Compare { id, doi, text, number, date_from, date_to, truth, present };
struct WorkFilter {
  std::string_view name;
  const char* path;
  Compare compare = Compare::text;
};
constexpr std::array<WorkFilter, 30> kWorkFilters = {{
    {"doi", "doi", Compare::doi},
    {"pmid", "ids.pmid", Compare::id},
    {"ids.pmid", "ids.pmid", Compare::id},
    {"pmcid", "ids.pmcid", Compare::id},
    {"ids.pmcid", "ids.pmcid", Compare::id},
    {"openalex", "id", Compare::id},
    {"openalex_id", "id", Compare::id},
    {"ids.openalex", "id", Compare::id},
    {"publication_year", "publication_year", Compare::number},
    {"publication_date", "publication_date", Compare::text},
    {"from_publication_date", "publication_date", Compare::date_from},
    {"to_publication_date", "publication_date", Compare::date_to},
    {"type", "type", Compare::text},
    {"language", "language", Compare::text},
    {"is_oa", "open_access.is_oa", Compare::truth},
    {"open_access.is_oa", "open_access.is_oa", Compare::truth},
    {"is_retracted", "is_retracted", Compare::truth},
    {"has_abstract", "abstract_inverted_index", Compare::present},
    {"has_pmid", "ids.pmid", Compare::present},
    {"has_doi", "doi", Compare::present},
    {"cited_by_count", "cited_by_count", Compare::number},
    {"primary_location.source.issn", "primary_location.source.issn", Compare::text},
    {"primary_location.source.id", "primary_location.source.id", Compare::id},
    {"authorships.author.id", "authorships.author.id", Compare::id},
    {"author.id", "authorships.author.id", Compare::id},
    {"authorships.author.orcid", "authorships.author.orcid", Compare::id},
    {"biblio.volume", "biblio.volume", Compare::text},
    {"biblio.issue", "biblio.issue", Compare::text},
    {"biblio.first_page", "biblio.first_page", Compare::text},
    {"cites", "referenced_works", Compare::id},
}};

const WorkFilter* work_filter(std::string_view name) {
  for (const WorkFilter& filter : kWorkFilters) {
    if (filter.name == name) return &filter;
  }
  return nullptr;
}

constexpr std::array<std::string_view, 8> kSearches = {
    "title.search",           "display_name.search",           "abstract.search",
    "default.search",         "title_and_abstract.search",     "fulltext.search",
    "raw_author_name.search", "raw_affiliation_strings.search"};

bool is_search_name(std::string_view name) {
  return std::find(kSearches.begin(), kSearches.end(), name) != kSearches.end();
}

std::vector<std::string> searched_texts(const Json& work, std::string_view name) {
  if (name == "raw_author_name.search") return texts_at(work, "authorships.raw_author_name");
  if (name == "raw_affiliation_strings.search") {
    return texts_at(work, "authorships.raw_affiliation_strings");
  }
  std::vector<std::string> out;
  if (name != "abstract.search") out.push_back(text_at(work, "title"));
  const bool title_only = name == "title.search" || name == "display_name.search";
  if (!title_only) {
    out.push_back(text_of_index(work.value("abstract_inverted_index", Json())));
  }
  return out;
}

bool leaf_in(const Json& work, std::string_view name, const std::string& leaf) {
  WordList words(WordForms::stemmed);
  for (const std::string& text : searched_texts(work, name)) words.add(text);
  return words.has(read_pattern(leaf, WordForms::stemmed));
}

std::string bare_doi(std::string_view doi) {
  std::string out = text::to_lower_ascii(text::trim(doi));
  for (const std::string_view prefix : {"https://", "http://", "dx.", "doi.org/", "doi:"}) {
    if (out.starts_with(prefix)) out.erase(0, prefix.size());
  }
  return out;
}

// "2020", "2020-2024", ">10", "<10".
bool number_matches(const std::string& text, std::string_view value) {
  if (value.starts_with('>'))
    return in_range(text, value.substr(1), "*") && text != value.substr(1);
  if (value.starts_with('<'))
    return in_range(text, "*", value.substr(1)) && text != value.substr(1);
  const std::size_t dash = value.find('-');
  if (dash == std::string_view::npos) return text == value;
  return in_range(text, value.substr(0, dash), value.substr(dash + 1));
}

bool value_matches(const Json& work, const WorkFilter& filter, std::string_view value) {
  const std::vector<std::string> texts = texts_at(work, filter.path);
  if (filter.compare == Compare::present) {
    const bool index = filter.name == "has_abstract";
    const bool there =
        index ? work.value("abstract_inverted_index", Json()).is_object() : !texts.empty();
    return there == (value == "true");
  }
  return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
    switch (filter.compare) {
      case Compare::id:
        return bare_work_id(text) == bare_work_id(value);
      case Compare::doi:
        return bare_doi(text) == bare_doi(value);
      case Compare::number:
        return number_matches(text, value);
      case Compare::date_from:
        return in_range(text, value, "*");
      case Compare::date_to:
        return in_range(text, "*", value);
      default:
        return text::equal_ignoring_ascii_case(text, value);
    }
  });
}

// At commas outside of quotes and parentheses.
std::vector<std::string> split_filter(std::string_view filter) {
  std::vector<std::string> out(1);
  bool quoted = false;
  int depth = 0;
  for (const char c : filter) {
    if (c == '"') quoted = !quoted;
    if (!quoted) depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && !quoted && depth <= 0) {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

Error unknown_filter(const std::string& name) {
  std::vector<std::string> valid;
  for (const WorkFilter& filter : kWorkFilters) valid.emplace_back(filter.name);
  for (const std::string_view search : kSearches) valid.emplace_back(search);
  std::sort(valid.begin(), valid.end());
  return {.code = Errc::invalid_argument,
          .message = name +
                     " is not a valid field. Valid fields are underscore or hyphenated "
                     "versions of: " +
                     text::join(valid, ", ")};
}

}  // namespace

std::string bare_work_id(std::string_view id) {
  std::string out = text::to_lower_ascii(text::trim(id));
  const std::size_t slash = out.rfind('/');
  if (slash != std::string::npos) out.erase(0, slash + 1);
  return out.starts_with("pmc") ? out.substr(3) : out;
}

std::string text_of_index(const Json& index) {
  if (!index.is_object()) return {};
  std::map<std::size_t, std::string> words;
  for (const auto& [word, places] : index.items()) {
    if (!places.is_array()) continue;
    for (const Json& place : places) {
      if (place.is_number_unsigned() && words.size() < kLongestIndex) {
        words[place.get<std::size_t>()] = word;
      }
    }
  }
  std::string out;
  for (const auto& [place, word] : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

Result<WorkCondition> work_search(std::string_view text) {
  WorkCondition out{
      .name = "default.search", .value = std::string(text), .text = {}, .is_search = true};
  EV_TRY(out.text, parse_boolean(text));
  return out;
}

Result<std::vector<WorkCondition>> read_work_filter(std::string_view filter) {
  std::vector<WorkCondition> out;
  for (const std::string& part : split_filter(filter)) {
    if (text::trim(part).empty()) continue;
    const std::size_t colon = part.find(':');
    if (colon == std::string::npos) {
      return Error{.code = Errc::invalid_argument,
                   .message = "Filters must be in the form field:value, got " + part};
    }
    WorkCondition condition{.name = part.substr(0, colon), .value = part.substr(colon + 1)};
    std::replace(condition.name.begin(), condition.name.end(), '-', '_');
    condition.is_search = is_search_name(condition.name);
    if (condition.is_search) {
      EV_TRY(condition.text, parse_boolean(condition.value));
    } else if (work_filter(condition.name) == nullptr) {
      return unknown_filter(condition.name);
    }
    out.push_back(std::move(condition));
  }
  return out;
}

bool work_matches(const Json& work, const WorkCondition& condition) {
  if (condition.is_search) {
    return holds(condition.text,
                 [&](const std::string& leaf) { return leaf_in(work, condition.name, leaf); });
  }
  const WorkFilter& filter = *work_filter(condition.name);
  std::string_view value = condition.value;
  const bool negated = value.starts_with('!');
  if (negated) value.remove_prefix(1);
  bool any = false;
  for (const std::string& one : text::split(value, '|')) {
    any = any || value_matches(work, filter, one);
  }
  return any != negated;
}

double work_relevance(const Json& work, const std::vector<WorkCondition>& conditions) {
  double out = 0;
  for (const WorkCondition& condition : conditions) {
    if (!condition.is_search) continue;
    for (const std::string& leaf : wanted_leaves(condition.text)) {
      out += leaf_in(work, condition.name, leaf) ? 10 : 0;
      out += leaf_in(work, "title.search", leaf) ? 25 : 0;
    }
  }
  return out;
}

}  // namespace ev::sample
