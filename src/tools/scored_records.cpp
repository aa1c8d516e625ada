#include "tools/scored_records.hpp"

#include "base/text.hpp"
#include "pipeline/appraise/value_functions.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/extract/finding.hpp"
#include "pipeline/search/search.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ev::tools {

namespace {

constexpr std::size_t kLeastItemSize = 60;  // characters; no record is shown in fewer
constexpr std::size_t kRawShown = 120;      // characters of a raw value
constexpr std::size_t kContributionsShown = 4;

Json component_json(const appraise::Component& component, const appraise::Criteria& criteria) {
  Json json = {{"function", component.function},
               {"weight", criteria.criteria[component.criterion].weight},
               {"score", component.score}};
  if (!component.raw.is_null()) json["raw"] = raw_value(component.raw);
  if (component.function == "ml_model") {
    json["moved_by"] = component.matched;
  } else if (component.function == "keyword_match" || component.function == "text_quality") {
    json["matched"] = component.matched;
  } else if (!component.matched.empty()) {
    json["read_as"] = component.matched.front();
  }
  if (component.from_record) json["from"] = "record";
  return json;
}

// "filters" holds "filters.designs[0]", which holds nothing of "filters.designs[01]".
bool holds(std::string_view outer, std::string_view inner) {
  if (inner.substr(0, outer.size()) != outer) return false;
  return inner.size() == outer.size() || inner[outer.size()] == '.' || inner[outer.size()] == '[';
}

}  // namespace

void add_problems(std::vector<Problem>& problems, const Error& error) {
  const std::size_t listed = problems.size();
  for (const Problem& problem : error.problems) {
    const auto end = problems.begin() + static_cast<std::ptrdiff_t>(listed);
    const bool named = std::any_of(problems.begin(), end, [&problem](const Problem& other) {
      return holds(other.path, problem.path) || holds(problem.path, other.path);
    });
    if (!named) problems.push_back(problem);
  }
}

model::Value::Object features_of(const Json& payload) {
  if (!payload.is_object()) return {};
  const auto it = payload.find("extraction");
  if (it == payload.end() || !it->is_object()) return {};
  return std::get<model::Value::Object>(model::value_from_json(*it).data);
}

Result<std::map<std::string, CitationData>> citation_data(
    const Services& services, const std::vector<model::Article>& articles, const Context& ctx,
    std::vector<std::string>& warnings) {
  std::map<std::string, CitationData> out;
  std::vector<std::string> pmids;
  for (const model::Article& article : articles) {
    const bool numeric =
        !article.pmid.empty() && article.pmid.find_first_not_of("0123456789") == std::string::npos;
    // An earlier stage may have asked already.
    if (numeric && article.metadata.count(search::kFromICite) == 0) pmids.push_back(article.pmid);
    CitationData& data = out[model::item_id(article)];
    data.citation_count = article.citation_count;
    for (const model::CitationCount& count : article.citation_counts) {
      if (count.source == "icite") data.citation_count = count.count;
    }
    const auto ratio = article.metadata.find("relative_citation_ratio");
    if (ratio != article.metadata.end()) {
      data.relative_citation_ratio = appraise::number_of(model::Value(ratio->second));
    }
  }
  if (pmids.empty()) return out;
  EV_TRY(const search::CitationsOutcome found, search::citations(services.ports(), pmids, ctx));
  warnings.insert(warnings.end(), found.warnings.begin(), found.warnings.end());
  for (const auto& [pmid, citation] : found.by_pmid) {
    CitationData& data = out[pmid];
    if (citation.relative_citation_ratio) {
      data.relative_citation_ratio = citation.relative_citation_ratio;
    }
    if (citation.citation_count) data.citation_count = citation.citation_count;
  }
  return out;
}

Json raw_value(const model::Value& raw) {
  Json json = model::to_json(raw);
  if (json.is_string())
    return text::ellipsize(text::displayable(json.get<std::string>()), kRawShown);
  const std::string dumped = json.is_structured() ? dump_json(json) : std::string();
  if (dumped.size() > kRawShown) return text::ellipsize(text::displayable(dumped), kRawShown);
  make_displayable(json);
  return json;
}

Json score_standing(const appraise::Score& score, const appraise::Criteria& criteria) {
  Json breakdown = Json::object();
  for (const appraise::Component& component : score.components)
    breakdown[criteria.criteria[component.criterion].name] = component.contribution;
  return {{"total_score", score.total},
          {"score_breakdown", std::move(breakdown)},
          {"percentile_rank", score.percentile ? Json(*score.percentile) : Json()}};
}

