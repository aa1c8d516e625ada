// Records of the optional data folder beside the checkout (EV_SHARED_DIR, default ../shared), for
// tests that want real prose; and invented abstracts for where it is absent. Thread rule: pure.
#pragma once

#include "base/file.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/sources/byte_source.hpp"
#include "pipeline/sources/pubmed_xml.hpp"
#include "pipeline/sources/pubmed_xml_split.hpp"

#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace ev::test {

inline std::filesystem::path shared_folder() {
  const std::string given = env("EV_SHARED_DIR");
  return given.empty() ? std::filesystem::path(env("EV_SOURCE_DIR")) / ".." / "shared"
                       : std::filesystem::path(given);
}

// Every `step`-th record with an abstract of a PubMed XML file; empty when it is absent.
inline std::vector<model::Article> records_of(const std::filesystem::path& file, std::size_t most,
                                              std::size_t step) {
  std::vector<model::Article> out;
  auto source = sources::open_file_source(file);
  if (!source) return out;
  sources::RecordSplitter splitter(**source);
  sources::XmlReader reader;
  sources::XmlPiece piece;
  for (std::size_t seen = 0; out.size() < most; ++seen) {
    const auto more = splitter.next(piece);
    if (!more || !*more) break;
    if (seen % step != 0) continue;
    auto article = reader.read(piece.bytes);
    if (article && !article->abstract.empty()) out.push_back(*std::move(article));
  }
  return out;
}

// The same of a file under corpus/.
inline std::vector<model::Article> corpus_records(const std::string& file, std::size_t most,
                                                  std::size_t step) {
  return records_of(shared_folder() / "corpus" / file, most, step);
}

// A small trial report with figures of its own.
inline model::Article invented_trial(unsigned seed) {
  std::mt19937 random(seed);
  const auto pick = [&](std::initializer_list<const char*> words) {
    return std::string(*(words.begin() + random() % words.size()));
  };
  const auto number = [&](int from, int to) {
    return std::to_string(from + static_cast<int>(random() % static_cast<unsigned>(to - from)));
  };
  const std::string drug = pick({"Chamomile tea", "Rosehip juice", "Barley broth", "Fennel oil"});
  const std::string other = pick({"placebo", "warm water", "usual care", "lemonade"});
  const std::string people = pick({"adults", "women", "veterans", "students"});
  const std::string illness = pick({"insomnia", "mild asthma", "chronic eczema", "migraine"});
  const std::string outcome =
      pick({"sleep time", "symptom score", "attack rate", "quality of life"});
  model::Article article;
  article.pmid = std::to_string(90000000 + seed);
  article.title = drug + " versus " + other + " for " + illness + " in " + people;
  article.abstract =
      "BACKGROUND: Relief of " + illness + " is not easy in " + number(2, 40) +
      "% of cases. "
      "METHODS: A total of " +
      number(80, 990) + " " + people + " with " + illness + " were randomized to " + drug +
      " (n = " + number(30, 400) + ") or " + other + " (n = " + number(30, 400) + ") for " +
      number(4, 52) + " weeks. The primary outcome was the " + outcome + " at " + number(2, 20) +
      " months. RESULTS: The " + outcome + " changed by \u2212" + number(1, 9) + "." +
      number(10, 99) + " points with " + drug + " and by " + number(10, 19) + "\u00B7" +
      number(1, 9) + " points with " + other + " (P = 0.0" + number(11, 99) +
      "). Headache was not more frequent (" + number(3, 29) + "% vs " + number(30, 60) +
      "%). CONCLUSIONS: " + drug + " may ease " + illness + " in " + people +
      " but does not prevent relapse over " + number(2, 9) + " years.";
  return article;
}

}  // namespace ev::test
