// Asks one enriching service (or a stand-in) through the program's own client and prints what the
// program reads, one JSON line each:
//   ask_enricher idconv|pubtator|crossref|unpaywall BASE_URL ID…
//   ask_enricher idconv|pubtator|crossref|unpaywall --file FILE      a reply that was recorded
// What could not be asked, and errors, go to standard error; exit code 1 when a request failed, 2
// for wrong arguments.
#include "base/clock.hpp"
#include "base/json.hpp"
#include "net/client.hpp"
#include "net/curl_engine.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/crossref.hpp"
#include "pipeline/sources/idconv.hpp"
#include "pipeline/sources/pubtator.hpp"
#include "pipeline/sources/unpaywall.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iostream>
#include <iterator>

using namespace ev;

namespace {

int report(const Error& error) {
  std::cerr << "error " << to_string(error.code) << ": " << error.message << "\n";
  return 1;
}

void print(const Json& line) {
  std::cout << dump_json(line) << "\n";
}

int print_ids(std::string_view body) {
  const auto ids = sources::parse_id_conversion(body);
  if (!ids) return report(ids.error());
  for (const auto& id : *ids) {
    print({{"requested", id.requested},
           {"pmid", id.pmid},
           {"pmcid", id.pmcid},
           {"doi", id.doi},
           {"error", id.error}});
  }
  return 0;
}

Json role_json(const sources::EntityRole& role) {
  return {{"type", role.type}, {"identifier", role.identifier}, {"name", role.name}};
}

int print_annotations(std::string_view body) {
  const auto records = sources::parse_annotations(body);
  if (!records) return report(records.error());
  for (const auto& [pmid, record] : *records) {
    Json line = {{"pmid", pmid}, {"pmcid", record.pmcid}};
    line["annotations"] = Json::array();
    line["relations"] = Json::array();
    for (const auto& a : record.annotations) {
      Json mentions = Json::array();
      for (const auto& m : a.mentions) mentions.push_back({{"text", m.text}, {"in", m.passage}});
      line["annotations"].push_back({{"type", a.type},
                                     {"identifier", a.identifier},
                                     {"name", a.name},
                                     {"accession", a.accession},
                                     {"mentions", std::move(mentions)}});
    }
    for (const auto& r : record.relations) {
      line["relations"].push_back({{"type", r.type},
                                   {"first", role_json(r.first)},
                                   {"second", role_json(r.second)},
                                   {"score", r.score ? Json(*r.score) : Json()}});
    }
    print(line);
  }
  return 0;
}

int print_works(std::string_view body) {
  const auto works = sources::parse_crossref(body);
  if (!works) return report(works.error());
  for (const auto& work : *works) print(model::to_json(work.record));
  return 0;
}

int print_access(std::string_view body) {
  const auto access = sources::parse_open_access(body);
  if (!access) return report(access.error());
  print({{"doi", access->doi},
         {"is_open_access", *access->is_open_access},
         {"status", access->status},
         {"url", access->url},
         {"pdf_url", access->pdf_url},
         {"license", access->license},
         {"version", access->version}});
  return 0;
}

int print_reply(const std::string& service, std::string_view body) {
  if (service == "idconv") return print_ids(body);
  if (service == "pubtator") return print_annotations(body);
  return service == "crossref" ? print_works(body) : print_access(body);
}

std::vector<net::RequestPlan> plans_for(const std::string& service, const Config& config,
                                        const std::vector<std::string>& ids) {
  if (service == "pubtator") return sources::plan_annotations(config, ids);
  if (service == "crossref") return sources::plan_crossref(config, ids);
  if (service == "idconv") {
    auto plan = sources::plan_id_conversion(config, ids);
    for (const std::string& id : plan.not_ids) std::cerr << "not asked for: " << id << "\n";
    return std::move(plan.requests);
  }
  std::vector<net::RequestPlan> plans;
  for (const std::string& id : ids) {
    auto plan = sources::plan_open_access(config, id);
    if (plan) {
      plans.push_back(std::move(*plan));
    } else {
      report(plan.error());
    }
  }
  return plans;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const bool known = !words.empty() && (words[0] == "idconv" || words[0] == "pubtator" ||
                                        words[0] == "crossref" || words[0] == "unpaywall");
  if (!known || words.size() < 3) {
    std::cerr
        << "usage: ask_enricher idconv|pubtator|crossref|unpaywall BASE_URL ID…|--file FILE\n";
    return 2;
  }
  if (words[1] == "--file") {
    std::ifstream file(words[2], std::ios::binary);
    const std::string body{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return print_reply(words[0], body);
  }
  Config config;
  config.endpoints[words[0]].url = words[1];
  config.unpaywall_email = "tests@example.org";
  const SystemClock clock;
  net::Client client({.clock = &clock,
                      .make_engine = [] { return net::make_curl_engine(); },
                      .user_agent = "evidence-mcp-tests"});
  const Context ctx{.clock = &clock, .deadline = clock.now() + std::chrono::seconds(60)};
  const auto plans = plans_for(words[0], config, {words.begin() + 2, words.end()});
  int code = 0;
  for (const auto& response : client.send_all(plans, ctx)) {
    code |= response ? print_reply(words[0], response->body) : report(response.error());
  }
  return code;
}
