#include "pipeline/research/prisma.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace ev::research {

namespace {

bool is_register(const std::string& service) {
  return service == "clinicaltrials";
}

// As many of the parts as the box holds, in their order.
std::vector<Counted> within(const std::vector<Counted>& parts, long most) {
  std::vector<Counted> out;
  for (const Counted& part : parts) {
    const long n = std::clamp(part.n, 0L, std::max(0L, most));
    if (n > 0) out.push_back({part.what, n});
    most -= n;
  }
  return out;
}

long sum(const std::vector<Counted>& parts) {
  long out = 0;
  for (const Counted& part : parts) out += part.n;
  return out;
}

Box identified_box(const Selection& s, long distinct) {
  std::map<std::string, long> by_service;
  for (const SearchMade& search : s.searches)
    by_service[search.service] += std::max(0L, search.returned);
  Box out{.id = "identified", .label = "Records identified"};
  for (const auto& [service, n] : by_service)
    out.parts.push_back({(is_register(service) ? "register " : "database ") + service, n});
  const long delivered = sum(out.parts);
  if (distinct > delivered)
    out.parts.push_back({"given by the caller, or imported", distinct - delivered});
  out.n = sum(out.parts);
  return out;
}

// A box for what left the flow; nobody's where the step was not made.
Box left_box(std::string id, std::string label, const std::optional<std::vector<Counted>>& parts,
             long most, BoxBy by) {
  Box out{.id = std::move(id), .label = std::move(label)};
  if (!parts) {
    out.by = BoxBy::nobody;
    return out;
  }
  out.by = by;
  out.parts = within(*parts, most);
  out.n = sum(out.parts);
  return out;
}

std::string quoted(std::string text) {
  for (std::size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at + 2))
    text.insert(at, 1, '"');
  // No cell is taken for a formula.
  if (!text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos)
    text.insert(0, 1, '\'');
  return "\"" + text + "\"";
}

}  // namespace

std::vector<Box> prisma_boxes(const Selection& s) {
  const long distinct = std::max(0L, s.distinct);
  Box identified = identified_box(s, distinct);
  Box removed{.id = "removed", .label = "Records removed before screening"};
  if (const long again = *identified.n - distinct; again > 0)
    removed.parts.push_back({"duplicates", again});
  for (Counted& part : within(s.by_rule, distinct)) removed.parts.push_back(std::move(part));
  removed.n = sum(removed.parts);

  const bool person = s.by_person.has_value();
  const bool assessed_at_all = s.not_eligible.has_value() || s.studies.has_value();
  const auto step = [&](const char* id, const char* label, long n, bool made, BoxBy by) {
    return Box{.id = id,
               .label = label,
               .n = made ? std::optional(n) : std::nullopt,
               .by = made ? by : BoxBy::nobody};
  };
  long n = *identified.n - *removed.n;
  Box screened = step("screened", "Records screened", n, true, BoxBy::program);
  screened.parts = {{person
                         ? "titles and abstracts seen by a person, or left by them to the program"
                         : "read by the program; screened by a person: none",
                     n}};
  if (n == 0) screened.parts.clear();
  Box excluded =
      left_box("excluded", "Records excluded in screening", s.by_person, n, BoxBy::person);
  n -= excluded.n.value_or(0);
  Box sought = step("sought", "Reports sought for retrieval", n, assessed_at_all, BoxBy::program);
  std::optional<std::vector<Counted>> lost;
  if (s.not_retrieved) lost = {{"the full text was not to be had", *s.not_retrieved}};
  Box not_retrieved = left_box("not_retrieved", "Reports not retrieved", lost, n, BoxBy::program);
  n -= not_retrieved.n.value_or(0);
  Box assessed =
      step("assessed", "Reports assessed for eligibility", n, assessed_at_all, BoxBy::program);
  Box not_eligible =
      left_box("not_eligible", "Reports excluded", s.not_eligible, n, BoxBy::program);
  n -= not_eligible.n.value_or(0);
  Box included = step("included", "Reports included", n, assessed_at_all, BoxBy::program);
  if (included.n && s.studies)
    included.label += ", studies: " + std::to_string(std::clamp(*s.studies, 0L, n));
  return {std::move(identified), std::move(removed),      std::move(screened),
          std::move(excluded),   std::move(sought),       std::move(not_retrieved),
          std::move(assessed),   std::move(not_eligible), std::move(included)};
}

