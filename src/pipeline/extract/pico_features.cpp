#include "pipeline/extract/pico_features.hpp"

#include "pipeline/extract/lexicon.hpp"
#include "pipeline/extract/pico_words.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

namespace ev::extract {

namespace {

constexpr std::string_view kSuffixes[] = {"tion", "ing", "ity", "ness", "ance", "ence", "ment",
                                          "al",   "ic",  "ive", "ous",  "ine",  "ol",   "ide",
                                          "ate",  "one", "in",  "ism",  "ogy",  "ure",  "s"};

// Bits of one word: kinds, shape, suffix.
constexpr std::size_t kKindBits = 19;
constexpr std::size_t kShapeBits = 6;
constexpr std::size_t kBits = kKindBits + kShapeBits + std::size(kSuffixes) + 1;
constexpr int kReach = 3;  // words to each side
constexpr std::size_t kPlaces = 2 * kReach + 1;

constexpr std::string_view kMarks = " -,():;./%=<>[]";
constexpr std::size_t kMarkCount = 16;  // with "other"

constexpr std::size_t kRoles = 7;
constexpr WordKinds kTelling[] = {kind::person,  kind::animal,  kind::condition,
                                  kind::drug,    kind::therapy, kind::inactive,
                                  kind::outcome, kind::measure, kind::generic};
constexpr std::size_t kTellingCount = std::size(kTelling) + 1;  // and none of them

// Where each group of features begins.
struct Layout {
  std::size_t bits = 0;
  std::size_t words = bits + kPlaces * kBits;
  std::size_t marks = words + kPlaces * (kPicoWords + 1);
  std::size_t roles = marks + 4 * kMarkCount;
  std::size_t role_kinds = roles + 2 * kRoles;
  std::size_t cues = role_kinds + kRoles * kTellingCount;
  std::size_t hints = cues + 4 * kPicoGroups;
  std::size_t near_hints = hints + 3 * 4;
  std::size_t hint_sets = near_hints + 6;
  std::size_t hint_roles = hint_sets + 3 * 8;
  std::size_t words_elsewhere = hint_roles + 3 * kRoles;
  std::size_t elsewhere_sets = words_elsewhere + 6;
  std::size_t mentions = elsewhere_sets + 8;
  std::size_t places = mentions + 5;
  std::size_t brackets = places + 12;
  std::size_t lexicon = brackets + 2;
};
constexpr Layout kLayout;

std::string_view written(const Line& line, std::size_t token) {
  return line.text.substr(line.tokens[token].begin,
                          line.tokens[token].end - line.tokens[token].begin);
}

bool is_content(const Line& line, std::size_t token) {
  constexpr WordKinds kGrammar = kind::determiner | kind::preposition | kind::conjunction |
                                 kind::auxiliary | kind::adverb | kind::pronoun;
  return (line.kinds[token] & kGrammar) == 0 && line.tokens[token].folded.size() > 2 &&
         !doc::is_digit(line.tokens[token].folded.front());
}

// A list that never grows beyond what the layout allows.
template <std::size_t Most>
class ShortList {
 public:
  const std::uint16_t* begin() const { return ids_.data(); }
  const std::uint16_t* end() const { return ids_.data() + count_; }
  void add(std::size_t id) { ids_[count_++] = static_cast<std::uint16_t>(id); }
  void clear() { count_ = 0; }

