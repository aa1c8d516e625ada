#include "app/commands.hpp"
#include "base/json.hpp"
#include "pipeline/pubmed_query/check.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

namespace ev::app {

namespace {

Json diagnostics_json(const pubmed_query::Diagnostics& list) {
  Json out = Json::array();
  for (const pubmed_query::Diagnostic& d : list) {
    Json entry = {{"code", d.code}, {"message", d.message}, {"position", d.position}};
    if (!d.fix.empty()) entry["fix"] = d.fix;
    out.push_back(std::move(entry));
  }
  return out;
}

Json verdict_json(const pubmed_query::Checked& checked) {
  Json out = {{"valid", checked.valid},
              {"canonical", checked.valid ? Json(checked.canonical) : Json(nullptr)},
              {"errors", diagnostics_json(checked.errors)},
              {"warnings", diagnostics_json(checked.warnings)}};
  if (!checked.repaired.empty()) out["repaired"] = checked.repaired;
  return out;
}

void print_remarks(const char* kind, const pubmed_query::Diagnostics& list) {
  for (const pubmed_query::Diagnostic& d : list) {
    std::printf("%s at character %d: %s%s%s\n", kind, d.position, d.message.c_str(),
                d.fix.empty() ? "" : "; fix: ", d.fix.c_str());
  }
}

int check_lines(std::istream& in) {
  std::string line;
  while (std::getline(in, line)) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    std::printf("%s\n", dump_json(verdict_json(pubmed_query::check(line))).c_str());
  }
  return 0;
}

}  // namespace

int command_check_query(const CheckQueryCommand& command) {
  if (!command.batch.empty()) {
    if (command.batch == "-") return check_lines(std::cin);
    std::ifstream in(command.batch);
    if (in) return check_lines(in);
    return report_failure(
        Error{.code = Errc::not_found, .message = "cannot read " + command.batch.string()});
  }
  if (command.query.empty()) {
    report_failure(
        Error{.code = Errc::invalid_argument, .message = "give a query or --batch FILE"});
    return 2;
  }
  const pubmed_query::Checked checked = pubmed_query::check(command.query);
  if (command.json) {
    std::printf("%s\n", dump_json_pretty(verdict_json(checked)).c_str());
    return checked.valid ? 0 : 1;
  }
  if (checked.valid) std::printf("valid: %s\n", checked.canonical.c_str());
  print_remarks("error", checked.errors);
  print_remarks("warning", checked.warnings);
  if (!checked.repaired.empty()) std::printf("repaired: %s\n", checked.repaired.c_str());
  return checked.valid ? 0 : 1;
}

}  // namespace ev::app
