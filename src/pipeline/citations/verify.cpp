#include "pipeline/citations/verify.hpp"

#include "base/text.hpp"
#include "pipeline/citations/look_up.hpp"
#include "pipeline/citations/retraction_lookup.hpp"
#include "pipeline/search/any_id.hpp"
#include "pipeline/search/fetch_any.hpp"

#include <algorithm>
#include <map>

namespace ev::citations {

namespace {

using identity::IdKind;
using search::IdAnswer;
using search::IdOutcome;

// One reference on its way.
struct Case {
  const Reference* reference = nullptr;
  std::vector<IdAnswer> ids;                 // of its identifiers, in order
  std::optional<model::Article> by_id;       // of the most trusted one that was found
  std::optional<model::Article> other_kind;  // its number read as PMCID instead of PMID, or reverse
  LookUp look_up;
  bool looked_up = false;

  bool has_ids() const { return !ids.empty(); }
  bool unchecked() const {
    return std::any_of(ids.begin(), ids.end(),
                       [](const IdAnswer& a) { return a.outcome == IdOutcome::not_checked; });
  }
};

// A PMID taken for a PMCID, or the other way round.
std::string other_reading(const identity::Identifier& id) {
  if (id.kind == IdKind::pmid) return "PMCID:PMC" + id.value;
  return id.kind == IdKind::pmcid ? "PMID:" + id.value.substr(3) : "";
}

std::string named(const model::Article& a) {
  return a.pmid.empty() ? model::item_id(a) : "PMID " + a.pmid;
}

class Verifier {
 public:
  Verifier(const search::Ports& ports, const std::vector<Reference>& references, const Context& ctx)
      : ports_(ports), ctx_(ctx) {
    for (const Reference& r : references) {
      cases_.emplace_back();
      cases_.back().reference = &r;
    }
  }

  Result<Verification> run() {
    EV_CHECK(by_ids());
    EV_CHECK(by_other_reading());
    EV_CHECK(by_words());
    for (Case& one : cases_) out_.references.push_back(judge(one));
    EV_CHECK(confirm_retractions());
    for (std::size_t i = 0; i < cases_.size(); ++i) settle_retraction(out_.references[i]);
    return std::move(out_);
  }

 private:
  void adopt(std::vector<Error> errors, std::vector<std::string> warnings) {
    for (Error& error : errors) {
      const bool known = std::any_of(out_.errors.begin(), out_.errors.end(), [&](const Error& e) {
        return e.source == error.source && e.code == error.code;
      });
      if (!known) out_.errors.push_back(std::move(error));
    }
    for (std::string& warning : warnings) {
      const auto& all = out_.warnings;
      if (std::find(all.begin(), all.end(), warning) == all.end()) {
        out_.warnings.push_back(std::move(warning));
      }
    }
  }

  Result<void> by_ids() {
    std::vector<std::string> ids;
    for (const Case& one : cases_) {
      for (const auto& id : one.reference->ids) ids.push_back(search::source_id(id));
    }
    if (ids.empty()) return {};
    EV_TRY(search::AnyFetch fetched, search::fetch_any(ports_, ids, ctx_));
    std::size_t at = 0;
    for (Case& one : cases_) {
      for (std::size_t k = 0; k < one.reference->ids.size(); ++k) {
        const IdAnswer& answer = fetched.answers[at++];
        one.ids.push_back(answer);
        if (answer.outcome == IdOutcome::found && !one.by_id) {
          one.by_id = fetched.articles[answer.record];
        }
      }
    }
    adopt(std::move(fetched.errors), std::move(fetched.warnings));
    return {};
  }

  // Only where words can tell which reading is right.
  static bool in_doubt(const Case& one) {
    if (!one.has_ids() || one.unchecked()) return false;
    if (!one.by_id) return true;
    return !compare(*one.reference, *one.by_id).differ.empty();
  }

  Result<void> by_other_reading() {
    std::vector<std::string> ids;
    std::vector<Case*> of;
    for (Case& one : cases_) {
      if (!in_doubt(one) || one.reference->title.empty()) continue;
      const std::string other = other_reading(one.reference->ids.front());
      if (other.empty()) continue;
      ids.push_back(other);
      of.push_back(&one);
    }
    if (ids.empty()) return {};
    EV_TRY(search::AnyFetch fetched, search::fetch_any(ports_, ids, ctx_));
    for (std::size_t i = 0; i < of.size(); ++i) {
      const IdAnswer& answer = fetched.answers[i];
      if (answer.outcome != IdOutcome::found) continue;
      const model::Article& record = fetched.articles[answer.record];
      if (compare(*of[i]->reference, record).title_agrees) of[i]->other_kind = record;
    }
    return {};  // an extra: what fails here changes no verdict
  }

