#include "tools/findings_view.hpp"

#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace ev::tools {

namespace {

using synthesis::Measure;
using synthesis::Synthesis;
using workflow::DomainProfile;

double per_thousand(double risk) {
  return std::round(std::clamp(risk, 0.0, 1.0) * 1000);
}

// The risk with the intervention from that with the comparator (Cochrane Handbook 14.1.5).
double risk_with(Measure measure, double effect, double risk) {
  if (measure == Measure::risk_ratio) return effect * risk;
  if (measure == Measure::risk_difference) return effect + risk;
  const double odds = effect * risk / (1 - risk);
  return odds / (1 + odds);
}

// Per 1,000 people; null where not all studies are tables of events.
Json absolute_json(const Synthesis& s) {
  double events = 0, people = 0;
  for (const synthesis::PooledStudy& study : s.studies) {
    if (!study.made.counts) return nullptr;
    events += study.made.counts->events_comparator;
    people += study.made.counts->n_comparator;
  }
  const bool of_risks = s.measure == Measure::risk_ratio || s.measure == Measure::odds_ratio ||
                        s.measure == Measure::risk_difference;
  if (!of_risks || !(people > 0) || !(events < people)) return nullptr;
  const double risk = events / people;
  const auto with = [&](double value) {
    return per_thousand(risk_with(s.measure, synthesis::on_own_scale(s.measure, value), risk));
  };
  return {{"comparator_per_1000", per_thousand(risk)},
          {"intervention_per_1000", with(s.pooled->estimate)},
          {"ci", Json::array({with(s.pooled->ci.low), with(s.pooled->ci.high)})}};
}

Json domain_json(const DomainProfile& d) {
  Json out = {{"domain", wire_name(d.domain)}, {"signals", Json::array()}};
  for (const workflow::Signal& signal : d.signals) {
    Json one = {{"says", text::displayable(signal.says)}};
    if (!signal.study.empty()) one["study"] = signal.study;
    if (!signal.quote.empty()) one["quote"] = text::displayable(signal.quote);
    out["signals"].push_back(std::move(one));
  }
  out["proposed"] = wire_name(d.proposed);
  out["reason"] = d.reason;
  out["signed"] = false;
  if (d.signed_by) {
    out["signed"] = {{"judgement", wire_name(d.signed_by->judgement)},
                     {"name", text::displayable(d.signed_by->name)},
                     {"at", d.signed_by->at}};
  }
  return out;
}

void count(std::vector<research::Counted>& parts, const std::string& what) {
  for (research::Counted& part : parts) {
    if (part.what == what) {
      ++part.n;
      return;
    }
  }
  parts.push_back({what, 1});
}

// Names of every study among these.
template <class List, class Of>
std::set<std::string> names_in(const List& list, Of of) {
  std::set<std::string> out;
  for (const auto& one : list) {
    for (std::string& key : synthesis::keys_of(of(one))) out.insert(std::move(key));
  }
  return out;
}

struct Fates {
  std::set<std::string> pooled, not_poolable, proposed;
  std::map<std::string, const workflow::LeftOutRecord*> left_out;
};

Fates fates_of(const workflow::SynthesisOutcome& outcome) {
  Fates out;
  for (const Synthesis& s : outcome.outcomes) {
    out.pooled.merge(names_in(s.studies, [](const auto& one) { return one.study; }));
    out.not_poolable.merge(names_in(s.not_poolable, [](const auto& one) { return one.study; }));
  }
  out.proposed = names_in(outcome.proposed, [](const auto& one) { return one; });
  for (const workflow::LeftOutRecord& record : outcome.left_out)
    out.left_out.emplace(record.id, &record);
  return out;
}

}  // namespace

