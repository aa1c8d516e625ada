#include "base/hash.hpp"
#include "base/text.hpp"
#include "pipeline/identity/deduplicate.hpp"
#include "pipeline/identity/merge.hpp"
#include "pipeline/library/import.hpp"
#include "pipeline/model/article_json.hpp"
#include "tools/all_tools.hpp"
#include "tools/evidence.hpp"
#include "tools/inline_records.hpp"
#include "tools/make_tool.hpp"
#include "tools/readable_files.hpp"
#include "tools/scored_records.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace ev::tools {

namespace {

constexpr std::size_t kMembersInRow = 6;
constexpr std::size_t kMembersInLine = 3;

struct DedupArgs {
  std::vector<Json> evidence_list;
  std::string result_set;
  std::vector<std::string> result_sets;
  std::string path;
  Paging paging;
};
template <class V>
void describe(V& v, DedupArgs& a) {
  v("evidence_list", a.evidence_list);
  v("result_set", a.result_set);
  v("result_sets", a.result_sets, {.max_length = 100});
  v("path", a.path, {.max_length = 4096});
  describe_paging(v, a.paging);
}

// One problem list for what is not an object, so that one answer names all of them.
void check_values(const DedupArgs& args, std::vector<Problem>& problems) {
  for (std::size_t i = 0; i < args.evidence_list.size(); ++i) {
    if (args.evidence_list[i].is_object()) continue;
    problems.push_back({"evidence_list[" + std::to_string(i) + "]",
                        "must be an object, got " + codec::type_name(args.evidence_list[i])});
  }
  for (std::size_t i = 0; i < args.result_sets.size(); ++i) {
    if (!text::trim(args.result_sets[i]).empty()) continue;
    problems.push_back({"result_sets[" + std::to_string(i) + "]", "must be a handle (rs-…)"});
  }
}

std::optional<double> relevance_of(const Json& evidence) {
  const auto it = evidence.find("relevance");
  const std::optional<double> value = it == evidence.end() ? std::nullopt : codec::number_of(*it);
  return value && *value >= 0 && *value <= 1 ? value : std::nullopt;
}

class Deduplication {
 public:
  Deduplication(const Services& services, const DedupArgs& args, const mcp::CallContext& ctx)
      : services_(services), args_(args), ctx_(ctx) {}

  Result<Answer> go() {
    EV_CHECK(load());
    for (const model::Article& article : input_) ids_.push_back(model::item_id(article));
    record_ids();
    EV_TRY(result_, identity::deduplicate(std::move(input_), ctx_));
    by_relevance();
    settle_names();
    EV_TRY(const std::string handle, store_records(services_, result_.records, meta()));
    EV_TRY(const std::size_t offset, cursor_offset(args_.paging.cursor, handle));
    Answer answer{.structured = Json::object()};
    head(answer, handle);
    add_warnings(answer, warnings_);
    if (!result_.records.empty()) add_content_notice(answer);
    list(answer, offset, handle);
    return answer;
  }

 private:
  // ---------------------------------------------------------------- input

  Result<void> load() {
    if (args_.evidence_list.empty() && args_.result_set.empty() && args_.result_sets.empty() &&
        args_.path.empty()) {
      return Error{
          .code = Errc::invalid_argument,
          .message = "no records given: pass evidence_list, result_set, result_sets or path",
          .path = "evidence_list",
          .recovery = "pass the result_set of a search or an import"};
    }
    EV_CHECK(load_evidence());
    if (!args_.result_set.empty()) EV_CHECK(load_set(args_.result_set, "result_set"));
    for (std::size_t i = 0; i < args_.result_sets.size(); ++i) {
      EV_CHECK(load_set(args_.result_sets[i], "result_sets[" + std::to_string(i) + "]"));
    }
    return args_.path.empty() ? Result<void>() : load_file();
  }

  Result<void> load_evidence() {
    if (args_.evidence_list.empty()) return {};
    EV_TRY(input_, load_every_inline(services_, args_.evidence_list, "evidence_list", warnings_));
    for (const Json& one : args_.evidence_list) relevance_.push_back(relevance_of(one));
    return {};
  }

