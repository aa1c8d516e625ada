#include "pipeline/sample/clinicaltrials.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/sample/matching.hpp"
#include "pipeline/sample/replies.hpp"
#include "pipeline/sample/study_fields.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace ev::sample {

namespace {

constexpr std::string_view kStudyToken = "NF0Sample";
constexpr long kLargestStudiesPage = 1000;
constexpr const char* kStudyPlaces = "protocolSection.identificationModule.nctId";

// The query parameters, the area each searches and the service's word for it in errors.
struct StudyQuery {
  const char* parameter;
  std::string_view area;
  std::string_view label;
};
constexpr std::array<StudyQuery, 11> kStudyQueries = {{
    {"query.cond", "ConditionSearch", "Conditions or disease"},
    {"query.term", "", "Other terms"},
    {"query.intr", "InterventionSearch", "Intervention / treatment"},
    {"query.titles", "TitleSearch", "Title / acronym"},
    {"query.outc", "OutcomeSearch", "Outcome measure"},
    {"query.spons", "SponsorSearch", "Sponsor / collaborator"},
    {"query.lead", "LeadSponsorName", "Lead sponsor"},
    {"query.locn", "LocationSearch", "Location terms"},
    {"query.id", "IdSearch", "Study IDs"},
    {"query.patient", "PatientSearch", "Patient"},
    {"filter.advanced", "", "advanced filter"},
}};

constexpr std::array<std::string_view, 14> kStatuses = {"ACTIVE_NOT_RECRUITING",
                                                        "COMPLETED",
                                                        "ENROLLING_BY_INVITATION",
                                                        "NOT_YET_RECRUITING",
                                                        "RECRUITING",
                                                        "SUSPENDED",
                                                        "TERMINATED",
                                                        "WITHDRAWN",
                                                        "AVAILABLE",
                                                        "NO_LONGER_AVAILABLE",
                                                        "TEMPORARILY_NOT_AVAILABLE",
                                                        "APPROVED_FOR_MARKETING",
                                                        "WITHHELD",
                                                        "UNKNOWN"};

bool is_nct(std::string_view s) {
  return s.size() == 11 && s.starts_with("NCT") &&
         s.substr(3).find_first_not_of("0123456789") == std::string_view::npos;
}

std::string upper_ascii(std::string s) {
  for (char& c : s) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return s;
}

// "AREA[Name]value" or a bare value of `area`; false with `unknown` set for an area there is not.
struct StudyLeaf {
  std::string area;
  std::string value;
};
StudyLeaf study_leaf(const std::string& leaf, std::string_view area) {
  constexpr std::string_view kOpen = "AREA[";
  if (!leaf.starts_with(kOpen)) return {std::string(area), leaf};
  const std::size_t close = leaf.find(']');
  if (close == std::string::npos) return {leaf, ""};
  return {leaf.substr(kOpen.size(), close - kOpen.size()), leaf.substr(close + 1)};
}

bool range_holds(const std::vector<std::string>& texts, std::string_view value) {
  std::string_view low = value;
  std::string_view high = value;
  if (value.starts_with("RANGE[") && value.ends_with(']')) {
    const std::string_view inner = value.substr(6, value.size() - 7);
    const std::size_t comma = inner.find(',');
    low = text::trim(inner.substr(0, comma));
    high = comma == std::string_view::npos ? "MAX" : text::trim(inner.substr(comma + 1));
  }
  return std::any_of(texts.begin(), texts.end(),
                     [&](const std::string& text) { return in_range(text, low, high); });
}

bool study_matches_leaf(const Json& study, const std::string& leaf, std::string_view default_area) {
  const StudyLeaf parts = study_leaf(leaf, default_area);
  const StudyArea* area = study_area(parts.area);
  if (area == nullptr) return false;
  if (parts.value == "ALL") return true;
  std::vector<std::string> texts;
  for (const std::string_view path : area->paths) {
    for (std::string& text : texts_at(study, path)) texts.push_back(std::move(text));
  }
  if (parts.value == "MISSING") return texts.empty();
  if (area->is_date_or_number || parts.value.starts_with("RANGE[")) {
    return range_holds(texts, parts.value);
  }
  if (area->is_code) {
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
      return text::equal_ignoring_ascii_case(text, parts.value);
    });
  }
  WordList words(WordForms::stemmed);
  for (const std::string& text : texts) words.add(text);
  return words.has(read_pattern(parts.value, WordForms::stemmed));
}

int study_weight(const Json& study, const std::string& leaf, std::string_view area) {
  const StudyLeaf parts = study_leaf(leaf, area);
  return (study_matches_leaf(study, leaf, area) ? 1 : 0) +
         (study_matches_leaf(study, parts.value, "TitleSearch") ? 2 : 0);
}

