#include "app/commands.hpp"
#include "app/pipeline_run.hpp"
#include "base/date.hpp"
#include "base/file.hpp"
#include "base/stream.hpp"
#include "base/text.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/output/exports.hpp"
#include "pipeline/output/report.hpp"
#include "pipeline/output/terminal.hpp"
#include "pipeline/search/federated.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace ev::app {

namespace {

constexpr int kReportWidth = 100;

// One line on stderr that is rewritten per stage; nothing when stderr is not a terminal.
class ProgressBar {
 public:
  void stage(std::string_view name, int index, int count) {
    if (!shown_) return;
    std::string bar;
    for (int i = 0; i < count; ++i) bar += i < index ? "█" : i == index ? "▒" : "░";
    std::fprintf(stderr, "\r\033[K%s %d/%d %s", bar.c_str(), index + 1, count,
                 std::string(name).c_str());
  }
  void end() {
    if (shown_) std::fputs("\r\033[K", stderr);
  }

 private:
  bool shown_ = stderr_is_terminal();
};

Result<void> write_files(const std::filesystem::path& dir, const Json& evidence) {
  std::error_code failed;
  std::filesystem::create_directories(dir, failed);
  if (failed) {
    return Error{.code = Errc::invalid_argument,
                 .message = "cannot create the folder " + dir.string() + ": " + failed.message()};
  }
  std::vector<model::Article> articles;
  for (const Json& row : evidence.at("articles")) {
    articles.push_back(model::article_from_json(row.at("article")));
  }
  EV_CHECK(write_file_atomically(dir / "evidence.json", dump_json_pretty(evidence) + "\n"));
  EV_CHECK(write_file_atomically(dir / "report.html", output::html_report(evidence)));
  EV_CHECK(write_file_atomically(dir / "references.ris", output::to_ris(articles)));
  return write_file_atomically(dir / "references.bib", output::to_bibtex(articles));
}

Result<std::string> as_of_date(const std::string& given, const Clock& clock) {
  if (given.empty()) return iso_date(clock.unix_time());
  const auto date = parse_date(given);
  if (!date || date->day == 0) {
    return Error{.code = Errc::invalid_argument,
                 .message = "--as-of must be a date YYYY-MM-DD, got \"" + given + "\""};
  }
  return format_date(*date, '-');
}

}  // namespace

int command_run(Program& program, const RunCommand& command) {
  if (text::trim(command.question).empty()) {
    report_failure(Error{.code = Errc::invalid_argument, .message = "the question is empty"});
    return 2;
  }
  const auto as_of = as_of_date(command.as_of, program.clock());
  if (!as_of) return report_failure(as_of.error());
  ProgressBar bar;
  const RunOptions options{.question = command.question,
                           .sources = command.sources.empty()
                                          ? search::default_sources(program.config())
                                          : command.sources,
                           .max_records = command.max_records,
                           .as_of = *as_of,
                           .sample = program.config().sample};
  const auto evidence = run_pipeline(
      program.services(), options,
      [&](std::string_view name, int i, int n) { bar.stage(name, i, n); },
      program.command_line_context());
  bar.end();
  if (!evidence) return report_failure(evidence.error());
  if (!command.out.empty()) {
    if (const auto written = write_files(command.out, *evidence); !written) {
      return report_failure(written.error());
    }
  }
  const std::string shown = command.json
                                ? dump_json_pretty(*evidence) + "\n"
                                : output::terminal_ranking(*evidence, {.width = kReportWidth});
  std::fputs(shown.c_str(), stdout);
  std::fflush(stdout);  // before what follows on stderr
  if (!command.out.empty()) {
    std::fprintf(stderr,
                 "\nWritten to %s: report.html, evidence.json, references.ris, references.bib\n",
                 command.out.string().c_str());
  }
  const net::Traffic traffic = program.http().traffic();
  std::fprintf(stderr, "%llu requests, %llu answers from the cache\n",
               static_cast<unsigned long long>(traffic.requests),
               static_cast<unsigned long long>(traffic.cache_hits));
  return 0;
}

}  // namespace ev::app
