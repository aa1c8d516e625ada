#include "pipeline/sample/enrichment.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/model/identifiers.hpp"
#include "pipeline/sample/ncbi_links.hpp"
#include "pipeline/sample/replies.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

namespace ev::sample {

namespace {

using model::Article;

const Article* article_by(const SampleLibrary& library, const std::string Article::*field,
                          const std::string& value) {
  for (const Article& a : library.articles()) {
    if (!value.empty() && a.*field == value) return &a;
  }
  return nullptr;
}

// ------------------------------------------------------------------ Crossref

Json date_parts(const std::string& date) {
  Json parts = Json::array();
  for (const std::string& part : text::split(date, '-')) {
    if (!part.empty()) parts.push_back(std::stol(part));
  }
  Json list = Json::array();
  list.push_back(std::move(parts));
  Json out = Json::object();
  out["date-parts"] = std::move(list);
  return out;
}

void add_update(Json& work, const char* member, const Article& other, const std::string& date) {
  Json update = {{"DOI", other.doi}, {"type", "retraction"}, {"source", "publisher"}};
  if (!date.empty()) update["updated"] = date_parts(date);
  if (!work.contains(member)) work[member] = Json::array();
  work[member].push_back(std::move(update));
}

Json crossref_work(const SampleLibrary& library, const Article& a) {
  Json work = {{"DOI", a.doi},
               {"type", "journal-article"},
               {"volume", a.volume},
               {"issue", a.issue},
               {"page", a.pages}};
  work["title"] = Json::array();
  work["title"].push_back(a.title);
  work["container-title"] = Json::array();
  work["container-title"].push_back(a.journal);
  work["author"] = Json::array();
  for (const model::Author& author : a.authors) {
    Json person = author.collective
                      ? Json({{"name", author.name}})
                      : Json({{"family", author.last_name}, {"given", author.initials}});
    work["author"].push_back(std::move(person));
  }
  if (!a.publication_date.empty()) work["issued"] = date_parts(a.publication_date);
  for (const model::CommentsCorrection& c : a.comments_corrections) {
    const Article* other = article_by(library, &Article::pmid, c.pmid);
    if (other == nullptr || other->doi.empty()) continue;
    if (c.type == "RetractionIn") add_update(work, "updated-by", *other, other->publication_date);
    if (c.type == "RetractionOf") add_update(work, "update-to", *other, a.publication_date);
  }
  return work;
}

net::HttpResponse crossref(const SampleLibrary& library, const Form& form) {
  constexpr std::string_view kWorks = "/works/";
  const std::size_t single = form.path.find(kWorks);
  if (single != std::string::npos) {
    const std::string doi = form.path.substr(single + kWorks.size());
    const Article* a = article_by(library, &Article::doi, doi);
    if (a == nullptr) return text_reply(404, "Resource not found.");
    return json_reply(
        {{"status", "ok"}, {"message-type", "work"}, {"message", crossref_work(library, *a)}});
  }
  Json items = Json::array();
  for (const std::string& filter : text::split(form.get("filter"), ',')) {
    if (filter.rfind("doi:", 0) != 0) continue;
    const Article* a = article_by(library, &Article::doi, filter.substr(4));
    if (a != nullptr) items.push_back(crossref_work(library, *a));
  }
  Json message = {{"total-results", items.size()}};
  message["items"] = std::move(items);
  return json_reply(
      {{"status", "ok"}, {"message-type", "work-list"}, {"message", std::move(message)}});
}

// ------------------------------------------------------------------ Unpaywall

net::HttpResponse unpaywall(const SampleLibrary& library, const Form& form) {
  const std::size_t at = form.path.find("10.");
  const std::string doi = at == std::string::npos ? "" : form.path.substr(at);
  const Article* a = article_by(library, &Article::doi, doi);
  if (a == nullptr) {
    return json_reply(
        {{"HTTP_status_code", 404}, {"error", true}, {"message", "the sample has no such DOI"}},
        404);
  }
  const bool open = !a->pmcid.empty();
  Json out = {{"doi", a->doi}, {"is_oa", open}, {"oa_status", open ? "green" : "closed"}};
  out["best_oa_location"] = nullptr;
  if (open) {
    const std::string page = "https://pmc.ncbi.nlm.nih.gov/articles/" + a->pmcid + "/";
    out["best_oa_location"] = {{"url", page},
                               {"url_for_landing_page", page},
                               {"license", "cc-by"},
                               {"version", "publishedVersion"},
                               {"host_type", "repository"}};
  }
  return json_reply(out);
}

}  // namespace

std::optional<net::HttpResponse> answer_enrichment(const SampleLibrary& library, const Form& form) {
  const auto in = [](const std::string& s, std::string_view part) {
    return s.find(part) != std::string::npos;
  };
  if (is_id_converter_route(form)) return convert_ids(library, form);
  if (is_pubtator_route(form)) return annotations(library, form);
  if (in(form.host, "crossref")) return crossref(library, form);
  if (in(form.host, "unpaywall")) return unpaywall(library, form);
  return std::nullopt;
}

}  // namespace ev::sample
