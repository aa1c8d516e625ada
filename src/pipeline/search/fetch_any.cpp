#include "pipeline/search/fetch_any.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/identity/merge.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/model/identifiers.hpp"
#include "pipeline/search/any_id.hpp"
#include "pipeline/search/outcome.hpp"
#include "pipeline/search/search.hpp"
#include "pipeline/search/time_share.hpp"
#include "pipeline/sources/clinicaltrials.hpp"
#include "pipeline/sources/crossref.hpp"
#include "pipeline/sources/europepmc.hpp"
#include "pipeline/sources/idconv.hpp"
#include "pipeline/sources/openalex.hpp"
#include "pipeline/sources/pubmed.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

namespace ev::search {

namespace {

using identity::Identifier;
using identity::IdKind;

// One identifier on its way to a record.
struct Slot {
  Identifier id;
  std::string pmid;  // known, or found on the way
  std::optional<model::Article> found;
  std::optional<model::Article> pubmed;
  std::set<std::string> answered;             // sources that know no such record
  std::map<std::string, std::string> failed;  // source and why
  bool open() const { return !found && !pubmed && pmid.empty(); }
};

bool names(const Identifier& id, const model::Article& a) {
  const std::vector<Identifier> ids = identity::ids_of(a);
  if (std::find(ids.begin(), ids.end(), id) != ids.end()) return true;
  return id.kind == IdKind::nct && a.trial &&
         std::find(a.nct_ids.begin(), a.nct_ids.end(), id.value) != a.nct_ids.end();
}

// The source that gave the name, whose "no" is enough; "" where several share the naming.
std::string_view authority(IdKind kind) {
  switch (kind) {
    case IdKind::pmid:
      return "pubmed";
    case IdKind::pmcid:
      return "idconv";
    case IdKind::nct:
      return "clinicaltrials";
    case IdKind::openalex:
      return "openalex";
    case IdKind::europepmc:
      return "europepmc";
    default:
      return "";
  }
}

std::string list_of_sources(const std::set<std::string>& sources) {
  std::vector<std::string> names(sources.begin(), sources.end());
  return text::join(names, ", ");
}

class AnyFetcher {
 public:
  AnyFetcher(const Ports& ports, const Context& ctx) : ports_(ports), ctx_(ctx) {}

  Result<AnyFetch> run(const std::vector<std::string>& asked) {
    std::vector<AnyId> ids;
    std::map<Identifier, std::size_t> place;
    for (const std::string& text : asked) {
      ids.push_back(read_any_id(text));
      const AnyId& id = ids.back();
      if (!id.problem.empty() || !place.try_emplace(id.id, slots_.size()).second) continue;
      slots_.push_back({.id = id.id, .pmid = id.id.kind == IdKind::pmid ? id.id.value : ""});
    }
    EV_CHECK(from_store());
    EV_CHECK(resolve());
    EV_CHECK(from_pubmed());
    collect(ids, place);
    return std::move(out_);
  }

 private:
  // ---------------------------------------------------------------- asking

  std::vector<std::size_t> open_slots(std::initializer_list<IdKind> kinds) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const bool wanted = std::find(kinds.begin(), kinds.end(), slots_[i].id.kind) != kinds.end();
      if (wanted && slots_[i].open()) out.push_back(i);
    }
    return out;
  }

  bool usable(const std::string& source, const std::vector<std::size_t>& slots) {
    if (slots.empty()) return false;
    if (is_enabled(ports_.config, source)) return true;
    off_.insert(source);
    return false;
  }

  Result<void> fail(const std::string& source, const std::vector<std::size_t>& slots,
                    const Error& error) {
    if (error.code == Errc::cancelled) return error;
    for (const std::size_t i : slots) slots_[i].failed[source] = error.message;
    const bool known = std::any_of(out_.errors.begin(), out_.errors.end(), [&](const Error& e) {
      return e.source == source && e.code == error.code;
    });
    if (known) return {};
    Error named = error;
    named.source = source;
    out_.errors.push_back(std::move(named));
    return {};
  }

  std::vector<Result<net::HttpResponse>> send(std::vector<net::RequestPlan>& plans) {
    for (net::RequestPlan& plan : plans) {
      plan.cache_only = ports_.offline;
      if (plan.ttl == net::Ttl{0}) plan.ttl = sources::kRecordFreshness;
    }
    return ports_.http.send_all(plans, leaving_time(ports_, ctx_));
  }

  void take(std::size_t i, const model::Article& article) {
    slots_[i].found = article;
    if (slots_[i].pmid.empty()) slots_[i].pmid = article.pmid;
  }

