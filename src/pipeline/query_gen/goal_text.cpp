#include "pipeline/query_gen/goal_text.hpp"

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/query_gen/abbreviations.hpp"
#include "pipeline/query_gen/words.hpp"

#include <algorithm>

namespace ev::query_gen {

bool is_numeric(std::string_view s) {
  return s.find_first_not_of("0123456789") == std::string_view::npos;
}

GoalText::GoalText(std::string_view goal) : goal_(goal), tokens_(doc::tokenize(goal)) {
  // "laparoscop, celioscop": words side by side, not a sentence.
  const auto commas = std::count(goal.begin(), goal.end(), ',');
  is_list_ = goal.find('?') == std::string_view::npos &&
             static_cast<std::size_t>(commas + 1) * 3 >= tokens_.size();
  // "Effects of Exercise on Depression": capitals say nothing there.
  const auto capitals = std::count_if(tokens_.begin(), tokens_.end(), [&](const doc::Token& t) {
    return goal[t.begin] >= 'A' && goal[t.begin] <= 'Z';
  });
  is_title_ = static_cast<std::size_t>(capitals) * 2 > tokens_.size();
}

std::string GoalText::key(std::size_t i, std::size_t n) const {
  std::string out;
  for (std::size_t k = i; k < i + n; ++k) out += (out.empty() ? "" : " ") + tokens_[k].folded;
  return out;
}

std::string GoalText::slice(std::size_t begin, std::size_t end) const {
  return std::string(
      goal_.substr(tokens_[begin].begin, tokens_[end - 1].end - tokens_[begin].begin));
}

bool GoalText::joined(std::size_t a, std::size_t b) const {
  const std::string_view gap = goal_.substr(tokens_[a].end, tokens_[b].begin - tokens_[a].end);
  return gap == " " || gap == "-" || gap == "\u2013" || gap == "/";
}

bool GoalText::crosses_sentence(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i + 1 < end; ++i) {
    const std::string_view gap =
        goal_.substr(tokens_[i].end, tokens_[i + 1].begin - tokens_[i].end);
    if (gap == ". " && is_initial(i)) continue;
    if (gap.find_first_of(".;?!:\"") != std::string_view::npos) return true;
  }
  return false;
}

// "H. pylori": a capital by itself, and a small letter behind.
bool GoalText::is_initial(std::size_t i) const {
  const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  return tokens_[i].end == tokens_[i].begin + 1 && capital(goal_[tokens_[i].begin]) &&
         i + 1 < tokens_.size() && !capital(goal_[tokens_[i + 1].begin]);
}

bool GoalText::in_tag(std::size_t i) const {
  const std::size_t open = goal_.rfind('[', tokens_[i].begin);
  if (open == std::string_view::npos) return false;
  const std::size_t close = std::min(goal_.find(']', open), goal_.size());
  if (close < tokens_[i].end) return false;
  const std::string tag(goal_.substr(open + 1, close - open - 1));
  return pubmed_query::find_field(tag.substr(0, tag.find(':'))) != pubmed_query::Field::none;
}

std::size_t GoalText::quoted_end(std::size_t i) const {
  if (tokens_[i].begin == 0 || goal_[tokens_[i].begin - 1] != '"') return i;
  const std::size_t close = goal_.find('"', tokens_[i].end);
  if (close == std::string_view::npos) return i;
  std::size_t end = i;
  while (end < tokens_.size() && tokens_[end].end <= close) ++end;
  // An opening mark: an even number of marks stands before it.
  const auto before = std::count(
      goal_.begin(), goal_.begin() + static_cast<std::ptrdiff_t>(tokens_[i].begin - 1), '"');
  return before % 2 == 0 ? end : i;
}

bool GoalText::is_listed_word(std::size_t i) const {
  const auto divided = [this](std::size_t a, std::size_t b) {
    return goal_.substr(tokens_[a].end, tokens_[b].begin - tokens_[a].end).find(',') !=
           std::string_view::npos;
  };
  return (i == 0 || divided(i - 1, i)) && (i + 1 == tokens_.size() || divided(i, i + 1));
}

bool GoalText::is_part_of_listed_term(std::size_t i) const {
  return is_list_ && goal_.find(',') != std::string_view::npos && !is_listed_word(i);
}

bool GoalText::is_abbreviation(std::size_t i) const {
  const std::string_view raw = goal_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
  if (raw.size() < 2 || raw.size() > 6) return false;
  return std::all_of(raw.begin(), raw.end(),
                     [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }) &&
         !is_numeric(raw);
}

std::string_view GoalText::abbreviation_at(std::size_t i) const {
  const Abbreviation* known = find_abbreviation(slice(i, i + 1));
  return known == nullptr ? std::string_view() : known->words;
}

bool GoalText::is_symbol(std::size_t i) const {
  return !is_list_ && !is_title_ && tokens_[i].folded.size() >= 3 && is_abbreviation(i);
}

bool GoalText::is_name(std::size_t i) const {
  if (i == 0 || is_list_ || is_title_) return false;
  const char first = goal_[tokens_[i].begin];
  const std::string_view gap =
      goal_.substr(tokens_[i - 1].end, tokens_[i].begin - tokens_[i - 1].end);
  return first >= 'A' && first <= 'Z' && tokens_[i].folded.size() >= 4 && gap == " ";
}

std::size_t GoalText::name_end(std::size_t i) const {
  std::size_t next = i + 1;
  const bool owner = next < tokens_.size() && tokens_[next].folded == "s" &&
                     tokens_[next].begin <= tokens_[i].end + 3;
  if (owner) ++next;
  const bool completed =
      next < tokens_.size() && is_head_noun(tokens_[next].folded) && joined(next - 1, next);
  return completed ? next + 1 : i + 1;
}

std::size_t GoalText::lettered_end(std::size_t i) const {
  constexpr std::size_t kWord = 4;
  const std::string& word = tokens_[i].folded;
  const bool letter = word.size() == 1 && word.front() >= 'a' && word.front() <= 'z';
  if (!letter || i + 1 == tokens_.size() || tokens_[i + 1].folded.size() < kWord) return i;
  return goal_.substr(tokens_[i].end, tokens_[i + 1].begin - tokens_[i].end) == "-" ? i + 2 : i;
}

}  // namespace ev::query_gen
