// A reference as somebody wrote it, taken apart as far as it can be: Vancouver, AMA, APA, Nature,
// MLA and Chicago styles, bare titles, "Nature. 2003;424:197-200", identifiers and addresses
// anywhere in it. What cannot be told stays empty; `text` keeps all of it, because a comparison may
// find in the text what was not taken apart rightly. Pure.
#pragma once

#include "pipeline/identity/ids.hpp"
#include "pipeline/model/article.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::citations {

struct Reference {
  std::string text;                       // as written, "" for one given by its fields
  std::vector<identity::Identifier> ids;  // each once, most trusted first
  std::vector<std::string> authors;       // as written, "Smith JA"; without "et al."
  std::string title;
  std::string journal;
  std::optional<int> year;
  std::string volume, issue, pages;
  bool operator==(const Reference&) const = default;
};

Reference read_reference(std::string_view text);

// As a record, to be compared with others.
model::Article as_article(const Reference& reference);

}  // namespace ev::citations
