// Features of learnt models as numbers: a kind of feature (a template, numbered by who makes it)
// and what it holds, mixed to 32 bits. Two features may share a number; of the tens of thousands a
// model has, a few do. Pure functions, the same numbers on every machine.
#pragma once

#include <cstdint>
#include <vector>

namespace ev::nlp {

using Feature = std::uint32_t;
using Features = std::vector<Feature>;  // of one item; each counts as often as it stands

// The finishing steps of MurmurHash3 (Appleby 2011, public domain).
constexpr std::uint32_t mixed(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x85ebca6bU;
  x ^= x >> 13;
  x *= 0xc2b2ae35U;
  x ^= x >> 16;
  return x;
}

constexpr Feature feature(std::uint32_t kind, std::uint32_t value) {
  return mixed(value + mixed(kind * 0x9e3779b9U + 1));
}
constexpr Feature feature(std::uint32_t kind, std::uint32_t value, std::uint32_t other) {
  return feature(kind, mixed(value) * 31U + other);
}

}  // namespace ev::nlp
