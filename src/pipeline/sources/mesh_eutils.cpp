#include "pipeline/sources/mesh_eutils.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/mesh/qualifiers.hpp"
#include "pipeline/sources/eutils.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/pubmed.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace ev::sources {

namespace {

constexpr const char* kMostIds = "20";  // of one term

bool digits_only(std::string_view s) {
  return !s.empty() && s.find_first_not_of("0123456789") == std::string_view::npos;
}

Error changed_reply(std::string message) {
  return Error{.code = Errc::upstream_changed,
               .message = std::move(message),
               .source = "pubmed",
               .recovery = "call again; if it persists, a newer version of this program is needed"};
}

Error refused_reply(std::string_view text) {
  const net::Classified c = classify_eutils_error(text);
  return Error{.code = c.code, .message = "PubMed: " + c.reason, .source = "pubmed"};
}

std::string text_member(const Json& object, const char* name) {
  const auto it = object.find(name);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

template <class Take>
void each_member(const Json& object, const char* name, Take take) {
  const auto it = object.find(name);
  if (it == object.end() || !it->is_array()) return;
  for (const Json& item : *it) take(item);
}

// A letter, then digits and points; supplementary records bear "@3065".
bool is_tree_number(std::string_view number) {
  return number.size() >= 2 && number[0] >= 'A' && number[0] <= 'Z' &&
         number.find_first_not_of("0123456789.", 1) == std::string_view::npos;
}

std::string mapped_ui(const Json& item) {
  if (item.is_number_unsigned()) return mesh_ui_of_id(std::to_string(item.get<std::uint64_t>()));
  if (!item.is_string()) return "";
  const std::string& text = item.get_ref<const std::string&>();
  return digits_only(text) ? mesh_ui_of_id(text) : text;
}

mesh::Heading heading_of(const Json& record, std::string ui) {
  mesh::Heading heading;
  heading.supplementary = ui.front() == 'C';
  heading.ui = std::move(ui);
  each_member(record, "ds_meshterms", [&](const Json& term) {
    std::string text = term.is_string() ? term.get<std::string>() : std::string();
    if (heading.name.empty()) {
      heading.name = std::move(text);
    } else if (!text.empty() && text != heading.name) {
      heading.entry_terms.push_back(std::move(text));
    }
  });
  each_member(record, "ds_idxlinks", [&](const Json& link) {
    std::string number = link.is_object() ? text_member(link, "treenum") : "";
    if (is_tree_number(number)) heading.tree_numbers.push_back(std::move(number));
  });
  each_member(record, "ds_subheading", [&](const Json& name) {
    const mesh::Qualifier* known =
        name.is_string() ? mesh::find_qualifier(name.get_ref<const std::string&>()) : nullptr;
    if (known != nullptr) heading.qualifiers.emplace_back(known->code);
  });
  each_member(record, "ds_headingmappedtolist", [&](const Json& item) {
    std::string mapped = mapped_ui(item);
    if (!mapped.empty()) heading.mapped_to.push_back(std::move(mapped));
  });
  return heading;
}

}  // namespace

std::string mesh_ui_of_id(std::string_view id) {
  if (id.size() != 8 || !digits_only(id)) return "";
  const std::string_view prefix = id.substr(0, 2);
  const char* letter = prefix == "68" ? "D" : prefix == "67" ? "C" : prefix == "81" ? "Q" : "";
  return *letter == '\0' ? "" : letter + std::string(id.substr(2));
}

net::RequestPlan mesh_search_plan(const Config& config, std::string_view term) {
  net::RequestPlan plan = eutils_plan(config, "esearch", EutilsReply::esearch);
  // Unquoted: quoted terms are not mapped to the heading they are an entry term of.
  plan.params = {
      {"db", "mesh"}, {"term", std::string(term)}, {"retmode", "json"}, {"retmax", kMostIds}};
  plan.ttl = kMeshFreshness;
  plan.keep = kept_when_read(parse_esearch);
  return plan;
}

net::RequestPlan mesh_summary_plan(const Config& config, std::span<const std::string> ids) {
  std::string list;
  for (const std::string& id : ids) list += (list.empty() ? "" : ",") + id;
  net::RequestPlan plan = eutils_plan(config, "esummary", EutilsReply::esummary);
  plan.params = {{"db", "mesh"}, {"id", std::move(list)}, {"retmode", "json"}};
  plan.ttl = kMeshFreshness;
  plan.keep = kept_when_read(parse_mesh_summaries);
  return plan;
}

Result<std::vector<MeshSummary>> parse_mesh_summaries(std::string_view body) {
  const auto document = parse_json_leniently(body, "PubMed's reply");
  if (!document) return changed_reply(document.error().message);
  if (!document->is_object()) return changed_reply("PubMed's reply is not an object");
  for (const char* name : {"error", "ERROR"}) {
    const std::string error = text_member(*document, name);
    if (!error.empty()) return refused_reply(error);
  }
  const auto result = document->find("result");
  if (result == document->end() || !result->is_object()) {
    return changed_reply("PubMed's reply about MeSH has no result");
  }
  std::vector<MeshSummary> out;
  each_member(*result, "uids", [&](const Json& uid) {
    if (!uid.is_string()) return;
    const std::string& id = uid.get_ref<const std::string&>();
    const auto record = result->find(id);
    if (record == result->end() || !record->is_object() || record->contains("error")) return;
    std::string ui = text_member(*record, "ds_meshui");
    if (ui.empty()) ui = mesh_ui_of_id(id);
    if (ui.empty() || (ui.front() != 'D' && ui.front() != 'C')) return;
    mesh::Heading heading = heading_of(*record, std::move(ui));
    if (!heading.name.empty()) out.push_back({id, std::move(heading)});
  });
  return out;
}

}  // namespace ev::sources