std::string prisma_csv(const std::vector<Box>& boxes) {
  std::string out = "\"box\",\"label\",\"part\",\"n\",\"by\"\r\n";
  const auto line = [&](const Box& box, const std::string& part, const std::optional<long>& n) {
    out += quoted(box.id) + "," + quoted(box.label) + "," + quoted(part) + "," +
           (n ? std::to_string(*n) : "") + "," + quoted(std::string(wire_name(box.by))) + "\r\n";
  };
  for (const Box& box : boxes) {
    line(box, "", box.n);
    for (const Counted& part : box.parts) line(box, part.what, part.n);
  }
  return out;
}

std::vector<SearchItem> search_report(const Selection& s) {
  std::set<std::string> databases, registers, strategies, dates;
  std::string totals;
  for (const SearchMade& search : s.searches) {
    (is_register(search.service) ? registers : databases).insert(search.service);
    if (!search.date.empty()) dates.insert(search.date);
    strategies.insert(search.service + ": " + (search.sent.empty() ? search.asked : search.sent));
    totals += (totals.empty() ? "" : "; ") + search.service + " " +
              (search.found ? std::to_string(*search.found) + " found, " : "") +
              std::to_string(search.returned) + " taken" +
              (search.status.empty() || search.status == "ok" ? "" : " (" + search.status + ")");
  }
  const auto all = [](const std::set<std::string>& items, const char* between) {
    std::string out;
    for (const std::string& item : items) out += (out.empty() ? "" : between) + item;
    return out;
  };
  std::vector<SearchItem> out;
  const auto add = [&out](int number, const char* name, std::string text) {
    const bool done = !text.empty();
    out.push_back({number, name, done ? std::move(text) : "not recorded by the program", done});
  };
  add(1, "Database name", all(databases, ", "));
  add(2, "Multi-database searching", "");
  add(3, "Study registries", all(registers, ", "));
  add(4, "Online resources and browsing", "");
  add(5, "Citation searching", "");
  add(6, "Contacts", "");
  add(7, "Other methods", "");
  add(8, "Full search strategies, as sent", all(strategies, "\n"));
  add(9, "Limits and restrictions",
      s.searches.empty()
          ? ""
          : "those in the strategies; of each search the best records only, see item 15");
  add(10, "Search filters", s.searches.empty() ? "" : "those in the strategies, no other");
  add(11, "Prior work", "");
  add(12, "Updates", "");
  add(13, "Dates of searches", all(dates, ", "));
  add(14, "Peer review", "");
  add(15, "Total records", totals);
  add(16, "Deduplication", s.deduplication);
  return out;
}

std::string deduplication_method() {
  return "by program: identifiers first, then title, year and authors with pages, volume, journal "
         "and abstract; parts, versions, preprints and registrations stay apart";
}

Selection selection_of(const State& state) {
  Selection out;
  std::set<std::string> ids;
  for (const SearchRun& run : state.searches) {
    ids.insert(run.ids.begin(), run.ids.end());
    for (const SourceCount& source : run.sources) {
      out.searches.push_back({.service = source.source,
                              .asked = run.query,
                              .sent = source.query_sent,
                              .date = state.options.as_of,
                              .status = source.status,
                              .found = source.found,
                              .returned = source.returned});
    }
  }
  out.distinct = state.findings ? state.findings->records : static_cast<long>(ids.size());
  if (state.findings && state.findings->retracted > 0)
    out.by_rule.push_back({"retracted, or notices of it", state.findings->retracted});
  out.deduplication = deduplication_method();
  return out;
}

}  // namespace ev::research
