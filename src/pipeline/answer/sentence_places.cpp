#include "pipeline/answer/sentence_places.hpp"

#include "pipeline/answer/sentence_cues.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

namespace ev::answer {
namespace {

Places places_of(const std::vector<Named>& names) {
  Places out;
  for (const Named& n : names) {
    for (std::size_t i = n.begin; i < n.end; ++i) out.insert(i);
  }
  return out;
}

// "Both drugs", "neither treatment", "the active treatment": what the record is about.
std::vector<Named> references_in(const SentenceWords& s) {
  constexpr std::string_view kFirst[] = {"both",  "the", "this",   "active",
                                         "study", "all", "neither"};
  constexpr std::string_view kThings[] = {"drug",       "drugs",        "treatment",  "treatments",
                                          "therapy",    "therapies",    "agents",     "agent",
                                          "medication", "intervention", "supplement", "regimens"};
  constexpr double kByReference = 0.9;
  std::vector<Named> out;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (!is_any_of(kFirst, s.text(i))) continue;
    const std::size_t at = s.text(i + 1) == "active" || s.text(i + 1) == "study" ? i + 2 : i + 1;
    if (is_any_of(kThings, s.text(at)) && s.text(at + 1) != "of" && s.text(at + 1) != "for")
      out.push_back({at, at + 1, kByReference, 1});
  }
  return out;
}

// What a record is about is said early: so many of its sentences are looked at, for this is asked
// again for every sentence that is read.
constexpr std::size_t kOpening = 12;

std::span<const SentenceWords> opening_of(const RecordWords& record) {
  const std::span<const SentenceWords> all(record.sentences());
  return all.first(std::min(all.size(), kOpening));
}

// Whether the title, or a sentence that says what was done, names both arms and no third.
bool sets_apart(const question::QuestionFrame& frame, const RecordWords& record) {
  for (const SentenceWords& s : opening_of(record)) {
    const doc::Role role = s.sentence->role;
    const bool tells =
        role == doc::Role::title || role == doc::Role::objective || role == doc::Role::methods;
    if (!tells) continue;
    const Places given = places_of(find_arm(frame.intervention, &*frame.comparator, s, record));
    const Places against = places_of(find_arm(*frame.comparator, &frame.intervention, s, record));
    if (given.empty() || against.empty()) continue;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (given.count(i) == 0 && against.count(i) == 0 && !s.words[i].mark &&
          question::ConceptLexicon::built_in().is_drug(s.words[i]))
        return false;
    }
    return true;
  }
  return false;
}

// "Between the groups", "both treatments", "the two drugs": the arms of such a record.
std::vector<Named> arms_referred_to(const SentenceWords& s) {
  constexpr std::string_view kBoth[] = {"both", "two", "2", "either", "between", "neither", "all"};
  constexpr std::string_view kArms[] = {"group",      "groups",   "arms",      "drug",
                                        "drugs",      "agents",   "treatment", "treatments",
                                        "procedures", "regimens", "therapies", "compounds"};
  constexpr std::size_t kReach = 4;
  constexpr double kByReference = 0.8;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (!is_any_of(kBoth, s.text(i))) continue;
    for (std::size_t k = i + 1; k < std::min(s.size(), i + kReach); ++k) {
      if (is_any_of(kArms, s.text(k))) return {{k, k + 1, kByReference, 1}};
    }
  }
  return {};
}

// Whether the title or the aim names the outcome: then "is effective" speaks of it.
bool is_about_outcome(const question::QuestionFrame& frame, const RecordWords& record) {
  const std::span<const SentenceWords> opening = opening_of(record);
  return std::any_of(opening.begin(), opening.end(), [&frame](const SentenceWords& s) {
    const doc::Role role = s.sentence->role;
    return (role == doc::Role::title || role == doc::Role::objective) &&
           !find_outcomes(frame, s).empty();
  });
}

