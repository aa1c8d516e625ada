#include "pipeline/mirror/apply.hpp"

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

}  // namespace

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
