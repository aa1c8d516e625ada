#include "pipeline/sources/pubtator.hpp"

#include "base/text.hpp"
#include "net/retry.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/eutils.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/json_fields.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/openalex_record.hpp"
#include "pipeline/sources/source.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace ev::sources {

namespace {

constexpr std::size_t kPmidsMost = 100;
constexpr std::chrono::hours kAnnotationFreshness{7 * 24};

// "-" stands for an entity that was found but not identified.
std::string identifier_of(const Json& infons) {
  std::string identifier = scalar_at(infons, {"identifier"});
  return identifier == "-" || identifier == "None" ? "" : identifier;
}

void add_annotation(const Json& annotation, const std::string& passage, AnnotatedRecord& record) {
  const Json& infons = member_at(annotation, {"infons"});
  EntityAnnotation found{.type = text_at(infons, {"type"}),
                         .identifier = identifier_of(infons),
                         .name = text_at(infons, {"name"}),
                         .accession = text_at(infons, {"accession"})};
  EntityMention mention{text_at(annotation, {"text"}), passage};
  if (found.type.empty() || mention.text.empty()) return;
  const auto same = std::find_if(
      record.annotations.begin(), record.annotations.end(), [&](const EntityAnnotation& known) {
        if (known.type != found.type || known.identifier != found.identifier) return false;
        return !found.identifier.empty() ||
               text::fold(known.mentions.front().text) == text::fold(mention.text);
      });
  if (same != record.annotations.end()) {
    same->mentions.push_back(std::move(mention));
    return;
  }
  found.mentions.push_back(std::move(mention));
  record.annotations.push_back(std::move(found));
}

EntityRole role_of(const Json& role) {
  return {text_at(role, {"type"}), identifier_of(role), text_at(role, {"name"})};
}

// The score is a number in quotes.
std::optional<double> score_of(const Json& infons) {
  if (const auto number = number_at(infons, {"score"})) return number;
  const std::string text = text_at(infons, {"score"});
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool whole = !text.empty() && end == text.c_str() + text.size();
  return whole && value >= 0 && value <= 1 ? std::optional(value) : std::nullopt;
}

void add_relation(const Json& relation, AnnotatedRecord& record) {
  const Json& infons = member_at(relation, {"infons"});
  EntityRelation found{.type = text_at(infons, {"type"}),
                       .first = role_of(member_at(infons, {"role1"})),
                       .second = role_of(member_at(infons, {"role2"})),
                       .score = score_of(infons)};
  if (found.type.empty() || found.first.type.empty() || found.second.type.empty()) return;
  record.relations.push_back(std::move(found));
}

// A number, else the front of "20516115|None", else an id of digits.
std::string pmid_of_document(const Json& document) {
  for (const std::string& text :
       {scalar_at(document, {"pmid"}),
        text_at(document, {"_id"}).substr(0, text_at(document, {"_id"}).find('|')),
        scalar_at(document, {"id"})}) {
    if (std::string pmid = pmid_in(text); !pmid.empty()) return pmid;
  }
  return "";
}

using RecordsByPmid = std::map<std::string, AnnotatedRecord>;

// False for what is no document.
bool add_document(const Json& document, RecordsByPmid& out) {
  const Json& passages = member_at(document, {"passages"});
  const std::string pmid = pmid_of_document(document);
  if (!passages.is_array() || pmid.empty()) return false;
  AnnotatedRecord record{.pmcid = normal_pmcid(scalar_at(document, {"pmcid"}))};
  for (const Json& passage : passages) {
    const std::string kind = text_at(passage, {"infons", "type"});
    each_at(passage, {"annotations"},
            [&](const Json& annotation) { add_annotation(annotation, kind, record); });
  }
  each_at(document, {"relations"},
          [&record](const Json& relation) { add_relation(relation, record); });
  out[pmid] = std::move(record);
  return true;
}

// One JSON value: a document, a list of them, or the list in its envelope.
bool add_documents(const Json& value, RecordsByPmid& out) {
  const Json& inside = member_at(value, {"PubTator3"});
  const Json& list = inside.is_array() ? inside : value;
  if (!list.is_array()) return add_document(list, out);
  return std::all_of(list.begin(), list.end(),
                     [&out](const Json& document) { return add_document(document, out); });
}

net::Classified judge_document(std::string_view body) {
  if (is_json_list(body)) return judge_json_list(body);
  return judge_json_object(body, {raw_member(body, "passages") ? "passages" : "PubTator3"});
}

// One JSON value, or one a line.
net::Classified judge_documents(std::string_view body) {
  const net::Classified whole = judge_document(body);
  if (whole.verdict == net::Verdict::ok) return whole;
  for (const std::string& line : text::split(body, '\n')) {
    const bool blank = text::trim(line).empty();
    if (!blank && judge_document(line).verdict != net::Verdict::ok) return whole;
  }
  return {};
}

Error unreadable_annotations() {
  return changed_form("pubtator", "PubTator's reply has no annotated documents");
}

}  // namespace

