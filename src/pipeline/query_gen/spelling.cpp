#include "pipeline/query_gen/spelling.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"

#include <vector>

namespace ev::query_gen {

namespace {

struct Variant {
  std::string_view from, into;
  bool start = false, whole = false;  // of a word
};

std::vector<Variant> variants_to(std::string_view variety) {
  std::vector<Variant> out;
  const DataTable table = data_table("lexicon/spelling_variants.tsv");
  for (const DataTable::Row& row : table.rows()) {
    const bool whole = row["where"] == "whole";
    if (row["to"] == variety)
      out.push_back({row["from"], row["into"], whole || row["where"] == "start", whole});
  }
  return out;
}

bool is_letter(char c) {
  return c >= 'a' && c <= 'z';
}

// "hemo" of hemoglobin, not of chemotherapy.
bool fits_at(const std::string& text, std::size_t at, const Variant& v) {
  const std::size_t end = at + v.from.size();
  return (!v.start || at == 0 || !is_letter(text[at - 1])) &&
         (!v.whole || end == text.size() || !is_letter(text[end]));
}

void replace_all(std::string& text, const Variant& v) {
  std::size_t at = 0;
  while ((at = text.find(v.from, at)) != std::string::npos) {
    const bool fits = fits_at(text, at, v);
    if (fits) text.replace(at, v.from.size(), v.into);
    at += fits ? v.into.size() : 1;
  }
}

}  // namespace

std::string american(std::string folded) {
  static const std::vector<Variant> kVariants = variants_to("american");
  for (const Variant& v : kVariants) replace_all(folded, v);
  return folded;
}

std::string british(std::string_view term) {
  static const std::vector<Variant> kVariants = variants_to("british");
  std::string out = text::to_lower_ascii(term);
  const std::string plain = out;
  for (const Variant& v : kVariants) {
    if (out.find(v.into) == std::string::npos) replace_all(out, v);
  }
  return out == plain ? "" : out;
}

}  // namespace ev::query_gen
