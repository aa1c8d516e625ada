// Text put together piece by piece, with runs of white space squeezed to one blank and none at
// either end. Thread rule: plain value.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace ev::sources {

inline bool is_xml_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

class Squeezer {
 public:
  void add(std::string_view s);
  void space() { blank_ = true; }
  bool ends_in_space() const { return blank_; }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
  bool blank_ = false;
};

}  // namespace ev::sources
