#include "pipeline/read/arms/arm_phrases.hpp"

#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace ev::read {

namespace {

constexpr std::size_t kMaxPhrase = 9;  // tokens of a name

// A name ends before these.
const WordSet& ending_words() {
  static const WordSet kWords = WordSet::listed("ending");
  return kWords;
}

// Said before a name without being part of it.
const WordSet& leading_words() {
  static const WordSet kWords = WordSet::listed("leading");
  return kWords;
}

// No arm is called by these alone.
const WordSet& generic_words() {
  static const WordSet kWords = WordSet::listed("generic");
  return kWords;
}

class PhraseFinder {
 public:
  PhraseFinder(const std::vector<Sentence>& sentences, const ArmVocabulary& vocabulary)
      : sentences_(sentences), vocabulary_(vocabulary) {}

  std::vector<ArmPhrase> find(std::span<const doc::Span> named) {
    add_named(named);
    for (at_ = 0; at_ < sentences_.size(); ++at_) {
      find_lists();
      find_heads();
      find_receivers();
      find_slots();
    }
    return std::move(found_);
  }

 private:
  const Sentence& s() const { return sentences_[at_]; }
  const std::string& word(std::size_t i) const { return s().tokens[i].folded; }
  bool is(std::size_t i, const WordSet& words) const {
    return i < s().tokens.size() && words.has(word(i));
  }
  std::string_view gap(std::size_t i) const {  // before token i
    const std::size_t begin = i == 0 ? 0 : s().tokens[i - 1].end;
    return s().text.substr(begin, s().tokens[i].begin - begin);
  }
  bool breaks(std::size_t i) const {
    return gap(i).find_first_of(",;:.()[]") != std::string_view::npos && !decimal(i);
  }
  bool decimal(std::size_t i) const { return gap(i) == "." && doc::is_digit(word(i).front()); }
  bool is_number(std::size_t i) const { return doc::is_digit(word(i).front()); }

  // Past words that open a name, its dose among them; the first of the name.
  std::size_t name_begin(std::size_t i) const {
    while (i < s().tokens.size() && (is(i, leading_words()) || is_number(i)) &&
           (!breaks(i) || is_number(i))) {
      ++i;
    }
    return i;
  }

  // The end of the name that begins here. With `joined`, "and" is part of it.
  std::size_t name_end(std::size_t first, bool joined) const {
    std::size_t i = first;
    while (i < s().tokens.size() && i < first + kMaxPhrase) {
      if (i > first && breaks(i)) break;
      const bool in_combination =
          word(i) == "in" && i + 1 < s().tokens.size() && word(i + 1) == "combination";
      if (is(i, ending_words()) && !in_combination) break;
      if (word(i) == "and" && !joined) break;
      if (word(i) == "with" && i == first) break;
      ++i;
    }
    // The dose behind a name is no part of it.
    while (i > first && (is_number(i - 1) || dose_words().has(word(i - 1)) ||
                         preposition_words().has(word(i - 1)) || word(i - 1) == "and")) {
      --i;
    }
    return i;
  }

  // Past brackets, doses and times behind a name, to the word that goes on.
  std::size_t past_dose(std::size_t i) const {
    int depth = 0;
    std::size_t steps = 0;
    for (; i < s().tokens.size() && steps < 24; ++i, ++steps) {
      for (const char c : gap(i)) depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
      if (depth > 0) continue;
      depth = 0;
      if (gap(i).find_first_of(";:") != std::string_view::npos || gap(i).starts_with(". "))
        return s().tokens.size();
      const bool dose = is_number(i) || dose_words().has(word(i)) || word(i) == "to" ||
                        word(i) == "at" || word(i) == "a" || word(i) == "for" || word(i) == "of" ||
                        word(i) == "n" || word(i) == "patients" || word(i) == "group";
      if (!dose) return i;
    }
    return i;
  }

  std::optional<ArmPhrase> phrase(std::size_t first, std::size_t last, double weight) const {
    first = past_carrier(first, last);
    if (last <= first) return std::nullopt;
    ArmPhrase out{.sentence = at_, .first = first, .last = last, .weight = weight};
    out.key = vocabulary_.key_of(s(), first, last);
    if (out.key.empty() || out.key.size() > 7) return std::nullopt;
    static const WordSet kSeveral = WordSet::listed("arm phrases: several");
    for (std::size_t i = first; i < last; ++i) {
      if (kSeveral.has(word(i)) && !(i == first && word(i) == "without")) return std::nullopt;
    }
    const bool tells = std::any_of(out.key.begin(), out.key.end(), [](const std::string& word) {
      return !generic_words().has(word) && word.size() > 1;
    });
    if (!tells) return std::nullopt;
    static const WordSet kJoining("plus with and combination combined added addition");
    static const WordSet kAlone("alone only monotherapy single");
    for (std::size_t i = first; i < last; ++i) {
      out.combined = out.combined || kJoining.has(word(i)) ||
                     gap(i).find_first_of("+/") != std::string_view::npos;
      out.alone = out.alone || kAlone.has(word(i));
    }
    out.alone = out.alone || (last < s().tokens.size() && kAlone.has(word(last)));
    return out;
  }

