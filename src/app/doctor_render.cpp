#include "app/doctor.hpp"
#include "base/json.hpp"
#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace ev::app {

namespace {

std::string decimal(double value) {
  char out[48];
  std::snprintf(out, sizeof out, "%.1f", value);
  return out;
}

std::string size_text(std::uintmax_t bytes) {
  const double mib = static_cast<double>(bytes) / (1024.0 * 1024.0);
  return mib >= 1024 ? decimal(mib / 1024) + " GiB" : decimal(mib) + " MiB";
}

double seconds(Nanos duration) {
  return std::chrono::duration<double>(duration).count();
}

// "name      value" lines, aligned.
class Table {
 public:
  void add(std::string name, std::string value) {
    width_ = std::max(width_, text::code_points(name));
    rows_.push_back({std::move(name), std::move(value)});
  }
  std::string print() const {
    std::string out;
    for (const NamedValue& row : rows_) {
      const std::string padding(width_ - text::code_points(row.name), ' ');
      out += "  " + row.name + padding + "  " + text::displayable(row.value) + "\n";
    }
    return out;
  }

 private:
  std::size_t width_ = 0;
  std::vector<NamedValue> rows_;
};

std::string settings_text(const DoctorReport& report, bool all) {
  Table table;
  std::size_t left_out = 0;
  for (const Setting& s : report.settings) {
    const bool given = s.origin != Origin::standard;
    if (!given && !all) {
      ++left_out;
      continue;
    }
    const std::string value = s.value.empty() ? "not set" : s.value;
    table.add(s.variable, given ? value + "  (" + to_string(s.origin) + ")" : value);
  }
  const std::string file = report.config_file.empty() ? "" : ", file " + report.config_file;
  std::string out = "Settings (environment" + file + ")\n" + table.print();
  if (left_out > 0) {
    out += "  " + std::to_string(left_out) + " at their defaults (--all shows them)\n";
  }
  return out;
}

void add_mirror(Table& table, const StateFolder& state) {
  if (!state.mirror) return;
  const MirrorState& m = *state.mirror;
  table.add("mirror", m.folder + "  " + size_text(m.bytes) + ", " + std::to_string(m.records) +
                          " records, " + std::to_string(m.files) + " files" +
                          (m.date.empty() ? "" : ", as of " + m.date));
}

std::string state_text(const StateFolder& state) {
  Table table;
  table.add("folder", state.path + (state.writable ? "" : "  (not writable)"));
  if (state.free_bytes) table.add("free", size_text(*state.free_bytes));
  const char* absent = state.store_exists ? "cannot be read" : "made at the first use";
  if (!state.figures) {
    table.add("store", state.store_file + "  (" + absent + ")");
    add_mirror(table, state);
    return "State\n" + table.print();
  }
  const store::StoreFigures& f = *state.figures;
  table.add("store", state.store_file + "  " + size_text(f.file_bytes) + ", tables version " +
                         std::to_string(f.version));
  table.add("result sets", std::to_string(f.result_sets));
  table.add("articles", std::to_string(f.articles));
  table.add("documents", std::to_string(f.documents));
  table.add("cached replies", std::to_string(f.cached_replies) + ", " +
                                  size_text(static_cast<std::uintmax_t>(f.cached_bytes)));
  add_mirror(table, state);
  return "State\n" + table.print();
}

void add_limiter(Table& table, const net::LimiterStatus& s) {
  std::string value = "gap " + decimal(seconds(s.gap) * 1000) + " ms";
  if (s.paused_for > Nanos{0}) value += ", paused for " + decimal(seconds(s.paused_for)) + " s";
  if (s.blocked_for > Nanos{0}) value += ", blocked for " + decimal(seconds(s.blocked_for)) + " s";
  table.add(s.identity, value);
}

std::string limiter_text(const DoctorReport& report, bool all) {
  Table table;
  table.add("folder", report.limiter_dir.empty() ? "none: this process only" : report.limiter_dir);
  for (const net::LimiterStatus& s : report.limiter) add_limiter(table, s);
  if (all) {
    for (const net::LimiterStatus& s : report.others_waiting) add_limiter(table, s);
  }
  const std::size_t waiting = report.others_waiting.size();
  if (waiting + report.others_idle > 0) {
    table.add("others", std::to_string(waiting + report.others_idle) +
                            " of other addresses or keys of yours, " +
                            (waiting == 0 ? "none" : std::to_string(waiting)) + " waiting");
  }
  return "Request limits shared by your processes\n" + table.print();
}

std::string network_text(const DoctorReport& report) {
  if (report.network.empty()) return {};
  Table table;
  for (const ProbeLine& line : report.network) {
    table.add(line.service,
              (line.ok ? "ok, " : "FAILED, ") + decimal(line.ms) + " ms: " + line.detail);
  }
  return "Network\n" + table.print();
}

std::string named_text(const char* title, const std::vector<NamedValue>& values) {
  if (values.empty()) return {};
  Table table;
  for (const NamedValue& value : values) table.add(value.name, value.value);
  return std::string(title) + "\n" + table.print();
}

std::string findings_text(const DoctorReport& report) {
  if (report.findings.empty()) return "Nothing is wrong or missing.\n";
  std::string out = "What is wrong or missing, and how to mend it\n";
  for (const Finding& f : report.findings) {
    out += "  " + std::string(to_string(f.severity)) + ": " + f.subject + " " + f.message + "\n";
    if (!f.remedy.empty()) out += "    -> " + f.remedy + "\n";
  }
  return out;
}

Json named_json(const std::vector<NamedValue>& values) {
  Json out = Json::object();
  for (const NamedValue& value : values) out[value.name] = value.value;
  return out;
}

Json settings_json(const DoctorReport& report) {
  Json out = Json::array();
  for (const Setting& s : report.settings) {
    out.push_back({{"variable", s.variable}, {"value", s.value}, {"origin", to_string(s.origin)}});
  }
  return out;
}

Json state_json(const StateFolder& state) {
  Json out = {{"folder", state.path},
              {"writable", state.writable},
              {"store_file", state.store_file},
              {"store_exists", state.store_exists},
              {"free_bytes", nullptr},
              {"store", nullptr},
              {"mirror", nullptr}};
  if (state.mirror) {
    const MirrorState& m = *state.mirror;
    out["mirror"] = {{"folder", m.folder},
                     {"date", m.date},
                     {"records", m.records},
                     {"files", m.files},
                     {"bytes", m.bytes}};
  }
  if (state.free_bytes) out["free_bytes"] = *state.free_bytes;
  if (!state.figures) return out;
  const store::StoreFigures& f = *state.figures;
  out["store"] = {{"file_bytes", f.file_bytes},    {"version", f.version},
                  {"result_sets", f.result_sets},  {"articles", f.articles},
                  {"documents", f.documents},      {"cached_replies", f.cached_replies},
                  {"cached_bytes", f.cached_bytes}};
  return out;
}

Json limiter_json(const DoctorReport& report) {
  Json services = Json::array();
  for (const auto* part : {&report.limiter, &report.others_waiting}) {
    for (const net::LimiterStatus& s : *part) {
      services.push_back({{"identity", s.identity},
                          {"gap_s", seconds(s.gap)},
                          {"next_start_in_s", seconds(s.next_start_in)},
                          {"paused_for_s", seconds(s.paused_for)},
                          {"blocked_for_s", seconds(s.blocked_for)},
                          {"consecutive_429", s.consecutive_429}});
    }
  }
  return {{"folder", report.limiter_dir},
          {"services", services},
          {"idle_of_other_addresses", report.others_idle}};
}

Json network_json(const DoctorReport& report) {
  Json out = Json::array();
  for (const ProbeLine& line : report.network) {
    Json one = {{"service", line.service},
                {"ok", line.ok},
                {"ms", line.ms},
                {"detail", line.detail},
                {"remedy", line.remedy}};
    if (line.clock_ahead) one["clock_ahead_s"] = line.clock_ahead->count();
    out.push_back(std::move(one));
  }
  return out;
}

Json findings_json(const DoctorReport& report) {
  Json out = Json::array();
  for (const Finding& f : report.findings) {
    out.push_back({{"severity", to_string(f.severity)},
                   {"subject", f.subject},
                   {"message", f.message},
                   {"remedy", f.remedy}});
  }
  return out;
}

}  // namespace

