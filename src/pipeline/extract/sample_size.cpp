// The one number of a record that counts all its participants, chosen among those that count some,
// nothing where only arms, groups or those screened are counted.
#include "pipeline/extract/arms_total.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/extract/phrase.hpp"
#include "pipeline/extract/result_sentences.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/size_scorer.hpp"
#include "pipeline/extract/size_words.hpp"
#include "pipeline/extract/statistics.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace ev::extract {

namespace {

constexpr double kGuessed = 0.6;  // confidence of a design that no word states

// "severe (N = 149) and mild gout (N = 79)": a conjunction between two makes both parts.
bool is_listed_beside(const RecordText& record, const SizeCandidate& one,
                      const std::vector<SizeCandidate>& all) {
  return std::any_of(all.begin(), all.end(), [&](const SizeCandidate& other) {
    if (!other.capital || other.sentence != one.sentence || other.span.begin <= one.span.end)
      return false;
    const std::string_view between =
        record.document().text(doc::Span{one.span.field, one.span.end, other.span.begin});
    return between.size() < 80 && between.find_first_of(".;") == std::string_view::npos &&
           (between.find(") and ") == 0 || between.find(") or ") == 0 ||
            between.find(") versus ") == 0);
  });
}

// "tea (N = 12), milk (N = 14), water (N = 11)": capitals beside others count parts too, but for
// one that is all the others together.
void mark_lists(const RecordText& record, std::vector<SizeCandidate>& all) {
  for (SizeCandidate& candidate : all) {
    if (!candidate.capital) continue;
    double others = 0;
    for (const SizeCandidate& other : all) {
      if (other.capital && other.sentence == candidate.sentence && other.span != candidate.span)
        others += other.value;
    }
    if (candidate.value >= others && !is_listed_beside(record, candidate, all)) continue;
    candidate.arm = true;
    candidate.score -= kScoreOfCapitalN - kScoreOfSmallN;
  }
}

// "The study was planned to include 900 adults … 140 were randomized to tea and 150 to water".
void put_back_those_before_draw(const RecordText& record, std::vector<SizeCandidate>& all) {
  static const Patterns kDrawn = {"<3> were|was randomi*ed",
                                  "<3> were|was randomly assigned|allocated|divided"};
  const auto counts_drawn = [](const Sentence& sentence, double other) {
    return std::any_of(sentence.numbers.begin(), sentence.numbers.end(),
                       [&](const doc::Number& number) {
                         return number.integer && number.value != other &&
                                kDrawn.match_at(sentence.tokens, sentence.token_from(number.end));
                       });
  };
  std::erase_if(all, [&](const SizeCandidate& candidate) {
    return candidate.before_draw &&
           std::any_of(
               record.sentences().begin(), record.sentences().end(),
               [&](const Sentence& sentence) { return counts_drawn(sentence, candidate.value); });
  });
}

// Results, and not of a protocol: whoever is counted there has taken part.
bool has_results(const RecordText& record) {
  return std::any_of(
      record.sentences().begin(), record.sentences().end(), [&](const Sentence& sentence) {
        if (!reports_results(sentence)) return false;
        const bool percent = std::any_of(sentence.numbers.begin(), sentence.numbers.end(),
                                         [](const doc::Number& number) { return number.percent; });
        return percent || !p_values_in(sentence).empty() || !effects_of(record, sentence).empty();
      });
}

// Said of those who took part, or of all of them in so many words.
bool took_part(const RecordText& record, const SizeCandidate& candidate) {
  static const Patterns kTaken = {"analy*ed|reached|accrued|accrual|completed|randomi*ed"};
  static const Patterns kLater = {"will"};
  constexpr double kSaidOfAll = 3.5;
  const Sentence& sentence = record.sentences()[candidate.sentence];
  if (candidate.before_draw || find_any(kLater, sentence)) return false;
  return candidate.score >= kSaidOfAll || find_any(allocation_verbs(), sentence) ||
         find_any(kTaken, sentence);
}

// "We planned to enrol 400 adults; 212 were recruited": those who took part. Where a record of
// results counts none of them, the plan is not its sample either, nor is a part of the plan. True
// when that was all.
bool put_back_planned(const RecordText& record, std::vector<SizeCandidate>& all, double threshold) {
  double most = 0;
  for (const SizeCandidate& candidate : all) {
    if (candidate.planned) most = std::max(most, candidate.value);
  }
  if (most == 0) return false;
  const bool reached = std::any_of(all.begin(), all.end(), [&](const SizeCandidate& c) {
    return c.score >= threshold && took_part(record, c);
  });
  if (!reached && !has_results(record)) return false;
  std::erase_if(all,
                [&](const SizeCandidate& c) { return c.planned || (!reached && c.value < most); });
  return !reached;
}

// "27 adults were randomized to tea; 26 adults were randomized to water": two parts.
void mark_drawn_apart(const RecordText& record, std::vector<SizeCandidate>& all) {
  static const Patterns kDrawn = {"were|was <1> randomi*ed|assigned|allocated <1> to|into"};
  constexpr double kLeastShare = 0.4;  // of the other arm; what is drawn again is a small part
  const auto drawn = [&](const SizeCandidate& candidate) {
    const Sentence& sentence = record.sentences()[candidate.sentence];
    return kDrawn
        .match_at(sentence.tokens, sentence.token_from(candidate.span.end - sentence.span().begin))
        .has_value();
  };
  for (SizeCandidate& candidate : all) {
    const bool apart = drawn(candidate) && std::any_of(all.begin(), all.end(), [&](const auto& c) {
                         return c.sentence == candidate.sentence && c.span != candidate.span &&
                                drawn(c) && c.value > kLeastShare * candidate.value &&
                                candidate.value > kLeastShare * c.value;
                       });
    if (!apart) continue;
    candidate.arm = true;
    candidate.score -= 3.0;
  }
}

// "A subset of 60 adults from among the 400 nurses of the trial": the many are another study's.
void put_back_source_of_subset(const RecordText& record, std::vector<SizeCandidate>& all) {
  static const Patterns kSubset = {
      "subset|subsample|subgroup|substudy of # <6> from|among|of ?among ?the #"};
  std::set<double> sources;
  for (const SizeCandidate& candidate : all) {
    const Sentence& sentence = record.sentences()[candidate.sentence];
    const auto subset = find_any(kSubset, sentence);
    const std::size_t at = sentence.token_from(candidate.span.begin - sentence.span().begin);
    if (subset && at + 1 >= subset->last && at < subset->last) sources.insert(candidate.value);
  }
  std::erase_if(all, [&](const SizeCandidate& c) { return sources.count(c.value) != 0; });
}

// "Of the 60 adults randomized to tea, … Of the 62 adults in the water group, …".
bool is_told_by_arms(const RecordText& record, const std::vector<SizeCandidate>& all) {
  static const Patterns kPart = {"of the # <3> randomi*ed|assigned|allocated to",
                                 "of the # <3> in|receiving the <4> group|arm",
                                 "of the # <3> treated with|by"};
  constexpr double kLeastShare = 0.4;  // of the other arm
  const auto part = [&](const SizeCandidate& candidate) {
    const Sentence& sentence = record.sentences()[candidate.sentence];
    const std::size_t at = sentence.token_from(candidate.span.begin - sentence.span().begin);
    return at > 1 && kPart.match_at(sentence.tokens, at - 2).has_value();
  };
  const SizeCandidate& best = all.front();
  return part(best) && std::any_of(all.begin(), all.end(), [&](const SizeCandidate& other) {
           return other.sentence != best.sentence && part(other) &&
                  other.value < 1 / kLeastShare * best.value &&
                  other.value > kLeastShare * best.value;
         });
}

bool is_sum_of_two(const std::vector<SizeCandidate>& all, double total) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].beside && all[i].value + *all[i].beside == total) return true;
    for (std::size_t k = i + 1; k < all.size(); ++k) {
      if (all[i].value + all[k].value == total && all[i].value > 0.2 * total &&
          all[k].value > 0.2 * total) {
        return true;
      }
    }
  }
  return false;
}

