// "Did you mean": of many names the one that a written word differs from by the fewest letters, as
// long as those are few for its length and none is a digit ("type 1" is not nearly "type 2").
// Thread rule: a plain value.
#pragma once

#include "base/text.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace ev::pubmed_query {

class Nearest {
 public:
  // `written` and the keys considered must be folded alike.
  explicit Nearest(std::string written)
      : written_(std::move(written)), limit_(written_.size() <= 4 ? 1 : 2), distance_(limit_ + 1) {}

  // Of equally near names the first stays.
  void consider(std::string_view key, std::string_view name) {
    const std::size_t distance = text::edit_distance(written_, key, limit_);
    if (distance >= distance_ || digits(written_) != digits(key)) return;
    distance_ = distance;
    name_ = name;
  }

  const std::string& name() const { return name_; }  // "" when nothing is near
  std::size_t distance() const { return distance_; }

 private:
  static std::string digits(std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (c >= '0' && c <= '9') out += c;
    }
    return out;
  }

  std::string written_;
  std::size_t limit_;
  std::size_t distance_;
  std::string name_;
};

}  // namespace ev::pubmed_query
