#include "pipeline/question/frame_reader.hpp"

#include "base/text.hpp"
#include "pipeline/question/frame_words.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>

namespace ev::question {

FrameReader::FrameReader(std::string_view text) : text_(text), words_(words_of(text)) {
  out_.question = std::string(text::trim(text));
  std::erase_if(words_, [](const Word& w) { return w.text == "."; });
}

QuestionFrame FrameReader::read() {
  drop_disclaimer();
  find_polarity();
  if (disclaimed_) out_.denied = !out_.denied;
  drop_speaker();
  drop_hedges();
  take_setting();
  take_comparator();
  drop_opening();
  put_circumstance_last();
  out_.open = query_gen::open_place(text_);
  if (read_open()) return std::move(out_);
  names_ = ConceptLexicon::built_in().find(words_);
  std::erase_if(names_, [](const ConceptSpan& s) {
    const bool lesser = s.level > 0 && s.level < 1;
    return lesser || (s.about->kind == ConceptKind::form && s.end - s.begin < 2);
  });
  predicates_ = find_predicates(words_, names_);
  std::erase_if(predicates_, [this](const Predicate& p) {  // "exercise-induced"
    const Word& word = words_[p.begin];
    return word.text.ends_with("ed") && word.begin > 0 && text_[word.begin - 1] == '-';
  });
  if (const auto match = read_construction(words_, names_, predicates_)) {
    weigh(*match);
    fill(*match);
  } else {
    arm_ = words_;
    out_.by_value = out_.by_value || (predicates_.empty() && out_.against_active());
  }
  if (asks_what(arm_)) arm_.clear();
  out_.intervention = read_slot(arm_);
  // "Long covid fatigue": a topic without anything given.
  if (predicates_.empty() && !out_.intervention.names_agent() &&
      out_.intervention.names_outcome() && out_.intervention.own.empty() && !take_pair()) {
    said_.insert(said_.begin(), arm_.begin(), arm_.end());
    out_.intervention = {};
  }
  split_equals();
  put_control_second();
  note_qualifiers();
  read_outcome();
  name_open_place();
  return std::move(out_);
}

// "What is", "does", "there is no", "there is no evidence that".
void FrameReader::drop_opening() {
  constexpr std::string_view kQuestion[] = {"what", "how", "why", "which", "whether"};
  constexpr std::string_view kAfterThere[] = {"no", "difference", "in", "a", "any", "little"};
  constexpr std::string_view kProof[] = {"evidence", "proof", "indication", "sign"};
  const WordSets& sets = word_sets();
  const auto drop = [this] { words_.erase(words_.begin()); };
  while (words_.size() > 1 && (sets.auxiliary.has(words_.front()) ||
                               (is_among(kQuestion, words_.front()) &&
                                (!asks_what(words_) || sets.auxiliary.has(words_[1]))))) {
    asks_ = true;
    drop();
  }
  there_ = is(0, "there");
  if (!there_) return;
  drop();
  while (!words_.empty() &&
         (sets.auxiliary.has(words_.front()) || is_among(kAfterThere, words_.front())))
    drop();
  if (words_.size() < 2 || !is_among(kProof, words_.front()) || !is(1, "that")) return;
  drop();
  drop();
  there_ = false;
}

// "In asthma, A helps": said last.
void FrameReader::put_circumstance_last() {
  constexpr std::string_view kOpens[] = {"in", "among", "for",   "after", "during",
                                         "by", "under", "given", "with"};
  if (words_.empty() || !is_among(kOpens, words_.front())) return;
  const auto comma =
      std::find_if(words_.begin(), words_.end(), [](const Word& w) { return w.text == ","; });
  if (comma == words_.end()) return;
  std::rotate(words_.begin(), comma, words_.end());
  words_.erase(words_.begin());
}

// ---- the sign and the slots

// Whether a degree or value word speaks of the predicate: no part of a name or of what is given.
bool FrameReader::says_degree(const ConstructionMatch& match, std::size_t i) const {
  const auto holds = [i](const auto& s) { return s.begin <= i && i < s.end; };
  return !holds(match.given) &&
         std::none_of(names_.begin(), names_.end(),
                      [&](const ConceptSpan& s) { return holds(s) && s.end - s.begin > 1; });
}

// "Causes less" is down, "lowers more" is down, "rises are rarer" is down, "gets better" is good.
void FrameReader::weigh(const ConstructionMatch& match) {
  const WordSets& sets = word_sets();
  int degree = 1;
  int value = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const auto is_of_predicate = [i](const Predicate& p) { return p.begin <= i && i < p.end; };
    if (!says_degree(match, i) ||
        std::any_of(predicates_.begin(), predicates_.end(), is_of_predicate))
      continue;
    if (sets.degree_down.has(words_[i])) degree = -degree;
    if (sets.value_up.has(words_[i])) value = 1;
    if (sets.value_down.has(words_[i])) value = -1;
  }
  Effect effect = match.effect;
  const auto beside = [&](const auto& look) {
    for (std::size_t i = 0; i < predicates_.size(); ++i) {
      const bool read = i == match.predicate || predicates_[i].form == PredicateForm::reversed;
      if (!read && says_degree(match, predicates_[i].begin)) look(predicates_[i]);
    }
  };
  beside([&effect](const Predicate& p) {
    const bool directed = p.effect == Effect::up || p.effect == Effect::down;
    if (effect == Effect::change && p.form == PredicateForm::noun)  // "a lowering effect"
      effect = directed ? Effect::up : p.effect;
    else if (effect == Effect::light && !directed)
      effect = p.effect;
  });
  if (effect == Effect::light && value != 0) {
    effect = value > 0 ? Effect::good : Effect::bad;
    value = 0;
  }
  // "Worth taking for Y", "any point in A for Y": what is given for an ill is to do good.
  const std::size_t lead = match.outcome.begin;
  const bool for_it =
      match.unsaid && predicates_.empty() && lead > 0 &&
      (is(lead, "for") || is(lead - 1, "for") || is(lead, "against") || is(lead - 1, "against"));
  if (effect == Effect::light && for_it) effect = Effect::good;
  const bool valued = effect == Effect::good || effect == Effect::bad;
  int turned = 1;
  beside([&turned, valued](const Predicate& p) {
    const bool quality =
        p.form == PredicateForm::adjective || (p.form == PredicateForm::noun && !valued);
    if (quality && p.effect == Effect::down) turned = -turned;
  });
  const bool down = effect == Effect::down || effect == Effect::bad || effect == Effect::harmless;
  sign_ = (down ? -1 : 1) * degree * turned * (value < 0 ? -1 : 1);
  out_.by_value = effect == Effect::good || effect == Effect::bad || effect == Effect::harmless;
  // Names alone, as in a search box, ask for any effect.
  const bool opposite =
      std::any_of(names_.begin(), names_.end(), [](const ConceptSpan& s) { return s.level < 0; });
  const bool topic = match.bare && !asks_ && !there_ && !opposite && predicates_.empty() &&
                     effect == Effect::light && degree > 0 && !out_.denied && !out_.alike;
  // "A versus B in C" asks which is better, as "A versus B for C" does.
  const bool contest = topic && out_.against_active();
  out_.by_value = out_.by_value || contest;
  out_.either = effect == Effect::change || (topic && !contest);
  out_.sense_unknown = match.unsaid && effect == Effect::light && !topic && degree > 0 &&
                       value == 0 && turned > 0 && !out_.denied && !out_.alike && !out_.comparator;
  out_.denied = out_.denied || effect == Effect::harmless;
}

