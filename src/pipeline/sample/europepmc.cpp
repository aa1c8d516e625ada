#include "pipeline/sample/europepmc.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/sample/matching.hpp"
#include "pipeline/sample/replies.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace ev::sample {

namespace {

constexpr const char* kVersion = "6.9";
constexpr std::string_view kCursorMark = "AoSample";
constexpr long kLargestPage = 1000;

// Members of resultType=lite; the rest is of the core form.
constexpr std::array<const char*, 12> kLiteMembers = {
    "id",           "source",  "pmid",     "pmcid",        "doi",          "title",
    "authorString", "pubYear", "pageInfo", "citedByCount", "isOpenAccess", "fullTextIdList"};
constexpr std::array<const char*, 9> kLiteFlags = {"inEPMC",
                                                   "inPMC",
                                                   "hasPDF",
                                                   "hasBook",
                                                   "hasSuppl",
                                                   "hasReferences",
                                                   "hasTextMinedTerms",
                                                   "firstIndexDate",
                                                   "firstPublicationDate"};

enum class Match { words, exact, range };
struct EpmcField {
  std::string_view name;
  std::vector<std::string_view> paths;
  Match match = Match::words;
};

const std::vector<EpmcField>& epmc_fields() {
  static const std::vector<EpmcField> table = {
      {"TITLE", {"title"}},
      {"ABSTRACT", {"abstractText"}},
      {"TITLE_ABS", {"title", "abstractText"}},
      {"KW", {"keywordList.keyword", "meshHeadingList.meshHeading.descriptorName"}},
      {"CHEM", {"chemicalList.chemical.name"}},
      {"PUB_TYPE", {"pubTypeList.pubType"}},
      {"AFF",
       {"affiliation",
        "authorList.author.authorAffiliationDetailsList.authorAffiliation"
        ".affiliation"}},
      {"AUTH", {"authorList.author.fullName", "authorList.author.collectiveName"}},
      {"AUTHORID", {"authorIdList.authorId.value"}, Match::exact},
      {"JOURNAL",
       {"journalInfo.journal.title", "journalInfo.journal.isoabbreviation",
        "bookOrReportDetails.publisher"}},
      {"ISSN", {"journalInfo.journal.issn", "journalInfo.journal.essn"}, Match::exact},
      {"VOLUME", {"journalInfo.volume"}, Match::exact},
      {"ISSUE", {"journalInfo.issue"}, Match::exact},
      {"EXT_ID", {"id"}, Match::exact},
      {"SRC", {"source"}, Match::exact},
      {"PMCID", {"pmcid"}, Match::exact},
      {"DOI", {"doi"}, Match::exact},
      {"GRANT_ID", {"grantsList.grant.grantId"}},
      {"GRANT_AGENCY", {"grantsList.grant.agency"}},
      {"LANG", {"language"}, Match::exact},
      {"LICENSE", {"license"}},
      {"OPEN_ACCESS", {"isOpenAccess"}, Match::exact},
      {"IN_EPMC", {"inEPMC"}, Match::exact},
      {"HAS_PDF", {"hasPDF"}, Match::exact},
      {"HAS_FT", {"inEPMC"}, Match::exact},
      {"PUB_YEAR", {"pubYear"}, Match::range},
      {"CITED", {"citedByCount"}, Match::range},
      {"E_PDATE", {"electronicPublicationDate"}, Match::range},
      {"P_PDATE_D", {"journalInfo.printPublicationDate"}, Match::range},
      {"FIRST_PDATE", {"firstPublicationDate"}, Match::range},
      {"CREATION_DATE", {"dateOfCreation"}, Match::range},
      {"UPDATE_DATE", {"dateOfRevision"}, Match::range},
      // No field: everything, with the full text.
      {"",
       {"title", "abstractText", "authorString", "journalInfo.journal.title", "keywordList.keyword",
        "meshHeadingList.meshHeading.descriptorName", "chemicalList.chemical.name", "doi",
        "_full_text"}},
  };
  return table;
}

std::vector<std::string> epmc_texts(const Json& record, const EpmcField& field) {
  std::vector<std::string> out;
  for (const std::string_view path : field.paths) {
    for (std::string& text : texts_at(record, path)) {
      // A markup of its own would glue words together.
      for (std::size_t at = text.find("<h4>"); at != std::string::npos; at = text.find("<h4>")) {
        text.replace(at, 4, " ");
      }
      for (std::size_t at = text.find("</h4>"); at != std::string::npos; at = text.find("</h4>")) {
        text.replace(at, 5, " ");
      }
      out.push_back(std::move(text));
    }
  }
  return out;
}

std::string unquoted(std::string_view value) {
  if (value.size() > 1 && value.front() == '"' && value.back() == '"') {
    value = value.substr(1, value.size() - 2);
  }
  return std::string(value);
}

// "[2020 TO 2021]", or one value.
bool matches_range(const std::vector<std::string>& texts, std::string_view value) {
  std::string low = unquoted(value);
  std::string high = low;
  if (value.size() > 2 && value.front() == '[' && value.back() == ']') {
    const std::string_view inner = value.substr(1, value.size() - 2);
    const std::size_t to = inner.find(" TO ");
    if (to == std::string_view::npos) return false;
    low = unquoted(text::trim(inner.substr(0, to)));
    high = unquoted(text::trim(inner.substr(to + 4)));
  }
  return std::any_of(texts.begin(), texts.end(),
                     [&](const std::string& text) { return in_range(text, low, high); });
}

bool epmc_leaf_matches(const Json& record, const std::string& leaf) {
  const std::size_t colon = leaf.find(':');
  const bool fielded = colon != std::string::npos && leaf.front() != '"';
  const std::string name = fielded ? leaf.substr(0, colon) : std::string();
  const std::string value = fielded ? leaf.substr(colon + 1) : leaf;
  // Where a quoted identifier is a phrase of words, which an identifier is not.
  if (name == "EXT_ID" && value.starts_with('"')) return false;
  if (name == "HAS_ABSTRACT") return record.contains("abstractText") == (value != "n");
  for (const EpmcField& field : epmc_fields()) {
    if (field.name != name) continue;
    const std::vector<std::string> texts = epmc_texts(record, field);
    if (field.match == Match::range) return matches_range(texts, value);
    if (field.match == Match::exact) {
      return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
        return text::equal_ignoring_ascii_case(text, unquoted(value));
      });
    }
    WordList words;
    for (const std::string& text : texts) words.add(text);
    return words.has(read_pattern(value, WordForms::exact));
  }
  return false;  // a field the service does not have finds nothing
}