  // "treatment with tea", "a regimen of tea": the name is what follows.
  std::size_t past_carrier(std::size_t first, std::size_t last) const {
    static const WordSet kCarrier(
        "treatment therapy administration use injection regimen course combination addition");
    static const WordSet kLink("with of using");
    for (std::size_t i = first; i + 2 < last; ++i) {
      if (!kCarrier.has(word(i)) || !kLink.has(word(i + 1))) continue;
      if (vocabulary_.key_of(s(), first, i).size() < 2) return name_begin(i + 2);
    }
    return first;
  }

  // Names joined by "or", "and", "versus" and commas from token `i` on.
  std::vector<ArmPhrase> list_from(std::size_t i, double weight, const WordSet& joints,
                                   bool joined) const {
    std::vector<ArmPhrase> names;
    while (names.size() < 5) {
      const std::size_t first = name_begin(i);
      const std::size_t last = name_end(first, joined);
      const auto name = phrase(first, last, weight);
      if (!name) break;
      names.push_back(*name);
      std::size_t next = past_dose(last);
      if (next >= s().tokens.size()) break;
      static const WordSet kBeside("alone only twice once daily orally intravenously");
      while (next < s().tokens.size() && kBeside.has(word(next))) next = past_dose(next + 1);
      if (next >= s().tokens.size()) break;
      const bool comma = gap(next).find(',') != std::string_view::npos;
      if (is(next, joints)) {
        i = next + 1;
        while (is(i, joints) || (i < s().tokens.size() && (word(i) == "with" || word(i) == "to")))
          ++i;
      } else if (comma && names.size() < 4) {
        i = next;
      } else {
        break;
      }
    }
    return names;
  }

  // Names known beforehand are a contrast of their own; one alone is a name like others.
  void add_named(std::span<const doc::Span> named) {
    constexpr double kSure = 4;
    constexpr double kAlone = 1.5;
    std::vector<ArmPhrase> names;
    for (const doc::Span& span : named) {
      for (at_ = 0; at_ < sentences_.size(); ++at_) {
        const doc::Span& whole = s().at.span;
        if (whole.field != span.field || span.begin < whole.begin || span.end > whole.end) continue;
        const std::size_t first = name_begin(s().token_from(span.begin - whole.begin));
        std::size_t last = first;
        while (last < s().tokens.size() && s().tokens[last].end + whole.begin <= span.end) ++last;
        for (ArmPhrase& name : parts(first, last, named.size() < 2 ? kAlone : kSure))
          names.push_back(std::move(name));
        break;
      }
    }
    if (names.size() == 1) found_.push_back(names.front());
    add_list(std::move(names));
  }

  // "a, b and c" are three names, "a and b" two where the record has each without the other.
  std::vector<ArmPhrase> parts(std::size_t first, std::size_t last, double weight) const {
    std::vector<ArmPhrase> out;
    for (std::size_t i = first, begin = first; i <= last; ++i) {
      const bool comma = i > begin && i < last && gap(i).find(',') != std::string_view::npos;
      const bool joint = i < last && (word(i) == "and" || word(i) == "or");
      if (i < last && !comma && !joint) continue;
      if (auto name = phrase(name_begin(begin), i, weight)) out.push_back(std::move(*name));
      begin = joint ? i + 1 : i;
    }
    const bool apart = std::all_of(out.begin(), out.end(), [&](const ArmPhrase& a) {
      return std::all_of(out.begin(), out.end(), [&](const ArmPhrase& b) {
        return &a == &b || stands_without(a.key, b.key);
      });
    });
    if (out.size() > 1 && apart) return out;
    out.clear();
    if (auto whole = phrase(first, last, weight)) out.push_back(std::move(*whole));
    return out;
  }
  bool stands_without(const Key& name, const Key& other) const {
    return std::any_of(sentences_.begin(), sentences_.end(), [&](const Sentence& sentence) {
      const Key held = vocabulary_.key_of(sentence, 0, sentence.tokens.size());
      return is_subset(name, held) && difference(other, held) == other;
    });
  }

