#include "app/commands.hpp"
#include "base/text.hpp"
#include "pipeline/library/mesh_import.hpp"
#include "pipeline/mesh/qualifiers.hpp"
#include "pipeline/search/live_mesh.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <utility>

namespace ev::app {

namespace {

constexpr std::size_t kShownEntryTerms = 12;
// A look-up at the terminal rather says that PubMed cannot be reached than keep trying.
constexpr std::chrono::seconds kLongestWait{5};

void print_json(const Json& json) {
  std::fputs((dump_json_pretty(json) + "\n").c_str(), stdout);
}

Json file_json(const library::MeshImportReport& report) {
  Json malformed = Json::array();
  for (const library::MalformedHeading& one : report.malformed) {
    malformed.push_back({{"place", one.place}, {"reason", one.reason}});
  }
  const store::MeshImport& import = report.import;
  return {{"file", report.file},
          {"kind", import.kind},
          {"format", import.format},
          {"release", import.release},
          {"headings", report.headings},
          {"terms", import.terms},
          {"replaced", report.replaced},
          {"kept", report.kept},
          {"dropped", report.dropped},
          {"earlier", report.earlier},
          {"in_use", {{"headings", import.headings}, {"from", import.file}}},
          {"malformed_count", report.malformed_count},
          {"malformed", std::move(malformed)}};
}

// What became of the earlier import of the same kind.
std::string earlier_in_words(const library::MeshImportReport& report) {
  if (report.earlier.empty()) return "";
  if (report.dropped > 0) {
    return "; the earlier import (" + report.earlier + ", " + std::to_string(report.dropped) +
           " headings) was dropped";
  }
  std::string out = "; merged by UI into the earlier import (" + report.earlier +
                    "): " + std::to_string(report.replaced) + " of its headings replaced, " +
                    std::to_string(report.kept) + " kept";
  if (report.kept > 0) out += " (--replace drops them)";
  return out;
}

void print_malformed(const library::MeshImportReport& report) {
  for (const library::MalformedHeading& one : report.malformed) {
    std::fprintf(stderr, "%s: the record at %s was left out: %s\n", report.file.c_str(),
                 one.place.c_str(), text::displayable(one.reason).c_str());
  }
  if (report.malformed_count > report.malformed.size()) {
    std::fprintf(stderr, "%s: %zu more records were left out\n", report.file.c_str(),
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

std::string qualifiers_in_words(const std::vector<std::string>& codes) {
  std::vector<std::string> out;
  for (const std::string& code : codes) {
    const mesh::Qualifier* qualifier = mesh::find_qualifier(code);
    out.push_back(code + (qualifier == nullptr ? "" : " " + std::string(qualifier->name)));
  }
  return text::join(out, "; ");
}

void print_line(const char* label, const std::string& value) {
  if (!value.empty()) std::printf("  %s: %s\n", label, value.c_str());
}

void print_heading(const mesh::Heading& heading) {
  std::printf("%s  %s%s\n", heading.ui.c_str(), heading.name.c_str(),
              heading.supplementary ? "  [supplementary record]" : "");
  print_line("tree numbers", listed(heading.tree_numbers, heading.tree_numbers.size()));
  print_line("entry terms", listed(heading.entry_terms, kShownEntryTerms));
  print_line("mapped to", listed(heading.mapped_to, heading.mapped_to.size()));
  print_line("qualifiers", qualifiers_in_words(heading.qualifiers));
}

Json qualifier_json(const mesh::Qualifier& qualifier) {
  Json explodes = Json::array();
  for (const mesh::Qualifier* one : mesh::exploded_qualifier(qualifier)) {
    if (one->code != qualifier.code) explodes.push_back(std::string(one->name));
  }
  return {{"code", std::string(qualifier.code)},
          {"name", std::string(qualifier.name)},
          {"current", qualifier.current},
          {"explodes_to", std::move(explodes)}};
}

void print_qualifier(const mesh::Qualifier& qualifier) {
  std::printf("/%s  %s  [qualifier%s]\n", std::string(qualifier.code).c_str(),
              std::string(qualifier.name).c_str(), qualifier.current ? "" : ", retired");
  std::vector<std::string> explodes;
  for (const mesh::Qualifier* one : mesh::exploded_qualifier(qualifier)) {
    if (one->code != qualifier.code) explodes.emplace_back(one->name);
  }
  print_line("explodes to", text::join(explodes, "; "));
}

struct Found {
  std::vector<mesh::Heading> headings;
  const mesh::Qualifier* qualifier = nullptr;
  std::string source;  // who was asked last
  bool tree = false;   // the headings stand at and below a tree number
  bool pair = false;   // a heading with a qualifier was asked for
};

// "C14.280.647".
bool is_tree_number(std::string_view text) {
  if (text.size() < 3 || text[0] < 'A' || text[0] > 'Z') return false;
  const std::string_view rest = text.substr(1);
  if (rest.find_first_not_of("0123456789.") != std::string_view::npos || rest.back() == '.') {
    return false;
  }
  const std::size_t point = rest.find('.');
  return (point == std::string_view::npos ? rest.size() : point) == 2;
}

// The heading at a tree number, then what stands directly below it.
void look_up_tree(const mesh::Vocabulary& vocabulary, const std::string& number, Found& found) {
  found.tree = true;
  mesh::Heading at;
  at.tree_numbers = {number};
  std::vector<std::pair<std::string, mesh::Heading>> order;
  for (const mesh::Heading* heading : vocabulary.exploded(at)) {
    if (heading->ui.empty()) continue;  // the question itself
    for (const std::string& tree : heading->tree_numbers) {
      const bool here = tree == number;
      const bool below =
          tree.starts_with(number + ".") && tree.find('.', number.size() + 1) == std::string::npos;
      if (here || below) order.emplace_back(tree, *heading);
    }
  }
  std::sort(order.begin(), order.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [tree, heading] : order) found.headings.push_back(std::move(heading));
}

bool may_ask_pubmed(const Config& config) {
  const auto pubmed = config.endpoints.find("pubmed");
  const bool enabled = pubmed == config.endpoints.end() || pubmed->second.enabled;
  return enabled && !config.sample && !config.offline;
}

// The local vocabulary, by term or UI; PubMed's MeSH database when it knows nothing.
Result<void> look_up_heading(Program& program, const std::string& term, Found& found) {
  const mesh::Vocabulary& vocabulary = program.services().vocabulary;
  for (const mesh::Heading* heading : vocabulary.find(term)) found.headings.push_back(*heading);
  const mesh::Heading* by_ui = found.headings.empty() ? vocabulary.by_ui(term) : nullptr;
  if (by_ui != nullptr) found.headings.push_back(*by_ui);
  const bool known = !found.headings.empty() || found.qualifier != nullptr;
  if (known || !may_ask_pubmed(program.config())) return {};
  const std::vector<std::string> terms = {term};
  Context ctx = program.command_line_context();
  ctx.deadline = std::min(ctx.deadline, ctx.clock->now() + kLongestWait);
  auto live = search::live_mesh(program.services().ports(), terms, ctx);
  if (!live.front()) {
    Error error = live.front().error();
    error.message = "\"" + term + "\" is not in the " + found.source +
                    ", and PubMed's MeSH database was not reached: " + error.message;
    error.recovery = "give --offline to look in the local vocabulary only";
    return error;
  }
  found.headings = *std::move(live.front());
  found.source += std::string(", ") + search::kLiveMeshSource;
  if (!found.headings.empty()) found.source = search::kLiveMeshSource;
  return {};
}

Result<Found> look_up(Program& program, const std::string& term) {
  const mesh::Vocabulary& vocabulary = program.services().vocabulary;
  Found found;
  found.source = vocabulary.source();
  const std::string trimmed(text::trim(term));
  if (is_tree_number(trimmed)) {
    look_up_tree(vocabulary, trimmed, found);
    return found;
  }
  const std::size_t slash = trimmed.rfind('/');
  const bool has_slash = slash != std::string::npos;
  found.qualifier = mesh::find_qualifier(has_slash ? trimmed.substr(slash + 1) : trimmed);
  if (has_slash && slash == 0) return found;
  found.pair = has_slash && found.qualifier != nullptr;
  EV_CHECK(look_up_heading(program, found.pair ? trimmed.substr(0, slash) : trimmed, found));
  return found;
}

// Whether the qualifier may stand with the heading; "" where that is not known.
std::string pair_in_words(const mesh::Heading& heading, const mesh::Qualifier& qualifier) {
  if (heading.qualifiers.empty()) return "";
  const bool allowed = std::find(heading.qualifiers.begin(), heading.qualifiers.end(),
                                 qualifier.code) != heading.qualifiers.end();
  return "\"" + heading.name + "/" + std::string(qualifier.name) + "\" is " +
         (allowed ? "allowed" : "not allowed");
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
  std::map<std::string, std::size_t> terms_in_use;  // by kind
  library::MeshMerge merge{.replace = command.replace};
  for (const auto& file : command.files) {
    const auto report = library::import_mesh(file, program.store().mesh, ctx, merge);
    if (!report) return report_failure(report.error());
    merge.kinds.insert(report->import.kind);
    print_malformed(*report);
    headings += report->headings;
    terms_in_use[report->import.kind] = report->import.terms;
    files.push_back(file_json(*report));
    if (command.json) continue;
    std::printf("%s: %zu headings (%s) imported, %zu terms in use%s\n", report->file.c_str(),
                report->headings, report->import.kind.c_str(), report->import.terms,
                earlier_in_words(*report).c_str());
  }
  std::size_t terms = 0;
  for (const auto& [kind, count] : terms_in_use) terms += count;
  if (command.json) {
    print_json({{"headings", headings}, {"terms", terms}, {"files", std::move(files)}});
  }
  return 0;
}

int command_mesh_lookup(Program& program, const MeshLookupCommand& command) {
  const auto found = look_up(program, command.term);
  if (!found) return report_failure(found.error());
  const bool nothing = found->headings.empty() && (found->qualifier == nullptr || found->pair);
  if (command.json) {
    Json headings = Json::array();
    for (const mesh::Heading& heading : found->headings) headings.push_back(heading_json(heading));
    Json out = {
        {"term", command.term}, {"source", found->source}, {"headings", std::move(headings)}};
    if (found->qualifier != nullptr) out["qualifier"] = qualifier_json(*found->qualifier);
    print_json(out);
    return nothing ? 1 : 0;
  }
  for (const mesh::Heading& heading : found->headings) {
    print_heading(heading);
    if (found->pair) print_line("pair", pair_in_words(heading, *found->qualifier));
  }
  if (found->qualifier != nullptr && !nothing) print_qualifier(*found->qualifier);
  if (!nothing) return 0;
  const char* what = found->tree                     ? "no tree number"
                     : command.term.starts_with('/') ? "no qualifier"
                                                     : "no heading or entry term";
  std::fprintf(stderr, "evidence-mcp: \"%s\" is %s (asked: %s)\n", command.term.c_str(), what,
               found->source.c_str());
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