 private:
  std::array<std::uint16_t, Most> ids_;
  std::size_t count_ = 0;
};
using WordFeatures = ShortList<kBits>;
// Every bit of seven words and at most 64 others.
using TokenFeatures = ShortList<kPlaces * kBits + 64>;

// The suffixes that end in this letter.
const std::vector<std::size_t>& suffixes_in(char last) {
  static const auto kByLast = [] {
    std::array<std::vector<std::size_t>, 256> out;
    for (std::size_t i = 0; i < std::size(kSuffixes); ++i)
      out[static_cast<unsigned char>(kSuffixes[i].back())].push_back(i);
    return out;
  }();
  return kByLast[static_cast<unsigned char>(last)];
}

// The bits of a word as feature numbers from 0.
WordFeatures bits_of(const Line& line, std::size_t token) {
  WordFeatures out;
  const std::string& word = line.tokens[token].folded;
  const std::string_view text = written(line, token);
  const WordKinds kinds = line.kinds[token];
  for (WordKinds left = kinds; left != 0; left &= left - 1)
    out.add(static_cast<std::size_t>(std::countr_zero(left)));
  const auto capitals = std::count_if(text.begin(), text.end(), doc::is_upper);
  const bool shape[kShapeBits] = {
      kinds == 0,       doc::is_digit(word.front()),
      capitals >= 2,    capitals == 1 && doc::is_upper(text.front()) && token > 0,
      word.size() <= 2, word.size() >= 9};
  for (std::size_t i = 0; i < kShapeBits; ++i) {
    if (shape[i]) out.add(kKindBits + i);
  }
  for (const std::size_t i : suffixes_in(word.back())) {
    const std::string_view suffix = kSuffixes[i];
    if (word.size() > suffix.size() + 2 &&
        std::string_view(word).substr(word.size() - suffix.size()) == suffix) {
      out.add(kKindBits + kShapeBits + i);
    }
  }
  return out;
}

std::size_t mark_of(std::string_view gap) {
  for (const char c : gap) {
    if (c == ' ') continue;
    const std::size_t at = kMarks.find(c);
    return at == std::string_view::npos ? kMarkCount - 1 : at;
  }
  return 0;
}

// The mark between token - 1 and token; at the ends of the line that of a full stop.
std::size_t mark_before(const Line& line, std::size_t token) {
  if (token == 0 || token >= line.tokens.size()) return kMarks.find('.');
  return mark_of(line.text.substr(line.tokens[token - 1].end,
                                  line.tokens[token].begin - line.tokens[token - 1].end));
}

class LineFeatures {
 public:
  LineFeatures(const Reading& reading, std::size_t index, const PicoHints& hints)
      : reading_(reading), index_(index), line_(reading.lines()[index]), hints_(hints) {
    bits_.reserve(line_.tokens.size());
    known_.reserve(line_.tokens.size());
    for (std::size_t i = 0; i < line_.tokens.size(); ++i) {
      bits_.push_back(bits_of(line_, i));
      known_.push_back(&known_word(line_.tokens[i]));
    }
    find_brackets();
  }

  // Valid until the next call.
  const TokenFeatures& at(std::size_t token) {
    out_.clear();
    add_neighbours(token);
    add_marks(token);
    add_role(token);
    add_cues(token);
    add_hints(token);
    add_record(token);
    return out_;
  }

 private:
  void add(std::size_t id) { out_.add(id); }

  void add_neighbours(std::size_t token) {
    for (int offset = -kReach; offset <= kReach; ++offset) {
      const auto place = static_cast<std::size_t>(offset + kReach);
      const long at = static_cast<long>(token) + offset;
      if (at < 0 || at >= static_cast<long>(bits_.size())) {
        add(kLayout.bits + place * kBits + kBits - 1);
        continue;
      }
      const auto i = static_cast<std::size_t>(at);
      for (const std::uint16_t bit : bits_[i]) add(kLayout.bits + place * kBits + bit);
      add(kLayout.words + place * (kPicoWords + 1) + known_[i]->index);
    }
    if (known_[token]->lexicon != 0) add(kLayout.lexicon + known_[token]->lexicon - 1);
  }

  void add_marks(std::size_t token) {
    add(kLayout.marks + mark_before(line_, token));
    add(kLayout.marks + kMarkCount + mark_before(line_, token + 1));
    if (token > 0) add(kLayout.marks + 2 * kMarkCount + mark_before(line_, token - 1));
    add(kLayout.marks + 3 * kMarkCount + mark_before(line_, token + 2));
    add(kLayout.brackets + (inside_[token] ? 1u : 0u));
  }

