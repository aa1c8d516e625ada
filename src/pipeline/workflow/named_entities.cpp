#include "pipeline/workflow/named_entities.hpp"

#include "pipeline/search/outcome.hpp"
#include "pipeline/search/surroundings.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace ev::workflow {

namespace {

constexpr std::chrono::seconds kTimeForNames(5);

std::optional<mechanism::Kind> kind_of_annotation(const std::string& type) {
  if (type == "Gene") return mechanism::Kind::target;
  if (type == "Chemical") return mechanism::Kind::drug;
  if (type == "Disease") return mechanism::Kind::effect;
  return std::nullopt;
}

}  // namespace

std::vector<mechanism::NamedEntity> merged_entities(
    std::span<const sources::AnnotatedRecord> records) {
  struct Entry {
    mechanism::NamedEntity entity;
    std::set<std::string> forms;
  };
  std::map<std::pair<mechanism::Kind, std::string>, Entry> merged;
  for (const sources::AnnotatedRecord& record : records) {
    for (const sources::EntityAnnotation& a : record.annotations) {
      const auto kind = kind_of_annotation(a.type);
      if (!kind || a.identifier.empty()) continue;
      Entry& entry = merged[{*kind, a.identifier}];
      entry.entity.kind = *kind;
      entry.entity.id = a.type + ":" + a.identifier;
      if (entry.entity.name.empty() || (!a.name.empty() && a.name < entry.entity.name))
        entry.entity.name = a.name;
      for (const sources::EntityMention& m : a.mentions) entry.forms.insert(m.text);
    }
  }
  std::vector<mechanism::NamedEntity> out;
  for (auto& [key, entry] : merged) {
    entry.entity.forms.assign(entry.forms.begin(), entry.forms.end());
    out.push_back(std::move(entry.entity));
  }
  return out;
}

Result<NamedEntities> named_entities(const Services& services,
                                     std::span<const model::Article> articles, const Context& ctx) {
  NamedEntities out;
  const auto asked = articles.first(std::min(articles.size(), kMostAnnotated));
  const bool any = std::any_of(asked.begin(), asked.end(),
                               [](const model::Article& a) { return !a.pmid.empty(); });
  if (!any || !search::is_enabled(services.config, "pubtator")) return out;
  if (services.config.offline) {
    out.warnings.emplace_back("offline: names by PubTator3 are left out");
    return out;
  }
  Context short_time = ctx;
  short_time.deadline = std::min(ctx.deadline, services.clock.now() + Nanos(kTimeForNames));
  auto around = search::surroundings(services.ports(), asked, {.annotations = true}, short_time);
  EV_CHECK(ctx.check());
  std::vector<sources::AnnotatedRecord> records;
  std::optional<Error> failed;
  if (around) {
    for (search::Surroundings& one : *around) {
      if (one.annotations.there()) records.push_back(std::move(one.annotations.content));
      if (one.annotations.error) failed = one.annotations.error;
    }
  } else {
    failed = around.error();
  }
  // By its code: how long to wait or how often was tried differs from run to run.
  if (failed) {
    out.warnings.push_back("names by PubTator3 are left out (" +
                           std::string(to_string(failed->code)) + ")");
  }
  out.entities = merged_entities(records);
  return out;
}

std::vector<std::string> other_names(const std::string& name,
                                     std::span<const mechanism::NamedEntity> entities) {
  const std::string key = mechanism::key_of(name);
  std::set<std::string> out;
  for (const mechanism::NamedEntity& e : entities) {
    const bool same = mechanism::key_of(e.name) == key ||
                      std::any_of(e.forms.begin(), e.forms.end(), [&](const std::string& form) {
                        return mechanism::key_of(form) == key;
                      });
    if (!same || key.empty()) continue;
    out.insert(e.forms.begin(), e.forms.end());
    if (!e.name.empty()) out.insert(e.name);
  }
  return {out.begin(), out.end()};
}

}  // namespace ev::workflow
