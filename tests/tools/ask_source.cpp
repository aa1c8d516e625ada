// Puts one question to a service (or a stand-in) through one source and the program's own client,
// follows the pages and prints canonical articles, one JSON line each:
//   ask_source <source> BASE_URL QUERY [--max N] [--sort date|author] [--from DATE] [--to DATE]
//   ask_source <source> BASE_URL --ids ID,ID…
// QUERY is in the source's own syntax; "filter=…" or "query.cond=…&filter.advanced=…" are
// parameters.
// --key K is the service's. Totals, pages and warnings go to standard error; exit code 1 when a
// request failed (the error is on standard error), 2 for wrong arguments.
#include "base/clock.hpp"
#include "base/text.hpp"
#include "net/client.hpp"
#include "net/curl_engine.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/catalog.hpp"

#include <iostream>
#include <map>

using namespace ev;

namespace {

int report(const Error& error) {
  std::cerr << "error " << to_string(error.code) << ": " << error.message << "\n";
  return 1;
}

void print(const sources::SourceStep& step) {
  for (const model::Article& a : step.articles) std::cout << model::to_json_text(a) << "\n";
  for (const std::string& id : step.missing) std::cerr << "missing " << id << "\n";
  for (const std::string& warning : step.warnings) std::cerr << "warning: " << warning << "\n";
}

int ask(const sources::Source& source, sources::Query query, net::Client& client,
        const Context& ctx) {
  auto plan = source.plan(query);
  if (!plan) return report(plan.error());
  int pages = 0;
  for (;;) {
    const auto response = client.send(*plan, ctx);
    if (!response) return report(response.error());
    auto step = source.parse(query, *response);
    if (!step) return report(step.error());
    ++pages;
    if (step->total && pages == 1) std::cerr << "total " << *step->total << "\n";
    print(*step);
    query.max -= static_cast<int>(step->articles.size());
    if (!step->next || query.max <= 0) break;
    plan = std::move(*step->next);
  }
  std::cerr << "pages " << pages << "\n";
  return 0;
}

int fetch(const sources::Source& source, const std::vector<std::string>& ids, net::Client& client,
          const Context& ctx) {
  const auto plans = source.fetch(ids);
  const auto responses = client.send_all(plans, ctx);
  int code = 0;
  for (std::size_t i = 0; i < responses.size(); ++i) {
    if (!responses[i]) {
      code = report(responses[i].error());
      continue;
    }
    const auto step = source.parse_records(source.batch_of(ids, i), *responses[i]);
    if (step) {
      print(*step);
    } else {
      code = report(step.error());
    }
  }
  return code;
}

// "a=1&b=2" as parameters; anything else is the parameter "query".
std::vector<net::Param> params_of(const std::string& text) {
  const std::string name = text.substr(0, text.find('='));
  const bool named =
      name.size() < text.size() &&
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.") ==
          std::string::npos;
  if (!named) return {{"query", text}};
  std::vector<net::Param> params;
  for (const std::string& part : text::split(text, '&')) {
    const std::size_t equals = part.find('=');
    params.emplace_back(part.substr(0, equals),
                        equals == std::string::npos ? "" : part.substr(equals + 1));
  }
  return params;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words;
  std::map<std::string, std::string> options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.rfind("--", 0) == 0 && i + 1 < argc) {
      options[word.substr(2)] = argv[++i];
    } else {
      words.push_back(word);
    }
  }
  if (words.size() < 2 || (words.size() == 2) != (options.count("ids") != 0)) {
    std::cerr << "usage: ask_source <source> BASE_URL QUERY|--ids ID,ID [--max N] [--sort ORDER]\n";
    return 2;
  }
  Config config;
  config.endpoints[words[0]].url = words[1];
  if (options.count("key") != 0) config.keys[words[0]] = Secret(options["key"]);
  const sources::Service* const service = sources::find_service(words[0]);
  if (service == nullptr || service->make == nullptr) return 2;
  const auto source = service->make(config);
  const SystemClock clock;
  net::Client client({.clock = &clock,
                      .make_engine = [] { return net::make_curl_engine(); },
                      .user_agent = "evidence-mcp-tests"});
  const Context ctx{.clock = &clock, .deadline = clock.now() + std::chrono::seconds(60)};
  if (options.count("ids") != 0) {
    return fetch(*source, text::split(options["ids"], ','), client, ctx);
  }
  sources::Query query{.text = words[2], .params = params_of(words[2])};
  query.max = options.count("max") != 0 ? std::stoi(options["max"]) : 20;
  query.start_date = options["from"];
  query.end_date = options["to"];
  if (options["sort"] == "date") query.sort = sources::Sort::date;
  if (options["sort"] == "author") query.sort = sources::Sort::author;
  return ask(*source, query, client, ctx);
}
