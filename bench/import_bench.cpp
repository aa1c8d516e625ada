// import_bench FILE…: how fast reference files of any format become records. Prints MB of
// uncompressed text and records per second of wall time, as articles and as JSON lines, with 0 (all
// on one thread), 1 and 2 parsing threads; the fastest of three rounds counts.
#include "pipeline/library/import.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>

using namespace ev;

namespace {

void measure(const char* file, const char* step,
             const std::function<Result<library::ImportReport>()>& run) {
  double best = 1e9;
  library::ImportReport report;
  for (int round = 0; round < 3; ++round) {
    const auto start = std::chrono::steady_clock::now();
    auto got = run();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    if (!got) {
      std::printf("%s: %s\n", file, got.error().message.c_str());
      return;
    }
    best = std::min(best, wall.count());
    report = *std::move(got);
  }
  std::printf("%-28s %-24s %8.1f MB/s %10.0f records/s  %zu records, %zu malformed\n", file, step,
              static_cast<double>(report.bytes) / 1e6 / best,
              static_cast<double>(report.records) / best, report.records, report.malformed.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: import_bench FILE…\n");
    return 2;
  }
  const library::ArticleSink articles = [](const model::Article&) { return Result<void>(); };
  const library::TextSink lines = [](std::string_view) { return Result<void>(); };
  for (int i = 1; i < argc; ++i) {
    const std::filesystem::path path = argv[i];
    const std::string name = path.filename().string();
    for (const int threads : {0, 1, 2}) {
      const std::string step = ", " + std::to_string(threads) + " threads";
      measure(name.c_str(), ("articles" + step).c_str(), [&] {
        return library::import_file(path, {.threads = threads}, articles, Context{});
      });
      measure(name.c_str(), ("JSON lines" + step).c_str(),
              [&] { return library::file_to_jsonl(path, {.threads = threads}, lines, Context{}); });
    }
  }
  return 0;
}
