#include "pipeline/search/local.hpp"

#include "base/text.hpp"
#include "pipeline/library/stored_article.hpp"
#include "pipeline/mirror/changes.hpp"

#include <algorithm>
#include <chrono>
#include <unordered_set>

namespace ev::search {

namespace {

std::string dated(const SearchRequest& request) {
  if (request.start_date.empty() && request.end_date.empty()) return request.query;
  return "(" + request.query + ") AND " +
         (request.start_date.empty() ? "1500" : request.start_date) + ":" +
         (request.end_date.empty() ? "3000" : request.end_date) + "[dp]";
}

// Each phrase once, however often the query says it.
void note_phrases(std::vector<std::string> phrases, const char* before, const std::string& behind,
                  std::vector<std::string>& warnings) {
  std::unordered_set<std::string> said;
  for (std::string& phrase : phrases) {
    if (said.insert(phrase).second) warnings.push_back(before + phrase + behind);
  }
}

void note_mapping(const pubmed_query::Mapped& mapped, const std::string& where,
                  std::vector<std::string>& warnings) {
  note_phrases(mapped.phrases_not_found, "\"",
               "\" occurs nowhere in the " + where + " and was left out", warnings);
  note_phrases(mapped.quoted_phrases_not_found, "", " finds nothing in the " + where, warnings);
  note_phrases(mapped.phrases_ignored, "", " was left out: fewer than four characters before the *",
               warnings);
}

// What was searched, and how fresh it is.
Result<std::string> corpus_in_words(const Ports& ports) {
  if (!ports.from_mirror()) {
    EV_TRY(const store::LibraryFigures figures, ports.library.figures());
    return "answered offline from the local library of " + std::to_string(figures.records) +
           " records; PubMed was not asked";
  }
  EV_TRY(const store::MirrorFigures figures, ports.mirror->mirror_figures());
  EV_TRY(const store::MirrorOrigin origin, ports.mirror->origin());
  const bool part = origin.last_file - origin.first_file + 1 < origin.baseline_files;
  return "answered from the mirror of " + std::string(part ? "a part of PubMed" : "PubMed") + ": " +
         std::to_string(figures.records) + " records as of " + figures.date + " (" +
         figures.last_file + "); PubMed was not asked";
}

}  // namespace

library::Ports library_ports(const Ports& ports) {
  const std::string today = iso_date(ports.clock.unix_time());
  const pubmed_query::Date date = pubmed_query::read_date(today).date;
  if (ports.from_mirror()) return mirror::ports_of(*ports.mirror, ports.vocabulary, date);
  return {ports.library, ports.articles, ports.vocabulary, date};
}

Result<SearchOutcome> search_library(const Ports& ports, const SearchRequest& request,
                                     const Context& ctx) {
  const TimePoint start = ports.clock.now();
  const library::Order order =
      request.sort == sources::Sort::relevance ? library::Order::relevance : library::Order::newest;
  const auto reach =
      static_cast<std::size_t>(request.offset) + static_cast<std::size_t>(request.max);
  EV_TRY(library::Found found,
         library::search(library_ports(ports), dated(request), order, reach, ctx));
  SearchOutcome out;
  out.local = true;
  out.total = static_cast<long>(found.count);
  out.query_translation = std::move(found.query_translation);
  for (const pubmed_query::Translation& t : found.mapped.translations) {
    out.translations.emplace_back(t.from, t.to);
  }
  out.mirror = ports.from_mirror();
  const std::string where = out.mirror ? "mirror" : "local library";
  out.api_version = where;
  EV_TRY(std::string answered, corpus_in_words(ports));
  out.warnings.push_back(std::move(answered));
  note_mapping(found.mapped, where, out.warnings);
  for (std::string& warning : found.warnings) out.warnings.push_back(std::move(warning));
  const auto first = std::min(found.item_ids.size(), static_cast<std::size_t>(request.offset));
  out.ids.assign(found.item_ids.begin() + static_cast<std::ptrdiff_t>(first), found.item_ids.end());
  EV_TRY(out.articles, library::load_articles(library_ports(ports).articles, out.ids, ctx));
  out.elapsed_ms = std::chrono::duration<double, std::milli>(ports.clock.now() - start).count();
  return out;
}

Result<Probe> probe_library(const Ports& ports, const std::string& query, const Context& ctx) {
  EV_TRY(library::Found found,
         library::search(library_ports(ports), query, library::Order::newest, 0, ctx));
  Probe out{.count = static_cast<long>(found.count),
            .query_translation = std::move(found.query_translation),
            .phrases_not_found = std::move(found.mapped.phrases_not_found),
            .quoted_phrases_not_found = std::move(found.mapped.quoted_phrases_not_found),
            .phrases_ignored = std::move(found.mapped.phrases_ignored),
            .messages = std::move(found.warnings),
            .local = true};
  for (pubmed_query::Translation& t : found.mapped.translations) {
    out.translations.emplace_back(std::move(t.from), std::move(t.to));
  }
  return out;
}

}  // namespace ev::search
