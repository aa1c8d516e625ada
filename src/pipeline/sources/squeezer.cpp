#include "pipeline/sources/squeezer.hpp"

namespace ev::sources {

void Squeezer::add(std::string_view s) {
  std::size_t i = 0;
  while (i < s.size()) {
    if (is_xml_blank(s[i])) {
      blank_ = true;
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    // A single blank between words stays inside the run, so that whole sentences are copied at
    // once.
    while (end < s.size() && (!is_xml_blank(s[end]) ||
                              (s[end] == ' ' && end + 1 < s.size() && !is_xml_blank(s[end + 1])))) {
      ++end;
    }
    if (blank_ && !out_.empty()) out_ += ' ';
    blank_ = false;
    out_.append(s.substr(i, end - i));
    i = end;
  }
}

}  // namespace ev::sources
