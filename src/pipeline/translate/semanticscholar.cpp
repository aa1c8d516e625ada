#include "pipeline/translate/semanticscholar.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/translate/term_target.hpp"
#include "pipeline/translate/values.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace ev::translate {

namespace {

using pubmed_query::Field;
using pubmed_query::Term;

// A leaf's field is the name of its parameter.
constexpr const char* kS2Query = "query";
constexpr const char* kS2Types = "publicationTypes";
constexpr const char* kS2Venue = "venue";
constexpr const char* kS2Dates = "publicationDateOrYear";
constexpr const char* kS2Open = "openAccessPdf";

// Operators; hyphens inside a word are read as one, too.
constexpr std::string_view kS2Unwanted = "+|-*()~,:[]{}^?!/";

std::string s2_text(std::string_view text) {
  const std::string plain = plain_text(text, kS2Unwanted);
  return plain.find(' ') == std::string::npos ? plain : "\"" + plain + "\"";
}

Approximation s2_general(std::string why, Effect effect) {
  return {std::move(why), effect, true};
}

TermResult s2_limit(const char* name, std::string value) {
  TermResult out;
  out.expr = limit_leaf(name, std::move(value));
  return out;
}

bool is_s2_text(const Expr& expr) {
  bool text = true;
  for_each_leaf(expr, [&text](const Expr& l) { text = text && l.field == kS2Query; });
  return text;
}

// Values of one filter, which a comma joins by OR: "" when it is anything else.
std::string s2_list(const Expr& expr) {
  if (expr.kind != ExprKind::leaf && expr.kind != ExprKind::any_of) return "";
  std::set<std::string> names;
  for_each_leaf(expr, [&names](const Expr& l) { names.insert(l.field); });
  const bool list = names.size() == 1 && (names.count(kS2Types) + names.count(kS2Venue)) == 1;
  return list ? *names.begin() : "";
}

class SemanticScholarTarget : public TermTarget {
 public:
  explicit SemanticScholarTarget(const Options& options) : options_(options) {}