  Result<void> load_set(const std::string& handle, const std::string& path) {
    auto rows = load_every_row(services_, std::string(text::trim(handle)));
    if (!rows) {
      if (rows.error().path.empty()) rows.error().path = path;
      return std::move(rows).error();
    }
    std::move(rows->begin(), rows->end(), std::back_inserter(input_));
    return {};
  }

  Result<void> load_file() {
    EV_TRY(const std::filesystem::path file, readable_file(services_.config, args_.path, "path"));
    const auto sink = [this](model::Article article) -> Result<void> {
      input_.push_back(std::move(article));
      return {};
    };
    auto report = library::import_file(file, {}, sink, ctx_);
    if (!report) {
      if (report.error().path.empty()) report.error().path = "path";
      return std::move(report).error();
    }
    warnings_.insert(warnings_.end(), report->warnings.begin(), report->warnings.end());
    for (const sources::MalformedRecord& bad : report->malformed) {
      const std::string place =
          bad.line != 0 ? "line " + std::to_string(bad.line) : "byte " + std::to_string(bad.offset);
      warnings_.push_back("record at " + place + " of the file was left out: " + bad.reason);
    }
    return {};
  }

  // ---------------------------------------------------------------- result

  void record_ids() {
    for (const model::Article& article : input_) {
      const auto it = article.metadata.find("record_id");
      record_ids_.push_back(it == article.metadata.end() ? "" : it->second);
      sources_.push_back(identity::source_of(article));
    }
  }

