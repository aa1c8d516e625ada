#include "base/text.hpp"
#include "pipeline/mechanism/testing.hpp"
#include "pipeline/mechanism/word_lists.hpp"

#include <algorithm>
#include <iterator>

namespace ev::mechanism {
namespace {

// A plural is searched with its singular: "serum lipid*".
std::string quoted_name(std::string_view name) {
  constexpr std::size_t kShortest = 6;
  std::string out = "\"";
  for (const char c : name) {
    if (c != '"' && c != '*') out += c;
  }
  const char before = out.size() > kShortest ? out[out.size() - 2] : 's';
  if (out.back() == 's' && before != 's' && before != 'u' && before != 'i') out.back() = '*';
  return out + "\"[tiab]";
}

std::string any_name(const std::string& name, const std::vector<std::string>& more) {
  std::vector<std::string> names = {quoted_name(name)};
  for (const std::string& other : more) {
    const std::string quoted = quoted_name(other);
    if (std::find(names.begin(), names.end(), quoted) == names.end()) names.push_back(quoted);
  }
  return names.size() == 1 ? names.front() : "(" + text::join(names, " OR ") + ")";
}

constexpr const char* kUpWords =
    "activat*[tiab] OR increas*[tiab] OR stimulat*[tiab] OR induc*[tiab] OR enhanc*[tiab] OR "
    "improv*[tiab]";
constexpr const char* kDownWords =
    "inhibit*[tiab] OR decreas*[tiab] OR reduc*[tiab] OR suppress*[tiab] OR attenuat*[tiab] OR "
    "lower*[tiab] OR effective*[tiab]";
constexpr const char* kBetterWords =
    "improv*[tiab] OR reduc*[tiab] OR prevent*[tiab] OR protect*[tiab] OR effective*[tiab]";
constexpr const char* kWorseWords =
    "worsen*[tiab] OR aggravat*[tiab] OR induc*[tiab] OR caus*[tiab] OR adverse[tiab]";
constexpr const char* kNullWords =
    "\"no effect\"[tiab] OR \"no significant\"[tiab] OR \"no difference\"[tiab] OR "
    "\"no association\"[tiab] OR \"not associated\"[tiab] OR \"no benefit\"[tiab] OR "
    "\"did not\"[tiab] OR failed[tiab] OR ineffective[tiab]";

// ---- a chain given by its four words only

struct DirectedName {
  std::string name;
  int sign = 1;
  bool directed = false;
};

bool ends_with_word(std::string_view text, std::string_view word) {
  return text.size() > word.size() && text.ends_with(word) &&
         text[text.size() - word.size() - 1] == ' ';
}

struct DirectionWord {
  std::string_view word;
  int sign;
};

// "mTOR inhibition", "reduced amyloid", "improvement of dementia", "AMPK (AMP kinase)".
DirectedName directed_name(std::string_view given) {
  constexpr DirectionWord kBehind[] = {{"inhibition", -1}, {"suppression", -1}, {"blockade", -1},
                                       {"reduction", -1},  {"loss", -1},        {"decrease", -1},
                                       {"clearance", -1},  {"activation", 1},   {"induction", 1},
                                       {"increase", 1},    {"stimulation", 1},  {"signaling", 1},
                                       {"signalling", 1}};
  constexpr DirectionWord kBefore[] = {
      {"reduced ", -1},      {"decreased ", -1},      {"lower ", -1},
      {"inhibited ", -1},    {"suppressed ", -1},     {"inhibition of ", -1},
      {"reduction of ", -1}, {"improvement of ", -1}, {"prevention of ", -1},
      {"treatment of ", -1}, {"clearance of ", -1},   {"enhanced clearance of ", -1},
      {"increased ", 1},     {"enhanced ", 1},        {"improved ", 1},
      {"activation of ", 1}, {"induction of ", 1},    {"worsening of ", 1}};
  std::string_view text = text::trim(given.substr(0, given.find(" (")));
  if (const std::size_t in = text.find(" in "); in != std::string_view::npos)
    text = text::trim(text.substr(0, in));
  DirectedName out;
  std::size_t longest = 0;
  for (const DirectionWord& d : kBefore) {
    if (!text::starts_with_ignoring_ascii_case(text, d.word) || d.word.size() <= longest) continue;
    longest = d.word.size();
    out = {.sign = d.sign, .directed = true};
  }
  text.remove_prefix(longest);
  for (const DirectionWord& d : kBehind) {
    if (longest > 0 || !ends_with_word(text, d.word)) continue;
    text.remove_suffix(d.word.size() + 1);
    const bool only_named = d.word.starts_with("signal");
    out = {.sign = d.sign, .directed = !only_named};
    break;
  }
  out.name = std::string(text::trim(text));
  return out;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

std::vector<std::string> joined(std::vector<std::string> names,
                                const std::vector<std::string>& more) {
  append(names, more);
  return names;
}

}  // namespace

void add_known_names(LinkToTest& link) {
  static const Vocabulary kVocabulary;
  const KnownNames from = kVocabulary.names_of(link.from);
  const KnownNames to = kVocabulary.names_of(link.to);
  append(link.from_names, from.same);
  append(link.from_opposites, from.opposite);
  append(link.to_names, to.same);
  append(link.to_opposites, to.opposite);
  append(link.others, from.other);
  append(link.others, to.other);
  link.to_valence = to.valence;
}

std::vector<LinkToTest> links_to_test(const MechanismHypothesis& hypothesis) {
  std::vector<LinkToTest> out;
  for (const HypothesisLink& link : hypothesis.links) {
    out.push_back({.from = link.from, .to = link.to, .relation = link.relation, .sign = link.sign});
    add_known_names(out.back());
  }
  if (!out.empty()) return out;
  const std::string* given[] = {&hypothesis.drug, &hypothesis.target, &hypothesis.pathway,
                                &hypothesis.effect};
  const DirectedName* last = nullptr;
  DirectedName names[std::size(given)];
  int state = 1;  // of the end before: is there more or less of it
  for (std::size_t i = 0; i < std::size(given); ++i) {
    // "mTOR inhibition -> autophagy activation": the last step is what goes on.
    std::string_view text = *given[i];
    for (const std::string_view arrow : {"→", "->"}) {
      if (const auto at = text.rfind(arrow); at != std::string_view::npos)
        text = text::trim(text.substr(at + arrow.size()));
    }
    if (text.empty()) continue;
    names[i] = directed_name(text);
    if (last != nullptr && last->name != names[i].name) {
      LinkToTest link{.from = last->name, .to = names[i].name, .sign = 0};
      if (names[i].directed) link.sign = state * names[i].sign;
      link.relation = link.sign > 0 ? "increases" : link.sign < 0 ? "decreases" : "affects";
      add_known_names(link);
      out.push_back(std::move(link));
    }
    state = names[i].directed ? names[i].sign : 1;
    last = &names[i];
  }
  return out;
}

LinkSearches searches_for(const LinkToTest& link) {
  const std::string pair = any_name(link.from, joined(link.from_names, link.from_opposites)) +
                           " AND " + any_name(link.to, joined(link.to_names, link.to_opposites));
  const bool disease = looks_like_disease(text::fold(link.to));
  const std::string up = disease ? kWorseWords : kUpWords;
  const std::string down = disease ? kBetterWords : kDownWords;
  // Less of an end's opposite is more of it.
  const bool either = link.sign == 0 || !link.to_opposites.empty() || !link.from_opposites.empty();
  const std::string same = either ? up + " OR " + down : link.sign > 0 ? up : down;
  std::string against = kNullWords;
  if (link.sign != 0) against += " OR " + (link.sign > 0 ? down : up);
  return {.supporting = pair + " AND (" + same + ")", .refuting = pair + " AND (" + against + ")"};
}

std::string refuting_query(std::string_view query) {
  return "(" + std::string(query) + ") AND (" + kNullWords + ")";
}

}  // namespace ev::mechanism
