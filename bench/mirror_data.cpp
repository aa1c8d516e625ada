// Folders like NLM's, of invented records: words and lengths are drawn from statistics
// (mirror_statistics.py), names, headings and journals from made-up lists with the skew that such
// lists have. The same seed gives the same bytes. Words are drawn one by one, so that the texts
// compress worse than real ones do.
//   mirror_data STATISTICS.tsv FOLDER --records 1000000 [--per-file 30000] [--seed 1]
//               [--updates 1] [--per-update 30000]
// FOLDER/baseline and FOLDER/updatefiles with index.html and .md5 files come out. An update file
// is a fifth new records, the rest revised ones, and withdraws ten. FOLDER/queries.txt has 1,000
// mixed queries, one in ten with a word of more than a tenth of all records.
#include "base/hash.hpp"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

class Random {
 public:
  // Neighbouring seeds must not give one sequence a step apart.
  explicit Random(std::uint64_t seed) : state_(mixed(seed + 1)) {}
  std::uint64_t bits() { return mixed(state_ += 0x9E3779B97F4A7C15ULL); }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits() % n); }
  bool chance(double p) { return unit() < p; }
  // A rank of 0 … n-1, the chance of each falling with it as in lists of names: log-uniform.
  std::size_t skewed(std::size_t n) {
    return static_cast<std::size_t>(std::pow(static_cast<double>(n + 1), unit())) - 1;
  }

 private:
  static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return z ^ z >> 31;
  }
  std::uint64_t state_;
};

// Something drawn by its count.
template <class T>
class Drawn {
 public:
  void add(T value, double count) {
    values_.push_back(std::move(value));
    sums_.push_back((sums_.empty() ? 0 : sums_.back()) + count);
  }
  const T& draw(Random& random) const {
    const double at = random.unit() * sums_.back();
    return values_[static_cast<std::size_t>(std::upper_bound(sums_.begin(), sums_.end(), at) -
                                            sums_.begin())];
  }
  bool empty() const { return values_.empty(); }

 private:
  std::vector<T> values_;
  std::vector<double> sums_;
};

struct Statistics {
  Drawn<std::string> words;
  std::vector<std::string> by_count;  // of letters only, the most frequent first
  Drawn<int> title, abstract;
};

Statistics read_statistics(const char* path) {
  Statistics out;
  std::ifstream in(path);
  std::string word;
  for (std::string line; std::getline(in, line);) {
    const std::size_t tab = line.find('\t');
    const std::string rest = line.substr(tab + 1);
    if (line[0] == '#' && line.size() > 1 && tab > 1) {
      Drawn<int>& lengths = line.starts_with("#title") ? out.title : out.abstract;
      lengths.add(std::atoi(rest.c_str()), std::atof(rest.c_str() + rest.find('\t')));
    } else {
      out.words.add(line.substr(0, tab), std::atof(rest.c_str()));
      const std::string word = line.substr(0, tab);
      const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
      if (word.size() > 4 && std::all_of(word.begin(), word.end(), letter)) {
        out.by_count.push_back(word);
      }
    }
  }
  if (out.words.empty() || out.title.empty() || out.abstract.empty()) std::exit(2);
  return out;
}

// A pronounceable word for a number: the same number, the same word.
std::string made_word(std::size_t number) {
  static constexpr const char* kOnset[] = {"b", "c", "d", "f", "g", "l", "m",  "n",
                                           "p", "r", "s", "t", "v", "z", "tr", "st"};
  static constexpr const char* kVowel[] = {"a", "e", "i", "o", "u", "ia", "eo", "y"};
  std::string out;
  number += 300;
  while (number > 0) {
    out += kOnset[number % 16];
    out += kVowel[number / 16 % 8];
    number /= 128;
  }
  return out + "n";
}

std::string capital(std::string word) {
  if (!word.empty() && word[0] >= 'a' && word[0] <= 'z') word[0] = static_cast<char>(word[0] - 32);
  return word;
}

class RecordMaker {
 public:
  explicit RecordMaker(const Statistics& statistics) : statistics_(statistics) {}

