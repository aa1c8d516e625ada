#include "pipeline/question/frame_reader.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace ev::question {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

template <std::size_t N>
bool is_among(const std::string_view (&list)[N], const Word& word) {
  return std::find(std::begin(list), std::end(list), word.text) != std::end(list);
}

struct CueMeaning {
  char effect = '+';
  int form = 0;
};

std::string cue_key(std::span<const Word> words) {
  std::string key;
  for (const Word& word : words) key += (key.empty() ? "" : " ") + word.stem;
  return key;
}

const std::map<std::string, CueMeaning>& cue_table() {
  static const std::map<std::string, CueMeaning> table = [] {
    std::map<std::string, CueMeaning> out;
    const DataTable cues = data_table("lexicon/question_cues.tsv");
    for (const DataTable::Row& row : cues.rows()) {
      const std::string_view effect = row["effect"];
      const int form = row["form"] == "verb" ? 0 : row["form"] == "adjective" ? 1 : 2;
      const char sign = effect == "up"     ? '+'
                        : effect == "down" ? '-'
                        : effect == "good" ? 'g'
                        : effect == "bad"  ? 'b'
                                           : 'c';
      out[cue_key(words_of(row["phrase"]))] = {sign, form};
    }
    return out;
  }();
  return table;
}

bool has_content(std::span<const Word> words) {
  return std::any_of(words.begin(), words.end(), is_content);
}

std::span<const Word> slice(const std::vector<Word>& words, std::size_t begin, std::size_t end) {
  return std::span(words).subspan(begin, end - begin);
}

std::vector<Word> words_between(const std::vector<Word>& words, std::size_t begin,
                                std::size_t end) {
  if (begin >= end) return {};
  return {words.begin() + static_cast<std::ptrdiff_t>(begin),
          words.begin() + static_cast<std::ptrdiff_t>(end)};
}

Word plain_word(const char* text) {
  return {text, text, 0, 0, false};
}

}  // namespace

FrameReader::FrameReader(std::string_view text) : words_(words_of(text)) {
  out_.question = std::string(text::trim(text));
  std::erase_if(words_, [](const Word& w) { return w.text == "."; });
}

QuestionFrame FrameReader::read() {
  find_polarity();
  take_comparator();
  drop_opening();
  names_ = ConceptLexicon::built_in().find(words_);
  std::erase_if(names_, [](const ConceptSpan& s) {
    const bool lesser = s.level > 0 && s.level < 1;
    return lesser || (s.about->kind == ConceptKind::form && s.end - s.begin < 2);
  });
  find_cues();
  find_degree();
  weigh();
  part(predicate());
  if (is_turned()) {
    turn();
  } else {
    arm_ = left_;
    said_ = right_;
  }
  out_.intervention = read_slot(arm_);
  split_equals();
  read_outcome();
  return std::move(out_);
}

// "Not", "no better than", "as good as", "no difference".
void FrameReader::find_polarity() {
  const WordSets& sets = word_sets();
  bool no = false;
  bool nothing = false;
  bool differs = false;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const bool apart = is(i, "not") && i > 0 && is(i - 1, "but");
    out_.denied = out_.denied || (sets.denying.has(words_[i]) && !apart);
    out_.alike = out_.alike || sets.alike.has(words_[i]);
    no = no || is(i, "no");
    nothing = nothing || (is(i, "nothing") && i > 0 && is(i - 1, "adds"));
    differs = differs || is(i, "difference") || (is(i, "effect") && i > 0 && is(i - 1, "no"));
  }
  out_.alike = out_.alike || (no && differs) || nothing;
}

// ---- what it is compared with

