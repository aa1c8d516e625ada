// Finds the names of one end of a link in a sentence, however written: hyphens, blanks, Greek
// letters and plurals do not matter, capitals only for short symbols ("NO", "CAT"). Abbreviations
// that the record itself defines ("long name (LN)") join the names for that record. Thread rule:
// plain values.
#pragma once

#include "pipeline/mechanism/pair_reading.hpp"
#include "pipeline/text/document.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::mechanism {

class LinkNames {
 public:
  explicit LinkNames(std::string_view name, const std::vector<std::string>& more = {});
  void add(std::string_view name);
  // These names and what the text defines as short or long forms of them.
  LinkNames with_definitions(std::string_view text) const;
  std::vector<NameSpan> find(std::string_view sentence,
                             const std::vector<doc::Token>& tokens) const;

 private:
  struct Name {
    std::string key;
    std::string symbol;  // as written, when capitals matter; else ""
    bool operator==(const Name&) const = default;
  };
  bool matches(const Name& name, std::string_view sentence, const std::vector<doc::Token>& tokens,
               std::size_t first, std::size_t last) const;
  std::vector<Name> names_;
};

}  // namespace ev::mechanism
