#include "pipeline/translate/clinicaltrials.hpp"

#include "base/text.hpp"
#include "pipeline/model/languages.hpp"
#include "pipeline/translate/term_target.hpp"
#include "pipeline/translate/values.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace ev::translate {

namespace {

using pubmed_query::Field;
using pubmed_query::Term;

constexpr const char* kConditionArea = "ConditionSearch";
constexpr const char* kInterventionArea = "InterventionSearch";
constexpr const char* kTitleArea = "TitleSearch";

// Brackets, parentheses and commas are syntax in Essie.
std::string essie_text(std::string_view text) {
  const std::string plain = plain_text(text, "[](),*?:");
  return is_plain_word(plain) ? plain : "\"" + plain + "\"";
}

struct TrialType {
  std::string_view pubmed, area, value;
  bool same;  // the registry's word means the same
};
constexpr std::array<TrialType, 11> kTrialTypes = {{
    {"randomized controlled trial", "DesignAllocation", "RANDOMIZED", true},
    {"clinical trial", "StudyType", "INTERVENTIONAL", true},
    {"controlled clinical trial", "StudyType", "INTERVENTIONAL", false},
    {"pragmatic clinical trial", "StudyType", "INTERVENTIONAL", false},
    {"equivalence trial", "DesignAllocation", "RANDOMIZED", false},
    {"adaptive clinical trial", "StudyType", "INTERVENTIONAL", false},
    {"clinical trial phase i", "Phase", "PHASE1", true},
    {"clinical trial phase ii", "Phase", "PHASE2", true},
    {"clinical trial phase iii", "Phase", "PHASE3", true},
    {"clinical trial phase iv", "Phase", "PHASE4", true},
    {"observational study", "StudyType", "OBSERVATIONAL", true},
}};

TermResult trial_type(const std::string& key) {
  for (const TrialType& type : kTrialTypes) {
    if (type.pubmed != key) continue;
    TermResult out;
    out.expr = limit_leaf(std::string(type.area), std::string(type.value));
    if (!type.same) {
      out.approximations.push_back(
          {"the registry's nearest design is " + std::string(type.value), Effect::broader});
    }
    return out;
  }
  return untranslatable("it is a type of publication, which a registry of trials does not have");
}

std::string essie_range(const DateSpan& span) {
  const std::string low = span.first.year <= 1800 ? "MIN" : iso_date(span.first);
  const std::string high = span.last.year >= 3000 ? "MAX" : iso_date(span.last);
  return "RANGE[" + low + "," + high + "]";
}

TermResult posted(const DateSpan& span, const char* area, const char* why) {
  TermResult out;
  out.expr = limit_leaf(area, essie_range(span));
  out.approximations.push_back({why, Effect::other, true});
  return out;
}

class ClinicalTrialsTarget : public TermTarget {
 public:
  explicit ClinicalTrialsTarget(const Options& options) : options_(options) {}

 private:
  const char* inner_wildcard() const override { return "a registry search takes no wildcards"; }

  std::string area_of(const std::string& name) const {
    const Role role = options_.role ? options_.role(name) : Role::unknown;
    if (role == Role::condition) return kConditionArea;
    if (role == Role::intervention) return kInterventionArea;
    return "";
  }

  TermResult text_term(const Term& term) const override {
    const std::string nct = nct_of(term.text);
    if (!nct.empty()) return trial_number(nct);
    const bool title = term.field == Field::ti;
    const std::string text =
        term.truncated() ? completed(term.text, options_).texts.front() : term.text;
    const std::string area = title ? kTitleArea : area_of(text);
    const bool loose = (term.field == Field::none && !term.quoted && area.empty()) || term.near;
    TermResult out;
    std::vector<std::string> operands = {term.text};
    if (loose) operands = text::split(term.text, ' ');
    std::vector<Expr> parts;
    for (const std::string& operand : operands) {
      const bool stop = loose && search_words(operand).empty() && !term.near;
      if (stop || words_of(operand).empty()) continue;
      if (operand.ends_with('*')) {
        const Completed words = completed(operand, options_);
        std::vector<Expr> forms;
        for (const std::string& one : words.texts) forms.push_back(leaf(area, essie_text(one)));
        parts.push_back(any_of(std::move(forms)));
        out.approximations.push_back({words.why, Effect::narrower});
      } else {
        parts.push_back(leaf(area, essie_text(operand)));
      }
    }
    out.expr = all_of(std::move(parts));
    note_text(term, area, out);
    return out;
  }

  static void note_text(const Term& term, const std::string& area, TermResult& out) {
    if (term.near) {
      out.approximations.push_back(
          {"words near each other are searched as words anywhere", Effect::broader});
    }
    if (area == kTitleArea) {
      out.approximations.push_back(
          {"titles are those of the trial, not of its articles", Effect::other, true});
    } else if (area.empty()) {
      out.approximations.push_back(
          {"words are searched in the whole registration, with synonyms", Effect::broader, true});
    } else {
      out.approximations.push_back(
          {"conditions and interventions are searched with synonyms", Effect::broader, true});
    }
  }

  TermResult heading(const Term& term) const override {
    const auto [name, qualifier] = heading_and_qualifier(without_star(term.text));
    if (words_of(name).empty()) return untranslatable("it names no heading");
    if (is_check_tag(name)) {
      return untranslatable("registrations are not indexed with this heading");
    }
    std::string area = area_of(name);
    if (area.empty() && term.field == Field::nm) area = kInterventionArea;
    TermResult out;
    std::vector<Expr> names;
    for (const std::string& one : heading_names(term, name, options_).names) {
      names.push_back(leaf(area, essie_text(natural_order(one))));
    }
    out.expr = any_of(std::move(names));
    out.approximations.push_back(
        {"headings are searched as words, which the registry widens by its own synonyms",
         Effect::other, true});
    if (!qualifier.empty()) {
      out.approximations.push_back(
          {"the qualifier \"" + qualifier + "\" cannot be searched", Effect::broader});
    }
    return out;
  }

