#include "pipeline/search/local.hpp"

#include "base/text.hpp"
#include "pipeline/library/stored_article.hpp"

#include <algorithm>
#include <chrono>

namespace ev::search {

namespace {

std::string dated(const SearchRequest& request) {
  if (request.start_date.empty() && request.end_date.empty()) return request.query;
  return "(" + request.query + ") AND " +
         (request.start_date.empty() ? "1500" : request.start_date) + ":" +
         (request.end_date.empty() ? "3000" : request.end_date) + "[dp]";
}

void note_mapping(const pubmed_query::Mapped& mapped, std::vector<std::string>& warnings) {
  for (const std::string& phrase : mapped.phrases_not_found) {
    warnings.push_back("\"" + phrase + "\" occurs nowhere in the local library and was left out");
  }
  for (const std::string& phrase : mapped.quoted_phrases_not_found) {
    warnings.push_back(phrase + " finds nothing in the local library");
  }
  for (const std::string& phrase : mapped.phrases_ignored) {
    warnings.push_back(phrase + " was left out: fewer than four characters before the *");
  }
}

}  // namespace

library::Ports library_ports(const Ports& ports) {
  const std::string today = iso_date(ports.clock.unix_time());
  return {ports.library, ports.articles, ports.vocabulary, pubmed_query::read_date(today).date};
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
  out.api_version = "local library";
  EV_TRY(const store::LibraryFigures figures, ports.library.figures());
  out.warnings.push_back("answered offline from the local library of " +
                         std::to_string(figures.records) + " records; PubMed was not asked");
  note_mapping(found.mapped, out.warnings);
  for (std::string& warning : found.warnings) out.warnings.push_back(std::move(warning));
  const auto first = std::min(found.item_ids.size(), static_cast<std::size_t>(request.offset));
  out.ids.assign(found.item_ids.begin() + static_cast<std::ptrdiff_t>(first), found.item_ids.end());
  EV_TRY(out.articles, library::load_articles(ports.articles, out.ids));
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
