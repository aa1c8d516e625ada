#include "pipeline/query_gen/user_query.hpp"

#include "pipeline/mesh/qualifiers.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/pubmed_query/lexer.hpp"
#include "pipeline/query_gen/blocks.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;
using pq::Field;
using pq::Kind;
using pq::Node;

bool needs_confirming(const pq::Term& term) {
  return term.field == Field::mh || term.field == Field::majr || term.field == Field::pt ||
         term.field == Field::pa;
}

std::string heading_part(const pq::Term& term) {
  return term.text.substr(0, term.text.rfind('/'));
}

class Confirmer {
 public:
  Confirmer(const mesh::Vocabulary& vocabulary, const ProbeFn& probe, const Context& ctx)
      : vocabulary_(vocabulary), probe_(probe), ctx_(ctx) {}

  ConfirmedTree run(const Node& tree) {
    ask_about_unknown(tree);
    out_.tree = confirmed(tree);
    std::sort(out_.authorities.begin(), out_.authorities.end());
    out_.authorities.erase(std::unique(out_.authorities.begin(), out_.authorities.end()),
                           out_.authorities.end());
    return std::move(out_);
  }

 private:
  void ask_about_unknown(const Node& tree) {
    std::vector<std::string> queries;
    std::vector<pq::Term> terms;
    pq::for_each_term(tree, [&](const pq::Term& term) {
      if (!needs_confirming(term) || vocabulary_.find_first(heading_part(term)) != nullptr) return;
      const std::string query = pq::print(term);
      if (!live_.emplace(query, false).second) return;
      queries.push_back(query);
      terms.push_back(term);
    });
    if (!probe_ || queries.empty()) return;
    const std::vector<Result<search::Probe>> answers = probe_(queries, ctx_);
    for (std::size_t i = 0; i < answers.size() && i < queries.size(); ++i) {
      live_[queries[i]] = answers[i] && read_as_written(*answers[i], terms[i]);
    }
  }

  Node confirmed(const Node& node) {
    if (node.kind != Kind::term) {
      std::vector<Node> children;
      for (const Node& child : node.children) children.push_back(confirmed(child));
      return pq::combine(node.kind, std::move(children));
    }
    if (!needs_confirming(node.term)) return node;
    const mesh::Heading* heading = vocabulary_.find_descriptor(heading_part(node.term));
    if (heading != nullptr) {
      out_.headings.push_back(heading->name);
      out_.authorities.push_back(vocabulary_.source());
      Node named = node;  // an entry term is replaced by the heading it stands for
      named.term.text = heading->name + qualifier_of(node.term);
      named.term.quoted = true;
      return named;
    }
    if (live_[pq::print(node.term)]) {
      out_.headings.push_back(heading_part(node.term));
      out_.authorities.push_back("PubMed's own count");
      return node;
    }
    out_.warnings.push_back("\"" + heading_part(node.term) + "\" is confirmed by no authority as " +
                            (node.term.field == Field::pt ? "publication type" : "MeSH heading") +
                            "; it is searched in title and abstract");
    return text_term(heading_part(node.term), Field::tiab);
  }

  // "/drug therapy"; a subheading that is none is left out, and said.
  std::string qualifier_of(const pq::Term& term) {
    const std::size_t slash = term.text.rfind('/');
    if (slash == std::string::npos) return "";
    const std::string name = term.text.substr(slash + 1);
    if (mesh::find_qualifier(name) != nullptr) return term.text.substr(slash);
    out_.warnings.push_back("\"" + name + "\" is no subheading of MeSH and was left out");
    return "";
  }

  const mesh::Vocabulary& vocabulary_;
  const ProbeFn& probe_;
  const Context& ctx_;
  std::map<std::string, bool> live_;
  ConfirmedTree out_;
};

}  // namespace

ConfirmedTree confirm_headings(const Node& tree, const mesh::Vocabulary& vocabulary,
                               const ProbeFn& probe, const Context& ctx) {
  return Confirmer(vocabulary, probe, ctx).run(tree);
}

DraftNote check_draft(std::string_view draft, const mesh::Vocabulary& vocabulary) {
  pq::Checked checked = pq::check(draft, vocabulary);
  DraftNote note;
  note.query = draft;
  note.valid = checked.valid;
  note.canonical = std::move(checked.canonical);
  note.repaired = std::move(checked.repaired);
  note.errors = std::move(checked.errors);
  note.warnings = std::move(checked.warnings);
  const std::string& readable = note.repaired.empty() ? note.canonical : note.repaired;
  if (const pq::Parsed parsed = pq::parse(readable); !readable.empty() && parsed.tree) {
    note.explanation = pq::explain(*parsed.tree);
  }
  return note;
}

bool has_query_syntax(std::string_view text) {
  const pq::Lexed lexed = pq::lex(text);
  for (std::size_t i = 0; i < lexed.tokens.size(); ++i) {
    const pq::Token& token = lexed.tokens[i];
    if (token.kind == pq::TokenKind::tag) {
      const std::string name = token.text.substr(0, token.text.find(':'));
      if (pq::find_field(name) != Field::none) return true;
    }
    if (token.kind == pq::TokenKind::op && i > 0 && i + 1 < lexed.tokens.size()) return true;
  }
  return false;
}

bool looks_like_query(std::string_view text) {
  if (structured_goal(text)) return false;
  const pq::Lexed lexed = pq::lex(text);
  return has_query_syntax(text) ||
         std::any_of(lexed.tokens.begin(), lexed.tokens.end(),
                     [](const pq::Token& t) { return t.kind == pq::TokenKind::op; });
}

std::optional<Node> structured_goal(std::string_view goal) {
  if (!pq::lex(goal).errors.empty() || !has_query_syntax(goal)) return std::nullopt;
  pq::Parsed parsed = pq::parse(goal);
  if (!parsed.errors.empty()) return std::nullopt;
  return std::move(parsed.tree);
}

Node expand_terms(const Node& tree, const mesh::Vocabulary& vocabulary, std::string_view domain,
                  std::vector<Concept>& concepts) {
  if (tree.kind != Kind::term) {
    std::vector<Node> children;
    for (const Node& child : tree.children) {
      children.push_back(expand_terms(child, vocabulary, domain, concepts));
    }
    return pq::combine(tree.kind, std::move(children));
  }
  if (tree.term.field != Field::none || tree.term.truncated()) return tree;
  std::vector<Concept> found;
  if (tree.term.quoted) {
    found.push_back(whole_concept(tree.term.text, vocabulary, domain));
  } else {
    found = read_concepts(tree.term.text, vocabulary, domain).concepts;
  }
  if (found.empty()) return tree;
  std::vector<Node> blocks;
  for (Concept& c : found) {
    blocks.push_back(block(c, Breadth::broad));
    concepts.push_back(std::move(c));
  }
  return pq::combine(Kind::conjunction, std::move(blocks));
}

}  // namespace ev::query_gen
