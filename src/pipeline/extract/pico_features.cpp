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
// Kinds of meaning that tell, which lie side by side.
constexpr WordKinds kTelling = kind::person | kind::animal | kind::condition | kind::drug |
                               kind::therapy | kind::inactive | kind::outcome | kind::measure |
                               kind::generic;
constexpr auto kFirstTelling = static_cast<std::size_t>(std::countr_zero(kTelling));
constexpr auto kTellingCount =
    static_cast<std::size_t>(std::popcount(kTelling)) + 1;  // and none of them
static_assert(kTelling >> kFirstTelling == (1u << (kTellingCount - 1)) - 1);

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

// Features that go together, told by the little that decides them: `take(feature)` each. Listing
// them and the rows that are summed beforehand both read them here.

constexpr std::size_t kNoMark = kMarkCount;  // before the first token
template <class Take>
void take_near_marks(std::size_t before, std::size_t behind, bool inside, Take take) {
  take(kLayout.marks + before);
  take(kLayout.marks + kMarkCount + behind);
  take(kLayout.brackets + (inside ? 1u : 0u));
}
template <class Take>
void take_far_marks(std::size_t before, std::size_t behind, Take take) {
  if (before != kNoMark) take(kLayout.marks + 2 * kMarkCount + before);
  take(kLayout.marks + 3 * kMarkCount + behind);
}

// Steps from either end, as far as they count.
constexpr std::size_t kFromStart = 4;
constexpr std::size_t kFromEnd = 3;
template <class Take>
void take_place(std::size_t from_start, std::size_t from_end, Take take) {
  take(kLayout.places + 5 + from_start);
  take(kLayout.places + 9 + from_end);
}

// The kinds whose phrases hold a token, as bits.
std::size_t hint_set(unsigned strengths) {
  const unsigned any = strengths | strengths >> 1u;
  return (any & 1u) | (any >> 1u & 2u) | (any >> 2u & 4u);
}
template <class Take>
void take_hints(std::size_t role, unsigned strengths, Take take) {
  for (std::size_t kind = 0; kind < 3; ++kind) {
    const unsigned strength = strength_in(strengths, kind);
    take(kLayout.hints + kind * 4 + strength);
    if (strength > 0) take(kLayout.hint_roles + kind * kRoles + role);
  }
  take(kLayout.hint_sets + 8 + hint_set(strengths));
}
template <class Take>
void take_hints_before(std::size_t set, Take take) {
  for (std::size_t kind = 0; kind < 3; ++kind) {
    if ((set >> kind & 1u) != 0) take(kLayout.near_hints + kind);
  }
  take(kLayout.hint_sets + set);
}
template <class Take>
void take_hints_behind(std::size_t set, Take take) {
  for (std::size_t kind = 0; kind < 3; ++kind) {
    if ((set >> kind & 1u) != 0) take(kLayout.near_hints + 3 + kind);
  }
  take(kLayout.hint_sets + 16 + set);
}

// What the record says of a content word: a class of its mentions, the kinds, the title.
constexpr std::size_t kRecordClasses = 4 * 8 * 2;
std::size_t record_class(const PicoHints::Word& word) {
  const std::size_t mentions = word.mentions >= 5 ? 3 : word.mentions >= 3 ? 2 : word.mentions / 2;
  return (mentions * 8 + word.kinds) * 2 + (word.in_title ? 1 : 0);
}
template <class Take>
void take_record(std::size_t record_class, Take take) {
  const bool in_title = record_class % 2 != 0;
  const std::size_t kinds = record_class / 2 % 8;
  for (std::size_t kind = 0; kind < 3; ++kind) {
    if ((kinds >> kind & 1u) == 0) continue;
    take(kLayout.words_elsewhere + kind);
    if (in_title) take(kLayout.words_elsewhere + 3 + kind);
  }
  take(kLayout.elsewhere_sets + kinds);
  take(kLayout.mentions + record_class / 16);
  if (in_title) take(kLayout.mentions + 4);
}

// What a word is to all whose neighbour it is: its bits, then which word it is.
constexpr std::size_t kWordFeatures = kBits + kPicoWords + 1;