void FrameReader::say(const WordRange& range, const char* join) {
  if (range.begin == range.end) return;
  if (!said_.empty() || *join != ',') {
    said_.push_back(plain_word(join));
    said_.back().mark = *join == ',';
  }
  const std::span<const Word> words = slice(words_, range.begin, range.end);
  said_.insert(said_.end(), words.begin(), words.end());
}

// The outcome first, then what stood between and behind, and whose it is.
void FrameReader::fill(const ConstructionMatch& match) {
  arm_ = words_between(words_, match.given.begin, match.given.end);
  WordRange outcome = match.outcome;
  // "A rise in …", "healing …": the sign is weighed already.
  for (const Predicate& p : predicates_) {
    const std::size_t next = p.end + (is(p.end, "in") || is(p.end, "of") ? 1 : 0);
    if (p.form == PredicateForm::noun && p.begin >= outcome.begin && next < outcome.end &&
        read_slot(slice(words_, outcome.begin, p.begin)).empty() &&
        (next > p.end || read_slot(slice(words_, next, outcome.end)).names_outcome()))
      outcome.begin = next;
  }
  say(outcome, ",");
  for (const WordRange& range : match.beside) say(range, range.end < words_.size() ? "," : "in");
  say(match.whose, "in");
}

// "A and B are equally effective": two arms; "early and late A" are two forms of one.
void FrameReader::split_equals() {
  const auto joined =
      std::find_if(arm_.begin(), arm_.end(), [](const Word& w) { return w.text == "and"; });
  if (!out_.alike || out_.comparator || joined == arm_.end()) return;
  const auto is_arm = [](const Slot& s) {
    return !s.empty() && (s.names_agent() || !s.names_outcome());
  };
  std::vector<Word> words(arm_.begin(), joined);
  Slot first = read_slot(words);
  Slot second = read_slot(std::span(joined + 1, arm_.end()));
  if (!is_arm(first) || !is_arm(second)) return;
  if (first.terms.empty() && first.own.empty() && !second.forms.empty()) {
    const std::size_t shared = second.forms.front().end;
    words.insert(words.end(), second.words.begin() + static_cast<std::ptrdiff_t>(shared),
                 second.words.end());
    first = read_slot(words);
  }
  out_.intervention = std::move(first);
  out_.comparator = std::move(second);
}