// "tea (n = 61) or water (n = 59)" of 120.
bool is_sum_of_arms(const std::vector<SizeCandidate>& all, double total) {
  for (const SizeCandidate& first : all) {
    for (const SizeCandidate& second : all) {
      const bool listed = first.arm && second.arm && first.sentence == second.sentence &&
                          first.span.begin < second.span.begin;
      if (listed && first.value + second.value == total) return true;
    }
  }
  return false;
}

// A number repeated elsewhere is more likely the total; the larger of two otherwise equal ones is.
void add_support(std::vector<SizeCandidate>& all) {
  double largest = 0;
  for (const SizeCandidate& c : all) {
    if (!c.arm && c.score > 1) largest = std::max(largest, c.value);
  }
  for (SizeCandidate& candidate : all) {
    for (const SizeCandidate& other : all) {
      if (other.value == candidate.value && other.span != candidate.span) candidate.score += 0.3;
    }
    if (candidate.value == largest) candidate.score += 0.6;
    if (is_sum_of_two(all, candidate.value)) candidate.score += 2.0;
    if (is_sum_of_arms(all, candidate.value)) candidate.score += 1.0;
    candidate.score -= 0.08 * static_cast<double>(candidate.sentence);
  }
}

Candidate to_candidate(const RecordText& record, const SizeCandidate& size) {
  const double confidence = std::clamp(0.45 + 0.1 * size.score, 0.3, 0.95);
  Candidate candidate{.number = size.value, .ground = ground_at(record, size.span, confidence)};
  candidate.text = std::to_string(static_cast<long long>(size.value));
  return candidate;
}

