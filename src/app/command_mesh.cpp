#include "app/commands.hpp"
#include "base/text.hpp"
#include "pipeline/library/mesh_import.hpp"

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
  const mesh::Vocabulary& vocabulary = program.services().vocabulary;
  std::vector<const mesh::Heading*> found = vocabulary.find(command.term);
  if (found.empty()) {
    if (const mesh::Heading* by_ui = vocabulary.by_ui(command.term)) found.push_back(by_ui);
  }
  if (command.json) {
    Json headings = Json::array();
    for (const mesh::Heading* heading : found) headings.push_back(heading_json(*heading));
    print_json({{"term", command.term},
                {"source", vocabulary.source()},
                {"headings", std::move(headings)}});
    return found.empty() ? 1 : 0;
  }
  for (const mesh::Heading* heading : found) print_heading(*heading);
  if (!found.empty()) return 0;
  std::fprintf(stderr, "evidence-mcp: no heading or entry term \"%s\" in the %s\n",
               command.term.c_str(), vocabulary.source().c_str());
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
