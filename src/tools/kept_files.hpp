// The files synthesize_evidence keeps beside the exports, "KIND-0123456789.svg" by the hash of
// their content: what writes them and what lets a client read them know them from this one table.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace ev::tools {

struct KeptFile {
  std::string_view kind, ending, mime_type, title;
};

inline constexpr auto kKeptFiles = std::to_array<KeptFile>({
    {"forest", ".svg", "image/svg+xml", "forest plot"},
    {"funnel", ".svg", "image/svg+xml", "funnel plot"},
    {"direction", ".svg", "image/svg+xml", "direction plot"},
    {"studies", ".csv", "text/csv", "table for metafor"},
    {"synthesis", ".html", "text/html", "report"},
    {"flow", ".svg", "image/svg+xml", "PRISMA 2020 flow diagram"},
    {"flow_boxes", ".csv", "text/csv", "table of the flow's boxes"},
    {"search_report", ".md", "text/markdown", "PRISMA-S search report"},
});

inline constexpr std::size_t kKeptHash = 10;  // hexadecimal digits

// nullptr for any other name.
constexpr const KeptFile* kept_file(std::string_view name) {
  for (const KeptFile& file : kKeptFiles) {
    if (name.size() != file.kind.size() + 1 + kKeptHash + file.ending.size()) continue;
    if (!name.starts_with(file.kind) || !name.ends_with(file.ending)) continue;
    if (name[file.kind.size()] != '-') continue;
    const std::string_view hash = name.substr(file.kind.size() + 1, kKeptHash);
    if (hash.find_first_not_of("0123456789abcdef") == std::string_view::npos) return &file;
  }
  return nullptr;
}

}  // namespace ev::tools
