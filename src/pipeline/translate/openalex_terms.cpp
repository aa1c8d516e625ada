#include "pipeline/translate/openalex_terms.hpp"

#include "base/text.hpp"
#include "pipeline/model/languages.hpp"
#include "pipeline/translate/openalex.hpp"
#include "pipeline/translate/values.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ev::translate {

namespace {

using pubmed_query::Field;
using pubmed_query::Term;

// Read by OpenAlex as operators, wildcards or separators of filters.
constexpr std::string_view kOaUnwanted = ",|!*?:~()[]{}^";

Approximation oa_general(std::string why, Effect effect) {
  return {std::move(why), effect, true};
}

std::string oa_text(std::string_view text) {
  const std::string plain = plain_text(text, kOaUnwanted);
  return is_plain_word(plain) ? plain : "\"" + plain + "\"";
}

Expr oa_any(const std::string& field, const std::vector<std::string>& texts) {
  std::vector<Expr> parts;
  for (const std::string& text : texts) parts.push_back(leaf(field, oa_text(text)));
  return any_of(std::move(parts));
}

TermResult oa_limit(std::string field, std::string value) {
  TermResult out;
  out.expr = limit_leaf(std::move(field), std::move(value));
  return out;
}

// The two-letter code, "" when there is none.
std::string oa_language(std::string_view name) {
  const model::Language* known = model::find_language(name);
  return known == nullptr ? "" : std::string(known->short_code);
}

TermResult oa_exact(std::string field, std::string value) {
  TermResult out;
  if (value.find_first_of(",|!") != std::string::npos) {
    return untranslatable("OpenAlex reads a character of this value as an operator");
  }
  out.expr = leaf(std::move(field), std::move(value));
  return out;
}

struct OaType {
  std::string_view pubmed, openalex;
};
constexpr std::array<OaType, 9> kOaTypes = {{
    {"review", "review"},
    {"letter", "letter"},
    {"editorial", "editorial"},
    {"published erratum", "erratum"},
    {"retraction of publication", "retraction"},
    {"retraction notice", "retraction"},
    {"preprint", "preprint"},
    {"dataset", "dataset"},
    {"academic dissertation", "dissertation"},
}};

// Types OpenAlex does not have: what texts call them.
TermResult type_as_text(const Term& term, const std::string& key) {
  static constexpr std::array<std::string_view, 17> kNamed = {"randomized controlled trial",
                                                              "controlled clinical trial",
                                                              "clinical trial",
                                                              "clinical trial phase i",
                                                              "clinical trial phase ii",
                                                              "clinical trial phase iii",
                                                              "clinical trial phase iv",
                                                              "pragmatic clinical trial",
                                                              "equivalence trial",
                                                              "adaptive clinical trial",
                                                              "meta analysis",
                                                              "systematic review",
                                                              "observational study",
                                                              "case reports",
                                                              "guideline",
                                                              "practice guideline",
                                                              "scoping review"};
  if (std::find(kNamed.begin(), kNamed.end(), key) == kNamed.end()) {
    return untranslatable("OpenAlex has no such type of work");
  }
  TermResult out;
  std::string words = natural_order(plain_text(without_star(term.text), "|!*?:~()[]{}^"));
  if (key == "case reports") words = "case report";  // stemmed; the type is in the plural
  out.expr = limit_leaf(kOaTitleAbstract, oa_text(words));
  out.approximations.push_back(
      {"OpenAlex has no such type: searched as words in title and abstract", Effect::other});
  return out;
}

TermResult type_term(const Term& term) {
  const std::string key = type_key(without_star(term.text));
  if (key == "retracted publication") return oa_limit("is_retracted", "true");
  for (const OaType& type : kOaTypes) {
    if (type.pubmed != key) continue;
    TermResult out = oa_limit("type", std::string(type.openalex));
    out.approximations.push_back({"types are assigned by OpenAlex, not by NLM", Effect::other});
    return out;
  }
  return type_as_text(term, key);
}

TermResult identifier_term(const Term& term) {
  const std::string doi = doi_of(term.text);
  if (!doi.empty()) return oa_exact("doi", doi);
  const std::string pmcid = pmcid_of(term.text);
  if (!pmcid.empty()) return oa_exact("pmcid", pmcid);
  return untranslatable("OpenAlex finds DOIs and PMCIDs, not publishers' article identifiers");
}

// "smith ja" is a surname with initials; OpenAlex has names as printed, often in full.
TermResult author_term(const Term& term) {
  std::vector<std::string> words = words_of(without_star(term.text));
  TermResult out;
  if (term.field != Field::fau && term.field != Field::cn && words.size() > 1 &&
      words.back().size() <= 3) {
    words.pop_back();
    out.approximations.push_back(
        {"initials are left out, as names may be printed in full", Effect::broader});
  }
  if (term.field == Field::au_first || term.field == Field::au_last) {
    out.approximations.push_back(
        oa_general("the place in the list of authors is not searched", Effect::broader));
  }
  if (term.truncated()) {
    out.approximations.push_back({"names cannot be truncated", Effect::narrower});
  }
  out.expr = leaf("raw_author_name.search", text::join(words, " "));
  return out;
}

bool is_text(const Expr& expr) {
  bool text = true;
  for_each_leaf(expr, [&text](const Expr& l) { text = text && is_search_text(l.field); });
  return text && is_positive(expr);
}

// The filter whose values these are, "" when it is more than one filter or no plain list.
std::string list_filter(const Expr& expr) {
  if (expr.kind != ExprKind::leaf && expr.kind != ExprKind::any_of) return "";
  std::string name;
  bool one = true;
  for_each_leaf(expr, [&](const Expr& l) {
    if (name.empty()) name = l.field;
    one = one && l.field == name;
  });
  const bool range = name == "from_publication_date" || name == "to_publication_date";
  const bool names = name.ends_with(".search");
  return one && (expr.kind == ExprKind::leaf || (!range && !names)) ? name : "";
}

int breadth(std::string_view field) {
  return field == kOaTitle ? 0 : field == kOaTitleAbstract ? 1 : 2;
}

// Search texts in one expression share one filter: the broadest of theirs.
bool widen(std::vector<Expr*> parts) {
  std::string field = kOaTitle;
  for (Expr* part : parts) {
    for_each_leaf(*part, [&field](const Expr& l) {
      if (breadth(l.field) > breadth(field)) field = l.field;
    });
  }
  bool changed = false;
  for (Expr* part : parts) {
    for_each_leaf(*part, [&](Expr& l) {
      changed = changed || l.field != field;
      l.field = field;
    });
  }
  return changed;
}

const char* kWidened =
    "alternatives and exclusions of different fields are searched in the broadest of them";

}  // namespace

