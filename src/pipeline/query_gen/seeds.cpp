#include "pipeline/query_gen/seeds.hpp"

#include <utility>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;
using pq::Kind;
using pq::Node;

Node with_pmid(const Node& query, const std::string& pmid) {
  return pq::combine(Kind::conjunction, {query, pq::make_term(pmid, pq::Field::pmid)});
}

Result<std::vector<long>> counts_of(const std::vector<Node>& queries, const ProbeFn& probe,
                                    const Context& ctx) {
  std::vector<std::string> texts;
  for (const Node& query : queries) texts.push_back(pq::print(query));
  std::vector<long> out;
  for (Result<search::Probe>& answer : probe(texts, ctx)) {
    if (!answer) return answer.error();
    out.push_back(answer->count);
  }
  if (out.size() != queries.size()) {
    return Error{.code = Errc::internal, .message = "a count is missing"};
  }
  return out;
}

// The conjuncts that do not match the record, and what NOT removes.
Result<std::string> why_missed(const Node& query, const std::string& pmid, const ProbeFn& probe,
                               const Context& ctx) {
  const Node& base = query.kind == Kind::difference ? query.children.front() : query;
  const std::vector<Node> parts = pq::conjuncts(base);
  std::vector<Node> asked = {pq::make_term(pmid, pq::Field::pmid)};
  for (const Node& part : parts) asked.push_back(with_pmid(part, pmid));
  EV_TRY(const std::vector<long> counts, counts_of(asked, probe, ctx));
  if (counts[0] == 0) return std::string("PubMed has no such record");
  std::string missing;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (counts[i + 1] == 0)
      missing += (missing.empty() ? "" : " and ") + ("`" + pq::print(parts[i]) + "`");
  }
  if (!missing.empty()) return "does not match " + missing;
  return std::string("is removed by the part after NOT");
}

}  // namespace

Result<std::vector<SeedNote>> check_seeds(const Node& query, const std::vector<std::string>& pmids,
                                          const ProbeFn& probe, const Context& ctx) {
  std::vector<Node> asked;
  for (const std::string& pmid : pmids) asked.push_back(with_pmid(query, pmid));
  EV_TRY(const std::vector<long> counts, counts_of(asked, probe, ctx));
  std::vector<SeedNote> out;
  std::size_t explained = 0;
  for (std::size_t i = 0; i < pmids.size(); ++i) {
    SeedNote note{pmids[i], counts[i] > 0, ""};
    if (!note.found && explained < kExplainedMisses) {
      ++explained;
      EV_TRY(note.reason, why_missed(query, pmids[i], probe, ctx));
    } else if (!note.found) {
      note.reason = "not looked into: only the first five misses are";
    }
    out.push_back(std::move(note));
  }
  return out;
}

}  // namespace ev::query_gen
