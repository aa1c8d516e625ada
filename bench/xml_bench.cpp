// xml_bench FOLDER…: how fast PubMed XML becomes whole records. Prints MB of uncompressed text and
// records per second of processor time (steps on one thread) and of wall time (the import to JSON
// lines).
#include "pipeline/library/import.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/byte_source.hpp"
#include "pipeline/sources/pubmed_xml.hpp"
#include "pipeline/sources/pubmed_xml_prepass.hpp"
#include "pipeline/sources/pubmed_xml_split.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

using namespace ev;
namespace fs = std::filesystem;

namespace {

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

void print(const char* step, double bytes, double records, double seconds) {
  std::printf("%-34s %8.1f MB/s %10.0f records/s\n", step, bytes / 1e6 / seconds,
              records / seconds);
}

struct Texts {
  std::vector<std::string> files;
  double bytes = 0;
};

Texts read_files(const std::vector<fs::path>& paths) {
  Texts texts;
  const double start = cpu_seconds();
  for (const fs::path& path : paths) {
    auto source = sources::open_file_source(path);
    if (!source) continue;
    std::string text;
    std::vector<char> chunk(512u << 10);
    while (true) {
      const auto got = (*source)->read(chunk.data(), chunk.size());
      if (!got || *got == 0) break;
      text.append(chunk.data(), *got);
    }
    texts.bytes += static_cast<double>(text.size());
    texts.files.push_back(std::move(text));
  }
  print("read (gzip)", texts.bytes, 0, cpu_seconds() - start);
  return texts;
}

// Runs `f` on every record, three times; the fastest counts.
template <class F>
void measure(const char* step, const Texts& texts, F f) {
  double best = 1e9;
  double records = 0;
  for (int round = 0; round < 3; ++round) {
    records = 0;
    const double start = cpu_seconds();
    for (const std::string& text : texts.files) {
      sources::MemorySource source(text);
      sources::RecordSplitter splitter(source);
      sources::XmlPiece piece;
      while (splitter.next(piece).value_or(false)) {
        f(piece.bytes);
        ++records;
      }
    }
    best = std::min(best, cpu_seconds() - start);
  }
  print(step, texts.bytes, records, best);
}

void measure_import(const std::vector<fs::path>& paths, const char* step,
                    const library::ImportOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  double bytes = 0;
  double records = 0;
  for (const fs::path& path : paths) {
    const auto report = library::file_to_jsonl(
        path, options, [](std::string_view) -> Result<void> { return {}; }, Context{});
    if (!report) continue;
    bytes += static_cast<double>(report->bytes);
    records += static_cast<double>(report->records);
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  print(step, bytes, records, wall.count());
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<fs::path> paths;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : fs::directory_iterator(argv[i])) {
      const std::string name = entry.path().filename().string();
      if (name.find(".xml") != std::string::npos) paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  if (paths.empty()) {
    std::fprintf(stderr, "usage: xml_bench FOLDER… (with .xml or .xml.gz files)\n");
    return 2;
  }
  const Texts texts = read_files(paths);
  measure("split", texts, [](std::string_view) {});
  std::string prepared;
  measure("split, pre-pass", texts, [&](std::string_view record) {
    static_cast<void>(sources::prepare_xml(record, {}, prepared));
  });
  sources::XmlReader reader;
  measure("whole records", texts,
          [&](std::string_view record) { static_cast<void>(reader.read(record)); });
  sources::XmlReader lean(sources::XmlOptions{.references = false});
  measure("whole records, no references", texts,
          [&](std::string_view record) { static_cast<void>(lean.read(record)); });
  measure("whole records to JSON text", texts, [&](std::string_view record) {
    if (const auto article = reader.read(record)) static_cast<void>(model::to_json_text(*article));
  });
  measure_import(paths, "import to JSON lines, 1 thread", {.threads = 1});
  measure_import(paths, "import to JSON lines, 2 threads", {.threads = 2});
  return 0;
}