bool is_search_text(std::string_view field) {
  return field == kOaTitle || field == kOaTitleAbstract || field == kOaEverywhere;
}

TermResult OpenAlexTarget::pmids(const Term& term) const {
  const std::vector<std::string> ids = pmids_of(term.text);
  if (!term.high.empty()) return untranslatable("OpenAlex does not search ranges of PMIDs");
  if (ids.empty()) return untranslatable("it is no PMID");
  std::vector<Expr> parts;
  for (const std::string& id : ids) parts.push_back(leaf("pmid", id));
  TermResult out;
  out.expr = any_of(std::move(parts));
  return out;
}

TermResult OpenAlexTarget::text_term(const Term& term) const {
  TermResult out;
  std::string field = kOaEverywhere;
  if (term.field == Field::ti) field = kOaTitle;
  if (term.field == Field::tiab || term.field == Field::ot) field = kOaTitleAbstract;
  const bool loose = term.field == Field::none && !term.quoted;
  std::vector<std::string> operands = {term.text};
  if (loose) operands = text::split(term.text, ' ');
  std::vector<Expr> parts;
  for (const std::string& operand : operands) {
    if (loose && search_words(operand).empty()) continue;
    if (operand.ends_with('*')) {
      const Completed words = completed(operand, options_);
      parts.push_back(oa_any(field, words.texts));
      out.approximations.push_back({words.why, Effect::narrower});
      continue;
    }
    std::string value = oa_text(operand);
    if (term.near && value.front() == '"') value += "~" + std::to_string(*term.near);
    parts.push_back(leaf(field, std::move(value)));
  }
  out.expr = all_of(std::move(parts));
  if (term.near) {
    out.approximations.push_back(
        {"OpenAlex counts words in another order as farther apart", Effect::narrower});
  }
  if (term.field == Field::ot) {
    out.approximations.push_back(
        oa_general("author keywords are searched in title and abstract", Effect::other));
  }
  out.approximations.push_back(
      field == kOaEverywhere
          ? oa_general("searched in title, abstract and full text, in all inflections, and not "
                       "mapped to headings",
                       Effect::other)
          : oa_general("OpenAlex finds all inflections of a word", Effect::broader));
  return out;
}

