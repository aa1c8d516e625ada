#include "pipeline/workflow/registry_arms.hpp"

#include "base/text.hpp"
#include "pipeline/read/arms/arm_words.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

namespace ev::workflow {

namespace {

// How surely a group is the one the others are compared with.
enum class ArmKind { intervention, active_comparator, untreated, placebo };

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> out;
  for (const doc::Token& token : doc::tokenize(text)) {
    if (!read::group_words().has(token.folded)) out.insert(read::singular(token.folded));
  }
  return out;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// "Placebo -> drug", "all participants", "drug (open-label)": people of other groups again, or
// people who no other group stands beside.
bool holds_people_of_others(const std::string& title) {
  for (const char* arrow : {"->", "→", "=>", "=＞"}) {
    if (contains(title, arrow)) return true;
  }
  const std::string folded = text::fold(title);
  if (contains(folded, "open-label") || contains(folded, "open label")) return true;
  static constexpr std::array<std::string_view, 11> kWords = {
      "total", "overall", "all",  "combined", "pooled", "extension",
      "ol",    "ole",     "then", "switched", "switch"};
  const std::vector<doc::Token> tokens = doc::tokenize(title);
  return std::any_of(tokens.begin(), tokens.end(), [](const doc::Token& token) {
    return std::find(kWords.begin(), kWords.end(), token.folded) != kWords.end();
  });
}

// "Placebo + methotrexate" but not "Drug + placebo": two dummies make a placebo group of no group.
bool begins_with_placebo(std::string_view title) {
  for (const doc::Token& token : doc::tokenize(title)) {
    if (read::group_words().has(token.folded)) continue;
    return token.folded == "placebo" || token.folded == "sham" || token.folded == "matching";
  }
  return false;
}

// The registered arm a group of results is: the one that shares most words with its title.
const model::TrialArm* arm_of(const sources::ResultGroup& group, const model::Trial& trial) {
  const std::set<std::string> title = words_of(group.title);
  const model::TrialArm* best = nullptr;
  double most = 0;
  bool tied = false;
  for (const model::TrialArm& arm : trial.arms) {
    const std::set<std::string> label = words_of(arm.label);
    const auto shared = std::count_if(label.begin(), label.end(),
                                      [&](const std::string& w) { return title.count(w) > 0; });
    const double share =
        static_cast<double>(shared) / static_cast<double>(std::max<std::size_t>(1, label.size()));
    tied = share > 0 && share == most ? true : share > most ? false : tied;
    if (share > most) best = &arm;
    most = std::max(most, share);
  }
  return tied || most < 0.5 ? nullptr : best;
}

ArmKind kind_of(const sources::ResultGroup& group, const model::Trial& trial) {
  if (begins_with_placebo(group.title)) return ArmKind::placebo;
  const std::set<std::string> title = words_of(group.title);
  const model::TrialArm* arm = arm_of(group, trial);
  const std::string type = arm == nullptr ? "" : arm->type;
  if (type == "PLACEBO_COMPARATOR" || type == "SHAM_COMPARATOR") return ArmKind::placebo;
  if (type == "NO_INTERVENTION") return ArmKind::untreated;
  const bool named = std::any_of(title.begin(), title.end(), [](const std::string& word) {
    return read::comparator_words().has(word);
  });
  if (named && type != "EXPERIMENTAL") return ArmKind::untreated;
  return type == "ACTIVE_COMPARATOR" ? ArmKind::active_comparator : ArmKind::intervention;
}

}  // namespace

std::vector<GroupPair> contrasts_of(const std::vector<sources::ResultGroup>& groups,
                                    const model::Trial& trial) {
  std::vector<std::size_t> usable;
  std::vector<ArmKind> kinds;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    kinds.push_back(kind_of(groups[i], trial));
    if (!holds_people_of_others(groups[i].title)) usable.push_back(i);
  }
  if (usable.size() < 2) return {};
  const auto best = std::max_element(usable.begin(), usable.end(),
                                     [&](auto a, auto b) { return kinds[a] < kinds[b]; });
  const auto alike =
      std::count_if(usable.begin(), usable.end(), [&](auto i) { return kinds[i] == kinds[*best]; });
  std::size_t comparator = *best;
  if (alike > 1) {
    if (usable.size() > 2) return {};
    comparator = usable.back();
  }
  std::vector<GroupPair> out;
  for (const std::size_t i : usable) {
    if (i != comparator) out.push_back({i, comparator, kinds[comparator] >= ArmKind::untreated});
  }
  return out;
}

}  // namespace ev::workflow
