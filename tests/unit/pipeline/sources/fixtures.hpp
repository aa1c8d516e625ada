// Fixture files and the shared folder of recordings, found from the environment.
#pragma once

#include "support/source_dir.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace ev::test {

inline std::filesystem::path fixture_path(const std::string& name) {
  return source_dir() / "tests" / "fixtures" / name;
}

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline std::string fixture(const std::string& name) {
  return bytes_of(fixture_path(name));
}

// Recordings and corpora beside the project; empty when this machine has none.
inline std::filesystem::path shared_dir() {
  const char* dir = std::getenv("EV_SHARED_DIR");
  std::filesystem::path path = dir == nullptr ? source_dir().parent_path() / "shared" : dir;
  return std::filesystem::is_directory(path) ? path : std::filesystem::path();
}

}  // namespace ev::test
