// Numbers and texts as bytes, the same on every machine: varints (LEB128), doubles by their eight
// bytes, texts behind their length. Plain values, one thread at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ev {

class ByteWriter {
 public:
  void varint(std::uint64_t number);
  void number(double value);
  void text(std::string_view s);
  void append(const ByteWriter& other) { bytes_ += other.bytes_; }
  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads what was written in the same order. Beyond the end all is zero and empty, and failed().
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}
  std::uint64_t varint();
  double number();
  std::string_view text();
  bool at_end() const { return rest_.empty(); }
  bool failed() const { return failed_; }

 private:
  std::string_view take(std::size_t size);
  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace ev
