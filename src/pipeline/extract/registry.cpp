#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/extract/availability.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace ev::extract {

namespace {

struct RegistryForm {
  std::string_view prefix;
  std::size_t digits;      // at least
  std::string_view inner;  // further characters inside the number
};

constexpr RegistryForm kForms[] = {{"NCT", 8, ""},
                                   {"ISRCTN", 6, ""},
                                   {"ACTRN", 14, ""},
                                   {"ChiCTR", 6, "-ABCDEIMNOPRT"},
                                   {"UMIN", 6, ""},
                                   {"JPRN-", 6, "-UMINjRCTsJ"},
                                   {"DRKS", 8, ""},
                                   {"IRCT", 8, "N"},
                                   {"NTR", 3, ""},
                                   {"CTRI/", 8, "/"},
                                   {"KCT", 7, ""},
                                   {"TCTR", 8, ""},
                                   {"PACTR", 12, ""},
                                   {"SLCTR/", 6, "/"},
                                   {"RBR-", 4, "abcdefghijklmnopqrstuvwxyz"},
                                   {"jRCT", 9, "s"},
                                   {"PROSPERO ", 6, "CRD"},
                                   {"CRD", 8, ""}};

// The same for a letter, large or small.
constexpr std::size_t kFirstLetters = 32;
constexpr std::size_t letter_place(char c) {
  return static_cast<unsigned char>(c) % kFirstLetters;
}

// Whether a form may begin with these letters: most words are passed by on them.
bool may_begin_form(char first, char second) {
  static constexpr auto kSeconds = [] {
    std::array<std::uint32_t, kFirstLetters> out{};
    for (const RegistryForm& form : kForms)
      out[letter_place(form.prefix[0])] |= std::uint32_t{1} << letter_place(form.prefix[1]);
    return out;
  }();
  return (kSeconds[letter_place(first)] >> letter_place(second) & 1u) != 0;
}

// End of the identifier that begins at `at`; 0 when there is none.
std::size_t identifier_end(std::string_view s, std::size_t at) {
  if (at + 1 >= s.size() || !may_begin_form(s[at], s[at + 1])) return 0;
  for (const RegistryForm& form : kForms) {
    if (!text::starts_with_ignoring_ascii_case(s.substr(at), form.prefix)) continue;
    std::size_t i = at + form.prefix.size();
    if (form.prefix.back() != '/' && i < s.size() && (s[i] == ' ' || s[i] == ':')) ++i;
    std::size_t digits = 0;
    std::size_t end = i;
    while (i < s.size() &&
           (doc::is_digit(s[i]) || form.inner.find(s[i]) != std::string_view::npos)) {
      if (doc::is_digit(s[i])) {
        ++digits;
        end = i + 1;
      }
      ++i;
    }
    if (digits >= form.digits && !doc::word_at(s, end)) return end;
  }
  return 0;
}

// "2004-000446-20", EudraCT's form.
std::size_t eudract_end(std::string_view s, std::size_t at) {
  constexpr std::string_view kShape = "dddd-dddddd-dd";
  if (at + kShape.size() > s.size()) return 0;
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    const bool fits = kShape[i] == 'd' ? doc::is_digit(s[at + i]) : s[at + i] == '-';
    if (!fits) return 0;
  }
  return doc::word_at(s, at + kShape.size()) ? 0 : at + kShape.size();
}

std::string without_blanks(std::string_view s) {
  std::string out;
  for (const char c : s) {
    if (c != ' ' && c != ':') out += c;
  }
  return out;
}

void add_registered(Findings& findings, const RecordText& record) {
  const model::Article& article = record.article();
  for (const std::string& id : article.registry_ids) {
    const std::size_t colon = id.find(':');
    const std::string number = colon == std::string::npos ? id : id.substr(colon + 1);
    if (identifier_end(number, 0) == 0 && eudract_end(number, 0) == 0) continue;
    Candidate candidate{
        .text = number, .flag = true, .ground = ground_in_record("registry_ids", number, 0.99)};
    add_distinct(findings, std::move(candidate));
  }
  for (const std::string& id : article.nct_ids) {
    Candidate candidate{.text = id, .flag = true, .ground = ground_in_record("nct_ids", id, 0.99)};
    add_distinct(findings, std::move(candidate));
  }
}

