#include "base/bytes.hpp"

#include <array>
#include <bit>

namespace ev {

namespace {

constexpr unsigned kVarintBits = 7;
constexpr unsigned kMore = 1u << kVarintBits;
constexpr std::size_t kNumberBytes = 8;

}  // namespace

void ByteWriter::varint(std::uint64_t number) {
  std::array<char, 10> out;
  std::size_t size = 0;
  for (; number >= kMore; number >>= kVarintBits)
    out[size++] = static_cast<char>((number & (kMore - 1)) | kMore);
  out[size++] = static_cast<char>(number);
  bytes_.append(out.data(), size);
}

void ByteWriter::number(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  std::array<char, kNumberBytes> out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<char>(bits >> 8 * i & 0xFF);
  bytes_.append(out.data(), out.size());
}

void ByteWriter::text(std::string_view s) {
  varint(s.size());
  bytes_ += s;
}

std::string_view ByteReader::take(std::size_t size) {
  if (size > rest_.size()) {
    failed_ = true;
    rest_ = {};
    return {};
  }
  const std::string_view out = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return out;
}

std::uint64_t ByteReader::varint() {
  std::uint64_t out = 0;
  for (unsigned shift = 0; shift < 64; shift += kVarintBits) {
    const std::string_view byte = take(1);
    if (byte.empty()) return 0;
    const auto bits = static_cast<unsigned char>(byte[0]);
    out |= std::uint64_t{bits & (kMore - 1)} << shift;
    if (bits < kMore) return out;
  }
  failed_ = true;
  return 0;
}

double ByteReader::number() {
  const std::string_view bytes = take(kNumberBytes);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bits |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
  return std::bit_cast<double>(bits);
}

std::string_view ByteReader::text() {
  return take(varint());
}

}  // namespace ev
