#include "pipeline/read/arms/arm_sizes.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace ev::read {

namespace {

// "n = " or "N=" before the number.
bool is_n_of(const Sentence& s, const doc::Number& number) {
  std::string_view before = s.text.substr(0, number.begin);
  before = text::trim(before);
  if (before.empty() || before.back() != '=') return false;
  before.remove_suffix(1);
  before = text::trim(before);
  if (before.empty() || (before.back() != 'n' && before.back() != 'N')) return false;
  before.remove_suffix(1);
  return before.empty() || before.back() == ' ' || before.back() == '(' || before.back() == '[' ||
         before.back() == ',' || before.back() == ';';
}

struct Stated {
  std::size_t arm;
  double n;
};

// A sentence that puts people into arms, and says nothing of what became of them.
bool tells_sizes(const Sentence& s) {
  static const WordSet kDrawing = WordSet::listed("arm sizes: drawing");
  static const WordSet kOutcome = WordSet::listed("arm sizes: outcome");
  const Range all{0, s.text.size()};
  return s.has_word(all, kDrawing) && !s.has_word(all, kOutcome) &&
         s.role() != doc::Role::conclusions && s.role() != doc::Role::background;
}

// "(60 patients" in a sentence that puts people into arms.
bool counts_people(const Sentence& s, const doc::Number& number) {
  const std::string_view before = text::trim(s.text.substr(0, number.begin));
  const std::size_t next = s.token_from(number.end);
  return tells_sizes(s) && before.ends_with('(') && next < s.tokens.size() &&
         s.slice({number.end, s.tokens[next].begin}) == " " &&
         people_words().has(s.tokens[next].folded);
}

// The arm whose name stands before "(n = 60)", other arms and numbers aside.
void sizes_in_brackets(const Sentence& s, const std::vector<ArmMention>& mentions,
                       std::vector<Stated>& out) {
  constexpr std::size_t kFar = 70;
  for (const doc::Number& number : s.numbers) {
    if (!number.integer || number.value < 1) continue;
    if (!is_n_of(s, number) && !counts_people(s, number)) continue;
    const ArmMention* nearest = nullptr;
    for (const ArmMention& mention : mentions) {
      if (mention.at.end <= number.begin) nearest = &mention;
    }
    if (nearest == nullptr || number.begin - nearest->at.end > kFar) continue;
    const std::string_view between = s.slice({nearest->at.end, number.begin});
    if (between.find_first_of(";") != std::string_view::npos) continue;
    if (std::count(between.begin(), between.end(), ')') > 1) continue;
    out.push_back({nearest->arm, number.value});
  }
}

// "60 patients received tea", "58 to water".
void sizes_before_names(const Sentence& s, const std::vector<ArmMention>& mentions,
                        std::vector<Stated>& out) {
  static const WordSet kBetween = WordSet::listed("arm sizes: between");
  if (!tells_sizes(s)) return;
  for (const ArmMention& mention : mentions) {
    const doc::Number* number = nullptr;
    for (const doc::Number& n : s.numbers) {
      if (n.end <= mention.at.begin) number = &n;
    }
    if (number == nullptr || !number->integer || number->percent || number->hyphen_after ||
        number->glued_after || number->value < 2) {
      continue;
    }
    bool plain = !s.has_any({number->end, mention.at.begin}, ",;:()");
    for (std::size_t i = s.token_from(number->end);
         plain && i < s.tokens.size() && s.tokens[i].begin < mention.at.begin; ++i)
      plain = kBetween.has(s.tokens[i].folded);
    const bool touching = s.token_from(number->end) >= s.tokens.size() ||
                          s.tokens[s.token_from(number->end)].begin >= mention.at.begin;
    if (plain && !touching) out.push_back({mention.arm, number->value});
  }
}

}  // namespace

void add_arm_sizes(const std::vector<Sentence>& sentences, const ArmMentions& mentions,
                   std::vector<Arm>& arms) {
  std::vector<Stated> stated;
  for (const Sentence& s : sentences) {
    const std::vector<ArmMention> named = mentions.in(s);
    if (named.empty()) continue;
    sizes_before_names(s, named, stated);
    sizes_in_brackets(s, named, stated);
  }
  for (const Stated& size : stated) {
    if (!arms[size.arm].n) arms[size.arm].n = size.n;
  }
}

}  // namespace ev::read
