#include "pipeline/extract/pico_features.hpp"

#include "pipeline/extract/lexicon.hpp"
#include "pipeline/extract/pico_words.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <span>

namespace ev::extract {

namespace {

constexpr std::string_view kSuffixes[] = {"tion", "ing", "ity", "ness", "ance", "ence", "ment",
                                          "al",   "ic",  "ive", "ous",  "ine",  "ol",   "ide",
                                          "ate",  "one", "in",  "ism",  "ogy",  "ure",  "s"};

// Bits of one word: kinds, shape, suffix.
constexpr std::size_t kKindBits = 19;
constexpr std::size_t kShapeBits = 6;
constexpr std::size_t kBits = kKindBits + kShapeBits + std::size(kSuffixes) + 1;
constexpr std::size_t kReach = PicoWeightTable::kReach;
constexpr std::size_t kPlaces = PicoWeightTable::kPlaces;

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

// What a word is to all whose neighbour it is: its bits, then which word it is.
constexpr std::size_t kWordFeatures = kBits + kPicoWords + 1;

// The feature of the neighbour's for which the word stands at this place.
constexpr std::size_t feature_at(std::size_t place, std::size_t word_feature) {
  return word_feature < kBits ? kLayout.bits + place * kBits + word_feature
                              : kLayout.words + place * (kPicoWords + 1) + (word_feature - kBits);
}

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
template <class T, std::size_t Most>
class ShortList {
 public:
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + count_; }
  void add(T item) { items_[count_++] = item; }
  void clear() { count_ = 0; }

 private:
  std::array<T, Most> items_;
  std::size_t count_ = 0;
};
using WordFeatures = ShortList<std::uint16_t, kBits + 1>;

// A place for the last two letters of a word.
constexpr std::size_t kLetters = 32;
std::size_t end_place(char before, char last) {
  const auto code = [](char c) { return static_cast<std::size_t>(static_cast<unsigned char>(c)); };
  return code(before) % kLetters * kLetters + code(last) % kLetters;
}

// The suffixes a word with this end may have: most words have none to compare with.
const std::vector<std::size_t>& suffixes_for(std::string_view word) {
  static const auto kByEnd = [] {
    std::array<std::vector<std::size_t>, kLetters * kLetters> out;
    for (std::size_t i = 0; i < std::size(kSuffixes); ++i) {
      const std::string_view suffix = kSuffixes[i];
      if (suffix.size() > 1) {
        out[end_place(suffix[suffix.size() - 2], suffix.back())].push_back(i);
        continue;
      }
      for (std::size_t before = 0; before < kLetters; ++before)
        out[end_place(static_cast<char>(before), suffix.back())].push_back(i);
    }
    return out;
  }();
  return kByEnd[end_place(word.size() > 1 ? word[word.size() - 2] : ' ', word.back())];
}

// The bits of a word as feature numbers from 0.
WordFeatures bits_of(const Line& line, std::size_t token) {
  WordFeatures out;
  const auto add = [&out](std::size_t bit) { out.add(static_cast<std::uint16_t>(bit)); };
  const std::string& word = line.tokens[token].folded;
  const std::string_view text = written(line, token);
  const WordKinds kinds = line.kinds[token];
  for (WordKinds left = kinds; left != 0; left &= left - 1)
    add(static_cast<std::size_t>(std::countr_zero(left)));
  const auto capitals = std::count_if(text.begin(), text.end(), doc::is_upper);
  const bool shape[kShapeBits] = {
      kinds == 0,       doc::is_digit(word.front()),
      capitals >= 2,    capitals == 1 && doc::is_upper(text.front()) && token > 0,
      word.size() <= 2, word.size() >= 9};
  for (std::size_t i = 0; i < kShapeBits; ++i) {
    if (shape[i]) add(kKindBits + i);
  }
  for (const std::size_t i : suffixes_for(word)) {
    const std::string_view suffix = kSuffixes[i];
    if (word.size() > suffix.size() + 2 &&
        std::string_view(word).substr(word.size() - suffix.size()) == suffix) {
      add(kKindBits + kShapeBits + i);
    }
  }
  return out;
}

std::size_t mark_of(std::string_view gap) {
  static const auto kByCharacter = [] {
    std::array<std::uint8_t, 256> out;
    out.fill(kMarkCount - 1);
    for (std::size_t i = 0; i < kMarks.size(); ++i)
      out[static_cast<unsigned char>(kMarks[i])] = static_cast<std::uint8_t>(i);
    return out;
  }();
  for (const char c : gap) {
    if (c != ' ') return kByCharacter[static_cast<unsigned char>(c)];
  }
  return 0;
}

// The mark between token - 1 and token; at the ends of the line that of a full stop.
std::size_t mark_before(const Line& line, std::size_t token) {
  if (token == 0 || token >= line.tokens.size()) return kMarks.find('.');
  return mark_of(line.text.substr(line.tokens[token - 1].end,
                                  line.tokens[token].begin - line.tokens[token - 1].end));
}

// The features of a line's tokens, told in three parts so that those of a word, which is a
// neighbour of seven, are found once.
class LineFeatures {
 public:
  LineFeatures(const Reading& reading, std::size_t index, const PicoHints& hints)
      : line_(reading.lines()[index]),
        role_(static_cast<std::size_t>(line_.role())),
        hints_(hints),
        strengths_(hints.strengths(index)),
        words_(hints.words()[index]) {
    const std::size_t lines = reading.lines().size();
    fifth_ = lines > 1 ? 4 * index / (lines - 1) : 0;
    const std::size_t count = line_.tokens.size();
    known_.reserve(count);
    marks_.reserve(count + 3);
    for (const doc::Token& token : line_.tokens) known_.push_back(&known_word(token));
    for (std::size_t i = 0; i < count + 3; ++i)
      marks_.push_back(static_cast<std::uint8_t>(mark_before(line_, i)));
    find_brackets();
    find_cues();
    find_hint_sets();
  }