  // `revision` changes the text of the same record.
  void make(std::int64_t pmid, std::int64_t of, int revision, std::string& out) {
    Random random(static_cast<std::uint64_t>(pmid) * 64 + static_cast<std::uint64_t>(revision));
    const int year =
        1965 +
        static_cast<int>(60.0 * std::sqrt(static_cast<double>(pmid) / static_cast<double>(of)));
    const bool modern = year > 2000;
    const std::string number = std::to_string(pmid);
    out +=
        "<PubmedArticle><MedlineCitation Status=\"MEDLINE\" IndexingMethod=\"Automated\" "
        "Owner=\"NLM\"><PMID Version=\"1\">" +
        number + "</PMID>";
    date("DateRevised", 2026, 1 + revision % 12, out);
    const std::size_t journal = random.skewed(12'000);
    out += "<Article PubModel=\"Print-Electronic\"><Journal><ISSN IssnType=\"Electronic\">" +
           issn(journal) + "</ISSN><JournalIssue CitedMedium=\"Internet\"><Volume>" +
           std::to_string(year - 1950) + "</Volume><Issue>" + std::to_string(1 + random.below(12)) +
           "</Issue><PubDate><Year>" + std::to_string(year) + "</Year><Month>" +
           kMonths[random.below(12)] + "</Month></PubDate></JournalIssue><Title>" +
           journal_name(journal) + "</Title><ISOAbbreviation>" + journal_short(journal) +
           "</ISOAbbreviation></Journal><ArticleTitle>";
    text(statistics_.title.draw(random), random, out);
    const std::string doi = "10.1" + std::to_string(journal) + "/x." + number;
    out += "</ArticleTitle><Pagination><MedlinePgn>" + std::to_string(1 + random.below(1500)) +
           "-9</MedlinePgn></Pagination>";
    if (modern) out += "<ELocationID EIdType=\"doi\" ValidYN=\"Y\">" + doi + "</ELocationID>";
    if (random.chance(modern ? 0.85 : 0.5)) abstract(random, modern, out);
    authors(random, year, out);
    out += "<Language>eng</Language><PublicationTypeList>";
    type("D016428", "Journal Article", out);
    if (random.chance(0.12)) type("D016454", "Review", out);
    if (random.chance(0.03)) type("D016449", "Randomized Controlled Trial", out);
    if (random.chance(0.3)) type("D013485", "Research Support, Non-U.S. Gov't", out);
    if (random.chance(0.0005)) type("D016441", "Retracted Publication", out);
    out +=
        "</PublicationTypeList></Article><MedlineJournalInfo><Country>England</"
        "Country><MedlineTA>" +
        journal_short(journal) + "</MedlineTA><NlmUniqueID>" + std::to_string(100000 + journal) +
        "</NlmUniqueID></MedlineJournalInfo><CitationSubset>IM</CitationSubset>";
    headings(random, out);
    if (modern && random.chance(0.5)) keywords(random, out);
    out += "</MedlineCitation><PubmedData><History><PubMedPubDate PubStatus=\"pubmed\"><Year>" +
           std::to_string(year) +
           "</Year><Month>6</Month><Day>1</Day></PubMedPubDate></History>"
           "<PublicationStatus>ppublish</PublicationStatus><ArticleIdList><ArticleId "
           "IdType=\"pubmed\">" +
           number + "</ArticleId>";
    if (modern) out += "<ArticleId IdType=\"doi\">" + doi + "</ArticleId>";
    out += "</ArticleIdList>";
    if (modern && random.chance(0.3)) references(random, pmid, out);
    out += "</PubmedData></PubmedArticle>\n";
  }

 private:
  static constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

  static void date(const char* name, int year, int month, std::string& out) {
    out += "<" + std::string(name) + "><Year>" + std::to_string(year) + "</Year><Month>" +
           std::to_string(month) + "</Month><Day>10</Day></" + name + ">";
  }
  static std::string issn(std::size_t n) {
    char out[64];
    std::snprintf(out, sizeof out, "%04zu-%03zuX", n / 1000, n % 1000);
    return out;
  }
  static std::string journal_name(std::size_t n) {
    return "Journal of " + capital(made_word(n)) + " and " + capital(made_word(n / 3 + 40));
  }
  static std::string journal_short(std::size_t n) { return "J " + capital(made_word(n)); }

  // One word in thirty is one that lists of common words do not have.
  void word(Random& random, std::string& out) const {
    if (random.chance(0.03)) {
      out += made_word(random.skewed(20'000'000));
      return;
    }
    for (const char c : statistics_.words.draw(random)) {
      if (c == '0') {
        out += static_cast<char>('0' + random.below(10));
      } else {
        out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
      }
    }
  }
  void text(int words, Random& random, std::string& out) const {
    for (int i = 0; i < words; ++i) {
      if (i > 0) out += ' ';
      word(random, out);
    }
    out += '.';
  }
  void abstract(Random& random, bool modern, std::string& out) const {
    const int words = statistics_.abstract.draw(random);
    out += "<Abstract>";
    if (modern && random.chance(0.4)) {
      for (const char* label : {"BACKGROUND", "METHODS", "RESULTS", "CONCLUSIONS"}) {
        out += "<AbstractText Label=\"" + std::string(label) + "\" NlmCategory=\"" + label + "\">";
        text(1 + words / 4, random, out);
        out += "</AbstractText>";
      }
    } else {
      out += "<AbstractText>";
      text(words, random, out);
      out += "</AbstractText>";
    }
    out += "</Abstract>";
  }
  void authors(Random& random, int year, std::string& out) const {
    const std::size_t most = year > 2010 ? 12 : year > 1990 ? 7 : 4;
    out += "<AuthorList CompleteYN=\"Y\">";
    for (std::size_t i = 0, n = 1 + random.below(most); i < n; ++i) {
      const std::string first = capital(made_word(random.skewed(20'000)));
      out += "<Author ValidYN=\"Y\"><LastName>" + capital(made_word(random.skewed(500'000))) +
             "</LastName><ForeName>" + first + "</ForeName><Initials>" + first.substr(0, 1) +
             "</Initials>";
      if (year > 2014 || (i == 0 && year > 1988)) {
        const std::size_t place = random.skewed(200'000);
        out += "<AffiliationInfo><Affiliation>Department of " + capital(made_word(place / 9)) +
               ", University of " + capital(made_word(place / 3)) + ", " +
               capital(made_word(place / 40)) + ", " + capital(made_word(place / 2000)) +
               ".</Affiliation></AffiliationInfo>";
      }
      out += "</Author>";
    }
    out += "</AuthorList>";
  }
  static void type(const char* ui, const char* name, std::string& out) {
    out += "<PublicationType UI=\"" + std::string(ui) + "\">" + name + "</PublicationType>";
  }
  static std::string ui(char letter, std::size_t n) {
    char out[64];
    std::snprintf(out, sizeof out, "%c%06zu", letter, n);
    return out;
  }
  void headings(Random& random, std::string& out) const {
    if (random.chance(0.15)) return;
    out += "<MeshHeadingList>";
    const auto heading = [&](const std::string& id, const std::string& name, bool qualified) {
      out += "<MeshHeading><DescriptorName UI=\"" + id + "\" MajorTopicYN=\"" +
             (random.chance(0.3) ? "Y" : "N") + "\">" + name + "</DescriptorName>";
      if (qualified) {
        const std::size_t q = random.skewed(76);
        out += "<QualifierName UI=\"" + ui('Q', 100 + q) + "\" MajorTopicYN=\"N\">" +
               kQualifiers[q % 8] + "</QualifierName>";
      }
      out += "</MeshHeading>";
    };
    for (const auto& [name, chance] : kCheckTags) {
      if (random.chance(chance)) heading("D00" + std::to_string(1000 + name[0]), name, false);
    }
    for (std::size_t i = 0, n = 3 + random.below(12); i < n; ++i) {
      const std::size_t h = random.skewed(30'000);
      heading(ui('D', h), capital(made_word(h)) + " " + made_word(h / 5 + 7), random.chance(0.5));
    }
    out += "</MeshHeadingList>";
  }
  void keywords(Random& random, std::string& out) const {
    out += "<KeywordList Owner=\"NOTNLM\">";
    for (int i = 0; i < 5; ++i) {
      out += "<Keyword MajorTopicYN=\"N\">";
      word(random, out);
      out += "</Keyword>";
    }
    out += "</KeywordList>";
  }
  void references(Random& random, std::int64_t pmid, std::string& out) const {
    out += "<ReferenceList>";
    for (std::size_t i = 0, n = 10 + random.below(50); i < n; ++i) {
      const std::size_t cited = 1 + random.below(static_cast<std::size_t>(pmid));
      out += "<Reference><Citation>" + capital(made_word(cited % 500'000)) + " A, et al. J " +
             capital(made_word(cited % 12'000)) + ". " + std::to_string(1980 + cited % 40) +
             ";12:1-9.</Citation><ArticleIdList><ArticleId IdType=\"pubmed\">" +
             std::to_string(cited) + "</ArticleId></ArticleIdList></Reference>";
    }
    out += "</ReferenceList>";
  }

  static constexpr std::pair<const char*, double> kCheckTags[] = {
      {"Humans", 0.6}, {"Female", 0.3},   {"Male", 0.3},  {"Adult", 0.2},
      {"Aged", 0.12},  {"Animals", 0.25}, {"Mice", 0.06}, {"Middle Aged", 0.16}};
  static constexpr const char* kQualifiers[] = {"metabolism", "drug therapy",   "diagnosis",
                                                "genetics",   "therapy",        "epidemiology",
                                                "physiology", "adverse effects"};
  const Statistics& statistics_;
};

// Of the forms a search of the literature has.
std::string made_query(const Statistics& statistics, int n, Random& random) {
  const auto between = [&](std::size_t first, std::size_t last) {
    return statistics.by_count[first + random.below(last - first)];
  };
  const auto middling = [&] { return between(100, 3'000); };
  const auto heading = [&] {
    const std::size_t h = random.skewed(30'000);
    return "\"" + capital(made_word(h)) + " " + made_word(h / 5 + 7) + "\"[mh]";
  };
  switch (n % 10) {
    case 0:  // frequent
      return between(0, 12) + "[tiab] AND " + between(0, 12) + "[tiab]";
    case 1:
      return middling() + "[tiab]";
    case 2:
      return middling() + "[tiab] AND " + middling() + "[tiab]";
    case 3:
      return "(" + middling() + "[tiab] OR " + middling() + "[tiab] OR " + middling() +
             "[ti]) AND " + middling() + "[tiab] NOT review[pt]";
    case 4:
      return "\"" + between(0, 60) + " " + between(0, 60) + "\"[tiab]";
    case 5:
      return middling().substr(0, 5) + "*[ti] AND " + middling() + "[tiab]";
    case 6:
      return heading() + " AND humans[mh]";
    case 7:
      return heading() + " OR (" + heading() + " AND " + middling() + "[tiab])";
    case 8:
      return "\"" + middling() + " " + middling() + "\"[tiab:~5]";
    default:
      return middling() + "[tiab] AND 2015:2020[dp]";
  }
}

class Folder {
 public:
  explicit Folder(fs::path path) : path_(std::move(path)) { fs::create_directories(path_); }

  void write(std::int64_t number, const std::string& body) {
    char name[64];
    std::snprintf(name, sizeof name, "pubmed26n%04lld.xml.gz", static_cast<long long>(number));
    const gzFile file = gzopen((path_ / name).c_str(), "wb6");
    gzwrite(file, body.data(), static_cast<unsigned>(body.size()));
    gzclose(file);
    std::ifstream in(path_ / name, std::ios::binary);
    ev::Md5 md5;
    std::string buffer(1u << 20, '\0');
    while (in) {
      in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
      md5.add(std::string_view(buffer).substr(0, static_cast<std::size_t>(in.gcount())));
    }
    std::ofstream(path_ / (std::string(name) + ".md5"))
        << "MD5(" << name << ")= " << md5.hex() << "\n";
    const auto kib = fs::file_size(path_ / name) / 1024 + 1;
    page_ += "<a href=\"" + std::string(name) + "\">" + name + "</a>  2026-01-" +
             (number % 28 < 9 ? "0" : "") + std::to_string(number % 28 + 1) + " 14:03  " +
             std::to_string(kib) + "K\n";
    std::ofstream(path_ / "index.html") << "<html><body><pre>\n"
                                        << page_ << "</pre></body></html>\n";
  }

 private:
  fs::path path_;
  std::string page_;
};

const char* kHead = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<PubmedArticleSet>\n";

long option(int argc, char** argv, const std::string& name, long standard) {
  for (int i = 3; i + 1 < argc; ++i) {
    if (argv[i] == name) return std::atol(argv[i + 1]);
  }
  return standard;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: mirror_data STATISTICS.tsv FOLDER --records N …\n");
    return 2;
  }
  const Statistics statistics = read_statistics(argv[1]);
  RecordMaker maker(statistics);
  const long records = option(argc, argv, "--records", 30'000);
  const long per_file = option(argc, argv, "--per-file", 30'000);
  const long per_update = option(argc, argv, "--per-update", 30'000);
  Random random(static_cast<std::uint64_t>(option(argc, argv, "--seed", 1)));
  Folder baseline(fs::path(argv[2]) / "baseline");
  std::int64_t number = 0;
  for (long first = 1; first <= records; first += per_file) {
    std::string body = kHead;
    for (long pmid = first; pmid < std::min(first + per_file, records + 1); ++pmid) {
      maker.make(pmid, records, 0, body);
    }
    baseline.write(++number, body + "</PubmedArticleSet>\n");
  }
  Folder updates(fs::path(argv[2]) / "updatefiles");
  long last = records;
  for (long update = 1; update <= option(argc, argv, "--updates", 1); ++update) {
    std::string body = kHead;
    for (long i = 0; i < per_update; ++i) {
      const bool fresh = i % 5 == 0;
      const long pmid =
          fresh ? ++last : 1 + static_cast<long>(random.below(static_cast<std::size_t>(records)));
      maker.make(pmid, records, static_cast<int>(update), body);
    }
    body += "<DeleteCitation>";
    for (int i = 0; i < 10; ++i) {
      body += "<PMID Version=\"1\">" +
              std::to_string(1 + random.below(static_cast<std::size_t>(records))) + "</PMID>";
    }
    updates.write(++number, body + "</DeleteCitation></PubmedArticleSet>\n");
  }
  std::ofstream queries(fs::path(argv[2]) / "queries.txt");
  for (int i = 0; i < 1'000; ++i) queries << made_query(statistics, i, random) << "\n";
  return 0;
}
