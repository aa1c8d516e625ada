#include "pipeline/workflow/record_summary.hpp"

#include "base/text.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/extract/finding.hpp"
#include "pipeline/workflow/untrusted.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::workflow {

namespace {

constexpr std::size_t kIdShown = 64;
constexpr const char* kInjectionSuspected = "injection_suspected";

}  // namespace

RowText row_text_of(const model::Article& article) {
  const extract::RecordText record(article);
  const auto design = extract::find_design(record);
  RowText out{.design = design ? std::string(wire_name(*design->kind)) : std::string()};
  if (const auto sentence = extract::concluding_sentence(record))
    out.finding = record.document().quote(sentence->span).text;
  return out;
}

Flags flags_of(const model::Article& article) {
  Flags flags;
  if (article.retraction.status != model::RetractionStatus::none) {
    flags.emplace_back(wire_name(article.retraction.status));
  }
  if (article.is_preprint) flags.emplace_back("preprint");
  if (article.abstract.empty()) flags.emplace_back("no_abstract");
  if (addresses_a_model(article)) flags.emplace_back(kInjectionSuspected);
  return flags;
}

bool is_suspected(const Flags& flags) {
  return !flags.empty() && flags.back() == kInjectionSuspected;
}

std::string id_text(const model::Article& article) {
  const std::string shown = text::ellipsize(one_line(model::item_id(article)), kIdShown);
  return article.pmid.empty() ? shown : "PMID " + shown;
}

std::string one_line(std::string_view s) {
  std::string out = text::displayable(s);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return out;
}

std::string markdown_lines(std::string_view s) {
  const std::string clean = text::displayable(s);
  std::string out;
  bool begins = true;  // nothing but blanks since the line began
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const char c = clean[i];
    const char next = i + 1 < clean.size() ? clean[i + 1] : '\0';
    const bool link = i > 0 && clean[i - 1] == ']' && (c == '(' || c == '[' || c == ':');
    const bool image = i > 0 && clean[i - 1] == '!' && c == '[';
    const bool letter = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z');
    const bool tag = c == '<' && (letter || next == '/' || next == '!' || next == '?');
    const bool block = begins && std::string_view("-*+#>|=~").find(c) != std::string_view::npos;
    if (link || image || tag || block || c == '`') out += '\\';
    out += c;
    begins = c == '\n' || (begins && (c == ' ' || c == '\t'));
  }
  return out;
}

std::string markdown_line(std::string_view s) {
  return markdown_lines(one_line(s));
}

void make_displayable(Json& json) {
  if (json.is_string()) {
    json = text::displayable(json.get<std::string>());
  } else if (json.is_structured()) {
    for (Json& item : json) make_displayable(item);
  }
}

}  // namespace ev::workflow
