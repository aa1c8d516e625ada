#include "pipeline/search/surroundings.hpp"

#include "base/text.hpp"
#include "pipeline/search/outcome.hpp"
#include "pipeline/search/search.hpp"
#include "pipeline/search/time_share.hpp"
#include "pipeline/sources/elink.hpp"
#include "pipeline/sources/europepmc_lists.hpp"
#include "pipeline/sources/eutils.hpp"
#include "pipeline/sources/openalex.hpp"
#include "pipeline/sources/pubmed.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace ev::search {

namespace {

using model::Article;
using sources::CitedWork;
using sources::CitedWorks;
using sources::EuropePmcList;

constexpr int kCitingWorks = 200;  // asked of OpenAlex

// How Europe PMC's lists name the record, "" when they do not know it.
std::string list_name(const Article& a) {
  if (!a.pmid.empty()) return "MED:" + a.pmid;
  if (a.europepmc_id.rfind("PAT:", 0) != 0 && !a.europepmc_id.empty()) return a.europepmc_id;
  return a.pmcid.empty() ? "" : "PMC:" + a.pmcid;
}

std::string full_text_name(const Article& a) {
  if (!a.pmcid.empty()) return a.pmcid;
  return a.europepmc_id.rfind("PPR:", 0) == 0 ? a.europepmc_id : "";
}

CitedWork work_of(const Article& a) {
  CitedWork out{.id = a.pmid.empty() ? a.id : a.pmid,
                .source = a.pmid.empty() ? "" : "MED",
                .pmid = a.pmid,
                .doi = a.doi,
                .title = a.title,
                .journal = a.journal_abbreviation.empty() ? a.journal : a.journal_abbreviation,
                .year = model::year_of(a),
                .retraction = a.retraction.status};
  for (const model::Author& author : a.authors) out.authors.push_back(author.name);
  return out;
}

// The record's own list; a registered study's counts, too.
CitedWorks own_references(const Article& a) {
  CitedWorks out;
  for (const model::Reference& r : a.references) {
    out.works.push_back({.id = r.pmid, .pmid = r.pmid, .doi = r.doi, .citation = r.citation});
  }
  if (a.trial) {
    for (const model::TrialReference& r : a.trial->references) {
      out.works.push_back({.id = r.pmid, .pmid = r.pmid, .citation = r.citation});
    }
  }
  out.total = static_cast<long>(out.works.size());
  return out;
}

class Around {
 public:
  Around(const Ports& ports, std::span<const Article> articles, const Context& ctx)
      : ports_(ports), articles_(articles), ctx_(ctx), out_(articles.size()) {}

  Result<std::vector<Surroundings>> run(const WantedParts& wanted) {
    if (wanted.full_text) EV_CHECK(full_texts());
    if (wanted.references) EV_CHECK(references());
    if (wanted.cited_by) EV_CHECK(cited_by());
    if (wanted.similar) EV_CHECK(similar());
    if (wanted.annotations) EV_CHECK(annotations());
    return std::move(out_);
  }

 private:
  // One request per record of `places`, in order.
  struct Asked {
    std::vector<std::size_t> places;
    std::vector<net::RequestPlan> plans;
    void add(std::size_t place, Result<net::RequestPlan> plan) {
      if (!plan) return;
      places.push_back(place);
      plans.push_back(*std::move(plan));
    }
  };

  std::vector<Result<net::HttpResponse>> send(Asked& asked) {
    for (net::RequestPlan& plan : asked.plans) plan.cache_only = ports_.offline;
    return ports_.http.send_all(asked.plans, leaving_time(ports_, ctx_));
  }

  bool on(const std::string& source) const { return is_enabled(ports_.config, source); }

  // "There is none" is an answer; everything else leaves it unknown.
  template <class Content>
  static Result<void> note(Part<Content>& part, const Error& error, const std::string& none) {
    if (error.code == Errc::cancelled) return error;
    if (error.code == Errc::not_found) {
      part.reason = none;
    } else {
      part.error = error;
      part.reason = "unknown: " + error.message;
    }
    return {};
  }

  template <class Content>
  static void settle(Part<Content>& part, Content content, const char* source) {
    part.content = std::move(content);
    part.source = source;
    part.reason.clear();
    part.error.reset();
  }

  // ---------------------------------------------------------------- full text

  Result<void> full_texts() {
    for (std::size_t i = 0; i < articles_.size(); ++i) {
      const bool known = !full_text_name(articles_[i]).empty();
      out_[i].full_text.reason =
          known ? "no service for full text is switched on"
                : "no open full text is known: the record has no PMCID and is no preprint of "
                  "Europe PMC";
    }
    Asked asked;
    for (std::size_t i = 0; i < articles_.size() && on("europepmc"); ++i) {
      const std::string name = full_text_name(articles_[i]);
      if (!name.empty()) asked.add(i, sources::plan_europepmc_full_text(ports_.config, name));
    }
    EV_CHECK(take_full_texts(asked, "europepmc"));
    Asked rest;
    for (std::size_t i = 0; i < articles_.size() && on("pubmed"); ++i) {
      if (articles_[i].pmcid.empty() || out_[i].full_text.there()) continue;
      rest.add(i, central_plan(articles_[i].pmcid));
    }
    return take_full_texts(rest, "pmc");
  }

