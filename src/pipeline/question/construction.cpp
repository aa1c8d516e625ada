#include "pipeline/question/construction.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/question/slot.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

namespace ev::question {
namespace {

constexpr std::size_t kMostWords = 60;       // of a question that constructions are laid over
constexpr std::size_t kMostSteps = 200'000;  // of one question, against crafted texts

// ---- predicates

struct Meaning {
  Effect effect = Effect::up;
  PredicateForm form = PredicateForm::verb;
};

Effect effect_named(std::string_view name) {
  constexpr std::pair<std::string_view, Effect> kEffects[] = {
      {"up", Effect::up},   {"down", Effect::down},     {"good", Effect::good},
      {"bad", Effect::bad}, {"change", Effect::change}, {"harmless", Effect::harmless}};
  for (const auto& [word, effect] : kEffects) {
    if (word == name) return effect;
  }
  return Effect::light;
}

PredicateForm form_of(std::string_view name) {
  return name == "verb"        ? PredicateForm::verb
         : name == "noun"      ? PredicateForm::noun
         : name == "adjective" ? PredicateForm::adjective
         : name == "mutual"    ? PredicateForm::mutual
                               : PredicateForm::reversed;
}

const std::map<std::string, Meaning>& cue_table() {
  static const std::map<std::string, Meaning> table = [] {
    std::map<std::string, Meaning> out;
    const DataTable cues = data_table("lexicon/question_cues.tsv");
    for (const DataTable::Row& row : cues.rows()) {
      out[stem_key(words_of(row["phrase"]))] = {effect_named(row["effect"]), form_of(row["form"])};
    }
    return out;
  }();
  return table;
}

// A verb's word that stands for a thing or its quality: "reduction", "no rise", "an increased
// risk".
bool is_nominal(std::span<const Word> words, std::size_t begin, std::size_t end) {
  constexpr std::string_view kSuffixes[] = {"tion", "sion", "ment", "tions", "sions", "ments"};
  constexpr std::string_view kBefore[] = {"a", "an", "the", "no", "any", "in", "of"};
  const std::string& word = words[end - 1].text;
  if (std::any_of(std::begin(kSuffixes), std::end(kSuffixes),
                  [&word](std::string_view s) { return word.ends_with(s); }))
    return true;
  constexpr std::string_view kGained[] = {"benefit", "advantage", "gain"};
  constexpr std::string_view kHowMuch[] = {"further", "additional", "extra", "added",  "more",
                                           "clear",   "real",       "great", "greater"};
  return begin == 0 || is_among(kBefore, words[begin - 1]) ||
         (is_among(kGained, words[end - 1]) && is_among(kHowMuch, words[begin - 1]));
}

bool is_inside(std::span<const ConceptSpan> names, std::size_t begin, std::size_t end) {
  return std::any_of(names.begin(), names.end(), [&](const ConceptSpan& s) {
    return s.begin <= begin && end <= s.end && s.end - s.begin > end - begin;
  });
}

// ---- rows

enum class Part { given, outcome, whose, any, word, be, have, degree, predicate };

struct Element {
  Part part = Part::word;
  bool optional = false;
  PredicateForm form = PredicateForm::verb;
  std::vector<std::string> words;
};
struct Construction {
  std::vector<Element> elements;
  std::optional<Effect> effect;
};

Element element_of(std::string_view text) {
  Element out;
  if (text.size() > 1 && text.back() == '?') {
    out.optional = true;
    text.remove_suffix(1);
  }
  constexpr std::pair<std::string_view, Part> kParts[] = {
      {"A", Part::given}, {"Y", Part::outcome},   {"P", Part::whose},        {"*", Part::any},
      {"<be>", Part::be}, {"<have>", Part::have}, {"<degree>", Part::degree}};
  for (const auto& [name, part] : kParts) {
    if (name == text) {
      out.part = part;
      return out;
    }
  }
  if (text.front() == '<') {
    out.part = Part::predicate;
    out.form = form_of(text.substr(1, text.size() - 2));
    return out;
  }
  out.words = text::split(text, '/');
  return out;
}

const std::vector<Construction>& constructions() {
  static const std::vector<Construction> all = [] {
    std::vector<Construction> out;
    const DataTable table = data_table("lexicon/question_constructions.tsv");
    for (const DataTable::Row& row : table.rows()) {
      Construction c;
      for (const std::string& part : text::split(row["pattern"], ' '))
        c.elements.push_back(element_of(part));
      if (!row["effect"].empty()) c.effect = effect_named(row["effect"]);
      out.push_back(std::move(c));
    }
    return out;
  }();
  return all;
}

// ---- how well a slot's words fit it

constexpr double kNames = 2, kSays = 0.5, kWrong = -1.5, kAlso = -1, kUnread = -2, kEmpty = -4,
                 kCut = -2.5;

// "Treating high blood pressure": what is done is named by what it is done about.
bool is_treating(const Slot& slot) {
  constexpr std::string_view kDoing[] = {"treating",    "lowering",   "controlling", "reducing",
                                         "eradicating", "correcting", "raising",     "stopping",
                                         "restoring",   "removing",   "treatment"};
  return slot.words.size() > 1 && is_among(kDoing, slot.words.front());
}

double fit_of_given(const Slot& slot) {
  if (asks_what(slot.words)) return 0;
  if (is_treating(slot) && slot.names_outcome() && !slot.names_agent()) return kSays;
  if (slot.empty()) return kEmpty;
  double fit = (slot.names_agent()  ? kNames
                : !slot.own.empty() ? kSays
                                    : 0) +
               (slot.forms.empty() ? 0 : kSays);
  if (slot.names_outcome()) fit += slot.names_agent() ? kAlso : kWrong - kSays;
  return fit;
}

double fit_of_outcome(const Slot& slot) {
  if (slot.names_outcome()) return kNames + (slot.names_agent() ? kAlso : 0);
  if (slot.names_agent()) return kAlso;
  if (!slot.people.empty()) return kSays;
  return slot.own.empty() ? kAlso : 0;
}

// ---- the matcher

class Matcher {
 public:
  Matcher(std::span<const Word> words, std::span<const ConceptSpan> names,
          std::span<const Predicate> predicates)
      : words_(words.first(std::min(words.size(), kMostWords))),
        names_(names),
        predicates_(predicates) {}

