#include "pipeline/workflow/table_arms.hpp"

#include "base/text.hpp"
#include "pipeline/read/arms/arm_words.hpp"
#include "pipeline/read/read_study.hpp"
#include "pipeline/workflow/printed_cell.hpp"
#include "pipeline/workflow/value_words.hpp"

#include <algorithm>
#include <array>

namespace ev::workflow {

namespace {

bool is_figure(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(),
                                      [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

std::set<std::string> telling(std::string_view text) {
  std::set<std::string> out;
  for (const doc::Token& token : doc::tokenize(text)) {
    const std::string& word = token.folded;
    if (is_figure(word) || read::group_words().has(word) || read::dose_words().has(word)) continue;
    if (word == "the" || word == "of" || word == "and" || word == "with" || word == "n") continue;
    out.insert(read::singular(word));
  }
  return out;
}

std::set<std::string> every(std::string_view text) {
  std::set<std::string> out;
  for (const doc::Token& token : doc::tokenize(text)) out.insert(read::singular(token.folded));
  return out;
}

double likeness(const std::set<std::string>& a, const std::set<std::string>& b) {
  if (a.empty() || b.empty()) return 0;
  const auto shared = static_cast<double>(std::count_if(
      a.begin(), a.end(), [&](const std::string& word) { return b.count(word) > 0; }));
  return shared / (static_cast<double>(a.size() + b.size()) - shared);
}

std::string initials_of(std::string_view name) {
  std::string out;
  for (const doc::Token& token : doc::tokenize(name)) {
    if (!token.folded.empty() && !is_figure(token.folded)) out += token.folded.front();
  }
  return out;
}

// "a", "2", "ii" of "Group A", "arm 2"; "" for another head.
std::string label_of(std::string_view head) {
  const std::vector<doc::Token> tokens = doc::tokenize(head);
  if (tokens.size() != 2) return "";
  static constexpr std::array<std::string_view, 3> kGroups = {"group", "arm", "grp"};
  for (const std::size_t place : {0U, 1U}) {
    const std::string& word = tokens[place].folded;
    const std::string& other = tokens[1 - place].folded;
    const bool group = std::find(kGroups.begin(), kGroups.end(), word) != kGroups.end();
    if (!group) continue;
    const bool roman = other.find_first_not_of("iv") == std::string::npos && other.size() <= 3;
    if (other.size() == 1 || roman) return other;
  }
  return "";
}

bool names_comparator(const std::set<std::string>& words) {
  static constexpr std::array<std::string_view, 8> kSure = {
      "placebo", "control", "sham", "usual", "untreated", "vehicle", "waitlist", "waiting"};
  return std::any_of(kSure.begin(), kSure.end(),
                     [&](std::string_view word) { return words.count(std::string(word)) > 0; });
}

bool names_intervention(std::string_view head) {
  static constexpr std::array<std::string_view, 6> kWords = {
      "intervention", "treatment", "experimental", "active", "treated", "exercise"};
  const std::set<std::string> words = every(head);
  return words.size() <= 3 && std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
           return words.count(std::string(word)) > 0;
         });
}

}  // namespace

std::string head_name(std::string_view head) {
  std::string out;
  for (std::size_t i = 0; i < head.size();) {
    const char open = head[i];
    const std::size_t close = open == '('   ? head.find(')', i)
                              : open == '[' ? head.find(']', i)
                                            : std::string_view::npos;
    if (close != std::string_view::npos) {
      const std::string_view inside = head.substr(i, close - i + 1);
      const ValueWords words = value_words(inside);
      if (people_in_head(inside) || words.says_spread() || words.percent || words.count) {
        i = close + 1;
        continue;
      }
    }
    out += head[i++];
  }
  // "Placebo, n = 40", "Placebo n=40 (%)"
  const std::string folded = text::to_lower_ascii(out);
  for (std::size_t at = folded.find('n'); at != std::string::npos; at = folded.find('n', at + 1)) {
    const bool begins = at > 0 && (folded[at - 1] == ' ' || folded[at - 1] == ',');
    const std::size_t next = folded.find_first_not_of(' ', at + 1);
    if (begins && next != std::string::npos && folded[next] == '=') {
      out = out.substr(0, at);
      break;
    }
  }
  std::string_view trimmed = text::trim(out);
  while (!trimmed.empty() &&
         (trimmed.back() == ',' || trimmed.back() == ';' || trimmed.back() == ':')) {
    trimmed = text::trim(trimmed.substr(0, trimmed.size() - 1));
  }
  return std::string(trimmed);
}

TableArms::TableArms(const model::Article& article) {
  const doc::RecordAnalysis record(article);
  reading_ = read::read_study(record);
  for (std::size_t i = 0; i < reading_.arms.size(); ++i) {
    add_name(i, reading_.arms[i].name);
    for (const doc::Span& alias : reading_.arms[i].aliases)
      add_name(i, record.document().text(alias));
  }
}

void TableArms::add_name(std::size_t arm, std::string_view name) {
  names_.push_back({arm, telling(name), every(name), initials_of(name)});
}

std::optional<std::size_t> TableArms::only_arm(read::ArmRole role) const {
  std::optional<std::size_t> out;
  for (std::size_t i = 0; i < reading_.arms.size(); ++i) {
    if (reading_.arms[i].role != role) continue;
    if (out) return std::nullopt;
    out = i;
  }
  return out;
}

std::optional<HeadArm> TableArms::named_by(std::string_view head) const {
  const std::string name = head_name(head);
  if (name.empty() || name.size() > 150) return std::nullopt;
  const auto known = [&](std::size_t arm) {
    return HeadArm{arm, reading_.arms[arm].role == read::ArmRole::comparator};
  };
  if (const std::string label = label_of(name); !label.empty()) {
    for (std::size_t i = 0; i < reading_.arms.size(); ++i) {
      if (reading_.arms[i].label == label) return known(i);
    }
    return HeadArm{};
  }
  const std::set<std::string> words = telling(name), all = every(name);
  const std::string short_form = all.size() == 1 ? *all.begin() : "";
  double best = 0, second = 0;
  std::size_t arm = 0;
  for (const Name& one : names_) {
    const bool initials = short_form.size() >= 2 && short_form == one.initials;
    // All words decide between doses of one drug.
    const double like = initials ? 1 : likeness(words, one.words) + 0.01 * likeness(all, one.all);
    if (like > best) {
      if (one.arm != arm) second = best;
      best = like;
      arm = one.arm;
    } else if (one.arm != arm) {
      second = std::max(second, like);
    }
  }
  if (best >= 0.5 && best > second + 0.001) return known(arm);
  if (names_comparator(words)) {
    const auto only = only_arm(read::ArmRole::comparator);
    return HeadArm{only, true};
  }
  if (names_intervention(name)) {
    if (const auto only = only_arm(read::ArmRole::active)) return known(*only);
    return HeadArm{};
  }
  if (best >= 0.3 && best > 2 * second) return known(arm);
  return std::nullopt;
}

}  // namespace ev::workflow