// "120 patients were randomized to A (n = 80) or B (n = 30)": what does not add up is said.
std::string arm_conflict(const RecordText& record, const std::vector<SizeCandidate>& all,
                         const SizeCandidate& total) {
  static const Patterns kRandom = {"randomi*ed|randomly"};
  if (!find_any(kRandom, record.sentences()[total.sentence])) return {};
  double sum = 0;
  int arms = 0;
  for (const SizeCandidate& c : all) {
    if (c.sentence != total.sentence || !c.arm || c.value >= total.value) continue;
    sum += c.value;
    ++arms;
  }
  if (arms < 2 || sum == total.value || sum < 0.8 * total.value || sum > 1.5 * total.value)
    return {};
  return "the arms sum to " + std::to_string(static_cast<long long>(sum)) + ", not to " +
         std::to_string(static_cast<long long>(total.value));
}

// "Seven children served as controls": the others were counted without them. The sentence.
const Sentence* sentence_of_controls(const RecordText& record) {
  static const Patterns kServed = {"served|acted|used <2> as <2> controls|control"};
  const auto at = std::find_if(
      record.sentences().begin(), record.sentences().end(), [](const Sentence& sentence) {
        const auto match = find_any(kServed, sentence);
        if (!match) return false;
        const std::size_t number = doc::first_number_from(sentence.numbers, 0);
        return number < sentence.numbers.size() && sentence.numbers[number].integer &&
               sentence.numbers[number].begin < sentence.tokens[match->first].begin;
      });
  return at != record.sentences().end() ? &*at : nullptr;
}

// "16 of 77 patients" after "tea (n = 77)" and "water (n = 88)": 77 are an arm wherever they stand,
// unless they are more than two others together.
bool repeats_arm(const std::vector<SizeCandidate>& all, const SizeCandidate& best) {
  bool same = false;
  std::set<double> others;
  for (const SizeCandidate& candidate : all) {
    if (!candidate.arm) continue;
    if (candidate.value == best.value) same = true;
    if (candidate.value != best.value) others.insert(candidate.value);
  }
  const bool whole =
      others.size() > 1 && std::accumulate(others.begin(), others.end(), 0.0) < best.value;
  return same && !others.empty() && !whole;
}

// "tea (n = 60) or water (n = 62)" where the best is 100: a part of them, whoever they are.
bool is_less_than_arms(const RecordText& record, const std::vector<SizeCandidate>& all) {
  static const Patterns kRandom = {"randomi*ed|randomly|assigned|allocated <6> to|into"};
  const SizeCandidate& best = all.front();
  for (const SizeCandidate& first : all) {
    if (!first.arm || !find_any(kRandom, record.sentences()[first.sentence])) continue;
    double sum = 0;
    for (const SizeCandidate& other : all) {
      // "(n = 90)" of which "(n = 44)" and "(n = 46)" are the parts.
      if (other.arm && other.sentence == first.sentence && !is_sum_of_arms(all, other.value))
        sum += other.value;
    }
    if (sum > first.value && sum > best.value && best.sentence != first.sentence) return true;
  }
  return false;
}