// More of the words in the title, then the newer.
int epmc_weight(const Json& record, const std::vector<std::string>& leaves) {
  int weight = 0;
  for (const std::string& leaf : leaves) {
    const std::size_t colon = leaf.front() == '"' ? std::string::npos : leaf.find(':');
    const std::string value = colon == std::string::npos ? leaf : leaf.substr(colon + 1);
    weight += epmc_leaf_matches(record, leaf) ? 1 : 0;
    weight += epmc_leaf_matches(record, "TITLE:" + value) ? 3 : 0;
  }
  return weight;
}

Json served_record(const Json& record, const std::string& form) {
  Json out = Json::object();
  if (form == "idlist") {
    for (const char* name : {"id", "source", "pmid", "pmcid"}) {
      if (record.contains(name)) out[name] = record[name];
    }
    return out;
  }
  if (form != "lite") {
    for (const auto& [name, value] : record.items()) {
      if (name.front() != '_') out[name] = value;
    }
    return out;
  }
  for (const char* name : kLiteMembers) {
    if (record.contains(name)) out[name] = record[name];
  }
  for (const char* name : kLiteFlags) {
    if (record.contains(name)) out[name] = record[name];
  }
  for (const auto& [name, path] : {std::pair{"journalTitle", "journalInfo.journal.isoabbreviation"},
                                   {"journalVolume", "journalInfo.volume"},
                                   {"issue", "journalInfo.issue"},
                                   {"journalIssn", "journalInfo.journal.essn"}}) {
    if (std::string text = text_at(record, path); !text.empty()) out[name] = std::move(text);
  }
  out["pubType"] = text::to_lower_ascii(text::join(texts_at(record, "pubTypeList.pubType"), "; "));
  return out;
}