  std::optional<ConstructionMatch> best() {
    for (const Construction& c : constructions()) {
      row_ = &c;
      match_ = {};
      go(0, 0);
    }
    return best_;
  }

 private:
  void go(std::size_t element, std::size_t at) {
    if (++steps_ > kMostSteps) return;
    if (element == row_->elements.size()) {
      if (at == words_.size()) weigh();
      return;
    }
    const Element& e = row_->elements[element];
    if (e.optional) go(element + 1, at);
    switch (e.part) {
      case Part::given:
        go_slot(&ConstructionMatch::given, element, at);
        break;
      case Part::outcome:
        go_slot(&ConstructionMatch::outcome, element, at);
        break;
      case Part::whose:
        go_slot(&ConstructionMatch::whose, element, at);
        break;
      case Part::any:
        go_any(element, at);
        break;
      case Part::predicate:
        go_predicate(e, element, at);
        break;
      default:
        if (at < words_.size() && is_word(e, at)) go(element + 1, at + 1);
    }
  }

  void go_slot(WordRange ConstructionMatch::*slot, std::size_t element, std::size_t at) {
    const bool last = element + 1 == row_->elements.size();
    if (last && slot == &ConstructionMatch::given) {
      const std::size_t end = end_of_given(at);
      if (end == at) return;
      match_.*slot = {at, end};
      match_.beside.push_back({end, words_.size()});
      go(element + 1, words_.size());
      match_.beside.pop_back();
      return;
    }
    for (std::size_t end = last ? words_.size() : at + 1; end > at && end <= words_.size(); ++end) {
      match_.*slot = {at, end};
      go(element + 1, end);
    }
  }

