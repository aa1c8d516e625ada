// The mirror: import and search of folders as mirror_data makes them, or NLM's own.
//   mirror_bench apply FOLDER MIRROR     files of FOLDER, in order; the last line is the whole
//   mirror_bench search MIRROR QUERIES   first 20 by relevance with the exact count of each query
//   mirror_bench newest MIRROR QUERIES   the same by date
#include "base/memory.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/mirror/apply.hpp"
#include "pipeline/mirror/changes.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace {

namespace fs = std::filesystem;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double peak_mib() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// Of this process, all threads: on a machine that others use too the clock says little.
double cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

int fail(const ev::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 1;
}

int apply(ev::store::Mirror& mirror, const fs::path& folder) {
  if (!mirror.exists()) {
    const auto made = mirror.create({.url = folder.string(), .year = "26"});
    if (!made) return fail(made.error());
  }
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".gz") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  const auto begin = std::chrono::steady_clock::now();
  std::size_t records = 0;
  for (const fs::path& file : files) {
    const auto start = std::chrono::steady_clock::now();
    const auto applied =
        ev::mirror::apply_file(mirror,
                               {.name = file.filename().string(),
                                .update = folder.filename() == "updatefiles",
                                .md5 = file.filename().string(),
                                .bytes = static_cast<std::int64_t>(fs::file_size(file)),
                                .date = "2026-01-01"},
                               file, {});
    if (!applied) return fail(applied.error());
    records += applied->records;
    std::printf("%s: %zu records in %.1f s, %.0f records/s\n", file.filename().c_str(),
                applied->records, seconds_since(start),
                static_cast<double>(applied->records) / seconds_since(start));
    std::fflush(stdout);
  }
  const double took = seconds_since(begin);
  const auto compacted = mirror.compact({});
  if (!compacted) return fail(compacted.error());
  std::printf("%zu files compacted in %.0f s\n", *compacted, seconds_since(begin) - took);
  const auto figures = mirror.mirror_figures();
  if (!figures) return fail(figures.error());
  const double million = static_cast<double>(figures->records) / 1e6;
  std::printf(
      "%zu records in %.0f s: %.0f records/s; mirror of %lld records: store %.3f GB, index %.3f GB "
      "per million; peak %.0f MiB; %.0f us of CPU a record\n",
      records, took, static_cast<double>(records) / took, static_cast<long long>(figures->records),
      static_cast<double>(figures->record_bytes) / 1e9 / million,
      static_cast<double>(figures->word_bytes) / 1e9 / million, peak_mib(),
      cpu_seconds() * 1e6 / static_cast<double>(records));
  return 0;
}

int search(ev::store::Mirror& mirror, const char* path, ev::library::Order order) {
  const auto ports = ev::mirror::ports_of(mirror, ev::mesh::built_in(), {2026, 1, 1});
  std::vector<std::string> queries;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) queries.push_back(line);
  for (const char* round : {"cold", "warm"}) {
    std::vector<double> times;
    std::vector<double> cpu;
    std::vector<std::pair<double, std::string>> slowest;
    double hits = 0;
    for (const std::string& query : queries) {
      const auto begin = std::chrono::steady_clock::now();
      const double cpu_before = cpu_seconds();
      const auto found = ev::library::search(ports, query, order, 20, {});
      if (!found) return fail(found.error());
      times.push_back(seconds_since(begin) * 1000);
      cpu.push_back((cpu_seconds() - cpu_before) * 1000);
      hits += static_cast<double>(found->count);
      slowest.emplace_back(times.back(), std::to_string(found->count) + " hits: " + query);
    }
    std::sort(times.begin(), times.end());
    std::sort(cpu.begin(), cpu.end());
    std::sort(slowest.rbegin(), slowest.rend());
    const auto at = [](const std::vector<double>& sorted, double share) {
      return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
    };
    std::printf(
        "%s: %zu queries, %.0f hits each; ms: p50 %.1f, p90 %.1f, p95 %.1f, p99 %.1f, most "
        "%.1f; of CPU: p50 %.1f, p95 %.1f; peak %.0f MiB\n",
        round, queries.size(), hits / static_cast<double>(queries.size()), at(times, 0.5),
        at(times, 0.9), at(times, 0.95), at(times, 0.99), times.back(), at(cpu, 0.5), at(cpu, 0.95),
        peak_mib());
    for (std::size_t i = 0; i < std::min<std::size_t>(5, slowest.size()); ++i) {
      std::printf("  %.0f ms, %s\n", slowest[i].first, slowest[i].second.c_str());
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string command = argc == 4 ? argv[1] : "";
  const ev::SystemClock clock;
  if (command == "apply") {
    ev::expect_much_memory();
    ev::store::Mirror mirror(argv[3], clock);
    return apply(mirror, argv[2]);
  }
  if (command == "search" || command == "newest") {
    ev::store::Mirror mirror(argv[2], clock);
    return search(mirror, argv[3],
                  command == "search" ? ev::library::Order::relevance : ev::library::Order::newest);
  }
  std::fprintf(stderr, "usage: mirror_bench apply FOLDER MIRROR | search|newest MIRROR QUERIES\n");
  return 2;
}
