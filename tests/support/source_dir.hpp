// The folder of the sources, which ctest tells tests.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace ev::test {

inline std::filesystem::path source_dir() {
  const char* dir = std::getenv("EV_SOURCE_DIR");
  if (dir == nullptr) throw std::runtime_error("EV_SOURCE_DIR is not set (run through ctest)");
  return dir;
}

}  // namespace ev::test