// "Placebo is inferior to A" says of A that it is better.
void FrameReader::put_control_second() {
  if (!out_.comparator || out_.comparator->is_control() || !out_.intervention.is_control()) return;
  std::swap(out_.intervention, *out_.comparator);
  sign_ = -sign_;
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

// "Without side effects", "without diabetes": neither the outcome nor whose it is.
void FrameReader::drop_absent() {
  constexpr std::string_view kNext[] = {"in", "among", "during", "after", "and"};
  const auto from =
      std::find_if(said_.begin(), said_.end(), [](const Word& w) { return w.text == "without"; });
  const auto to = std::find_if(from, said_.end(),
                               [&kNext](const Word& w) { return w.mark || is_among(kNext, w); });
  said_.erase(from, to);
}

// "Osteoarthritis pain", "menopausal hot flushes": the first tells whose or what kind the second
// is.
bool FrameReader::qualifies_next(const ConceptSpan& span, const std::vector<ConceptSpan>& all) {
  return std::any_of(all.begin(), all.end(), [&span](const ConceptSpan& next) {
    return next.begin == span.end && next.about->kind == ConceptKind::outcome &&
           next.about != span.about && next.level > 0 && span.level > 0;
  });
}

void FrameReader::read_outcome() {
  constexpr std::string_view kCircumstances[] = {"in",    "among",     "during",
                                                 "after", "following", "on"};
  const WordSets& sets = word_sets();
  drop_absent();
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
  note_people(said);
  note_forms(said);
  for (const ConceptSpan& s : said.terms) {
    // "Symptoms of depression": less of them is less of it.
    const bool sign_of =
        s.about->name == "symptom" && s.end < said_.size() && said_[s.end].text == "of";
    if (s.about->kind != ConceptKind::outcome || sign_of || qualifies_next(s, said.terms)) continue;
    auto& list = is_of_population(s, circumstance, out_.outcomes) ? out_.population : out_.outcomes;
    list.push_back(s);
  }
  for (const OwnWord& own : said.own) {
    if (own.at < setting)
      out_.outcome_words.push_back(own.word);
    else
      out_.population_words.push_back(own.word.text);
  }
  if (out_.outcomes.empty() && out_.outcome_words.empty()) take_agent_for_outcome(said, setting);
  // "Raises B faster": how soon B rises, no outcome beside it.
  if (out_.outcomes.size() > 1)
    std::erase_if(out_.outcomes,
                  [](const ConceptSpan& s) { return s.about->name == "time to response"; });
  name_outcome(said);
}

// "Inhibits angiotensin II": a substance that is acted on.
void FrameReader::take_agent_for_outcome(const Slot& said, std::size_t setting) {
  for (const ConceptSpan& s : said.terms) {
    if (s.about->kind == ConceptKind::outcome || s.begin >= setting) continue;
    for (std::size_t i = s.begin; i < s.end; ++i) {
      if (!said_[i].mark) out_.outcome_words.push_back(said_[i]);
    }
    return;
  }
}

void FrameReader::name_outcome(const Slot& said) {
  constexpr std::string_view kIlls[] = {"symptom", "attack", "episod", "complaint", "risk"};
  // "In efficacy", "more effective": that it is good or bad for them, no thing of its own.
  if (out_.by_value) {
    std::erase_if(out_.outcome_words, [](const Word& w) {
      const auto effect = effect_of(w);
      return effect == Effect::good || effect == Effect::bad;
    });
  }
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
  if (out_.sense_unknown) out_.not_understood.push_back("what is said of the outcome");
}

}  // namespace ev::question
