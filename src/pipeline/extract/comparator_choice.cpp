#include "pipeline/extract/comparator_choice.hpp"

#include "base/text.hpp"
#include "pipeline/extract/aim_contrast.hpp"
#include "pipeline/extract/compared.hpp"
#include "pipeline/extract/drug_units.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/title_choice.hpp"
#include "pipeline/extract/treatment_name.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr double kSureOfPart = 0.75;
constexpr double kMoreThanControls = 0.55;  // "control group" says less

// Another arm is this one and something more.
bool is_added_to(const Candidate& one, const std::vector<NamedArm>& arms) {
  return std::any_of(arms.begin(), arms.end(), [&](const NamedArm& arm) {
    const Sentence& sentence = *arm.named.sentence;
    const std::size_t begin = sentence.tokens[arm.named.chunk.first].begin;
    const std::string_view name =
        sentence.text.substr(begin, sentence.tokens[arm.named.chunk.last - 1].end - begin);
    return name.size() > one.text.size() && name.find(one.text) != std::string_view::npos;
  });
}

// Controls first, then the others, of those the last one named first.
std::vector<Candidate> compared_arms(const RecordText& record, const std::vector<NamedArm>& arms) {
  std::vector<Candidate> out;
  for (const bool control : {true, false}) {
    std::vector<Candidate> some;
    for (const NamedArm& arm : arms) {
      if (!arm.valid && !control) return out;
      if (!arm.valid) continue;
      if (arm.comparator == control) some.push_back(value_of(record, arm.named, kSureOfArms));
    }
    // Of three treatments none is the comparator.
    if (!control && out.empty() && arms.size() > 2) {
      std::erase_if(some, [&](const Candidate& one) { return !is_added_to(one, arms); });
    }
    if (!control) std::reverse(some.begin(), some.end());
    // "standard" may name a treatment, "wait list" never does.
    static const Patterns kNothing = {"placebo|sham|wait|waiting|waitlist|no|untreated|usual"};
    std::stable_partition(some.begin(), some.end(), [](const Candidate& one) {
      return find_any(kNothing, doc::tokenize(one.text)).has_value();
    });
    out.insert(out.end(), some.begin(), some.end());
  }
  return out;
}

// "tea, coffee, and usual care" of a title, where the arms found are two that were tried.
std::optional<Candidate> usual_care_in_title(const RecordText& record,
                                             const std::vector<NamedArm>& arms) {
  static const Patterns kUsual = {"usual|routine|standard <3> care"};
  if (arms.size() < 2 ||
      std::any_of(arms.begin(), arms.end(), [](const NamedArm& arm) { return arm.comparator; })) {
    return std::nullopt;
  }
  for (const Sentence& sentence : record.sentences()) {
    if (!sentence.is_title()) break;
    if (const auto care = find_any(kUsual, sentence))
      return value_of(record, {&sentence, {care->first, care->last}}, kSureOfTitle);
  }
  return std::nullopt;
}

bool is_one_of(const RecordText& record, const std::vector<NamedArm>& arms,
               const Candidate& named) {
  const std::vector<std::string> words = telling_words(record, named.text);
  return std::any_of(arms.begin(), arms.end(), [&](const NamedArm& arm) {
    return telling_words(record, value_of(record, arm.named, kSureOfArms).text) == words;
  });
}

// "stopping tea, or placebo": who gets placebo has stopped.
bool is_what_was_tried(const Candidate& intervention, const Candidate& comparator) {
  static const Patterns kStopped = {
      "discontinuation|discontinuing|withdrawal|withdrawing|stopping"};
  return find_any(kStopped, doc::tokenize(intervention.text)) &&
         comparator.text.find("lacebo") != std::string::npos;
}

bool share_word(const RecordText& record, const Candidate& a, const Candidate& b) {
  const std::vector<std::string> left = telling_words(record, a.text);
  const std::vector<std::string> right = telling_words(record, b.text);
  return std::any_of(left.begin(), left.end(), [&](const std::string& word) {
    return std::binary_search(right.begin(), right.end(), word);
  });
}

// "to compare tea with water": beside tea it is water, beside water tea.
std::optional<Candidate> other_of_aim(const RecordText& record, const Candidate& intervention) {
  const auto aim = aim_contrast(record);
  if (!aim) return std::nullopt;
  const Candidate studied = value_of(record, aim->studied, kSureOfArms);
  const Candidate compared = value_of(record, aim->compared, kSureOfArms);
  // Both are given together.
  const bool of_studied = share_word(record, intervention, studied);
  if (of_studied && share_word(record, intervention, compared) &&
      !share_word(record, studied, compared)) {
    return std::nullopt;
  }
  if (of_studied) return compared;
  return share_word(record, intervention, compared) ? std::optional(studied) : std::nullopt;
}

