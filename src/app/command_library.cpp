#include "app/commands.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/library/library.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/search/local.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

namespace ev::app {

namespace {

library::Ports library_ports(Program& program, search::Corpus corpus) {
  search::Ports ports = program.services().ports();
  ports.corpus = corpus;
  return search::library_ports(ports);
}

Json found_json(const library::Found& found) {
  Json out = {{"count", found.count},
              {"pmids", found.item_ids},
              {"query_translation", found.query_translation}};
  const auto list = [&out](const char* name, const std::vector<std::string>& values) {
    if (!values.empty()) out[name] = values;
  };
  list("phrases_not_found", found.mapped.phrases_not_found);
  list("quoted_phrases_not_found", found.mapped.quoted_phrases_not_found);
  list("phrases_ignored", found.mapped.phrases_ignored);
  list("warnings", found.warnings);
  return out;
}

// "id  year  title" lines: the id first, for people and for `cut`.
Result<void> print_records(const library::Ports& ports, const std::vector<std::string>& ids) {
  constexpr std::size_t kPage = 500;
  for (std::size_t begin = 0; begin < ids.size(); begin += kPage) {
    const auto first = ids.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last =
        ids.begin() + static_cast<std::ptrdiff_t>(std::min(begin + kPage, ids.size()));
    const std::vector<std::string> page(first, last);
    EV_TRY(const std::vector<store::StoredArticle> stored,
           ports.articles.latest(page, std::chrono::seconds::max()));
    std::map<std::string, std::string> lines;
    for (const store::StoredArticle& one : stored) {
      EV_TRY(const Json json, parse_json(one.json, "record " + one.item_id));
      const model::Article article = model::article_from_json(json);
      lines[one.item_id] = article.publication_date.substr(0, 4) + "\t" + article.title;
    }
    for (const std::string& id : page) {
      std::printf("%s\t%s\n", id.c_str(), text::displayable(lines[id]).c_str());
    }
  }
  return {};
}

void print_notes(const library::Found& found) {
  std::fprintf(stderr, "%zu records; searched as %s\n", found.count,
               found.query_translation.c_str());
  for (const std::string& warning : found.warnings) {
    std::fprintf(stderr, "warning: %s\n", warning.c_str());
  }
  for (const std::string& phrase : found.mapped.phrases_not_found) {
    std::fprintf(stderr, "warning: \"%s\" occurs nowhere and was left out\n", phrase.c_str());
  }
  for (const std::string& phrase : found.mapped.quoted_phrases_not_found) {
    std::fprintf(stderr, "warning: %s finds nothing\n", phrase.c_str());
  }
  for (const std::string& phrase : found.mapped.phrases_ignored) {
    std::fprintf(stderr, "warning: %s was left out: fewer than four characters before the *\n",
                 phrase.c_str());
  }
}

}  // namespace

int command_library_search(Program& program, const LibrarySearchCommand& command) {
  const Context ctx = program.command_line_context();
  const library::Ports ports =
      library_ports(program, command.mirror ? search::Corpus::mirror : search::Corpus::library);
  if (!command.batch.empty()) {
    return for_each_line(command.batch, [&](const std::string& line) {
      const auto found = library::search(ports, line, command.order, command.limit, ctx);
      const Json out = found ? found_json(*found) : Json{{"error", found.error().message}};
      std::printf("%s\n", dump_json(out).c_str());
    });
  }
  if (command.query.empty()) {
    report_failure(
        Error{.code = Errc::invalid_argument, .message = "give a query or --batch FILE"});
    return 2;
  }
  const auto found = library::search(ports, command.query, command.order, command.limit, ctx);
  if (!found) return report_failure(found.error());
  if (command.json) {
    std::printf("%s\n", dump_json(found_json(*found)).c_str());
  } else {
    const auto printed = print_records(ports, found->item_ids);
    if (!printed) return report_failure(printed.error());
    print_notes(*found);
  }
  return 0;
}

int command_library_stats(Program& program, bool json) {
  const auto figures = program.store().library.figures();
  if (!figures) return report_failure(figures.error());
  const auto articles = program.store().articles.count();
  if (!articles) return report_failure(articles.error());
  if (json) {
    const Json out = {{"records", figures->records},
                      {"outdated_entries", figures->outdated},
                      {"stored_records", *articles}};
    std::printf("%s\n", dump_json(out).c_str());
    return 0;
  }
  std::printf("%lld searchable records of %zu stored\n", static_cast<long long>(figures->records),
              *articles);
  if (figures->outdated > 0) {
    std::printf("%lld outdated entries; `library reindex` removes them\n",
                static_cast<long long>(figures->outdated));
  }
  return 0;
}

int command_library_reindex(Program& program) {
  const auto done = library::rebuild(library_ports(program, search::Corpus::library),
                                     program.command_line_context());
  if (!done) return report_failure(done.error());
  std::printf("%zu records indexed\n", *done);
  return 0;
}

}  // namespace ev::app