  void find_brackets() {
    bool inside = false;
    std::size_t at = 0;
    for (const doc::Token& token : line_.tokens) {
      for (; at < token.begin; ++at) {
        const char c = line_.text[at];
        if (c == '(' || c == '[') inside = true;
        if (c == ')' || c == ']') inside = false;
      }
      inside_.push_back(inside);
    }
  }

  void add_role(std::size_t token) {
    const auto role = static_cast<std::size_t>(line_.role());
    add(kLayout.roles + role);
    if (line_.sentence.labelled) add(kLayout.roles + kRoles + role);
    bool any = false;
    for (std::size_t i = 0; i < std::size(kTelling); ++i) {
      if ((line_.kinds[token] & kTelling[i]) == 0) continue;
      add(kLayout.role_kinds + role * kTellingCount + i);
      any = true;
    }
    if (!any) add(kLayout.role_kinds + role * kTellingCount + kTellingCount - 1);
  }

  void add_cues(std::size_t token) {
    for (std::size_t back = 1; back <= 8 && back <= token; ++back) {
      const std::size_t group = known_[token - back]->group;
      if (group == kPicoGroups) continue;
      add(kLayout.cues + (back > 3 ? kPicoGroups : 0) + group);
      break;
    }
    for (std::size_t ahead = 1; ahead <= 8 && token + ahead < known_.size(); ++ahead) {
      const std::size_t group = known_[token + ahead]->group;
      if (group == kPicoGroups) continue;
      add(kLayout.cues + (ahead > 3 ? 3 : 2) * kPicoGroups + group);
      break;
    }
  }

  std::size_t hint_set(std::size_t token) const {
    std::size_t out = 0;
    for (std::size_t kind = 0; kind < 3; ++kind) {
      out |= (hints_.strength(index_, token, kind) > 0 ? 1u : 0u) << kind;
    }
    return out;
  }

  void add_hints(std::size_t token) {
    const auto role = static_cast<std::size_t>(line_.role());
    for (std::size_t kind = 0; kind < 3; ++kind) {
      const int strength = hints_.strength(index_, token, kind);
      add(kLayout.hints + kind * 4 + static_cast<std::size_t>(strength));
      if (strength > 0) add(kLayout.hint_roles + kind * kRoles + role);
      if (token > 0 && hints_.strength(index_, token - 1, kind) > 0) add(kLayout.near_hints + kind);
      if (token + 1 < bits_.size() && hints_.strength(index_, token + 1, kind) > 0)
        add(kLayout.near_hints + 3 + kind);
    }
    add(kLayout.hint_sets + 8 + hint_set(token));
    if (token > 0) add(kLayout.hint_sets + hint_set(token - 1));
    if (token + 1 < bits_.size()) add(kLayout.hint_sets + 16 + hint_set(token + 1));
  }

  void add_record(std::size_t token) {
    add_place(token);
    if (!is_content(line_, token)) return;
    const PicoHints::Word word = hints_.word(line_.tokens[token].hash);
    for (std::size_t kind = 0; kind < 3; ++kind) {
      if ((word.kinds >> kind & 1u) == 0) continue;
      add(kLayout.words_elsewhere + kind);
      if (word.in_title) add(kLayout.words_elsewhere + 3 + kind);
    }
    add(kLayout.elsewhere_sets + word.kinds);
    add(kLayout.mentions + (word.mentions >= 5   ? 3
                            : word.mentions >= 3 ? 2
                            : word.mentions >= 2 ? 1
                                                 : 0));
    if (word.in_title) add(kLayout.mentions + 4);
  }

  void add_place(std::size_t token) {
    const std::size_t lines = reading_.lines().size();
    const std::size_t fifth = lines > 1 ? 4 * index_ / (lines - 1) : 0;
    add(kLayout.places + fifth);
    add(kLayout.places + 5 + std::min<std::size_t>(token, 3));
    add(kLayout.places + 9 + std::min<std::size_t>(bits_.size() - 1 - token, 2));
  }

