#include "pipeline/workflow/search_log.hpp"

#include "base/codec.hpp"
#include "base/json.hpp"

#include <nlohmann/json.hpp>

#include <set>

namespace ev::workflow {

namespace {

constexpr const char* kKind = "search_log";
constexpr std::size_t kMostSets = 200;  // behind one set

Json to_json(const research::SearchMade& s) {
  Json out = {{"service", s.service}, {"asked", s.asked},   {"sent", s.sent},
              {"date", s.date},       {"status", s.status}, {"returned", s.returned}};
  if (s.found) out["found"] = *s.found;
  return out;
}

research::SearchMade made_of(const Json& json) {
  research::SearchMade out{.service = json.value("service", ""),
                           .asked = json.value("asked", ""),
                           .sent = json.value("sent", ""),
                           .date = json.value("date", ""),
                           .status = json.value("status", ""),
                           .returned = json.value("returned", 0L)};
  if (json.contains("found")) out.found = json.at("found").get<long>();
  return out;
}

class Reader {
 public:
  Reader(const Services& services, const Context& ctx) : services_(services), ctx_(ctx) {}

  Result<void> read(const std::string& handle) {
    EV_CHECK(ctx_.check());
    if (handle.empty() || seen_.size() >= kMostSets || !seen_.insert(handle).second) return {};
    EV_TRY(const auto stored, services_.documents.get(kKind, handle));
    if (stored) {
      EV_TRY(const Json searches, parse_json(*stored, "search log"));
      for (const Json& one : searches) out.searches.push_back(made_of(one));
      return {};
    }
    const auto set = services_.result_sets.get(handle, ctx_);
    if (!set) return set.error().code == Errc::unknown_result_set ? Result<void>() : set.error();
    if (!set->base.empty()) return read(set->base);
    return read_merged(set->meta);
  }

  SearchLog out;

 private:
  // The sets that were merged into one.
  Result<void> read_merged(const std::string& meta) {
    EV_TRY(const Json json, parse_json(meta, "result set"));
    const Json call = json.value("call", Json::object());
    if (call.value("tool", "") != "deduplicate_evidence") return {};
    out.deduplicated = true;
    const Json arguments = call.value("arguments", Json::object());
    EV_CHECK(read(arguments.value("result_set", "")));
    for (const Json& handle : arguments.value("result_sets", Json::array())) {
      if (handle.is_string()) EV_CHECK(read(handle.get<std::string>()));
    }
    return {};
  }

  const Services& services_;
  const Context& ctx_;
  std::set<std::string> seen_;
};

}  // namespace

void keep_search_log(const Services& services, const std::string& result_set,
                     const std::vector<research::SearchMade>& searches,
                     std::vector<std::string>& warnings) {
  if (result_set.empty() || searches.empty()) return;
  Json all = Json::array();
  for (const research::SearchMade& search : searches) all.push_back(to_json(search));
  if (const auto kept = services.documents.put(kKind, result_set, dump_json(all)); !kept)
    warnings.push_back("how the records were found could not be kept: " + kept.error().message);
}

Result<SearchLog> search_log_of(const Services& services, const std::string& result_set,
                                const Context& ctx) {
  Reader reader(services, ctx);
  EV_CHECK(reader.read(result_set));
  return std::move(reader.out);
}

}  // namespace ev::workflow