bool FrameReader::take(std::size_t from, std::size_t join, bool between) {
  const WordSets& sets = word_sets();
  std::size_t begin = join;
  while (begin < words_.size() && sets.comparator_lead.has(words_[begin])) ++begin;
  std::size_t end = begin;
  while (end < words_.size() && !words_[end].mark &&
         !(end > begin && sets.comparator_end.has(words_[end])))
    ++end;
  if (end <= begin) return false;
  out_.comparator = read_slot(slice(words_, begin, end));
  std::vector<Word> rest = words_between(words_, 0, from);
  if (between) {
    rest.push_back(plain_word("by"));
    const std::vector<Word> first = words_between(words_, from + 1, join - 1);
    rest.insert(rest.end(), first.begin(), first.end());
  }
  const std::vector<Word> behind = words_between(words_, end, words_.size());
  rest.insert(rest.end(), behind.begin(), behind.end());
  if (from == 0 && !rest.empty() && rest.front().text == ",") rest.erase(rest.begin());
  words_ = std::move(rest);
  return true;
}

bool FrameReader::cut_at_join(std::size_t i) {
  constexpr std::string_view kRanks[] = {"superior", "inferior", "preferable", "equivalent",
                                         "equal",    "similar",  "comparable", "identical"};
  const bool compared = is(i, "compared") || is(i, "versus") || is(i, "vs") ||
                        (is(i, "comparison") && is(i + 1, "with"));
  if (compared) return take(i, i + 1, false);
  const bool ranked = is(i, "to") && i > 0 && is_among(kRanks, words_[i - 1]);
  return (is(i, "than") || ranked) && take(i, i + 1, false);
}

bool FrameReader::cut_as_as(std::size_t i) {
  constexpr std::size_t kReach = 6;
  if (!is(i, "as") || i == 0) return false;
  for (std::size_t k = i + 1; k < std::min(words_.size(), i + kReach); ++k) {
    if (!is(k, "as")) continue;
    out_.alike = take(k, k + 1, false) || out_.alike;
    return out_.comparator.has_value();
  }
  return false;
}

bool FrameReader::cut_between(std::size_t i) {
  if (!is(i, "between")) return false;
  for (std::size_t k = i + 1; k < words_.size(); ++k) {
    if (is(k, "and")) return take(i, k + 1, true);
  }
  return false;
}

void FrameReader::take_comparator() {
  using Form = bool (FrameReader::*)(std::size_t);
  for (const Form form :
       {&FrameReader::cut_at_join, &FrameReader::cut_as_as, &FrameReader::cut_between}) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if ((this->*form)(i)) return;
    }
  }
  for (std::size_t i = 0; i + 2 < words_.size(); ++i) {
    if (is(i, "but") && is(i + 1, "not") && take(i, i + 2, false)) return;
  }
}

void FrameReader::drop_opening() {
  constexpr std::string_view kAfterThere[] = {"no", "difference", "in", "a", "any"};
  const WordSets& sets = word_sets();
  if (!words_.empty() && sets.auxiliary.has(words_.front())) words_.erase(words_.begin());
  there_ = is(0, "there");
  if (!there_) return;
  words_.erase(words_.begin());
  while (!words_.empty() &&
         (sets.auxiliary.has(words_.front()) || is_among(kAfterThere, words_.front())))
    words_.erase(words_.begin());
}

// ---- the predicate

bool FrameReader::is_inside(std::size_t begin, std::size_t end) const {
  return std::any_of(names_.begin(), names_.end(), [&](const ConceptSpan& s) {
    return s.begin <= begin && end <= s.end && s.end - s.begin > end - begin;
  });
}

void FrameReader::find_cues() {
  constexpr std::size_t kLongest = 3;
  constexpr std::string_view kParticiples[] = {"treated", "treating", "controlled"};
  for (std::size_t i = 0; i < words_.size();) {
    std::size_t next = i + 1;
    for (std::size_t n = std::min(kLongest, words_.size() - i); n > 0; --n) {
      const auto found = cue_table().find(cue_key(slice(words_, i, i + n)));
      if (found == cue_table().end()) continue;
      const Cue cue{i, i + n, found->second.effect, static_cast<CueForm>(found->second.form)};
      const bool opens = (i == 0 || there_) && cue.form != CueForm::reversed;
      if (!opens && !is_inside(i, i + n) && !is_among(kParticiples, words_[i]))
        cues_.push_back(cue);
      next = i + n;
      break;
    }
    i = next;
  }
}