// "In the Tea study": whose study a sentence tells of.
std::optional<std::string> named_study(const Sentence& sentence) {
  static const Patterns kNamed = {"in the * study|trial"};
  const auto match = find_any(kNamed, sentence);
  if (!match) return std::nullopt;
  const doc::Token& name = sentence.tokens[match->first + 2];
  return doc::is_upper(sentence.text[name.begin]) ? std::optional(name.folded) : std::nullopt;
}

// "In study 1, 60 adults … In study 2, 80 adults": each has a total of its own.
bool tells_several_studies(const RecordText& record, const std::vector<SizeCandidate>& all) {
  static const Patterns kStudy = {"in|for ?the study|trial|experiment 1|2|3|i|ii",
                                  "study|trial|experiment 1|2|3|i|ii was|had|were",
                                  "in|for the first|second study|trial|experiment"};
  const SizeCandidate& best = all.front();
  static const Patterns kBoth = {"study|trial|experiment 1|i <25> study|trial|experiment 2|ii"};
  static const Patterns kAnother = {"in|from another <4> study|trial"};
  const Sentence& own = record.sentences()[best.sentence];
  if (find_any(kBoth, own) || find_any(kAnother, own)) return true;
  const auto name = named_study(own);
  const auto others = [&](const SizeCandidate& other) {
    const auto named = named_study(record.sentences()[other.sentence]);
    return name && named && *named != *name && other.value != best.value;
  };
  if (std::any_of(all.begin(), all.end(), others)) return true;
  if (!find_any(kStudy, own)) return false;
  return std::any_of(all.begin(), all.end(), [&](const SizeCandidate& other) {
    return other.sentence != best.sentence && other.value != best.value &&
           find_any(kStudy, record.sentences()[other.sentence]);
  });
}

bool shares_sentence_with_arm(const std::vector<SizeCandidate>& all) {
  const SizeCandidate& best = all.front();
  return std::any_of(all.begin(), all.end(), [&](const SizeCandidate& other) {
    return other.arm && other.sentence == best.sentence && other.span != best.span;
  });
}

// The best candidate is one "n = …" beside another: nobody states the total.
bool is_one_of_arms(const RecordText& record, const std::vector<SizeCandidate>& all) {
  const SizeCandidate& best = all.front();
  const Sentence* controls = sentence_of_controls(record);
  if (is_told_by_arms(record, all)) return true;
  if (all.size() > 1 && controls == &record.sentences()[best.sentence]) return true;
  if (is_sum_of_two(all, best.value)) return best.arm && shares_sentence_with_arm(all);
  if (best.in_group || is_less_than_arms(record, all)) return true;
  if (all.size() > 1 && controls != nullptr) return true;
  if (!best.arm && repeats_arm(all, best)) return true;
  // A whole is more than any of its parts.
  const bool within = std::any_of(all.begin(), all.end(), [&](const SizeCandidate& other) {
    return other.beside && other.value >= best.value;
  });
  return within || (best.arm && shares_sentence_with_arm(all));
}

// All of them, where only their arms are counted: as a number that states the same.
std::optional<Findings> total_by_arms(const RecordText& record,
                                      const std::vector<SizeCandidate>& all,
                                      const std::vector<ArmsTotal>& totals) {
  for (const ArmsTotal& arms : totals) {
    const auto stated = std::find_if(all.begin(), all.end(), [&](const SizeCandidate& candidate) {
      return candidate.value == arms.total;
    });
    if (stated != all.end()) return Findings{.candidates = {to_candidate(record, *stated)}};
  }
  return std::nullopt;
}

// The best candidate is one of the arms that add up to more, or some of their people: "among the 58
// adults who drank tea".
bool is_part_of(const RecordText& record, const std::vector<ArmsTotal>& totals,
                const SizeCandidate& best) {
  const Sentence& sentence = record.sentences()[best.sentence];
  const std::size_t at = sentence.token_from(best.span.begin - sentence.span().begin);
  static const Patterns kAmong = {"among the"};
  const bool among = at >= 2 && kAmong.match_at(sentence.tokens, at - 2).has_value();
  return std::any_of(totals.begin(), totals.end(), [&](const ArmsTotal& arms) {
    return (among && best.value < arms.total) ||
           std::find(arms.parts.begin(), arms.parts.end(), best.value) != arms.parts.end();
  });
}

