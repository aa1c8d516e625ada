#include "base/data_file.hpp"

#include "base/guarded.hpp"
#include "base/packed_data.hpp"

#include <zlib.h>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace ev {

namespace {

const PackedFile& packed_file(std::string_view name) {
  const auto files = packed_files();
  const auto found = std::lower_bound(
      files.begin(), files.end(), name,
      [](const PackedFile& file, std::string_view wanted) { return file.name < wanted; });
  if (found == files.end() || found->name != name) {
    throw std::logic_error("data/ has no file " + std::string(name));
  }
  return *found;
}

std::string unpack(const PackedFile& file) {
  std::string out(file.size, '\0');
  z_stream stream{};
  bool good = inflateInit(&stream) == Z_OK;
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  int state = Z_OK;
  for (const PackedPiece& piece : file.pieces) {
    // zlib's interface is older than const; it only reads.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.bytes));
    stream.avail_in = static_cast<uInt>(piece.size);
    if (good) state = inflate(&stream, Z_NO_FLUSH);
    good = good && (state == Z_OK || state == Z_STREAM_END || state == Z_BUF_ERROR);
  }
  good = good && state == Z_STREAM_END && stream.total_out == file.size;
  inflateEnd(&stream);
  if (!good) throw std::logic_error("cannot unpack data/" + std::string(file.name));
  return out;
}

// By name; a map, so that what was handed out stays where it is.
using Unpacked = std::map<std::string_view, std::string>;
Guarded<Unpacked>& unpacked() {
  static auto& files = *new Guarded<Unpacked>;  // outlives whoever reads a table at exit
  return files;
}

}  // namespace

std::string_view data_file(std::string_view name) {
  const PackedFile& file = packed_file(name);
  auto files = unpacked().lock();
  auto found = files->find(file.name);
  if (found == files->end()) found = files->emplace(file.name, unpack(file)).first;
  return found->second;
}

std::string unpack_data_file(std::string_view name) {
  return unpack(packed_file(name));
}

std::vector<std::string_view> data_file_names() {
  std::vector<std::string_view> names;
  for (const PackedFile& file : packed_files()) names.push_back(file.name);
  return names;
}

std::vector<std::string_view> unpacked_data_files() {
  std::vector<std::string_view> names;
  auto files = unpacked().lock();
  for (const auto& [name, content] : *files) names.push_back(name);
  return names;
}

}  // namespace ev