  void go_any(std::size_t element, std::size_t at) {
    for (std::size_t end = at; end <= words_.size(); ++end) {
      match_.beside.push_back({at, end});
      go(element + 1, end);
      match_.beside.pop_back();
    }
  }

  void go_predicate(const Element& e, std::size_t element, std::size_t at) {
    for (std::size_t i = 0; i < predicates_.size(); ++i) {
      if (predicates_[i].begin != at || predicates_[i].form != e.form) continue;
      match_.predicate = i;
      go(element + 1, predicates_[i].end);
      match_.predicate = kNoPredicate;
    }
  }

  bool is_word(const Element& e, std::size_t at) const {
    const WordSets& sets = word_sets();
    const Word& word = words_[at];
    if (is_inside(names_, at, at + 1)) return false;
    switch (e.part) {
      case Part::be:
        return sets.auxiliary.has(word);
      case Part::have:
        return sets.having.has(word);
      case Part::degree:
        return sets.degree_up.has(word) || sets.degree_down.has(word) || sets.value_up.has(word) ||
               sets.value_down.has(word);
      default:
        return std::find(e.words.begin(), e.words.end(), word.text) != e.words.end();
    }
  }

  // Up to where the people, the time or the comparison begins.
  std::size_t end_of_given(std::size_t at) const {
    constexpr std::string_view kEnds[] = {"in", "for", "among", "during", "compared", "than"};
    bool content = false;
    for (std::size_t i = at; i < words_.size(); ++i) {
      const bool ends = is_among(kEnds, words_[i]) || words_[i].text == ",";
      if (ends && content && !is_inside(names_, i, i + 1)) return i;
      content = content || is_content(words_[i]);
    }
    return words_.size();
  }

  Slot slot_of(std::size_t begin, std::size_t end) const {
    return read_slot(words_.subspan(begin, end - begin));
  }

  // Of the outcome's words up to what says whose, when or whence it is.
  std::size_t head_end(const WordRange& range) const {
    constexpr std::string_view kAround[] = {"in", "among", "during", "after",  "with", "on",
                                            "by", "from",  "when",   "caused", "given"};
    for (std::size_t i = range.begin + 1; i < range.end; ++i) {
      if (!is_among(kAround, words_[i])) continue;
      const Slot head = slot_of(range.begin, i);
      const auto names_thing = [](const OwnWord& own) { return !effect_of(own.word); };
      if (head.names_outcome() || std::any_of(head.own.begin(), head.own.end(), names_thing))
        return i;
    }
    return range.end;
  }

  std::pair<double, double> fits_of(const WordRange& range) {
    constexpr std::string_view kJoins[] = {"with", "by", "to", "in", "on", "for", "of", "as"};
    constexpr std::string_view kAnd[] = {"and", "or", ","};
    const auto [entry, fresh] = fits_.try_emplace({range.begin, range.end});
    if (fresh) {
      const double cut = (is_among(kAnd, words_[range.begin]) ? kAlso : 0) +
                         (is_among(kAnd, words_[range.end - 1]) ? kAlso : 0);
      entry->second = {fit_of_given(slot_of(range.begin, range.end)) + cut +
                           (is_among(kJoins, words_[range.begin]) ? kAlso : 0),
                       fit_of_outcome(slot_of(range.begin, head_end(range))) + cut};
    }
    return entry->second;
  }

  // Predicates that the reading leaves unread, and things that it passes over.
  double cost() const {
    double out = 0;
    for (std::size_t i = 0; i < predicates_.size(); ++i) {
      const PredicateForm form = predicates_[i].form;
      const std::size_t at = predicates_[i].begin;
      const bool behind = at >= match_.given.end && match_.given.begin > match_.outcome.begin;
      const bool within = at >= match_.given.begin && at < match_.given.end;
      const bool verbal = form != PredicateForm::noun && form != PredicateForm::adjective;
      const bool unread = verbal || (within && form == PredicateForm::adjective);
      if (i != match_.predicate && unread && !behind) out += kUnread;
    }
    for (const WordRange& range : match_.beside) {
      if (range.begin >= match_.given.end && match_.given.begin > match_.outcome.begin) continue;
      const Slot slot = slot_of(range.begin, range.end);
      if (!slot.own.empty() || !slot.terms.empty()) out += kAlso;
    }
    return out;
  }