  TermResult value(const Term& term) const override {
    switch (term.field) {
      case Field::pt:
        if (term.truncated()) return untranslatable("a registry search takes no wildcards");
        return trial_type(type_key(term.text));
      case Field::si: {
        const std::string nct = nct_of(term.text);
        if (!nct.empty()) return trial_number(nct);
        if (type_key(term.text) == "clinicaltrials gov") {
          return untranslatable("every record here is in ClinicalTrials.gov");
        }
        return secondary_id(term);
      }
      case Field::gr:
        return secondary_id(term);
      case Field::au:
      case Field::fau:
      case Field::au_first:
      case Field::au_last:
      case Field::cn:
      case Field::auid:
        return untranslatable("registrations have no authors");
      case Field::ta:
        return untranslatable("registrations appear in no journal");
      case Field::la:
        return untranslatable("all registrations are in English");
      default:
        return untranslatable("ClinicalTrials.gov has no such search area");
    }
  }

  static TermResult trial_number(const std::string& nct) {
    TermResult out;
    out.expr = leaf("NCTId", nct);
    return out;
  }

  static TermResult secondary_id(const Term& term) {
    TermResult out;
    out.expr = leaf("SecondaryId", essie_text(without_star(term.text)));
    out.approximations.push_back(
        {"numbers of other registries and funders are given for some trials only",
         Effect::narrower});
    return out;
  }

  TermResult pmids(const Term& term) const override {
    if (!term.high.empty()) return untranslatable("ranges of PMIDs cannot be searched");
    std::vector<Expr> parts;
    for (const std::string& id : pmids_of(term.text)) parts.push_back(leaf("ReferencePMID", id));
    if (parts.empty()) return untranslatable("it is no PMID");
    TermResult out;
    out.expr = any_of(std::move(parts));
    out.approximations.push_back(
        {"finds the trials that refer to the article", Effect::other, true});
    return out;
  }

  TermResult date(const Term& term) const override {
    std::string why;
    const std::optional<DateSpan> span = date_span(term, options_.today, why);
    if (!span) return untranslatable(why);
    switch (term.field) {
      case Field::lr:
        return posted(*span, "LastUpdatePostDate",
                      "the day the registration was last changed, not the article");
      case Field::dcom:
      case Field::mhda:
        return untranslatable("registrations have no day of indexing");
      default:
        return posted(*span, "StudyFirstPostDate",
                      "the day the trial was first posted, not the article published");
    }
  }

  TermResult filter_term(const std::string& key) const override {
    if (key == "humans") return untranslatable("trials are in humans");
    if (key == "hasabstract") return untranslatable("registrations have no abstract");
    if (key == "excludepreprints") return untranslatable("registrations are no preprints");
    if (model::find_language(key) != nullptr)
      return untranslatable("all registrations are in English");
    if (const auto span = years_filter(key, options_.today)) {
      return posted(*span, "StudyFirstPostDate",
                    "the day the trial was first posted, not the article published");
    }
    if (key.starts_with("y_")) return untranslatable("it needs to be told today's date");
    const std::string type = type_of_filter(key);
    if (!type.empty()) return trial_type(type);
    return untranslatable("ClinicalTrials.gov has no such filter");
  }

  const Options& options_;
};

std::string essie_leaf(const Expr& l) {
  return l.field.empty() ? l.text : "AREA[" + l.field + "]" + l.text;
}
std::string bare_leaf(const Expr& l) {
  return l.text;
}

// The area all leaves of a part share, "" when they do not.
std::string common_area(const Expr& part) {
  std::string area;
  bool one = true;
  bool first = true;
  for_each_leaf(part, [&](const Expr& l) {
    if (first) area = l.field;
    first = false;
    one = one && l.field == area;
  });
  return one ? area : "";
}

std::string parameter_of(const Expr& part) {
  if (part.kind == ExprKind::none_of) return "query.term";
  const std::string area = common_area(part);
  if (area == kConditionArea) return "query.cond";
  if (area == kInterventionArea) return "query.intr";
  if (area == kTitleArea) return "query.titles";
  return part.limit ? "filter.advanced" : "query.term";
}

std::vector<Parameter> trial_parameters(const Expr& expr) {
  std::vector<Parameter> out;
  for (const char* name :
       {"query.cond", "query.intr", "query.titles", "query.term", "filter.advanced"}) {
    std::vector<Expr> parts;
    for (const Expr& part : parts_of(expr)) {
      if (parameter_of(part) == name) parts.push_back(part);
    }
    if (parts.empty()) continue;
    std::stable_partition(parts.begin(), parts.end(), is_positive);
    const bool bare =
        std::string_view(name) != "query.term" && std::string_view(name) != "filter.advanced";
    out.push_back({name, print(all_of(std::move(parts)), bare ? bare_leaf : essie_leaf)});
  }
  return out;
}

}  // namespace

Translation to_clinicaltrials(const pubmed_query::Node& query, const Options& options) {
  Walked walked = walk(query, ClinicalTrialsTarget(options));
  Translation out;
  out.untranslated = std::move(walked.untranslated);
  out.approximated = std::move(walked.approximated);
  out.searchable = walked.expr.has_value();
  if (out.searchable) {
    out.parameters = trial_parameters(*walked.expr);
  } else {
    out.reason = "nothing of the query can be searched in ClinicalTrials.gov";
  }
  return out;
}

}  // namespace ev::translate
