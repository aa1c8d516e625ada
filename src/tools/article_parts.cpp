#include "tools/article_parts.hpp"

#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace ev::tools {

namespace {

constexpr std::size_t kHeadingsNamed = 60;
constexpr std::size_t kTextsOfEntity = 4;
constexpr std::size_t kTitleShown = 300;

// The part is absent: there is none, or it is not known whether there is.
template <class Content>
bool say_absent(const search::Part<Content>& part, const char* member, const char* label,
                std::vector<ArticlePiece>& out) {
  if (part.there()) return false;
  const std::string reason = part.reason.empty() ? "there is none" : one_line(part.reason);
  ArticlePiece piece;
  piece.members[member]["status"] = part.error ? "unknown" : "none";
  piece.members[member]["reason"] = reason;
  piece.text = std::string(label) + ": " + reason + "\n";
  out.push_back(std::move(piece));
  return true;
}

// ------------------------------------------------------------------ full text

std::string heading_of(const sources::FullTextSection& s) {
  if (!s.path.empty()) return one_line(text::join(s.path, " > "));
  return s.part == "abstract" ? "Abstract" : s.part == "floats" ? "Figures and tables" : "";
}

// What headings call the same part of a paper.
std::vector<std::string> wanted_forms(const std::string& word) {
  std::string key = text::fold(word);
  while (!key.empty() && key.back() == 's') key.pop_back();
  std::vector<std::string> out = {key};
  const auto add = [&](std::string_view a, std::string_view b) {
    if (key == a) out.emplace_back(b);
    if (key == b) out.emplace_back(a);
  };
  add("introduction", "background");
  add("result", "finding");
  add("conclusion", "concluding");
  add("conflict of interest", "competing interest");
  return out;
}

bool is_wanted(const sources::FullTextSection& s, const std::vector<std::string>& sections) {
  if (sections.empty()) return true;
  for (const std::string& section : sections) {
    for (const std::string& form : wanted_forms(section)) {
      if (form.empty()) continue;
      const auto holds = [&form](const std::string& heading) {
        return text::fold(heading).find(form) != std::string::npos;
      };
      if (std::any_of(s.path.begin(), s.path.end(), holds) || holds(s.part) || holds(s.kind)) {
        return true;
      }
    }
  }
  return false;
}

// Where `most` code points of `s` end at the end of a line, a sentence or a word.
std::size_t good_cut(std::string_view s, std::size_t most) {
  if (text::code_points(s) <= most) return s.size();
  const std::size_t end = text::byte_of(s, most);
  const std::string_view head = s.substr(0, end);
  for (const std::string_view mark : {"\n", ". ", " "}) {
    const std::size_t at = head.rfind(mark);
    if (at != std::string_view::npos && at > end / 2) return at + mark.size();
  }
  return end;
}

class FullTextPieces {
 public:
  FullTextPieces(const sources::FullText& text, const std::string& source, const FullTextWish& wish,
                 std::size_t piece_chars, std::vector<ArticlePiece>& out)
      : text_(text), wish_(wish), piece_chars_(piece_chars), out_(out), left_(wish.max_chars) {
    open();
    Json& head = piece_.members["full_text"];
    head["source"] = source;
    if (!text.pmcid.empty()) head["pmcid"] = text.pmcid;
    if (!text.license.empty()) head["license"] = one_line(text.license);
    if (!text.left_out.empty()) head["left_out"] = text.left_out;
    piece_.text = "Full text (" + source +
                  (text.license.empty() ? "" : ", " + one_line(text.license)) + ")\n";
  }

  void run() {
    std::vector<std::string> others;
    bool any = false;
    for (const sources::FullTextSection& s : text_.sections) {
      if (!is_wanted(s, wish_.sections)) {
        if (others.size() < kHeadingsNamed) others.push_back(heading_of(s));
        continue;
      }
      any = true;
      add(s);
    }
    if (!any) {
      const std::string reason = "no section is headed " + text::join(wish_.sections, " or ") +
                                 "; there are: " + text::join(others, "; ");
      piece_.members["full_text"]["reason"] = reason;
      piece_.text += reason + "\n";
    }
    if (!not_shown_.empty()) {
      piece_.members["full_text"]["not_shown"] = not_shown_;
      piece_.text +=
          "Not shown (raise max_chars or name them in sections): " + not_shown_text_ + "\n";
    }
    out_.push_back(std::move(piece_));
  }

 private:
  void open() {
    piece_ = {};
    piece_.members["full_text"]["sections"] = Json::array();
    used_ = 0;
  }

  void skip(const std::string& heading, std::size_t chars) {
    if (not_shown_.size() >= kHeadingsNamed) return;
    not_shown_.push_back({{"heading", heading}, {"chars", chars}});
    not_shown_text_ += (not_shown_text_.empty() ? "" : "; ") +
                       (heading.empty() ? "(no heading)" : heading) + " (" + std::to_string(chars) +
                       ")";
  }