Findings record_or_sentences(const Patterns& patterns, const RecordText& record,
                             double confidence) {
  return all_sentences(record, patterns,
                       {.confidence = confidence, .skip_title = true, .limit = 3});
}

const std::vector<std::string_view>& countries() {
  static const auto names = data_words("lexicon/countries.tsv", "name");
  return names;
}

// The countries that begin with this capital.
const std::vector<std::string_view>& countries_with(char capital) {
  static const auto kByCapital = [] {
    std::array<std::vector<std::string_view>, 26> out;
    for (const std::string_view country : countries())
      out[static_cast<std::size_t>(country.front() - 'A')].push_back(country);
    return out;
  }();
  return kByCapital[static_cast<std::size_t>(capital - 'A')];
}

void add_countries(Findings& findings, const RecordText& record, const Sentence& sentence) {
  for (const doc::Token& token : sentence.tokens) {
    if (!doc::is_upper(sentence.text[token.begin])) continue;
    const std::string_view rest = sentence.text.substr(token.begin);
    for (const std::string_view country : countries_with(rest.front())) {
      if (!rest.starts_with(country)) continue;
      const std::size_t end = token.begin + country.size();
      if (doc::word_at(sentence.text, end)) continue;
      add_distinct(findings, quoted(record, sentence.span(token.begin, end), 0.8));
      break;
    }
  }
}

}  // namespace

Findings find_registration(const RecordText& record) {
  Findings findings;
  add_registered(findings, record);
  for (const Sentence& sentence : record.sentences()) {
    std::size_t done = 0;
    for (const doc::Token& token : sentence.tokens) {
      const std::size_t i = token.begin;
      if (i < done) continue;
      const std::size_t end = token.opening == doc::kDigitOpening
                                  ? eudract_end(sentence.text, i)
                                  : identifier_end(sentence.text, i);
      if (end == 0) continue;
      Candidate candidate = quoted(record, sentence.span(i, end), 0.98);
      candidate.text = without_blanks(candidate.text);
      candidate.flag = true;
      add_distinct(findings, std::move(candidate));
      done = end;
    }
  }
  return findings;
}

Findings find_funding(const RecordText& record) {
  Findings findings;
  for (const model::Grant& grant : record.article().grants) {
    if (grant.agency.empty()) continue;
    Candidate candidate{.text = grant.agency, .flag = true};
    candidate.ground = ground_in_record("grants", grant.agency, 0.98);
    add_distinct(findings, std::move(candidate));
  }
  if (!findings.candidates.empty()) return findings;
  static const Patterns kFunding = {"funded|sponsored|supported by", "funding", "financial support",
                                    "grant|grants from"};
  // "supported by these data" is no funder.
  Findings mentions = record_or_sentences(kFunding, record, 0.8);
  std::erase_if(mentions.candidates, [](const Candidate& c) {
    const std::vector<doc::Token> tokens = doc::tokenize(c.text);
    static const Patterns kMoney = {
        "fund*|funding|grant|grants|foundation|institute|institutes|council|ministry|"
        "sponsor*|pharma*|inc|ltd|university|national|trust|society|association"};
    return !find_any(kMoney, tokens);
  });
  Findings sentences = back_matter_told(record, BackMatter::funding, 0.85);
  for (Candidate& c : mentions.candidates) add_distinct(sentences, std::move(c));
  static const Patterns kUnpaid = {"no|without <5> funding|support|grant|grants|sponsor"};
  for (Candidate& c : sentences.candidates) c.flag = !find_any(kUnpaid, doc::tokenize(c.text));
  for (const std::string& type : record.article().publication_types) {
    if (type.find("Research Support") == std::string::npos) continue;
    Candidate candidate{
        .text = type, .flag = true, .ground = ground_in_record("publication_types", type, 0.8)};
    add_distinct(sentences, std::move(candidate));
  }
  return sentences;
}

