#include "pipeline/sample/answers.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/pubmed_query/parser.hpp"
#include "pipeline/pubmed_query/term_mapping.hpp"
#include "pipeline/sample/fulltext.hpp"
#include "pipeline/sample/ncbi_links.hpp"
#include "pipeline/sample/replies.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace ev::sample {

namespace {

namespace pq = pubmed_query;

constexpr long kReachable = 9'999;  // esearch over pubmed pages no further

net::HttpResponse esearch_error(const std::string& message) {
  return json_reply({{"header", {{"type", "esearch"}, {"version", "0.3"}}},
                     {"esearchresult", {{"ERROR", message}}}});
}

// One esearch call worked out.
struct Search {
  std::optional<pq::Node> tree;
  pq::Mapped mapped;
  pq::Hits hits;  // in the order asked for
  std::vector<std::string> fields_not_found;
  std::vector<std::string> messages;
};

pq::Node date_range(const std::string& low, const std::string& high) {
  pq::Node node = pq::make_term(low, pq::Field::dp);
  node.term.high = high;
  return node;
}

void sort_hits(const SampleLibrary& library, const std::string& sort, Search& search) {
  const pq::MemoryIndex& index = library.index();
  const auto newest_first = [&](pq::RecordId a, pq::RecordId b) {
    const model::Article& x = index.article(a);
    const model::Article& y = index.article(b);
    if (x.publication_date != y.publication_date) return x.publication_date > y.publication_date;
    return x.pmid > y.pmid;
  };
  std::sort(search.hits.begin(), search.hits.end(), newest_first);
  const auto by = [&](auto key) {
    std::stable_sort(search.hits.begin(), search.hits.end(),
                     [&](pq::RecordId a, pq::RecordId b) { return key(a) < key(b); });
  };
  if (sort == "relevance") {
    if (search.tree) by([&](pq::RecordId id) { return -index.relevance(id, *search.tree); });
  } else if (sort == "Author") {
    by([&](pq::RecordId id) {
      const auto& authors = index.article(id).authors;
      return authors.empty() ? std::string("~") : text::fold(authors.front().name);
    });
  } else if (sort == "JournalName") {
    by([&](pq::RecordId id) { return text::fold(index.article(id).journal); });
  } else if (sort == "title") {
    by([&](pq::RecordId id) { return text::fold(index.article(id).title); });
  } else if (!sort.empty() && sort != "pub_date" && sort != "pub date") {
    search.messages.push_back("Unknown sort schema '" + sort + "' ignored");
  }
}

Search run_search(const SampleLibrary& library, const Form& form) {
  Search search;
  const pq::Parsed parsed = pq::parse(form.get("term"));
  for (const pq::Diagnostic& d : parsed.errors) {
    if (d.code != "unknown_tag") continue;
    const std::size_t open = d.message.find('"');
    const std::size_t close = d.message.find('"', open + 1);
    search.fields_not_found.push_back(d.message.substr(open + 1, close - open - 1));
  }
  if (parsed.tree) {
    search.mapped = pq::map_terms(*parsed.tree, mesh::built_in(), library.index());
    search.tree = search.mapped.tree;
  }
  if (!search.tree) return search;
  std::vector<pq::Node> all = {*search.tree};
  if (!form.get("mindate").empty() && !form.get("maxdate").empty()) {
    all.push_back(date_range(form.get("mindate"), form.get("maxdate")));
  } else if (!form.get("reldate").empty()) {
    pq::Node last = pq::make_term("last " + form.get("reldate") + " days", pq::Field::dp);
    last.term.quoted = true;
    all.push_back(std::move(last));
  }
  search.tree = pq::combine(pq::Kind::conjunction, std::move(all));
  search.hits = pq::evaluate(*search.tree, library.index());
  return search;
}

Json lists_of(const Search& search, bool errors) {
  Json missing = Json::array();
  Json quoted = Json::array();
  for (const std::string& phrase : search.mapped.phrases_not_found) missing.push_back(phrase);
  for (const std::string& phrase : search.mapped.quoted_phrases_not_found) {
    (phrase.starts_with('"') ? quoted : missing).push_back(phrase);
  }
  if (errors) return {{"phrasesnotfound", missing}, {"fieldsnotfound", search.fields_not_found}};
  std::vector<std::string> messages = search.messages;
  if (search.hits.empty()) messages.push_back("No items found.");
  return {{"phrasesignored", search.mapped.phrases_ignored},
          {"quotedphrasesnotfound", quoted},
          {"outputmessages", messages}};
}

bool all_empty(const Json& lists) {
  return std::all_of(lists.begin(), lists.end(), [](const Json& list) { return list.empty(); });
}

net::HttpResponse esearch(const SampleLibrary& library, const Form& form) {
  if (form.get("term").empty()) {
    return esearch_error("Empty term and query_key - nothing todo");
  }
  const long start = form.number("retstart", 0);
  if (start >= kReachable) {
    return esearch_error(
        "Search Backend failed: Exception:\n'retstart' cannot be larger than 9998.");
  }
  Search search =
      form.get("db").empty() || form.get("db") == "pubmed" ? run_search(library, form) : Search{};
  sort_hits(library, form.get("sort"), search);
  const auto total = static_cast<long>(search.hits.size());
  Json result = {{"count", std::to_string(total)}};
  if (form.get("rettype") == "count") {
    return json_reply(
        {{"header", {{"type", "esearch"}, {"version", "0.3"}}}, {"esearchresult", result}});
  }
  Json ids = Json::array();
  const long end = std::min(total, start + std::min(form.number("retmax", 20), kReachable - start));
  for (long i = start; i < end; ++i) {
    ids.push_back(library.index().article(search.hits[static_cast<std::size_t>(i)]).pmid);
  }
  Json translations = Json::array();
  for (const pq::Translation& t : search.mapped.translations) {
    translations.push_back({{"from", t.from}, {"to", t.to}});
  }
  result["retmax"] = std::to_string(ids.size());
  result["retstart"] = std::to_string(start);
  result["idlist"] = std::move(ids);
  result["translationset"] = std::move(translations);
  if (search.tree) result["querytranslation"] = pq::print(*search.tree, pq::TagStyle::full);
  const Json errors = lists_of(search, true);
  const Json warnings = lists_of(search, false);
  if (!all_empty(errors)) result["errorlist"] = errors;
  if (!all_empty(warnings)) result["warninglist"] = warnings;
  return json_reply(
      {{"header", {{"type", "esearch"}, {"version", "0.3"}}}, {"esearchresult", result}});
}

net::HttpResponse efetch(const SampleLibrary& library, const Form& form) {
  static constexpr const char* kXml = "text/xml; charset=UTF-8";
  bool usable = false;
  std::string records;
  for (const std::string& id : text::split(form.get("id"), ',')) {
    const std::string pmid(text::trim(id));
    usable =
        usable || (!pmid.empty() && pmid.find_first_not_of("0123456789") == std::string::npos &&
                   pmid.find_first_not_of('0') != std::string::npos);
    const std::string_view bytes = library.record(pmid);
    if (!bytes.empty()) records.append(bytes).append("\n");
  }
  if (!usable) {
    return reply(
        400, kXml,
        "<?xml version=\"1.0\" ?>\n<eFetchResult><ERROR>ID list is empty! Possibly it has no "
        "correct IDs.</ERROR></eFetchResult>\n");
  }
  return reply(200, kXml,
               "<?xml version=\"1.0\" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC \"-//NLM//DTD "
               "PubMedArticle, 1st January 2025//EN\" "
               "\"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd\">\n"
               "<PubmedArticleSet>\n" +
                   records + "</PubmedArticleSet>\n");
}

net::HttpResponse icite_reply(std::string_view icite, const Form& form) {
  std::set<std::string> wanted;
  for (const std::string& id : text::split(form.get("pmids"), ',')) {
    wanted.insert(std::string(text::trim(id)));
  }
  const std::size_t slash = form.path.rfind('/');
  if (slash != std::string::npos) wanted.insert(form.path.substr(slash + 1));  // /pubs/{pmid}
  Json rows = Json::array();
  const Result<Json> all = parse_json(icite, "sample iCite rows");
  if (all && all->is_object() && all->contains("data")) {
    for (const Json& row : all->at("data")) {
      if (wanted.contains(row.value("_id", std::string()))) rows.push_back(row);
    }
  }
  return json_reply({{"data", std::move(rows)}});
}

}  // namespace