std::vector<net::RequestPlan> plan_annotations(const Config& config,
                                               std::span<const std::string> pmids) {
  std::vector<std::string> usable;
  for (const std::string& text : pmids) {
    if (std::string pmid = pmid_in(text); !pmid.empty()) usable.push_back(std::move(pmid));
  }
  std::vector<net::RequestPlan> plans;
  for (std::size_t from = 0; from < usable.size(); from += kPmidsMost) {
    const auto first = usable.begin() + static_cast<std::ptrdiff_t>(from);
    const auto last =
        usable.begin() + static_cast<std::ptrdiff_t>(std::min(from + kPmidsMost, usable.size()));
    net::RequestPlan plan;
    plan.source = "pubtator";
    plan.policy = {.service = "ncbi",
                   .gap = polite_gap(config, std::chrono::milliseconds(400)),
                   .concurrency = 2};
    plan.url = service_url(config, "pubtator") + "/publications/export/biocjson";
    plan.params = {{"pmids", text::join({first, last}, ",")}};
    plan.ttl = kAnnotationFreshness;
    plan.classify = classify_pubtator;
    // An empty reply says that it knows none of the records; a broken one is empty, too.
    plan.keep = [](const net::HttpResponse& r) {
      return !text::trim(r.body).empty() && parse_annotations(r.body);
    };
    plans.push_back(std::move(plan));
  }
  return plans;
}

net::Classified classify_pubtator(const net::HttpResponse& r) {
  using net::Verdict;
  net::Classified by_status = classify_ncbi(r);
  if (by_status.verdict != Verdict::ok && by_status.verdict != Verdict::permanent) return by_status;
  const std::string_view body = text::trim(r.body);
  if (by_status.verdict == Verdict::ok) {
    if (body.empty()) return {};  // none of the PMIDs is known
    const net::Classified form = judge_documents(body);
    const bool explained = !raw_text(body, "detail").empty();
    if (form.verdict == Verdict::ok || !explained) return form;
  }
  constexpr std::size_t kShortReply = 4096;
  if (body.size() > kShortReply || looks_like_html(body)) return by_status;
  const auto document = parse_json_leniently(body, "PubTator's reply");
  const std::string detail = document ? one_line(text_at(*document, {"detail"})) : std::string();
  if (detail.empty()) return by_status;
  const std::string lower = text::to_lower_ascii(detail);
  const bool passing =
      lower.find("updating") != std::string::npos || lower.find("try again") != std::string::npos;
  if (passing) return {Verdict::transient, detail, 10.0};
  return {.verdict = Verdict::permanent,
          .reason = detail,
          .code = r.status == 404 ? Errc::not_found : Errc::upstream_changed};
}

Result<std::map<std::string, AnnotatedRecord>> parse_annotations(std::string_view body) {
  RecordsByPmid out;
  body = text::trim(body);
  if (body.empty()) return out;
  if (const auto whole = parse_json_leniently(body, "PubTator's reply")) {
    if (!add_documents(*whole, out)) return unreadable_annotations();
    return out;
  }
  for (const std::string& line : text::split(body, '\n')) {
    if (text::trim(line).empty()) continue;
    const auto value = parse_json_leniently(line, "a line of PubTator's reply");
    if (!value || !add_documents(*value, out)) return unreadable_annotations();
  }
  return out;
}

}  // namespace ev::sources
