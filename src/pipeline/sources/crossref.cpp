#include "pipeline/sources/crossref.hpp"

#include "base/text.hpp"
#include "net/retry.hpp"
#include "net/url.hpp"
#include "pipeline/model/languages.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/date_span.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/person_name.hpp"
#include "pipeline/sources/record_text.hpp"
#include "pipeline/sources/retraction.hpp"
#include "pipeline/sources/retraction_claim.hpp"
#include "pipeline/sources/source.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace ev::sources {

namespace {

using model::Article;
using Direction = CrossrefUpdate::Direction;

constexpr std::chrono::hours kCrossrefFreshness{24};
constexpr std::size_t kDoisPerList = 50;
constexpr std::size_t kFilterBytes = 3000;  // encoded

std::string first_of_list(const Json& work, const char* name) {
  const std::vector<std::string> values = texts_at(work, {name});
  return values.empty() ? "" : plain_line(values.front());
}

// {"date-parts": [[2021, 3]]}; [[null]] is no date.
std::string date_of_parts(const Json& date) {
  const Json& lists = member_at(date, {"date-parts"});
  if (!lists.is_array() || lists.empty() || !lists.front().is_array()) return "";
  std::string out;
  for (const Json& part : lists.front()) {
    if (!part.is_number_unsigned() || part.get<std::uint64_t>() > 9999) break;
    char digits[16];
    std::snprintf(digits, sizeof digits, out.empty() ? "%04u" : "-%02u", part.get<unsigned>());
    out += digits;
  }
  return iso_date_or_nothing(out);
}

void set_crossref_date(const Json& work, Article& a) {
  for (const char* name :
       {"published", "issued", "published-online", "published-print", "posted"}) {
    a.publication_date = date_of_parts(member_at(work, {name}));
    if (!a.publication_date.empty()) return;
  }
}

void set_crossref_authors(const Json& work, Article& a) {
  each_at(work, {"author"}, [&a](const Json& person) {
    const std::string group = plain_line(text_at(person, {"name"}));
    model::Author author = group.empty() ? person_of_parts(plain_line(text_at(person, {"family"})),
                                                           plain_line(text_at(person, {"given"})),
                                                           text_at(person, {"suffix"}))
                                         : group_author(group);
    author.orcid = orcid_in(text_at(person, {"ORCID"}));
    each_at(person, {"affiliation"}, [&author](const Json& place) {
      std::string name = plain_line(text_at(place, {"name"}));
      if (!name.empty()) author.affiliations.push_back(std::move(name));
    });
    if (!author.name.empty()) a.authors.push_back(std::move(author));
  });
}

void set_crossref_venue(const Json& work, Article& a) {
  a.journal = first_of_list(work, "container-title");
  a.journal_abbreviation = first_of_list(work, "short-container-title");
  if (a.journal.empty()) {  // a preprint's server
    each_at(work, {"institution"}, [&a](const Json& institution) {
      if (a.journal.empty()) a.journal = plain_line(text_at(institution, {"name"}));
    });
  }
  a.issns = texts_at(work, {"ISSN"});
  a.volume = scalar_at(work, {"volume"});
  a.issue = scalar_at(work, {"issue"});
  a.pages = scalar_at(work, {"page"});
  if (a.pages.empty()) a.pages = scalar_at(work, {"article-number"});
}

void set_crossref_type(const Json& work, Article& a) {
  const std::string type = text_at(work, {"type"});
  if (!type.empty()) a.metadata["crossref_type"] = type;
  a.is_preprint = type == "posted-content" && text_at(work, {"subtype"}) == "preprint";
  if (a.is_preprint) a.publication_types.emplace_back("Preprint");
  if (type == "journal-article") a.publication_types.emplace_back("Journal Article");
}

void set_crossref_funding(const Json& work, Article& a) {
  each_at(work, {"funder"}, [&a](const Json& funder) {
    const std::string agency = plain_line(text_at(funder, {"name"}));
    const std::vector<std::string> awards = texts_at(funder, {"award"});
    for (const std::string& award : awards) a.grants.push_back({.id = award, .agency = agency});
    if (awards.empty() && !agency.empty()) a.grants.push_back({.agency = agency});
  });
}

void set_crossref_references(const Json& work, Article& a) {
  each_at(work, {"reference"}, [&a](const Json& reference) {
    model::Reference out{.citation = plain_line(text_at(reference, {"unstructured"})),
                         .doi = normal_doi(text_at(reference, {"DOI"}))};
    if (!out.citation.empty() || !out.doi.empty()) a.references.push_back(std::move(out));
  });
}

void set_crossref_trials(const Json& work, Article& a) {
  each_at(work, {"clinical-trial-number"}, [&a](const Json& trial) {
    std::string number = text_at(trial, {"clinical-trial-number"});
    for (char& c : number) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    add_nct_ids(number, a.nct_ids);
  });
  add_nct_ids(a.title, a.nct_ids);
  add_nct_ids(a.abstract, a.nct_ids);
}

void set_crossref_license(const Json& work, Article& a) {
  each_at(work, {"license"}, [&a](const Json& license) {
    const bool of_the_version = text_at(license, {"content-version"}) == "vor";
    if (a.license.empty() || of_the_version) a.license = text_at(license, {"URL"});
  });
}

// What a kind of update says of the updated work, and how the two are tied, seen from either.
using model::RetractionStatus;
struct UpdateMeaning {
  std::string_view type;
  RetractionStatus status;
  const char* updated;  // relation of the updated work
  const char* notice;   // relation of the notice
};
constexpr UpdateMeaning kUpdates[] = {
    {"retraction", RetractionStatus::retracted, "has_notice", "notice_of"},
    {"withdrawal", RetractionStatus::retracted, "has_notice", "notice_of"},
    {"removal", RetractionStatus::retracted, "has_notice", "notice_of"},
    {"expression_of_concern", RetractionStatus::expression_of_concern, "has_notice", "notice_of"},
    {"partial_retraction", RetractionStatus::corrected, "has_notice", "notice_of"},
    {"correction", RetractionStatus::corrected, "has_erratum", "erratum_for"},
    {"erratum", RetractionStatus::corrected, "has_erratum", "erratum_for"},
    {"corrigendum", RetractionStatus::corrected, "has_erratum", "erratum_for"},
    {"new_version", RetractionStatus::none, "has_update", "update_of"},
    {"new_edition", RetractionStatus::none, "has_update", "update_of"},
    {"addendum", RetractionStatus::none, "has_update", "update_of"}};

const UpdateMeaning* meaning_of(const std::string& type) {
  std::string key = text::to_lower_ascii(type);
  std::replace(key.begin(), key.end(), ' ', '_');
  std::replace(key.begin(), key.end(), '-', '_');
  for (const UpdateMeaning& meaning : kUpdates) {
    if (meaning.type == key) return &meaning;
  }
  return nullptr;
}

void read_updates(const Json& work, const char* member, Direction direction, CrossrefWork& out) {
  each_at(work, {member}, [&](const Json& update) {
    CrossrefUpdate one{.direction = direction,
                       .type = text_at(update, {"type"}),
                       .doi = normal_doi(text_at(update, {"DOI"})),
                       .date = date_of_parts(member_at(update, {"updated"})),
                       .source = text_at(update, {"source"})};
    const bool known = std::find(out.updates.begin(), out.updates.end(), one) != out.updates.end();
    if (!one.type.empty() && !known) out.updates.push_back(std::move(one));
  });
}

void add_tie(Article& a, const char* type, const std::string& doi) {
  if (doi.empty() || doi == a.doi) return;
  const model::Relation relation{type, "DOI:" + doi, "crossref"};
  const bool known = std::find(a.related.begin(), a.related.end(), relation) != a.related.end();
  if (!known) a.related.push_back(relation);
}

void read_crossref_relations(const Json& work, Article& a) {
  static constexpr std::pair<const char*, const char*> kRelations[] = {
      {"is-preprint-of", "preprint_of"}, {"has-preprint", "has_preprint"},
      {"is-version-of", "version_of"},   {"has-version", "version_of"},
      {"is-comment-on", "comment_on"},   {"has-comment", "has_comment"}};
  for (const auto& [theirs, ours] : kRelations) {
    each_at(work, {"relation", theirs}, [&a, ours = ours](const Json& other) {
      if (text_at(other, {"id-type"}) == "doi") {
        add_tie(a, ours, normal_doi(text_at(other, {"id"})));
      }
    });
  }
}

void apply_updates(const std::vector<CrossrefUpdate>& updates, Article& a) {
  for (const CrossrefUpdate& update : updates) {
    const UpdateMeaning* meaning = meaning_of(update.type);
    if (meaning == nullptr) continue;
    if (update.direction == Direction::update_to) {
      add_tie(a, meaning->notice, update.doi);
      if (meaning->status != RetractionStatus::none)
        add_retraction_claim(a, {RetractionStatus::notice, "crossref:update-to"});
      continue;
    }
    add_tie(a, meaning->updated, update.doi);
    if (meaning->status != RetractionStatus::none) {
      add_retraction_claim(a, {meaning->status, "crossref:updated-by", update.date});
    }
  }
}

CrossrefWork read_crossref_work(const Json& work) {
  CrossrefWork out;
  Article& a = out.record;
  a.doi = normal_doi(text_at(work, {"DOI"}));
  a.metadata["source"] = "crossref";
  a.title = first_of_list(work, "title");
  const std::string subtitle = first_of_list(work, "subtitle");
  if (!a.title.empty() && !subtitle.empty()) a.title += ": " + subtitle;
  set_marked_abstract(text_at(work, {"abstract"}), a);
  set_crossref_authors(work, a);
  set_crossref_venue(work, a);
  set_crossref_date(work, a);
  set_crossref_funding(work, a);
  set_crossref_references(work, a);
  set_crossref_license(work, a);
  set_crossref_trials(work, a);
  std::string language = model::language_code(text_at(work, {"language"}));
  if (!language.empty()) a.languages.push_back(std::move(language));
  const auto cited = whole_at(work, {"is-referenced-by-count"});
  if (cited && *cited >= 0 && *cited < 2'000'000'000) {
    a.citation_counts.push_back({"crossref", static_cast<int>(*cited)});
  }
  if (!a.doi.empty()) a.url = doi_link(a.doi);
  judge_retraction(a);  // by the title; the types are not PubMed's
  set_crossref_type(work, a);
  read_updates(work, "updated-by", Direction::updated_by, out);
  read_updates(work, "update-to", Direction::update_to, out);
  read_crossref_relations(work, a);
  apply_updates(out.updates, a);
  return out;
}

// A list of {type, value, message}, one such object, or a text, depending on the error.
std::string failure_message(const Json& document) {
  const Json& message = member_at(document, {"message"});
  if (message.is_string()) return one_line(message.get_ref<const std::string&>());
  if (message.is_object()) return one_line(text_at(message, {"message"}));
  std::string out;
  each_at(document, {"message"}, [&out](const Json& item) {
    const std::string text = text_at(item, {"message"});
    if (!text.empty()) out += (out.empty() ? "" : "; ") + text;
  });
  return one_line(out);
}

// "" for what is no DOI.
std::string doi_to_ask(std::string_view text) {
  std::string doi = normal_doi(text);
  const bool whole = doi.rfind("10.", 0) == 0 && doi.find('/') != std::string::npos;
  return whole ? doi : std::string();
}

net::RequestPlan crossref_request(const Config& config) {
  const std::string& email =
      config.unpaywall_email.empty() ? config.ncbi_email : config.unpaywall_email;
  const bool polite = !email.empty();
  net::RequestPlan plan;
  plan.source = "crossref";
  // 5 a second and one at a time without an address, 10 and three with one.
  plan.policy = {.service = "crossref",
                 .gap = polite_gap(config, std::chrono::milliseconds(polite ? 110 : 220)),
                 .concurrency = polite ? 3 : 1};
  plan.url = service_url(config, "crossref") + "/works";
  if (polite) plan.secret_params = {{"mailto", email}};
  plan.ttl = kCrossrefFreshness;
  plan.classify = classify_crossref;
  plan.keep = kept_when_read(parse_crossref);
  return plan;
}

}  // namespace

