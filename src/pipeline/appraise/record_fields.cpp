#include "pipeline/appraise/record_fields.hpp"

#include "base/text.hpp"
#include "pipeline/appraise/study_design.hpp"

namespace ev::appraise {

namespace {

using model::Value;

Value text_value(const std::string& s) {
  return s.empty() ? Value() : Value(s);
}

Value list_value(const std::vector<std::string>& items) {
  if (items.empty()) return {};
  return Value(Value::Array(items.begin(), items.end()));
}

Value whole_text(const Candidate& c) {
  return text_value(record_text(*c.article));
}

Value date(const Candidate& c) {
  return text_value(c.article->publication_date);
}

Value design(const Candidate& c) {
  const auto found = design_of_record(*c.article);
  return found ? Value(std::string(wire_name(*found))) : Value();
}

Value citations(const Candidate& c) {
  if (c.citation_count) return Value(*c.citation_count);
  return c.article->citation_count ? Value(*c.article->citation_count) : Value();
}

Value citation_ratio(const Candidate& c) {
  return c.relative_citation_ratio ? Value(*c.relative_citation_ratio) : Value();
}

Value language(const Candidate& c) {
  return c.article->languages.empty() ? Value() : Value(c.article->languages.front());
}

struct NamedField {
  std::string_view name;
  RecordField get;
};

constexpr NamedField kRecordFields[] = {
    {"relevance", whole_text},
    {"text_quality", [](const Candidate& c) { return text_value(c.article->abstract); }},
    {"recency", date},
    {"publication_date", date},
    {"publication_year", date},
    {"date", date},
    {"year", date},
    {"study_design", design},
    {"study_type", design},
    {"design", design},
    {"evidence_level", design},
    {"methodology", design},
    {"methodology_quality", design},
    {"study_quality", design},
    {"citation_count", citations},
    {"citations", citations},
    {"cited_by_count", citations},
    {"citation_impact", citation_ratio},
    {"relative_citation_ratio", citation_ratio},
    {"rcr", citation_ratio},
    {"title", [](const Candidate& c) { return text_value(c.article->title); }},
    {"abstract", [](const Candidate& c) { return text_value(c.article->abstract); }},
    {"keywords", [](const Candidate& c) { return list_value(c.article->keywords); }},
    {"mesh_terms", [](const Candidate& c) { return list_value(model::mesh_terms(*c.article)); }},
    {"publication_types",
     [](const Candidate& c) { return list_value(c.article->publication_types); }},
    {"journal", [](const Candidate& c) { return text_value(c.article->journal); }},
    {"language", language},
    {"is_preprint", [](const Candidate& c) { return Value(c.article->is_preprint); }},
    {"preprint", [](const Candidate& c) { return Value(c.article->is_preprint); }},
};

}  // namespace

std::string criterion_key(std::string_view name) {
  std::string key = text::to_lower_ascii(text::trim(name));
  for (char& c : key) {
    if (c == ' ' || c == '-') c = '_';
  }
  return key;
}

RecordField record_field(std::string_view name) {
  const std::string key = criterion_key(name);
  for (const auto& [field, get] : kRecordFields) {
    if (field == key) return get;
  }
  return nullptr;
}

std::string record_text(const model::Article& article) {
  std::string out = article.title;
  const auto add = [&out](const std::string& s) {
    if (s.empty()) return;
    if (!out.empty()) out += '\n';
    out += s;
  };
  add(article.abstract);
  for (const model::MeshHeading& heading : article.mesh_headings) add(heading.descriptor);
  for (const std::string& keyword : article.keywords) add(keyword);
  return out;
}

}  // namespace ev::appraise
