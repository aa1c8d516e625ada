#include "pipeline/query_gen/live_concepts.hpp"

#include "pipeline/query_gen/blocks.hpp"
#include "pipeline/query_gen/concept_parts.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <set>
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

// An abbreviation is asked about by what it stands for: PubMed reads some as journals.
const std::string& asked_as(const Concept& c) {
  return c.meant.empty() ? c.text : c.meant;
}

void apply_probe(Concept& c, const search::Probe& probe) {
  if (probe.count == 0) c.weight = -1;
  for (const auto& [from, to] : probe.translations) {
    if (mesh::term_key(from) != mesh::term_key(asked_as(c))) continue;
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

// Plain words before a span that takes the last of them.
void cut_before(Concept& c, const Span& span) {
  const std::vector<doc::Token> tokens = doc::tokenize(c.text);
  const std::size_t left = span.begin - c.begin;
  if (left == 0 || left >= tokens.size()) return;
  Concept shorter = from_text(c.text.substr(0, tokens[left - 1].end));
  shorter.group = c.group;
  shorter.begin = c.begin;
  shorter.end = span.begin;
  c = std::move(shorter);
}

// The span as one concept, where its first concept stood.
void replace_inside(std::vector<Concept>& concepts, const Span& span, Concept whole) {
  const auto inside = [&span](const Concept& c) {
    return span.begin <= c.begin && c.end <= span.end;
  };
  const auto first = std::find_if(concepts.begin(), concepts.end(), inside);
  if (first == concepts.end()) return;
  if (first != concepts.begin() && (first - 1)->end > span.begin) cut_before(*(first - 1), span);
  whole.group = first->group;
  whole.begin = span.begin;
  whole.end = span.end;
  *first = std::move(whole);
  concepts.erase(std::remove_if(first + 1, concepts.end(), inside), concepts.end());
}

}  // namespace

std::vector<std::string> confirm_spans(GoalConcepts& reading, const ProbeFn& probe,
                                       const Context& ctx) {
  if (!probe || reading.spans.empty()) return {};
  std::vector<std::string> queries;
  for (const Span& span : reading.spans) queries.push_back(span.text);
  const std::vector<Result<search::Probe>> answers = probe(queries, ctx);
  std::vector<std::string> warnings;
  std::vector<Span> taken;
  for (std::size_t i = 0; i < answers.size() && i < reading.spans.size(); ++i) {
    const Span& span = reading.spans[i];
    if (!answers[i] && is_unasked(answers[i].error())) continue;
    if (!answers[i]) {
      warnings.push_back("PubMed could not be asked about \"" + span.text +
                         "\": " + answers[i].error().message);
      continue;
    }
    const bool overlaps = std::any_of(taken.begin(), taken.end(), [&span](const Span& t) {
      return t.begin < span.end && span.begin < t.end;
    });
    if (overlaps) continue;
    Concept whole;
    whole.text = span.text;
    whole.synonyms = {span.text};
    apply_probe(whole, *answers[i]);
    if (whole.heading.empty()) continue;
    replace_inside(reading.concepts, span, std::move(whole));
    taken.push_back(span);
  }
  return warnings;
}

std::vector<std::string> confirm_live(std::vector<Concept>& concepts, const ProbeFn& probe,
                                      const Context& ctx) {
  if (!probe) return {};
  std::vector<Concept*> open;
  std::vector<std::string> queries;
  for (Concept& c : concepts) {
    if (!c.heading.empty()) continue;
    open.push_back(&c);
    queries.push_back(asked_as(c));
  }
  if (open.empty()) return {};
  const std::vector<Result<search::Probe>> answers = probe(queries, ctx);
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < answers.size() && i < open.size(); ++i) {
    if (answers[i]) {
      apply_probe(*open[i], *answers[i]);
    } else if (!is_unasked(answers[i].error())) {
      warnings.push_back("PubMed could not be asked about \"" + open[i]->text +
                         "\": " + answers[i].error().message);
    }
  }
  return warnings;
}

std::vector<std::string> drop_unknown_phrases(std::vector<Concept>& concepts, const ProbeFn& probe,
                                              const Context& ctx) {
  constexpr std::size_t kMostAsked = 3 * kBroadSynonyms;
  if (!probe) return {};
  std::vector<pubmed_query::Node> asked;
  const auto ask = [&asked](const std::string& term) {
    pubmed_query::Node node = text_term(term, pubmed_query::Field::tiab);
    if (node.term.quoted) asked.push_back(std::move(node));
  };
  for (Concept& c : concepts) {
    if (c.synonyms.size() > kMostAsked) c.synonyms.resize(kMostAsked);
    for (std::size_t i = 1; i < c.synonyms.size(); ++i) ask(c.synonyms[i]);
    for (const std::string& term : c.narrower) ask(term);
  }
  if (asked.empty()) return {};
  const std::vector<std::string> query = {
      pubmed_query::print(pubmed_query::combine(pubmed_query::Kind::disjunction, asked))};
  const std::vector<Result<search::Probe>> answers = probe(query, ctx);
  if (answers.empty() || !answers.front()) return {};
  std::set<std::string> unknown;
  for (const std::string& phrase : answers.front()->quoted_phrases_not_found) {
    unknown.insert(mesh::term_key(phrase.substr(0, phrase.find('['))));
  }
  std::vector<std::string> dropped;
  const auto drop = [&](const std::string& term) {
    if (!unknown.contains(mesh::term_key(term))) return false;
    dropped.push_back(term);
    return true;
  };
  for (Concept& c : concepts) {
    if (c.synonyms.empty()) continue;
    c.synonyms.erase(std::remove_if(c.synonyms.begin() + 1, c.synonyms.end(), drop),
                     c.synonyms.end());
    std::erase_if(c.narrower, drop);
  }
  return dropped;
}

std::vector<std::string> complete_live(std::vector<Concept>& concepts,
                                       const mesh::Vocabulary& vocabulary,
                                       const search::LiveMesh& live, const Context& ctx) {
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
    if (!answers[i] && is_unasked(answers[i].error())) continue;
    if (!answers[i]) {
      warnings.push_back("PubMed's MeSH database could not be asked about \"" + names[i] +
                         "\": " + answers[i].error().message);
      continue;
    }
    if (answers[i]->empty()) continue;
    const Concept before = std::move(*open[i]);
    *open[i] = concept_of(before.text, answers[i]->front(), search::kLiveMeshSource);
    add_narrower(*open[i], answers[i]->front(), vocabulary);
    open[i]->negated = before.negated;
    if (open[i]->remark.empty()) open[i]->remark = before.remark;
    open[i]->group = before.group;
    open[i]->begin = before.begin;
    open[i]->end = before.end;
    open[i]->symbol = before.symbol;
    open[i]->meant = before.meant;
  }
  return warnings;
}

}  // namespace ev::query_gen
