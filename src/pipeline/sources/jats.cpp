#include "pipeline/sources/jats.hpp"

#include "base/text.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/jats_text.hpp"
#include "pipeline/sources/pubmed_xml_prepass.hpp"

#include <algorithm>
#include <utility>

namespace ev::sources {

namespace {

constexpr std::size_t kSectionDepth = 16;
constexpr int kTablesDepth = 64;
constexpr int kArticleDepth = 8;  // an article sits at most so deep in its envelope

bool is_jats_section(const dom::Element& e) {
  static constexpr std::string_view kNames[] = {"sec",   "app",      "ack",     "app-group",
                                                "notes", "glossary", "fn-group"};
  return std::find(std::begin(kNames), std::end(kNames), dom::name_of(e)) != std::end(kNames);
}

std::string section_kind(const dom::Element& e) {
  for (const char* name : {"sec-type", "abstract-type", "notes-type", "content-type", "fn-type"}) {
    if (std::string value = dom::attribute(e, name); !value.empty()) return value;
  }
  // A group of notes of one kind.
  const dom::Element* fn = dom::is(e, "fn-group") ? dom::child(&e, "fn") : nullptr;
  return fn == nullptr ? "" : dom::attribute(*fn, "fn-type");
}

class JatsReader {
 public:
  explicit JatsReader(FullText& out) : out_(out) {}

  void read(const dom::Element& article) {
    out_.article_type = dom::attribute(article, "article-type");
    dom::each(&article, [&](const dom::Element& e) {
      const std::string_view name = dom::name_of(e);
      if (name == "front") read_front(e);
      if (name == "body") read_container(e, {"body", {}, ""});
      if (name == "back") read_container(e, {"back", {}, ""});
      if (name == "floats-group") read_container(e, {"floats", {}, ""});
      if (name == "sub-article" || name == "response") {
        ++sub_articles_;
      } else {
        collect_tables(e, 0);
      }
    });
    out_.has_body =
        std::any_of(out_.sections.begin(), out_.sections.end(),
                    [](const FullTextSection& section) { return section.part == "body"; });
    note_left_out(references_, "reference", "references");
    note_left_out(sub_articles_, "sub-article", "sub-articles");
  }

 private:
  struct Place {
    std::string part;
    std::vector<std::string> path;
    std::string kind;
  };

  void read_front(const dom::Element& front) {
    const dom::Element* meta = dom::child(&front, "article-meta");
    dom::each(meta, [&](const dom::Element& e) {
      const std::string_view name = dom::name_of(e);
      if (name == "article-id") read_id(e);
      if (name == "title-group") out_.title = dom::text_of(dom::child(&e, "article-title"));
      if (name == "permissions") read_license(e);
      if (name == "abstract" || name == "trans-abstract") read_abstract(e);
    });
  }

  void read_id(const dom::Element& e) {
    const std::string type = dom::attribute(e, "pub-id-type");
    const std::string value = dom::text_of(&e);
    if (type == "pmid") out_.pmid = value;
    if (type == "doi") out_.doi = normal_doi(value);
    if (type == "pmcid" || type == "pmc") out_.pmcid = normal_pmcid(value);
  }

  void read_license(const dom::Element& permissions) {
    const dom::Element* license = dom::child(&permissions, "license");
    if (license == nullptr) return;
    out_.license = dom::text_of(license, "ali:license_ref");
    if (out_.license.empty()) out_.license = dom::attribute(*license, "xlink:href");
    if (out_.license.empty()) out_.license = dom::text_of(license, "license-p");
    if (out_.license.empty()) out_.license = dom::text_of(license, "p");
  }

  void read_abstract(const dom::Element& e) {
    Place place{"abstract", {}, section_kind(e)};
    if (place.kind.empty() && dom::is(e, "trans-abstract")) place.kind = "translated";
    const std::string title = dom::text_of(&e, "title");
    if (!title.empty() && !text::equal_ignoring_ascii_case(title, "abstract")) {
      place.path.push_back(title);
    }
    read_container(e, place);
  }