net::HttpResponse rejected() {
  return json_reply({{"version", kVersion}});
}

net::HttpResponse epmc_not_found(const std::string& what) {
  return json_reply({{"errCode", 404}, {"errMsg", what}}, 404);
}

}  // namespace

struct EuropePmcSample::State {
  std::vector<Json> records;

  const Json* find(std::string_view source, std::string_view id) const {
    for (const Json& record : records) {
      if (text_at(record, "source") == source && text_at(record, "id") == id) return &record;
    }
    return nullptr;
  }
  net::HttpResponse search(const Form& form) const;
  std::optional<net::HttpResponse> single(const std::string& path, const Form& form) const;
  Json citations_of(const std::string& id) const;
  bool sort(std::vector<const Json*>& hits, const std::string& order,
            const std::vector<std::string>& leaves) const;
};

EuropePmcSample::EuropePmcSample(std::unique_ptr<const State> state) : state_(std::move(state)) {}
EuropePmcSample::EuropePmcSample(EuropePmcSample&&) noexcept = default;
EuropePmcSample::~EuropePmcSample() = default;

Result<EuropePmcSample> EuropePmcSample::load(std::string_view data) {
  auto state = std::make_unique<State>();
  if (!data.empty()) {
    EV_TRY(const Json all, parse_json(data, "sample of Europe PMC"));
    for (const Json& record : all.value("result", Json::array())) state->records.push_back(record);
  }
  return EuropePmcSample(std::move(state));
}

bool EuropePmcSample::State::sort(std::vector<const Json*>& hits, const std::string& order,
                                  const std::vector<std::string>& leaves) const {
  const auto newest = [](const Json* a, const Json* b) {
    const std::string x = text_at(*a, "firstPublicationDate");
    const std::string y = text_at(*b, "firstPublicationDate");
    return x != y ? x > y : text_at(*a, "id") > text_at(*b, "id");
  };
  std::sort(hits.begin(), hits.end(), newest);
  const std::string field = order.substr(0, order.find(' '));
  const bool rising = order.ends_with(" asc");
  if (field.empty()) {
    std::map<const Json*, int> weight;
    for (const Json* hit : hits) weight[hit] = epmc_weight(*hit, leaves);
    std::stable_sort(hits.begin(), hits.end(),
                     [&weight](const Json* a, const Json* b) { return weight[a] > weight[b]; });
    return true;
  }
  static const std::map<std::string, std::string> kSorts = {
      {"CITED", "citedByCount"},
      {"P_PDATE_D", "journalInfo.printPublicationDate"},
      {"FIRST_PDATE", "firstPublicationDate"},
      {"PUB_YEAR", "pubYear"},
      {"AUTH_FIRST", "authorString"}};
  const auto known = kSorts.find(field);
  if (known == kSorts.end()) return false;
  const auto key = [&](const Json* hit) {
    std::string text = text_at(*hit, known->second);
    // Numbers as texts of one length.
    if (field == "CITED") text.insert(0, 9 - std::min<std::size_t>(text.size(), 9), '0');
    return text;
  };
  std::stable_sort(hits.begin(), hits.end(), [&](const Json* a, const Json* b) {
    return rising ? key(a) < key(b) : key(a) > key(b);
  });
  return true;
}