  // "H. pylori and gastric | cancer": a name that the slots part, though no part is the same thing.
  double cut_names() const {
    double out = 0;
    for (const std::size_t at :
         {match_.given.begin, match_.given.end, match_.outcome.begin, match_.outcome.end}) {
      const auto cuts = [&](const ConceptSpan& s) {
        const auto whole_part = [&](const ConceptSpan& o) {
          return o.about == s.about && (o.end == at || o.begin == at);
        };
        return s.begin < at && at < s.end && s.level > 0 &&
               std::none_of(names_.begin(), names_.end(), whole_part);
      };
      if (std::any_of(names_.begin(), names_.end(), cuts)) out += kCut;
    }
    return out;
  }

  // "Cuts deaths from heart failure": an outcome is nobody.
  double misfit_of_whose() const {
    if (match_.whose.begin == match_.whose.end) return 0;
    return slot_of(match_.whose.begin, match_.whose.end).names_outcome() ? kWrong : 0;
  }

  void weigh() {
    const double fit = cut_names() + misfit_of_whose() + fits_of(match_.given).first +
                       fits_of(match_.outcome).second + cost();
    if (best_ && fit <= best_fit_) return;
    best_fit_ = fit;
    best_ = match_;
    best_->bare = row_->elements.size() == 2;
    best_->unsaid =
        !row_->effect && match_.predicate == kNoPredicate &&
        std::none_of(row_->elements.begin(), row_->elements.end(), [](const Element& e) {
          return e.part == Part::have || e.part == Part::degree;
        });
    best_->effect = row_->effect                       ? *row_->effect
                    : match_.predicate != kNoPredicate ? predicates_[match_.predicate].effect
                                                       : Effect::light;
  }

  std::span<const Word> words_;
  std::span<const ConceptSpan> names_;
  std::span<const Predicate> predicates_;
  const Construction* row_ = nullptr;
  ConstructionMatch match_;
  std::optional<ConstructionMatch> best_;
  double best_fit_ = 0;
  std::size_t steps_ = 0;
  std::map<std::pair<std::size_t, std::size_t>, std::pair<double, double>> fits_;
};

}  // namespace

std::vector<Predicate> find_predicates(std::span<const Word> words,
                                       std::span<const ConceptSpan> names) {
  constexpr std::size_t kLongest = 4;
  constexpr std::string_view kOfGiving[] = {"treated", "treating", "treatment", "treatments",
                                            "controlled"};
  std::vector<Predicate> out;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t next = i + 1;
    for (std::size_t n = std::min(kLongest, words.size() - i); n > 0; --n) {
      const auto found = cue_table().find(stem_key(words.subspan(i, n)));
      if (found == cue_table().end() || words[i].mark || words[i + n - 1].mark) continue;
      Predicate p{i, i + n, found->second.effect, found->second.form};
      if (p.form == PredicateForm::verb && is_nominal(words, i, i + n))
        p.form = PredicateForm::noun;
      const bool finite = i > 0 && word_sets().auxiliary.has(words[i - 1]);
      const bool of_giving = n == 1 && !finite && is_among(kOfGiving, words[i]);
      if (!is_inside(names, i, i + n) && !of_giving) out.push_back(p);
      next = i + n;
      break;
    }
    i = next;
  }
  return out;
}

bool asks_what(std::span<const Word> words) {
  return !words.empty() && (words.front().text == "what" || words.front().text == "which");
}

std::optional<Effect> effect_of(const Word& word) {
  const auto found = cue_table().find(word.stem);
  return found == cue_table().end() ? std::nullopt : std::optional(found->second.effect);
}

std::optional<ConstructionMatch> read_construction(std::span<const Word> words,
                                                   std::span<const ConceptSpan> names,
                                                   std::span<const Predicate> predicates) {
  return Matcher(words, names, predicates).best();
}

}  // namespace ev::question
