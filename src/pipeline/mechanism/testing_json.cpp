#include "pipeline/mechanism/testing_json.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/hypothesis_json.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>

namespace ev::mechanism {

double three_digits(double v) {
  return std::round(v * 1000) / 1000;
}

namespace {

std::vector<const Evidence*> within_limit(const std::vector<Evidence>& evidence,
                                          const StanceLimit& limit) {
  std::map<Stance, std::size_t> count;
  std::vector<const Evidence*> out;
  for (const Evidence& e : evidence) {
    const std::size_t most = e.stance == Stance::supports      ? limit.supporting
                             : e.stance == Stance::contradicts ? limit.contradicting
                                                               : limit.other;
    if (count[e.stance]++ < most) out.push_back(&e);
  }
  return out;
}

Json evidence_list(const std::vector<Evidence>& evidence, const StanceLimit& limit, Json& owner) {
  const std::vector<const Evidence*> shown = within_limit(evidence, limit);
  Json out = Json::array();
  for (const Evidence* e : shown) out.push_back(to_json(*e));
  if (shown.size() < evidence.size()) owner["evidence_omitted"] = evidence.size() - shown.size();
  return out;
}

template <class Tested>
void add_votes(Json& out, const Tested& t) {
  out["weight_for"] = three_digits(t.weight_for);
  out["weight_against"] = three_digits(t.weight_against);
  out["share_for"] = three_digits(t.share);
  out["interval"] = {three_digits(t.low), three_digits(t.high)};
  out["supporting_records"] = t.supporting_records;
  out["contradicting_records"] = t.contradicting_records;
  if (t.independent_groups)
    out["independent_groups"] = *t.independent_groups;
  else
    out["independent_groups"] = "unknown";
}

std::string quote_line(const Evidence& e) {
  return "  - " + std::string(wire_name(e.stance)) + (e.hedged ? ", hedged" : "") +
         (e.negated ? ", negated" : "") + ": \"" + text::displayable(e.quote.text) + "\" [" + e.id +
         ", " + std::string(label_of(e.design)) + ", " + std::string(wire_name(e.species)) +
         (e.method.empty() ? "" : ", read by a model") + "]\n";
}

std::string string_member(const Json& value, const char* name) {
  const auto it = value.find(name);
  return it != value.end() && it->is_string() ? it->get<std::string>() : std::string();
}

}  // namespace

Json to_json(const LinkVerdict& v, const StanceLimit& limit) {
  Json out = {{"from", v.link.from},
              {"to", v.link.to},
              {"relation", v.link.relation},
              {"sign", v.link.sign},
              {"status", v.status},
              {"reason", v.reason},
              {"mentioning_records", v.mentioning_records}};
  add_votes(out, v);
  Json& species = out["by_species"] = Json::object();
  for (const auto& [name, side] : v.by_species)
    species[std::string(wire_name(name))] = {{"supporting", side.supporting},
                                             {"contradicting", side.contradicting}};
  out["evidence"] = evidence_list(v.evidence, limit, out);
  return out;
}

std::string to_markdown(const LinkVerdict& v, const StanceLimit& limit) {
  std::string out = "- " +
                    text::displayable(v.link.from + " " + v.link.relation + " " + v.link.to) +
                    ": **" + std::string(wire_name(v.status)) + "** (" + v.reason + ")\n";
  for (const Evidence* e : within_limit(v.evidence, limit)) out += quote_line(*e);
  return out;
}

Result<MechanismHypothesis> hypothesis_from_json(const Json& value, const std::string& path) {
  Error error{.code = Errc::invalid_argument, .message = "the hypothesis cannot be read"};
  const auto problem = [&](const std::string& where, const char* what) {
    error.problems.push_back({path + where, what});
  };
  MechanismHypothesis out;
  if (!value.is_object()) {
    problem("", "must be an object {drug, target, pathway, effect, links[]}");
    return error;
  }
  out.drug = string_member(value, "drug");
  out.target = string_member(value, "target");
  out.pathway = string_member(value, "pathway");
  out.effect = string_member(value, "effect");
  out.hypothesis_id = string_member(value, "hypothesis_id");
  if (out.hypothesis_id.empty())
    out.hypothesis_id = hypothesis_id(out.drug, out.target, out.pathway, out.effect);
  const auto links = value.find("links");
  if (links != value.end() && links->is_array()) {
    for (std::size_t i = 0; i < links->size(); ++i) {
      const Json& given = (*links)[i];
      const std::string at = ".links[" + std::to_string(i) + "]";
      if (!given.is_object()) {
        problem(at, "must be an object {from, to, relation}");
        continue;
      }
      HypothesisLink link{.from = string_member(given, "from"),
                          .to = string_member(given, "to"),
                          .relation = string_member(given, "relation")};
      if (link.from.empty()) problem(at + ".from", "must name the beginning of the link");
      if (link.to.empty()) problem(at + ".to", "must name the end of the link");
      const auto sign = sign_of_relation(link.relation);
      if (!sign) problem(at + ".relation", "must be activates, inhibits, increases or decreases");
      link.sign = sign.value_or(0);
      out.links.push_back(std::move(link));
    }
  }
  if (links_to_test(out).empty() && error.problems.empty())
    problem("", "must name at least two of drug, target, pathway and effect, or links");
  if (!error.problems.empty()) return error;
  return out;
}

}  // namespace ev::mechanism
