// Sentence roles from abstracts whose authors gave headings.
#include "pipeline/text/roles.hpp"

#include "task.hpp"

#include <string>
#include <vector>

namespace ev::train {
namespace {

std::string_view name_of(char label) {
  switch (label) {
    case 'B':
      return "background";
    case 'O':
      return "objective";
    case 'M':
      return "methods";
    case 'R':
      return "results";
    default:
      return "conclusions";
  }
}

void write_abstract(const std::string& group, const Json& row) {
  const auto labels = row.at("labels").get<std::string>();
  const auto sentences = row.at("sentences").get<std::vector<std::string>>();
  const std::vector<doc::RoleInput> inputs = [&] {
    std::vector<doc::RoleInput> out;
    for (const std::string& sentence : sentences) out.push_back({.text = sentence});
    return out;
  }();
  const std::vector<nlp::Features> features = doc::role_features(inputs);
  for (std::size_t i = 0; i < features.size(); ++i)
    write_item(group, name_of(labels.at(i)), features[i]);
  end_sequence();
}

void write_roles(const std::string& data) {
  for (const Json& row : rows_of(data, "roles/headed_abstracts.jsonl.gz")) {
    // No licence is stated for the abstracts of this source.
    if (is_dev(row) || row.at("source") == "otte") continue;
    const std::string id = row.contains("pmid") ? "pmid" : "pmcid";
    write_abstract(row.at(id).get<std::string>(), row);
  }
}

const Registered kRoles("roles", write_roles);

}  // namespace
}  // namespace ev::train