  void add(const sources::FullTextSection& s) {
    const std::string heading = heading_of(s);
    const std::string whole = text::displayable(s.text);
    std::string_view rest = whole;
    std::size_t from = 0;
    while (!rest.empty()) {
      const std::size_t most = std::min(left_, piece_chars_);
      if (most == 0) return skip(heading, text::code_points(rest));
      if (used_ > 0 && used_ + std::min(text::code_points(rest), most) > piece_chars_) flush();
      const std::string_view part = rest.substr(0, good_cut(rest, most));
      const bool ends_here = most == left_ && part.size() < rest.size();
      show(s, heading, part, from);
      const std::size_t shown = text::code_points(part);
      left_ = ends_here ? 0 : left_ - std::min(left_, shown);
      from += shown;
      rest.remove_prefix(part.size());
    }
  }

  void show(const sources::FullTextSection& s, const std::string& heading, std::string_view part,
            std::size_t from) {
    Json section = {{"heading", heading}, {"part", s.part}, {"text", std::string(part)}};
    if (from > 0) section["from"] = from;
    piece_.members["full_text"]["sections"].push_back(std::move(section));
    if (from == 0 && !heading.empty()) piece_.text += "### " + markdown_line(heading) + "\n";
    piece_.text += markdown_lines(part) + "\n";
    used_ += text::code_points(part);
  }

  void flush() {
    out_.push_back(std::move(piece_));
    open();
  }

  const sources::FullText& text_;
  const FullTextWish& wish_;
  const std::size_t piece_chars_;
  std::vector<ArticlePiece>& out_;
  std::size_t left_;
  ArticlePiece piece_;
  std::size_t used_ = 0;
  Json not_shown_ = Json::array();
  std::string not_shown_text_;
};

// ------------------------------------------------------------------ lists

std::string authors_of(const sources::CitedWork& work) {
  if (work.authors.empty()) return "";
  return one_line(work.authors.front()) + (work.authors.size() > 1 ? " et al." : "");
}

Json work_json(const sources::CitedWork& work) {
  Json out = Json::object();
  if (!work.pmid.empty()) out["pmid"] = work.pmid;
  if (!work.doi.empty()) out["doi"] = work.doi;
  if (work.pmid.empty() && !work.id.empty()) {
    out["id"] = work.source.empty() ? work.id : work.source + ":" + work.id;
  }
  if (!work.title.empty()) out["title"] = text::ellipsize(one_line(work.title), kTitleShown);
  if (const std::string authors = authors_of(work); !authors.empty()) out["authors"] = authors;
  if (!work.journal.empty()) out["journal"] = one_line(work.journal);
  if (work.year) out["year"] = *work.year;
  if (work.retraction != model::RetractionStatus::none) out["standing"] = work.retraction;
  if (work.title.empty() && !work.citation.empty()) {
    out["citation"] = text::ellipsize(one_line(work.citation), kTitleShown);
  }
  return out;
}

std::string work_line(const sources::CitedWork& work) {
  std::string out = "- ";
  if (const std::string authors = authors_of(work); !authors.empty()) out += authors + " ";
  if (work.year) out += "(" + std::to_string(*work.year) + ") ";
  const std::string& words = work.title.empty() ? work.citation : work.title;
  if (!words.empty()) out += text::ellipsize(markdown_line(words), 180) + " ";
  if (!work.journal.empty()) out += "*" + text::ellipsize(markdown_line(work.journal), 50) + "* ";
  if (!work.pmid.empty()) {
    out += "PMID " + work.pmid;
  } else if (!work.doi.empty()) {
    out += "doi:" + work.doi;
  } else if (!work.id.empty()) {
    out += work.source.empty() ? work.id : work.source + ":" + work.id;
  }
  out = std::string(text::trim(out));
  if (work.retraction != model::RetractionStatus::none)
    out += flag_text(wire_name(work.retraction));
  return out + "\n";
}

// Rows of one part in pieces; `head` are the members of the first.
struct Rows {
  const char* member;
  const char* list;
  Json head;
  std::string title;
  std::vector<Json> rows;
  std::vector<std::string> lines;
};

void add_rows(Rows part, std::size_t piece_chars, std::vector<ArticlePiece>& out) {
  ArticlePiece piece;
  piece.members[part.member] = std::move(part.head);
  piece.members[part.member][part.list] = Json::array();
  piece.text = std::move(part.title);
  std::size_t used = 0;
  for (std::size_t i = 0; i < part.rows.size(); ++i) {
    const std::size_t size =
        std::max(text::code_points(dump_json(part.rows[i])) + 1, text::code_points(part.lines[i]));
    if (used > 0 && used + size > piece_chars) {
      out.push_back(std::move(piece));
      piece = {};
      piece.members[part.member][part.list] = Json::array();
      used = 0;
    }
    piece.members[part.member][part.list].push_back(std::move(part.rows[i]));
    piece.text += part.lines[i];
    used += size;
  }
  out.push_back(std::move(piece));
}

const char* label_of(std::string_view member) {
  if (member == "references") return "References";
  return member == "cited_by" ? "Cited by" : "Similar";
}

std::string name_of(const sources::EntityAnnotation& entity) {
  return one_line(!entity.name.empty() ? entity.name : entity.mentions.front().text);
}

std::string name_of(const sources::EntityRole& role) {
  const std::string name = role.name.empty() ? role.identifier : role.name;
  return one_line(role.type + (name.empty() ? "" : ": " + name));
}

Json entity_json(const sources::EntityAnnotation& entity) {
  Json out = {{"type", one_line(entity.type)},
              {"name", name_of(entity)},
              {"mentions", entity.mentions.size()}};
  if (!entity.identifier.empty()) out["identifier"] = one_line(entity.identifier);
  if (!entity.accession.empty()) out["accession"] = one_line(entity.accession);
  std::vector<std::string> texts;
  for (const sources::EntityMention& mention : entity.mentions) {
    std::string said = one_line(mention.text);
    const bool known = std::find(texts.begin(), texts.end(), said) != texts.end();
    const bool other = !text::equal_ignoring_ascii_case(said, name_of(entity));
    if (!known && other && texts.size() < kTextsOfEntity) texts.push_back(std::move(said));
  }
  if (!texts.empty()) out["texts"] = std::move(texts);
  return out;
}

}  // namespace