TermResult OpenAlexTarget::heading(const Term& term) const {
  const auto [name, qualifier] = heading_and_qualifier(without_star(term.text));
  if (words_of(name).empty()) return untranslatable("it names no heading");
  if (is_check_tag(name)) {
    return untranslatable("texts seldom name this heading, and OpenAlex does not search headings");
  }
  TermResult out;
  std::vector<Expr> names;
  for (const std::string& one : heading_names(term, name, options_).names) {
    names.push_back(leaf(kOaTitleAbstract, oa_text(natural_order(one))));
  }
  out.expr = any_of(std::move(names));
  out.approximations.push_back(
      oa_general("headings are searched as words in title and abstract", Effect::other));
  if (!qualifier.empty()) {
    out.approximations.push_back(
        {"the qualifier \"" + qualifier + "\" cannot be searched", Effect::broader});
  }
  return out;
}

TermResult OpenAlexTarget::value(const Term& term) const {
  switch (term.field) {
    case Field::pt:
      return type_term(term);
    case Field::au:
    case Field::fau:
    case Field::au_first:
    case Field::au_last:
    case Field::cn:
      return author_term(term);
    case Field::auid:
      return oa_exact("authorships.author.orcid", text::to_lower_ascii(term.text));
    case Field::ad:
      return oa_exact("raw_affiliation_strings.search",
                      text::join(words_of(without_star(term.text)), " "));
    case Field::aid:
    case Field::lid:
      return identifier_term(term);
    case Field::vi:
      return oa_exact("biblio.volume", term.text);
    case Field::ip:
      return oa_exact("biblio.issue", term.text);
    case Field::pg:
      return oa_exact("biblio.first_page", term.text.substr(0, term.text.find('-')));
    case Field::gr:
      return oa_exact("awards.funder_award_id", term.text);
    case Field::ta: {
      const std::string issn = issn_of(term.text);
      if (!issn.empty()) return oa_exact("primary_location.source.issn", issn);
      return untranslatable("OpenAlex finds journals by ISSN, not by name");
    }
    case Field::la: {
      const std::string code = oa_language(term.text);
      if (!code.empty()) return oa_limit("language", code);
      return untranslatable("the language's two-letter code is not known");
    }
    case Field::si: {
      const std::string nct = nct_of(term.text);
      if (nct.empty()) return untranslatable("OpenAlex does not list accession numbers");
      TermResult out = oa_exact(kOaEverywhere, nct);
      out.approximations.push_back(
          {"the number is searched as a word in title, abstract and full text", Effect::other});
      return out;
    }
    default:
      return untranslatable("OpenAlex has no such filter");
  }
}

TermResult OpenAlexTarget::date(const Term& term) const {
  if (term.field != Field::dp && term.field != Field::epdat && term.field != Field::ppdat) {
    return untranslatable("OpenAlex gives dates of its records to paying users only");
  }
  std::string why;
  const std::optional<DateSpan> span = date_span(term, options_.today, why);
  if (!span) return untranslatable(why);
  TermResult out;
  if (span->whole_years && span->first.year == span->last.year) {
    out.expr = limit_leaf("publication_year", std::to_string(span->first.year));
  } else {
    std::vector<Expr> ends = {limit_leaf("from_publication_date", iso_date(span->first))};
    if (span->last.year < 3000) {
      ends.push_back(limit_leaf("to_publication_date", iso_date(span->last)));
    }
    out.expr = all_of(std::move(ends));
  }
  out.approximations.push_back(
      oa_general("OpenAlex dates a work by its earliest appearance", Effect::other));
  return out;
}

