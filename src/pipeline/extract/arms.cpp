#include "pipeline/extract/arms.hpp"

#include "pipeline/extract/arm_finder.hpp"
#include "pipeline/extract/lexicon.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::size_t kNearAfter = 60;    // bytes between a number and the arm behind it
constexpr std::size_t kNearBefore = 120;  // between an arm and the number it is the subject of

std::vector<std::string> naming_words(const RecordText& record, const doc::Span& name) {
  constexpr WordKinds kEmpty = kind::determiner | kind::preposition | kind::conjunction |
                               kind::auxiliary | kind::adverb | kind::pronoun | kind::time |
                               kind::unit | kind::person;
  std::vector<std::string> out;
  for (const doc::Token& token : doc::tokenize(record.document().text(name))) {
    const WordKinds kinds = word_kinds(token);
    const bool empty = (kinds & kEmpty) != 0 && (kinds & kind::treatment) == 0;
    if (!empty && token.folded.size() > 2) out.push_back(token.folded);
  }
  return out;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_arm_word(const Sentence& sentence, std::size_t token) {
  static const Patterns kArm = {"group|groups|arm|arms|recipients|subjects|patients|participants"};
  return kArm.match_at(sentence.tokens, token).has_value();
}

// Text between two numbers that sets them side by side: "45% vs 30%", "45% and 30%".
bool sets_side_by_side(std::string_view gap) {
  constexpr std::string_view kJoints[] = {
      "vs", "vs.", "versus", "and", "or", "compared with", "compared to", "v", "v."};
  std::string joint(gap);
  std::erase_if(joint, [](char c) { return c == '%' || c == ',' || c == ')' || c == '('; });
  const std::size_t first = joint.find_first_not_of(' ');
  // "45%, 30% and 20%".
  if (first == std::string::npos) return gap.substr(0, 3) == "%, ";
  joint = joint.substr(first, joint.find_last_not_of(' ') - first + 1);
  return std::find(std::begin(kJoints), std::end(kJoints), joint) != std::end(kJoints);
}

bool ends_clause_in(std::string_view gap) {
  return gap.find(';') != std::string_view::npos || gap.find(". ") != std::string_view::npos;
}

bool has_word(std::string_view gap, std::initializer_list<std::string_view> words) {
  for (const doc::Token& token : doc::tokenize(gap)) {
    if (std::find(words.begin(), words.end(), token.folded) != words.end()) return true;
  }
  return false;
}

// Another figure of the same sort stands in the gap.
bool counts_between(const Sentence& sentence, std::size_t begin, std::size_t end, bool percent) {
  return std::any_of(
      sentence.numbers.begin(), sentence.numbers.end(), [&](const doc::Number& number) {
        return number.begin >= begin && number.end <= end && number.percent == percent;
      });
}

bool is_percent(const Sentence& sentence, std::size_t begin) {
  const std::size_t at = doc::first_number_from(sentence.numbers, begin);
  return at < sentence.numbers.size() && sentence.numbers[at].percent;
}

// "h with", "of the": behind its unit a preposition leads on.
bool leads_on(std::string_view gap) {
  for (const doc::Token& token : doc::tokenize(gap)) {
    const WordKinds kinds = word_kinds(token);
    if ((kinds & (kind::unit | kind::time)) != 0) continue;
    return (kinds & kind::preposition) != 0;
  }
  return false;
}

// "than water", "compared with the water group": what stands here is only compared with.
bool is_measure_of_comparison(const Sentence& sentence, std::size_t begin) {
  const std::size_t from = begin > 30 ? begin - 30 : 0;
  std::string_view before = sentence.text.substr(from, begin - from);
  const std::size_t clause = before.find_last_of(",;:)");
  if (clause != std::string_view::npos) before.remove_prefix(clause + 1);
  return has_word(before, {"than", "vs", "versus", "compared", "relative", "against", "over"});
}

struct Place {
  std::size_t index = 0;
  std::size_t count = 1;
};

// The place of the number that begins here among those set side by side around it.
Place place_in_series(const Sentence& sentence, std::size_t begin) {
  const std::size_t at = doc::first_number_from(sentence.numbers, begin);
  if (at >= sentence.numbers.size()) return {};
  const auto joined = [&](std::size_t i) {
    const doc::Number& left = sentence.numbers[i];
    const doc::Number& right = sentence.numbers[i + 1];
    return left.percent == right.percent &&
           sets_side_by_side(sentence.text.substr(left.end, right.begin - left.end));
  };
  std::size_t first = at;
  while (first > 0 && joined(first - 1)) --first;
  std::size_t last = at;
  while (last + 1 < sentence.numbers.size() && joined(last)) ++last;
  return {at - first, last - first + 1};
}

}  // namespace

Arms::Arms(const RecordText& record) : record_(record), arms_(find_arms(record)) {
  learn_words();
}

void Arms::learn_words() {
  std::vector<std::vector<std::string>> all;
  for (const Arm& arm : arms_) all.push_back(naming_words(record_, arm.name));
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<std::string> own;
    for (const std::string& word : all[i]) {
      bool shared = false;
      for (std::size_t k = 0; k < all.size(); ++k)
        shared = shared || (k != i && contains(all[k], word));
      if (!shared) own.push_back(word);
    }
    words_.push_back(std::move(own));
  }
}

