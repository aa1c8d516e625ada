#include "pipeline/query_gen/ambiguous.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <set>

namespace ev::query_gen {

namespace {

struct Homonym {
  std::string_view name;
  std::string_view meanings;  // separated by '|'
};

// Short forms that clinical writing gives several expansions. By name.
const std::vector<Homonym>& homonyms() {
  static const auto all =
      data_rows("lexicon/ambiguous_abbreviations.tsv", [](const DataTable::Row& row) {
        return Homonym{row["name"], row["meanings"]};
      });
  return all;
}

// What stands beside a short form when one of its meanings is meant: beginnings of words that say
// nothing for its other meanings.
struct Cue {
  std::string_view name;
  std::string_view meaning;
  std::vector<std::string_view> beginnings;
};

const std::vector<Cue>& cues() {
  static const auto all =
      data_rows("lexicon/ambiguous_abbreviation_cues.tsv", [](const DataTable::Row& row) {
        return Cue{row["name"], row["meaning"], data_values(row["beginnings"])};
      });
  return all;
}

// "PPIs" are several of a kind.
const Homonym* find_homonym(std::string_view written) {
  const bool plural = written.size() > 3 && written.back() == 's';
  const std::string_view one = plural ? written.substr(0, written.size() - 1) : written;
  const auto at = std::find_if(homonyms().begin(), homonyms().end(), [&](const Homonym& h) {
    return h.name == written || h.name == one;
  });
  return at == homonyms().end() ? nullptr : &*at;
}

// Not a part of something else: PD-1, MS/MS, BP-lowering.
bool stands_alone(std::string_view goal, const doc::Token& token) {
  const auto joins = [](char c) { return c == '-' || c == '/'; };
  return (token.begin == 0 || !joins(goal[token.begin - 1])) &&
         (token.end == goal.size() || !joins(goal[token.end]));
}

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> out;
  for (std::string& word : text::split(mesh::term_key(text), ' ')) out.insert(std::move(word));
  return out;
}

bool in_capitals(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// A word of one meaning only is said: "MS relapses in sclerosis", "PCA pump for analgesia".
bool settled(const std::vector<std::string>& meanings, const std::set<std::string>& said) {
  std::vector<std::set<std::string>> words;
  for (const std::string& meaning : meanings) words.push_back(words_of(meaning));
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const std::string& word : words[i]) {
      const auto shared = [&](const std::set<std::string>& others) {
        return &others != &words[i] && others.contains(word);
      };
      if (said.contains(word) && std::none_of(words.begin(), words.end(), shared)) return true;
    }
  }
  return false;
}

// The word of `said` that begins as the cue does, "" = none.
std::string cued_by(const Cue& cue, const std::set<std::string>& said) {
  for (const std::string_view beginning : cue.beginnings) {
    const auto at = said.lower_bound(std::string(beginning));
    if (at != said.end() && at->starts_with(beginning)) return *at;
  }
  return "";
}

// Decided where words of one meaning alone stand beside the name.
void decide(AmbiguousName& name, const Homonym& homonym, const std::set<std::string>& said) {
  std::size_t cued = 0;
  for (const Cue& cue : cues()) {
    if (cue.name != homonym.name) continue;
    const std::string word = cued_by(cue, said);
    if (word.empty()) continue;
    ++cued;
    name.decided = cue.meaning;
    name.because = word;
  }
  if (cued != 1) name.decided = name.because = "";
}

}  // namespace

std::optional<AmbiguousName> ambiguous_name(std::string_view goal,
                                            const std::vector<std::string>& said) {
  if (in_capitals(goal) || goal.find('[') != std::string_view::npos) return std::nullopt;
  std::set<std::string> words = words_of(goal);
  for (const std::string& text : said) words.merge(words_of(text));
  for (const doc::Token& token : doc::tokenize(goal)) {
    const std::string_view written = goal.substr(token.begin, token.end - token.begin);
    const Homonym* const homonym = find_homonym(written);
    if (homonym == nullptr || !stands_alone(goal, token)) continue;
    std::vector<std::string> meanings = text::split(homonym->meanings, '|');
    if (settled(meanings, words)) continue;
    AmbiguousName name{std::string(written), std::move(meanings)};
    decide(name, *homonym, words);
    return name;
  }
  return std::nullopt;
}

std::string with_meaning(std::string_view goal, std::string_view name, std::string_view meaning) {
  std::string out;
  std::size_t done = 0;
  for (const doc::Token& token : doc::tokenize(goal)) {
    const bool same = goal.substr(token.begin, token.end - token.begin) == name;
    if (!same || !stands_alone(goal, token)) continue;
    out += goal.substr(done, token.begin - done);
    out += meaning;
    done = token.end;
  }
  return out + std::string(goal.substr(done));
}

}  // namespace ev::query_gen
