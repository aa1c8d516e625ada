#include "pipeline/query_gen/goal_lists.hpp"

#include <algorithm>

namespace ev::query_gen {

namespace {

constexpr std::size_t kShortestList = 3;

// Nothing between two members but a comma, "and", "or".
bool side_by_side(const Concept& a, const Concept& b, std::string_view goal,
                  const std::vector<doc::Token>& tokens) {
  if (b.begin < a.end) return false;
  for (std::size_t t = a.end; t < b.begin; ++t) {
    if (tokens[t].folded != "and" && tokens[t].folded != "or") return false;
  }
  const std::size_t from = tokens[a.end - 1].end;
  const std::string_view gap = goal.substr(from, tokens[b.begin].begin - from);
  return gap.find_first_of(".;:?!()") == std::string_view::npos &&
         (gap.find(',') != std::string_view::npos || b.begin > a.end);
}

bool may_be_listed(const Concept& c) {
  return !c.medicine && !c.negated && !is_named(c) && c.role != "population" && c.end > 0;
}

bool tells_kind(std::string_view word) {
  return word == "typical" || word == "atypical" || word == "conventional";
}

// The token that a word of kind at `i` stands before, past its counterpart: "typical versus
// atypical zebranides".
std::size_t kind_of_what(std::size_t i, const std::vector<doc::Token>& tokens) {
  const auto passed = [](const std::string& word) {
    return tells_kind(word) || word == "versus" || word == "vs" || word == "or" || word == "and";
  };
  while (i < tokens.size() && passed(tokens[i].folded)) ++i;
  return i;
}

// Behind the last colon; npos = none.
std::size_t after_colon(std::string_view goal) {
  const std::size_t colon = goal.rfind(": ");
  return colon == std::string_view::npos ? colon : colon + 1;
}

}  // namespace

void group_listed_outcomes(std::vector<Concept>& concepts, std::string_view goal,
                           const std::vector<doc::Token>& tokens) {
  std::size_t first = concepts.size();
  while (first > 0 && may_be_listed(concepts[first - 1])) {
    const bool goes_on = first == concepts.size() ||
                         side_by_side(concepts[first - 1], concepts[first], goal, tokens);
    if (!goes_on) break;
    --first;
  }
  const std::size_t size = concepts.size() - first;
  if (size < 2) return;
  const std::size_t colon = after_colon(goal);
  const bool begins = first == 0 || tokens[concepts[first - 1].begin].begin < colon;
  const bool behind_colon =
      colon != std::string_view::npos && begins && tokens[concepts[first].begin].begin >= colon;
  const auto list = concepts.begin() + static_cast<std::ptrdiff_t>(first);
  const bool given =
      std::any_of(concepts.begin(), list, [](const Concept& c) { return c.medicine; });
  if (!given || (!behind_colon && size < kShortestList)) return;
  int group = list->group;
  for (const Concept& c : concepts) group = list->group != 0 ? group : std::max(group, c.group + 1);
  std::for_each(list, concepts.end(), [group](Concept& c) { c.group = group; });
}

std::vector<std::string> kinds_not_told(std::string_view goal,
                                        const std::vector<doc::Token>& tokens,
                                        const std::vector<Concept>& concepts) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string& word = tokens[i].folded;
    if (!tells_kind(word)) continue;
    const std::size_t what = kind_of_what(i, tokens);
    const bool read = std::any_of(concepts.begin(), concepts.end(),
                                  [i](const Concept& c) { return c.begin <= i && i < c.end; });
    const auto next = std::find_if(concepts.begin(), concepts.end(), [what](const Concept& c) {
      return c.begin == what && c.medicine && !c.heading.empty();
    });
    if (read || next == concepts.end()) continue;
    out.push_back("\"" + std::string(goal.substr(tokens[i].begin, word.size())) +
                  "\" is not told apart: all of " + next->heading + " is asked for");
  }
  return out;
}

}  // namespace ev::query_gen