void FrameReader::find_degree() {
  const WordSets& sets = word_sets();
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (is_inside(i, i + 1)) continue;
    const bool cue = std::any_of(cues_.begin(), cues_.end(),
                                 [i](const Cue& c) { return c.begin <= i && i < c.end; });
    const bool up = sets.degree_up.has(words_[i]);
    const bool down = sets.degree_down.has(words_[i]);
    if ((up || down) && !cue) {
      degree_ *= up ? 1 : -1;
      degree_at_ = std::min(degree_at_, i);
    }
    const bool better = sets.value_up.has(words_[i]);
    if (better || sets.value_down.has(words_[i])) {
      value_ = better ? 1 : -1;
      degree_at_ = std::min(degree_at_, i);
    }
  }
}

// The sign of the whole: "causes less" is down, "lowers more" is down, "rises are rarer" is down.
void FrameReader::weigh() {
  char kind = 0;
  for (const Cue& cue : cues_) {
    const bool directed = cue.effect == '+' || cue.effect == '-';
    const int sign = cue.effect == '-' || cue.effect == 'b' ? -1 : 1;
    if (kind == 0) {
      kind = directed ? 'd' : cue.effect == 'c' ? 'c' : 'v';
      sign_ = sign;
    } else if (kind == 'd' && directed && cue.form == CueForm::adjective) {
      sign_ *= sign;
    }
  }
  if (kind == 0) {
    kind = value_ != 0 ? 'v' : 'd';
    sign_ = value_ != 0 ? value_ : degree_;
  } else if (degree_at_ != kNone) {
    sign_ *= degree_ * (value_ < 0 ? -1 : 1);
  }
  out_.by_value = kind == 'v';
  out_.either = kind == 'c';
}

std::size_t FrameReader::predicate() {
  constexpr std::string_view kMakes[] = {"makes", "make", "made", "gets", "get"};
  if (there_) return 0;
  std::size_t at = cues_.empty() ? degree_at_ : std::min(cues_.front().begin, degree_at_);
  const auto first = [this](const auto& is_one) {
    for (std::size_t i = 1; i < words_.size(); ++i) {
      if (is_one(words_[i])) return i;
    }
    return kNone;
  };
  if (at == kNone) at = first([&kMakes](const Word& w) { return is_among(kMakes, w); });
  if (at == kNone) at = first([](const Word& w) { return word_sets().auxiliary.has(w); });
  return at;
}

// Words before and behind the predicate; where it is missing the outcome's name begins the second.
void FrameReader::part(std::size_t at) {
  if (there_) {
    right_ = words_;
    return;
  }
  if (at == kNone || at == 0) {
    at = words_.size();
    for (const ConceptSpan& s : names_) {
      if (s.about->kind != ConceptKind::outcome || s.begin == 0 ||
          !has_content(slice(words_, 0, s.begin)))
        continue;
      at = s.begin;
      break;
    }
    right_ = words_between(words_, at, words_.size());
  } else if (!cues_.empty() && cues_.front().begin == at) {
    right_ = words_between(words_, cues_.front().end, words_.size());
  } else {
    for (std::size_t i = at + 1; i < words_.size(); ++i) {
      if (cues_.empty() || i < cues_.front().begin || i >= cues_.front().end)
        right_.push_back(words_[i]);
    }
  }
  left_ = words_between(words_, 0, at);
  const Slot before = read_slot(left_);
  if (!read_slot(right_).empty() || !before.names_agent() || !before.names_outcome()) return;
  for (const ConceptSpan& s : before.terms) {
    if (s.about->kind != ConceptKind::outcome || s.begin == 0) continue;
    std::vector<Word> outcome = words_between(left_, s.begin, left_.size());
    outcome.insert(outcome.end(), right_.begin(), right_.end());
    right_ = std::move(outcome);
    left_.resize(s.begin);
    return;
  }
}