  WordFeatures of_word(std::size_t token) const {
    WordFeatures out = bits_of(line_, token);
    out.add(static_cast<std::uint16_t>(kBits + known_[token]->index));
    return out;
  }

  // Neighbours that are not there: `take(feature)`.
  template <class Take>
  void each_beyond(std::size_t token, Take take) const {
    for (std::size_t place = 0; place < kPlaces; ++place) {
      const std::size_t at = token + place;  // of the neighbour, kReach too many
      if (at < kReach || at >= line_.tokens.size() + kReach)
        take(kLayout.bits + place * kBits + kBits - 1);
    }
  }

  // All else: `take(feature)`.
  template <class Take>
  void each_of_place(std::size_t token, Take take) const {
    if (known_[token]->lexicon != 0) take(kLayout.lexicon + known_[token]->lexicon - 1);
    add_marks(token, take);
    add_role(token, take);
    add_cues(token, take);
    add_hints(token, take);
    add_position(token, take);
    add_record(token, take);
  }

 private:
  template <class Take>
  void add_marks(std::size_t token, Take take) const {
    take(kLayout.marks + marks_[token]);
    take(kLayout.marks + kMarkCount + marks_[token + 1]);
    if (token > 0) take(kLayout.marks + 2 * kMarkCount + marks_[token - 1]);
    take(kLayout.marks + 3 * kMarkCount + marks_[token + 2]);
    take(kLayout.brackets + inside_[token]);
  }

  void find_brackets() {
    inside_.reserve(line_.tokens.size());
    std::uint8_t inside = 0;
    std::size_t at = 0;
    for (const doc::Token& token : line_.tokens) {
      for (; at < token.begin; ++at) {
        const char c = line_.text[at];
        if (c == '(' || c == '[') inside = 1;
        if (c == ')' || c == ']') inside = 0;
      }
      at = token.end;  // a word has none
      inside_.push_back(inside);
    }
  }

  template <class Take>
  void add_role(std::size_t token, Take take) const {
    take(kLayout.roles + role_);
    if (line_.sentence.labelled) take(kLayout.roles + kRoles + role_);
    const std::size_t from = kLayout.role_kinds + role_ * kTellingCount;
    bool any = false;
    for (std::size_t i = 0; i < std::size(kTelling); ++i) {
      if ((line_.kinds[token] & kTelling[i]) == 0) continue;
      take(from + i);
      any = true;
    }
    if (!any) take(from + kTellingCount - 1);
  }

