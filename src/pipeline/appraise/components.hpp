// What a score is made of. Plain values.
#pragma once

#include "pipeline/model/value.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::appraise {

// One criterion that could be valued for one article.
struct Component {
  std::size_t criterion = 0;         // index into Criteria::criteria
  std::string_view function;         // a name of criteria.hpp, or kLearnedComponent
  model::Value raw;                  // null where the value is the whole text
  std::vector<std::string> matched;  // keywords, design, quality criteria the value rests on
  bool from_record = false;          // not from the extraction
  double score = 0;                  // 0-1, after normalisation
  double contribution = 0;
};

// The components of one article, ascending by criterion. One alone, as in a scoring by relevance,
// lies in place: whole libraries are scored, and room elsewhere would cost more than its value.
class Components {
 public:
  void reserve(std::size_t count) {
    if (count > 1) several_.reserve(count);
  }
  void push_back(Component component) {
    if (!one_ && several_.capacity() == 0) {
      one_ = std::move(component);
      return;
    }
    if (one_) several_.push_back(*std::exchange(one_, std::nullopt));
    several_.push_back(std::move(component));
  }
  std::size_t size() const { return one_ ? 1 : several_.size(); }
  bool empty() const { return size() == 0; }
  Component* begin() { return one_ ? &*one_ : several_.data(); }
  Component* end() { return begin() + size(); }
  const Component* begin() const { return one_ ? &*one_ : several_.data(); }
  const Component* end() const { return begin() + size(); }
  const Component& operator[](std::size_t i) const { return begin()[i]; }
  Component& back() { return end()[-1]; }

 private:
  std::optional<Component> one_;
  std::vector<Component> several_;  // where there may be more than one
};

}  // namespace ev::appraise
