// Invented records with everything a reference can have, made from a seed: hostile characters,
// groups among the authors, works of every kind, with and without identifiers. Equal seeds give
// equal records on every machine.
#pragma once

#include "pipeline/model/article.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace ev::test {

class RecordMaker {
 public:
  explicit RecordMaker(std::uint32_t seed) : random_(seed) {}

  model::Article record(int number) {
    model::Article a;
    const std::string n = std::to_string(number);
    const bool numbered = chance(70);
    if (numbered) {
      a.pmid = std::to_string(90'000'000 + number);
      a.url = "https://pubmed.ncbi.nlm.nih.gov/" + a.pmid + "/";
    } else {
      a.id = pick({"PPR:PPR", "W", "rec-"}) + n;
      a.url = "https://example.org/a_b/" + n + "?q=50%25&x=~1#top";
    }
    a.title = words(6) + ".";
    if (chance(80)) a.doi = pick({"10.5555/sample.", "10.5555/(x)1;2-#<a>_b%20."}) + n;
    if (chance(40)) a.pmcid = "PMC" + std::to_string(99'000'000 + number);
    people(a);
    journal(a);
    dates(a);
    abstract(a);
    subjects(a);
    kinds(a, numbered, n);
    if (chance(25)) a.nct_ids.push_back("NCT0000" + std::to_string(1000 + number));
    if (chance(20)) retract(a);
    return a;
  }