Json score_payload(const appraise::Score& score, const appraise::Criteria& criteria) {
  Json components = Json::object();
  for (const appraise::Component& component : score.components) {
    components[criteria.criteria[component.criterion].name] = component_json(component, criteria);
  }
  Json metadata = {{"components_used", score.components.size()},
                   {"confidence", score.confidence},
                   {"coverage", score.coverage},
                   {"rank", score.rank},
                   {"components", std::move(components)}};
  if (criteria.profile == appraise::Profile::standard) {
    metadata["rank_interval"] = {score.rank_low, score.rank_high};
  }
  if (!score.missing.empty()) metadata["missing"] = score.missing;
  for (const auto& [name, gate] : score.gates) metadata["gates"][name] = gate;
  Json out = score_standing(score, criteria);
  out["scoring_metadata"] = std::move(metadata);
  return out;
}

double relevance_in(const Json& payload) {
  const auto metadata = payload.find("scoring_metadata");
  if (metadata == payload.end() || !metadata->is_object()) return 0;
  const auto components = metadata->find("components");
  if (components == metadata->end() || !components->is_object()) return 0;
  for (const auto& [name, component] : components->items()) {
    if (!component.is_object() || component.value("function", Json()) != "relevance") continue;
    const auto score = component.find("score");
    if (score != component.end() && score->is_number()) return score->get<double>();
  }
  return 0;
}

void round_numbers(Json& json) {
  if (json.is_number_float()) {
    json = std::round(json.get<double>() * 1e6) / 1e6;
  } else if (json.is_structured()) {
    for (Json& item : json) round_numbers(item);
  }
}

Json article_with_features(const model::Article& article, const Json& features,
                           std::string_view detail) {
  Json original = detail == "full" ? article_json(article, "full") : article_stub(article);
  original["retraction"]["status"] = article.retraction.status;
  Json out = {{"item_id", model::item_id(article)},
              {"original_article", std::move(original)},
              {"extraction", Json::object()}};
  if (!features.is_object()) return out;
  if (const auto it = features.find("extraction"); it != features.end()) {
    make_displayable(out["extraction"] = *it);
  }
  const auto metadata = features.find("extraction_metadata");
  if (detail == "full" && metadata != features.end()) {
    add_cleaned_quotes(out["extraction_metadata"] = *metadata);
  }
  return out;
}

Json sample_size_of(const Json& features) {
  if (!features.is_object()) return nullptr;
  const auto extraction = features.find("extraction");
  if (extraction == features.end() || !extraction->is_object()) return nullptr;
  for (const char* name : {"sample_size", "total_sample_size", "n"}) {
    const auto n = extraction->find(name);
    if (n != extraction->end() && n->is_number()) return *n;
  }
  return nullptr;
}

void add_cleaned_quotes(Json& metadata) {
  if (!metadata.is_structured()) return;
  for (Json& item : metadata) add_cleaned_quotes(item);
  if (!metadata.is_object()) return;
  const auto quote = metadata.find("quote");
  if (quote == metadata.end() || !quote->is_string()) return;
  const std::string& verbatim = quote->get_ref<const std::string&>();
  if (std::string cleaned = text::displayable(verbatim); cleaned != verbatim) {
    metadata["quote_cleaned"] = std::move(cleaned);
  }
}

std::string contributions_line(const Json& payload) {
  std::vector<std::pair<std::string, double>> parts;
  const auto breakdown = payload.find("score_breakdown");
  if (breakdown == payload.end() || !breakdown->is_object()) return {};
  for (const auto& [name, contribution] : breakdown->items()) {
    if (contribution.is_number()) parts.emplace_back(name, contribution.get<double>());
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out;
  for (std::size_t i = 0; i < parts.size() && i < kContributionsShown; ++i) {
    out += (i == 0 ? "" : ", ") + text::ellipsize(text::displayable(parts[i].first), 24) + " " +
           short_number(parts[i].second);
  }
  if (parts.size() > kContributionsShown) out += ", …";
  return out;
}

std::string short_number(double value) {
  char out[32];
  std::snprintf(out, sizeof out, "%.3f", value);
  return out;
}

RowText row_text_of(const model::Article& article) {
  const extract::Reading reading(article);
  const auto design = extract::find_design(reading);
  RowText out{.design = design ? design->label : std::string()};
  if (const auto sentence = extract::concluding_sentence(reading))
    out.finding = reading.document().quote(sentence->span).text;
  return out;
}

std::size_t items_within(const Paging& paging, std::size_t offset, std::size_t size) {
  const std::size_t most =
      offset + static_cast<std::size_t>(paging.max_response_tokens) * 4 / kLeastItemSize + 1;
  return std::min(size, most);
}

}  // namespace ev::tools
