// Properties of deduplication over invented records: a few works, each in several copies of several
// sources with fields lost, changed or garbled, made from a seed.
#include "identity_support.hpp"
#include "pipeline/identity/deduplicate.hpp"
#include "pipeline/identity/ids.hpp"
#include "pipeline/identity/merge.hpp"
#include "pipeline/model/article_json.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace ev;

namespace {

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  std::vector<model::Article> records(int works) {
    std::vector<model::Article> out;
    for (int w = 0; w < works; ++w) {
      const model::Article whole = work(w);
      for (int copies = 1 + pick(4); copies > 0; --copies) out.push_back(copy(whole, w));
      if (pick(6) == 0) out.push_back(relative(whole, w));
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i].metadata["record_id"] = "r" + std::to_string(i);
      if (out[i].pmid.empty() && out[i].id.empty()) out[i].id = "x-" + std::to_string(i);
    }
    std::shuffle(out.begin(), out.end(), random_);
    return out;
  }

  void shuffle(std::vector<model::Article>& records) {
    std::shuffle(records.begin(), records.end(), random_);
  }

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  std::string word() {
    static const char* kWords[] = {"walnut", "paste",  "grip",   "driver", "goat",   "ground",
                                   "cherry", "frozen", "tram",   "gait",   "throat", "registry",
                                   "ginger", "heron",  "lichen", "mallow", "pewter", "quartz"};
    return kWords[pick(18)];
  }

  model::Article work(int w) {
    model::Article a;
    for (int i = 4 + pick(8); i > 0; --i) a.title += (a.title.empty() ? "" : " ") + word();
    if (pick(8) == 0) a.title = "Editorial";
    if (pick(10) == 0) a.title += " part " + std::to_string(1 + pick(3));
    for (int i = 1 + pick(4); i > 0; --i) {
      a.authors.push_back(test::author("Name" + std::string(1, static_cast<char>('a' + pick(26)))));
    }
    a.journal = pick(2) == 0 ? "Annals of Invented Medicine" : "Journal of Throat Research";
    a.publication_date = std::to_string(2000 + pick(6));
    a.volume = std::to_string(1 + pick(9));
    a.issue = std::to_string(1 + pick(12));
    const int page = 1 + pick(400);
    a.pages = std::to_string(page) + "-" + std::to_string(page + 1 + pick(9));
    a.abstract = a.title + ". " + word() + " was measured and " + word() + " was not.";
    a.doi = "10.5555/" + std::to_string(pick(12) == 0 ? 0 : w + 1);  // some share one
    a.pmid = std::to_string(90000001 + w);
    a.openalex_id = "W" + std::to_string(9900000001 + w);
    return a;
  }

  model::Article copy(model::Article a, int w) {
    static const char* kSources[] = {"pubmed", "europepmc", "openalex", "file"};
    const std::string source = kSources[pick(4)];
    if (source != "file") a.metadata["source"] = source;
    if (source != "openalex") a.openalex_id.clear();
    if (source == "openalex" || source == "file") a.pmid.clear();
    if (source == "openalex") a.id = a.openalex_id;
    if (source == "europepmc") a.europepmc_id = "MED:" + a.pmid;
    if (pick(3) == 0) a.doi.clear();
    if (pick(4) == 0) a.pages = a.pages.substr(0, a.pages.find('-'));
    if (pick(6) == 0) a.pages.clear();
    if (pick(6) == 0) a.volume.clear();
    if (pick(6) == 0) a.issue.clear();
    if (pick(6) == 0) a.abstract.clear();
    if (pick(8) == 0) a.authors.clear();
    if (pick(8) == 0) a.publication_date = std::to_string(2000 + (pick(6)));
    if (pick(8) == 0) a.title = "[" + a.title + "].";
    if (pick(8) == 0 && a.title.size() > 12) a.title.erase(7, 1);
    if (pick(10) == 0) a.keywords = {word(), word()};
    if (pick(10) == 0) a.citation_count = pick(50);
    if (pick(12) == 0)
      a.retraction = {model::RetractionStatus::retracted, {source + ":says"}, "", ""};
    if (pick(12) == 0) a.nct_ids = {"NCT0990000" + std::to_string(w % 10)};
    return a;
  }

  // A preprint, a study or an erratum beside the work.
  model::Article relative(model::Article a, int w) {
    a.pmid.clear();
    a.openalex_id.clear();
    a.doi.clear();
    switch (pick(3)) {
      case 0:
        a.is_preprint = true;
        a.journal = "medRxiv";
        a.europepmc_id = a.id = "PPR:PPR" + std::to_string(990001 + w);
        break;
      case 1:
        a.id = "NCT0990000" + std::to_string(w % 10);
        a.trial.emplace();
        break;
      default:
        a.title = "Erratum: " + a.title;
        break;
    }
    return a;
  }

  std::mt19937 random_;
};