TermResult OpenAlexTarget::filter_term(const std::string& key) const {
  if (key == "hasabstract") return oa_limit("has_abstract", "true");
  if (key == "preprint") return oa_limit("type", "preprint");
  if (key == "excludepreprints") {
    TermResult out;
    out.expr = none_of(limit_leaf("type", "preprint"));
    return out;
  }
  if (const std::string code = oa_language(key); !code.empty()) {
    return oa_limit("language", code);
  }
  if (const auto span = years_filter(key, options_.today)) {
    TermResult out = oa_limit("from_publication_date", iso_date(span->first));
    out.approximations.push_back(
        oa_general("OpenAlex dates a work by its earliest appearance", Effect::other));
    return out;
  }
  const auto like = [](const char* field, std::string why, Effect effect) {
    TermResult out = oa_limit(field, "true");
    out.approximations.push_back({std::move(why), effect});
    return out;
  };
  if (key == "freefulltext" || key == "ffrft") {
    return like("is_oa", "open access as OpenAlex found it, not NLM's links", Effect::other);
  }
  if (key == "pubmedpmc") {
    return like("has_pmcid", "only where OpenAlex knows the PMCID", Effect::narrower);
  }
  if (key == "medline") {
    return like("has_pmid", "all of PubMed, not only what is indexed for MEDLINE", Effect::other);
  }
  if (const std::string type = type_of_filter(key); !type.empty()) {
    Term as_type;
    as_type.field = Field::pt;
    as_type.text = type;
    return type_term(as_type);
  }
  return untranslatable(key.starts_with("y_") ? "it needs to be told today's date"
                                              : "OpenAlex has no such filter");
}

std::vector<Refusal> OpenAlexTarget::fit_or(std::vector<Expr>& parts,
                                            std::vector<Approximation>& approximations) const {
  std::vector<Refusal> out;
  if (parts.size() == 1) {
    if (is_positive(parts.front())) return out;
    return {{0, "an exclusion cannot be an alternative"}};
  }
  if (std::any_of(parts.begin(), parts.end(), is_text)) {
    std::vector<Expr*> texts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (is_text(parts[i])) {
        texts.push_back(&parts[i]);
      } else {
        out.push_back({i, "OpenAlex cannot join this filter with text by OR"});
      }
    }
    if (widen(texts)) approximations.push_back({kWidened, Effect::broader});
    return out;
  }
  const std::string name = list_filter(parts.front());
  const bool range = name == "from_publication_date" || name == "to_publication_date";
  const bool same = !name.empty() && !range && !name.ends_with(".search") &&
                    std::all_of(parts.begin(), parts.end(),
                                [&name](const Expr& part) { return list_filter(part) == name; });
  std::size_t values = 0;
  for (const Expr& part : parts) for_each_leaf(part, [&values](const Expr&) { ++values; });
  if (same && values <= kOpenAlexMaxValues) return out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    out.push_back({i, same ? "OpenAlex takes at most 100 values of a filter"
                           : "OpenAlex joins only values of one filter by OR"});
  }
  return out;
}

std::string OpenAlexTarget::fit_not(Expr& part, std::vector<Approximation>& approximations) const {
  if (part.kind == ExprKind::none_of) return "";
  if (is_text(part)) {
    if (widen({&part})) approximations.push_back({kWidened, Effect::broader});
    return "";
  }
  const std::string name = list_filter(part);
  if (name == "from_publication_date" || name == "to_publication_date") {
    return "OpenAlex cannot exclude a range of dates";
  }
  if (!name.empty() && !name.ends_with(".search")) return "";
  return "OpenAlex excludes text, or values of one filter";
}

}  // namespace ev::translate
