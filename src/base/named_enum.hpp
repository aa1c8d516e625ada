// Enums that have a name on the wire. The names stand once, beside the enum, in the order of its
// values:
//
//   enum class Stance { supports, contradicts };
//   constexpr auto wire_names(Stance) {
//     return std::to_array<std::string_view>({"supports", "contradicts"});
//   }
//
// codec.hpp reads and writes members of such types. Values start at 0 without gaps. Thread rule:
// pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

namespace ev {

template <class E>
concept NamedEnum = std::is_enum_v<E> && requires(E e) {
  wire_names(e).size();
};

template <NamedEnum E>
constexpr std::string_view wire_name(E value) {
  return wire_names(value)[static_cast<std::size_t>(value)];
}

template <NamedEnum E>
constexpr std::optional<E> from_wire_name(std::string_view name) {
  const auto names = wire_names(E{});
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<E>(i);
  }
  return std::nullopt;
}

}  // namespace ev