// "Superior in tolerability", "an advantage in cost": not of what it is given for.
bool is_of_safety(const SentenceWords& s, std::size_t i) {
  constexpr std::string_view kStems[] = {"tolera", "safe", "advers", "complian", "cost", "side"};
  constexpr std::size_t kReach = 9;
  for (std::size_t k = i + 1; k < std::min(s.size(), i + kReach); ++k) {
    if (s.text(k) == ";" || s.text(k) == "and") return false;
    if (std::any_of(std::begin(kStems), std::end(kStems),
                    [&](std::string_view stem) { return s.words[k].stem.starts_with(stem); }))
      return true;
  }
  return false;
}

// "Is effective", "is superior to" in a record about the condition that is asked about.
Places efficacy_in(const SentenceWords& s) {
  constexpr std::string_view kWords[] = {
      "effective",   "efficacious", "efficacy", "effectiveness", "ineffective", "superior",
      "superiority", "inferior",    "benefit",  "benefits",      "advantage",   "advantages"};
  Places out;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (is_any_of(kWords, s.text(i)) && !is_of_safety(s, i)) out.insert(i);
  }
  return out;
}
// "Healing rates", "was eradicated", "relapses": of the condition that the record is about.
std::vector<Named> courses_in(const SentenceWords& s) {
  constexpr std::string_view kGood[] = {"healing",    "healed",      "heal",       "cure",
                                        "cured",      "eradication", "eradicated", "remission",
                                        "remissions", "resolution",  "recovery",   "recovered"};
  constexpr std::string_view kBad[] = {"relapse",    "relapses",    "relapsed",
                                       "recurrence", "recurrences", "recurred"};
  constexpr double kByTopic = 0.6;
  std::vector<Named> out;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (is_any_of(kGood, s.text(i))) out.push_back({i, i + 1, kByTopic, -1});
    if (is_any_of(kBad, s.text(i))) out.push_back({i, i + 1, kByTopic, 1});
  }
  return out;
}
bool asks_for_efficacy(const question::QuestionFrame& frame) {
  using question::QuestionType;
  const QuestionType type = question::type_of(frame);
  const bool of_treatment = type == QuestionType::efficacy || type == QuestionType::prevention ||
                            type == QuestionType::comparison;
  return of_treatment && !frame.no_outcome && frame.good < 0;
}

bool is_number(const std::string& word) {
  return !word.empty() && word.front() >= '0' && word.front() <= '9';
}

// "Pain-free", "free of pain"
bool is_freed(const SentenceWords& s, const Named& n) {
  if (s.text(n.end) == "free") return true;
  if (n.begin < 2 || s.text(n.begin - 2) != "free") return false;
  return s.text(n.begin - 1) == "of" || s.text(n.begin - 1) == "from";
}

// "Healing of ulcers", "resolution rates of heartburn", "symptom control": of their end.
bool is_of_its_end(const SentenceWords& s, const Named& n) {
  constexpr std::string_view kEnds[] = {"healing",   "resolution", "eradication",  "cure",
                                        "remission", "clearance",  "disappearance"};
  constexpr std::string_view kBehind[] = {"control", "resolution", "healing", "clearance"};
  constexpr std::size_t kReach = 6;
  constexpr std::string_view kPeople[] = {"group", "groups", "arm", "subjects", "patients"};
  if (is_any_of(kBehind, s.text(n.end)) && n.sign > 0)
    return !is_any_of(kPeople, s.text(n.end + 1));
  if (n.sign < 0) return false;  // the name says so itself
  for (std::size_t k = n.begin > kReach ? n.begin - kReach : 0; k < n.begin; ++k) {
    if (!is_any_of(kEnds, s.text(k))) continue;
    for (std::size_t i = k + 1; i < n.begin; ++i) {
      if (s.text(i) == "of" || s.text(i) == "in") return true;
      if (s.text(i) != "rate" && s.text(i) != "rates") break;
    }
  }
  return false;
}