// The feature of the neighbour's for which the word stands at this place.
constexpr std::size_t feature_at(std::size_t place, std::size_t word_feature) {
  return word_feature < kBits ? kLayout.bits + place * kBits + word_feature
                              : kLayout.words + place * (kPicoWords + 1) + (word_feature - kBits);
}

std::size_t lexicon_feature(const KnownWord& word) {
  return kLayout.lexicon + word.lexicon - 1;
}

std::string_view written(const Sentence& sentence, std::size_t token) {
  return sentence.text.substr(sentence.tokens[token].begin,
                              sentence.tokens[token].end - sentence.tokens[token].begin);
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

enum class Capitals { none, first, more };  // of a word
Capitals capitals_of(const Sentence& sentence, std::size_t token) {
  if (sentence.tokens[token].small) return Capitals::none;
  const std::string_view text = written(sentence, token);
  const auto count = std::count_if(text.begin(), text.end(), doc::is_upper);
  if (count >= 2) return Capitals::more;
  // A sentence's first word has it anyway.
  return count == 1 && doc::is_upper(text.front()) && token > 0 ? Capitals::first : Capitals::none;
}

// The features of a folded word that count for its neighbours, too.
WordFeatures features_of(std::string_view word, Capitals capitals, WordKinds kinds,
                         std::size_t index) {
  WordFeatures out;
  const auto add = [&out](std::size_t bit) { out.add(static_cast<std::uint16_t>(bit)); };
  for (WordKinds left = kinds; left != 0; left &= left - 1)
    add(static_cast<std::size_t>(std::countr_zero(left)));
  const bool shape[kShapeBits] = {kinds == 0,
                                  doc::is_digit(word.front()),
                                  capitals == Capitals::more,
                                  capitals == Capitals::first,
                                  word.size() <= 2,
                                  word.size() >= 9};
  for (std::size_t i = 0; i < kShapeBits; ++i) {
    if (shape[i]) add(kKindBits + i);
  }
  for (const std::size_t i : suffixes_for(word)) {
    const std::string_view suffix = kSuffixes[i];
    if (word.size() > suffix.size() + 2 && word.substr(word.size() - suffix.size()) == suffix) {
      add(kKindBits + kShapeBits + i);
    }
  }
  add(kBits + index);
  return out;
}

std::uint8_t mark_of(char c) {
  static constexpr auto kByCharacter = [] {
    std::array<std::uint8_t, 256> out{};
    out.fill(kMarkCount - 1);
    for (std::size_t i = 0; i < kMarks.size(); ++i)
      out[static_cast<unsigned char>(kMarks[i])] = static_cast<std::uint8_t>(i);
    return out;
  }();
  return kByCharacter[static_cast<unsigned char>(c)];
}

// The features of a sentence's tokens, told in parts, so that those of a word, which is a neighbour
// of seven, are found once.
class SentenceFeatures {
 public:
  SentenceFeatures(const RecordText& record, std::size_t index, const PicoHints& hints)
      : sentence_(record.sentences()[index]),
        role_(static_cast<std::size_t>(sentence_.role())),
        hints_(hints),
        strengths_(hints.strengths(index)),
        words_(hints.words()[index]),
        places_(sentence_.tokens.size()) {
    const std::size_t sentences = record.sentences().size();
    fifth_ = sentences > 1 ? 4 * index / (sentences - 1) : 0;
    for (std::size_t i = 0; i < places_.size(); ++i)
      places_[i].known = &known_word(sentence_.tokens[i]);
    find_marks();
    find_cues();
  }

  const KnownWord& known(std::size_t token) const { return *places_[token].known; }
  WordFeatures of_word(std::size_t token) const {
    return features_of(sentence_.tokens[token].folded, capitals_of(sentence_, token),
                       sentence_.kinds[token], known(token).index);
  }
  // Written as it is folded, and of these kinds: nothing but the word itself decides its features.
  bool is_plain(std::size_t token, WordKinds kinds) const {
    return sentence_.kinds[token] == kinds && sentence_.tokens[token].small;
  }

  // Neighbours that are not there: `take(feature)`.
  template <class Take>
  void each_beyond(std::size_t token, Take take) const {
    for (std::size_t place = 0; place < kPlaces; ++place) {
      const std::size_t at = token + place;  // of the neighbour, kReach too many
      if (at < kReach || at >= sentence_.tokens.size() + kReach)
        take(kLayout.bits + place * kBits + kBits - 1);
    }
  }

  // Of all tokens of the sentence.
  template <class Take>
  void each_of_sentence(Take take) const {
    take(kLayout.roles + role_);
    if (sentence_.labelled()) take(kLayout.roles + kRoles + role_);
    take(kLayout.places + fifth_);
  }

  // Of the token alone, what its kinds and the cues around it say.
  template <class Take>
  void each_of_token(std::size_t token, Take take) const {
    const std::size_t from = kLayout.role_kinds + role_ * kTellingCount;
    WordKinds left = (sentence_.kinds[token] & kTelling) >> kFirstTelling;
    if (left == 0) take(from + kTellingCount - 1);
    for (; left != 0; left &= left - 1)
      take(from + static_cast<std::size_t>(std::countr_zero(left)));
    const Place& place = places_[token];
    if (place.cue_before != kNoCue) take(kLayout.cues + place.cue_before);
    if (place.cue_behind != kNoCue) take(kLayout.cues + place.cue_behind);
  }

  // And what decides the groups above.
  std::size_t role() const { return role_; }
  unsigned strengths(std::size_t token) const { return strengths_[token]; }
  // Far behind the last token stand full stops, before the first nothing.
  std::size_t mark_before(std::size_t token) const {
    return token < places_.size() ? places_[token].mark : kFullStop;
  }
  std::size_t far_mark_before(std::size_t token) const {
    return token > 0 ? places_[token - 1].mark : kNoMark;
  }
  bool inside_brackets(std::size_t token) const { return places_[token].inside; }
  std::size_t from_start(std::size_t token) const { return std::min(token, kFromStart - 1); }
  std::size_t from_end(std::size_t token) const {
    return std::min(places_.size() - 1 - token, kFromEnd - 1);
  }
  bool is_recorded(std::size_t token) const { return words_[token] != 0; }
  std::size_t record_class_of(std::size_t token) const {
    return record_class(hints_.numbered(words_[token]));
  }

 private:
  static constexpr std::size_t kFullStop = kMarks.find('.');
  static constexpr std::uint8_t kNoCue = 0xFF;
  struct Place {
    const KnownWord* known = nullptr;
    std::uint8_t mark = 0;  // the first before it that is no blank
    bool inside = false;    // brackets
    std::uint8_t cue_before = kNoCue;
    std::uint8_t cue_behind = kNoCue;
  };

  void find_marks() {
    bool inside = false;
    std::size_t at = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      std::uint8_t mark = 0;
      for (; at < sentence_.tokens[i].begin; ++at) {
        const char c = sentence_.text[at];
        if (c == ' ') continue;
        if (mark == 0) mark = mark_of(c);
        if (c == '(' || c == '[') inside = true;
        if (c == ')' || c == ']') inside = false;
      }
      at = sentence_.tokens[i].end;  // a word has none
      places_[i].mark = i == 0 ? kFullStop : mark;
      places_[i].inside = inside;
    }
  }

  // Of each token the nearest cues before and behind it, one way and then the other.
  void find_cues() {
    constexpr std::size_t kFarthest = 8;  // words
    constexpr std::size_t kNear = 3;
    const std::size_t count = places_.size();
    for (std::size_t i = 0, cue = count; i < count; ++i) {
      if (cue < i && i - cue <= kFarthest) {
        const std::size_t from = i - cue > kNear ? kPicoGroups : 0;
        places_[i].cue_before = static_cast<std::uint8_t>(from + known(cue).group);
      }
      if (known(i).group != kPicoGroups) cue = i;
    }
    for (std::size_t i = count, cue = count; i-- > 0;) {
      if (cue < count && cue - i <= kFarthest) {
        const std::size_t from = (cue - i > kNear ? 3 : 2) * kPicoGroups;
        places_[i].cue_behind = static_cast<std::uint8_t>(from + known(cue).group);
      }
      if (known(i).group != kPicoGroups) cue = i;
    }
  }

  const Sentence& sentence_;
  std::size_t role_;
  const PicoHints& hints_;
  const std::vector<std::uint8_t>& strengths_;
  const std::vector<std::uint32_t>& words_;
  std::size_t fifth_ = 0;  // of the record
  std::vector<Place> places_;
};

}  // namespace

