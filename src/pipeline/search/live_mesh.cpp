#include "pipeline/search/live_mesh.hpp"

#include "pipeline/sources/mesh_eutils.hpp"
#include "pipeline/sources/pubmed.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace ev::search {

namespace {

using Ids = std::vector<std::string>;

// 0 = by name, 1 = by an entry term; nullopt = the term stands for something else.
std::optional<int> fit(const mesh::Heading& heading, const std::vector<std::string>& keys) {
  const auto one_of = [&keys](const std::string& term) {
    return std::find(keys.begin(), keys.end(), mesh::term_key(term)) != keys.end();
  };
  if (one_of(heading.name)) return 0;
  const auto& terms = heading.entry_terms;
  return std::any_of(terms.begin(), terms.end(), one_of) ? std::optional<int>(1) : std::nullopt;
}

class Asking {
 public:
  Asking(const Ports& ports, std::span<const std::string> terms, const Context& ctx)
      : ports_(ports), terms_(terms), ctx_(ctx) {}

  std::vector<Result<Headings>> run() {
    search();
    summarise();
    std::vector<Result<Headings>> out;
    for (std::size_t i = 0; i < terms_.size(); ++i) out.push_back(answer(i));
    return out;
  }

 private:
  void search() {
    std::vector<net::RequestPlan> plans;
    std::vector<std::size_t> asked;
    found_.assign(terms_.size(), Ids{});
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if (mesh::term_key(terms_[i]).empty()) continue;
      plans.push_back(sources::mesh_search_plan(ports_.config, mesh::term_key(terms_[i])));
      plans.back().cache_only = ports_.offline;
      asked.push_back(i);
    }
    const auto responses = ports_.http.send_all(plans, ctx_);
    for (std::size_t k = 0; k < asked.size(); ++k) {
      found_[asked[k]] = ids_of(responses[k]);
    }
  }

  static Result<Ids> ids_of(const Result<net::HttpResponse>& response) {
    if (!response) return response.error();
    EV_TRY(sources::EsearchReply reply, sources::parse_esearch(response->body));
    return std::move(reply.ids);
  }

  void summarise() {
    Ids all;
    for (const Result<Ids>& ids : found_) {
      if (ids) all.insert(all.end(), ids->begin(), ids->end());
    }
    // Sorted, so that the same questions ask for the same cached summaries.
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::vector<net::RequestPlan> plans;
    const std::span<const std::string> rest(all);
    for (std::size_t at = 0; at < all.size(); at += sources::kMeshSummaryBatch) {
      plans.push_back(sources::mesh_summary_plan(
          ports_.config, rest.subspan(at, std::min(sources::kMeshSummaryBatch, all.size() - at))));
      plans.back().cache_only = ports_.offline;
    }
    for (const auto& response : ports_.http.send_all(plans, ctx_)) keep(response);
  }

  void keep(const Result<net::HttpResponse>& response) {
    if (!response) {
      failed_ = response.error();
      return;
    }
    auto summaries = sources::parse_mesh_summaries(response->body);
    if (!summaries) {
      failed_ = summaries.error();
      return;
    }
    for (sources::MeshSummary& one : *summaries) {
      known_.insert_or_assign(std::move(one.id), std::move(one.heading));
    }
  }

  Result<Headings> answer(std::size_t i) const {
    if (!found_[i]) return found_[i].error();
    const std::vector<std::string> keys = mesh::look_up_keys(terms_[i]);
    std::vector<std::tuple<int, bool, std::string, const mesh::Heading*>> fitting;
    for (const std::string& id : *found_[i]) {
      const auto it = known_.find(id);
      if (it == known_.end()) continue;
      const mesh::Heading& heading = it->second;
      const std::optional<int> how = fit(heading, keys);
      if (how) fitting.emplace_back(*how, heading.supplementary, heading.ui, &heading);
    }
    if (fitting.empty() && failed_ && !found_[i]->empty()) return *failed_;
    std::sort(fitting.begin(), fitting.end());
    Headings out;
    for (const auto& entry : fitting) out.push_back(*std::get<3>(entry));
    return out;
  }

  const Ports& ports_;
  std::span<const std::string> terms_;
  const Context& ctx_;
  std::vector<Result<Ids>> found_;
  std::map<std::string, mesh::Heading> known_;
  std::optional<Error> failed_;
};

}  // namespace

std::vector<Result<Headings>> live_mesh(const Ports& ports, std::span<const std::string> terms,
                                        const Context& ctx) {
  return Asking(ports, terms, ctx).run();
}

LiveMesh asking_live(const Ports& ports) {
  return [ports](std::span<const std::string> terms, const Context& ctx) {
    return live_mesh(ports, terms, ctx);
  };
}

}  // namespace ev::search
