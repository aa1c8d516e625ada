#include "pipeline/question/frame_queries.hpp"

#include "pipeline/query_gen/spelling.hpp"

#include <algorithm>
#include <set>

namespace ev::question {
namespace {

constexpr std::size_t kMostNames = 24;

// Names in any spelling and number, as title or abstract words.
class Alternatives {
 public:
  void add(const std::string& name) {
    if (terms_.size() >= kMostNames || name.size() < 2) return;
    put(name);
    if (const std::string other = query_gen::british(name); !other.empty()) put(other);
  }
  std::string query() const {
    std::string out;
    for (const std::string& term : terms_) out += (out.empty() ? "" : " OR ") + term;
    return terms_.size() > 1 ? "(" + out + ")" : out;
  }

 private:
  void put(const std::string& name) {
    constexpr std::size_t kTruncated = 4;  // the least PubMed takes before an asterisk
    const std::size_t last =
        name.size() - (name.rfind(' ') == std::string::npos ? 0 : name.rfind(' ') + 1);
    const bool cut = last >= kTruncated && name.back() != 's';
    std::string term = "\"" + name + (cut ? "*" : "") + "\"[tiab]";
    if (seen_.insert(term).second) terms_.push_back(std::move(term));
  }
  std::vector<std::string> terms_;
  std::set<std::string> seen_;
};

std::string query_of(const Slot& slot) {
  Alternatives names;
  for (const ConceptSpan& s : slot.terms) {
    if (s.begin >= slot.head) continue;
    names.add(s.about->name);
    for (const std::string& name : s.about->names) names.add(name);
    for (const std::string& name : s.about->members) names.add(name);
  }
  const bool drug =
      std::any_of(slot.own.begin(), slot.own.end(), [](const OwnWord& w) { return w.drug; });
  std::string out = names.query();
  for (const OwnWord& w : slot.own) {
    if (w.at >= slot.head || (!out.empty() && !w.drug) || (drug && !w.drug)) continue;
    Alternatives own;
    own.add(w.word.text);
    out += (out.empty() ? "" : slot.terms.empty() ? " AND " : " OR ") + own.query();
  }
  return out.empty() ? out : "(" + out + ")";
}

std::string query_of(const std::vector<ConceptSpan>& outcomes, const std::vector<Word>& words) {
  Alternatives names;
  for (const ConceptSpan& s : outcomes) {
    names.add(s.about->name);
    for (const std::string& name : s.about->names) names.add(name);
  }
  for (const Word& w : words) names.add(w.text);
  return names.query();
}

std::string query_of(const std::vector<const Concept*>& people) {
  Alternatives names;
  for (const Concept* about : people) {
    names.add(about->name);
    for (const std::string& name : about->names) names.add(name);
  }
  return names.query();
}

std::string query_of_setting(std::string_view setting) {
  constexpr std::string_view kLeads[] = {"before ",   "after ",      "following ",
                                         "during ",   "undergoing ", "awaiting ",
                                         "prior to ", "the ",        "elective "};
  for (const std::string_view lead : kLeads) {
    if (setting.starts_with(lead)) setting.remove_prefix(lead.size());
  }
  Alternatives names;
  names.add(std::string(setting));
  return names.query();
}

std::string query_of(const std::optional<query_gen::OpenPlace>& open) {
  const auto facet = open ? query_gen::facet_of(*open) : std::nullopt;
  if (!facet) return {};
  std::string out;
  const std::string_view spec = facet->spec;
  for (std::size_t at = 0; at < spec.size();) {
    const std::size_t end = std::min(spec.find('|', at), spec.size());
    const std::string_view part = spec.substr(at, end - at);
    const std::size_t colon = part.find(':');
    const std::string value(part.substr(colon + 1));
    const std::string term = value.find(' ') == std::string::npos ? value : '"' + value + '"';
    out += (out.empty() ? "" : " OR ") + term + "[" + std::string(part.substr(0, colon)) + "]";
    at = end + 1;
  }
  return "(" + out + ")";
}

std::string both(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? std::string() : a + " AND " + b;
}

}  // namespace

std::vector<std::string> queries_of(const QuestionFrame& frame) {
  const std::string given = query_of(frame.intervention);
  const std::string outcome = query_of(frame.outcomes, frame.outcome_words);
  const std::string population = query_of(frame.population, {});
  const std::string against = frame.against_active() ? query_of(*frame.comparator) : std::string();
  std::vector<std::string> out;
  const auto put = [&out](const std::string& query) {
    if (!query.empty() && std::find(out.begin(), out.end(), query) == out.end())
      out.push_back(query);
  };
  const std::string people = query_of(frame.people);
  const std::string compared = against.empty() ? given : both(given, against);
  if (frame.makes_no_claim()) put(both(outcome, query_of(frame.open)));
  if (!frame.setting.empty()) put(both(compared, query_of_setting(frame.setting)));
  put(both(both(compared, outcome), people));
  put(both(both(given, against), outcome));
  put(both(given, against));
  put(both(both(given, outcome), population));
  if (against.empty()) put(both(given, outcome));
  if (outcome.empty()) put(both(given, population));
  if (given.empty()) put(both(outcome, population));
  if (out.empty()) put(given.empty() ? outcome : given);
  return out;
}

}  // namespace ev::question
