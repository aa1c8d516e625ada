#include "pipeline/sources/pubmed_xml.hpp"

#include "pipeline/sources/byte_source.hpp"
#include "pipeline/sources/pubmed_record.hpp"
#include "pipeline/sources/pubmed_xml_dom.hpp"
#include "pipeline/sources/pubmed_xml_prepass.hpp"
#include "pipeline/sources/pubmed_xml_split.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace ev::sources {

struct XmlReader::Impl {
  XmlOptions options;
  std::string prepared;
  tinyxml2::XMLDocument document;  // keeps its node pools from record to record
};

namespace {

Error unreadable(std::string reason) {
  return Error{.code = Errc::upstream_changed, .message = std::move(reason), .source = "pubmed"};
}

bool is_number(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

XmlReader::XmlReader(XmlOptions options) : impl_(std::make_unique<Impl>()) {
  impl_->options = options;
}
XmlReader::~XmlReader() = default;
XmlReader::XmlReader(XmlReader&&) noexcept = default;
XmlReader& XmlReader::operator=(XmlReader&&) noexcept = default;

Result<model::Article> XmlReader::read(std::string_view record) {
  EV_CHECK(prepare_xml(record, {.keep_references = impl_->options.references}, impl_->prepared));
  tinyxml2::XMLDocument& document = impl_->document;
  if (document.Parse(impl_->prepared.data(), impl_->prepared.size()) != tinyxml2::XML_SUCCESS) {
    return unreadable(std::string("not well-formed: ") + document.ErrorName());
  }
  const dom::Element* top = document.RootElement();
  if (top == nullptr) return unreadable("the record has no element");
  model::Article a;
  if (dom::is(*top, "PubmedBookArticle")) {
    dom::read_book(*top, a);
  } else {
    const bool bare = dom::is(*top, "MedlineCitation");
    const dom::Element* citation = bare ? top : dom::child(top, "MedlineCitation");
    if (citation == nullptr) return unreadable("the record has no MedlineCitation");
    dom::read_citation(*citation, a);
    if (const dom::Element* data = dom::child(top, "PubmedData")) dom::read_pubmed_data(*data, a);
  }
  if (!is_number(a.pmid)) return unreadable("the record has no PMID");
  complete_pubmed_record(a);
  return a;
}

int version_of(const model::Article& article) {
  const auto found = article.metadata.find("version");
  int version = 1;
  if (found != article.metadata.end()) {
    const std::string& s = found->second;
    std::from_chars(s.data(), s.data() + s.size(), version);
  }
  return version;
}

std::vector<std::string> deleted_pmids(std::string_view xml) {
  std::vector<std::string> out;
  for (std::size_t at = xml.find("<PMID"); at != std::string_view::npos;
       at = xml.find("<PMID", at + 5)) {
    std::string pmid = pmid_of(xml.substr(at));
    if (!pmid.empty()) out.push_back(std::move(pmid));
  }
  return out;
}

XmlSet read_pubmed_set(std::string_view xml, const XmlOptions& options) {
  XmlSet set;
  MemorySource source(xml);
  RecordSplitter splitter(source);
  XmlReader reader(options);
  std::unordered_map<std::string, std::size_t> place;
  XmlPiece piece;
  while (splitter.next(piece).value_or(false)) {
    if (piece.kind == XmlPiece::Kind::deleted) {
      for (std::string& pmid : deleted_pmids(piece.bytes)) set.deleted.push_back(std::move(pmid));
      continue;
    }
    auto article = piece.kind == XmlPiece::Kind::record
                       ? reader.read(piece.bytes)
                       : Result<model::Article>(unreadable(piece.reason));
    if (!article) {
      set.malformed.push_back({pmid_of(piece.bytes), piece.offset, article.error().message});
      continue;
    }
    const auto [found, is_new] = place.emplace(article->pmid, set.articles.size());
    if (is_new) {
      set.articles.push_back(*std::move(article));
      continue;
    }
    dom::add_once(set.duplicates, article->pmid);
    model::Article& kept = set.articles[found->second];
    if (version_of(*article) >= version_of(kept)) kept = *std::move(article);
  }
  set.root = splitter.root();
  set.complete = splitter.root_closed();
  set.error = splitter.error_text();
  return set;
}

}  // namespace ev::sources