// "tea alone" beside "tea and honey".
std::optional<Candidate> part_alone(const RecordText& record, const Candidate& intervention) {
  static const Patterns kAlone = {"alone|only|monotherapy"};
  static const Patterns kJoined = {"and|plus|with"};
  static const ChunkRule kName{.stops = &noun_phrase_stops(), .max_tokens = 5};
  const bool joined = find_any(kJoined, doc::tokenize(intervention.text)).has_value() ||
                      intervention.text.find_first_of("+/") != std::string::npos;
  if (!joined) return std::nullopt;
  const std::vector<std::string> whole = telling_words(record, intervention.text);
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.is_title() || sentence.role() == doc::Role::background) continue;
    for (std::size_t from = 0; const auto alone = find_any(kAlone, sentence, from);) {
      from = alone->last;
      const Chunk part = trimmed(sentence, chunk_left(sentence, alone->first, kName));
      if (!names_treatment(sentence, part)) continue;
      const Candidate named = value_of(record, {&sentence, {part.first, alone->last}}, kSureOfPart);
      const std::vector<std::string> words = telling_words(record, named.text);
      if (words.size() < whole.size() && share_word(record, named, intervention)) return named;
    }
  }
  return std::nullopt;
}

// "compared with tea and mint": both are compared with.
Chunk with_next_rival(const RecordText& record, const Phrase& named,
                      const std::optional<Candidate>& intervention) {
  static const Patterns kAgainst = {"versus|vs|with|to|than|against"};
  static const Patterns kJoint = {"and|or"};
  const Sentence& sentence = *named.sentence;
  const Chunk& chunk = named.chunk;
  const std::size_t next = chunk.last + 1;
  const bool listed = chunk.first > 0 && kAgainst.match_at(sentence.tokens, chunk.first - 1) &&
                      next < sentence.tokens.size() &&
                      kJoint.match_at(sentence.tokens, chunk.last) &&
                      sentence.text[sentence.tokens[chunk.last - 1].end] == ' ';
  if (!listed || (sentence.kinds[next] & kind::drug) == 0) return chunk;
  const auto more = drug_names(record, {&sentence, {next, next + 1}});
  const auto place = intervention ? phrase_at(record, *intervention->ground.span) : std::nullopt;
  const auto given = place ? drug_names(record, *place) : std::vector<std::string>{};
  const bool other = !more.empty() && !std::binary_search(given.begin(), given.end(), more.front());
  return other ? Chunk{chunk.first, next + 1} : chunk;
}

}  // namespace

std::optional<Candidate> comparator_beside(const RecordText& record,
                                           const std::vector<NamedArm>& arms,
                                           const std::optional<Candidate>& intervention) {
  const auto fits = [&](const Candidate& candidate, bool arm = false) {
    if (is_half_named(candidate.text)) return false;
    if (intervention && is_what_was_tried(*intervention, candidate)) return false;
    return !intervention || !names_same(record, *intervention, candidate, arm);
  };
  if (auto usual = usual_care_in_title(record, arms); usual && fits(*usual)) return usual;
  // Of several arms the title says which one it is about.
  auto titled = from_title(record, &TitleTreatments::second);
  if (titled && arms.size() > 2 && fits(*titled) && is_one_of(record, arms, *titled)) return titled;
  for (Candidate& arm : compared_arms(record, arms)) {
    if (fits(arm, true)) return std::move(arm);
  }
  if (intervention) {
    auto other = other_of_aim(record, *intervention);
    if (other && fits(*other, true)) return other;
  }
  for (const Candidate& candidate : comparators_by_rules(record).candidates) {
    if (!candidate.ground.span || !fits(candidate)) continue;
    auto named = phrase_at(record, *candidate.ground.span);
    if (!named) continue;
    // "might be adopted as standard therapy".
    const std::size_t first = named->chunk.first;
    if (first > 0 && named->sentence->tokens[first - 1].folded == "as") continue;
    named->chunk = whole_treatment(*named->sentence, named->chunk);
    if (!is_control(candidate.text) && !names_treatment(*named->sentence, named->chunk)) continue;
    // "control group" says less than what the title compares with.
    if (candidate.ground.confidence < kMoreThanControls) break;
    named->chunk = with_next_rival(record, *named, intervention);
    return value_of(record, *named, candidate.ground.confidence);
  }
  if (titled && fits(*titled, true)) return titled;
  if (intervention) {
    if (auto alone = part_alone(record, *intervention)) return alone;
  }
  const auto& rest = comparators_by_rules(record).candidates;
  if (!rest.empty() && rest.front().ground.confidence < kMoreThanControls) return rest.front();
  return std::nullopt;
}

std::optional<Candidate> placebo_of(const RecordText& record) {
  static const Patterns kArm = {"or|and|versus|vs placebo",
                                "compared|comparing <4> with|to placebo"};
  const bool is_arm = std::any_of(
      record.sentences().begin(), record.sentences().end(), [](const Sentence& sentence) {
        return !sentence.is_title() && find_any(kArm, sentence).has_value();
      });
  if (!is_arm) return std::nullopt;
  for (const Candidate& candidate : comparators_by_rules(record).candidates) {
    if (text::fold(candidate.text).substr(0, 7) == "placebo") return candidate;
  }
  return std::nullopt;
}

std::optional<Candidate> control_of(const RecordText& record) {
  const auto& all = comparators_by_rules(record).candidates;
  const auto control = std::find_if(all.begin(), all.end(), [](const Candidate& candidate) {
    return candidate.ground.confidence >= kMoreThanControls && is_control(candidate.text);
  });
  return control == all.end() ? std::nullopt : std::optional(*control);
}

}  // namespace ev::extract