  std::vector<model::Article> records(int count) {
    std::vector<model::Article> out;
    for (int i = 1; i <= count; ++i) out.push_back(record(i));
    return out;
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  bool chance(std::size_t percent) { return below(100) < percent; }
  std::string pick(const std::vector<std::string>& from) { return from[below(from.size())]; }

  std::string words(int count) {
    static const std::vector<std::string> kWords = {
        "effect",  "of",        "β-carotene", "50%",     "A & B",    "{set}",    "}odd{",
        "x_1",     "#2",        "$5",         "~ten",    "2^3",      "\\alpha",  "\"quoted\"",
        "5''-end", "``tick",    "a--b",       "x---y",   "p < 0.05", "≥ 3",      "Größe",
        "naïve",   "Ångström",  "日本語",     "🧪",    "e\u0301",  "–",        "“said”",
        "it’s",    "|",         "=1+1",       "-4 mm",   "+x",       "@home",    "1, 2",
        "a; b",    "tab\there", "new\nline",  "TY  - X", "ER  - ",   "PMID",     "µg",
        "μm",      "Łódź",      "ı",          "½",       "x  y",     "@article", "%20"};
    std::string out = pick({"Effect", "Größe", "=sum", "-1", "@x", "β", "\"So\"", "'til"});
    for (int i = 1; i < count; ++i) out += " " + pick(kWords);
    return out + " end";
  }

  void people(model::Article& a) {
    struct Name {
      const char *family, *given, *initials;
    };
    static const Name kPeople[] = {{"Größe", "Anna Maria", "AM"},
                                   {"van der Berg", "Jan", "J"},
                                   {"O'Neil", "Seán", "S"},
                                   {"Li", "X", "X"},
                                   {"Doe", "Jane Q Jr", "JQ"},
                                   {"Łukasz-Öz", "Jean-Paul", "JP"},
                                   {"Nguyễn", "Thị", "T"},
                                   {"Smith", "John III", "J"},
                                   {"Plato", "", ""},
                                   {"Émile", "Ève", "È"},
                                   {"Öztürk", "Ümit", "Ü"},
                                   {"D’Angelo", "Ió", "I"}};
    static const char* kGroups[] = {"EXAMPLE Trial Group", "Consortium for A & B",
                                    "Institute of Arts and Letters", "Study Group of Größe"};
    const std::size_t count = below(6);
    for (std::size_t i = 0; i < count; ++i) {
      model::Author author;
      if (chance(15)) {
        author = {.name = kGroups[below(4)], .collective = true};
      } else {
        const Name& name = kPeople[below(12)];
        author.last_name = name.family;
        author.name =
            name.family + (*name.given == 0 ? std::string() : " " + std::string(name.given));
        author.initials = name.initials;
        if (chance(20)) author.orcid = "0000-0002-1825-0097";
        if (chance(50)) author.affiliations = {"Department of x_1 & Co, Exampleland."};
      }
      a.authors.push_back(std::move(author));
    }
    a.authors_complete = a.authors.empty() || chance(90);
  }

  void journal(model::Article& a) {
    a.journal = pick({"Journal of Tests & Trials", "Zeitschrift für Größe", "Example 50% Journal"});
    if (chance(70)) a.journal_abbreviation = pick({"J Tests", "Z Größe"});
    if (chance(60)) a.issns = {"1234-5678"};
    if (chance(20)) a.issns.push_back("2345-679X");
    if (chance(80)) a.volume = std::to_string(below(90) + 1);
    if (chance(60)) a.issue = pick({"3", "Suppl 1", "7-8"});
    if (chance(80)) a.pages = pick({"100-108", "107-14", "e12", "S12-S19", "1"});
    a.languages = chance(80)   ? std::vector<std::string>{"eng"}
                  : chance(50) ? std::vector<std::string>{"ger", "eng"}
                               : std::vector<std::string>{};
  }

  void dates(model::Article& a) {
    a.publication_date =
        pick({"2024", "2019-03", "2021-11-07", "1998-12-31", "2020-02-29", "2016-01", ""});
  }

  void abstract(model::Article& a) {
    if (chance(15)) return;
    if (chance(50)) {
      a.abstract = words(25);
      return;
    }
    for (const char* label : {"BACKGROUND", "METHODS", "RESULTS", "CONCLUSIONS"}) {
      if (!a.abstract.empty()) a.abstract += "\n";
      a.abstract +=
          std::string(label) + ": It was " + pick({"5%", "α", "“so”", "x_1 {y}"}) + " then.";
    }
  }

  void subjects(model::Article& a) {
    for (std::size_t i = below(4); i > 0; --i) {
      const std::string keyword =
          pick({"Diabetes, type 2", "x & y", "β-blocker", "50% {a}", "aging"});
      bool known = false;
      for (const std::string& k : a.keywords) known = known || k == keyword;
      if (!known) a.keywords.push_back(keyword);
    }
    if (chance(50)) {
      a.mesh_headings.push_back({.descriptor = "Diabetes Mellitus, Type 2",
                                 .major = true,
                                 .qualifiers = {{"drug therapy", "", true}, {"blood", "", false}}});
    }
    if (chance(50)) a.mesh_headings.push_back({.descriptor = "Humans"});
    if (chance(30)) a.mesh_headings.push_back({.descriptor = "Aged, 80 and over", .major = true});
  }

  void kinds(model::Article& a, bool numbered, const std::string& n) {
    a.publication_types = {"Journal Article"};
    const std::size_t kind = below(10);
    if (kind == 0) {
      a.is_preprint = true;
      a.publication_types = {"Preprint"};
    } else if (kind == 1) {
      a.is_preprint = true;  // and no type says so
    } else if (kind == 2 && !numbered) {
      a.id = "NCT0000" + std::to_string(5000 + std::stoi(n));
      a.nct_ids = {a.id};
      a.trial.emplace();
      a.trial->status = "COMPLETED";
      a.journal = a.journal_abbreviation = a.volume = a.issue = a.pages = "";
      a.publication_types.clear();
    } else if (kind == 3) {
      a.is_book = true;
      if (chance(50)) a.journal = a.journal_abbreviation = "";
      a.publication_types.clear();
    } else if (kind == 4) {
      a.publication_types = {"Dataset"};
    } else if (kind == 5) {
      a.publication_types = {"Journal Article", "Randomized Controlled Trial"};
    }
  }

  void retract(model::Article& a) {
    a.retraction.status = model::RetractionStatus::retracted;
    a.retraction.notice_pmid = "90009999";
    if (chance(50)) a.publication_types.emplace_back("Retracted Publication");
    if (chance(50) && !a.pmid.empty()) {
      a.comments_corrections.push_back(
          {.type = "RetractionIn", .source = "Ex J. 2020 Jan;1(1):1.", .pmid = "90009999"});
    }
  }

  std::mt19937 random_;
};

}  // namespace ev::test
