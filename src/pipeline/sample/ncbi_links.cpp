#include "pipeline/sample/ncbi_links.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/sample/replies.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace ev::sample {

namespace {

using model::Article;

constexpr std::size_t kSimilarMost = 8;
constexpr std::size_t kHeadingsInCommon = 2;

const Article* article_of(const SampleLibrary& library, const std::string& pmid) {
  for (const Article& a : library.articles()) {
    if (a.pmid == pmid) return &a;
  }
  return nullptr;
}

bool refers_to(const Article& a, const std::string& pmid) {
  return std::any_of(a.references.begin(), a.references.end(),
                     [&pmid](const model::Reference& r) { return r.pmid == pmid; });
}

std::size_t in_common(const Article& a, const Article& b) {
  std::size_t n = 0;
  for (const model::MeshHeading& x : a.mesh_headings) {
    for (const model::MeshHeading& y : b.mesh_headings) n += x.ui == y.ui ? 1 : 0;
  }
  return n;
}

// Itself first, as PubMed has it.
std::vector<std::string> similar_to(const SampleLibrary& library, const Article& of) {
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const Article& other : library.articles()) {
    const std::size_t n = in_common(of, other);
    if (other.pmid != of.pmid && n >= kHeadingsInCommon) found.emplace_back(n, other.pmid);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> out = {of.pmid};
  for (const auto& [n, pmid] : found) {
    if (out.size() <= kSimilarMost) out.push_back(pmid);
  }
  return out;
}

std::vector<std::string> linked(const SampleLibrary& library, const std::string& name,
                                const std::string& pmid) {
  const Article* of = article_of(library, pmid);
  std::vector<std::string> out;
  if (of == nullptr) return out;
  if (name == "pubmed_pubmed") return similar_to(library, *of);
  for (const Article& other : library.articles()) {
    const bool tied =
        name == "pubmed_pubmed_citedin" ? refers_to(other, pmid) : refers_to(*of, other.pmid);
    if (tied) out.push_back(other.pmid);
  }
  return out;
}

// "PMC1" from "1" and "PMC1".
std::string with_prefix(const std::string& id) {
  return id.rfind("PMC", 0) == 0 ? id : "PMC" + id;
}

bool is_it(const Article& a, const std::string& type, const std::string& id) {
  if (type == "pmcid") return !a.pmcid.empty() && a.pmcid == with_prefix(id);
  return type == "doi" ? text::equal_ignoring_ascii_case(a.doi, id) : a.pmid == id;
}

Json mention(const std::string& text, std::size_t at, const mesh::Heading& heading,
             const char* type, std::size_t number) {
  std::string name = heading.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  Json out = Json::object();
  out["id"] = std::to_string(number);
  out["text"] = text;
  out["infons"] = {
      {"identifier", "MESH:" + heading.ui},
      {"type", type},
      {"name", heading.name},
      {"database", "ncbi_mesh"},
      {"accession",
       "@" + std::string(std::string_view(type) == "Disease" ? "DISEASE_" : "CHEMICAL_") + name}};
  out["locations"] = Json::array({{{"offset", at}, {"length", text::code_points(text)}}});
  return out;
}

const char* entity_type(const mesh::Heading& heading) {
  if (mesh::in_branch(heading, "D")) return "Chemical";
  const bool disease = mesh::in_branch(heading, "C") || mesh::in_branch(heading, "F03");
  return disease ? "Disease" : nullptr;
}

// All occurrences of the heading's name in the passage, without regard to letter case.
void annotate(const Article& a, const std::string& passage, std::size_t offset, Json& out,
              std::size_t& number) {
  const std::string lower = text::to_lower_ascii(passage);
  for (const model::MeshHeading& used : a.mesh_headings) {
    const mesh::Heading* heading = mesh::built_in().by_name(used.descriptor);
    const char* type = heading == nullptr ? nullptr : entity_type(*heading);
    if (type == nullptr) continue;
    const std::string wanted = text::to_lower_ascii(heading->name);
    for (std::size_t at = lower.find(wanted); at != std::string::npos;
         at = lower.find(wanted, at + wanted.size())) {
      const std::size_t place = offset + text::code_point_of(passage, at);
      out.push_back(mention(passage.substr(at, wanted.size()), place, *heading, type, ++number));
    }
  }
}

Json role(const mesh::Heading& heading, const char* type) {
  return {{"type", type}, {"identifier", "MESH:" + heading.ui}, {"name", heading.name}};
}

// A drug with "therapeutic use" in a record on the drug therapy of a disease.
Json relations_of(const Article& a) {
  const auto has = [](const model::MeshHeading& heading, const char* qualifier) {
    return std::any_of(heading.qualifiers.begin(), heading.qualifiers.end(),
                       [&](const model::MeshQualifier& q) { return q.name == qualifier; });
  };
  Json out = Json::array();
  for (const model::MeshHeading& drug : a.mesh_headings) {
    if (!has(drug, "therapeutic use")) continue;
    for (const model::MeshHeading& disease : a.mesh_headings) {
      const mesh::Heading* one = mesh::built_in().by_name(drug.descriptor);
      const mesh::Heading* two = mesh::built_in().by_name(disease.descriptor);
      if (one == nullptr || two == nullptr || !has(disease, "drug therapy")) continue;
      out.push_back({{"id", "R" + std::to_string(out.size() + 1)},
                     {"infons",
                      {{"type", "Negative_Correlation"},
                       {"score", "0.9000"},
                       {"role1", role(*one, "Chemical")},
                       {"role2", role(*two, "Disease")}}}});
    }
  }
  return out;
}

Json document_of(const Article& a) {
  Json passages = Json::array();
  std::size_t number = 0;
  std::size_t offset = 0;
  for (const auto& [type, passage] :
       {std::pair<const char*, const std::string*>{"title", &a.title}, {"abstract", &a.abstract}}) {
    Json found = Json::array();
    annotate(a, *passage, offset, found, number);
    passages.push_back({{"infons", {{"type", type}}},
                        {"offset", offset},
                        {"text", *passage},
                        {"annotations", std::move(found)},
                        {"relations", Json::array()}});
    offset += text::code_points(*passage) + 1;
  }
  Json out = {{"_id", a.pmid + "|" + (a.pmcid.empty() ? "None" : a.pmcid)},
              {"id", a.pmid},
              {"pmid", std::stol(a.pmid)},
              {"pmcid", nullptr},
              {"passages", std::move(passages)},
              {"relations", relations_of(a)}};
  if (!a.pmcid.empty()) out["pmcid"] = a.pmcid;
  return out;
}

}  // namespace