net::HttpResponse EuropePmcSample::State::search(const Form& form) const {
  const std::string& query = form.get("query");
  if (text::trim(query).empty()) {
    return json_reply({{"errCode", 400},
                       {"errMsg",
                        "No search criteria provided. Please provide a search criteria which is "
                        "less than 1500 characters."}});
  }
  const std::string& cursor = form.get("cursorMark");
  const long offset = cursor.empty() || cursor == "*" ? 0 : offset_of(kCursorMark, cursor);
  const auto expression = parse_boolean(query);
  if (offset < 0 || !expression) return rejected();
  std::vector<const Json*> hits;
  for (const Json& record : records) {
    const auto matches = [&record](const std::string& leaf) {
      return epmc_leaf_matches(record, leaf);
    };
    if (holds(*expression, matches)) hits.push_back(&record);
  }
  if (!sort(hits, form.get("sort"), wanted_leaves(*expression))) return rejected();
  const long page_size = std::clamp(form.number("pageSize", 25), 1L, kLargestPage);
  const std::string form_name = form.get("resultType").empty() ? "lite" : form.get("resultType");
  const long total = static_cast<long>(hits.size());
  const long end = std::min(total, offset + page_size);
  Json results = Json::array();
  for (long i = offset; i < end; ++i) {
    results.push_back(served_record(*hits[static_cast<std::size_t>(i)], form_name));
  }
  Json out = {{"version", kVersion},
              {"hitCount", total},
              {"request",
               {{"queryString", query},
                {"resultType", form_name},
                {"cursorMark", cursor.empty() || cursor == "*" ? "%2A" : cursor},
                {"pageSize", page_size},
                {"sort", form.get("sort")},
                {"synonym", form.get("synonym") == "true"}}},
              {"resultList", {{"result", std::move(results)}}}};
  if (end < total) out["nextCursorMark"] = page_token(kCursorMark, end);
  return json_reply(out);
}

// Who refers to the record, in the short form of the citations route.
Json EuropePmcSample::State::citations_of(const std::string& id) const {
  Json out = Json::array();
  for (const Json& record : records) {
    const std::vector<std::string> cited = texts_at(record, "_references.id");
    if (std::find(cited.begin(), cited.end(), id) == cited.end()) continue;
    Json row = {
        {"citationType", "journal article"},
        {"pubYear", record.value("journalInfo", Json::object()).value("yearOfPublication", 0)},
        {"journalAbbreviation", text_at(record, "journalInfo.journal.isoabbreviation")},
        {"volume", text_at(record, "journalInfo.volume")},
        {"issue", text_at(record, "journalInfo.issue")}};
    for (const char* name : {"id", "source", "title", "authorString", "pageInfo", "citedByCount"}) {
      if (record.contains(name)) row[name] = record[name];
    }
    out.push_back(std::move(row));
  }
  return out;
}

// …/article/MED/1, …/MED/1/citations, …/MED/1/references
std::optional<net::HttpResponse> EuropePmcSample::State::single(const std::string& path,
                                                                const Form& form) const {
  std::vector<std::string> parts = text::split(path, '/');
  const std::size_t n = parts.size();
  const bool list = n >= 3 && (parts[n - 1] == "citations" || parts[n - 1] == "references");
  const bool article = n >= 3 && parts[n - 3] == "article";
  if (!list && !article) return std::nullopt;
  const std::string source = parts[list ? n - 3 : n - 2];
  const std::string id = parts[list ? n - 2 : n - 1];
  const Json* record = find(source, id);
  if (article) {
    if (record == nullptr) return epmc_not_found("No article found for " + source + " " + id);
    const std::string form_name = form.get("resultType").empty() ? "lite" : form.get("resultType");
    return json_reply({{"version", kVersion},
                       {"hitCount", 1},
                       {"request", {{"id", id}, {"source", source}}},
                       {"result", served_record(*record, form_name)}});
  }
  const bool citations = parts[n - 1] == "citations";
  Json rows = Json::array();
  if (citations) rows = citations_of(id);
  if (!citations && record != nullptr) rows = record->value("_references", Json::array());
  const long size = std::clamp(form.number("pageSize", 25), 1L, kLargestPage);
  const long page = std::max(1L, form.number("page", 1));
  Json shown = Json::array();
  for (long i = (page - 1) * size; i < std::min(page * size, static_cast<long>(rows.size())); ++i) {
    shown.push_back(rows[static_cast<std::size_t>(i)]);
  }
  Json out = {{"version", kVersion},
              {"hitCount", rows.size()},
              {"request", {{"id", id}, {"source", source}, {"page", page}, {"pageSize", size}}}};
  out[citations ? "citationList" : "referenceList"] = {
      {citations ? "citation" : "reference", std::move(shown)}};
  return json_reply(out);
}

std::optional<net::HttpResponse> EuropePmcSample::answer(const Form& form) const {
  const std::string& path = form.path;
  if (path.ends_with("/search") || path.ends_with("/searchPOST")) return state_->search(form);
  return state_->single(path, form);
}

}  // namespace ev::sample