std::size_t pico_feature_count() {
  return kLayout.lexicon + lexicon_size();
}

std::vector<FeatureIds> pico_features(const RecordText& record, std::size_t sentence,
                                      const PicoHints& hints) {
  std::vector<FeatureIds> out(record.sentences()[sentence].tokens.size());
  const SentenceFeatures features(record, sentence, hints);
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
    const auto take = [&](std::size_t id) { add(i, id); };
    if (features.known(i).lexicon != 0) take(lexicon_feature(features.known(i)));
    features.each_beyond(i, take);
    features.each_of_sentence(take);
    features.each_of_token(i, take);
    take_near_marks(features.mark_before(i), features.mark_before(i + 1),
                    features.inside_brackets(i), take);
    take_far_marks(features.far_mark_before(i), features.mark_before(i + 2), take);
    take_place(features.from_start(i), features.from_end(i), take);
    take_hints(features.role(), features.strengths(i), take);
    if (i > 0) take_hints_before(hint_set(features.strengths(i - 1)), take);
    if (i + 1 < out.size()) take_hints_behind(hint_set(features.strengths(i + 1)), take);
    if (features.is_recorded(i)) take_record(features.record_class_of(i), take);
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

void add_spread(std::span<PicoWeightSum, kPlaces> to, const PicoWeightTable::Spread& spread) {
  for (std::size_t i = 0; i < kPlaces; ++i) add_row(to[i], spread[i]);
}

// What a word is to those around it.
PicoWeightTable::Spread spread_of(const PicoWeightTable& weights, const WordFeatures& features) {
  PicoWeightTable::Spread sum{};
  for (const std::uint16_t feature : features) {
    const PicoWeightTable::Spread& spread = weights.of_word(feature);
    for (std::size_t i = 0; i < kPlaces; ++i) add_row(sum[i], spread[i]);
  }
  return sum;
}

}  // namespace