bool tells_safety(const SentenceWords& s) {
  constexpr std::string_view kEffects[] = {"effective", "efficacy", "efficacious", "improved",
                                           "benefit",   "superior", "reduced"};
  const auto any = [&s](const auto& holds) {
    return std::any_of(s.words.begin(), s.words.end(), holds);
  };
  return any([](const question::Word& w) {
           return w.stem.starts_with("tolera") || w.stem.starts_with("adverse");
         }) &&
         !any([&kEffects](const question::Word& w) { return is_any_of(kEffects, w.text); });
}

// "In men with osteoporosis" tells of whom, not what became of it, where the sentence names the
// outcome elsewhere too or speaks of safety.
// True: all that are left do.
bool drop_patients(const SentenceWords& s, std::vector<Named>& outcomes) {
  constexpr std::size_t kReach = 4;
  const question::WordSets& sets = question::word_sets();
  const auto of_patients = [&](const Named& n) {
    // "Symptomatic patients"
    if (n.end < s.size() && n.end == n.begin + 1 && s.text(n.begin).ends_with("ic") &&
        sets.people.has_stem(s.words[n.end]))
      return true;
    for (std::size_t back = 1; back <= std::min(n.begin, kReach); ++back) {
      const std::size_t k = n.begin - back;
      if (s.text(k) == "with" && k > 0) return sets.people.has_stem(s.words[k - 1]);
    }
    return false;
  };
  const bool all = std::all_of(outcomes.begin(), outcomes.end(), of_patients);
  if (!all || tells_safety(s)) std::erase_if(outcomes, of_patients);
  return all && !outcomes.empty();
}

bool names_other_outcome(const SentenceWords& s, const ClauseView& clause) {
  return std::any_of(s.names.begin(), s.names.end(), [&clause](const question::ConceptSpan& n) {
    return n.about->kind == question::ConceptKind::outcome && n.begin >= clause.begin &&
           n.begin < clause.end;
  });
}

// Whether the clause's verb stands without an object or subject of its own: "but increased with A",
// "but not A", "whereas these variables were not changed by A".
bool speaks_of_the_same(const SentenceWords& s, const ClauseView& clause,
                        const SentenceCues& cues) {
  constexpr std::string_view kPronouns[] = {"these", "this", "it", "they", "no", "such"};
  if (names_other_outcome(s, clause)) return false;
  for (std::size_t i = clause.begin; i < clause.end; ++i) {
    if (is_any_of(kPronouns, s.text(i)) || s.text(i) == "not") return true;
    const CueKind kind = cues.at(i).kind;
    if (kind != CueKind::directed && kind != CueKind::valued) continue;
    std::size_t next = i + 1;
    while (next < clause.end && (s.text(next).ends_with("ly") || s.text(next).ends_with("fold") ||
                                 is_number(s.text(next))))
      ++next;
    return next >= clause.end || s.words[next].mark ||
           question::word_sets().preposition.has(s.words[next]) || s.text(next) == "to" ||
           s.text(next) == "than";
  }
  return false;
}

void take_over(const SentenceWords& s, const SentenceCues& cues, std::vector<ClauseView>& clauses) {
  for (std::size_t c = 1; c < clauses.size(); ++c) {
    ClauseView& clause = clauses[c];
    const ClauseView& before = clauses[c - 1];
    if (!clause.own_arms) {
      clause.given = before.given;
      clause.against = before.against;
      clause.others = before.others;
      clause.controls = before.controls;
    }
    if (!clause.own_outcome && speaks_of_the_same(s, clause, cues)) clause.outcome = before.outcome;
  }
}

}  // namespace