  net::RequestPlan central_plan(const std::string& pmcid) const {
    net::RequestPlan plan =
        sources::eutils_plan(ports_.config, "efetch", sources::EutilsReply::xml);
    plan.params = {{"db", "pmc"}, {"id", pmcid.substr(3)}, {"retmode", "xml"}};
    plan.ttl = sources::kRecordFreshness;
    plan.keep = [](const net::HttpResponse& r) {
      const auto set = sources::read_jats(r.body);
      return set && !set->articles.empty();
    };
    return plan;
  }

  Result<void> take_full_texts(Asked& asked, const char* source) {
    const auto replies = send(asked);
    for (std::size_t k = 0; k < replies.size(); ++k) {
      Part<sources::FullText>& part = out_[asked.places[k]].full_text;
      auto set = replies[k] ? sources::read_jats(replies[k]->body)
                            : Result<sources::FullTextSet>(replies[k].error());
      if (!set) {
        // What one service could not be asked, the other may still tell.
        EV_CHECK(note(part, set.error(), "the full text is not open"));
        continue;
      }
      if (set->articles.empty()) {
        part.reason = "the full text is not open";
        part.error.reset();
        continue;
      }
      if (!set->articles.front().has_body) {
        part.reason = "the publisher gives the front matter only, not the full text";
        part.error.reset();
        continue;
      }
      settle(part, std::move(set->articles.front()), source);
    }
    return {};
  }

  // ---------------------------------------------------------------- lists

  Result<void> europepmc_lists(EuropePmcList list, Part<CitedWorks> Surroundings::*member) {
    Asked asked;
    for (std::size_t i = 0; i < articles_.size() && on("europepmc"); ++i) {
      const std::string name = list_name(articles_[i]);
      if (!name.empty()) asked.add(i, sources::plan_europepmc_list(ports_.config, list, name));
    }
    const auto replies = send(asked);
    for (std::size_t k = 0; k < replies.size(); ++k) {
      Part<CitedWorks>& part = out_[asked.places[k]].*member;
      auto works = replies[k] ? sources::parse_europepmc_list(list, replies[k]->body)
                              : Result<CitedWorks>(replies[k].error());
      if (!works) {
        EV_CHECK(note(part, works.error(), "Europe PMC has no list for it"));
      } else {
        settle(part, std::move(*works), "europepmc");
      }
    }
    return {};
  }

  Result<void> references() {
    EV_CHECK(europepmc_lists(EuropePmcList::references, &Surroundings::references));
    for (std::size_t i = 0; i < articles_.size(); ++i) {
      Part<CitedWorks>& part = out_[i].references;
      if (part.there() && !part.content.works.empty()) continue;
      CitedWorks own = own_references(articles_[i]);
      if (!own.works.empty()) settle(part, std::move(own), "record");
      if (!part.there() && part.reason.empty()) part.reason = "no source lists its references";
    }
    return {};
  }

  Result<void> cited_by() {
    EV_CHECK(europepmc_lists(EuropePmcList::citations, &Surroundings::cited_by));
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < articles_.size(); ++i) {
      if (!out_[i].cited_by.there() && !articles_[i].pmid.empty()) rest.push_back(i);
    }
    EV_CHECK(pubmed_links(sources::PubMedLink::cited_by, rest, &Surroundings::cited_by));
    EV_CHECK(openalex_citing());
    for (Surroundings& one : out_) {
      Part<CitedWorks>& part = one.cited_by;
      if (!part.there() && part.reason.empty()) part.reason = "no source counts its citations";
    }
    return {};
  }

  Result<void> openalex_citing() {
    const sources::OpenAlex openalex(ports_.config);
    for (std::size_t i = 0; i < articles_.size() && on("openalex"); ++i) {
      const std::string& id = articles_[i].openalex_id;
      Part<CitedWorks>& part = out_[i].cited_by;
      if (id.empty() || part.there()) continue;
      const sources::Query query{.params = {{"filter", "cites:" + id}}, .max = kCitingWorks};
      Asked asked;
      asked.add(i, openalex.plan(query));
      const auto replies = send(asked);
      if (replies.empty()) continue;
      auto step = replies.front() ? openalex.parse(query, *replies.front())
                                  : Result<sources::SourceStep>(replies.front().error());
      if (!step) {
        EV_CHECK(note(part, step.error(), "OpenAlex has no list for it"));
        continue;
      }
      CitedWorks works;
      for (const Article& a : step->articles) works.works.push_back(work_of(a));
      works.total = step->total.value_or(static_cast<long>(works.works.size()));
      settle(part, std::move(works), "openalex");
    }
    return {};
  }

  Result<void> similar() {
    std::vector<std::size_t> papers;
    for (std::size_t i = 0; i < articles_.size(); ++i) {
      out_[i].similar.reason = "PubMed knows similar articles of its own records only";
      if (!articles_[i].pmid.empty()) papers.push_back(i);
    }
    return pubmed_links(sources::PubMedLink::similar, papers, &Surroundings::similar);
  }