PicoWeightTable::PicoWeightTable(std::vector<PicoWeightSum> weights)
    : weights_(std::move(weights)), spreads_(kWordFeatures) {
  for (std::size_t feature = 0; feature < kWordFeatures; ++feature) {
    // The first place's is the last neighbour's.
    for (std::size_t place = 0; place < kPlaces; ++place)
      spreads_[feature][kPlaces - 1 - place] = weights_[feature_at(place, feature)];
  }
  add_plain_words();
  add_groups();
}

void PicoWeightTable::add_plain_words() {
  plain_.resize(lexicon_size() + 1);
  for (std::size_t i = 1; i < plain_.size(); ++i) {
    const std::string_view word = lexicon_word(i);
    const KnownWord& known = known_word(doc::word_token(std::string(word)));
    plain_[i].kinds = word_kinds(word);
    plain_[i].spread =
        spread_of(*this, features_of(word, Capitals::none, plain_[i].kinds, known.index));
    add_row(plain_[i].spread[kReach], of_feature(lexicon_feature(known)));
  }
}

void PicoWeightTable::add_groups() {
  // `each(take)` takes the features of one row.
  const auto add = [this](std::vector<PicoWeightSum>& rows, auto each) {
    PicoWeightSum& sum = rows.emplace_back();
    each([&](std::size_t feature) { add_row(sum, of_feature(feature)); });
  };
  for (std::size_t at = 0; at < 2 * kMarkCount * kMarkCount; ++at) {
    add(groups_.near_marks, [&](auto take) {
      take_near_marks(at / 2 / kMarkCount, at / 2 % kMarkCount, at % 2 != 0, take);
    });
  }
  for (std::size_t at = 0; at < (kMarkCount + 1) * kMarkCount; ++at)
    add(groups_.far_marks,
        [&](auto take) { take_far_marks(at / kMarkCount, at % kMarkCount, take); });
  for (std::size_t at = 0; at < kFromStart * kFromEnd; ++at)
    add(groups_.places, [&](auto take) { take_place(at / kFromEnd, at % kFromEnd, take); });
  for (std::size_t at = 0; at < kRoles * kHintStrengths; ++at) {
    add(groups_.hints, [&](auto take) {
      take_hints(at / kHintStrengths, static_cast<unsigned>(at % kHintStrengths), take);
    });
  }
  for (unsigned at = 0; at < kHintStrengths; ++at) {
    add(groups_.hints_before, [&](auto take) { take_hints_before(hint_set(at), take); });
    add(groups_.hints_behind, [&](auto take) { take_hints_behind(hint_set(at), take); });
  }
  for (std::size_t at = 0; at < kRecordClasses; ++at)
    add(groups_.records, [&](auto take) { take_record(at, take); });
}