// Whether the outcome comes first: "Y is raised by X", "Y is rarer with X", "Y is due to X".
bool FrameReader::is_turned() const {
  constexpr std::string_view kBefore[] = {"with", "by", "under", "on"};
  constexpr std::string_view kGives[] = {"when", "with", "given", "on", "by"};
  const Slot left = read_slot(left_);
  const Slot right = read_slot(right_);
  const auto by =
      std::find_if(right_.begin(), right_.end(), [](const Word& w) { return w.text == "by"; });
  const auto any_of = [this](const auto& list) {
    return std::any_of(right_.begin(), right_.end(),
                       [&list](const Word& w) { return is_among(list, w); });
  };
  const bool agent_left = left.names_agent();
  const bool agent_right = right.names_agent();
  const bool outcome_left = left.names_outcome();
  const bool outcome_right = right.names_outcome();
  const bool passive =
      !cues_.empty() && by != right_.end() &&
      (outcome_left || left.empty() ||
       !has_content(std::span(right_).first(static_cast<std::size_t>(by - right_.begin()))));
  if (!cues_.empty() && cues_.front().form == CueForm::reversed) return true;
  if (passive && !(agent_left && !outcome_left && outcome_right && !agent_right)) return true;
  if (outcome_left && !agent_left && agent_right) return true;
  if (agent_right && !outcome_right && (outcome_left || !agent_left)) return true;
  if (left.empty() && agent_right) return true;
  if (outcome_left && !agent_left && !outcome_right && any_of(kBefore)) return true;
  return !agent_left && left.own.empty() && any_of(kGives);
}

bool FrameReader::leads_to_agent(std::size_t join, std::vector<Word>& arm, std::size_t& end) const {
  constexpr std::string_view kEnds[] = {"in", "for", "among", "compared", "than"};
  constexpr std::string_view kSure[] = {"by", "given", "taking"};
  arm.clear();
  for (end = join + 1; end < right_.size(); ++end) {
    if (is_among(kEnds, right_[end]) && has_content(arm)) break;
    arm.push_back(right_[end]);
  }
  const Slot slot = read_slot(arm);
  const bool with = right_[join].text == "with" && !slot.own.empty() && !slot.names_outcome();
  return slot.names_agent() || !slot.forms.empty() || is_among(kSure, right_[join]) || with;
}

void FrameReader::turn() {
  constexpr std::string_view kFirst[] = {"by"};
  constexpr std::string_view kSecond[] = {"given", "taking"};
  constexpr std::string_view kThird[] = {"with",  "on",   "under", "when", "of", "in",
                                         "after", "from", "among", "who",  "to"};
  std::size_t begin = kNone;
  std::size_t end = right_.size();
  const auto seek = [&](const auto& list) {
    for (std::size_t i = 0; i < right_.size() && begin == kNone; ++i) {
      if (is_among(list, right_[i]) && leads_to_agent(i, arm_, end)) begin = i;
    }
  };
  seek(kFirst);
  seek(kSecond);
  seek(kThird);
  if (begin == kNone) {
    begin = 0;
    end = right_.size();
    arm_ = right_;
  }
  said_ = left_;
  said_.push_back(plain_word(","));
  said_.back().mark = true;
  said_.insert(said_.end(), right_.begin(), right_.begin() + static_cast<std::ptrdiff_t>(begin));
  said_.push_back(plain_word("in"));
  said_.insert(said_.end(), right_.begin() + static_cast<std::ptrdiff_t>(end), right_.end());
}

// "A and B are equally effective": two arms.
void FrameReader::split_equals() {
  if (!out_.alike || out_.comparator) return;
  for (std::size_t i = 0; i < arm_.size(); ++i) {
    if (arm_[i].text != "and") continue;
    Slot first = read_slot(slice(arm_, 0, i));
    Slot second = read_slot(slice(arm_, i + 1, arm_.size()));
    if (first.names_agent() && second.names_agent()) {
      out_.intervention = std::move(first);
      out_.comparator = std::move(second);
    }
    return;
  }
}

// ---- the outcome and whose it is