Findings find_conflicts(const RecordText& record) {
  static const Patterns kNone = {
      "no <6> conflict|conflicts|competing|interests|interest|disclosures",
      "nothing to disclose|declare", "none"};
  Findings findings;
  const std::string& statement = record.article().coi_statement;
  if (!statement.empty()) {
    findings.candidates.push_back(
        {.text = statement, .ground = ground_in_record("coi_statement", statement, 0.98)});
  } else {
    static const Patterns kConflicts = {"conflict|conflicts of interest|interests",
                                        "competing interests|interest", "nothing to disclose"};
    findings = back_matter_told(record, BackMatter::conflicts, 0.9);
    for (Candidate& c : record_or_sentences(kConflicts, record, 0.85).candidates)
      add_distinct(findings, std::move(c));
  }
  for (Candidate& c : findings.candidates) c.flag = !find_any(kNone, doc::tokenize(c.text));
  return findings;
}

Findings find_country(const RecordText& record) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.role() != doc::Role::background) add_countries(findings, record, sentence);
  }
  for (const model::MeshHeading& heading : record.article().mesh_headings) {
    const bool country = std::ranges::find(countries(), heading.descriptor) != countries().end();
    if (!country) continue;
    Candidate candidate{.text = heading.descriptor};
    candidate.ground = ground_in_record("mesh_terms", heading.descriptor, 0.9);
    add_distinct(findings, std::move(candidate));
  }
  return findings;
}

namespace {

// What sentences say of sharing itself; without any, those that hold one of the cues.
Findings shared_in_text(const RecordText& record, Shared what, const Patterns& cues) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.is_title()) continue;
    const auto available = says_available(sentence, what);
    if (!available) continue;
    Candidate candidate = quoted(record, sentence.span(), 0.85);
    candidate.flag = *available;
    add_distinct(findings, std::move(candidate));
  }
  return findings.candidates.empty() ? record_or_sentences(cues, record, 0.75) : findings;
}

}  // namespace

Findings find_data_availability(const RecordText& record) {
  static const Patterns kData = {
      "available|deposited|submitted|under|accessible <8> accession number|numbers|code|codes",
      "data|dataset|datasets|sequences <5> deposited"};
  Findings findings;
  for (const std::string& id : record.article().registry_ids) {
    static constexpr std::string_view kBanks[] = {"GENBANK",  "GEO",       "SRA",        "PDB",
                                                  "figshare", "Dryad",     "BioProject", "RefSeq",
                                                  "OMIM",     "SWISSPROT", "UniProtKB"};
    for (const std::string_view bank : kBanks) {
      if (!text::starts_with_ignoring_ascii_case(id, bank)) continue;
      Candidate candidate{
          .text = id, .flag = true, .ground = ground_in_record("registry_ids", id, 0.95)};
      add_distinct(findings, std::move(candidate));
    }
  }
  for (Candidate& c : shared_in_text(record, Shared::data, kData).candidates)
    add_distinct(findings, std::move(c));
  return findings;
}

Findings find_code_availability(const RecordText& record) {
  static const Patterns kCode = {"github|gitlab|bitbucket|sourceforge", "open source"};
  return shared_in_text(record, Shared::code, kCode);
}

Findings find_year(const RecordText& record) {
  const auto year = model::year_of(record.article());
  if (!year) return {};
  Candidate candidate{.text = std::to_string(*year), .number = *year};
  candidate.ground = ground_in_record("publication_date", record.article().publication_date, 0.99);
  return {.candidates = {std::move(candidate)}};
}

Findings find_journal(const RecordText& record) {
  const std::string& journal = record.article().journal;
  if (journal.empty()) return {};
  Candidate candidate{.text = journal, .ground = ground_in_record("journal", journal, 0.99)};
  return {.candidates = {std::move(candidate)}};
}

Findings find_keywords(const RecordText& record) {
  Findings findings;
  for (const std::string& keyword : record.article().keywords) {
    Candidate candidate{.text = keyword, .ground = ground_in_record("keywords", keyword, 0.99)};
    add_distinct(findings, std::move(candidate));
  }
  return findings;
}

Findings find_mesh_terms(const RecordText& record) {
  Findings findings;
  for (const model::MeshHeading& heading : record.article().mesh_headings) {
    Candidate candidate{.text = heading.descriptor};
    candidate.ground = ground_in_record("mesh_terms", heading.descriptor, 0.99);
    add_distinct(findings, std::move(candidate));
  }
  return findings;
}

}  // namespace ev::extract