Findings sizes(const RecordText& record, const Patterns& nouns, double threshold) {
  std::vector<SizeCandidate> all = size_candidates(record, nouns);
  const std::vector<ArmsTotal> totals = totals_of_arms(record, all);
  put_back_those_before_draw(record, all);
  const bool only_planned = put_back_planned(record, all, threshold);
  put_back_source_of_subset(record, all);
  mark_drawn_apart(record, all);
  mark_lists(record, all);
  add_support(all);
  std::stable_sort(all.begin(), all.end(), [](const SizeCandidate& a, const SizeCandidate& b) {
    return a.score > b.score;
  });
  Findings findings;
  for (const SizeCandidate& candidate : all) {
    if (candidate.score < threshold) continue;
    const bool seen = std::any_of(findings.candidates.begin(), findings.candidates.end(),
                                  [&](const Candidate& c) { return c.number == candidate.value; });
    if (!seen) findings.candidates.push_back(to_candidate(record, candidate));
  }
  if (only_planned && findings.candidates.empty())
    findings.reason = "only a planned number of participants is stated";
  if (all.empty()) return findings;
  const bool several = tells_several_studies(record, all);
  if (is_one_of_arms(record, all) || is_part_of(record, totals, all.front())) {
    if (auto total = total_by_arms(record, all, totals); total && !several) return *total;
    findings.reason = "only the sizes of arms or groups are stated, not the total";
    findings.candidates.clear();
    return findings;
  }
  if (several) {
    findings.reason = "several studies are reported, each with participants of its own";
    findings.candidates.clear();
    return findings;
  }
  if (!findings.candidates.empty()) findings.conflict = arm_conflict(record, all, all.front());
  return findings;
}

}  // namespace

namespace {

Findings total_of(const RecordText& record) {
  const auto design = find_design(record);
  if (design && design->kind == StudyDesign::review && design->confidence > kGuessed) {
    return {.reason = "a narrative review has no participants of its own"};
  }
  // Animals are counted together with people: the letter "n" may stand for either.
  const bool animals = std::any_of(
      record.sentences().begin(), record.sentences().end(),
      [](const Sentence& sentence) { return find_any(animal_nouns(), sentence).has_value(); });
  return sizes(record, animals ? people_and_animal_nouns() : participant_nouns(),
               animals ? 1.0 : 1.2);
}

}  // namespace

Findings find_sample_size(const RecordText& record) {
  return record.facts().sample_size.get([&] { return total_of(record); });
}

Findings find_counted_parts(const RecordText& record) {
  std::vector<SizeCandidate> all = size_candidates(record, participant_nouns());
  Findings findings;
  std::optional<std::size_t> sentence;
  static const Patterns kAllocated = {"random*|assigned|allocated|divided|received|treated"};
  for (const SizeCandidate& candidate : all) {
    if (!candidate.arm || (sentence && *sentence != candidate.sentence)) continue;
    // "78 infants in the control group relapsed" counts events.
    const bool equals = record.document().text(candidate.span).find('=') != std::string_view::npos;
    if (!equals && !find_any(kAllocated, record.sentences()[candidate.sentence])) continue;
    sentence = candidate.sentence;
    findings.candidates.push_back(to_candidate(record, candidate));
  }
  if (findings.candidates.size() < 2) findings.candidates.clear();
  findings.each_counts = true;
  return findings;
}

Findings find_dataset_size(const RecordText& record) {
  static const Patterns kData = {
      "images|records|samples|scans|recordings|examples|instances|sequences|reports|"
      "notes|documents|radiographs|slides|spectra|genomes|variants|sentences|"
      "abstracts|ecgs|signals|volumes|videos|datasets|cells|proteins|compounds|"
      "molecules|questions|tweets|segments|observations|specimens|stays|admissions|discharges|"
      "encounters|visits|hospitalizations|hospitalisations|episodes|frames|micrographs|reads|"
      "pairs|articles|papers|posts|utterances|clips|patches|tiles|examinations|structures|"
      "interactions|annotations|mentions|queries|prompts|transcripts|cultures|conversations|"
      "files"};
  Findings data = sizes(record, kData, 1.2);
  if (!data.candidates.empty()) return data;
  return find_sample_size(record);
}

}  // namespace ev::extract
