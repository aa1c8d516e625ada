#include "pipeline/read/arms/arm_labels.hpp"

#include "pipeline/read/arms/arm_mentions.hpp"

#include <algorithm>

namespace ev::read {

namespace {

struct Labelled {
  std::string label;
  const Sentence* sentence = nullptr;  // where it stands first
  Range at;
  std::size_t results = 0;  // how often results speak of it
  std::optional<std::size_t> arm;
};

std::vector<Labelled> labels_of(const std::vector<Sentence>& sentences) {
  std::vector<Labelled> out;
  for (const Sentence& s : sentences) {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      const auto label = label_at(s, i);
      if (!label) continue;
      auto known = std::find_if(out.begin(), out.end(),
                                [&](const Labelled& l) { return l.label == label->label; });
      if (known == out.end())
        known = out.insert(out.end(), {label->label,
                                       &s,
                                       {s.tokens[i].begin, s.tokens[label->last - 1].end},
                                       0,
                                       std::nullopt});
      if (s.role() == doc::Role::results || s.role() == doc::Role::unknown) ++known->results;
    }
  }
  return out;
}

// The arm named just before "(group A" or behind "group A received".
std::optional<std::size_t> arm_beside(const Labelled& label,
                                      const std::vector<ArmMention>& mentions) {
  constexpr std::size_t kFar = 60;
  const Sentence& s = *label.sentence;
  const bool bracketed = label.at.begin > 0 && s.text[label.at.begin - 1] == '(';
  const ArmMention* found = nullptr;
  for (const ArmMention& m : mentions) {
    if (bracketed && m.at.end <= label.at.begin && label.at.begin - m.at.end < 12) found = &m;
    const bool behind =
        !bracketed && m.at.begin >= label.at.end && m.at.begin - label.at.end < kFar;
    if (behind && found == nullptr) found = &m;
  }
  return found == nullptr ? std::nullopt : std::optional<std::size_t>(found->arm);
}

}  // namespace

std::optional<LabelAt> label_at(const Sentence& s, std::size_t i) {
  static const WordSet kGroup("group groups arm");
  static const WordSet kLabels = WordSet::listed("arm labels: labels");
  if (i + 1 >= s.tokens.size() || !kGroup.has(s.tokens[i].folded)) return std::nullopt;
  const doc::Token& label = s.tokens[i + 1];
  if (!kLabels.has(label.folded)) return std::nullopt;
  if (s.slice({s.tokens[i].end, label.begin}) != " ") return std::nullopt;
  const char first = s.text[label.begin];
  if (first >= 'a' && first <= 'z') return std::nullopt;
  const char behind = label.end < s.text.size() ? s.text[label.end] : ' ';
  if (behind == '%' || behind == '-' ||
      (behind == '.' && label.end + 1 < s.text.size() && s.text[label.end + 1] != ' '))
    return std::nullopt;
  return LabelAt{i + 2, label.folded};
}

void add_labels(const doc::Document& document, const std::vector<Sentence>& sentences,
                const std::vector<doc::Abbreviation>& abbreviations, std::vector<Arm>& arms) {
  std::vector<Labelled> labels = labels_of(sentences);
  if (labels.size() < 2 || labels.size() > 5) return;
  const ArmMentions mentions(document, arms, abbreviations);
  std::size_t beside = 0;
  for (Labelled& label : labels) {
    label.arm = arm_beside(label, mentions.in(*label.sentence));
    const bool taken = std::any_of(labels.begin(), labels.end(), [&](const Labelled& other) {
      return &other != &label && label.arm && other.arm == label.arm;
    });
    if (taken) label.arm.reset();
    beside += label.arm ? 1 : 0;
  }
  if (beside == labels.size()) {
    for (const Labelled& label : labels) arms[*label.arm].label = label.label;
    return;
  }
  std::size_t in_results = 0;
  for (const Labelled& label : labels) in_results += label.results;
  if (in_results < 2) return;
  arms.clear();
  for (const Labelled& label : labels) {
    arms.push_back({.name = std::string(label.sentence->slice(label.at)),
                    .span = label.sentence->span(label.at),
                    .role = ArmRole::active,
                    .n = std::nullopt,
                    .aliases = {},
                    .label = label.label});
  }
}

}  // namespace ev::read
