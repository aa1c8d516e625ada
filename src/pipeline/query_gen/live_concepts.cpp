#include "pipeline/query_gen/live_concepts.hpp"

#include <algorithm>
#include <utility>

namespace ev::query_gen {

namespace {

constexpr const char* kTranslation = "PubMed's own translation";

// The heading in `"alzheimer disease"[MeSH Terms] OR …`.
std::string heading_in(const std::string& translation, std::string_view tag) {
  const std::size_t at = translation.find("\"[" + std::string(tag) + "]");
  if (at == std::string::npos || at == 0) return "";
  const std::size_t open = translation.rfind('"', at - 1);
  return open == std::string::npos ? "" : translation.substr(open + 1, at - open - 1);
}

std::string translated_heading(const std::string& to, pubmed_query::Field& field) {
  std::string heading = heading_in(to, "MeSH Terms");
  if (!heading.empty()) return heading;
  field = pubmed_query::Field::nm;
  return heading_in(to, "Supplementary Concept");
}

void apply_probe(Concept& c, const search::Probe& probe) {
  if (probe.count == 0) c.weight = -1;
  for (const auto& [from, to] : probe.translations) {
    if (mesh::term_key(from) != mesh::term_key(c.text)) continue;
    pubmed_query::Field field = pubmed_query::Field::mh;
    const std::string heading = translated_heading(to, field);
    if (heading.empty()) continue;
    c.heading = heading;
    c.heading_field = field;
    c.confirmed_by = kTranslation;
    c.weight = std::max(c.weight, 3.0);
    return;
  }
}

}  // namespace

std::vector<std::string> confirm_live(std::vector<Concept>& concepts, const ProbeFn& probe,
                                      const Context& ctx) {
  if (!probe) return {};
  std::vector<Concept*> open;
  std::vector<std::string> queries;
  for (Concept& c : concepts) {
    if (!c.heading.empty()) continue;
    open.push_back(&c);
    queries.push_back(c.text);
  }
  if (open.empty()) return {};
  const std::vector<Result<search::Probe>> answers = probe(queries, ctx);
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < answers.size() && i < open.size(); ++i) {
    if (answers[i]) {
      apply_probe(*open[i], *answers[i]);
    } else {
      warnings.push_back("PubMed could not be asked about \"" + open[i]->text +
                         "\": " + answers[i].error().message);
    }
  }
  return warnings;
}

std::vector<std::string> complete_live(std::vector<Concept>& concepts, const search::LiveMesh& live,
                                       const Context& ctx) {
  std::vector<Concept*> open;
  std::vector<std::string> names;
  for (Concept& c : concepts) {
    if (c.confirmed_by != kTranslation) continue;
    open.push_back(&c);
    names.push_back(c.heading);
  }
  if (!live || open.empty()) return {};
  const auto answers = live(names, ctx);
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < answers.size() && i < open.size(); ++i) {
    if (!answers[i]) {
      warnings.push_back("PubMed's MeSH database could not be asked about \"" + names[i] +
                         "\": " + answers[i].error().message);
      continue;
    }
    if (answers[i]->empty()) continue;
    const Concept before = std::move(*open[i]);
    *open[i] = concept_of(before.text, answers[i]->front(), search::kLiveMeshSource);
    open[i]->negated = before.negated;
    open[i]->remark = before.remark;
    open[i]->group = before.group;
  }
  return warnings;
}

}  // namespace ev::query_gen