  // Records of a literature source by the names it knows.
  Result<void> ask(const sources::Source& source, const std::vector<std::size_t>& slots,
                   const std::function<std::string(const Slot&)>& name_of) {
    const std::string& id = source.info().id;
    if (!usable(id, slots)) return {};
    std::vector<std::string> names_asked;
    for (const std::size_t i : slots) names_asked.push_back(name_of(slots_[i]));
    std::vector<net::RequestPlan> plans = source.fetch(names_asked);
    const auto replies = send(plans);
    std::size_t from = 0;
    for (std::size_t k = 0; k < replies.size(); ++k) {
      const auto batch = source.batch_of(names_asked, k);
      const std::vector<std::size_t> here(
          slots.begin() + static_cast<std::ptrdiff_t>(from),
          slots.begin() + static_cast<std::ptrdiff_t>(from + batch.size()));
      from += batch.size();
      auto step = replies[k] ? source.parse_records(batch, *replies[k])
                             : Result<sources::SourceStep>(replies[k].error());
      if (!step) {
        EV_CHECK(fail(id, here, step.error()));
        continue;
      }
      for (std::string& w : step->warnings) out_.warnings.push_back(std::move(w));
      std::vector<std::size_t> absent;
      for (const std::size_t i : here) {
        const model::Article* const found = of_slot(i, step->articles, name_of(slots_[i]));
        if (found == nullptr) {
          absent.push_back(i);
        } else {
          take(i, *found);
        }
      }
      const bool sent_others =
          std::any_of(step->articles.begin(), step->articles.end(), [&](const model::Article& a) {
            return std::none_of(here.begin(), here.end(),
                                [&](std::size_t i) { return is_named(a, i, name_of(slots_[i])); });
          });
      EV_CHECK(note_absent(id, absent, sent_others));
    }
    // What the source has no request for is no name of its records.
    for (; from < slots.size(); ++from) slots_[slots[from]].answered.insert(id);
    return {};
  }

  const model::Article* of_slot(std::size_t i, const std::vector<model::Article>& articles,
                                const std::string& name) const {
    const auto it = std::find_if(articles.begin(), articles.end(),
                                 [&](const model::Article& a) { return is_named(a, i, name); });
    return it == articles.end() ? nullptr : &*it;
  }

  bool is_named(const model::Article& a, std::size_t i, const std::string& name) const {
    const AnyId by_name = read_any_id(name);
    return names(slots_[i].id, a) || (by_name.problem.empty() && names(by_name.id, a));
  }

  // A source that sends records nobody asked for has not said that it knows none.
  Result<void> note_absent(const std::string& source, const std::vector<std::size_t>& absent,
                           bool sent_others) {
    if (!sent_others) {
      for (const std::size_t i : absent) slots_[i].answered.insert(source);
      return {};
    }
    if (absent.empty()) return {};
    return fail(source, absent,
                Error{.code = Errc::upstream_changed,
                      .message = source + " sent other records than those asked for",
                      .source = source,
                      .recovery = "call again"});
  }

  static std::string own_name(const Slot& slot) { return source_id(slot.id); }

  // ---------------------------------------------------------------- steps

  // Imported and inline records have no other home.
  Result<void> from_store() {
    std::vector<std::string> ids;
    for (const std::size_t i : open_slots({IdKind::record})) ids.push_back(slots_[i].id.value);
    if (ids.empty()) return {};
    EV_TRY(const auto rows, ports_.articles.latest(ids, std::chrono::hours(24 * 365 * 100)));
    for (const std::size_t i : open_slots({IdKind::record})) {
      slots_[i].answered.insert("the local store");
      for (const store::StoredArticle& row : rows) {
        if (row.item_id != slots_[i].id.value) continue;
        EV_TRY(const Json json, parse_json(row.json, "a stored record"));
        take(i, model::article_from_json(json));
      }
    }
    return {};
  }

  Result<void> resolve() {
    const sources::EuropePmc europepmc(ports_.config);
    const sources::OpenAlex openalex(ports_.config);
    const sources::ClinicalTrials trials(ports_.config);
    EV_CHECK(ask(europepmc, open_slots({IdKind::pmcid, IdKind::doi, IdKind::europepmc}), own_name));
    EV_CHECK(ask(trials, open_slots({IdKind::nct}), own_name));
    EV_CHECK(convert());
    EV_CHECK(search_dois());
    std::vector<std::size_t> works;
    for (const IdKind kind : {IdKind::pmcid, IdKind::doi, IdKind::openalex}) {
      for (const std::size_t i : open_slots({kind})) works.push_back(i);
    }
    EV_CHECK(ask(openalex, works, own_name));
    return ask_crossref();
  }