  // Of each token the nearest cues before and behind it, one way and then the other.
  void find_cues() {
    constexpr std::size_t kFarthest = 8;  // words
    constexpr std::size_t kNear = 3;
    const std::size_t count = known_.size();
    cues_.resize(count);
    for (std::size_t i = 0, cue = count; i < count; ++i) {
      if (cue < i && i - cue <= kFarthest) {
        const std::size_t from = i - cue > kNear ? kPicoGroups : 0;
        cues_[i].before = static_cast<std::uint8_t>(from + known_[cue]->group);
      }
      if (known_[i]->group != kPicoGroups) cue = i;
    }
    for (std::size_t i = count, cue = count; i-- > 0;) {
      if (cue < count && cue - i <= kFarthest) {
        const std::size_t from = (cue - i > kNear ? 3 : 2) * kPicoGroups;
        cues_[i].behind = static_cast<std::uint8_t>(from + known_[cue]->group);
      }
      if (known_[i]->group != kPicoGroups) cue = i;
    }
  }

  template <class Take>
  void add_cues(std::size_t token, Take take) const {
    if (cues_[token].before != kNoCue) take(kLayout.cues + cues_[token].before);
    if (cues_[token].behind != kNoCue) take(kLayout.cues + cues_[token].behind);
  }

  // Of each token the kinds whose phrases hold it, as bits.
  void find_hint_sets() {
    hint_sets_.reserve(strengths_.size());
    for (const auto& by_kind : strengths_) {
      hint_sets_.push_back(static_cast<std::uint8_t>(
          (by_kind[0] > 0 ? 1u : 0u) | (by_kind[1] > 0 ? 2u : 0u) | (by_kind[2] > 0 ? 4u : 0u)));
    }
  }

  template <class Take>
  void add_hints(std::size_t token, Take take) const {
    const bool last = token + 1 >= hint_sets_.size();
    const std::size_t before = token > 0 ? hint_sets_[token - 1] : 0;
    const std::size_t after = last ? 0 : hint_sets_[token + 1];
    for (std::size_t kind = 0; kind < 3; ++kind) {
      const int strength = strengths_[token][kind];
      take(kLayout.hints + kind * 4 + static_cast<std::size_t>(strength));
      if (strength > 0) take(kLayout.hint_roles + kind * kRoles + role_);
      if ((before >> kind & 1u) != 0) take(kLayout.near_hints + kind);
      if ((after >> kind & 1u) != 0) take(kLayout.near_hints + 3 + kind);
    }
    take(kLayout.hint_sets + 8 + hint_sets_[token]);
    if (token > 0) take(kLayout.hint_sets + before);
    if (!last) take(kLayout.hint_sets + 16 + after);
  }

  template <class Take>
  void add_record(std::size_t token, Take take) const {
    if (words_[token] == 0) return;
    const PicoHints::Word& word = hints_.numbered(words_[token]);
    for (std::size_t kind = 0; kind < 3; ++kind) {
      if ((word.kinds >> kind & 1u) == 0) continue;
      take(kLayout.words_elsewhere + kind);
      if (word.in_title) take(kLayout.words_elsewhere + 3 + kind);
    }
    take(kLayout.elsewhere_sets + word.kinds);
    take(kLayout.mentions + (word.mentions >= 5   ? 3u
                             : word.mentions >= 3 ? 2u
                             : word.mentions >= 2 ? 1u
                                                  : 0u));
    if (word.in_title) take(kLayout.mentions + 4);
  }

  template <class Take>
  void add_position(std::size_t token, Take take) const {
    take(kLayout.places + fifth_);
    take(kLayout.places + 5 + std::min<std::size_t>(token, 3));
    take(kLayout.places + 9 + std::min<std::size_t>(line_.tokens.size() - 1 - token, 2));
  }

  const Line& line_;
  std::size_t role_;
  const PicoHints& hints_;
  const std::vector<std::array<int, 3>>& strengths_;
  const std::vector<std::uint32_t>& words_;
  std::size_t fifth_ = 0;  // of the record
  std::vector<const KnownWord*> known_;
  std::vector<std::uint8_t> marks_;   // before each token and the three behind the last
  std::vector<std::uint8_t> inside_;  // brackets
  static constexpr std::uint8_t kNoCue = 0xFF;
  struct Cues {
    std::uint8_t before = kNoCue;
    std::uint8_t behind = kNoCue;
  };
  std::vector<Cues> cues_;
  std::vector<std::uint8_t> hint_sets_;
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
  std::size_t tokens = 0;
  for (const Line& line : reading.lines()) tokens += line.tokens.size();
  places_.resize(std::bit_ceil(2 * tokens + 1));
  known_.resize(1);
  for (const Line& line : reading.lines()) {
    strengths_.emplace_back(line.tokens.size());
    std::vector<std::uint32_t>& row = words_.emplace_back(line.tokens.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!is_content(line, i)) continue;
      std::uint32_t& number = places_[place_of(line.tokens[i].hash)];
      if (number == 0) {
        number = static_cast<std::uint32_t>(known_.size());
        known_.push_back({.hash = line.tokens[i].hash});
      }
      row[i] = number;
      ++known_[number].mentions;
      known_[number].in_title = known_[number].in_title || line.is_title();
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
      if (words_[l][i] != 0) known_[words_[l][i]].kinds |= std::size_t{1} << kind;
    }
  }
}

