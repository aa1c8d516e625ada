#include "base/text.hpp"
#include "pipeline/workflow/deduplication.hpp"
#include "tools/all_tools.hpp"
#include "tools/evidence.hpp"
#include "tools/inline_records.hpp"
#include "tools/make_tool.hpp"
#include "tools/readable_files.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace ev::tools {

namespace {

constexpr std::size_t kMembersInRow = 6;
constexpr std::size_t kMembersInLine = 3;

struct DedupArgs {
  std::optional<std::vector<Json>> evidence_list;  // an empty one is given, too
  std::string result_set;
  std::optional<std::vector<std::string>> result_sets;  // likewise
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
  const std::vector<Json> list = args.evidence_list.value_or(std::vector<Json>());
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].is_object()) continue;
    problems.push_back({"evidence_list[" + std::to_string(i) + "]",
                        "must be an object, got " + codec::type_name(list[i])});
  }
  const std::vector<std::string> sets = args.result_sets.value_or(std::vector<std::string>());
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (!text::trim(sets[i]).empty()) continue;
    problems.push_back({"result_sets[" + std::to_string(i) + "]", "must be a handle (rs-…)"});
  }
}

std::optional<double> relevance_of(const Json& evidence) {
  const auto it = evidence.find("relevance");
  const std::optional<double> value = it == evidence.end() ? std::nullopt : codec::number_of(*it);
  return value && *value >= 0 && *value <= 1 ? value : std::nullopt;
}

class DeduplicationAnswer {
 public:
  DeduplicationAnswer(const DedupArgs& args, const DeduplicationOutcome& outcome)
      : args_(args), out_(outcome) {}

  Result<Answer> make() const {
    EV_TRY(const std::size_t offset, cursor_offset(args_.paging.cursor, out_.result_set));
    Answer answer{.structured = Json::object()};
    head(answer);
    add_warnings(answer, out_.warnings);
    if (!out_.result.records.empty()) add_content_notice(answer);
    list(answer, offset);
    return answer;
  }

 private:
  Json counts() const {
    return {{"before", out_.input.size()},
            {"after", out_.result.records.size()},
            {"merged", out_.merged()}};
  }

  void head(Answer& answer) const {
    const std::size_t groups = static_cast<std::size_t>(
        std::count_if(out_.result.members.begin(), out_.result.members.end(),
                      [](const auto& members) { return members.size() > 1; }));
    answer.structured = {{"result_set", out_.result_set},
                         {"dedup", counts()},
                         {"clusters", Json::array()},
                         {"doubtful", Json::array()},
                         {"doubtful_count", out_.result.doubtful.size()}};
    const auto counted = [](std::size_t n, const char* one, const char* many) {
      return (n == 0 ? std::string("no") : std::to_string(n)) + " " + (n == 1 ? one : many);
    };
    answer.text = "**" + std::to_string(out_.result.records.size()) + " unique** of " +
                  counted(out_.input.size(), "record", "records") + ": " +
                  counted(groups, "work", "works") + " came more than once, " +
                  counted(out_.result.doubtful.size(), "doubtful pair", "doubtful pairs") +
                  " left apart" + handle_text(out_.result_set) + "\n";
  }

  // The first member stands for the cluster; each other one tells what joined it.
  Json cluster_json(std::size_t i, std::size_t most, bool reasons) const {
    const std::vector<std::size_t>& members = out_.result.members[i];
    std::map<std::size_t, const identity::Join*> joined = joins_by_member(i);
    Json out = Json::array();
    for (std::size_t k = 0; k < members.size() && k < most; ++k) {
      const std::size_t m = members[k];
      Json member = {{"item_id", out_.input[m].item_id}, {"source", out_.input[m].source}};
      if (!out_.input[m].record_id.empty()) member["record_id"] = out_.input[m].record_id;
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
    Json cluster = {{"item_id", model::item_id(out_.result.records[i])},
                    {"members", std::move(out)}};
    if (members.size() > most) cluster["member_count"] = members.size();
    return cluster;
  }

  const std::string& name_of(std::size_t member) const {
    return out_.input[member].record_id.empty() ? out_.input[member].item_id
                                                : out_.input[member].record_id;
  }

  // The joins of a cluster are a tree: seen from its first member every other one hangs on one
  // join.
  std::map<std::size_t, const identity::Join*> joins_by_member(std::size_t i) const {
    std::map<std::size_t, const identity::Join*> out;
    std::multimap<std::size_t, const identity::Join*> at;
    for (const identity::Join& join : out_.result.joins[i]) {
      at.emplace(join.a, &join);
      at.emplace(join.b, &join);
    }
    std::vector<std::size_t> next = {out_.result.members[i].front()};
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
      Json out = article_stub(out_.result.records[i]);
      out["title"] = text::ellipsize(out["title"].get<std::string>(), 140);
      const std::size_t first = out_.result.members[i].front();
      if (!out_.input[first].record_id.empty()) out["record_id"] = out_.input[first].record_id;
      return out;
    };
    return {{"a", side(link.a)}, {"b", side(link.b)}, {"reason", link.reason}};
  }