  Result<void> convert() {
    const std::vector<std::size_t> slots = open_slots({IdKind::pmcid, IdKind::doi});
    if (!usable("idconv", slots)) return {};
    std::vector<std::string> ids;
    for (const std::size_t i : slots) ids.push_back(source_id(slots_[i].id));
    sources::IdConversionPlan conversion = sources::plan_id_conversion(ports_.config, ids);
    bool all_answered = true;
    std::vector<sources::ConvertedId> rows;
    for (const auto& reply : send(conversion.requests)) {
      auto read = reply ? sources::parse_id_conversion(reply->body)
                        : Result<std::vector<sources::ConvertedId>>(reply.error());
      if (!read) {
        all_answered = false;
        EV_CHECK(fail("idconv", slots, read.error()));
        continue;
      }
      rows.insert(rows.end(), read->begin(), read->end());
    }
    for (const std::size_t i : slots) {
      Slot& slot = slots_[i];
      for (const sources::ConvertedId& row : rows) {
        const bool same = slot.id.kind == IdKind::pmcid ? row.pmcid == slot.id.value
                                                        : model::doi_key(row.doi) == slot.id.value;
        if (same && !row.pmid.empty()) slot.pmid = row.pmid;
      }
      if (slot.pmid.empty() && all_answered) slot.answered.insert("idconv");
    }
    return {};
  }

  // PubMed looks an unknown DOI up word by word, so what comes back is held against it.
  Result<void> search_dois() {
    constexpr std::size_t kDoisAtOnce = 20;
    const std::vector<std::size_t> slots = open_slots({IdKind::doi});
    if (!usable("pubmed", slots)) return {};
    for (std::size_t from = 0; from < slots.size(); from += kDoisAtOnce) {
      const std::size_t end = std::min(slots.size(), from + kDoisAtOnce);
      const std::vector<std::size_t> here(slots.begin() + static_cast<std::ptrdiff_t>(from),
                                          slots.begin() + static_cast<std::ptrdiff_t>(end));
      std::vector<std::string> terms;
      for (const std::size_t i : here) terms.push_back("\"" + slots_[i].id.value + "\"[aid]");
      auto found = search_pubmed(ports_, {.query = text::join(terms, " OR "), .max = 60},
                                 leaving_time(ports_, ctx_));
      if (!found || !found->errors.empty()) {
        const Error error = found ? found->errors.front() : found.error();
        EV_CHECK(fail("pubmed", here, error));
        if (!found) continue;
      }
      for (const std::size_t i : here) {
        for (const model::Article& a : found->articles) {
          if (names(slots_[i].id, a)) slots_[i].pmid = a.pmid;
        }
        if (slots_[i].open() && found->errors.empty()) slots_[i].answered.insert("pubmed");
      }
    }
    return {};
  }

  Result<void> ask_crossref() {
    const std::vector<std::size_t> slots = open_slots({IdKind::doi});
    if (!usable("crossref", slots)) return {};
    for (const std::size_t i : slots) {
      const std::string doi = slots_[i].id.value;
      std::vector<net::RequestPlan> plans =
          sources::plan_crossref(ports_.config, std::span<const std::string>(&doi, 1));
      if (plans.empty()) continue;
      const auto reply = std::move(send(plans).front());
      if (!reply && reply.error().code == Errc::not_found) {
        slots_[i].answered.insert("crossref");
        continue;
      }
      auto works = reply ? sources::parse_crossref(reply->body)
                         : Result<std::vector<sources::CrossrefWork>>(reply.error());
      if (!works) {
        EV_CHECK(fail("crossref", {i}, works.error()));
        // Down for one is down for all of this call.
        if (works.error().code != Errc::upstream_changed) {
          return fail("crossref", open_slots({IdKind::doi}), works.error());
        }
        continue;
      }
      slots_[i].answered.insert("crossref");
      for (sources::CrossrefWork& work : *works) {
        // Its DOI is its name here.
        if (work.record.id.empty()) work.record.id = "DOI:" + work.record.doi;
        if (names(slots_[i].id, work.record)) take(i, work.record);
      }
    }
    return {};
  }

