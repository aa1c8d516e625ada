#include "pipeline/translate/europepmc.hpp"

#include "base/text.hpp"
#include "pipeline/model/languages.hpp"
#include "pipeline/translate/term_target.hpp"
#include "pipeline/translate/values.hpp"

#include <utility>

namespace ev::translate {

namespace {

using pubmed_query::Field;
using pubmed_query::Term;

constexpr const char* kNoField = "Europe PMC has no such search field";

Approximation epmc_general(std::string why, Effect effect) {
  return {std::move(why), effect, true};
}

std::string epmc_quoted(std::string_view text) {
  return "\"" + plain_text(text, "") + "\"";
}

std::string epmc_value(std::string_view text) {
  return is_plain_word(text) ? std::string(text) : epmc_quoted(text);
}

std::string year_or_day(const pubmed_query::Date& date, bool years) {
  return years ? std::to_string(date.year) : iso_date(date);
}

Expr epmc_days(const char* field, const DateSpan& span) {
  return limit_leaf(field, "[" + iso_date(span.first) + " TO " + iso_date(span.last) + "]");
}

class EuropePmcTarget : public TermTarget {
 public:
  explicit EuropePmcTarget(const Options& options) : options_(options) {}

 private:
  const char* inner_wildcard() const override {
    return "a wildcard stands only at the end of a term";
  }

  TermResult text_term(const Term& term) const override {
    switch (term.field) {
      case Field::ti:
        return text_in({"TITLE"}, term);
      case Field::tiab:
        return title_or_abstract(term);
      case Field::tw:
        return text_word(term);
      case Field::ot:
        return keyword(term);
      default:
        return everywhere(term);
    }
  }

  TermResult heading(const Term& term) const override {
    return term.field == Field::nm ? substance(term) : descriptor(term);
  }

  // Authors, journals, identifiers and what has no counterpart.
  TermResult value(const Term& term) const override {
    switch (term.field) {
      case Field::pt:
        return type(type_key(term.text), term);
      case Field::ad:
        return text_in({"AFF"}, term);
      case Field::au:
      case Field::fau:
      case Field::au_first:
      case Field::au_last:
      case Field::cn:
        return author(term);
      case Field::auid:
        return exact("AUTHORID", epmc_quoted(term.text));
      case Field::ta:
        return journal(term);
      case Field::la:
        return language(term);
      case Field::aid:
      case Field::lid:
        return identifier(term);
      case Field::gr:
        return grant(term);
      case Field::si:
        return accession(term);
      case Field::vi:
        return exact("VOLUME", epmc_value(term.text));
      case Field::ip:
        return exact("ISSUE", epmc_value(term.text));
      case Field::sh:
        return untranslatable("Europe PMC does not search headings by their qualifiers");
      case Field::pa:
        return untranslatable("Europe PMC does not know pharmacological actions");
      default:
        return untranslatable(kNoField);
    }
  }

  static TermResult exact(std::string field, std::string text) {
    TermResult out;
    out.expr = leaf(std::move(field), std::move(text));
    return out;
  }

  // A word or phrase; a truncated phrase and a proximity become AND of the words.
  static TermResult text_in(const std::vector<std::string>& fields, const Term& term) {
    TermResult out;
    const bool truncated = term.truncated();
    std::vector<std::string> words = words_of(term.text);
    if (truncated) words.back() += '*';
    const bool single = words.size() == 1 && (truncated || is_plain_word(term.text));
    const bool apart = !single && (truncated || term.near);
    if (apart && truncated) {
      out.approximations.push_back(
          {"a truncated phrase is searched as its words, anywhere in the field", Effect::broader});
    } else if (apart) {
      out.approximations.push_back(
          {"words near each other are searched as words anywhere in the field", Effect::broader});
    }
    std::vector<Expr> alternatives;
    for (const std::string& field : fields) {
      if (single) {
        alternatives.push_back(leaf(field, words.front()));
      } else if (!apart) {
        alternatives.push_back(leaf(field, epmc_quoted(term.text)));
      } else {
        std::vector<Expr> parts;
        for (const std::string& word : words) {
          const bool plain = is_plain_word(without_star(word));
          parts.push_back(leaf(field, plain ? word : epmc_quoted(word)));
        }
        alternatives.push_back(all_of(std::move(parts)));
      }
    }
    out.expr = any_of(std::move(alternatives));
    return out;
  }