struct StudyCondition {
  BooleanText expression;
  std::string_view area;
};

std::vector<std::string> listed(const std::string& text) {
  std::string commas = text;
  std::replace(commas.begin(), commas.end(), '|', ',');
  std::vector<std::string> out;
  for (const std::string& part : text::split(commas, ',')) {
    if (!text::trim(part).empty()) out.emplace_back(text::trim(part));
  }
  return out;
}

}  // namespace

struct ClinicalTrialsSample::State {
  std::vector<Json> studies;

  net::HttpResponse list(const Form& form) const;
  net::HttpResponse single(const std::string& id, const Form& form) const;
  Result<std::vector<StudyCondition>> conditions(const Form& form) const;
  Result<std::vector<const Json*>> found(const Form& form) const;
  static Result<std::vector<std::string>> paths(const std::string& fields);
  static Result<void> sort(std::vector<const Json*>& hits, const std::string& order,
                           const std::vector<StudyCondition>& conditions);
};

ClinicalTrialsSample::ClinicalTrialsSample(std::unique_ptr<const State> state)
    : state_(std::move(state)) {}
ClinicalTrialsSample::ClinicalTrialsSample(ClinicalTrialsSample&&) noexcept = default;
ClinicalTrialsSample::~ClinicalTrialsSample() = default;

Result<ClinicalTrialsSample> ClinicalTrialsSample::load(std::string_view data) {
  auto state = std::make_unique<State>();
  if (!data.empty()) {
    EV_TRY(const Json all, parse_json(data, "sample of ClinicalTrials.gov"));
    for (const Json& study : all.value("studies", Json::array())) state->studies.push_back(study);
  }
  return ClinicalTrialsSample(std::move(state));
}

Result<std::vector<StudyCondition>> ClinicalTrialsSample::State::conditions(
    const Form& form) const {
  std::vector<StudyCondition> out;
  for (const StudyQuery& query : kStudyQueries) {
    const std::string& text = form.get(query.parameter);
    if (text::trim(text).empty()) continue;
    const std::string where = "Error parsing query in " + std::string(query.label) + ": ";
    auto expression = parse_boolean(text);
    if (!expression) {
      return Error{.code = Errc::invalid_query, .message = where + expression.error().message};
    }
    std::string unknown;
    // Every leaf is looked at, those under a NOT as well.
    holds(*expression, [&](const std::string& leaf) {
      const StudyLeaf parts = study_leaf(leaf, query.area);
      if (study_area(parts.area) == nullptr) unknown = parts.area;
      return leaf.empty();
    });
    for (const std::string& leaf : wanted_leaves(*expression)) {
      const StudyLeaf parts = study_leaf(leaf, query.area);
      if (study_area(parts.area) == nullptr) unknown = parts.area;
    }
    if (!unknown.empty()) {
      return Error{.code = Errc::invalid_query,
                   .message = where + "Unknown area name: `" + unknown + "`"};
    }
    out.push_back({*std::move(expression), query.area});
  }
  return out;
}

Result<void> ClinicalTrialsSample::State::sort(std::vector<const Json*>& hits,
                                               const std::string& order,
                                               const std::vector<StudyCondition>& conditions) {
  const auto number = [](const Json* study) { return text_at(*study, kStudyPlaces); };
  std::sort(hits.begin(), hits.end(),
            [&](const Json* a, const Json* b) { return number(a) > number(b); });
  if (order.empty() || order == "@relevance") {
    std::vector<std::pair<int, const Json*>> weighed;
    for (const Json* hit : hits) {
      int weight = 0;
      for (const StudyCondition& condition : conditions) {
        for (const std::string& leaf : wanted_leaves(condition.expression)) {
          weight += study_weight(*hit, leaf, condition.area);
        }
      }
      weighed.emplace_back(weight, hit);
    }
    std::stable_sort(weighed.begin(), weighed.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t i = 0; i < hits.size(); ++i) hits[i] = weighed[i].second;
    return {};
  }
  const std::size_t colon = order.find(':');
  const std::string path = study_path(order.substr(0, colon));
  if (path.empty()) {
    return Error{.code = Errc::invalid_argument,
                 .message = "Item 1 in parameter `sort` has incorrect format"};
  }
  const bool falling = colon != std::string::npos && order.substr(colon + 1) == "desc";
  std::stable_sort(hits.begin(), hits.end(), [&](const Json* a, const Json* b) {
    const std::string x = text_at(*a, path);
    const std::string y = text_at(*b, path);
    return falling ? x > y : x < y;
  });
  return {};
}

