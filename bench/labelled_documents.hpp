// What both trainers read: one JSON object per line, of a file that may be gzipped. A file that
// cannot be read, or a line that is no object, ends the program with a message: weights learned
// from part of a file are worth nothing.
#pragma once

#include "base/json.hpp"
#include "pipeline/sources/byte_source.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace ev::bench {

[[noreturn]] inline void give_up(const char* path, const std::string& why) {
  std::fprintf(stderr, "%s: %s\n", path, why.c_str());
  std::exit(1);
}

inline std::string read_whole(const char* path) {
  auto source = sources::open_file_source(path);
  if (!source) give_up(path, source.error().message);
  std::string out;
  std::vector<char> buffer(1 << 16);
  while (true) {
    const auto got = (*source)->read(buffer.data(), buffer.size());
    if (!got) give_up(path, got.error().message);
    if (*got == 0) return out;
    out.append(buffer.data(), *got);
  }
}

inline std::vector<Json> labelled_documents(const char* path) {
  const std::string jsonl = read_whole(path);
  std::vector<Json> out;
  for (std::size_t from = 0; from < jsonl.size();) {
    const std::size_t end = std::min(jsonl.find('\n', from), jsonl.size());
    auto row = parse_json(std::string_view(jsonl).substr(from, end - from), "a document");
    from = end + 1;
    if (!row || !row->is_object())
      give_up(path, "document " + std::to_string(out.size() + 1) + " is no JSON object");
    out.push_back(std::move(*row));
  }
  if (out.empty()) give_up(path, "no document");
  return out;
}

}  // namespace ev::bench
