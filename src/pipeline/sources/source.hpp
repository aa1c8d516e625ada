// A literature source: what to ask and how to read the answer, without any I/O, so that one object
// is tested without network, replayed from recordings and fuzzed on parse. search/ does the
// fetching. Thread rule: const members may be called from any thread.
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"
#include "net/request.hpp"
#include "pipeline/model/article.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ev::sources {

enum class Sort { relevance, date, author };

struct Query {
  std::string text;                // PubMed: the query, in PubMed syntax
  std::vector<net::Param> params;  // the others: the query as translate/ wrote it for this source
  std::string start_date;          // YYYY[/MM[/DD]] or with '-'; "" = open
  std::string end_date;
  Sort sort = Sort::relevance;
  int offset = 0;
  int max = 20;
};

struct SourceInfo {
  std::string id;     // "pubmed"
  std::string label;  // "PubMed"
  net::HostPolicy policy;
};

// What one reply gave.
struct SourceStep {
  std::vector<model::Article> articles;
  std::vector<std::string> ids;      // of a search that yields ids only, in the source's order
  std::vector<std::string> missing;  // asked for by id, not in the reply
  std::vector<std::string>
      warnings;  // sentences for the caller: nothing the source changed stays unsaid
  std::optional<long> total;
  bool broader = false;                  // the source left out a part of the query that had to hold
  std::optional<net::RequestPlan> next;  // asks for the following page, when there is one
  std::string query_translation;         // how the source read the query
  // What was typed and what the source made of it, part by part.
  std::vector<std::pair<std::string, std::string>> translations;
  std::string api_version;
};

// The time between two starts that a service is owed; none when the built-in sample answers inside
// the process.
inline std::chrono::milliseconds polite_gap(const Config& config, std::chrono::milliseconds owed) {
  return config.sample ? std::chrono::milliseconds(0) : owed;
}

class Source {
 public:
  virtual ~Source() = default;
  virtual const SourceInfo& info() const = 0;
  virtual Result<net::RequestPlan> plan(const Query& query) const = 0;
  virtual net::Classified classify(const net::HttpResponse& response) const = 0;
  virtual Result<SourceStep> parse(const Query& query, const net::HttpResponse& response) const = 0;
  // The requests that fetch records by id, and their reading. `batch_of` tells which ids the i-th
  // request asks for. PubMed takes PMIDs; the others what their header says.
  virtual std::vector<net::RequestPlan> fetch(std::span<const std::string> ids) const = 0;
  virtual std::span<const std::string> batch_of(std::span<const std::string> ids,
                                                std::size_t i) const = 0;
  virtual Result<SourceStep> parse_records(std::span<const std::string> asked,
                                           const net::HttpResponse& response) const = 0;
};

// Every source of the catalog (catalog.hpp), in order of trust. `config` is borrowed.
std::vector<std::unique_ptr<Source>> all_sources(const Config& config);

}  // namespace ev::sources