Result<std::vector<const Json*>> ClinicalTrialsSample::State::found(const Form& form) const {
  EV_TRY(const std::vector<StudyCondition> all, conditions(form));
  const std::vector<std::string> ids = listed(form.get("filter.ids"));
  for (const std::string& id : ids) {
    if (!is_nct(upper_ascii(id))) {
      return Error{.code = Errc::invalid_argument,
                   .message = "Parameter `filter.ids` has incorrect format: `" + id + "`"};
    }
  }
  const std::vector<std::string> statuses = listed(form.get("filter.overallStatus"));
  for (const std::string& status : statuses) {
    if (std::find(kStatuses.begin(), kStatuses.end(), status) == kStatuses.end()) {
      return Error{.code = Errc::invalid_argument,
                   .message = "Invalid value in parameter `overallStatus`: `" + status + "`"};
    }
  }
  std::vector<const Json*> hits;
  for (const Json& study : studies) {
    const bool holds_all = std::all_of(all.begin(), all.end(), [&](const StudyCondition& c) {
      return holds(c.expression, [&](const std::string& leaf) {
        return study_matches_leaf(study, leaf, c.area);
      });
    });
    const std::string status = text_at(study, "protocolSection.statusModule.overallStatus");
    const std::string number = text_at(study, kStudyPlaces);
    const bool by_status =
        statuses.empty() || std::find(statuses.begin(), statuses.end(), status) != statuses.end();
    const bool by_id = ids.empty() || std::any_of(ids.begin(), ids.end(), [&](const auto& id) {
                         return upper_ascii(id) == number;
                       });
    if (holds_all && by_status && by_id) hits.push_back(&study);
  }
  EV_CHECK(sort(hits, form.get("sort"), all));
  return hits;
}

Result<std::vector<std::string>> ClinicalTrialsSample::State::paths(const std::string& fields) {
  std::vector<std::string> out;
  for (const std::string& field : listed(fields)) {
    std::string path = study_path(field);
    if (path.empty()) {
      return Error{.code = Errc::invalid_argument,
                   .message = "Parameter `fields` contains invalid field name: `" + field + "`"};
    }
    out.push_back(std::move(path));
  }
  return out;
}

net::HttpResponse ClinicalTrialsSample::State::list(const Form& form) const {
  const auto wanted = paths(form.get("fields"));
  if (!wanted) return text_reply(400, wanted.error().message);
  const auto hits = found(form);
  if (!hits) return text_reply(400, hits.error().message);
  const std::string& token = form.get("pageToken");
  const long offset = token.empty() ? 0 : offset_of(kStudyToken, token);
  if (offset < 0) return text_reply(400, "Parameter `pageToken` has incorrect format");
  const long total = static_cast<long>(hits->size());
  const long size = std::clamp(form.number("pageSize", 10), 0L, kLargestStudiesPage);
  const long end = std::min(total, offset + size);
  Json rows = Json::array();
  for (long i = offset; i < end; ++i) {
    const Json& study = *(*hits)[static_cast<std::size_t>(i)];
    rows.push_back(wanted->empty() ? study : study_part(study, *wanted));
  }
  Json out = {{"studies", std::move(rows)}};
  if (token.empty() && form.get("countTotal") == "true") out["totalCount"] = total;
  if (end < total && size > 0) out["nextPageToken"] = page_token(kStudyToken, end);
  return json_reply(out);
}

net::HttpResponse ClinicalTrialsSample::State::single(const std::string& id,
                                                      const Form& form) const {
  const std::string number = upper_ascii(id);
  if (!is_nct(number)) {
    return text_reply(400, "Parameter `nctId` has incorrect format: `" + id + "`");
  }
  const auto wanted = paths(form.get("fields"));
  if (!wanted) return text_reply(400, wanted.error().message);
  for (const Json& study : studies) {
    if (text_at(study, kStudyPlaces) != number) continue;
    return json_reply(wanted->empty() ? study : study_part(study, *wanted));
  }
  return text_reply(404, "NCT number " + number + " not found");
}

std::optional<net::HttpResponse> ClinicalTrialsSample::answer(const Form& form) const {
  const std::string& path = form.path;
  if (path.ends_with("/studies")) return state_->list(form);
  if (path.ends_with("/version")) {
    return json_reply({{"apiVersion", "2.0.5"}, {"dataTimestamp", "2026-11-19T09:00:05"}});
  }
  if (path.ends_with("/stats/size")) {
    return json_reply({{"totalStudies", state_->studies.size()}});
  }
  const std::size_t at = path.find("/studies/");
  if (at == std::string::npos) return std::nullopt;
  return state_->single(path.substr(at + 9), form);
}

}  // namespace ev::sample
