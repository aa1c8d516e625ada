#include "pipeline/query_gen/seeds.hpp"

#include "pipeline/pubmed_query/memory_index.hpp"

#include <algorithm>
#include <span>
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

std::string no_record(bool local) {
  return local ? "is not in the local library (PubMed was not asked)" : "PubMed has no such record";
}

const Node& without_exclusions(const Node& query) {
  return query.kind == Kind::difference ? query.children.front() : query;
}

std::string not_matched(const std::vector<Node>& missing) {
  std::string out;
  for (const Node& part : missing) out += (out.empty() ? "`" : " and `") + pq::print(part) + "`";
  return "does not match " + out;
}

constexpr const char* kRemoved = "is removed by the part after NOT";

// By the record itself; "" when all of the query matches it, which PubMed then sees otherwise.
std::string why_by_record(const Node& query, const model::Article& record,
                          const mesh::Vocabulary& vocabulary) {
  const pq::MemoryIndex index(std::span(&record, 1), vocabulary, {2999, 1, 1});
  std::vector<Node> missing;
  for (const Node& part : pq::conjuncts(without_exclusions(query))) {
    if (pq::evaluate(part, index).empty()) missing.push_back(part);
  }
  if (!missing.empty()) return not_matched(missing);
  return pq::evaluate(query, index).empty() ? kRemoved : "";
}

// By counting the record with each conjunct.
Result<std::string> why_by_counts(const Node& query, const std::string& pmid, const Seams& seams,
                                  const Context& ctx) {
  const std::vector<Node> parts = pq::conjuncts(without_exclusions(query));
  std::vector<Node> asked = {pq::make_term(pmid, pq::Field::pmid)};
  for (const Node& part : parts) asked.push_back(with_pmid(part, pmid));
  EV_TRY(const std::vector<long> counts, counts_of(asked, seams.probe, ctx));
  if (counts[0] == 0) return no_record(seams.local);
  std::vector<Node> missing;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (counts[i + 1] == 0) missing.push_back(parts[i]);
  }
  return missing.empty() ? std::string(kRemoved) : not_matched(missing);
}

Result<std::string> why_missed(const Node& query, const std::string& pmid,
                               const SeedRecords& records, const Seams& seams, const Context& ctx) {
  const auto& missing = records.missing;
  if (std::find(missing.begin(), missing.end(), pmid) != missing.end()) {
    return no_record(seams.local);
  }
  const auto record = std::find_if(records.articles.begin(), records.articles.end(),
                                   [&pmid](const model::Article& a) { return a.pmid == pmid; });
  if (record != records.articles.end()) {
    std::string reason = why_by_record(query, *record, seams.vocabulary);
    if (!reason.empty()) return reason;
  }
  return why_by_counts(query, pmid, seams, ctx);
}

}  // namespace

Result<std::vector<SeedNote>> check_seeds(const Node& query, const std::vector<std::string>& pmids,
                                          const SeedRecords& records, const Seams& seams,
                                          const Context& ctx) {
  std::vector<Node> asked;
  for (const std::string& pmid : pmids) asked.push_back(with_pmid(query, pmid));
  EV_TRY(const std::vector<long> counts, counts_of(asked, seams.probe, ctx));
  std::vector<SeedNote> out;
  for (std::size_t i = 0; i < pmids.size(); ++i) {
    SeedNote note{pmids[i], counts[i] > 0, ""};
    if (!note.found) {
      EV_TRY(note.reason, why_missed(query, pmids[i], records, seams, ctx));
    }
    out.push_back(std::move(note));
  }
  return out;
}

}  // namespace ev::query_gen
