#include "pipeline/library/ris.hpp"

#include "base/text.hpp"
#include "pipeline/library/author_names.hpp"
#include "pipeline/library/loose_record.hpp"
#include "pipeline/library/tagged_lines.hpp"
#include "pipeline/library/values.hpp"

#include <array>
#include <map>
#include <optional>

namespace ev::library {

namespace {

// Values of the tags, in order; further lines of a value are kept apart by '\n'.
class RisFields {
 public:
  explicit RisFields(std::string_view bytes) {
    std::optional<std::size_t> gap;
    each_line(bytes, 0, [&](std::string_view line, std::uint64_t) {
      if (!gap) gap = ris_gap(line);  // of TY
      const std::string_view tag = ris_tag(line, *gap);
      if (!tag.empty()) {
        last_ = &values_[std::string(tag)];
        last_->emplace_back(tagged_value(line));
      } else if (last_ != nullptr && !text::trim(line).empty()) {
        last_->back() += last_->back().empty() ? "" : "\n";
        last_->back() += text::trim(line);
      }
    });
  }

  // First value that is not empty among the tags in their order; it counts as used, as do the
  // others of these tags that say the same.
  std::string take(std::initializer_list<std::string_view> tags) {
    std::string found;
    for (const std::string_view tag : tags) {
      const auto it = values_.find(tag);
      if (it == values_.end()) continue;
      auto& list = it->second;
      for (auto value = list.begin(); value != list.end();) {
        const bool use = found.empty() || *value == found;
        if (found.empty()) found = *value;
        value = use ? list.erase(value) : value + 1;
      }
    }
    return found;
  }
  // All values, one per line of the file.
  std::vector<std::string> take_lines(std::initializer_list<std::string_view> tags) {
    std::vector<std::string> out;
    for (const std::string_view tag : tags) {
      const auto it = values_.find(tag);
      if (it == values_.end()) continue;
      for (const std::string& value : it->second) {
        for (std::string& line : text::split(value, '\n')) {
          if (!line.empty()) out.push_back(std::move(line));
        }
      }
      it->second.clear();
    }
    return out;
  }
  const std::map<std::string, std::vector<std::string>, std::less<>>& rest() const {
    return values_;
  }

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::vector<std::string>* last_ = nullptr;
};

// EndNote's way to mark a group: "World Health Organization,". Not "Doe J,".
bool is_marked_group(std::string_view name) {
  name = text::trim(name);
  if (name.empty() || name.find(',') != name.size() - 1) return false;
  const std::size_t blank = name.rfind(' ');
  if (blank == std::string_view::npos) return false;
  const std::string_view last = name.substr(blank + 1, name.size() - blank - 2);
  for (const char c : last) {
    if (c >= 'a' && c <= 'z') return true;
  }
  return last.size() > 3;
}

void take_authors(RisFields& f, LooseRecord& r) {
  for (const std::string& line : f.take_lines({"AU", "A1"})) {
    if (is_marked_group(line)) {
      std::string name = squeezed(line);
      name.pop_back();
      r.authors.push_back({.name = std::move(name), .collective = true});
      continue;
    }
    for (const std::string& name : text::split(line, ';')) {
      if (is_et_al(name)) {
        r.authors_complete = false;
        continue;
      }
      model::Author author = person_of(name);
      if (!author.name.empty()) r.authors.push_back(std::move(author));
    }
  }
}

bool is_journal_type(std::string_view type) {
  for (const std::string_view known :
       {"JOUR", "EJOUR", "JFULL", "MGZN", "NEWS", "INPR", "ABST", ""}) {
    if (type == known) return true;
  }
  return false;
}

// JF is the full name; JO may be either; T2 holds the journal or the book, but for other types the
// series.
void take_journal(RisFields& f, std::string_view type, LooseRecord& r) {
  r.journal = f.take({"JF", "T2", "JO"});
  r.journal_abbreviation = f.take({"JA", "J2", "JI", "J9", "J1", "JO"});
  if (r.journal.empty() && !is_journal_type(type)) r.journal = f.take({"BT"});
}

void take_dates(RisFields& f, LooseRecord& r) {
  r.year = f.take({"PY"});
  r.date = f.take({"DA", "PD"});
  const std::string primary = f.take({"Y1"});
  if (r.year.empty()) {
    r.year = primary;
  } else if (r.date.empty()) {
    r.date = primary;
  }
  if (r.date.empty()) r.date = r.year;
  // "1 Aug 2021 - 3 Aug 2021" or the day of the export: another year than PY is another date.
  const std::string year = loose_date(r.year, "").iso.substr(0, 4);
  const std::string dated = loose_date(r.date, r.year).iso.substr(0, 4);
  if (!year.empty() && !dated.empty() && year != dated) {
    r.metadata.emplace_back("other_date", r.date);
    r.date = r.year;
  }
}

void take_pages(RisFields& f, LooseRecord& r) {
  r.first_page = f.take({"SP", "BP"});
  r.last_page = f.take({"EP", "LP"});
  if (r.first_page.empty()) r.first_page = f.take({"AR", "SE"});
}

void take_identifiers(RisFields& f, LooseRecord& r) {
  r.doi = f.take({"DO", "DI"});
  r.database = f.take({"DB"});
  if (const std::string provider = f.take({"DP"}); !provider.empty()) {
    r.database += (r.database.empty() ? "" : "; ") + provider;
  }
  r.accession = f.take({"AN"});
  const std::string id = f.take({"ID"});
  const std::string database = text::to_lower_ascii(r.database);
  const bool pubmed =
      database.find("pubmed") != std::string::npos || database.find("medline") != std::string::npos;
  if (pubmed && pmid_of_value(r.accession).empty()) r.pmid = pmid_of_value(id);
  if (!pubmed) r.pmid = pmid_named_in(id);
  if (r.pmid.empty() || r.pmid != pmid_of_value(id)) r.metadata.emplace_back("record_id", id);
  // Scopus writes the PMID as C2, EndNote a PMC id.
  if (database.find("scopus") != std::string::npos && r.accession.empty()) {
    const std::string c2 = f.take({"C2"});
    r.pmid = r.pmid.empty() ? pmid_of_value(c2) : r.pmid;
    if (r.pmid.empty() && !c2.empty()) r.metadata.emplace_back("ris_C2", c2);
  }
  // MEDLINE numbers under other tags count when the database is MEDLINE's.
  if (pubmed && r.pmid.empty() && pmid_of_value(r.accession).empty())
    r.pmid = pmid_of_value(f.take({"C7"}));
  r.urls = f.take_lines({"UR", "L2", "LK"});
  if (const std::string paper = f.take({"L1"}); !paper.empty())
    r.metadata.emplace_back("pdf_url", paper);
}

// M3: the type of work, or with some writers the DOI.
void take_type_of_work(RisFields& f, LooseRecord& r) {
  for (const std::string& value : f.take_lines({"M3", "PT"})) {
    const std::string doi = doi_of_value(value);
    if (!doi.empty()) {
      if (r.doi.empty()) r.doi = doi;
      continue;
    }
    for (const std::string& type : text::split(value, ';')) r.types.push_back(type);
  }
}

void take_keywords(RisFields& f, LooseRecord& r) {
  for (const std::string& line : f.take_lines({"KW", "DE"})) {
    for (const std::string& part : text::split(line, ';')) {
      std::string_view keyword = text::trim(part);
      if (!keyword.empty() && keyword.front() == '*') keyword.remove_prefix(1);
      r.keywords.emplace_back(keyword);
    }
  }
}

// What is left may still name identifiers ("PMID: 123" in a note) and is kept as it stands.
void take_rest(RisFields& f, LooseRecord& r) {
  for (const auto& [tag, values] : f.rest()) {
    for (const std::string& value : values) {
      if (value.empty()) continue;
      r.may_name_ids.push_back(value);
      const bool note = tag == "N1" || tag == "RN";
      r.metadata.emplace_back(note ? "note" : "ris_" + tag, value);
    }
  }
}

}  // namespace

Result<model::Article> read_ris(std::string_view bytes, const RawRecord& record, Notes& notes) {
  RisFields f(bytes);
  LooseRecord r;
  const std::string type = f.take({"TY"});
  r.is_book =
      type == "BOOK" || type == "EBOOK" || type == "CHAP" || type == "ECHAP" || type == "EDBOOK";
  r.title = f.take({"TI", "T1", "CT"});
  if (r.title.empty()) r.title = f.take({"BT"});
  take_authors(f, r);
  take_journal(f, type, r);
  take_dates(f, r);
  take_pages(f, r);
  r.volume = f.take({"VL"});
  r.issue = f.take({"IS", "IP"});
  if (r.issue.empty()) r.issue = f.take({"CP"});
  take_identifiers(f, r);
  take_type_of_work(f, r);
  r.abstract = f.take({"AB", "N2"});
  take_keywords(f, r);
  r.issns = text::join(f.take_lines({"SN", "EI"}), " ");
  r.language = text::join(f.take_lines({"LA"}), ";");
  r.affiliation = text::join(f.take_lines({"AD"}), "; ");
  const bool unbodied = r.title.empty() && r.abstract.empty() && r.authors.empty() &&
                        r.doi.empty() && r.pmid.empty() && r.accession.empty();
  for (const auto& [tag, key] :
       {std::pair{"PB", "publisher"}, {"CY", "place"}, {"ET", "edition"}, {"T3", "series"}}) {
    r.metadata.emplace_back(key, f.take({tag}));
  }
  r.metadata.emplace_back("editors", text::join(f.take_lines({"A2", "ED"}), "; "));
  take_rest(f, r);
  r.metadata.emplace_back("reference_type", type);
  if (unbodied && r.may_name_ids.empty() && r.journal.empty()) {
    return Error{.code = Errc::invalid_argument, .message = "has no field but its type"};
  }
  return article_of(std::move(r), record.line, notes);
}

}  // namespace ev::library