  // No field: words, also of the full text.
  static TermResult everywhere(const Term& term) {
    const bool words = term.field == Field::none && !term.quoted;
    TermResult out;
    if (words) {
      std::vector<std::string> list = text::split(term.text, ' ');
      std::vector<Expr> parts;
      for (const std::string& word : list) {
        Term one = term;
        one.text = word;
        const std::vector<std::string> pieces = search_words(word);
        if (pieces.empty()) continue;
        TermResult part = text_in({""}, one);
        out.approximations.insert(out.approximations.end(), part.approximations.begin(),
                                  part.approximations.end());
        parts.push_back(std::move(*part.expr));
      }
      out.expr = all_of(std::move(parts));
      out.approximations.push_back(
          epmc_general("a term without tag is searched as its words, also in the full text, and "
                       "not mapped to headings",
                       Effect::other));
      return out;
    }
    out = text_in({""}, term);
    out.approximations.push_back(
        epmc_general("all fields include the full text there", Effect::broader));
    return out;
  }

  static TermResult title_or_abstract(const Term& term) {
    TermResult out = text_in({"TITLE_ABS"}, term);
    out.approximations.push_back(
        epmc_general("[tiab] also searches author keywords, TITLE_ABS does not", Effect::narrower));
    return out;
  }

  static TermResult text_word(const Term& term) {
    TermResult out = text_in({"TITLE_ABS", "KW"}, term);
    out.approximations.push_back(
        epmc_general("[tw] also searches substances, publication types and names of persons, "
                     "TITLE_ABS and KW do not",
                     Effect::narrower));
    return out;
  }

  static TermResult keyword(const Term& term) {
    TermResult out = text_in({"KW"}, term);
    out.approximations.push_back(
        epmc_general("KW holds MeSH headings beside author keywords", Effect::broader));
    return out;
  }

  TermResult descriptor(const Term& term) const {
    const auto [name, qualifier] = heading_and_qualifier(term.text);
    Term plain = term;
    plain.quoted = true;
    if (words_of(name).empty()) return untranslatable("it names no heading");
    TermResult out;
    std::vector<Expr> names;
    const HeadingNames list = heading_names(term, name, options_);
    for (const std::string& one : list.names) {
      plain.text = one;
      TermResult part = text_in({"KW"}, plain);
      if (names.empty()) out.approximations = std::move(part.approximations);
      names.push_back(std::move(*part.expr));
    }
    out.expr = any_of(std::move(names));
    out.approximations.push_back(
        epmc_general("KW holds author keywords beside MeSH headings", Effect::broader));
    if (!list.exploded) {
      out.approximations.push_back({"narrower headings are not included", Effect::narrower});
    }
    if (!qualifier.empty()) {
      out.approximations.push_back(
          {"the qualifier \"" + qualifier + "\" cannot be searched", Effect::broader});
    }
    if (term.field == Field::majr) {
      out.approximations.push_back(
          epmc_general("major topics cannot be told from other headings", Effect::broader));
    }
    return out;
  }

  static TermResult substance(const Term& term) {
    if (term.truncated()) return text_in({"CHEM"}, term);
    return exact("CHEM", epmc_quoted(term.text));
  }

  static TermResult type(const std::string& key, const Term& term) {
    if (key == "preprint") return limit("SRC", "PPR");
    TermResult out;
    std::vector<Expr> types = {limit_leaf("PUB_TYPE", "\"" + without_star(term.text) + "\"")};
    if (term.field != Field::pt) types = {limit_leaf("PUB_TYPE", "\"" + key + "\"")};
    if (term.truncated()) return untranslatable("PUB_TYPE takes whole publication types only");
    if (!term.no_explosion) {
      for (const std::string& one : narrower_types(key)) {
        types.push_back(limit_leaf("PUB_TYPE", "\"" + pubmed_type_name(one) + "\""));
      }
    }
    out.expr = any_of(std::move(types));
    return out;
  }

  // Keys have lost the comma of "clinical trial, phase iii".
  static std::string pubmed_type_name(const std::string& key) {
    const auto with_comma = [&key](const char* before) {
      return key.substr(0, key.find(before)) + "," + key.substr(key.find(before));
    };
    if (key.find(" phase ") != std::string::npos) return with_comma(" phase ");
    if (key.ends_with(" veterinary")) return with_comma(" veterinary");
    if (key.ends_with(" nih")) return with_comma(" nih");
    return key;
  }

