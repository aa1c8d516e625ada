#include "pipeline/mirror/apply.hpp"

#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "pipeline/library/pmid_set.hpp"
#include "pipeline/library/pubmed_import.hpp"
#include "pipeline/library/stored_article.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/byte_source.hpp"

#include <nlohmann/json.hpp>

namespace ev::mirror {

namespace {

std::int64_t number_of(const std::string& pmid) {
  return library::PmidSet::fits(pmid) ? std::stoll(pmid) : 0;
}

store::MirrorRecord record_of(const model::Article& article) {
  return {.pmid = number_of(article.pmid),
          .version = sources::version_of(article),
          .retracted = article.retraction.status == model::RetractionStatus::retracted,
          .json = model::to_json_text(article),
          .text = library::index_text(article)};
}

// A record of every kind of field that the index holds.
model::Article every_field() {
  model::Article out;
  out.pmid = "12345";
  out.title = "β-Blockers: 10 mg/m² in vitro, I²-test";
  out.abstract = "Background: x > 5 %. Results: Müller’s test, α.";
  out.journal = "The Journal of Inventions";
  out.journal_abbreviation = "J Invent";
  out.issns = {"1234-567X"};
  out.publication_date = "2020-03-04";
  out.doi = "10.1000/x.1";
  out.pmcid = "PMC1";
  out.nct_ids = {"NCT01234567"};
  out.registry_ids = {"ClinicalTrials.gov:NCT01234567"};
  out.keywords = {"Key-word"};
  out.supplementary_concepts = {"concept one"};
  out.publication_types = {"Journal Article", "Review"};
  out.languages = {"eng", "ger"};
  out.coi_statement = "None.";
  out.volume = "1";
  out.issue = "2";
  out.pages = "3-4";
  out.vernacular_title = "Erfundener Titel";
  out.authors.push_back({.name = "O'Neil Jean-Luc",
                         .last_name = "O'Neil",
                         .initials = "JL",
                         .orcid = "0000-0002-1825-0097",
                         .affiliations = {"Department of X, University of Y"}});
  out.mesh_headings.push_back({.descriptor = "Heart Failure",
                               .ui = "D006333",
                               .major = true,
                               .qualifiers = {{.name = "drug therapy", .ui = "Q000188"}}});
  out.chemicals.push_back({.name = "Carvedilol", .registry_number = "0K47UL67F2"});
  out.grants.push_back({.id = "R01 1", .agency = "NIH", .country = "US"});
  return out;
}

std::string words_version() {
  const store::IndexColumns text = library::index_text(every_field());
  std::string all = text.keys;
  for (const std::string& part : text.parts) all += "\n" + part;
  return sha256_hex(all);
}

std::filesystem::path version_file(const store::Mirror& mirror) {
  return mirror.folder() / "words.version";
}

}  // namespace

Result<void> mark_words_current(const store::Mirror& mirror) {
  return write_file_atomically(version_file(mirror), words_version());
}

Result<void> keep_words_current(store::Mirror& mirror) {
  const auto origin = mirror.origin();
  if (!origin && origin.error().code == Errc::not_found) return {};
  if (!origin) return origin.error();
  const auto written = read_file(version_file(mirror));
  if (written && *written == words_version()) return {};
  EV_CHECK(mirror.rebuild(text_of_record()));
  return mark_words_current(mirror);
}

const store::TextOfRecord& text_of_record() {
  static const store::TextOfRecord kText =
      [](const std::string& stored) -> Result<store::IndexColumns> {
    EV_TRY(const Json json, parse_json(stored, "a stored record"));
    return library::index_text(model::article_from_json(json));
  };
  return kText;
}

Result<Applied> apply_file(store::Mirror& mirror, store::MirrorFile file,
                           const std::filesystem::path& path, const Context& ctx) {
  EV_TRY(const auto source, sources::open_file_source(path));
  const std::string name = file.name;
  EV_TRY(store::MirrorWriter writer, mirror.begin(std::move(file), text_of_record()));
  Applied out;
  const library::MirrorSink sink{.make =
                                     [&writer](const model::Article& article) {
                                       store::MirrorRecord record = record_of(article);
                                       writer.pack(record);
                                       return record;
                                     },
                                 .take = [&](store::MirrorRecord record) -> Result<void> {
                                   if (record.pmid == 0) {
                                     ++out.malformed;
                                     return {};
                                   }
                                   ++out.records;
                                   return writer.put(std::move(record));
                                 }};
  EV_TRY(const library::ImportReport report,
         library::import_pubmed_xml(*source, name, {}, {.mirror = &sink}, ctx));
  // Cut off, damaged: the rest of the file is not known.
  if (!report.warnings.empty()) {
    return Error{.code = Errc::upstream_changed,
                 .message = "mirror: " + name + ": " + report.warnings.front(),
                 .source = "mirror",
                 .recovery = "nothing of the file was applied; try again later"};
  }
  out.malformed += report.malformed.size();
  for (const std::string& pmid : report.deleted) {
    if (const std::int64_t number = number_of(pmid); number != 0) EV_CHECK(writer.remove(number));
  }
  EV_TRY(out.counts, writer.finish(static_cast<std::int64_t>(out.malformed)));
  return out;
}

}  // namespace ev::mirror