net::RequestPlan plan_crossref_search(const Config& config, std::string_view reference, int rows) {
  constexpr std::size_t kReferenceMost = 400;
  net::RequestPlan plan = crossref_request(config);
  plan.params = {{"query.bibliographic", std::string(text::slice(reference, 0, kReferenceMost))},
                 {"rows", std::to_string(rows)}};
  return plan;
}

std::vector<net::RequestPlan> plan_crossref(const Config& config,
                                            std::span<const std::string> dois) {
  std::vector<net::RequestPlan> plans;
  for (const std::string& text : dois) {
    const std::string doi = doi_to_ask(text);
    if (doi.empty()) continue;
    net::RequestPlan plan = crossref_request(config);
    plan.url += "/" + net::percent_encode(doi);
    plans.push_back(std::move(plan));
  }
  return plans;
}

std::vector<net::RequestPlan> plan_crossref_lists(const Config& config,
                                                  std::span<const std::string> dois,
                                                  std::size_t& listed) {
  std::vector<net::RequestPlan> plans;
  std::string filter;
  std::size_t count = 0;
  const auto send = [&] {
    if (count == 0) return;
    net::RequestPlan plan = crossref_request(config);
    plan.params = {{"filter", std::exchange(filter, {})}, {"rows", std::to_string(count)}};
    plans.push_back(std::move(plan));
    count = 0;
  };
  listed = 0;
  for (const std::string& text : dois) {
    const std::string doi = doi_to_ask(text);
    if (doi.empty() || doi.find_first_of(", \t\n") != std::string::npos) continue;
    const std::string longer = filter + (filter.empty() ? "doi:" : ",doi:") + doi;
    if (count == kDoisPerList || net::percent_encode(longer).size() > kFilterBytes) send();
    filter += (filter.empty() ? "doi:" : ",doi:") + doi;
    ++count;
    ++listed;
  }
  send();
  return plans;
}