  // "3 records: pubmed, europepmc, file (same_pmid, same_title)".
  std::string merged_text(std::size_t i) const {
    const std::vector<std::size_t>& members = out_.result.members[i];
    std::map<std::string, std::size_t> sources;
    for (const std::size_t m : members) ++sources[out_.input[m].source];
    std::set<std::string> rules;
    for (const identity::Join& join : out_.result.joins[i])
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
    for (const std::size_t m : out_.result.members[i]) {
      if (!out_.input[m].record_id.empty()) names.push_back(one_line(out_.input[m].record_id));
    }
    if (names.empty()) return "";
    const bool more = names.size() > kMembersInLine;
    if (more) names.resize(kMembersInLine);
    return " [" + text::join(names, ", ") + (more ? " …]" : "]");
  }

  Item item(std::size_t i, const std::vector<const identity::Link*>& doubts) const {
    const model::Article& article = out_.result.records[i];
    Item out{.id = model::item_id(article),
             .shown = args_.paging.detail == "row"
                          ? article_row(article)
                          : evidence_json(article, args_.paging.detail, out_.best[i]),
             .row = article_row(article)};
    std::string after;
    // Taken out again when the list is fitted: their size belongs to the record's.
    if (out_.result.members[i].size() > 1) {
      const std::size_t all = out_.result.members[i].size();
      out.shown["cluster"] = cluster_json(i, all, args_.paging.detail != "row");
      out.row["cluster"] = cluster_json(i, kMembersInRow, false);
      after = merged_text(i);
    }
    out.line = fitted_line("- ", article, after);
    for (const identity::Link* link : doubts) {
      const Json doubt = doubt_json(*link);
      out.shown["doubtful"].push_back(doubt);
      out.row["doubtful"].push_back(doubt);
      out.line += "\n  ? perhaps the same as " + id_text(out_.result.records[link->b]) + ": " +
                  text::ellipsize(link->reason, 200);
    }
    return out;
  }

  void list(Answer& answer, std::size_t offset) const {
    std::map<std::size_t, std::vector<const identity::Link*>> doubts;
    for (const identity::Link& link : out_.result.doubtful) doubts[link.a].push_back(&link);
    const std::vector<model::Article>& records = out_.result.records;
    add_made_items(
        answer, "evidence", records.size(), args_.paging, offset, out_.result_set,
        [&](std::size_t i) { return item(i, doubts[i]); },
        [&](std::size_t i) { return model::item_id(records[i]); });
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

  const DedupArgs& args_;
  const DeduplicationOutcome& out_;
};

Result<DeduplicationRequest> request_of(const Services& services, const DedupArgs& args) {
  if (!args.evidence_list && args.result_set.empty() && !args.result_sets && args.path.empty()) {
    return Error{.code = Errc::invalid_argument,
                 .message = "no records given: pass evidence_list, result_set, result_sets or path",
                 .path = "evidence_list",
                 .recovery = "pass the result_set of a search or an import"};
  }
  DeduplicationRequest out{.result_set = args.result_set,
                           .result_sets = args.result_sets.value_or(std::vector<std::string>()),
                           .file_as_given = args.path};
  if (args.evidence_list) {
    EV_TRY(out.rows, inline_records(*args.evidence_list, "evidence_list", out.warnings));
    for (const Json& one : *args.evidence_list) out.relevance.push_back(relevance_of(one));
  }
  if (!args.path.empty()) {
    EV_TRY(out.file, readable_file(services.config, args.path, "path"));
  }
  return out;
}

}  // namespace

mcp::ToolDef deduplicate_evidence(const Services& services) {
  return make_tool<DedupArgs>(
      "deduplicate_evidence",
      [&services](const DedupArgs& args, const mcp::CallContext& ctx) -> Result<Answer> {
        EV_TRY(DeduplicationRequest request, request_of(services, args));
        EV_TRY(const DeduplicationOutcome outcome, deduplicate(services, std::move(request), ctx));
        return DeduplicationAnswer(args, outcome).make();
      });
}

}  // namespace ev::tools