std::string render_text(const DoctorReport& report, bool all) {
  std::string out = "evidence-mcp " + report.version + "\n\n";
  const auto add = [&out](const std::string& part) {
    if (!part.empty()) out += part + "\n";
  };
  add(settings_text(report, all));
  add(state_text(report.state));
  add(limiter_text(report, all));
  add(named_text("Hosts", report.hosts));
  add(named_text("Way out", report.way_out));
  add(network_text(report));
  if (all) {
    add(named_text("Limits", report.limits));
    add(named_text("Libraries", report.libraries));
    add("Hosts start servers with a nearly empty environment: name the variables in the host's "
        "entry\n  " +
        report.host_entry + "\n");
  }
  return out + findings_text(report);
}

std::string render_json(const DoctorReport& report) {
  const Json host = parse_json(report.host_entry, "host entry").value_or(Json());
  return dump_json_pretty({{"version", report.version},
                           {"healthy", report.healthy()},
                           {"config_file", report.config_file},
                           {"settings", settings_json(report)},
                           {"state", state_json(report.state)},
                           {"limiter", limiter_json(report)},
                           {"hosts", named_json(report.hosts)},
                           {"way_out", named_json(report.way_out)},
                           {"network", network_json(report)},
                           {"limits", named_json(report.limits)},
                           {"libraries", named_json(report.libraries)},
                           {"findings", findings_json(report)},
                           {"host_entry", host}});
}

}  // namespace ev::app