  static TermResult limit(std::string field, std::string text) {
    TermResult out;
    out.expr = limit_leaf(std::move(field), std::move(text));
    return out;
  }

  TermResult pmids(const Term& term) const override {
    if (!term.high.empty()) {
      return untranslatable("Europe PMC does not search ranges of PMIDs");
    }
    const std::vector<std::string> ids = pmids_of(term.text);
    if (ids.empty()) return untranslatable("it is no PMID");
    // A quoted EXT_ID matches nothing.
    std::vector<Expr> parts;
    for (const std::string& id : ids) {
      parts.push_back(all_of({leaf("EXT_ID", id), leaf("SRC", "MED")}));
    }
    TermResult out;
    out.expr = any_of(std::move(parts));
    return out;
  }

  TermResult date(const Term& term) const override {
    std::string why;
    const std::optional<DateSpan> span = date_span(term, options_.today, why);
    if (!span) return untranslatable(why);
    TermResult out;
    switch (term.field) {
      case Field::dp:
        out.expr = published(*span);
        return out;
      case Field::epdat:
        out.expr = epmc_days("E_PDATE", *span);
        return out;
      case Field::ppdat:
        out.expr = epmc_days("P_PDATE_D", *span);
        return out;
      case Field::edat:
      case Field::crdt:
        out.expr = epmc_days("CREATION_DATE", *span);
        out.approximations.push_back(
            epmc_general("CREATION_DATE is the day Europe PMC has for it", Effect::other));
        return out;
      case Field::lr:
        out.expr = epmc_days("UPDATE_DATE", *span);
        out.approximations.push_back(
            epmc_general("UPDATE_DATE is the day Europe PMC changed its record", Effect::other));
        return out;
      default:
        return untranslatable("Europe PMC does not record the day of indexing");
    }
  }

  // PubMed's [dp] is the print or the electronic date.
  static Expr published(const DateSpan& span) {
    const std::string first = year_or_day(span.first, span.whole_years);
    const std::string last = year_or_day(span.last, span.whole_years);
    const bool one_year = span.whole_years && first == last;
    Expr print_date =
        span.whole_years
            ? limit_leaf("PUB_YEAR", one_year ? first : "[" + first + " TO " + last + "]")
            : epmc_days("P_PDATE_D", span);
    return any_of({std::move(print_date), epmc_days("E_PDATE", span)});
  }

  static TermResult author(const Term& term) {
    if (term.truncated()) {
      const std::vector<std::string> words = words_of(term.text);
      TermResult out = exact(
          "AUTH", words.size() == 1 ? words.front() + "*" : epmc_quoted(without_star(term.text)));
      if (words.size() > 1) {
        out.approximations.push_back({"initials are matched from their start", Effect::other});
      }
      return out;
    }
    TermResult out = exact("AUTH", epmc_quoted(term.text));
    if (term.field == Field::au_first || term.field == Field::au_last) {
      out.approximations.push_back(
          epmc_general("AUTH is any author, whatever the place in the list", Effect::broader));
    } else if (term.field == Field::cn) {
      out.approximations.push_back(
          epmc_general("AUTH holds persons and groups alike", Effect::broader));
    } else if (term.field == Field::fau) {
      out.approximations.push_back(
          epmc_general("full names are matched as Europe PMC lists them", Effect::other));
    } else if (term.quoted && words_of(term.text).size() > 1) {
      out.approximations.push_back(
          {"further initials of the author are not excluded", Effect::broader});
    }
    return out;
  }

  static TermResult journal(const Term& term) {
    const std::string issn = issn_of(term.text);
    if (!issn.empty()) return exact("ISSN", epmc_quoted(issn));
    if (term.truncated()) return text_in({"JOURNAL"}, term);
    return exact("JOURNAL", epmc_quoted(term.text));
  }

  static TermResult language(const Term& term) {
    const std::string code = model::language_code(term.text);
    if (!code.empty()) return limit("LANG", code);
    return untranslatable("the language's three-letter code is not known");
  }