  const Reading& reading_;
  std::size_t index_;
  const Line& line_;
  const PicoHints& hints_;
  std::vector<WordFeatures> bits_;
  std::vector<const KnownWord*> known_;
  std::vector<bool> inside_;  // brackets
  TokenFeatures out_;
};

int strength_of(double confidence) {
  return confidence >= 0.75 ? 3 : confidence >= 0.55 ? 2 : 1;
}

}  // namespace

PicoHints::PicoHints(const Reading& reading, const std::array<const Findings*, 3>& found) {
  add_words(reading);
  for (std::size_t kind = 0; kind < found.size(); ++kind) {
    for (const Candidate& candidate : found[kind]->candidates) {
      if (candidate.ground.span) add_phrase(reading, candidate.ground, kind);
    }
  }
}

void PicoHints::add_words(const Reading& reading) {
  for (const Line& line : reading.lines()) {
    strengths_.emplace_back(line.tokens.size());
    for (std::size_t i = 0; i < line.tokens.size(); ++i) {
      if (!is_content(line, i)) continue;
      Word& word = words_[line.tokens[i].hash];
      ++word.mentions;
      word.in_title = word.in_title || line.is_title();
    }
  }
}

void PicoHints::add_phrase(const Reading& reading, const Ground& ground, std::size_t kind) {
  for (std::size_t l = 0; l < reading.lines().size(); ++l) {
    const Line& line = reading.lines()[l];
    const doc::Span& whole = line.sentence.span;
    if (whole.field != ground.span->field || ground.span->begin < whole.begin ||
        ground.span->begin >= whole.end) {
      continue;
    }
    for (std::size_t i = line.token_from(ground.span->begin - whole.begin);
         i < line.tokens.size() && whole.begin + line.tokens[i].end <= ground.span->end; ++i) {
      int& strength = strengths_[l][i][kind];
      strength = std::max(strength, strength_of(ground.confidence));
      if (is_content(line, i)) words_[line.tokens[i].hash].kinds |= std::size_t{1} << kind;
    }
  }
}

PicoHints::Word PicoHints::word(std::uint32_t hash) const {
  const auto found = words_.find(hash);
  return found == words_.end() ? Word{} : found->second;
}

std::vector<std::vector<std::uint32_t>> pico_words(const Reading& reading) {
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;
  std::vector<std::vector<std::uint32_t>> out;
  for (const Line& line : reading.lines()) {
    std::vector<std::uint32_t>& row = out.emplace_back(line.tokens.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!is_content(line, i)) continue;
      const auto fresh = static_cast<std::uint32_t>(numbers.size() + 1);
      row[i] = numbers.emplace(line.tokens[i].hash, fresh).first->second;
    }
  }
  return out;
}

std::size_t pico_feature_count() {
  return kLayout.lexicon + lexicon_size();
}

std::vector<FeatureIds> pico_features(const Reading& reading, std::size_t line,
                                      const PicoHints& hints) {
  std::vector<FeatureIds> out(reading.lines()[line].tokens.size());
  LineFeatures features(reading, line, hints);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const TokenFeatures& ids = features.at(i);
    out[i].assign(ids.begin(), ids.end());
  }
  return out;
}

std::vector<PicoWeightSum> pico_sums(const Reading& reading, std::size_t line,
                                     const PicoHints& hints,
                                     const std::vector<PicoWeightSum>& weights) {
  std::vector<PicoWeightSum> out(reading.lines()[line].tokens.size());
  LineFeatures features(reading, line, hints);
  for (std::size_t i = 0; i < out.size(); ++i) {
    PicoWeightSum sum{};
    for (const std::uint16_t id : features.at(i)) {
      for (std::size_t label = 0; label < kPicoLabels; ++label) sum[label] += weights[id][label];
    }
    out[i] = sum;
  }
  return out;
}

}  // namespace ev::extract
