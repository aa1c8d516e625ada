// pack_data OUT ROOT FILE…: writes a C++ source that holds the files below ROOT, each compressed
// (zlib), for base/data_file.cpp. Built for and run on the machine that builds. Pieces of 8 KiB,
// because some compilers take no longer string literal.
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kPieceBytes = 8192;

struct Packed {
  std::string name;  // "lexicon/units.tsv"
  std::size_t size = 0;
  std::string bytes;
};

bool pack(const std::filesystem::path& root, const std::filesystem::path& file, Packed& out) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return false;
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  // A checkout with Windows line ends holds the same data.
  if (file.extension() == ".tsv")
    text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
  uLongf size = compressBound(static_cast<uLong>(text.size()));
  out.bytes.resize(size);
  if (compress2(reinterpret_cast<Bytef*>(out.bytes.data()), &size,
                reinterpret_cast<const Bytef*>(text.data()), static_cast<uLong>(text.size()),
                Z_BEST_COMPRESSION) != Z_OK) {
    return false;
  }
  out.bytes.resize(size);
  out.size = text.size();
  out.name = std::filesystem::relative(file, root).generic_string();
  return true;
}

void write_literal(std::ostream& out, const std::string& bytes, std::size_t from,
                   std::size_t count) {
  static const char kDigits[] = "01234567";
  std::string line = "    {\"";
  for (std::size_t i = from; i < from + count; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    line += '\\';
    line += kDigits[byte >> 6];
    line += kDigits[(byte >> 3) & 7];
    line += kDigits[byte & 7];
    if ((i - from) % 64 == 63 && i + 1 < from + count) line += "\"\n     \"";
  }
  out << line << "\", " << count << "},\n";
}

void write_file(std::ostream& out, const Packed& file, std::size_t number) {
  out << "constexpr PackedPiece kPieces" << number << "[] = {\n";
  for (std::size_t at = 0; at < file.bytes.size(); at += kPieceBytes) {
    write_literal(out, file.bytes, at, std::min(kPieceBytes, file.bytes.size() - at));
  }
  out << "};\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "pack_data OUT ROOT FILE...\n";
    return 2;
  }
  std::vector<Packed> files;
  for (int i = 3; i < argc; ++i) {
    Packed file;
    if (!pack(argv[2], argv[i], file)) {
      std::cerr << argv[i] << ": cannot be read or packed\n";
      return 1;
    }
    files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end(),
            [](const Packed& a, const Packed& b) { return a.name < b.name; });
  std::ofstream out(argv[1], std::ios::binary);
  out << "#include \"base/packed_data.hpp\"\n\nnamespace ev {\nnamespace {\n";
  for (std::size_t i = 0; i < files.size(); ++i) write_file(out, files[i], i);
  out << "constexpr PackedFile kFiles[] = {\n";
  for (std::size_t i = 0; i < files.size(); ++i) {
    out << "    {\"" << files[i].name << "\", " << files[i].size << ", kPieces" << i << "},\n";
  }
  out << "};\n}  // namespace\nstd::span<const PackedFile> packed_files() { return kFiles; }\n}  "
         "// namespace ev\n";
  return out ? 0 : 1;
}
