// A scripted NCBI: a client over FakeHttp, an article store in memory and the ports of a search.
#pragma once

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/search/ports.hpp"
#include "store/store.hpp"
#include "support/fake_clock.hpp"
#include "support/fake_http.hpp"
#include "support/memory_cache.hpp"

#include <map>
#include <string>
#include <vector>

namespace ev::test {

class MemoryArticles final : public store::Articles {
 public:
  explicit MemoryArticles(const Clock& clock) : clock_(clock) {}
  Result<std::vector<std::string>> put(const std::vector<store::StoredArticle>& articles) override {
    std::vector<std::string> keys;
    for (const auto& a : articles) {
      rows[a.item_id] = {a, clock_.unix_time()};
      keys.push_back(a.key);
    }
    return keys;
  }
  Result<std::vector<store::StoredArticle>> by_key(const std::vector<std::string>&,
                                                   const Context& = {}) override {
    return std::vector<store::StoredArticle>{};
  }
  Result<std::vector<store::StoredArticle>> latest(const std::vector<std::string>& ids,
                                                   std::chrono::seconds max_age,
                                                   const Context& = {}) override {
    std::vector<store::StoredArticle> out;
    for (const std::string& id : ids) {
      const auto it = rows.find(id);
      if (it != rows.end() && clock_.unix_time() - it->second.second <= max_age) {
        out.push_back(it->second.first);
      }
    }
    return out;
  }
  Result<std::vector<store::StoredArticle>> page(std::string_view, std::size_t) override {
    return std::vector<store::StoredArticle>{};
  }
  Result<std::size_t> count() override { return rows.size(); }

  std::map<std::string, std::pair<store::StoredArticle, std::chrono::seconds>> rows;

 private:
  const Clock& clock_;
};

struct Upstream {
  FakeClock clock;
  HttpScript script{clock};
  MemoryCache cache;
  MemoryArticles articles{clock};
  store::Store store{":memory:", clock};  // for its library
  Config config;
  net::Client http{options()};

  search::Ports ports() { return {config, clock, http, articles, store.library, mesh::built_in()}; }
  Context context() {
    return {.clock = &clock, .deadline = clock.now() + std::chrono::seconds(60)};
  }
  // Requests whose URL or body holds `part`.
  std::size_t count(const std::string& part) {
    std::size_t n = 0;
    for (const FakeRequest& r : script.requests()) {
      n +=
          r.wire.url.find(part) != std::string::npos || r.wire.body.find(part) != std::string::npos;
    }
    return n;
  }

 private:
  net::ClientOptions options() {
    net::ClientOptions o;
    o.clock = &clock;
    o.make_engine = script.factory();
    o.cache = &cache;
    return o;
  }
};

inline std::string record_xml(const std::string& pmid) {
  return "<PubmedArticle><MedlineCitation><PMID>" + pmid + "</PMID><Article><ArticleTitle>Title " +
         pmid + "</ArticleTitle></Article></MedlineCitation></PubmedArticle>";
}

inline std::string set_xml(const std::vector<std::string>& pmids) {
  std::string out = "<?xml version=\"1.0\" ?>\n<PubmedArticleSet>";
  for (const std::string& pmid : pmids) out += record_xml(pmid);
  return out + "</PubmedArticleSet>\n";
}

inline std::string search_json(long count, const std::vector<std::string>& ids) {
  std::string list;
  for (const std::string& id : ids) list += (list.empty() ? "\"" : ",\"") + id + "\"";
  return R"({"header":{"type":"esearch","version":"0.3"},"esearchresult":{"count":")" +
         std::to_string(count) + R"(","idlist":[)" + list + R"(],"translationset":[],)" +
         R"("querytranslation":"\"x\"[All Fields]"}})";
}

}  // namespace ev::test
