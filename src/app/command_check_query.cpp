#include "app/commands.hpp"
#include "base/clock.hpp"
#include "base/json.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/pubmed_query/dates.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/translate/vocabulary_options.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ev::app {

namespace {

struct Translated {
  const sources::Service* target = nullptr;
  translate::Translation translation;
};

// Valid queries only. Headings are expanded by the vocabulary.
std::vector<Translated> translations(const std::string& query, const CheckQueryCommand& command,
                                     const mesh::Vocabulary& vocabulary) {
  std::vector<Translated> out;
  if (command.translate.empty()) return out;
  const pubmed_query::Parsed parsed = pubmed_query::parse(query);
  if (!parsed.tree || !parsed.errors.empty()) return out;
  const std::string today =
      command.as_of.empty() ? iso_date(SystemClock().unix_time()) : command.as_of;
  for (const sources::Service& target : sources::catalog()) {
    if (target.translate == nullptr) continue;
    if (command.translate != "all" && command.translate != target.id) continue;
    translate::Options options = translate::with_vocabulary(vocabulary, target.names);
    options.today = pubmed_query::read_date(today).date;
    out.push_back({&target, target.translate(*parsed.tree, options)});
  }
  return out;
}

Json notes_json(const std::vector<translate::Note>& notes) {
  Json out = Json::array();
  for (const translate::Note& note : notes) {
    Json entry = {{"what", note.what},
                  {"position", note.position},
                  {"why", note.why},
                  {"effect", translate::to_text(note.effect)}};
    if (note.count > 1) entry["terms"] = note.count;
    out.push_back(std::move(entry));
  }
  return out;
}

Json translations_json(const std::vector<Translated>& list) {
  Json out = Json::object();
  for (const auto& [target, t] : list) {
    Json parameters = Json::object();
    for (const translate::Parameter& p : t.parameters) parameters[p.name] = p.value;
    Json entry = {{"searchable", t.searchable},
                  {"parameters", std::move(parameters)},
                  {"untranslated", notes_json(t.untranslated)},
                  {"approximated", notes_json(t.approximated)}};
    if (!t.reason.empty()) entry["reason"] = t.reason;
    out[std::string(target->id)] = std::move(entry);
  }
  return out;
}

void print_notes(const char* kind, const std::vector<translate::Note>& notes) {
  for (const translate::Note& note : notes) {
    const std::string more =
        note.count > 1 ? " and " + std::to_string(note.count - 1) + " more" : "";
    std::printf("  %s at character %d: %s%s: %s (%s)\n", kind, note.position, note.what.c_str(),
                more.c_str(), note.why.c_str(), translate::to_text(note.effect));
  }
}

void print_translations(const std::vector<Translated>& list) {
  for (const auto& [target, t] : list) {
    std::printf("%s:%s%s\n", std::string(target->label).c_str(),
                t.searchable ? "" : " not searchable: ", t.reason.c_str());
    for (const translate::Parameter& p : t.parameters) {
      std::printf("  %s=%s\n", p.name.c_str(), p.value.c_str());
    }
    print_notes("untranslated", t.untranslated);
    print_notes("approximated", t.approximated);
  }
}

Json diagnostics_json(const pubmed_query::Diagnostics& list) {
  Json out = Json::array();
  for (const pubmed_query::Diagnostic& d : list) {
    Json entry = {{"code", d.code}, {"message", d.message}, {"position", d.position}};
    if (!d.fix.empty()) entry["fix"] = d.fix;
    out.push_back(std::move(entry));
  }
  return out;
}

Json verdict_json(const pubmed_query::Checked& checked, const std::vector<Translated>& list) {
  Json out = {{"valid", checked.valid},
              {"canonical", checked.valid ? Json(checked.canonical) : Json(nullptr)},
              {"errors", diagnostics_json(checked.errors)},
              {"warnings", diagnostics_json(checked.warnings)}};
  if (!checked.repaired.empty()) out["repaired"] = checked.repaired;
  if (!list.empty()) out["translations"] = translations_json(list);
  return out;
}

void print_remarks(const char* kind, const pubmed_query::Diagnostics& list) {
  for (const pubmed_query::Diagnostic& d : list) {
    std::printf("%s at character %d: %s%s%s\n", kind, d.position, d.message.c_str(),
                d.fix.empty() ? "" : "; fix: ", d.fix.c_str());
  }
}

}  // namespace

int command_check_query(Program& program, const CheckQueryCommand& command) {
  const mesh::Vocabulary& vocabulary = program.services().vocabulary;
  const pubmed_query::DateReading as_of = pubmed_query::read_date(command.as_of);
  if (!command.as_of.empty() &&
      (as_of.form != pubmed_query::DateForm::dashed || as_of.date.day == 0)) {
    report_failure(
        Error{.code = Errc::invalid_argument,
              .message = "--as-of: \"" + command.as_of + "\" is no date; write YYYY-MM-DD"});
    return 2;
  }
  if (!command.batch.empty()) {
    return for_each_line(command.batch, [&](const std::string& line) {
      std::printf("%s\n", dump_json(verdict_json(pubmed_query::check(line, vocabulary),
                                                 translations(line, command, vocabulary)))
                              .c_str());
    });
  }
  if (command.query.empty()) {
    report_failure(
        Error{.code = Errc::invalid_argument, .message = "give a query or --batch FILE"});
    return 2;
  }
  const pubmed_query::Checked checked = pubmed_query::check(command.query, vocabulary);
  const std::vector<Translated> list = translations(command.query, command, vocabulary);
  if (command.json) {
    std::printf("%s\n", dump_json_pretty(verdict_json(checked, list)).c_str());
    return checked.valid ? 0 : 1;
  }
  if (checked.valid) std::printf("valid: %s\n", checked.canonical.c_str());
  print_remarks("error", checked.errors);
  print_remarks("warning", checked.warnings);
  if (!checked.repaired.empty()) std::printf("repaired: %s\n", checked.repaired.c_str());
  print_translations(list);
  return checked.valid ? 0 : 1;
}

}  // namespace ev::app
