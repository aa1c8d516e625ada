// Reads a text as a file of some name, on the caller's thread.
#pragma once

#include "pipeline/library/import.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::test {

struct Read {
  library::ImportReport report;
  std::vector<model::Article> articles;
  std::string error;  // of the whole file
  std::string recovery;

  // The only record.
  const model::Article& one() const {
    static const model::Article none;
    return articles.size() == 1 ? articles.front() : none;
  }
};

inline Read read_text(std::string_view text, std::string_view name = "records",
                      const library::ImportOptions& options = {.threads = 0}) {
  Read out;
  sources::MemorySource source(text);
  auto report = library::import_bytes(
      source, name, options,
      [&](model::Article a) -> Result<void> {
        out.articles.push_back(std::move(a));
        return {};
      },
      Context{});
  if (report) {
    out.report = *std::move(report);
  } else {
    out.error = report.error().message;
    out.recovery = report.error().recovery;
  }
  return out;
}

}  // namespace ev::test
