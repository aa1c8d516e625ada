// Reads one reply of a service and prints what the program makes of it, one JSON line each:
//   parse_source <source> FILE       search reply -> canonical articles (or ids)
//   parse_source <source> --records FILE   reply to a request for records
//   parse_source citations|references|jats FILE   Europe PMC's lists, full text
// FILE "-" is standard input. Totals and warnings go to standard error. Exit code 1: not readable,
// with the error on standard error. For comparisons with an independent reading; no network.
#include "base/json.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/europepmc_lists.hpp"
#include "pipeline/sources/jats.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iostream>
#include <iterator>

using namespace ev;

namespace {

int failed(const Error& error) {
  std::cerr << to_string(error.code) << ": " << error.message << "\n";
  return 1;
}

int print_list(sources::EuropePmcList list, const std::string& body) {
  const auto works = sources::parse_europepmc_list(list, body);
  if (!works) return failed(works.error());
  for (const sources::CitedWork& w : works->works) {
    Json line = {{"id", w.id},           {"source", w.source},    {"pmid", w.pmid},
                 {"doi", w.doi},         {"title", w.title},      {"authors", w.authors},
                 {"journal", w.journal}, {"citation", w.citation}};
    line["year"] = w.year ? Json(*w.year) : Json();
    std::cout << dump_json(line) << "\n";
  }
  std::cerr << "total " << works->total << "\n";
  return 0;
}

int print_full_text(const std::string& body) {
  const auto set = sources::read_jats(body);
  if (!set) return failed(set.error());
  for (const sources::FullText& text : set->articles) {
    for (const sources::FullTextSection& s : text.sections) {
      std::cout << dump_json(Json{{"pmcid", text.pmcid},
                                  {"part", s.part},
                                  {"path", s.path},
                                  {"kind", s.kind},
                                  {"text", s.text}})
                << "\n";
    }
    std::cerr << text.pmcid << " \"" << text.title << "\" body " << (text.has_body ? "yes" : "no")
              << ", left out " << dump_json(Json(text.left_out)) << "\n";
  }
  return 0;
}

int print_step(const sources::SourceStep& step) {
  for (const model::Article& a : step.articles) std::cout << model::to_json_text(a) << "\n";
  for (const std::string& id : step.ids) std::cout << dump_json(Json{{"id", id}}) << "\n";
  if (step.total) std::cerr << "total " << *step.total << "\n";
  for (const std::string& warning : step.warnings) std::cerr << "warning: " << warning << "\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string kind = argc > 1 ? argv[1] : "";
  const bool records = argc > 2 && std::string_view(argv[2]) == "--records";
  if (argc != (records ? 4 : 3)) {
    std::cerr << "usage: parse_source <source>|citations|references|jats [--records] FILE\n";
    return 2;
  }
  const std::string path = argv[argc - 1];
  std::ifstream file(path, std::ios::binary);
  if (path != "-" && !file) {
    std::cerr << "cannot read " << path << "\n";
    return 2;
  }
  std::istream& in = path == "-" ? std::cin : file;
  net::HttpResponse response;
  response.status = 200;
  response.body.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  if (kind == "jats") return print_full_text(response.body);
  if (kind == "citations") return print_list(sources::EuropePmcList::citations, response.body);
  if (kind == "references") return print_list(sources::EuropePmcList::references, response.body);
  const Config config;
  const sources::Service* const service = sources::find_service(kind);
  if (service == nullptr || service->make == nullptr) {
    std::cerr << "no source " << kind << "\n";
    return 2;
  }
  const auto source = service->make(config);
  sources::Query query;
  query.max = 1'000'000;
  const auto step = records ? source->parse_records({}, response) : source->parse(query, response);
  return step ? print_step(*step) : failed(step.error());
}
