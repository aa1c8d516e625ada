#include "pipeline/sources/jats_text.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace ev::sources::jats {

namespace {

using dom::Element;

constexpr int kBlockDepth = 64;

template <std::size_t N>
bool is_one_of(const Element& e, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), dom::name_of(e)) != names.end();
}

// Stand between paragraphs even where they are written inside one.
constexpr std::array<std::string_view, 20> kBlocks = {"list",
                                                      "def-list",
                                                      "table-wrap",
                                                      "table-wrap-group",
                                                      "fig",
                                                      "fig-group",
                                                      "boxed-text",
                                                      "disp-quote",
                                                      "supplementary-material",
                                                      "media",
                                                      "verse-group",
                                                      "speech",
                                                      "statement",
                                                      "preformat",
                                                      "code",
                                                      "array",
                                                      "chem-struct-wrap",
                                                      "fn",
                                                      "table",
                                                      "fn-group"};
constexpr std::array<std::string_view, 8> kNoText = {"graphic",    "inline-graphic", "alt-text",
                                                     "long-desc",  "object-id",      "sec-meta",
                                                     "index-term", "related-object"};

std::string_view without_prefix(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

bool has_math_child(const tinyxml2::XMLNode& parent) {
  for (const Element* c = parent.FirstChildElement(); c != nullptr; c = c->NextSiblingElement()) {
    if (without_prefix(c->Name()) == "math") return true;
  }
  return false;
}

// What stands between \begin{document} and \end{document}, else all of it.
std::string tex_body(const std::string& tex) {
  static constexpr std::string_view kBegin = "\\begin{document}";
  const std::size_t begin = tex.find(kBegin);
  if (begin == std::string::npos) return tex;
  const std::size_t from = begin + kBegin.size();
  const std::size_t end = tex.find("\\end{document}", from);
  return std::string(
      text::trim(std::string_view(tex).substr(from, end == std::string::npos ? end : end - from)));
}

// Moves blocks of a paragraph, and what follows each as a new paragraph, behind it.
void split_paragraph(Element& paragraph) {
  tinyxml2::XMLNode* node = paragraph.FirstChild();
  while (node != nullptr &&
         (node->ToElement() == nullptr || !is_one_of(*node->ToElement(), kBlocks))) {
    node = node->NextSibling();
  }
  tinyxml2::XMLNode* parent = paragraph.Parent();
  tinyxml2::XMLNode* last = &paragraph;
  Element* run = nullptr;
  while (node != nullptr) {
    tinyxml2::XMLNode* next = node->NextSibling();
    if (node->ToElement() != nullptr && is_one_of(*node->ToElement(), kBlocks)) {
      last = parent->InsertAfterChild(last, node);
      run = nullptr;
    } else {
      if (run == nullptr) {
        run = paragraph.GetDocument()->NewElement("p");
        last = parent->InsertAfterChild(last, run);
      }
      run->InsertEndChild(node);
    }
    node = next;
  }
}

// "(1)" of a formula must not run into it.
void set_apart(Element& e) {
  e.InsertFirstChild(e.GetDocument()->NewText(" "));
  e.InsertEndChild(e.GetDocument()->NewText(" "));
}

void add_lines(std::vector<std::string>& out, std::vector<std::string> lines) {
  std::move(lines.begin(), lines.end(), std::back_inserter(out));
}

std::vector<std::string> block_lines(const Element& e, int depth);

// Lines of all children but headings.
std::vector<std::string> child_lines(const Element& e, int depth) {
  std::vector<std::string> out;
  dom::each(&e, [&](const Element& c) {
    if (!is_heading_part(c)) add_lines(out, block_lines(c, depth + 1));
  });
  return out;
}

std::string on_one_line(const std::vector<std::string>& lines) {
  return text::join(lines, " ");
}

void append_sentence(std::string& out, const std::string& s) {
  if (s.empty()) return;
  if (!out.empty()) {
    const bool ended = std::string_view(".:?!").find(out.back()) != std::string_view::npos;
    out += ended ? " " : ". ";
  }
  out += s;
}

// "Table 1. Title. What the rows are."
std::string caption_of(const Element& e) {
  std::string out = dom::text_of(&e, "label");
  append_sentence(out, dom::text_of(&e, "title"));
  dom::each(&e, "caption", [&](const Element& caption) {
    append_sentence(out, dom::text_of(&caption, "title"));
    append_sentence(out, on_one_line(child_lines(caption, 1)));
  });
  return out;
}

bool has_block_child(const Element& e) {
  for (const Element* c = e.FirstChildElement(); c != nullptr; c = c->NextSiblingElement()) {
    if (dom::is(*c, "p") || is_one_of(*c, kBlocks)) return true;
  }
  return false;
}

std::vector<std::string> list_lines(const Element& list, int depth) {
  std::vector<std::string> out;
  dom::each(&list, "list-item", [&](const Element& item) {
    const std::string label = dom::text_of(&item, "label");
    std::vector<std::string> lines = child_lines(item, depth);
    if (lines.empty()) return;
    lines.front() = (label.empty() ? "-" : label) + " " + lines.front();
    add_lines(out, std::move(lines));
  });
  return out;
}

std::vector<std::string> definition_lines(const Element& list) {
  std::vector<std::string> out;
  dom::each(&list, "def-item", [&](const Element& item) {
    std::string line;
    dom::each(&item, "term", [&](const Element& term) {
      line += (line.empty() ? "" : ", ") + dom::text_of(&term);
    });
    dom::each(&item, "def", [&](const Element& def) {
      line += (line.empty() ? "" : ": ") + on_one_line(child_lines(def, 1));
    });
    if (!line.empty()) out.push_back(std::move(line));
  });
  return out;
}

// Label, title and caption as one line, then the rest.
std::vector<std::string> captioned_lines(const Element& e, int depth) {
  std::vector<std::string> out;
  if (std::string caption = caption_of(e); !caption.empty()) out.push_back(std::move(caption));
  dom::each(&e, [&](const Element& c) {
    if (!is_heading_part(c) && !dom::is(c, "caption")) add_lines(out, block_lines(c, depth + 1));
  });
  return out;
}

std::vector<std::string> one_line(std::string line) {
  return line.empty() ? std::vector<std::string>() : std::vector<std::string>{std::move(line)};
}

std::vector<std::string> note_lines(const Element& fn, int depth) {
  std::vector<std::string> lines = child_lines(fn, depth);
  const std::string label = dom::text_of(&fn, "label");
  if (!label.empty() && !lines.empty()) lines.front() = label + " " + lines.front();
  return lines;
}

// Of a set of forms of the same thing the one that is text.
std::vector<std::string> alternative_lines(const Element& e, int depth) {
  for (const Element* c = e.FirstChildElement(); c != nullptr; c = c->NextSiblingElement()) {
    std::vector<std::string> lines = block_lines(*c, depth + 1);
    if (!lines.empty()) return lines;
  }
  return {};
}

std::vector<std::string> block_lines(const Element& e, int depth) {
  const std::string_view name = without_prefix(dom::name_of(e));
  if (name == "ref-list" || name == "ref" || name == "permissions") return {};
  if (depth > kBlockDepth) return {};
  if (name == "list") return list_lines(e, depth);
  if (name == "def-list") return definition_lines(e);
  if (name == "fn") return note_lines(e, depth);
  if (name == "alternatives") return alternative_lines(e, depth);
  if (name == "table" || name == "tgroup" || name == "array") {
    return table_rows(e);
  }
  const bool captioned = name == "table-wrap" || name == "fig" || name == "fig-group" ||
                         name == "table-wrap-group" || name == "boxed-text" || name == "media" ||
                         name == "supplementary-material" || name == "statement" ||
                         name == "chem-struct-wrap" || name == "sec" || name == "fn-group";
  if (captioned) return captioned_lines(e, depth);
  if (name == "speech") {
    std::string speaker = dom::text_of(&e, "speaker");
    std::string words;
    dom::each(&e, "p", [&](const Element& p) { append_sentence(words, dom::text_of(&p)); });
    return one_line(speaker.empty() ? words : speaker + ": " + words);
  }
  if (name != "p" && has_block_child(e)) return captioned_lines(e, depth);
  if (name == "verse-group") return child_lines(e, depth);
  return one_line(dom::text_of(&e));
}

}  // namespace

bool is_heading_part(const Element& e) {
  return dom::is(e, "title") || dom::is(e, "label");
}

void prepare(Element& e) {
  const bool math = has_math_child(e);
  for (tinyxml2::XMLNode* node = e.FirstChild(); node != nullptr;) {
    Element* c = node->ToElement();
    if (c == nullptr) {
      node = node->NextSibling();
      continue;
    }
    const bool tex = without_prefix(dom::name_of(*c)) == "tex-math";
    if (is_one_of(*c, kNoText) || (tex && math)) {
      tinyxml2::XMLNode* next = node->NextSibling();
      e.DeleteChild(node);
      node = next;
      continue;
    }
    if (tex) {
      c->SetText(tex_body(dom::text_of(c)).c_str());
    } else if (dom::is(*c, "break")) {
      c->SetText(" ");
    } else {
      if (dom::is(*c, "p")) split_paragraph(*c);
      if (dom::is(*c, "label")) set_apart(*c);
      prepare(*c);
    }
    node = node->NextSibling();
  }
}

std::vector<std::string> lines_of(const Element& block) {
  return block_lines(block, 0);
}

}  // namespace ev::sources::jats
