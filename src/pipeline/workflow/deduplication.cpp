#include "pipeline/workflow/deduplication.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"
#include "pipeline/identity/merge.hpp"
#include "pipeline/library/import.hpp"
#include "pipeline/model/article_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

namespace ev::workflow {

namespace {

class Deduplication {
 public:
  Deduplication(const Services& services, DeduplicationRequest request, const Context& ctx)
      : services_(services),
        request_(std::move(request)),
        has_rows_(!request_.rows.empty()),
        ctx_(ctx) {}

  Result<DeduplicationOutcome> go() {
    EV_CHECK(load());
    note_input();
    EV_TRY(out_.result, identity::deduplicate(std::move(input_), ctx_));
    by_relevance();
    settle_names();
    EV_TRY(out_.result_set,
           or_unkept(store_records(services_, out_.result.records, meta()), out_.warnings));
    return std::move(out_);
  }

 private:
  Result<void> load() {
    out_.warnings = std::move(request_.warnings);
    if (has_rows_) {
      EV_TRY(input_,
             every_inline_article(services_, std::move(request_.rows), out_.warnings, ctx_));
    }
    if (!request_.result_set.empty()) EV_CHECK(load_set(request_.result_set, "result_set"));
    for (std::size_t i = 0; i < request_.result_sets.size(); ++i)
      EV_CHECK(load_set(request_.result_sets[i], "result_sets[" + std::to_string(i) + "]"));
    return request_.file.empty() ? Result<void>() : load_file();
  }

  Result<void> load_set(const std::string& handle, const std::string& path) {
    auto rows = load_every_row(services_, std::string(text::trim(handle)), ctx_);
    if (!rows) {
      if (rows.error().path.empty()) rows.error().path = path;
      return std::move(rows).error();
    }
    std::move(rows->begin(), rows->end(), std::back_inserter(input_));
    return {};
  }

  Result<void> load_file() {
    const auto sink = [this](model::Article article) -> Result<void> {
      input_.push_back(std::move(article));
      return {};
    };
    auto report = library::import_file(request_.file, {}, sink, ctx_);
    if (!report) {
      if (report.error().path.empty()) report.error().path = "path";
      return std::move(report).error();
    }
    out_.warnings.insert(out_.warnings.end(), report->warnings.begin(), report->warnings.end());
    for (const sources::MalformedRecord& bad : report->malformed) {
      const std::string place =
          bad.line != 0 ? "line " + std::to_string(bad.line) : "byte " + std::to_string(bad.offset);
      out_.warnings.push_back("record at " + place + " of the file was left out: " + bad.reason);
    }
    return {};
  }

  void note_input() {
    for (const model::Article& article : input_) {
      const auto it = article.metadata.find("record_id");
      out_.input.push_back({.item_id = model::item_id(article),
                            .record_id = it == article.metadata.end() ? "" : it->second,
                            .source = identity::source_of(article)});
    }
  }

  // By relevance where every record has one, ties by source; otherwise as given.
  void by_relevance() {
    const std::size_t size = out_.result.records.size();
    out_.best.assign(size, std::nullopt);
    bool all = !request_.relevance.empty();
    for (std::size_t i = 0; i < size; ++i) {
      for (const std::size_t member : out_.result.members[i]) {
        if (member >= request_.relevance.size() || !request_.relevance[member]) continue;
        out_.best[i] = std::max(out_.best[i].value_or(0), *request_.relevance[member]);
      }
      all = all && out_.best[i].has_value();
    }
    if (!all) return;
    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
      if (out_.best[a] != out_.best[b]) return out_.best[a] > out_.best[b];
      return identity::trust_rank(out_.result.records[a]) <
             identity::trust_rank(out_.result.records[b]);
    });
    reorder(order);
  }

  void reorder(const std::vector<std::size_t>& order) {
    identity::Deduplicated sorted;
    std::vector<std::optional<double>> best;
    std::vector<std::size_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      place[order[i]] = i;
      sorted.records.push_back(std::move(out_.result.records[order[i]]));
      sorted.members.push_back(std::move(out_.result.members[order[i]]));
      sorted.joins.push_back(std::move(out_.result.joins[order[i]]));
      best.push_back(out_.best[order[i]]);
    }
    for (identity::Link& link : out_.result.doubtful) {
      link.a = place[link.a];
      link.b = place[link.b];
      sorted.doubtful.push_back(std::move(link));
    }
    out_.result = std::move(sorted);
    out_.best = std::move(best);
  }

  // Records of one set go by names of their own: of two that claim one PMID but nothing else fits,
  // the later one is named by its content.
  void settle_names() {
    std::set<std::string> taken;
    for (model::Article& article : out_.result.records) {
      if (taken.insert(model::item_id(article)).second) continue;
      const std::string claimed = model::item_id(article);
      if (!article.pmid.empty()) article.metadata["disputed_pmid"] = article.pmid;
      article.pmid.clear();
      article.id = "rec-" + sha256_hex(model::to_json_text(article)).substr(0, 12);
      for (int n = 2; !taken.insert(article.id).second; ++n) {
        article.id = article.id.substr(0, 16) + "-" + std::to_string(n);
      }
      out_.warnings.push_back("two different records are named " + claimed +
                              "; the second goes by " + article.id);
    }
  }

  Json meta() const {
    Json arguments = Json::object();
    if (!request_.result_set.empty()) arguments["result_set"] = request_.result_set;
    if (!request_.result_sets.empty()) arguments["result_sets"] = request_.result_sets;
    if (!request_.file.empty()) arguments["path"] = request_.file_as_given;
    if (has_rows_) arguments["evidence_list"] = "the same list";
    return {{"call", {{"tool", "deduplicate_evidence"}, {"arguments", std::move(arguments)}}},
            {"dedup", counts()}};
  }

  Json counts() const {
    return {{"before", out_.input.size()},
            {"after", out_.result.records.size()},
            {"merged", out_.input.size() - out_.result.records.size()}};
  }

  const Services& services_;
  DeduplicationRequest request_;
  const bool has_rows_;
  const Context& ctx_;
  std::vector<model::Article> input_;
  DeduplicationOutcome out_;
};

}  // namespace

Result<DeduplicationOutcome> deduplicate(const Services& services, DeduplicationRequest request,
                                         const Context& ctx) {
  return Deduplication(services, std::move(request), ctx).go();
}

}  // namespace ev::workflow