void add_full_text(const search::Part<sources::FullText>& part, const FullTextWish& wish,
                   std::size_t piece_chars, std::vector<ArticlePiece>& out) {
  if (say_absent(part, "full_text", "Full text", out)) return;
  FullTextPieces(part.content, part.source, wish, piece_chars, out).run();
}

void add_work_list(const search::Part<sources::CitedWorks>& part, const char* member,
                   std::size_t piece_chars, std::vector<ArticlePiece>& out) {
  if (say_absent(part, member, label_of(member), out)) return;
  const auto listed = static_cast<long>(part.content.works.size());
  const long total = std::max(part.content.total, listed);
  Rows rows{.member = member, .list = "items"};
  rows.head = {{"source", part.source}, {"total", total}};
  rows.title =
      std::string(label_of(member)) + " (" + std::to_string(total) + ", " + part.source + ")";
  if (total > listed) {
    rows.head["not_listed"] = total - listed;
    rows.title += ", " + std::to_string(total - listed) + " of them not listed";
  }
  rows.title += total == 0 ? "\n" : ":\n";
  for (const sources::CitedWork& work : part.content.works) {
    rows.rows.push_back(work_json(work));
    rows.lines.push_back(work_line(work));
  }
  add_rows(std::move(rows), piece_chars, out);
}

void add_annotations(const search::Part<sources::AnnotatedRecord>& part, std::size_t piece_chars,
                     std::vector<ArticlePiece>& out) {
  if (say_absent(part, "annotations", "Annotations", out)) return;
  Rows entities{.member = "annotations", .list = "entities"};
  entities.head = {{"source", part.source}};
  entities.title = "Annotations (" + part.source + ", machine-made):\n";
  for (const sources::EntityAnnotation& entity : part.content.annotations) {
    entities.rows.push_back(entity_json(entity));
    const std::string id =
        entity.identifier.empty() ? "" : " (" + one_line(entity.identifier) + ")";
    entities.lines.push_back("- " + one_line(entity.type) + ": " + name_of(entity) + id + " ×" +
                             std::to_string(entity.mentions.size()) + "\n");
  }
  add_rows(std::move(entities), piece_chars, out);
  if (part.content.relations.empty()) return;
  Rows relations{.member = "annotations", .list = "relations"};
  relations.head = Json::object();
  for (const sources::EntityRelation& relation : part.content.relations) {
    Json row = {{"type", one_line(relation.type)},
                {"first", name_of(relation.first)},
                {"second", name_of(relation.second)}};
    std::string line = "- " + name_of(relation.first) + " — " + one_line(relation.type) + " — " +
                       name_of(relation.second);
    if (relation.score) {
      row["score"] = std::round(*relation.score * 10'000) / 10'000;
      line += " (" + dump_json(row["score"]) + ")";
    }
    relations.rows.push_back(std::move(row));
    relations.lines.push_back(line + "\n");
  }
  add_rows(std::move(relations), piece_chars, out);
}

void join_piece(Json& entry, const Json& members) {
  for (const auto& [name, value] : members.items()) {
    Json& there = entry[name];
    if (there.is_array() && value.is_array()) {
      for (const Json& item : value) {
        // A section that was cut goes on.
        const bool goes_on = name == "sections" && item.contains("from") && !there.empty() &&
                             there.back()["heading"] == item["heading"];
        if (goes_on) {
          there.back()["text"] =
              there.back()["text"].get<std::string>() + item["text"].get<std::string>();
        } else {
          there.push_back(item);
        }
      }
    } else if (there.is_object() && value.is_object()) {
      join_piece(there, value);
    } else {
      there = value;
    }
  }
}

}  // namespace ev::tools