  void add_list(std::vector<ArmPhrase> names) {
    if (names.size() < 2) return;
    for (ArmPhrase& name : names) {
      name.list = lists_;
      found_.push_back(std::move(name));
    }
    ++lists_;
  }

  bool opens(std::size_t i, std::string_view stem) const { return word(i).starts_with(stem); }

  // "randomized to", "assigned to receive": the token behind "to"; none when there is no list.
  std::optional<std::size_t> allocation_at(std::size_t i) const {
    const bool drawn = opens(i, "random") || opens(i, "assign") || opens(i, "allocat");
    if (!drawn) return std::nullopt;
    for (std::size_t j = i + 1; j < s().tokens.size() && j < i + 9; ++j) {
      if (gap(j).find_first_of(";:") != std::string_view::npos) return std::nullopt;
      static const WordSet kAims(
          "compare determine evaluate assess investigate examine study test be undergo");
      if (word(j) == "to" && is(j + 1, kAims)) return std::nullopt;
      if (word(j) == "to" || word(j) == "receive" || word(j) == "received" || word(j) == "between")
        return j + 1;
    }
    return std::nullopt;
  }

  void find_lists() {
    static const WordSet kOr("or versus vs");
    static const WordSet kAnd("or and versus vs against");
    static const WordSet kContrast("versus vs with to and compared against");
    static const WordSet kReceived(
        "received receive receiving given administered prescribed "
        "underwent took taking");
    const bool title = s().role() == doc::Role::title;
    for (std::size_t i = 0; i < s().tokens.size(); ++i) {
      if (const auto list = allocation_at(i)) {
        std::vector<ArmPhrase> names = list_from(*list, 3, kOr, true);
        if (names.size() < 2) names = list_from(*list, 3, kAnd, false);
        add_list(std::move(names));
      } else if (is(i, kReceived)) {
        const bool either = i + 1 < s().tokens.size() && word(i + 1) == "either";
        std::vector<ArmPhrase> names = list_from(i + 1, either ? 3 : 1.5, kOr, true);
        if (names.size() < 2 && !either) names = list_from(i + 1, 1, kAnd, false);
        add_list(std::move(names));
      } else if (opens(i, "compar") && !is(i, WordSet("compared comparable"))) {
        const std::size_t begin = contrast_begin(i + 1);
        add_list(list_from(begin, 2, kContrast, false));
      } else if ((word(i) == "effect" || word(i) == "effects" || word(i) == "efficacy") &&
                 i + 2 < s().tokens.size() && word(i + 1) == "of") {
        add_list(list_from(i + 2, title ? 1.5 : 1, kAnd, false));
      } else if (i > 0 && (word(i) == "versus" || word(i) == "vs" || word(i) == "v") && title) {
        add_versus(i);
      } else if (i + 1 < s().tokens.size() && word(i) == "compared" &&
                 (word(i + 1) == "with" || word(i + 1) == "to") && title) {
        add_versus(i);
      }
    }
  }

  // "the efficacy and safety of" and its like before the first name.
  std::size_t contrast_begin(std::size_t i) const {
    for (std::size_t j = i; j < s().tokens.size() && j < i + 9; ++j) {
      if (gap(j).find_first_of(";:(") != std::string_view::npos) return i;
      if (word(j) == "of" || word(j) == "between") return j + 1;
      if (word(j) == "with" || word(j) == "to" || word(j) == "versus") return i;
    }
    return i;
  }

  // The names on both sides of "versus".
  void add_versus(std::size_t i) {
    std::size_t first = i;
    while (first > 0 && first + kMaxPhrase > i && !is(first - 1, ending_words()) &&
           word(first - 1) != "of" && word(first - 1) != "and" && !(first < i && breaks(first))) {
      --first;
    }
    if (first > 0 && word(first) == "with") ++first;
    static const WordSet kJoints("versus vs with or and");
    std::vector<ArmPhrase> names;
    if (const auto before = phrase(name_begin(first), i, 2.5)) names.push_back(*before);
    std::size_t next = i + 1;
    if (next < s().tokens.size() && (word(next) == "with" || word(next) == "to")) ++next;
    for (ArmPhrase& after : list_from(next, 2.5, kJoints, false)) names.push_back(std::move(after));
    add_list(std::move(names));
  }