SentencePlaces find_places(const question::QuestionFrame& frame, const SentenceWords& s,
                           const RecordWords& record) {
  SentencePlaces out;
  const question::Slot* other = frame.comparator ? &*frame.comparator : nullptr;
  out.intervention = find_arm(frame.intervention, other, s, record);
  if (other != nullptr) out.comparator = find_arm(*other, &frame.intervention, s, record);
  if (frame.against_active() && out.intervention.empty() && out.comparator.empty()) {
    std::vector<Named> arms = arms_referred_to(s);
    if (!arms.empty() && sets_apart(frame, record)) {
      out.intervention = out.comparator = std::move(arms);
      out.both_by_reference = true;
    }
  }
  if (out.intervention.empty() && out.comparator.empty() && !record.sentences().empty() &&
      !find_arm(frame.intervention, nullptr, record.sentences().front(), record).empty()) {
    out.intervention = references_in(s);
  }
  out.outcomes = find_outcomes(frame, s);
  const bool whose_alone = drop_patients(s, out.outcomes);
  // "A was as effective as B in patients with C"
  if (whose_alone && asks_for_efficacy(frame)) {
    out.efficacy = efficacy_in(s);
    if (!out.efficacy.empty()) out.outcomes.clear();
  }
  const bool by_topic = out.efficacy.empty() && out.outcomes.empty() && asks_for_efficacy(frame) &&
                        is_about_outcome(frame, record);
  if (by_topic) out.outcomes = courses_in(s);
  for (Named& n : out.outcomes) {
    if (is_freed(s, n) || is_of_its_end(s, n)) n.sign = -n.sign;
  }
  out.given = places_of(out.intervention);
  out.against = places_of(out.comparator);
  for (const std::size_t i : out.given) out.against.erase(i);
  out.arms = out.given;
  out.arms.insert(out.against.begin(), out.against.end());
  std::vector<Named> by_length = out.outcomes;
  std::stable_sort(by_length.begin(), by_length.end(), [](const Named& a, const Named& b) {
    return std::make_tuple(a.end - a.begin, a.directness) <
           std::make_tuple(b.end - b.begin, b.directness);
  });
  for (const Named& n : by_length) {
    for (std::size_t i = n.begin; i < n.end; ++i) {
      if (out.arms.count(i) == 0) out.signs[i] = n.sign;
    }
  }
  if (by_topic && out.outcomes.empty()) out.efficacy = efficacy_in(s);
  const question::WordSets& sets = question::word_sets();
  std::set<std::string> asked;  // "clozapine levels": no other drug
  for (const question::Word& w : question::words_of(frame.question)) asked.insert(w.text);
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s.words[i].mark) continue;
    if (sets.control.has_stem(s.words[i])) out.controls.insert(i);
    if (out.arms.count(i) == 0 && out.signs.count(i) == 0 && asked.count(s.text(i)) == 0 &&
        question::ConceptLexicon::built_in().is_drug(s.words[i]))
      out.others.insert(i);
  }
  return out;
}

std::vector<ClauseView> clauses_of(const SentenceWords& s, const SentencePlaces& places) {
  std::vector<ClauseView> out;
  const SentenceCues cues(s, places.arms);
  const auto within = [](const Places& all, const ClauseView& clause) {
    return Places(all.lower_bound(clause.begin), all.lower_bound(clause.end));
  };
  for (std::size_t i = 0; i < s.size();) {
    ClauseView clause{.begin = i};
    while (i < s.size() && s.clause[i] == s.clause[clause.begin]) ++i;
    clause.end = i;
    clause.given = within(places.given, clause);
    clause.against = within(places.against, clause);
    clause.others = within(places.others, clause);
    clause.controls = within(places.controls, clause);
    clause.own_arms = !clause.given.empty() || !clause.against.empty() || !clause.others.empty();
    for (const auto& [at, sign] : places.signs) {
      if (at >= clause.begin && at < clause.end) clause.outcome.insert(at);
    }
    clause.own_outcome = !clause.outcome.empty();
    clause.efficacy = within(places.efficacy, clause);
    out.push_back(std::move(clause));
  }
  take_over(s, cues, out);
  return out;
}

}  // namespace ev::answer