  // By relevance where every record has one, ties by source; otherwise as given.
  void by_relevance() {
    const std::size_t size = result_.records.size();
    best_.assign(size, std::nullopt);
    bool all = !relevance_.empty();
    for (std::size_t i = 0; i < size; ++i) {
      for (const std::size_t member : result_.members[i]) {
        if (member >= relevance_.size() || !relevance_[member]) continue;
        best_[i] = std::max(best_[i].value_or(0), *relevance_[member]);
      }
      all = all && best_[i].has_value();
    }
    if (!all) return;
    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
      if (best_[a] != best_[b]) return best_[a] > best_[b];
      return identity::trust_rank(result_.records[a]) < identity::trust_rank(result_.records[b]);
    });
    reorder(order);
  }

  void reorder(const std::vector<std::size_t>& order) {
    identity::Deduplicated sorted;
    std::vector<std::optional<double>> best;
    std::vector<std::size_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      place[order[i]] = i;
      sorted.records.push_back(std::move(result_.records[order[i]]));
      sorted.members.push_back(std::move(result_.members[order[i]]));
      sorted.joins.push_back(std::move(result_.joins[order[i]]));
      best.push_back(best_[order[i]]);
    }
    for (identity::Link& link : result_.doubtful) {
      link.a = place[link.a];
      link.b = place[link.b];
      sorted.doubtful.push_back(std::move(link));
    }
    result_ = std::move(sorted);
    best_ = std::move(best);
  }

  // Records of one set go by names of their own: of two that claim one PMID but nothing else fits,
  // the later one is named by its content.
  void settle_names() {
    std::set<std::string> taken;
    for (model::Article& article : result_.records) {
      if (taken.insert(model::item_id(article)).second) continue;
      const std::string claimed = model::item_id(article);
      if (!article.pmid.empty()) article.metadata["disputed_pmid"] = article.pmid;
      article.pmid.clear();
      article.id = "rec-" + sha256_hex(model::to_json_text(article)).substr(0, 12);
      for (int n = 2; !taken.insert(article.id).second; ++n) {
        article.id = article.id.substr(0, 16) + "-" + std::to_string(n);
      }
      warnings_.push_back("two different records are named " + claimed + "; the second goes by " +
                          article.id);
    }
  }

  Json meta() const {
    Json arguments = Json::object();
    if (!args_.result_set.empty()) arguments["result_set"] = args_.result_set;
    if (!args_.result_sets.empty()) arguments["result_sets"] = args_.result_sets;
    if (!args_.path.empty()) arguments["path"] = args_.path;
    if (!args_.evidence_list.empty()) arguments["evidence_list"] = "the same list";
    return {{"call", {{"tool", "deduplicate_evidence"}, {"arguments", std::move(arguments)}}},
            {"dedup", counts()}};
  }

  Json counts() const {
    return {{"before", ids_.size()},
            {"after", result_.records.size()},
            {"merged", ids_.size() - result_.records.size()}};
  }

  // ---------------------------------------------------------------- answer

  void head(Answer& answer, const std::string& handle) const {
    const std::size_t groups = static_cast<std::size_t>(
        std::count_if(result_.members.begin(), result_.members.end(),
                      [](const auto& members) { return members.size() > 1; }));
    answer.structured = {{"result_set", handle},
                         {"dedup", counts()},
                         {"clusters", Json::array()},
                         {"doubtful", Json::array()},
                         {"doubtful_count", result_.doubtful.size()}};
    const auto counted = [](std::size_t n, const char* one, const char* many) {
      return (n == 0 ? std::string("no") : std::to_string(n)) + " " + (n == 1 ? one : many);
    };
    answer.text = "**" + std::to_string(result_.records.size()) + " unique** of " +
                  counted(ids_.size(), "record", "records") + ": " +
                  counted(groups, "work", "works") + " came more than once, " +
                  counted(result_.doubtful.size(), "doubtful pair", "doubtful pairs") +
                  " left apart; result_set `" + handle + "`\n";
  }

  // The first member stands for the cluster; each other one tells what joined it.
  Json cluster_json(std::size_t i, std::size_t most, bool reasons) const {
    const std::vector<std::size_t>& members = result_.members[i];
    std::map<std::size_t, const identity::Join*> joined = joins_by_member(i);
    Json out = Json::array();
    for (std::size_t k = 0; k < members.size() && k < most; ++k) {
      const std::size_t m = members[k];
      Json member = {{"item_id", ids_[m]}, {"source", sources_[m]}};
      if (!record_ids_[m].empty()) member["record_id"] = record_ids_[m];
      if (const auto it = joined.find(m); it != joined.end()) {
        const identity::Join& join = *it->second;
        member["rule"] = identity::to_string(join.rule);
        if (reasons) {
          member["with"] = name_of(join.a == m ? join.b : join.a);
          member["reason"] = join.reason;
        }
      }
      out.push_back(std::move(member));
    }
    Json cluster = {{"item_id", model::item_id(result_.records[i])}, {"members", std::move(out)}};
    if (members.size() > most) cluster["member_count"] = members.size();
    return cluster;
  }

  const std::string& name_of(std::size_t member) const {
    return record_ids_[member].empty() ? ids_[member] : record_ids_[member];
  }

  // The joins of a cluster are a tree: seen from its first member every other one hangs on one
  // join.
  std::map<std::size_t, const identity::Join*> joins_by_member(std::size_t i) const {
    std::map<std::size_t, const identity::Join*> out;
    std::multimap<std::size_t, const identity::Join*> at;
    for (const identity::Join& join : result_.joins[i]) {
      at.emplace(join.a, &join);
      at.emplace(join.b, &join);
    }
    std::vector<std::size_t> next = {result_.members[i].front()};
    std::set<std::size_t> seen = {next.front()};
    while (!next.empty()) {
      const std::size_t from = next.back();
      next.pop_back();
      const auto [begin, end] = at.equal_range(from);
      for (auto it = begin; it != end; ++it) {
        const std::size_t to = it->second->a == from ? it->second->b : it->second->a;
        if (!seen.insert(to).second) continue;
        out[to] = it->second;
        next.push_back(to);
      }
    }
    return out;
  }

  Json doubt_json(const identity::Link& link) const {
    const auto side = [this](std::size_t i) {
      Json out = article_stub(result_.records[i]);
      out["title"] = text::ellipsize(out["title"].get<std::string>(), 140);
      const std::size_t first = result_.members[i].front();
      if (!record_ids_[first].empty()) out["record_id"] = record_ids_[first];
      return out;
    };
    return {{"a", side(link.a)}, {"b", side(link.b)}, {"reason", link.reason}};
  }

  // "3 records: pubmed, europepmc, file (same_pmid, same_title)".
  std::string merged_text(std::size_t i) const {
    const std::vector<std::size_t>& members = result_.members[i];
    std::map<std::string, std::size_t> sources;
    for (const std::size_t m : members) ++sources[sources_[m]];
    std::set<std::string> rules;
    for (const identity::Join& join : result_.joins[i])
      rules.insert(identity::to_string(join.rule));
    std::vector<std::string> parts;
    for (const auto& [source, count] : sources)
      parts.push_back(source + " " + std::to_string(count));
    return " ← " + std::to_string(members.size()) + " records: " + text::join(parts, ", ") + " (" +
           text::join({rules.begin(), rules.end()}, ", ") + ")" + members_text(i);
  }

  // The names of an imported list, which its owner looks for.
  std::string members_text(std::size_t i) const {
    std::vector<std::string> names;
    for (const std::size_t m : result_.members[i]) {
      if (!record_ids_[m].empty()) names.push_back(one_line(record_ids_[m]));
    }
    if (names.empty()) return "";
    const bool more = names.size() > kMembersInLine;
    if (more) names.resize(kMembersInLine);
    return " [" + text::join(names, ", ") + (more ? " …]" : "]");
  }

  Item item(std::size_t i, const std::vector<const identity::Link*>& doubts) const {
    const model::Article& article = result_.records[i];
    Item out{.id = model::item_id(article),
             .shown = args_.paging.detail == "row"
                          ? article_row(article)
                          : evidence_json(article, args_.paging.detail, best_[i]),
             .row = article_row(article)};
    std::string after;
    // Taken out again when the list is fitted: their size belongs to the record's.
    if (result_.members[i].size() > 1) {
      const std::size_t all = result_.members[i].size();
      out.shown["cluster"] = cluster_json(i, all, args_.paging.detail != "row");
      out.row["cluster"] = cluster_json(i, kMembersInRow, false);
      after = merged_text(i);
    }
    out.line = fitted_line("- ", article, after);
    for (const identity::Link* link : doubts) {
      const Json doubt = doubt_json(*link);
      out.shown["doubtful"].push_back(doubt);
      out.row["doubtful"].push_back(doubt);
      out.line += "\n  ? perhaps the same as " + id_text(result_.records[link->b]) + ": " +
                  text::ellipsize(link->reason, 200);
    }
    return out;
  }

  void list(Answer& answer, std::size_t offset, const std::string& handle) const {
    std::map<std::size_t, std::vector<const identity::Link*>> doubts;
    for (const identity::Link& link : result_.doubtful) doubts[link.a].push_back(&link);
    std::vector<Item> items(result_.records.size());
    const std::size_t end = items_within(args_.paging, offset, items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      items[i].id = model::item_id(result_.records[i]);
      const auto it = doubts.find(i);
      static const std::vector<const identity::Link*> kNone;
      if (i >= offset && i < end) items[i] = item(i, it == doubts.end() ? kNone : it->second);
    }
    add_items(answer, "evidence", items, args_.paging, offset, handle);
    for (Json& shown : answer.structured["evidence"]) {
      take_out(shown, "cluster", answer.structured["clusters"]);
      take_out(shown, "doubtful", answer.structured["doubtful"]);
    }
  }

  static void take_out(Json& from, const char* member, Json& into) {
    const auto it = from.find(member);
    if (it == from.end()) return;
    if (it->is_array()) {
      for (Json& one : *it) into.push_back(std::move(one));
    } else {
      into.push_back(std::move(*it));
    }
    from.erase(it);
  }

  const Services& services_;
  const DedupArgs& args_;
  const mcp::CallContext& ctx_;
  std::vector<model::Article> input_;
  std::vector<std::optional<double>> relevance_;  // of the inline records, which come first
  // Of the input, for the answer.
  std::vector<std::string> ids_, record_ids_, sources_;
  std::vector<std::string> warnings_;
  identity::Deduplicated result_;
  std::vector<std::optional<double>> best_;  // parallel to result_.records
};

}  // namespace

mcp::ToolDef deduplicate_evidence(const Services& services) {
  return make_tool<DedupArgs>("deduplicate_evidence",
                              [&services](const DedupArgs& args, const mcp::CallContext& ctx) {
                                return Deduplication(services, args, ctx).go();
                              });
}

}  // namespace ev::tools