identity::Deduplicated run(const std::vector<model::Article>& records) {
  return identity::deduplicate(records, test::no_limits()).value();
}

std::string record_id(const model::Article& a) {
  const auto it = a.metadata.find("record_id");
  return it == a.metadata.end() ? "" : it->second;
}

// Clusters as sets of record ids, each with the merged record's text.
std::map<std::set<std::string>, std::string> by_members(const std::vector<model::Article>& input,
                                                        const identity::Deduplicated& result) {
  std::map<std::set<std::string>, std::string> out;
  for (std::size_t i = 0; i < result.records.size(); ++i) {
    std::set<std::string> ids;
    for (const std::size_t m : result.members[i]) ids.insert(record_id(input[m]));
    model::Article record = result.records[i];
    record.related.clear();  // their order is that of the set
    out[ids] = model::to_json_text(record);
  }
  return out;
}

constexpr unsigned kSeeds = 25;

}  // namespace

TEST_CASE("no record is lost and none comes twice") {
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    const auto input = Maker(seed).records(25);
    const auto result = run(input);
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < result.records.size(); ++i) {
      const auto& members = result.members[i];
      REQUIRE_FALSE(members.empty());
      CHECK(std::is_sorted(members.begin(), members.end()));
      CHECK(result.joins[i].size() == members.size() - 1);
      all.insert(all.end(), members.begin(), members.end());
      // In the order of their first record.
      if (i > 0) CHECK(result.members[i - 1].front() < members.front());
    }
    std::sort(all.begin(), all.end());
    REQUIRE(all.size() == input.size());
    for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i] == i);
  }
}

TEST_CASE("the order of the input changes nothing") {
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    Maker maker(seed);
    auto input = maker.records(25);
    const auto first = by_members(input, run(input));
    for (int turn = 0; turn < 3; ++turn) {
      maker.shuffle(input);
      CHECK(by_members(input, run(input)) == first);
    }
  }
}

TEST_CASE("the result of a result is itself") {
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    const auto once = run(Maker(seed).records(25));
    const auto twice = run(once.records);
    REQUIRE(twice.records.size() == once.records.size());
    for (std::size_t i = 0; i < once.records.size(); ++i) {
      CHECK(model::to_json_text(twice.records[i]) == model::to_json_text(once.records[i]));
    }
  }
}

TEST_CASE("a merged record keeps every identifier, keyword, count and origin of its members") {
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    const auto input = Maker(seed).records(25);
    const auto result = run(input);
    for (std::size_t i = 0; i < result.records.size(); ++i) {
      const model::Article& merged = result.records[i];
      const auto ids = identity::ids_of(merged);
      for (const std::size_t m : result.members[i]) {
        for (const identity::Identifier& id : identity::ids_of(input[m])) {
          CAPTURE(identity::label(id));
          const bool own_name = id.kind == identity::IdKind::record;
          CHECK((own_name || std::find(ids.begin(), ids.end(), id) != ids.end()));
        }
        for (const std::string& keyword : input[m].keywords) {
          CHECK(std::find(merged.keywords.begin(), merged.keywords.end(), keyword) !=
                merged.keywords.end());
        }
        if (input[m].citation_count)
          CHECK_FALSE((!merged.citation_count && merged.citation_counts.empty()));
        if (input[m].retraction.status == model::RetractionStatus::retracted)
          CHECK(merged.retraction.status == model::RetractionStatus::retracted);
        CHECK((input[m].abstract.empty() || !merged.abstract.empty()));
      }
      CHECK(
          (result.members[i].size() == 1 || merged.merged_from.size() == result.members[i].size()));
    }
  }
}

TEST_CASE("what excludes each other is never in one cluster") {
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    const auto input = Maker(seed).records(25);
    const auto result = run(input);
    for (const auto& members : result.members) {
      std::set<std::string> pmids;
      std::set<bool> preprint;
      std::set<bool> trial;
      for (const std::size_t m : members) {
        if (!input[m].pmid.empty()) pmids.insert(input[m].pmid);
        preprint.insert(input[m].is_preprint);
        trial.insert(input[m].trial.has_value());
      }
      CHECK(pmids.size() <= 1);
      CHECK(preprint.size() == 1);
      CHECK(trial.size() == 1);
    }
  }
}

TEST_CASE("the generator makes something to merge") {
  const auto input = Maker(1).records(25);
  const auto result = run(input);
  CHECK(result.records.size() < input.size());
  CHECK(result.records.size() >= 20);
}