  // PMIDs first, then titles of the nearest.
  Result<void> pubmed_links(sources::PubMedLink link, const std::vector<std::size_t>& places,
                            Part<CitedWorks> Surroundings::*member) {
    if (places.empty()) return {};
    if (!on("pubmed")) {
      for (const std::size_t i : places) {
        (out_[i].*member).reason = "unknown: PubMed is switched off by the configuration";
      }
      return {};
    }
    std::vector<std::string> pmids;
    for (const std::size_t i : places) pmids.push_back(articles_[i].pmid);
    std::vector<net::RequestPlan> plans = sources::plan_pubmed_links(ports_.config, link, pmids);
    for (net::RequestPlan& plan : plans) plan.cache_only = ports_.offline;
    std::map<std::string, std::vector<std::string>> lists;
    std::optional<Error> failed;
    for (const auto& reply : ports_.http.send_all(plans, leaving_time(ports_, ctx_))) {
      auto read = reply ? sources::parse_pubmed_links(link, reply->body)
                        : Result<std::map<std::string, std::vector<std::string>>>(reply.error());
      if (read) {
        lists.merge(*read);
      } else {
        failed = read.error();
      }
    }
    if (failed && failed->code == Errc::cancelled) return *failed;
    EV_TRY(const auto titles, titles_of(lists));
    for (const std::size_t i : places) {
      Part<CitedWorks>& part = out_[i].*member;
      const auto list = lists.find(articles_[i].pmid);
      if (list == lists.end()) {
        if (failed) EV_CHECK(note(part, *failed, "PubMed has no such record"));
        continue;
      }
      CitedWorks works;
      works.total = static_cast<long>(list->second.size());
      for (const std::string& pmid : list->second) {
        const auto title = titles.find(pmid);
        works.works.push_back(title != titles.end()
                                  ? title->second
                                  : CitedWork{.id = pmid, .source = "MED", .pmid = pmid});
      }
      settle(part, std::move(works), "pubmed");
    }
    return {};
  }

  // Titles are an extra: without them the PMIDs stand alone.
  Result<std::map<std::string, CitedWork>> titles_of(
      const std::map<std::string, std::vector<std::string>>& lists) {
    std::vector<std::string> pmids;
    for (const auto& [of, list] : lists) {
      const std::size_t n = std::min(list.size(), kTitledWorks);
      pmids.insert(pmids.end(), list.begin(), list.begin() + static_cast<std::ptrdiff_t>(n));
    }
    std::map<std::string, CitedWork> out;
    auto fetched = fetch_records(ports_, pmids, leaving_time(ports_, ctx_));
    if (!fetched) {
      if (fetched.error().code == Errc::cancelled) return fetched.error();
      return out;
    }
    for (const Article& a : fetched->articles) out.emplace(a.pmid, work_of(a));
    return out;
  }

  // ---------------------------------------------------------------- annotations

  Result<void> annotations() {
    std::vector<std::string> pmids;
    for (std::size_t i = 0; i < articles_.size(); ++i) {
      out_[i].annotations.reason = "PubTator annotates PubMed's records only";
      if (!articles_[i].pmid.empty()) pmids.push_back(articles_[i].pmid);
    }
    if (pmids.empty()) return {};
    if (!on("pubtator")) {
      for (Surroundings& one : out_) {
        one.annotations.reason = "unknown: PubTator is switched off by the configuration";
      }
      return {};
    }
    std::vector<net::RequestPlan> plans = sources::plan_annotations(ports_.config, pmids);
    for (net::RequestPlan& plan : plans) plan.cache_only = ports_.offline;
    std::map<std::string, sources::AnnotatedRecord> found;
    std::optional<Error> failed;
    for (const auto& reply : ports_.http.send_all(plans, leaving_time(ports_, ctx_))) {
      auto read = reply ? sources::parse_annotations(reply->body)
                        : Result<std::map<std::string, sources::AnnotatedRecord>>(reply.error());
      if (read) {
        found.merge(*read);
      } else {
        failed = read.error();
      }
    }
    for (std::size_t i = 0; i < articles_.size(); ++i) {
      if (articles_[i].pmid.empty()) continue;
      Part<sources::AnnotatedRecord>& part = out_[i].annotations;
      const auto it = found.find(articles_[i].pmid);
      if (it != found.end()) {
        settle(part, std::move(it->second), "pubtator");
      } else if (failed) {
        EV_CHECK(note(part, *failed, "PubTator has not annotated it"));
      } else {
        // Nothing at all is what a lost reply looks like, too.
        part.reason = found.empty() ? "PubTator said nothing of the records it was asked about"
                                    : "PubTator has not annotated it";
      }
    }
    return {};
  }

  const Ports& ports_;
  std::span<const Article> articles_;
  const Context& ctx_;
  std::vector<Surroundings> out_;
};

}  // namespace

Result<std::vector<Surroundings>> surroundings(const Ports& ports,
                                               std::span<const model::Article> articles,
                                               const WantedParts& wanted, const Context& ctx) {
  return Around(ports, articles, ctx).run(wanted);
}

}  // namespace ev::search