net::Classified classify_crossref(const net::HttpResponse& r) {
  net::Classified by_status = net::classify_http(r);
  if (by_status.verdict == net::Verdict::ok) {
    return judge_json_object(r.body, {"status", "message"});
  }
  if (by_status.verdict == net::Verdict::rate && r.header("retry-after").empty()) {
    by_status.retry_after_s = 2.0;
  }
  if (by_status.verdict != net::Verdict::permanent) return by_status;
  if (looks_like_html(r.body)) {
    // A page instead of its own answer: the address is wrong, the DOI may be known.
    by_status.code = Errc::upstream_unavailable;
    return by_status;
  }
  if (r.status == 404) {
    by_status.reason = "the DOI is not in Crossref";
    return by_status;
  }
  const auto document = parse_json_leniently(r.body, "Crossref's reply");
  const std::string message = document ? failure_message(*document) : std::string();
  if (!message.empty()) by_status.reason = message + " (HTTP " + std::to_string(r.status) + ")";
  if (r.status == 400) by_status.code = Errc::upstream_changed;
  return by_status;
}

Result<std::vector<CrossrefWork>> parse_crossref(std::string_view body) {
  const auto document = parse_json_leniently(body, "Crossref's reply");
  if (!document) return changed_form("crossref", document.error().message);
  const std::string status = text_at(*document, {"status"});
  if (status != "ok") {
    const std::string message = failure_message(*document);
    return changed_form(
        "crossref", "Crossref's reply is no work" + (message.empty() ? message : ": " + message));
  }
  const Json& message = member_at(*document, {"message"});
  std::vector<CrossrefWork> works;
  const Json& items = member_at(message, {"items"});
  if (items.is_array()) {
    for (const Json& item : items) {
      if (item.is_object()) works.push_back(read_crossref_work(item));
    }
    return works;
  }
  if (text_at(message, {"DOI"}).empty()) {
    return changed_form("crossref", "Crossref's reply has neither a work nor a list of works");
  }
  works.push_back(read_crossref_work(message));
  return works;
}

void add_crossref_updates(model::Article& article, const CrossrefWork& work) {
  for (const model::Relation& relation : work.record.related) {
    const auto& known = article.related;
    if (std::find(known.begin(), known.end(), relation) == known.end()) {
      article.related.push_back(relation);
    }
  }
  apply_updates(work.updates, article);
}

}  // namespace ev::sources
