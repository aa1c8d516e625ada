#include "app/commands.hpp"
#include "base/date.hpp"
#include "base/json.hpp"
#include "base/memory.hpp"
#include "base/stream.hpp"
#include "pipeline/mirror/changes.hpp"
#include "pipeline/mirror/update.hpp"
#include "pipeline/search/local.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>

namespace ev::app {

namespace {

void print_mirror_json(const Json& json) {
  std::fputs((dump_json_pretty(json) + "\n").c_str(), stdout);
}

std::string time_text(double seconds) {
  const long minutes = std::lround(seconds / 60);
  if (minutes < 1) return std::to_string(std::lround(seconds)) + " s";
  if (minutes < 60) return std::to_string(minutes) + " min";
  return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

void print_plan(const mirror::Plan& plan) {
  if (plan.files == 0) {
    std::fprintf(stderr, "nothing to be fetched: the mirror is up to date\n");
    return;
  }
  std::fprintf(stderr, "%zu files, %s compressed; about %s of disk are needed, %s are free\n",
               plan.files, mirror::size_text(plan.bytes).c_str(),
               mirror::size_text(plan.needed).c_str(),
               plan.available == 0 ? "unknown" : mirror::size_text(plan.available).c_str());
}

void print_step(const mirror::Step& step) {
  const store::ShardCounts& c = step.applied.counts;
  std::fprintf(stderr,
               "%s: %lld new, %lld revised, %lld deleted, %lld retracted; %zu of %zu files, "
               "%.0f records/s, about %s left\n",
               step.name.c_str(), static_cast<long long>(c.added),
               static_cast<long long>(c.revised), static_cast<long long>(c.deleted),
               static_cast<long long>(c.retracted), step.done, step.files, step.records_per_second,
               time_text(step.seconds_left).c_str());
  if (step.applied.malformed > 0) {
    std::fprintf(stderr, "%s: %zu records could not be read and are not in the mirror\n",
                 step.name.c_str(), step.applied.malformed);
  }
}

Result<store::Mirror*> mirror_of(Program& program) {
  if (store::Mirror* const mirror = program.services().mirror) return mirror;
  return Error{.code = Errc::invalid_argument,
               .message = "the built-in sample has no mirror",
               .recovery = "call without --sample and EVIDENCE_MCP_SAMPLE"};
}

Json counts_json(const store::ShardCounts& counts) {
  return {{"new", counts.added},
          {"revised", counts.revised},
          {"deleted", counts.deleted},
          {"retracted", counts.retracted},
          {"unchanged", counts.unchanged}};
}

}  // namespace

int command_mirror_update(Program& program, const MirrorUpdateCommand& command) {
  expect_much_memory();
  const auto mirror = mirror_of(program);
  if (!mirror) return report_failure(mirror.error());
  const Context ctx = program.command_line_context();
  const mirror::UpdateOptions options{
      .work = command.init ? mirror::Work::init : mirror::Work::update,
      .first_file = command.from,
      .max_files = command.max_files,
      .keep_files = command.keep_files,
      .planned = print_plan,
      .stepped = print_step};
  const auto updated =
      mirror::update({**mirror, program.http(), program.config(), program.clock()}, options, ctx);
  if (!updated) return report_failure(updated.error());
  const auto figures = (*mirror)->mirror_figures();
  if (!figures) return report_failure(figures.error());
  if (command.json) {
    print_mirror_json({{"files", updated->files},
                       {"records", updated->records},
                       {"changes", counts_json(updated->counts)},
                       {"mirror", {{"records", figures->records}, {"date", figures->date}}}});
  } else {
    std::printf("%zu files applied; the mirror holds %lld records as of %s\n", updated->files,
                static_cast<long long>(figures->records), figures->date.c_str());
  }
  return 0;
}

int command_mirror_status(Program& program, bool json) {
  const auto mirror = mirror_of(program);
  if (!mirror) return report_failure(mirror.error());
  const auto origin = (*mirror)->origin();
  if (!origin) return report_failure(origin.error());
  const auto figures = (*mirror)->mirror_figures();
  if (!figures) return report_failure(figures.error());
  const auto files = (*mirror)->files();
  if (!files) return report_failure(files.error());
  std::int64_t of_baseline = 0;
  std::int64_t malformed = 0;
  for (const store::MirrorFile& file : *files) {
    of_baseline += file.update ? 0 : 1;
    malformed += file.malformed;
  }
  const std::int64_t wanted = origin->last_file - origin->first_file + 1;
  if (json) {
    print_mirror_json({{"folder", (*mirror)->folder().string()},
                       {"date", figures->date},
                       {"last_file", figures->last_file},
                       {"records", figures->records},
                       {"unreadable_records", malformed},
                       {"baseline",
                        {{"year", "20" + origin->year},
                         {"files", origin->baseline_files},
                         {"first_wanted", origin->first_file},
                         {"last_wanted", origin->last_file},
                         {"applied", of_baseline}}},
                       {"update_files", figures->files - of_baseline},
                       {"shards", figures->shards},
                       {"record_bytes", figures->record_bytes},
                       {"word_bytes", figures->word_bytes}});
    return 0;
  }
  std::printf("folder    %s\n", (*mirror)->folder().c_str());
  std::printf("date      %s (%s)\n", figures->date.c_str(), figures->last_file.c_str());
  std::printf("records   %lld\n", static_cast<long long>(figures->records));
  if (malformed > 0) {
    std::printf("          %lld more could not be read\n", static_cast<long long>(malformed));
  }
  std::printf(
      "files     %lld of %lld baseline files of 20%s%s, %lld update files\n",
      static_cast<long long>(of_baseline), static_cast<long long>(wanted), origin->year.c_str(),
      wanted == origin->baseline_files
          ? ""
          : (" (a part: the baseline has " + std::to_string(origin->baseline_files) + ")").c_str(),
      static_cast<long long>(figures->files - of_baseline));
  std::printf("disk      %s records, %s index, %lld shards\n",
              mirror::size_text(figures->record_bytes).c_str(),
              mirror::size_text(figures->word_bytes).c_str(),
              static_cast<long long>(figures->shards));
  return 0;
}

int command_mirror_verify(Program& program, bool json) {
  const auto mirror = mirror_of(program);
  if (!mirror) return report_failure(mirror.error());
  const auto wrong = (*mirror)->verify(program.command_line_context());
  if (!wrong) return report_failure(wrong.error());
  if (json) {
    print_mirror_json({{"whole", wrong->empty()}, {"problems", *wrong}});
  } else if (wrong->empty()) {
    std::printf("the mirror is whole: records, counts and index agree\n");
  }
  for (const std::string& one : *wrong) std::fprintf(stderr, "%s\n", one.c_str());
  if (!wrong->empty()) {
    std::fprintf(stderr,
                 "  `evidence-mcp mirror reindex` makes the index anew from the records; damaged "
                 "records need a new `mirror init`\n");
  }
  return wrong->empty() ? 0 : 1;
}

int command_mirror_reindex(Program& program) {
  expect_much_memory();
  const auto mirror = mirror_of(program);
  if (!mirror) return report_failure(mirror.error());
  const auto done = (*mirror)->rebuild(mirror::text_of_record());
  if (!done) return report_failure(done.error());
  std::printf("%zu records indexed\n", *done);
  return 0;
}

int command_mirror_changes(Program& program, const MirrorChangesCommand& command) {
  const auto mirror = mirror_of(program);
  if (!mirror) return report_failure(mirror.error());
  const Context ctx = program.command_line_context();
  mirror::ChangesRequest request{.since = command.since, .query = command.query};
  if (!command.result_set.empty()) {
    const auto set = program.services().result_sets.get(command.result_set, ctx);
    if (!set) return report_failure(set.error());
    const auto meta = parse_json(set->meta, "the set's own description");
    request.query = meta && meta->contains("search") ? meta->at("search").get<std::string>() : "";
    if (request.query.empty()) {
      return report_failure({.code = Errc::invalid_argument,
                             .message = command.result_set + " is no result set of a search",
                             .recovery = "give one that pubmed_search made, or --query"});
    }
  }
  search::Ports ports = program.services().ports();
  ports.corpus = search::Corpus::mirror;
  const auto changes = mirror::changes_since(**mirror, search::library_ports(ports), request, ctx);
  if (!changes) return report_failure(changes.error());
  if (command.json) {
    Json out = {{"since", changes->since},     {"until", changes->until},
                {"new", changes->added},       {"revised", changes->revised},
                {"deleted", changes->deleted}, {"retracted", changes->retracted}};
    if (!request.query.empty()) out["query"] = request.query;
    print_mirror_json(out);
    return 0;
  }
  const auto print = [](const char* what, const std::vector<std::int64_t>& pmids) {
    for (const std::int64_t pmid : pmids) {
      std::printf("%s\t%lld\n", what, static_cast<long long>(pmid));
    }
  };
  print("retracted", changes->retracted);
  print("new", changes->added);
  print("revised", changes->revised);
  print("deleted", changes->deleted);
  std::fprintf(stderr,
               "since %s, as of %s: %zu new, %zu revised, %zu newly retracted, %zu deleted%s\n",
               changes->since.c_str(), changes->until.c_str(), changes->added.size(),
               changes->revised.size(), changes->retracted.size(), changes->deleted.size(),
               request.query.empty() ? "" : " (deleted ones of any topic)");
  return 0;
}

}  // namespace ev::app