  void read_section(const dom::Element& e, const Place& parent) {
    Place place{parent.part, parent.path, section_kind(e)};
    std::string title = dom::text_of(&e, "title");
    if (title.empty() && dom::is(e, "app")) title = dom::text_of(&e, "label");
    if (!title.empty()) place.path.push_back(std::move(title));
    read_container(e, place);
  }

  void read_container(const dom::Element& e, const Place& place) {
    bool open = false;
    dom::each(&e, [&](const dom::Element& c) {
      if (dom::is(c, "ref-list")) {
        count_references(c, 0);
      } else if (is_jats_section(c) && place.path.size() < kSectionDepth &&
                 depth_ < kSectionDepth) {
        ++depth_;
        read_section(c, place);
        --depth_;
        open = false;  // text after a sub-section is an entry of its own
      } else if (!jats::is_heading_part(c)) {
        add_text(jats::lines_of(c), place, open);
        if (place.part == "floats") open = false;  // each by itself
      }
    });
  }

  void add_text(const std::vector<std::string>& lines, const Place& place, bool& open) {
    if (lines.empty()) return;
    if (!open) out_.sections.push_back({place.part, place.path, place.kind, ""});
    open = true;
    std::string& text = out_.sections.back().text;
    for (const std::string& line : lines) {
      if (!text.empty()) text += '\n';
      text += line;
    }
  }

  // Lists nest, and their parts have titles of their own.
  void count_references(const dom::Element& list, int depth) {
    if (depth > kArticleDepth) return;
    dom::each(&list, [&](const dom::Element& c) {
      if (dom::is(c, "ref")) ++references_;
      if (dom::is(c, "ref-list")) count_references(c, depth + 1);
    });
  }

  void collect_tables(const dom::Element& e, int depth) {
    if (dom::is(e, "table-wrap")) {
      for (Table& table : jats::tables_in(e)) out_.tables.push_back(std::move(table));
    } else if (depth < kTablesDepth && !dom::is(e, "ref-list")) {
      dom::each(&e, [&](const dom::Element& c) { collect_tables(c, depth + 1); });
    }
  }

  void note_left_out(int count, const char* one, const char* many) {
    if (count > 0) out_.left_out.push_back(std::to_string(count) + " " + (count == 1 ? one : many));
  }

  FullText& out_;
  std::size_t depth_ = 0;
  int references_ = 0;
  int sub_articles_ = 0;
};

// Articles in any envelope: pmc-articleset, OAI-PMH, none.
void collect_articles(const dom::Element& e, int depth, FullTextSet& out) {
  if (dom::is(e, "article")) {
    FullText article;
    JatsReader(article).read(e);
    out.articles.push_back(std::move(article));
    return;
  }
  if (dom::is(e, "error")) {
    out.unavailable.push_back(dom::text_of(&e));
    return;
  }
  if (depth == kArticleDepth) return;
  dom::each(&e, [&](const dom::Element& c) { collect_articles(c, depth + 1, out); });
}

}  // namespace

Result<FullTextSet> read_jats(std::string_view xml) {
  std::string prepared;
  EV_CHECK(prepare_xml(xml, {}, prepared));
  tinyxml2::XMLDocument document;
  const bool parsed = document.Parse(prepared.data(), prepared.size()) == tinyxml2::XML_SUCCESS;
  dom::Element* root = document.RootElement();
  if (!parsed || root == nullptr) {
    return Error{.code = Errc::upstream_changed,
                 .message = std::string("full text that is not well-formed XML: ") +
                            (document.Error() ? document.ErrorName() : "no element")};
  }
  if (dom::is(*root, "errorBean") || dom::is(*root, "eFetchResult")) {
    return Error{
        .code = Errc::not_found,
        .message = "no full text: " + text::displayable(text::ellipsize(dom::text_of(root), 200))};
  }
  jats::prepare(*root);
  FullTextSet out;
  collect_articles(*root, 0, out);
  if (out.articles.empty() && out.unavailable.empty()) {
    return Error{.code = Errc::upstream_changed,
                 .message = std::string("full text without an article: <") + root->Name() + ">"};
  }
  return out;
}

}  // namespace ev::sources
