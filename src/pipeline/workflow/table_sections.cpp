#include "pipeline/workflow/table_sections.hpp"

#include <array>

namespace ev::workflow {

namespace {

// Bytes of the blank that `label` begins with, 0 for none.
std::size_t blank_before(std::string_view label) {
  static constexpr std::array<std::string_view, 5> kBlanks = {"\u00A0", "\u2003", "\u2002",
                                                              "\u2009", " "};
  for (const std::string_view blank : kBlanks) {
    if (label.substr(0, blank.size()) == blank) return blank.size();
  }
  return 0;
}

}  // namespace

std::size_t indent_of(std::string_view label) {
  std::size_t out = 0;
  for (std::size_t n = blank_before(label); n > 0; n = blank_before(label)) {
    label.remove_prefix(n);
    ++out;
  }
  return out;
}

std::string_view without_indent(std::string_view label) {
  for (std::size_t n = blank_before(label); n > 0; n = blank_before(label)) {
    label.remove_prefix(n);
  }
  return label;
}

void Sections::head(const std::string& label, RowMark mark) {
  // A head ends those that are marked like it or stand further in, but for one that has no rows
  // yet: it is the head of this one.
  while (!open_.empty()) {
    const Open& last = open_.back();
    const bool inside = mark.indent > last.mark.indent || (last.mark.bold && !mark.bold);
    if (inside || !last.any) break;
    open_.pop_back();
  }
  if (open_.size() < 6) open_.push_back({label, mark});
}

void Sections::row(RowMark mark) {
  while (!open_.empty()) {
    Open& last = open_.back();
    const bool inside = mark.indent > last.mark.indent || (last.mark.bold && !mark.bold);
    if (!inside && last.marked) {
      open_.pop_back();
      continue;
    }
    last.marked = last.marked || inside;
    break;
  }
  for (Open& section : open_) section.any = true;
}

std::vector<std::string> Sections::path() const {
  std::vector<std::string> out;
  for (const Open& section : open_) out.push_back(section.label);
  return out;
}

}  // namespace ev::workflow
