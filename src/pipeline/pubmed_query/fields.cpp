#include "pipeline/pubmed_query/fields.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"

#include <unordered_map>
#include <utility>

namespace ev::pubmed_query {

namespace {

constexpr FieldInfo kFields[] = {
    {Field::ad, "ad", "Affiliation", "affl"},
    {Field::all, "all", "All Fields", ""},
    {Field::aid, "aid", "Article Identifier", "doi|pid|publisher id"},
    {Field::au, "au", "Author", "auth|author name"},
    {Field::auid, "auid", "Author - Identifier", "author identifier"},
    {Field::au_first, "1au", "Author - First",
     "faut|first author|author - first author name|first author name"},
    {Field::au_last, "lastau", "Author - Last",
     "laut|last author|author - last author name|last author name"},
    {Field::book, "book", "Book", ""},
    {Field::bookaccession, "bookaccession", "Book Accession", ""},
    {Field::cn, "cn", "Author - Corporate", "coln|corporate author"},
    {Field::cois, "cois", "Conflict of Interest Statements",
     "conflict of interest|conflict of interest statement"},
    {Field::crdt, "crdt", "Date - Create", "create date|date - created"},
    {Field::dcom, "dcom", "Date - Completion", "cdat|completion date|date completed"},
    {Field::dp, "dp", "Date - Publication", "pdat|publication date|date of publication"},
    {Field::ed, "ed", "Editor", ""},
    {Field::edat, "edat", "Date - Entry", "entrez date|entry date|date - entrez"},
    {Field::epdat, "epdat", "Electronic Publication Date",
     "epdt|electronic date of publication|date - electronic publication"},
    {Field::fau, "fau", "Author - Full", "full|full author name"},
    {Field::filter, "filter", "Filter", "sb|filt|subset"},
    {Field::fir, "fir", "Investigator - Full", "finv|full investigator name"},
    {Field::gr, "gr", "Grants and Funding", "grnt|grant number|grant"},
    {Field::ip, "ip", "Issue", "iss"},
    {Field::ir, "ir", "Investigator", "invr"},
    {Field::isbn, "isbn", "ISBN", ""},
    {Field::jid, "jid", "NLM Unique ID", ""},
    {Field::la, "la", "Language", "lang"},
    {Field::lid, "lid", "Location ID", ""},
    {Field::lr, "lr", "Date - Modification", "mdat|modification date|date - last revised"},
    {Field::majr, "majr", "MeSH Major Topic", "mesh major topics|major|mesh:major"},
    {Field::mh, "mh", "MeSH Terms", "mesh|mesh term"},
    {Field::mhda, "mhda", "Date - MeSH", "mesh date"},
    {Field::nm, "nm", "Supplementary Concept",
     "subs|substance name|supplementary concept/substance name"},
    {Field::ot, "ot", "Other Term", "otrm|other terms"},
    {Field::ow, "ow", "Owner", ""},
    {Field::pa, "pa", "Pharmacological Action",
     "papx|pharmacologic action|pharmacologic actions|pharmacological actions"},
    {Field::pg, "pg", "Pagination", "page"},
    {Field::pl, "pl", "Place of Publication", "cnty"},
    {Field::pmid, "pmid", "PMID", "uid"},
    {Field::ppdat, "ppdat", "Print Publication Date", "ppdt|print date of publication"},
    {Field::ps, "ps", "Personal Name as Subject", "subject - personal name"},
    {Field::pt, "pt", "Publication Type", "ptyp|publication types"},
    {Field::pubn, "pubn", "Publisher", ""},
    {Field::rn, "rn", "EC/RN Number", "ecno|registry number"},
    {Field::sh, "sh", "MeSH Subheading", "subh|mesh subheadings|subheading"},
    {Field::si, "si", "Secondary Source ID", ""},
    {Field::ta, "ta", "Journal", "jour|journal title abbreviation"},
    {Field::ti, "ti", "Title", "titl"},
    {Field::tiab, "tiab", "Title/Abstract", "title abstract"},
    {Field::tt, "tt", "Transliterated Title", ""},
    {Field::tw, "tw", "Text Word", "word|text|text words"},
    {Field::vi, "vi", "Volume", "vol"},
};

std::string normal_name(std::string_view name) {
  std::string out;
  for (const char c : text::to_lower_ascii(text::trim(name))) {
    const bool space = c == ' ' || c == '\t';
    if (space && (out.empty() || out.back() == ' ')) continue;
    out += space ? ' ' : c;
  }
  return out;
}

using Names = std::unordered_map<std::string, Field>;

const Names& names() {
  static const Names table = [] {
    Names made;
    for (const FieldInfo& f : all_fields()) {
      made.emplace(f.code, f.field);
      made.emplace(normal_name(f.name), f.field);
      for (const std::string& alias : text::split(f.aliases, '|')) {
        if (!alias.empty()) made.emplace(alias, f.field);
      }
    }
    return made;
  }();
  return table;
}

}  // namespace

const std::vector<FieldInfo>& all_fields() {
  static const std::vector<FieldInfo> table(std::begin(kFields), std::end(kFields));
  return table;
}

const FieldInfo& info(Field field) {
  static const FieldInfo nothing{Field::none, "", "", ""};
  for (const FieldInfo& f : all_fields()) {
    if (f.field == field) return f;
  }
  return nothing;
}

Field find_field(std::string_view name) {
  const auto it = names().find(normal_name(name));
  return it == names().end() ? Field::none : it->second;
}

std::string nearest_tag(std::string_view name) {
  const std::string wanted = normal_name(name);
  // What other services and habit call a field.
  static const auto other_names =
      data_rows("tables/pubmed_field_other_names.tsv",
                [](const DataTable::Row& row) { return std::pair(row["name"], row["tag"]); });
  for (const auto& [other, tag] : other_names) {
    if (wanted == other) return std::string(tag);
  }
  const std::size_t limit = wanted.size() <= 4 ? 1 : 2;
  std::size_t best = limit + 1;
  std::string best_name;
  for (const auto& [known, field] : names()) {
    const std::size_t distance = text::edit_distance(wanted, known, limit);
    const std::string code = info(field).code;
    if (distance < best || (distance == best && distance <= limit && code < best_name)) {
      best = distance;
      best_name = code;
    }
  }
  return best <= limit ? best_name : "";
}

bool is_date(Field field) {
  switch (field) {
    case Field::dp:
    case Field::ppdat:
    case Field::epdat:
    case Field::edat:
    case Field::crdt:
    case Field::mhda:
    case Field::lr:
    case Field::dcom:
      return true;
    default:
      return false;
  }
}

bool can_explode(Field field) {
  return field == Field::mh || field == Field::majr || field == Field::sh || field == Field::pt ||
         field == Field::pa;
}

bool can_be_near(Field field) {
  return field == Field::ti || field == Field::tiab || field == Field::ad;
}

bool can_be_range(Field field) {
  return is_date(field) || field == Field::pmid;
}

bool is_vocabulary(Field field) {
  return can_explode(field) || field == Field::ta || field == Field::nm || field == Field::la;
}

}  // namespace ev::pubmed_query
