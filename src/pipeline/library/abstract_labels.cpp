#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/library/values.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace ev::library {

namespace {

struct LabelCategory {
  std::string_view label;
  std::string_view category;
};
// Labels of structured abstracts and the category NLM gives them.
const std::vector<LabelCategory>& categories() {
  static const auto all = data_rows("tables/abstract_labels.tsv", [](const DataTable::Row& row) {
    return LabelCategory{row["label"], row["category"]};
  });
  return all;
}
constexpr std::size_t kLabelBytes = 80;

const LabelCategory* known_label(std::string_view label) {
  for (const LabelCategory& known : categories()) {
    if (text::equal_ignoring_ascii_case(label, known.label)) return &known;
  }
  return nullptr;
}

struct LabelHit {
  std::size_t begin = 0;  // of the label
  std::size_t body = 0;   // after ": "
  std::string_view label;
  const LabelCategory* known = nullptr;
};

bool is_capital_label(std::string_view label) {
  std::size_t capitals = 0;
  for (const char c : label) {
    if (c >= 'a' && c <= 'z') return false;
    if (c >= 'A' && c <= 'Z') ++capitals;
    const bool allowed =
        (c >= 'A' && c <= 'Z') || std::string_view(" ,/&()-").find(c) != std::string_view::npos;
    if (!allowed) return false;
  }
  return capitals >= 4;
}

// A label may stand at `at`: "METHODS: ".
std::optional<LabelHit> label_at(std::string_view s, std::size_t at) {
  const std::size_t colon = s.find(':', at);
  if (colon == std::string_view::npos || colon - at > kLabelBytes || colon == at)
    return std::nullopt;
  const std::size_t body = s.find_first_not_of(" \n\t", colon + 1);
  if (body == std::string_view::npos) return std::nullopt;
  LabelHit found{at, body, text::trim(s.substr(at, colon - at)), nullptr};
  found.known = known_label(found.label);
  const bool capital = found.label.front() >= 'A' && found.label.front() <= 'Z';
  if (found.known != nullptr ? !capital : !is_capital_label(found.label)) return std::nullopt;
  // "RESULTS:12" is no label unless known; a blank follows a printed one.
  if (found.known == nullptr && body == colon + 1) return std::nullopt;
  return found;
}

std::vector<LabelHit> labels_in(std::string_view s) {
  std::vector<LabelHit> out;
  std::size_t at = 0;
  while (at < s.size()) {
    if (const auto found = label_at(s, at)) {
      out.push_back(*found);
      at = found->body;
    }
    if (out.empty()) return out;  // structured abstracts begin with a label
    // The next place after the end of a sentence.
    while (at < s.size()) {
      const std::size_t blank = s.find_first_of(" \n", at);
      if (blank == std::string_view::npos) return out;
      const char before = s[blank - 1];
      at = blank + 1;
      if (s[blank] == '\n' || before == '.' || before == '?' || before == '!' || before == ')' ||
          before == ']') {
        break;
      }
    }
  }
  return out;
}

}  // namespace

void set_abstract(std::string_view raw, model::Article& a) {
  std::string s = squeezed(raw);
  a.abstract.clear();
  a.sections.clear();
  const std::vector<LabelHit> found = labels_in(s);
  const bool any_known =
      std::any_of(found.begin(), found.end(), [](const LabelHit& f) { return f.known != nullptr; });
  if (found.size() < 2 || !any_known) {
    a.abstract = std::move(s);
    return;
  }
  std::size_t length = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::size_t end = i + 1 < found.size() ? found[i + 1].begin : s.size();
    const std::string_view body =
        text::trim(std::string_view(s).substr(found[i].body, end - found[i].body));
    const std::string head = (i == 0 ? "" : "\n") + std::string(found[i].label) + ": ";
    model::Section section{
        .label = std::string(found[i].label),
        .nlm_category = std::string(found[i].known == nullptr ? "" : found[i].known->category)};
    length += text::code_points(head);
    section.start = static_cast<int>(length);
    length += text::code_points(body);
    section.end = static_cast<int>(length);
    a.abstract += head;
    a.abstract += body;
    if (!body.empty()) a.sections.push_back(std::move(section));
  }
}

}  // namespace ev::library