  Result<void> by_words() {
    std::vector<LookUp> all;
    std::vector<Case*> of;
    for (Case& one : cases_) {
      const bool needed =
          !one.has_ids() || (in_doubt(one) && !one.other_kind) || (!one.by_id && one.unchecked());
      if (!needed || !can_be_looked_up(*one.reference)) continue;
      all.push_back({.reference = one.reference, .everywhere = !one.by_id});
      of.push_back(&one);
    }
    if (all.empty()) return {};
    ctx_.report("looking references up", 0, static_cast<double>(all.size()));
    std::vector<Error> errors;
    EV_CHECK(look_up(ports_, all, errors, ctx_));
    for (std::size_t i = 0; i < of.size(); ++i) {
      of[i]->look_up = std::move(all[i]);
      of[i]->looked_up = true;
    }
    adopt(std::move(errors), {});
    return {};
  }

  // ---------------------------------------------------------------- verdicts

  static Verified verdict(CitationStatus status, std::string reason) {
    return {.status = status, .reason = std::move(reason)};
  }

  static Verified judge(Case& one) {
    if (one.by_id) return judge_found_by_id(one);
    return one.has_ids() ? judge_missing_id(one) : judge_by_words(one);
  }

  static std::string differing(const Comparison& c) {
    std::vector<std::string> fields;
    for (const Difference& d : c.differ) {
      std::string name = d.field;
      std::replace(name.begin(), name.end(), '_', ' ');
      fields.push_back(name);
    }
    return text::join(fields, ", ") + (fields.size() == 1 ? " differs" : " differ");
  }

  static Verified judge_found_by_id(Case& one) {
    Verified out;
    out.comparison = compare(*one.reference, *one.by_id);
    std::vector<std::string> reasons;
    for (std::size_t k = 0; k < one.ids.size(); ++k) {
      if (one.ids[k].outcome == IdOutcome::found) continue;
      reasons.push_back(one.ids[k].asked + ": " + one.ids[k].reason);
      const bool told =
          std::any_of(out.comparison.differ.begin(), out.comparison.differ.end(),
                      [&](const Difference& d) { return d.given == one.reference->ids[k].value; });
      if (one.ids[k].outcome == IdOutcome::not_found && !told) {
        out.comparison.differ.push_back({"identifier", one.ids[k].asked, named(*one.by_id)});
      }
    }
    out.record = std::move(one.by_id);
    const Comparison& c = out.comparison;
    if (c.differ.empty()) {
      out.status = CitationStatus::verified;
      // An identifier agrees with itself.
      const bool only_ids = std::all_of(c.agree.begin(), c.agree.end(), [](const std::string& f) {
        return f == "pmid" || f == "pmcid" || f == "doi" || f == "nct";
      });
      if (only_ids && c.notes.empty()) {
        reasons.emplace_back("the record exists; nothing else was given to compare it with");
      }
    } else {
      out.status = CitationStatus::mismatch;
      reasons.insert(reasons.begin(), differing(c));
      suggest(one, out);
      if (one.other_kind) reasons.push_back(swapped(one));
    }
    out.reason = text::join(reasons, "; ");
    return out;
  }

  static std::string swapped(const Case& one) {
    const bool pmid = one.reference->ids.front().kind == IdKind::pmid;
    return pmid ? "the number is the PMCID of the work that is meant, not its PMID"
                : "the number is the PMID of the work that is meant, not its PMCID";
  }

  static void suggest(Case& one, Verified& out) {
    if (one.other_kind) {
      out.suggestion = one.other_kind;
    } else if (one.look_up.record && (!out.record || model::item_id(*one.look_up.record) !=
                                                         model::item_id(*out.record))) {
      out.suggestion = one.look_up.record;
    }
  }

  static std::string answers_of(const Case& one) {
    std::vector<std::string> parts;
    for (const IdAnswer& id : one.ids) {
      if (id.outcome != IdOutcome::found) parts.push_back(id.asked + ": " + id.reason);
    }
    return text::join(parts, "; ");
  }