bool FrameReader::is_of_population(const ConceptSpan& span, std::size_t first_circumstance,
                                   const std::vector<ConceptSpan>& free) const {
  constexpr std::string_view kPass[] = {"the",     "a",     "of",     "their",
                                        "chronic", "acute", "severe", "mild"};
  constexpr std::string_view kGovern[] = {"in",        "among", "with",    "during",
                                          "after",     "who",   "without", "at",
                                          "following", "on",    "against"};
  const WordSets& sets = word_sets();
  if (span.begin > first_circumstance) return true;
  if (span.begin > 1 && said_[span.begin - 1].text == "of") {
    for (const ConceptSpan& s : free) {
      if (s.end + 1 == span.begin) return true;  // "recurrence of C": C is whose
    }
  }
  std::size_t k = span.begin;
  while (k > 0) {
    const Word& w = said_[k - 1];
    const bool number = w.text.front() >= '0' && w.text.front() <= '9';
    if (!is_among(kPass, w) && !number && !(sets.people.has_stem(w) && !sets.preposition.has(w)))
      break;
    --k;
  }
  return k > 0 && is_among(kGovern, said_[k - 1]);
}

void FrameReader::read_outcome() {
  constexpr std::string_view kCircumstances[] = {"in",        "among", "during", "after",
                                                 "following", "on",    "without"};
  const WordSets& sets = word_sets();
  while (!said_.empty() &&
         (sets.preposition.has(said_.front()) || sets.function.has(said_.front()) ||
          sets.denying.has(said_.front()) || said_.front().mark))
    said_.erase(said_.begin());
  const Slot said = read_slot(said_);
  std::size_t circumstance = said_.size();
  std::size_t setting = said_.size();
  for (std::size_t i = said_.size(); i-- > 1;) {
    if (is_among(kCircumstances, said_[i])) circumstance = i;
    if (is_among(kCircumstances, said_[i]) || said_[i].text == "with" || said_[i].text == "for")
      setting = i;
  }
  for (const ConceptSpan& s : said.terms) {
    if (s.about->kind != ConceptKind::outcome) continue;
    auto& list = is_of_population(s, circumstance, out_.outcomes) ? out_.population : out_.outcomes;
    list.push_back(s);
  }
  for (const OwnWord& own : said.own) {
    if (own.at < setting)
      out_.outcome_words.push_back(own.word);
    else
      out_.population_words.push_back(own.word.text);
  }
  name_outcome(said);
}

void FrameReader::name_outcome(const Slot& said) {
  constexpr std::string_view kIlls[] = {"symptom", "attack", "episod", "complaint", "risk"};
  if (out_.outcomes.empty() && out_.outcome_words.empty()) {
    out_.no_outcome = true;
    if (!out_.population.empty()) {
      out_.outcomes = {out_.population.front()};
      out_.population.erase(out_.population.begin());
    }
  }
  const auto any = [](const std::vector<Word>& words, const auto& is_one) {
    return std::any_of(words.begin(), words.end(), is_one);
  };
  if (!out_.outcomes.empty()) {
    const ConceptSpan& first = out_.outcomes.front();
    out_.good = first.level > 0 ? first.about->good : -first.about->good;
    out_.outcome_words.clear();
  } else if (out_.no_outcome) {
    const bool ill = any(said.words, [&kIlls](const Word& w) {
      return std::any_of(std::begin(kIlls), std::end(kIlls),
                         [&w](std::string_view stem) { return w.text.starts_with(stem); });
    });
    out_.good = ill ? -1 : 1;
  } else if (any(out_.outcome_words, [](const Word& w) {
               return word_sets().good_measure.has_stem(w) || ConceptLexicon::built_in().is_drug(w);
             })) {
    out_.good = 1;
  }
  out_.direction = out_.by_value ? sign_ * out_.good : sign_;
  const std::vector<ConceptSpan>& named = out_.outcomes;
  if (!named.empty()) {
    out_.outcome_text = named.front().about->name;
  } else {
    for (const Word& w : out_.outcome_words)
      out_.outcome_text += (out_.outcome_text.empty() ? "" : " ") + w.text;
  }
  if (out_.intervention.empty()) out_.not_understood.push_back("what is given or done");
  if (out_.outcome_text.empty()) out_.not_understood.push_back("the outcome");
}

}  // namespace ev::question