  static TermResult identifier(const Term& term) {
    const std::string doi = doi_of(term.text);
    if (!doi.empty()) return exact("DOI", "\"" + doi + "\"");
    const std::string pmcid = pmcid_of(term.text);
    if (!pmcid.empty()) return exact("PMCID", pmcid);
    return untranslatable("Europe PMC finds DOIs and PMCIDs, not publishers' article identifiers");
  }

  static TermResult grant(const Term& term) {
    if (term.truncated()) return untranslatable("grants are searched by their whole number");
    TermResult out;
    const std::string text = epmc_quoted(term.text);
    out.expr = any_of({leaf("GRANT_ID", text), leaf("GRANT_AGENCY", text)});
    return out;
  }

  static TermResult accession(const Term& term) {
    if (term.truncated()) return untranslatable("accession numbers are searched as whole words");
    const std::string nct = nct_of(term.text);
    if (nct.empty() && term.text.find_first_of("0123456789") == std::string::npos) {
      return untranslatable("Europe PMC does not list the databanks an article names");
    }
    TermResult out = exact("", nct.empty() ? epmc_quoted(term.text) : nct);
    out.approximations.push_back(
        {"the number is searched as a word anywhere, also in the full text", Effect::broader});
    return out;
  }

  TermResult filter_term(const std::string& key) const override {
    if (key == "hasabstract") return limit("HAS_ABSTRACT", "y");
    if (key == "preprint") return limit("SRC", "PPR");
    if (key == "excludepreprints") {
      TermResult out;
      out.expr = none_of(leaf("SRC", "PPR"));
      return out;
    }
    if (const auto span = years_filter(key, options_.today)) {
      TermResult out;
      out.expr = published(*span);
      return out;
    }
    if (const auto* known = model::find_language(key))
      return limit("LANG", std::string(known->code));
    TermResult out;
    if (key == "freefulltext" || key == "ffrft") {
      out.expr = any_of({limit_leaf("OPEN_ACCESS", "y"), limit_leaf("IN_EPMC", "y")});
      out.approximations.push_back(
          {"free at the publisher's site only is not included", Effect::narrower});
    } else if (key == "pubmedpmc") {
      out.expr = limit_leaf("IN_EPMC", "y");
      out.approximations.push_back(
          {"IN_EPMC means full text in Europe PMC, not in PubMed Central", Effect::other});
    } else if (key == "fulltext" || key == "fft") {
      out.expr = limit_leaf("HAS_FT", "y");
      out.approximations.push_back({"links to full text differ between services", Effect::other});
    } else if (key == "medline") {
      out.expr = limit_leaf("SRC", "MED");
      out.approximations.push_back(
          {"SRC:MED is all of PubMed, not only what is indexed for MEDLINE", Effect::broader});
    } else if (key == "systematic") {
      out.expr = any_of({limit_leaf("PUB_TYPE", "\"systematic review\""),
                         limit_leaf("PUB_TYPE", "\"meta-analysis\""),
                         limit_leaf("TITLE", "\"systematic review\"")});
      out.approximations.push_back({"the subset is approximated by type and title", Effect::other});
    } else if (key == "humans" || key == "animals") {
      out.expr = limit_leaf("KW", key);
      out.approximations.push_back(
          {"KW holds author keywords beside MeSH headings", Effect::broader});
    } else if (const std::string of = type_of_filter(key); !of.empty()) {
      Term as_type;
      as_type.field = Field::filter;
      as_type.text = of;
      return type(of, as_type);
    } else {
      return untranslatable(key.starts_with("y_") ? "it needs to be told today's date"
                                                  : "Europe PMC has no such filter");
    }
    return out;
  }

  const Options& options_;
};

}  // namespace

Translation to_europepmc(const pubmed_query::Node& query, const Options& options) {
  Walked walked = walk(query, EuropePmcTarget(options));
  Translation out;
  out.untranslated = std::move(walked.untranslated);
  out.approximated = std::move(walked.approximated);
  out.searchable = walked.expr.has_value();
  if (!out.searchable) {
    out.reason = "nothing of the query can be searched in Europe PMC";
    return out;
  }
  out.parameters.push_back({"query", print(*walked.expr, [](const Expr& l) {
                              return l.field.empty() ? l.text : l.field + ":" + l.text;
                            })});
  return out;
}

}  // namespace ev::translate
