// Fields of the record itself, as the record has them.
#include "pipeline/extract/rules.hpp"

namespace ev::extract {

namespace {

constexpr double kSure = 0.99;

Findings record_value(const char* field, const std::string& value) {
  if (value.empty()) return {};
  return {.candidates = {{.text = value, .ground = ground_in_record(field, value, kSure)}}};
}

}  // namespace

Findings find_title(const RecordText& record) {
  return record_value("title", record.article().title);
}

Findings find_doi(const RecordText& record) {
  return record_value("doi", record.article().doi);
}

Findings find_pmid(const RecordText& record) {
  return record_value("pmid", record.article().pmid);
}

Findings find_authors(const RecordText& record) {
  Findings findings;
  std::string all;
  for (const model::Author& author : record.article().authors) {
    if (author.name.empty()) continue;
    all += (all.empty() ? "" : "; ") + author.name;
    findings.candidates.push_back(
        {.text = author.name, .ground = ground_in_record("authors", author.name, kSure)});
  }
  if (findings.candidates.size() > 1) {
    // Each name is quoted by itself: the record has no text that joins them.
    Candidate joined = findings.candidates.front();
    joined.text = all;
    for (std::size_t i = 1; i < findings.candidates.size(); ++i)
      joined.more.push_back(findings.candidates[i].ground);
    findings.single = std::move(joined);
  }
  return findings;
}

Findings find_publication_date(const RecordText& record) {
  return record_value("publication_date", record.article().publication_date);
}

// That a record is not retracted stands nowhere in it, so only a retraction is found.
Findings find_retraction(const RecordText& record) {
  const model::Retraction& retraction = record.article().retraction;
  if (retraction.status != model::RetractionStatus::retracted) {
    return {.reason = "the record carries no retraction"};
  }
  Findings findings = record_value("retraction.status", std::string(wire_name(retraction.status)));
  findings.candidates.front().flag = true;
  return findings;
}

}  // namespace ev::extract