  // "the placebo group", "omeprazole-treated patients".
  void find_heads() {
    static const WordSet kHeads("group groups arm arms recipients");
    for (std::size_t i = 1; i < s().tokens.size(); ++i) {
      std::size_t last = i;
      double weight = 1;
      if (is(i, kHeads)) {
        if (word(i - 1) == "treatment" || word(i - 1) == "therapy") last = i - 1;
        if (word(i) == "groups") weight = 0.5;
      } else if (is(i, people_words()) && word(i - 1) == "treated" && i > 1 && gap(i - 1) == "-") {
        last = i - 1;
      } else {
        continue;
      }
      std::size_t first = last;
      static const WordSet kBefore = WordSet::listed("arm phrases: before");
      while (first > 0 && first + 6 > last && !kBefore.has(word(first - 1)) &&
             !ending_words().has(word(first - 1)) && !is_number(first - 1) &&
             (first == last || !breaks(first))) {
        --first;
      }
      // "(COM) group" and "the nadolol plus isosorbide group".
      if (auto name = phrase(first, last, weight)) found_.push_back(std::move(*name));
    }
  }

  // "patients receiving tea", "treated with tea", "those given tea", "than with placebo".
  void find_receivers() {
    static const WordSet kWith("receiving given taking received");
    for (std::size_t i = 0; i + 1 < s().tokens.size(); ++i) {
      const bool with = word(i) == "with" || word(i) == "to" || word(i) == "by";
      const bool treated = with && i > 0 &&
                           (word(i - 1) == "treated" || word(i - 1) == "assigned" ||
                            word(i - 1) == "randomized" || word(i - 1) == "randomised");
      const bool compared =
          with && i > 0 &&
          (word(i - 1) == "compared" || word(i - 1) == "than" || word(i - 1) == "superior");
      const bool than = word(i) == "than" || word(i) == "versus" || word(i) == "vs";
      if (!is(i, kWith) && !treated && !compared && !than) continue;
      const std::size_t first = name_begin(i + 1);
      if (first > i + 6) continue;
      const double weight =
          s().role() == doc::Role::methods || s().role() == doc::Role::background ? 0.4 : 0.7;
      if (auto name = phrase(first, name_end(first, false), compared || than ? 0.4 : weight))
        found_.push_back(std::move(*name));
    }
  }

  // "5% in A and 7% in B", "lower with A than with B": who is told of in like places.
  void find_slots() {
    if (s().role() == doc::Role::title || s().role() == doc::Role::methods) return;
    static const WordSet kPlace("in with for among of on by");
    std::map<std::string, std::vector<ArmPhrase>> slots;
    for (std::size_t i = 1; i + 1 < s().tokens.size(); ++i) {
      if (!is(i, kPlace) || !(follows_figure(i) || is_of_contrast(i))) continue;
      const std::size_t first = past_people(i + 1);
      auto name = phrase(first, name_end(first, false), 0.8);
      if (!name || is_time_phrase(*name)) continue;
      std::vector<ArmPhrase>& same = slots[word(i)];
      const bool known = std::any_of(same.begin(), same.end(),
                                     [&](const ArmPhrase& p) { return p.key == name->key; });
      if (!known) same.push_back(std::move(*name));
    }
    for (auto& [place, names] : slots) add_list(std::move(names));
  }
  // "12% in", "(12%) in", "12 mm Hg in".
  bool follows_figure(std::size_t i) const {
    for (std::size_t back = 1; back <= 3 && back <= i; ++back) {
      if (is_number(i - back)) return true;
      if (gap(i - back + 1).find_first_of(",;:") != std::string_view::npos) return false;
    }
    return false;
  }
  // "than with B", and "with A" before it.
  bool is_of_contrast(std::size_t i) const {
    static const WordSet kThan("than versus vs");
    if (is(i - 1, kThan)) return true;
    for (std::size_t j = i + 2; j + 1 < s().tokens.size() && j < i + 10; ++j) {
      if (gap(j).find_first_of(";:") != std::string_view::npos) return false;
      if (is(j, kThan)) return word(j + 1) == word(i);
    }
    return false;
  }
  std::size_t past_people(std::size_t i) const {
    static const WordSet kLink("who were was had having on assigned randomized randomised alone");
    while (i < s().tokens.size() && word(i) != "without" &&
           (is(i, people_words()) || is(i, kLink) || is(i, leading_words())) && !breaks(i))
      ++i;
    return i;
  }
  bool is_time_phrase(const ArmPhrase& name) const {
    for (std::size_t i = name.first; i < name.last; ++i) {
      if (is_number(i) || is(i, time_words())) return true;
    }
    return false;
  }

  const std::vector<Sentence>& sentences_;
  const ArmVocabulary& vocabulary_;
  std::size_t at_ = 0;
  int lists_ = 0;
  std::vector<ArmPhrase> found_;
};

}  // namespace

std::vector<ArmPhrase> arm_phrases(const std::vector<Sentence>& sentences,
                                   const ArmVocabulary& vocabulary,
                                   std::span<const doc::Span> named) {
  return PhraseFinder(sentences, vocabulary).find(named);
}

}  // namespace ev::read