std::optional<std::size_t> Arms::arm_named_at(const Sentence& sentence, std::size_t token) const {
  const doc::Token& word = sentence.tokens[token];
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    if (contains(words_[i], word.folded)) return i;
  }
  const auto* definition =
      record_.definition_of(sentence.text.substr(word.begin, word.end - word.begin));
  if (definition != nullptr) {
    for (const doc::Token& part : doc::tokenize(record_.document().text(definition->long_span))) {
      for (std::size_t i = 0; i < arms_.size(); ++i) {
        if (contains(words_[i], part.folded)) return i;
      }
    }
  }
  if (arms_.size() != 2 || arms_[0].comparator == arms_[1].comparator) return std::nullopt;
  // "the control group", "the intervention arm": by what they are.
  static const Patterns kControl = {"control|controls|comparison|placebo|comparator|sham"};
  static const Patterns kActive = {"intervention|treatment|experimental|active|treated"};
  const bool group = token + 1 < sentence.tokens.size() && is_arm_word(sentence, token + 1);
  if (!group && word.folded != "controls" && word.folded != "placebo") return std::nullopt;
  const std::size_t comparator = arms_[0].comparator ? 0 : 1;
  if (kControl.match_at(sentence.tokens, token)) return comparator;
  if (kActive.match_at(sentence.tokens, token)) return 1 - comparator;
  return std::nullopt;
}

const Arms::Mentions& Arms::mentions_in(const Sentence& sentence) const {
  return record_.facts().arm_mentions.get(record_.index_of(sentence),
                                          [&] { return find_mentions(sentence); });
}

Arms::Mentions Arms::find_mentions(const Sentence& sentence) const {
  Mentions out;
  for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
    const auto arm = arm_named_at(sentence, i);
    if (!arm) continue;
    const doc::Token& token = sentence.tokens[i];
    const bool goes_on =
        !out.empty() && out.back().arm == *arm && token.begin <= out.back().end + 2;
    if (goes_on) {
      out.back().end = token.end;
    } else {
      out.push_back({*arm, token.begin, token.end});
    }
  }
  return out;
}

// "45% vs 30% with tea and water": in the order in which the arms are named.
std::optional<std::size_t> Arms::by_order(const Mentions& mentions, std::size_t index,
                                          std::size_t count) {
  std::vector<std::size_t> order;
  for (const Mention& mention : mentions) {
    if (std::find(order.begin(), order.end(), mention.arm) == order.end())
      order.push_back(mention.arm);
  }
  return order.size() == count ? std::optional(order[index]) : std::nullopt;
}

// "45% of the tea group", "45% with tea".
std::optional<std::size_t> Arms::by_complement(const Sentence& sentence, const Mentions& mentions,
                                               std::size_t begin, std::size_t end) {
  const auto next = std::find_if(mentions.begin(), mentions.end(),
                                 [&](const Mention& mention) { return mention.begin >= end; });
  if (next == mentions.end()) return std::nullopt;
  const std::string_view gap = sentence.text.substr(end, next->begin - end);
  const bool plain = gap.size() <= kNearAfter && !ends_clause_in(gap) &&
                     gap.find_first_of(",:") == std::string_view::npos &&
                     !counts_between(sentence, end, next->begin, is_percent(sentence, begin)) &&
                     !has_word(gap, {"than", "compared", "vs", "versus", "and", "but"});
  return leads_on(gap) && plain ? std::optional(next->arm) : std::nullopt;
}

// "Tea helped in 45%", "tea 45%, water 30%".
std::optional<std::size_t> Arms::by_subject(const Sentence& sentence, const Mentions& mentions,
                                            std::size_t begin) {
  const Mention* before = nullptr;
  for (const Mention& mention : mentions) {
    if (mention.end <= begin) before = &mention;
  }
  if (before == nullptr || is_measure_of_comparison(sentence, before->begin)) return std::nullopt;
  const std::string_view gap = sentence.text.substr(before->end, begin - before->end);
  const bool plain = gap.size() <= kNearBefore && !ends_clause_in(gap) &&
                     !counts_between(sentence, before->end, begin, is_percent(sentence, begin)) &&
                     !has_word(gap, {"than", "vs", "versus", "difference", "respectively"});
  // "Tea and water … 45%": nobody says whose.
  const bool shared = std::any_of(mentions.begin(), mentions.end(), [&](const Mention& other) {
    if (other.arm == before->arm || other.end > before->begin) return false;
    const std::string_view between = sentence.text.substr(other.end, before->begin - other.end);
    return between.size() < 24 &&
           has_word(between, {"and", "or", "vs", "versus", "than", "with", "to", "between"});
  });
  return plain && !shared ? std::optional(before->arm) : std::nullopt;
}

std::optional<std::size_t> Arms::arm_of(const Sentence& sentence, std::size_t begin,
                                        std::size_t end) const {
  if (arms_.size() < 2) return std::nullopt;
  const Mentions& mentions = mentions_in(sentence);
  if (mentions.empty()) return std::nullopt;
  const Place place = place_in_series(sentence, begin);
  if (place.count > 1) return by_order(mentions, place.index, place.count);
  if (const auto arm = by_complement(sentence, mentions, begin, end)) return arm;
  return by_subject(sentence, mentions, begin);
}

std::optional<std::size_t> Arms::arm_compared_in(const Sentence& sentence) const {
  std::optional<std::size_t> found;
  for (const Mention& mention : mentions_in(sentence)) {
    if (arms_[mention.arm].comparator) continue;
    if (found && *found != mention.arm) return std::nullopt;
    found = mention.arm;
  }
  const bool plain =
      std::any_of(arms_.begin(), arms_.end(), [](const Arm& a) { return a.comparator; });
  return plain ? found : std::nullopt;
}

void Arms::link(const std::optional<std::size_t>& arm, Ground& ground) const {
  if (arm) ground.arm = record_.document().quote(arms_[*arm].name);
}

const Arms& arms_of(const RecordText& record) {
  return record.facts().arms.get([&] { return Arms(record); });
}

}  // namespace ev::extract