net::HttpResponse elink(const SampleLibrary& library, const Form& form) {
  const std::string& name = form.get("linkname");
  Json sets = Json::array();
  for (const std::string& text : text::split(form.get("id"), ',')) {
    const std::string id(text::trim(text));
    Json set = {{"dbfrom", "pubmed"}, {"ids", Json::array({id})}};
    const std::vector<std::string> links = linked(library, name, id);
    // Without links the member is absent.
    if (!links.empty()) {
      Json list = {{"dbto", "pubmed"}, {"linkname", name}, {"links", links}};
      set["linksetdbs"] = Json::array();
      set["linksetdbs"].push_back(std::move(list));
    }
    sets.push_back(std::move(set));
  }
  return json_reply({{"header", {{"type", "elink"}, {"version", "0.3"}}}, {"linksets", sets}});
}

bool is_id_converter_route(const Form& form) {
  return !form.get("ids").empty() && !form.get("idtype").empty();
}

net::HttpResponse convert_ids(const SampleLibrary& library, const Form& form) {
  Json records = Json::array();
  for (const std::string& text : text::split(form.get("ids"), ',')) {
    const std::string id(text::trim(text));
    Json record = {{"requested-id", id}};
    for (const Article& a : library.articles()) {
      if (a.pmcid.empty() || !is_it(a, form.get("idtype"), id)) continue;
      record["pmid"] = std::stol(a.pmid);
      record["pmcid"] = a.pmcid;
      if (!a.doi.empty()) record["doi"] = a.doi;
    }
    if (!record.contains("pmcid")) {
      record["status"] = "error";
      record["errmsg"] = "Identifier not found in PMC";
    }
    records.push_back(std::move(record));
  }
  return json_reply({{"status", "ok"}, {"records", std::move(records)}});
}

bool is_pubtator_route(const Form& form) {
  return form.path.ends_with("/publications/export/biocjson");
}

net::HttpResponse annotations(const SampleLibrary& library, const Form& form) {
  Json documents = Json::array();
  for (const std::string& text : text::split(form.get("pmids"), ',')) {
    const Article* a = article_of(library, std::string(text::trim(text)));
    if (a != nullptr) documents.push_back(document_of(*a));
  }
  // None known: an empty body.
  if (documents.empty()) return reply(200, "application/json", "");
  return json_reply({{"PubTator3", std::move(documents)}});
}

}  // namespace ev::sample