net::HttpResponse answer(const SampleLibrary& library, std::string_view icite, const Form& form) {
  const std::string& path = form.path;
  if (path.ends_with("/esearch.fcgi")) return esearch(library, form);
  if (path.ends_with("/efetch.fcgi")) return efetch(library, form);
  if (path.ends_with("/elink.fcgi")) return elink(library, form);
  if (path.ends_with("/einfo.fcgi")) {
    return json_reply({{"header", {{"type", "einfo"}, {"version", "0.3"}}},
                       {"einforesult", {{"dblist", {"pubmed"}}}}});
  }
  if (path.ends_with("/pubs") || path.find("/pubs/") != std::string::npos) {
    return icite_reply(icite, form);
  }
  return reply(404, "text/plain", "The built-in sample has no such service.\n");
}

bool is_ncbi_route(const Form& form) {
  if (is_central_route(form)) return false;
  return form.path.ends_with(".fcgi") || form.path.ends_with("/pubs") ||
         form.path.find("/pubs/") != std::string::npos;
}

std::optional<net::HttpResponse> answer(const OtherServices& services, const Form& form) {
  if (is_full_text_route(form)) return full_text_of_europepmc(services.full_text, form);
  if (is_central_route(form)) return full_text_of_pmc(services.full_text, form);
  // Crossref has works of its own, the sample none of them.
  const bool crossref = form.host.find("crossref") != std::string::npos;
  if (crossref && form.path.ends_with("/works")) {
    const Json nothing = {{"total-results", 0}, {"items", Json::array()}};
    return json_reply({{"status", "ok"}, {"message-type", "work-list"}, {"message", nothing}});
  }
  if (services.openalex && !crossref) {
    if (auto found = services.openalex->answer(form)) return found;
  }
  if (services.clinicaltrials) {
    if (auto found = services.clinicaltrials->answer(form)) return found;
  }
  return services.europepmc ? services.europepmc->answer(form) : std::nullopt;
}

}  // namespace ev::sample