std::size_t PicoHints::place_of(std::uint32_t hash) const {
  const std::size_t last = places_.size() - 1;
  std::size_t at = hash & last;
  while (places_[at] != 0 && known_[places_[at]].hash != hash) at = (at + 1) & last;
  return at;
}

std::size_t pico_feature_count() {
  return kLayout.lexicon + lexicon_size();
}

std::vector<FeatureIds> pico_features(const Reading& reading, std::size_t line,
                                      const PicoHints& hints) {
  std::vector<FeatureIds> out(reading.lines()[line].tokens.size());
  const LineFeatures features(reading, line, hints);
  const auto add = [&](std::size_t token, std::size_t id) {
    out[token].push_back(static_cast<std::uint16_t>(id));
  };
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (const std::uint16_t feature : features.of_word(i)) {
      for (std::size_t place = 0; place < kPlaces; ++place) {
        const std::size_t whose = i + kReach - place;  // far too great below the first
        if (whose < out.size()) add(whose, feature_at(place, feature));
      }
    }
    features.each_beyond(i, [&](std::size_t id) { add(i, id); });
    features.each_of_place(i, [&](std::size_t id) { add(i, id); });
  }
  return out;
}

namespace {

// Weights are whole numbers of 1/256: sums are exact, whatever their order. A row is read whole
// before it is added, so that the compiler adds all labels in one step.
void add_row(PicoWeightSum& sum, const PicoWeightSum& row) {
  const PicoWeightSum copy = row;
  for (std::size_t label = 0; label < kPicoLabels; ++label) sum[label] += copy[label];
}

// What a word is to those around it.
void add_word(std::span<PicoWeightSum, kPlaces> to, const PicoWeightTable& weights,
              const WordFeatures& features) {
  PicoWeightTable::Spread sum{};
  for (const std::uint16_t feature : features) {
    const PicoWeightTable::Spread& spread = weights.of_word(feature);
    for (std::size_t i = 0; i < kPlaces; ++i) add_row(sum[i], spread[i]);
  }
  for (std::size_t i = 0; i < kPlaces; ++i) add_row(to[i], sum[i]);
}

void add_rows(PicoWeightSum& to, const PicoWeightTable& weights,
              std::span<const std::uint16_t> features) {
  PicoWeightSum sum{};
  for (const std::uint16_t feature : features) add_row(sum, weights.of_feature(feature));
  add_row(to, sum);
}

}  // namespace

PicoWeightTable::PicoWeightTable(std::vector<PicoWeightSum> weights)
    : weights_(std::move(weights)), spreads_(kWordFeatures) {
  for (std::size_t feature = 0; feature < kWordFeatures; ++feature) {
    // The first place's is the last neighbour's.
    for (std::size_t place = 0; place < kPlaces; ++place)
      spreads_[feature][kPlaces - 1 - place] = weights_[feature_at(place, feature)];
  }
}

std::vector<PicoWeightSum> pico_sums(const Reading& reading, std::size_t line,
                                     const PicoHints& hints, const PicoWeightTable& weights) {
  constexpr std::size_t kMostOfPlace = 64;
  const std::size_t count = reading.lines()[line].tokens.size();
  const LineFeatures features(reading, line, hints);
  // With room for the neighbours that are not there.
  std::vector<PicoWeightSum> sums(count + 2 * kReach);
  ShortList<std::uint16_t, kMostOfPlace> of_place;
  const auto take = [&](std::size_t id) { of_place.add(static_cast<std::uint16_t>(id)); };
  for (std::size_t i = 0; i < count; ++i) {
    add_word(std::span(sums).subspan(i).first<kPlaces>(), weights, features.of_word(i));
    of_place.clear();
    if (i < kReach || i + kReach >= count) features.each_beyond(i, take);
    features.each_of_place(i, take);
    add_rows(sums[i + kReach], weights, of_place);
  }
  sums.erase(sums.begin(), sums.begin() + kReach);
  sums.resize(count);
  return sums;
}

}  // namespace ev::extract