  Result<void> from_pubmed() {
    std::vector<std::string> pmids;
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].pmid.empty()) continue;
      wanted.push_back(i);
      pmids.push_back(slots_[i].pmid);
    }
    if (wanted.empty()) return {};
    auto fetched = fetch_pubmed(pmids);
    if (!fetched) {
      EV_CHECK(fail("pubmed", wanted, fetched.error()));
    } else {
      EV_CHECK(take_pubmed(wanted, std::move(*fetched)));
    }
    std::vector<std::size_t> without;
    for (const std::size_t i : wanted) {
      const Slot& slot = slots_[i];
      if (!slot.pubmed && !slot.found && slot.answered.count("pubmed") == 0) without.push_back(i);
    }
    const auto by_pmid = [](const Slot& slot) { return "PMID:" + slot.pmid; };
    const std::size_t known = out_.warnings.size();
    EV_CHECK(ask(sources::EuropePmc(ports_.config), without, by_pmid));
    const bool helped = std::any_of(without.begin(), without.end(),
                                    [this](std::size_t i) { return slots_[i].found.has_value(); });
    if (helped && out_.warnings.size() == known) {
      out_.warnings.push_back("PubMed could not be asked: papers are given as Europe PMC has them");
    }
    return {};
  }

  Result<FetchOutcome> fetch_pubmed(const std::vector<std::string>& pmids) {
    if (!is_enabled(ports_.config, "pubmed")) {
      off_.insert("pubmed");
      // What is stored needs no service.
      return Error{.code = Errc::upstream_unavailable,
                   .message = "pubmed: switched off by the configuration",
                   .source = "pubmed"};
    }
    return fetch_records(ports_, pmids, leaving_time(ports_, ctx_));
  }

  Result<void> take_pubmed(const std::vector<std::size_t>& wanted, FetchOutcome fetched) {
    std::map<std::string, const model::Article*> by_pmid;
    for (const model::Article& a : fetched.articles) by_pmid[a.pmid] = &a;
    const std::set<std::string> missing(fetched.missing.begin(), fetched.missing.end());
    std::vector<std::size_t> failed;
    for (const std::size_t i : wanted) {
      Slot& slot = slots_[i];
      if (const auto it = by_pmid.find(slot.pmid); it != by_pmid.end()) {
        slot.pubmed = *it->second;
      } else if (missing.count(slot.pmid) != 0) {
        slot.answered.insert("pubmed");
      } else {
        failed.push_back(i);
      }
    }
    for (const Error& error : fetched.errors) EV_CHECK(fail("pubmed", failed, error));
    return {};
  }

  // ---------------------------------------------------------------- answers

  static model::Article record_of(Slot& slot) {
    if (!slot.pubmed) return std::move(*slot.found);
    if (!slot.found) return std::move(*slot.pubmed);
    const std::array<const model::Article*, 2> members = {&*slot.pubmed, &*slot.found};
    return identity::merge_records(members);
  }

  void judge(const Slot& slot, IdAnswer& answer) const {
    const std::string_view giver = authority(slot.id.kind);
    const bool decided = !giver.empty() && slot.answered.count(std::string(giver)) != 0;
    if (!slot.failed.empty() && !decided) {
      answer.outcome = IdOutcome::not_checked;
      std::vector<std::string> parts;
      for (const auto& [source, why] : slot.failed) parts.push_back(why);
      answer.reason = "it could not be checked (" + text::join(parts, "; ") + ")";
      return;
    }
    if (slot.answered.empty()) {
      answer.outcome = IdOutcome::not_checked;
      answer.reason = "every source that knows such ids is switched off" +
                      (off_.empty() ? std::string() : " (" + list_of_sources(off_) + ")");
      return;
    }
    answer.outcome = IdOutcome::not_found;
    answer.reason = "there is no such record at " + list_of_sources(slot.answered);
  }

  void collect(const std::vector<AnyId>& ids, const std::map<Identifier, std::size_t>& place) {
    std::map<std::string, std::size_t> by_name;  // two ids of one record
    std::map<std::size_t, std::size_t> record_of_slot;
    for (const AnyId& id : ids) {
      IdAnswer answer{.asked = id.asked};
      if (!id.problem.empty()) {
        answer.outcome = IdOutcome::no_id;
        answer.reason = id.problem;
        out_.answers.push_back(std::move(answer));
        continue;
      }
      if (id.several) {
        out_.warnings.push_back("\"" + text::ellipsize(id.asked, 80) +
                                "\" names several records; only " + source_id(id.id) +
                                " was looked up");
      }
      const std::size_t at = place.at(id.id);
      Slot& slot = slots_[at];
      if (const auto known = record_of_slot.find(at); known != record_of_slot.end()) {
        answer.outcome = IdOutcome::found;
        answer.record = known->second;
      } else if (slot.found || slot.pubmed) {
        model::Article record = record_of(slot);
        const auto [it, fresh] = by_name.try_emplace(model::item_id(record), out_.articles.size());
        if (fresh) out_.articles.push_back(std::move(record));
        answer.outcome = IdOutcome::found;
        answer.record = record_of_slot[at] = it->second;
      } else {
        judge(slot, answer);
      }
      out_.answers.push_back(std::move(answer));
    }
  }

  const Ports& ports_;
  const Context& ctx_;
  std::vector<Slot> slots_;
  std::set<std::string> off_;
  AnyFetch out_;
};

}  // namespace

Result<AnyFetch> fetch_any(const Ports& ports, const std::vector<std::string>& ids,
                           const Context& ctx) {
  return AnyFetcher(ports, ctx).run(ids);
}

}  // namespace ev::search