  std::vector<Refusal> fit_or(std::vector<Expr>& parts,
                              std::vector<Approximation>&) const override {
    const bool text = std::any_of(parts.begin(), parts.end(), is_s2_text);
    const std::string name = s2_list(parts.front());
    const char* const unlike = text ? "Semantic Scholar cannot join this filter with text by OR"
                                    : "Semantic Scholar joins only values of one filter by OR";
    const auto fits = [&](const Expr& part) {
      return parts.size() == 1 ||
             (text ? is_s2_text(part) : !name.empty() && s2_list(part) == name);
    };
    std::vector<Refusal> out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!is_positive(parts[i])) {
        out.push_back({i, "an exclusion cannot be an alternative"});
      } else if (!fits(parts[i])) {
        out.push_back({i, unlike});
      }
    }
    return out;
  }

  std::string fit_not(Expr& part, std::vector<Approximation>&) const override {
    return part.kind == ExprKind::none_of || is_s2_text(part)
               ? ""
               : "Semantic Scholar excludes words of titles and abstracts only";
  }

 private:
  const char* inner_wildcard() const override {
    return "Semantic Scholar takes a star at the end of a word only";
  }
  TermResult pmids(const Term&) const override {
    return untranslatable("Semantic Scholar's search takes no PMIDs");
  }
  TermResult value(const Term& term) const override {
    switch (term.field) {
      case Field::pt:
        return type_term(type_key(without_star(term.text)), term);
      case Field::ta:
        return venue(term);
      case Field::si:
        return trial_number(term);
      default:
        return untranslatable("Semantic Scholar has no such search field");
    }
  }

  Expr word_or_phrase(const std::string& text, std::vector<Approximation>& approximations) const {
    if (!text.ends_with('*')) return leaf(kS2Query, s2_text(text));
    const std::string stem = s2_text(without_star(text));
    if (stem.front() != '"') return leaf(kS2Query, stem + "*");
    const Completed words = completed(text, options_);
    approximations.push_back({words.why, Effect::narrower});
    std::vector<Expr> parts;
    for (const std::string& one : words.texts) parts.push_back(leaf(kS2Query, s2_text(one)));
    return any_of(std::move(parts));
  }

  TermResult text_term(const Term& term) const override {
    TermResult out;
    const bool loose = term.field == Field::none && !term.quoted;
    std::vector<std::string> operands = {term.text};
    if (loose) operands = text::split(term.text, ' ');
    std::vector<Expr> parts;
    for (const std::string& operand : operands) {
      if (loose && search_words(operand).empty()) continue;
      Expr part = word_or_phrase(operand, out.approximations);
      if (term.near && part.text.ends_with('"')) part.text += "~" + std::to_string(*term.near);
      parts.push_back(std::move(part));
    }
    out.expr = all_of(std::move(parts));
    out.approximations.push_back(
        term.field == Field::tiab
            ? s2_general("Semantic Scholar finds all inflections of a word", Effect::broader)
            : s2_general("searched in title and abstract, in all inflections, and not mapped to "
                         "headings",
                         Effect::other));
    return out;
  }

  TermResult heading(const Term& term) const override {
    const auto [name, qualifier] = heading_and_qualifier(without_star(term.text));
    if (words_of(name).empty()) return untranslatable("it names no heading");
    if (is_check_tag(name)) {
      return untranslatable(
          "texts seldom name this heading, and Semantic Scholar does not search headings");
    }
    TermResult out;
    std::vector<Expr> names;
    for (const std::string& one : heading_names(term, name, options_).names) {
      names.push_back(leaf(kS2Query, s2_text(natural_order(one))));
    }
    out.expr = any_of(std::move(names));
    out.approximations.push_back(
        s2_general("headings are searched as words in title and abstract", Effect::other));
    if (!qualifier.empty()) {
      out.approximations.push_back(
          {"the qualifier \"" + qualifier + "\" cannot be searched", Effect::broader});
    }
    return out;
  }

  TermResult type_term(const std::string& key, const Term& term) const {
    for (const SemanticScholarType& type : semanticscholar_types()) {
      if (type_key(type.publication_type) != key) continue;
      TermResult out = s2_limit(kS2Types, std::string(type.name));
      out.approximations.push_back(
          {"types are assigned by Semantic Scholar, and not to all papers", Effect::other});
      return out;
    }
    if (key == "preprint") {
      return untranslatable(
          "Semantic Scholar does not search by preprint; they are told apart in "
          "what it sends");
    }
    if (!key.ends_with("trial") && key != "systematic review" && key != "observational study") {
      return untranslatable("Semantic Scholar has no such type of paper");
    }
    TermResult out;
    out.expr = limit_leaf(kS2Query, s2_text(natural_order(without_star(term.text))));
    out.approximations.push_back(
        {"Semantic Scholar has no such type: searched as words in title and abstract",
         Effect::other});
    return out;
  }

  TermResult venue(const Term& term) const {
    const std::string name(text::trim(without_star(term.text)));
    if (name.find(',') != std::string::npos || !issn_of(name).empty()) {
      return untranslatable("Semantic Scholar finds journals by name");
    }
    TermResult out = s2_limit(kS2Venue, name);
    out.approximations.push_back(
        {"journals are named as Semantic Scholar has them", Effect::narrower});
    return out;
  }

  TermResult trial_number(const Term& term) const {
    const std::string nct = nct_of(term.text);
    if (nct.empty()) return untranslatable("Semantic Scholar does not list accession numbers");
    TermResult out;
    out.expr = leaf(kS2Query, nct);
    out.approximations.push_back(
        {"the number is searched as a word in title and abstract", Effect::narrower});
    return out;
  }

  static TermResult dates(const DateSpan& span) {
    const std::string last = span.last.year >= 3000 ? "" : iso_date(span.last);
    const std::string first = span.first.year <= 1800 ? "" : iso_date(span.first);
    return s2_limit(kS2Dates, first + ":" + last);
  }

  TermResult date(const Term& term) const override {
    if (term.field != Field::dp && term.field != Field::epdat && term.field != Field::ppdat) {
      return untranslatable("Semantic Scholar searches dates of publication only");
    }
    std::string why;
    const std::optional<DateSpan> span = date_span(term, options_.today, why);
    return span ? dates(*span) : untranslatable(why);
  }

  TermResult filter_term(const std::string& key) const override {
    if (const auto span = years_filter(key, options_.today)) return dates(*span);
    if (key == "freefulltext" || key == "ffrft") {
      TermResult out = s2_limit(kS2Open, "");
      out.approximations.push_back(
          {"free PDFs that Semantic Scholar found, not NLM's links", Effect::other});
      return out;
    }
    if (const std::string type = type_of_filter(key); !type.empty()) {
      Term as_type;
      as_type.text = type;
      return type_term(type, as_type);
    }
    return untranslatable(key.starts_with("y_") ? "it needs to be told today's date"
                                                : "Semantic Scholar has no such filter");
  }

  const Options& options_;
};