namespace {

// Sums the rows of one sentence.
class SentenceSummer {
 public:
  SentenceSummer(const SentenceFeatures& features, const PicoWeightTable& weights,
                 std::size_t count)
      : features_(features), weights_(weights), count_(count) {
    features.each_of_sentence(
        [&](std::size_t id) { add_row(of_sentence_, weights.of_feature(id)); });
  }

  // To the sums of the token and its neighbours.
  void add_token(std::size_t i, std::span<PicoWeightSum, kPlaces> to) {
    rows_.clear();
    const auto take = [this](std::size_t id) { rows_.add(&weights_.of_feature(id)); };
    const KnownWord& known = features_.known(i);
    const PicoWeightTable::Plain& plain = weights_.plain_word(known.lexicon);
    if (known.lexicon != 0 && features_.is_plain(i, plain.kinds)) {
      add_spread(to, plain.spread);
    } else {
      add_spread(to, spread_of(weights_, features_.of_word(i)));
      if (known.lexicon != 0) take(lexicon_feature(known));
    }
    if (i < kReach || i + kReach >= count_) features_.each_beyond(i, take);
    features_.each_of_token(i, take);
    add_groups(i);
    // All in one loop, so that the sum stays where the compiler can add all labels at once.
    PicoWeightSum sum = of_sentence_;
    for (const PicoWeightSum* row : rows_) add_row(sum, *row);
    add_row(to[kReach], sum);
  }

 private:
  void add_groups(std::size_t i) {
    const PicoWeightTable::Groups& groups = weights_.groups();
    const SentenceFeatures& f = features_;
    const std::size_t near = f.mark_before(i) * kMarkCount + f.mark_before(i + 1);
    rows_.add(&groups.near_marks[near * 2 + (f.inside_brackets(i) ? 1 : 0)]);
    rows_.add(&groups.far_marks[f.far_mark_before(i) * kMarkCount + f.mark_before(i + 2)]);
    rows_.add(&groups.places[f.from_start(i) * kFromEnd + f.from_end(i)]);
    rows_.add(&groups.hints[f.role() * kHintStrengths + f.strengths(i)]);
    if (i > 0) rows_.add(&groups.hints_before[f.strengths(i - 1)]);
    if (i + 1 < count_) rows_.add(&groups.hints_behind[f.strengths(i + 1)]);
    if (f.is_recorded(i)) rows_.add(&groups.records[f.record_class_of(i)]);
  }

  static constexpr std::size_t kMost = 32;  // rows of a token beside its word's
  const SentenceFeatures& features_;
  const PicoWeightTable& weights_;
  std::size_t count_;
  PicoWeightSum of_sentence_{};
  ShortList<const PicoWeightSum*, kMost> rows_;
};

}  // namespace

std::vector<PicoWeightSum> pico_sums(const RecordText& record, std::size_t sentence,
                                     const PicoHints& hints, const PicoWeightTable& weights) {
  const std::size_t count = record.sentences()[sentence].tokens.size();
  const SentenceFeatures features(record, sentence, hints);
  SentenceSummer summer(features, weights, count);
  // With room for the neighbours that are not there.
  std::vector<PicoWeightSum> sums(count + 2 * kReach);
  for (std::size_t i = 0; i < count; ++i)
    summer.add_token(i, std::span(sums).subspan(i).first<kPlaces>());
  sums.erase(sums.begin(), sums.begin() + kReach);
  sums.resize(count);
  return sums;
}

}  // namespace ev::extract