Json findings_json(const Synthesis& s, const workflow::EvidenceProfile& profile) {
  Json domains = Json::array();
  for (const DomainProfile& d : profile.domains) domains.push_back(domain_json(d));
  Json out = {{"synthesis_id", profile.synthesis_id},
              {"studies", s.studies.size()},
              {"design", profile.randomized ? "randomized" : "not randomized"},
              {"domains", std::move(domains)},
              {"certainty", profile.certainty},
              {"certainty_is", profile.all_signed() ? "signed" : "proposed, unsigned"}};
  // What is not judged can only lower it.
  if (profile.not_judged() > 0) out["certainty_at_most"] = true;
  if (Json absolute = absolute_json(s); !absolute.is_null()) out["absolute"] = std::move(absolute);
  return out;
}

Json flow_json(const std::vector<research::Box>& boxes) {
  Json out = Json::array();
  for (const research::Box& box : boxes) {
    Json one = {{"box", box.id}, {"label", box.label}, {"by", wire_name(box.by)}};
    one["n"] = box.n ? Json(*box.n) : Json();
    for (const research::Counted& part : box.parts)
      one["parts"].push_back({{"what", text::displayable(part.what)}, {"n", part.n}});
    out.push_back(std::move(one));
  }
  return out;
}

Json search_report_json(const std::vector<research::SearchItem>& items) {
  Json out = {{"items", Json::array()}, {"not_recorded", Json::array()}};
  for (const research::SearchItem& item : items) {
    const std::string name = std::to_string(item.number) + " " + item.name;
    if (item.done) {
      out["items"].push_back({{"item", name}, {"text", text::displayable(item.text)}});
    } else {
      out["not_recorded"].push_back(name);
    }
  }
  return out;
}

std::string search_report_markdown(const std::vector<research::SearchItem>& items) {
  std::string out = "# Search report (PRISMA-S)\n";
  for (const research::SearchItem& item : items) {
    out += "\n## " + std::to_string(item.number) + ". " + item.name + "\n\n";
    if (item.number == 8 && item.done) {
      out += "```\n" + text::displayable(item.text) + "\n```\n";
    } else {
      out += text::displayable(item.text) + "\n";
    }
  }
  return out;
}

research::Selection selection_of(const workflow::SynthesisOutcome& outcome,
                                 std::span<const model::Article> articles, bool person_screened) {
  const Fates fates = fates_of(outcome);
  research::Selection out{.not_eligible = std::vector<research::Counted>()};
  if (person_screened) out.by_person.emplace();
  std::set<std::string> records;
  const auto settle = [&](const std::vector<std::string>& names) {
    ++out.distinct;
    const auto in = [&](const std::set<std::string>& all) {
      return std::any_of(names.begin(), names.end(),
                         [&](const std::string& name) { return all.count(name) > 0; });
    };
    const auto left = fates.left_out.find(names.back());
    if (left != fates.left_out.end() && left->second->by_person && out.by_person) {
      count(*out.by_person, left->second->reason);
    } else if (left != fates.left_out.end() && left->second->no_study) {
      count(out.by_rule, left->second->reason);
    } else if (in(fates.pooled)) {
      return;
    } else if (in(fates.not_poolable)) {
      count(*out.not_eligible, "its numbers cannot be pooled");
    } else if (in(fates.proposed)) {
      count(*out.not_eligible, "its numbers are proposed, and wait for a person");
    } else {
      count(*out.not_eligible,
            left == fates.left_out.end() ? "no result for the outcome" : left->second->reason);
    }
  };
  for (const model::Article& article : articles) {
    std::vector<std::string> names = article.nct_ids;
    names.push_back(model::item_id(article));
    records.insert(names.begin(), names.end());
    settle(names);
  }
  for (const std::set<std::string>* all : {&fates.pooled, &fates.not_poolable}) {
    for (const std::string& name : *all) {
      if (records.insert(name).second) settle({name});
    }
  }
  std::set<std::string> studies;
  for (const Synthesis& s : outcome.outcomes) {
    for (const synthesis::PooledStudy& one : s.studies) studies.insert(one.study.id);
  }
  out.studies = static_cast<long>(studies.size());
  return out;
}

}  // namespace ev::tools
