#include "tools/synthesis_fit.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <string_view>

namespace ev::tools {

namespace {

constexpr std::string_view kMore = ": the report has them, or raise max_response_tokens";

std::size_t size_of(const Json& json) {
  return dump_json(json).size();
}

// Takes the last entries away until the whole is small enough; how many went.
std::size_t shorten(Json& rows, std::size_t& size, std::size_t room) {
  std::size_t kept = rows.size();
  while (kept > 0 && size > room) size -= size_of(rows[--kept]) + 1;
  const std::size_t gone = rows.size() - kept;
  rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(kept), rows.end());
  return gone;
}

template <class Change>
void each_study(Json& structured, Change change) {
  for (Json& outcome : structured["outcomes"]) {
    for (const char* rows : {"studies", "not_poolable"}) {
      for (Json& study : outcome[rows]) change(study);
    }
  }
}

void drop_quotes(Json& structured) {
  each_study(structured, [](Json& study) {
    study.erase("quote");
    study.erase("cell_quotes");
  });
  for (Json& outcome : structured["outcomes"]) {
    if (!outcome.contains("summary_of_findings")) continue;
    for (Json& domain : outcome["summary_of_findings"]["domains"]) {
      for (Json& signal : domain["signals"]) signal.erase("quote");
    }
  }
}

bool drop_each_without(Json& structured) {
  bool any = false;
  for (Json& outcome : structured["outcomes"]) {
    if (outcome.contains("sensitivity"))
      any = outcome["sensitivity"].erase("leave_one_out") > 0 || any;
  }
  return any;
}

bool drop_signals(Json& structured) {
  bool any = false;
  for (Json& outcome : structured["outcomes"]) {
    if (!outcome.contains("summary_of_findings")) continue;
    for (Json& domain : outcome["summary_of_findings"]["domains"])
      any = domain.erase("signals") > 0 || any;
  }
  return any;
}

std::size_t shorten_studies(Json& structured, std::size_t room) {
  std::size_t size = size_of(structured), gone = 0;
  auto& outcomes = structured["outcomes"];
  for (const char* rows : {"not_poolable", "studies"}) {
    for (auto it = outcomes.rbegin(); it != outcomes.rend() && size > room; ++it)
      gone += shorten((*it)[rows], size, room);
  }
  return gone;
}

}  // namespace

void fit_synthesis(Json& structured, std::size_t room, std::vector<std::string>& warnings) {
  const auto fits = [&] { return size_of(structured) <= room; };
  const auto say = [&](const std::string& what) { warnings.push_back(what + std::string(kMore)); };
  if (fits()) return;
  if (const auto it = structured.find("left_out"); it != structured.end()) {
    const std::size_t n = it->size();
    structured.erase(it);
    warnings.push_back(std::to_string(n) +
                       " records that add nothing are not listed: raise max_response_tokens");
  }
  if (fits()) return;
  if (const auto rows = structured.find("proposed_rows"); rows != structured.end()) {
    std::size_t size = size_of(structured);
    const std::size_t gone = shorten(*rows, size, room);
    warnings.push_back(std::to_string(gone) +
                       " proposed rows are not shown: raise max_response_tokens");
  }
  if (fits()) return;
  drop_quotes(structured);
  say("quotes are left out");
  if (fits()) return;
  if (drop_each_without(structured)) say("estimates without each study are left out");
  if (fits()) return;
  if (drop_signals(structured)) say("signals of certainty are left out");
  if (fits()) return;
  say(std::to_string(shorten_studies(structured, room)) + " rows of studies are left out");
}

std::string fit_lines(const std::string& text, std::size_t room) {
  if (text.size() <= room) return text;
  static constexpr std::string_view kCut = "- the rest stands in the report\n";
  const std::size_t end = text.rfind('\n', room > kCut.size() ? room - kCut.size() : 0);
  return (end == std::string::npos ? std::string() : text.substr(0, end + 1)) + std::string(kCut);
}

}  // namespace ev::tools
