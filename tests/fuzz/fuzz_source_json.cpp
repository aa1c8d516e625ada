// Any bytes as a reply of one of the sources, the first byte choosing the reader: no crash, texts
// are UTF-8, sections stay inside the abstract, records have a name, and what was read is written
// as JSON that parses. Sources of the catalog are read without a line here; another new reader is
// one line of kReaders, at its end: the bytes of the corpus count on the order.
#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/clinicaltrials.hpp"
#include "pipeline/sources/crossref.hpp"
#include "pipeline/sources/elink.hpp"
#include "pipeline/sources/europepmc.hpp"
#include "pipeline/sources/europepmc_lists.hpp"
#include "pipeline/sources/icite.hpp"
#include "pipeline/sources/idconv.hpp"
#include "pipeline/sources/jats.hpp"
#include "pipeline/sources/markup_text.hpp"
#include "pipeline/sources/mesh_eutils.hpp"
#include "pipeline/sources/openalex.hpp"
#include "pipeline/sources/pubmed.hpp"
#include "pipeline/sources/pubtator.hpp"
#include "pipeline/sources/unpaywall.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <vector>

namespace {

using namespace ev;

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const model::Article& a) {
  require(!item_id(a).empty());
  const std::string json = model::to_json_text(a);
  require(text::valid_utf8(json) && parse_json(json).has_value());
  const auto length = static_cast<int>(text::code_points(a.abstract));
  int last = 0;
  for (const model::Section& s : a.sections) {
    require(last <= s.start && s.start < s.end && s.end <= length);
    last = s.end;
  }
}

net::HttpResponse reply(std::string_view body) {
  net::HttpResponse response;
  response.status = 200;
  response.body = body;
  return response;
}

void read_search(const sources::Source& source, std::string_view body) {
  sources::Query query;
  query.params = {{"query", "q"}};
  query.max = 50;
  const net::HttpResponse response = reply(body);
  (void)source.classify(response);
  const auto step = source.parse(query, response);
  if (step) {
    require(step->articles.size() <= 50);
    for (const model::Article& a : step->articles) check(a);
  }
  const std::vector<std::string> asked = {"PMID:90000001", "DOI:10.5555/a", "PPR:PPR1"};
  const auto records = source.parse_records(asked, response);
  if (records) require(records->articles.size() + records->missing.size() <= asked.size());
}

void europepmc(std::string_view body) {
  static const Config config;
  static const sources::EuropePmc source(config);
  read_search(source, body);
}

void europepmc_lists(std::string_view body) {
  for (const auto list : {sources::EuropePmcList::citations, sources::EuropePmcList::references}) {
    const auto works = sources::parse_europepmc_list(list, body);
    if (!works) continue;
    for (const sources::CitedWork& work : works->works) {
      require(!(work == sources::CitedWork{}));
      require(text::valid_utf8(work.title + work.journal + work.citation));
    }
  }
}

void full_text(std::string_view body) {
  const auto set = sources::read_jats(body);
  if (!set) return;
  for (const sources::FullText& text : set->articles) {
    for (const sources::FullTextSection& s : text.sections) {
      require(!s.text.empty() && text::valid_utf8(s.text));
    }
  }
}

void marked_text(std::string_view body) {
  model::Article a;
  a.id = "x";
  sources::set_abstract_parts(sources::marked_parts(text::repair_utf8(body)), a);
  check(a);
}

// Of sources that send pages as they like.
void read_pages(const sources::Source& source, std::string_view body) {
  sources::Query query;
  query.params = {{"filter", "type:review"}, {"query.term", "x"}, {"query", "x"}};
  const net::HttpResponse response = reply(body);
  (void)source.classify(response);
  const auto step = source.parse(query, response);
  if (step) {
    for (const model::Article& a : step->articles) check(a);
  }
  const std::vector<std::string> asked = {"PMID:90000101", "DOI:10.5555/a", "W1", "NCT00009001"};
  const auto records = source.parse_records(asked, response);
  if (records) require(records->missing.size() <= asked.size());
}

void openalex(std::string_view body) {
  static const Config config;
  static const sources::OpenAlex source(config);
  net::HttpResponse response = reply(body);
  for (const int status : {400, 404, 429, 503}) {
    response.status = status;
    require(sources::classify_openalex(response, false).verdict != net::Verdict::ok);
  }
  read_pages(source, body);
}

void clinicaltrials(std::string_view body) {
  static const Config config;
  static const sources::ClinicalTrials source(config);
  read_pages(source, body);
}

void pubtator(std::string_view body) {
  (void)sources::classify_pubtator(reply(body));
  const auto records = sources::parse_annotations(body);
  if (!records) return;
  for (const auto& [pmid, record] : *records) {
    require(!pmid.empty());
    for (const auto& annotation : record.annotations) require(!annotation.mentions.empty());
  }
}

void crossref(std::string_view body) {
  (void)sources::classify_crossref(reply(body));
  const auto works = sources::parse_crossref(body);
  if (!works) return;
  for (const sources::CrossrefWork& work : *works) {
    model::Article a = work.record;
    a.id = "x";  // its DOI is its only name
    check(a);
    add_crossref_updates(a, work);
  }
}

void small_replies(std::string_view body) {
  (void)sources::classify_idconv(reply(body));
  const auto ids = sources::parse_id_conversion(body);
  if (ids) {
    for (const sources::ConvertedId& id : *ids) require(text::valid_utf8(id.error));
  }
  (void)sources::classify_unpaywall(reply(body));
  const auto access = sources::parse_open_access(body);
  if (access) require(access->is_open_access.has_value() && !access->doi.empty());
}

// Every source of the catalog over the same bytes.
void any_source(std::string_view body) {
  static const Config config;
  static const auto all = sources::all_sources(config);
  for (const auto& source : all) read_pages(*source, body);
}

// What judges a reply before it is read, and says whether it is kept.
void judges(std::string_view body) {
  static const Config config;
  static const std::vector<net::RequestPlan> plans = [] {
    using namespace sources;
    const std::vector<std::string> pmids = {"11"};
    const PubMed pubmed(config);
    return std::vector<net::RequestPlan>{
        *pubmed.plan({.text = "walnut", .max = 1}),
        pubmed.probe("walnut"),
        pubmed.fetch(pmids).front(),
        plan_pubmed_links(config, PubMedLink::similar, pmids).front(),
        mesh_search_plan(config, "walnut"),
        mesh_summary_plan(config, pmids),
        plan_citations(config, pmids).front(),
        plan_annotations(config, pmids).front(),
        plan_id_conversion(config, pmids).requests.front()};
  }();
  net::HttpResponse response = reply(body);
  for (const int status : {200, 400, 429, 500}) {
    response.status = status;
    for (const net::RequestPlan& plan : plans) {
      (void)plan.classify(response);
      if (plan.keep && status == 200) (void)plan.keep(response);
    }
  }
}

constexpr void (*kReaders[])(std::string_view) = {
    europepmc, europepmc_lists, full_text,     marked_text, openalex, clinicaltrials,
    pubtator,  crossref,        small_replies, any_source,  judges};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  kReaders[data[0] % std::size(kReaders)]({reinterpret_cast<const char*>(data + 1), size - 1});
  return 0;
}
