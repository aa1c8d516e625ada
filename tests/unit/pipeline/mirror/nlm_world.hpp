// A loopback server with folders like NLM's, of a few invented records, that errs as told.
#pragma once

#include "base/guarded.hpp"
#include "base/hash.hpp"
#include "net/client.hpp"
#include "net/curl_engine.hpp"
#include "pipeline/mirror/update.hpp"
#include "support/catch.hpp"
#include "support/temp_dir.hpp"
#include "support/tiny_server.hpp"

#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ev::test {

inline std::string gzipped(const std::string& text) {
  const TempDir dir;
  const std::string path = (dir.path() / "x.gz").string();
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  return read_file(path).value();
}

struct RecordText {
  int pmid;
  std::string title;
  bool retracted = false;
  int version = 1;
};

inline std::string record_xml(const RecordText& r) {
  return "<PubmedArticle><MedlineCitation Status=\"MEDLINE\"><PMID Version=\"" +
         std::to_string(r.version) + "\">" + std::to_string(r.pmid) +
         "</PMID><Article><Journal><JournalIssue><PubDate><Year>2020</Year></PubDate>"
         "</JournalIssue><Title>J</Title></Journal><ArticleTitle>" +
         r.title +
         "</ArticleTitle><PublicationTypeList><PublicationType UI=\"D016428\">Journal "
         "Article</PublicationType>" +
         (r.retracted ? "<PublicationType UI=\"D016441\">Retracted Publication</PublicationType>"
                      : "") +
         "</PublicationTypeList></Article></MedlineCitation></PubmedArticle>\n";
}

inline std::string set_xml(const std::vector<RecordText>& records,
                           const std::vector<int>& deleted = {}) {
  std::string out = "<?xml version=\"1.0\"?>\n<PubmedArticleSet>\n";
  for (const RecordText& record : records) out += record_xml(record);
  if (!deleted.empty()) out += "<DeleteCitation>";
  for (const int pmid : deleted) {
    out += "<PMID Version=\"1\">" + std::to_string(pmid) + "</PMID>";
  }
  if (!deleted.empty()) out += "</DeleteCitation>";
  return out + "</PubmedArticleSet>\n";
}

class NlmWorld {
 public:
  struct Fault {
    std::size_t cut_after = 0;  // bytes of a body, then the connection ends
    int times = 0;              // replies that err; -1 = all
    int status = 0;             // instead of the file
    bool no_ranges = false;
  };

  NlmWorld() {
    config.sample = true;  // no gaps between requests
    config.endpoints["mirror"].url = server_.url("");
  }

  // `number` of the year: pubmed26n0007.xml.gz.
  static std::string name(int number, const std::string& year = "26") {
    std::string digits = std::to_string(number);
    return "pubmed" + year + "n" + std::string(4 - digits.size(), '0') + digits + ".xml.gz";
  }
  void put(const std::string& folder, const std::string& file, const std::string& xml,
           const std::string& date = "2026-01-05") {
    put_bytes(folder, file, gzipped(xml), date);
  }
  void put_bytes(const std::string& folder, const std::string& file, const std::string& bytes,
                 const std::string& date = "2026-01-05") {
    Md5 md5;
    md5.add(bytes);
    auto world = state_.lock();
    world->files["/" + folder + "/" + file] = bytes;
    world->files["/" + folder + "/" + file + ".md5"] = "MD5(" + file + ")= " + md5.hex() + "\n";
    world->dates["/" + folder + "/" + file] = date;
  }
  void put_md5(const std::string& folder, const std::string& file, const std::string& text) {
    state_.lock()->files["/" + folder + "/" + file + ".md5"] = text;
  }
  void remove(const std::string& folder, const std::string& file) {
    auto world = state_.lock();
    world->files.erase("/" + folder + "/" + file);
    world->dates.erase("/" + folder + "/" + file);
  }
  void fault(const std::string& path_part, Fault fault) {
    state_.lock()->faults[path_part] = fault;
  }
  std::vector<std::string> requests() { return server_.requests(); }

  Result<mirror::Updated> run(mirror::Work work, mirror::UpdateOptions options = {},
                              const Context& ctx = {}) {
    options.work = work;
    options.shard_bits = 3;
    return mirror::update({mirror, http, config, clock}, options, ctx);
  }
  std::vector<std::string> found(const std::string& word) {
    const auto page = mirror.newest(
        {.kind = store::IndexQuery::Kind::words, .parts = 1, .words = {word}}, 100, {});
    std::vector<std::string> out;
    if (!page) return {page.error().message};
    for (const store::IndexHit& hit : page->hits) out.push_back(hit.item_id);
    return out;
  }

  TempDir dir;
  SystemClock clock;
  Config config;
  net::Client http{{.clock = &clock,
                    .make_engine = [] { return net::make_curl_engine(); },
                    .user_agent = "test"}};
  store::Mirror mirror{dir.path() / "mirror", clock};

 private:
  struct State {
    std::map<std::string, std::string> files, dates;
    std::map<std::string, Fault> faults;
  };

  std::string page_of(State& world, const std::string& folder) {
    std::string out = "<html><body><a href=\"/pubmed/\">Parent</a>\n<a href=\"README.txt\">R</a>\n";
    for (const auto& [path, date] : world.dates) {
      if (!path.starts_with(folder)) continue;
      const std::string file = path.substr(folder.size());
      out += "<a href=\"" + file + "\">" + file + "</a>   " + date + " 14:03  1K\n<a href=\"" +
             file + ".md5\">" + file + ".md5</a>   " + date + " 14:03  60 \n";
    }
    return out + "</body></html>";
  }

  static std::size_t offset_of(const std::string& request) {
    const std::size_t at = request.find("Range: bytes=");
    return at == std::string::npos ? 0 : std::stoul(request.substr(at + 13));
  }

  void answer(const std::string& request, Connection& connection) {
    const std::string path = request.substr(4, request.find(' ', 4) - 4);
    std::string body;
    Fault fault;
    bool errs = false;
    {
      auto world = state_.lock();
      if (world->files.contains(path)) {
        body = world->files[path];
      } else if (path.ends_with("/")) {
        body = page_of(*world, path);
      } else {
        return connection.reply("404 Not Found", "", "no");
      }
      for (auto& [part, one] : world->faults) {
        if (!path.ends_with(part)) continue;
        fault = one;
        errs = one.times != 0;
        if (one.times > 0) --one.times;
      }
    }
    if (errs && fault.status != 0) {
      return connection.reply(std::to_string(fault.status) + " X", "", "error");
    }
    const std::size_t from = fault.no_ranges ? 0 : offset_of(request);
    const bool ranged = request.find("Range:") != std::string::npos && !fault.no_ranges;
    if (ranged && from >= body.size()) {
      return connection.reply("416 Range Not Satisfiable", "", "");
    }
    const std::string rest = body.substr(from);
    const std::string range = "Content-Range: bytes " + std::to_string(from) + "-" +
                              std::to_string(body.size() - 1) + "/" + std::to_string(body.size()) +
                              "\r\n";
    if (errs && fault.cut_after > 0) {
      connection.send("HTTP/1.1 206 Partial\r\n" + range + "Content-Length: " +
                      std::to_string(rest.size()) + "\r\n\r\n" + rest.substr(0, fault.cut_after));
      return;
    }
    connection.reply(ranged ? "206 Partial Content" : "200 OK", ranged ? range : "", rest);
  }

  Guarded<State> state_;
  TinyServer server_{
      [this](const std::string& request, Connection& connection) { answer(request, connection); }};
};

using Ids = std::vector<std::string>;

}  // namespace ev::test
