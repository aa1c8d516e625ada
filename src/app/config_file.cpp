#include "app/config_file.hpp"

#include "base/file.hpp"
#include "base/json.hpp"
#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

// Header-only without exceptions: the shared library of some systems is built to throw.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_UNRELEASED_FEATURES 0
#include <toml++/toml.h>

namespace ev::app {

namespace {

constexpr std::size_t kMaxBytes = 1u << 20;

struct Flattened {
  std::vector<FileSetting> settings;
  std::vector<Problem> problems;
};

Result<Json> parse_toml(const std::string& content, const std::string& where) {
  const toml::parse_result parsed = toml::parse(content);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return Error{.code = Errc::invalid_argument,
                 .message = where + ", line " + std::to_string(error.source().begin.line) +
                            ", column " + std::to_string(error.source().begin.column) + ": " +
                            std::string(error.description())};
  }
  std::ostringstream json;
  json << toml::json_formatter{parsed.table()};
  return parse_json(json.str(), where);
}

bool looks_like_json(const std::filesystem::path& file, const std::string& content) {
  if (file.extension() == ".json") return true;
  if (file.extension() == ".toml") return false;
  return text::trim(content).substr(0, 1) == "{";
}

void flatten_list(const std::string& name, const Json& list, Flattened& out) {
  FileSetting setting{.name = name, .items = {}};
  for (const Json& item : list) {
    if (!item.is_string()) {
      out.problems.push_back({name, "must be a list of texts"});
      return;
    }
    setting.items.push_back(item.get<std::string>());
  }
  if (!setting.items.empty()) out.settings.push_back(std::move(setting));
}

void flatten(const std::string& prefix, const Json& object, Flattened& out) {
  for (const auto& [key, value] : object.items()) {
    const std::string name = prefix + text::to_lower_ascii(key);
    if (value.is_object()) {
      flatten(name + "_", value, out);
    } else if (value.is_array()) {
      flatten_list(name, value, out);
    } else if (value.is_boolean()) {
      out.settings.push_back({name, {value.get<bool>() ? "true" : "false"}});
    } else if (value.is_string()) {
      out.settings.push_back({name, {value.get<std::string>()}});
    } else if (!value.is_null()) {
      out.problems.push_back({name, "must be a text in quotes, true, false or a list of texts"});
    }
  }
}

void check_repeats(Flattened& out) {
  std::sort(out.settings.begin(), out.settings.end(),
            [](const FileSetting& a, const FileSetting& b) { return a.name < b.name; });
  for (std::size_t i = 1; i < out.settings.size(); ++i) {
    if (out.settings[i].name == out.settings[i - 1].name) {
      out.problems.push_back({out.settings[i].name, "is given twice"});
    }
  }
}

}  // namespace

Result<std::vector<FileSetting>> read_config_file(const std::filesystem::path& file) {
  EV_TRY(const std::string content, read_file(file, kMaxBytes));
  const std::string where = file.filename().string();
  EV_TRY(const Json document,
         looks_like_json(file, content) ? parse_json(content, where) : parse_toml(content, where));
  if (!document.is_object()) {
    return Error{.code = Errc::invalid_argument,
                 .message = where + " must hold an object of settings"};
  }
  Flattened flat;
  flatten("", document, flat);
  check_repeats(flat);
  if (flat.problems.empty()) return std::move(flat.settings);
  Error error{.code = Errc::invalid_argument, .message = where + ":", .problems = flat.problems};
  for (const Problem& p : flat.problems) error.message += "\n- " + p.path + " " + p.message;
  return error;
}

}  // namespace ev::app