std::string s2_print(const Expr& expr) {
  if (expr.kind == ExprKind::leaf) return expr.text;
  const auto inner = [](const Expr& child) {
    const bool group = child.kind == ExprKind::all_of || child.kind == ExprKind::any_of;
    return group ? "(" + s2_print(child) + ")" : s2_print(child);
  };
  if (expr.kind == ExprKind::none_of) return "-" + inner(expr.children.front());
  const bool all = expr.kind == ExprKind::all_of;
  std::string out;
  for (const Expr& child : expr.children) {
    const bool excludes = all && child.kind == ExprKind::none_of;
    if (!out.empty()) out += excludes ? " " : all ? " + " : " | ";
    out += inner(child);
  }
  return out;
}

// Both spans hold: the later start, the earlier end.
std::string narrowed_dates(const std::string& a, const std::string& b) {
  const auto halves = [](const std::string& s) {
    return std::pair(s.substr(0, s.find(':')), s.substr(s.find(':') + 1));
  };
  const auto [a_first, a_last] = halves(a);
  const auto [b_first, b_last] = halves(b);
  const std::string last = a_last.empty()   ? b_last
                           : b_last.empty() ? a_last
                                            : std::min(a_last, b_last);
  return std::max(a_first, b_first) + ":" + last;
}

struct Parts {
  std::vector<Expr> texts;
  std::map<std::string, std::string> filters;
  std::vector<std::string> unsaid;  // filters that hold one list of values and were given two
};

Parts parts_by_parameter(const Expr& expr) {
  Parts out;
  for (const Expr& part : parts_of(expr)) {
    if (is_s2_text(part)) {
      out.texts.push_back(part);
      continue;
    }
    std::string name, values;
    for_each_leaf(part, [&](const Expr& l) {
      values += (name.empty() ? "" : ",") + l.text;
      name = l.field;
    });
    const auto [known, fresh] = out.filters.try_emplace(name, values);
    if (fresh) continue;
    if (name == kS2Dates) {
      known->second = narrowed_dates(known->second, values);
    } else if (known->second != values) {
      out.unsaid.push_back(values);
    }
  }
  std::stable_partition(out.texts.begin(), out.texts.end(), is_positive);
  return out;
}

}  // namespace

std::span<const SemanticScholarType> semanticscholar_types() {
  static const auto all =
      data_rows("tables/semanticscholar_types.tsv", [](const DataTable::Row& row) {
        return SemanticScholarType{row["type"], row["publication_type"]};
      });
  return all;
}

Translation to_semanticscholar(const pubmed_query::Node& query, const Options& options) {
  Walked walked = walk(query, SemanticScholarTarget(options));
  Translation out;
  out.untranslated = std::move(walked.untranslated);
  out.approximated = std::move(walked.approximated);
  Parts parts;
  if (walked.expr) parts = parts_by_parameter(*walked.expr);
  if (std::none_of(parts.texts.begin(), parts.texts.end(), is_positive)) {
    out.reason =
        "nothing of the query can be searched for in Semantic Scholar's titles and abstracts";
    return out;
  }
  std::string words = s2_print(all_of(std::move(parts.texts)));
  const std::size_t length = text::code_points(words);
  if (length > kSemanticScholarQueryLimit && (options.expand || options.complete)) {
    Options plain = options;
    plain.expand = nullptr;
    plain.complete = nullptr;
    out = to_semanticscholar(query, plain);
    out.approximated.insert(
        out.approximated.begin(),
        {pubmed_query::print(query), query.begin,
         "further names of headings are left out, as the query would be too long", Effect::narrower,
         1});
    return out;
  }
  if (length > kSemanticScholarQueryLimit) {
    out.reason = "the query has " + std::to_string(length) + " characters, at most " +
                 std::to_string(kSemanticScholarQueryLimit) + " are sent; split the query";
    return out;
  }
  for (const std::string& values : parts.unsaid) {
    out.untranslated.push_back({values, query.begin,
                                "Semantic Scholar takes one list of values of a filter",
                                Effect::broader, 1});
  }
  out.searchable = true;
  out.parameters.push_back({kS2Query, std::move(words)});
  for (auto& [name, value] : parts.filters) out.parameters.push_back({name, std::move(value)});
  return out;
}

}  // namespace ev::translate
