#include "app/commands.hpp"
#include "base/text.hpp"
#include "pipeline/library/mesh_import.hpp"
#include "pipeline/search/live_mesh.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace ev::app {

namespace {

constexpr std::size_t kShownEntryTerms = 12;

void print_json(const Json& json) {
  std::fputs((dump_json_pretty(json) + "\n").c_str(), stdout);
}

Json file_json(const library::MeshImportReport& report) {
  Json malformed = Json::array();
  for (const library::MalformedHeading& one : report.malformed) {
    malformed.push_back({{"place", one.place}, {"reason", one.reason}});
  }
  const store::MeshImport& import = report.import;
  return {{"file", import.file},
          {"kind", import.kind},
          {"format", import.format},
          {"release", import.release},
          {"headings", import.headings},
          {"terms", import.terms},
          {"malformed_count", report.malformed_count},
          {"malformed", std::move(malformed)}};
}

void print_malformed(const library::MeshImportReport& report) {
  for (const library::MalformedHeading& one : report.malformed) {
    std::fprintf(stderr, "%s: the record at %s was left out: %s\n", report.import.file.c_str(),
                 one.place.c_str(), text::displayable(one.reason).c_str());
  }
  if (report.malformed_count > report.malformed.size()) {
    std::fprintf(stderr, "%s: %zu more records were left out\n", report.import.file.c_str(),
                 report.malformed_count - report.malformed.size());
  }
}

Json heading_json(const mesh::Heading& heading) {
  Json out = {{"ui", heading.ui},
              {"name", heading.name},
              {"kind", heading.supplementary ? "supplementary" : "descriptor"},
              {"tree_numbers", heading.tree_numbers},
              {"entry_terms", heading.entry_terms}};
  if (!heading.qualifiers.empty()) out["qualifiers"] = heading.qualifiers;
  if (!heading.mapped_to.empty()) out["mapped_to"] = heading.mapped_to;
  return out;
}

std::string listed(const std::vector<std::string>& all, std::size_t most) {
  std::vector<std::string> shown(
      all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size())));
  std::string out = text::join(shown, "; ");
  if (all.size() > most) out += " … (" + std::to_string(all.size()) + ")";
  return out;
}

void print_heading(const mesh::Heading& heading) {
  std::printf("%s  %s%s\n", heading.ui.c_str(), heading.name.c_str(),
              heading.supplementary ? "  [supplementary record]" : "");
  const auto line = [](const char* label, const std::string& value) {
    if (!value.empty()) std::printf("  %s: %s\n", label, value.c_str());
  };
  line("tree numbers", listed(heading.tree_numbers, heading.tree_numbers.size()));
  line("entry terms", listed(heading.entry_terms, kShownEntryTerms));
  line("mapped to", listed(heading.mapped_to, heading.mapped_to.size()));
}

struct Found {
  std::vector<mesh::Heading> headings;
  std::string source;  // who was asked last
};

// The local vocabulary, by term or UI; PubMed's MeSH database when it knows nothing.
Result<Found> look_up(Program& program, const std::string& term) {
  const mesh::Vocabulary& vocabulary = program.services().vocabulary;
  Found found{.headings = {}, .source = vocabulary.source()};
  for (const mesh::Heading* heading : vocabulary.find(term)) found.headings.push_back(*heading);
  const mesh::Heading* by_ui = found.headings.empty() ? vocabulary.by_ui(term) : nullptr;
  if (by_ui != nullptr) found.headings.push_back(*by_ui);
  const Config& config = program.config();
  const auto pubmed = config.endpoints.find("pubmed");
  const bool enabled = pubmed == config.endpoints.end() || pubmed->second.enabled;
  if (!found.headings.empty() || config.sample || config.offline || !enabled) return found;
  const std::vector<std::string> terms = {term};
  auto live = search::live_mesh(program.services().ports(), terms, program.command_line_context());
  EV_TRY(found.headings, std::move(live.front()));
  found.source += std::string(", ") + search::kLiveMeshSource;
  if (!found.headings.empty()) found.source = search::kLiveMeshSource;
  return found;
}

}  // namespace

int command_mesh_import(Program& program, const MeshImportCommand& command) {
  if (program.config().sample) {
    return report_failure({.code = Errc::invalid_argument,
                           .message = "the built-in sample keeps its own vocabulary",
                           .recovery = "import without --sample and EVIDENCE_MCP_SAMPLE"});
  }
  const Context ctx = program.command_line_context();
  Json files = Json::array();
  std::size_t headings = 0;
  std::size_t terms = 0;
  for (const auto& file : command.files) {
    const auto report = library::import_mesh(file, program.store().mesh, ctx);
    if (!report) return report_failure(report.error());
    print_malformed(*report);
    headings += report->import.headings;
    terms += report->import.terms;
    files.push_back(file_json(*report));
    if (command.json) continue;
    std::printf("%s: %zu headings (%s) with %zu terms imported\n", report->import.file.c_str(),
                report->import.headings, report->import.kind.c_str(), report->import.terms);
  }
  if (command.json) {
    print_json({{"headings", headings}, {"terms", terms}, {"files", std::move(files)}});
  }
  return 0;
}

int command_mesh_lookup(Program& program, const MeshLookupCommand& command) {
  const auto found = look_up(program, command.term);
  if (!found) return report_failure(found.error());
  if (command.json) {
    Json headings = Json::array();
    for (const mesh::Heading& heading : found->headings) headings.push_back(heading_json(heading));
    print_json(
        {{"term", command.term}, {"source", found->source}, {"headings", std::move(headings)}});
    return found->headings.empty() ? 1 : 0;
  }
  for (const mesh::Heading& heading : found->headings) print_heading(heading);
  if (!found->headings.empty()) return 0;
  std::fprintf(stderr, "evidence-mcp: \"%s\" is no heading or entry term (asked: %s)\n",
               command.term.c_str(), found->source.c_str());
  return 1;
}

int command_mesh_complete(Program& program, const MeshCompleteCommand& command) {
  const auto found = program.services().vocabulary.complete(
      command.prefix, static_cast<std::size_t>(command.limit));
  if (command.json) {
    Json completions = Json::array();
    for (const mesh::Completion& one : found) {
      completions.push_back({{"text", one.text},
                             {"heading", one.heading},
                             {"ui", one.ui},
                             {"kind", one.supplementary ? "supplementary" : "descriptor"}});
    }
    print_json({{"prefix", command.prefix}, {"completions", std::move(completions)}});
    return 0;
  }
  for (const mesh::Completion& one : found) {
    const bool own = one.text == one.heading;
    std::printf("%s%s%s\n", one.text.c_str(), own ? "" : " -> ", own ? "" : one.heading.c_str());
  }
  return 0;
}

}  // namespace ev::app