  // None of its identifiers led to a record.
  static Verified judge_missing_id(Case& one) {
    const std::string answers = answers_of(one);
    std::optional<model::Article> meant =
        one.other_kind ? one.other_kind : std::move(one.look_up.record);
    if (meant) {
      Verified out;
      out.comparison = compare(*one.reference, *meant);
      const bool confirmed =
          std::any_of(one.reference->ids.begin(), one.reference->ids.end(), [&](const auto& id) {
            const auto known = identity::ids_of(*meant);
            return std::find(known.begin(), known.end(), id) != known.end();
          });
      if (confirmed && out.comparison.differ.empty()) {
        out.status = CitationStatus::verified;
        out.reason = "found by its words; its identifier agrees";
        out.record = std::move(meant);
        return out;
      }
      if (one.unchecked()) {
        out = verdict(CitationStatus::unverifiable, answers + "; its words fit the suggestion");
        out.suggestion = std::move(meant);
        return out;
      }
      out.status = CitationStatus::mismatch;
      const std::string found = named(*meant);
      const auto& differ = out.comparison.differ;
      for (std::size_t k = 0; k < one.ids.size(); ++k) {
        const std::string& value = one.reference->ids[k].value;
        const bool told = std::any_of(differ.begin(), differ.end(),
                                      [&](const Difference& d) { return d.given == value; });
        if (!told) out.comparison.differ.push_back({"identifier", one.ids[k].asked, found});
      }
      out.reason = answers + (one.other_kind ? "; " + swapped(one) : "; the words name " + found);
      out.record = std::move(meant);
      return out;
    }
    if (one.unchecked()) return verdict(CitationStatus::unverifiable, answers);
    Verified out = verdict(CitationStatus::not_found, answers);
    if (one.looked_up && one.look_up.failed.empty())
      out.reason += "; its words find nothing either";
    return out;
  }

  static Verified judge_by_words(Case& one) {
    if (!one.looked_up) {
      return verdict(CitationStatus::unverifiable,
                     "it has no identifier, no title to look up and no journal with volume and "
                     "page");
    }
    LookUp& found = one.look_up;
    if (found.record) {
      Verified out;
      out.comparison = compare(*one.reference, *found.record);
      out.status =
          out.comparison.differ.empty() ? CitationStatus::verified : CitationStatus::mismatch;
      if (!out.comparison.differ.empty()) out.reason = differing(out.comparison);
      out.record = std::move(found.record);
      return out;
    }
    std::vector<std::string> failed;
    for (const auto& [service, why] : found.failed) failed.push_back(why);
    Verified out;
    if (!failed.empty() || found.asked.empty()) {
      out = verdict(CitationStatus::unverifiable,
                    failed.empty()
                        ? "every service that could look it up is switched off"
                        : "it could not be checked everywhere (" + text::join(failed, "; ") + ")");
    } else {
      out = verdict(CitationStatus::not_found,
                    "no record with these words at " + text::join(found.asked, ", "));
    }
    if (found.nearest) {
      out.suggestion = std::move(found.nearest);
      out.reason += "; the suggestion has the nearest title and is another work";
    }
    return out;
  }

  // ---------------------------------------------------------------- retraction

  Result<void> confirm_retractions() {
    std::vector<model::Article*> records;
    for (Verified& one : out_.references) {
      if (one.record) records.push_back(&*one.record);
    }
    return add_retraction_status(ports_, records, out_.warnings, ctx_);
  }

  static void settle_retraction(Verified& one) {
    if (!one.record) return;
    const model::Retraction& r = one.record->retraction;
    const bool is_it = one.status == CitationStatus::verified || one.comparison.title_agrees;
    if (r.status == model::RetractionStatus::none || !is_it) return;
    std::string said;
    if (r.status == model::RetractionStatus::retracted) {
      one.status = CitationStatus::retracted;
      said = "the work was retracted";
    } else if (r.status == model::RetractionStatus::notice) {
      said = "this is a notice about another work, not the work";
    } else {
      said = r.status == model::RetractionStatus::corrected
                 ? "a correction was published"
                 : "an expression of concern was published";
    }
    if (!r.notice_pmid.empty() && r.status != model::RetractionStatus::notice)
      said += " (PMID " + r.notice_pmid + ")";
    one.reason = one.reason.empty() ? said : said + "; " + one.reason;
  }

  const search::Ports& ports_;
  const Context& ctx_;
  std::vector<Case> cases_;
  Verification out_;
};

}  // namespace

const char* to_string(CitationStatus status) {
  switch (status) {
    case CitationStatus::verified:
      return "verified";
    case CitationStatus::mismatch:
      return "mismatch";
    case CitationStatus::not_found:
      return "not_found";
    case CitationStatus::retracted:
      return "retracted";
    case CitationStatus::unverifiable:
      break;
  }
  return "unverifiable";
}

Result<Verification> verify(const search::Ports& ports, const std::vector<Reference>& references,
                            const Context& ctx) {
  return Verifier(ports, references, ctx).run();
}

}  // namespace ev::citations
