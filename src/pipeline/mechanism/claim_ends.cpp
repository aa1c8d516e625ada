#include "pipeline/mechanism/claim_ends.hpp"

#include "base/text.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace ev::mechanism {
namespace {

template <std::size_t N>
bool is_listed(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

// "The risk of B", "the incidence of B": said of B.
void drop_measure(LinkToTest& link) {
  constexpr std::string_view kMeasures[] = {"risk",      "risks",      "rate", "rates",
                                            "incidence", "prevalence", "odds", "severity",
                                            "extent",    "occurrence"};
  const std::vector<doc::Token> tokens = doc::tokenize(link.to);
  if (tokens.size() < 3 || tokens[1].folded != "of" || !is_listed(kMeasures, tokens[0].folded))
    return;
  link.to = link.to.substr(tokens[2].begin);
}

// "Symptoms of C": the symptoms, where C is spoken of.
void set_apart_condition(LinkToTest& link) {
  constexpr std::string_view kSigns[] = {"symptoms", "signs", "symptom"};
  const std::vector<doc::Token> tokens = doc::tokenize(link.to);
  if (tokens.size() < 3 || tokens[1].folded != "of" || !is_listed(kSigns, tokens[0].folded)) return;
  const std::string condition = link.to.substr(tokens[2].begin);
  link.to_names.push_back(link.to);
  link.to_names.push_back(condition + " symptoms");
  link.to_names.push_back(condition);
  link.to = tokens[0].folded;
  link.setting += link.setting.empty() ? condition : " " + condition;
}

// "Treatment-resistant C" is also called refractory.
void add_refractory_names(LinkToTest& link) {
  constexpr std::string_view kOnes[] = {"treatment-resistant ",  "treatment resistant ",
                                        "treatment-refractory ", "drug-resistant ",
                                        "refractory ",           "resistant "};
  for (const std::string_view one : kOnes) {
    if (!text::starts_with_ignoring_ascii_case(link.to, one)) continue;
    const std::string rest = link.to.substr(one.size());
    for (const std::string_view other : kOnes) {
      std::string name = std::string(other) + rest;
      if (text::fold(name) != text::fold(link.to)) link.to_names.push_back(std::move(name));
    }
    return;
  }
}

// "D triple therapy": "D-based triple therapy", "triple therapy with D".
void add_regimen_names(LinkToTest& link) {
  constexpr std::string_view kKinds[] = {"triple", "quadruple", "dual", "combination",
                                         "eradication"};
  constexpr std::string_view kJoins[] = {" with ",      " comprising ",    " containing ",
                                         " including ", " consisting of ", " using ",
                                         " of "};
  const std::vector<doc::Token> tokens = doc::tokenize(link.from);
  if (tokens.size() != 3 || !is_listed(kKinds, tokens[1].folded) ||
      !tokens[2].folded.starts_with("therap"))
    return;
  const std::string drug = link.from.substr(0, tokens[0].end);
  for (const char* therapy : {" therapy", " therapies"}) {
    const std::string regimen = tokens[1].folded + therapy;
    link.from_names.push_back(drug + " " + regimen);
    link.from_names.push_back(drug + "-based " + regimen);
    for (const std::string_view join : kJoins)
      link.from_names.push_back(regimen + std::string(join) + drug);
  }
}

}  // namespace

void open_ends(LinkToTest& link) {
  drop_measure(link);
  set_apart_condition(link);
  add_refractory_names(link);
  add_regimen_names(link);
}

void keep_to_kind(LinkToTest& link) {
  // Say of a thing no more than that it is one.
  constexpr std::string_view kPlain[] = {"congestive", "chronic", "overall",  "total",   "serum",
                                         "plasma",     "blood",   "arterial", "clinical"};
  const std::string asked = text::fold(link.to);
  const std::string first = asked.substr(0, asked.find(' '));
  if (is_listed(kPlain, first)) return;
  std::vector<std::string> broader;
  for (const std::string& name : link.to_names) {
    if (asked.ends_with(" " + text::fold(name))) broader.push_back(text::fold(name));
  }
  std::erase_if(link.to_names, [&](const std::string& name) {
    const std::string folded = text::fold(name);
    return folded.find(asked) == folded.npos &&
           std::any_of(broader.begin(), broader.end(),
                       [&](const std::string& kind) { return folded.ends_with(kind); });
  });
}

}  // namespace ev::mechanism
