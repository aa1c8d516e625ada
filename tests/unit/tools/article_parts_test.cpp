#include "tools/article_parts.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;
using tools::ArticlePiece;

namespace {

search::Part<sources::FullText> sample_paper() {
  search::Part<sources::FullText> part;
  part.source = "europepmc";
  part.content.pmcid = "PMC99000001";
  part.content.has_body = true;
  part.content.sections = {{"abstract", {}, "", "A short summary."},
                           {"body", {"1. Background"}, "intro", "Why we did it."},
                           {"body", {"Patients and methods"}, "methods", "How we did it."},
                           {"body", {"Patients and methods", "Statistics"}, "", "How we counted."},
                           {"body", {"Results"}, "results", std::string(700, 'r')}};
  part.content.left_out = {"12 references"};
  return part;
}

Json joined_pieces(const std::vector<ArticlePiece>& pieces) {
  Json entry = Json::object();
  for (const ArticlePiece& piece : pieces) tools::join_piece(entry, piece.members);
  return entry;
}

std::vector<std::string> headings_of(const Json& entry) {
  std::vector<std::string> out;
  for (const Json& s : entry["full_text"]["sections"]) out.push_back(s["heading"]);
  return out;
}

std::vector<ArticlePiece> text_pieces(const tools::FullTextWish& wish, std::size_t piece = 9000) {
  std::vector<ArticlePiece> out;
  tools::add_full_text(sample_paper(), wish, piece, out);
  return out;
}

using PartWords = std::vector<std::string>;

}  // namespace

TEST_CASE("the whole text, in pieces that join to the same text") {
  const Json whole = joined_pieces(text_pieces({}));
  CHECK(headings_of(whole) == PartWords{"Abstract", "1. Background", "Patients and methods",
                                        "Patients and methods > Statistics", "Results"});
  CHECK(whole["full_text"]["left_out"] == Json(PartWords{"12 references"}));
  const auto pieces = text_pieces({}, 100);
  CHECK(pieces.size() > 4);
  CHECK(joined_pieces(pieces) == whole);
  for (const ArticlePiece& piece : pieces) CHECK(text::code_points(piece.text) < 300);
}

TEST_CASE("sections are chosen by words of their headings") {
  CHECK(headings_of(joined_pieces(text_pieces({.sections = {"Methods"}}))) ==
        PartWords{"Patients and methods", "Patients and methods > Statistics"});
  CHECK(headings_of(joined_pieces(text_pieces({.sections = {"introduction", "abstract"}}))) ==
        PartWords{"Abstract", "1. Background"});
  const Json none = joined_pieces(text_pieces({.sections = {"appendix"}}));
  CHECK(none["full_text"]["sections"].empty());
  CHECK(none["full_text"]["reason"].get<std::string>().find("Results") != std::string::npos);
}

TEST_CASE("what max_chars leaves out is listed") {
  const Json cut = joined_pieces(text_pieces({.max_chars = 100}));
  CHECK(cut["full_text"]["not_shown"].size() == 1);
  CHECK(cut["full_text"]["not_shown"][0]["heading"] == "Results");
  std::size_t shown = 0;
  for (const Json& s : cut["full_text"]["sections"]) {
    shown += text::code_points(s["text"].get<std::string>());
  }
  CHECK(shown <= 100);
  CHECK(shown + cut["full_text"]["not_shown"][0]["chars"].get<std::size_t>() ==
        16 + 14 + 14 + 15 + 700);
}

TEST_CASE("lists say how many there are, and what is unknown is not none") {
  search::Part<sources::CitedWorks> part;
  part.source = "europepmc";
  part.content.total = 9;
  for (int i = 1; i <= 5; ++i) {
    part.content.works.push_back({.pmid = std::to_string(90000000 + i),
                                  .title = "Title " + std::to_string(i),
                                  .authors = {"Karlsen L", "Moe B"},
                                  .year = 2000 + i});
  }
  std::vector<ArticlePiece> pieces;
  tools::add_work_list(part, "cited_by", 150, pieces);
  CHECK(pieces.size() > 1);
  const Json list = joined_pieces(pieces)["cited_by"];
  CHECK(list["items"].size() == 5);
  CHECK(list["total"] == 9);
  CHECK(list["not_listed"] == 4);
  CHECK(list["items"][0]["authors"] == "Karlsen L et al.");

  search::Part<sources::CitedWorks> failed;
  failed.reason = "unknown: it is down";
  failed.error = Error{.code = Errc::upstream_unavailable};
  std::vector<ArticlePiece> out;
  tools::add_work_list(failed, "similar", 100, out);
  CHECK(joined_pieces(out)["similar"]["status"] == "unknown");
  failed.error.reset();
  out.clear();
  tools::add_work_list(failed, "similar", 100, out);
  CHECK(joined_pieces(out)["similar"]["status"] == "none");
}

TEST_CASE("annotations are counted by entity") {
  search::Part<sources::AnnotatedRecord> part;
  part.source = "pubtator";
  part.content.annotations = {
      {"Gene", "672", "BRCA1", "@GENE_BRCA1", {{"BRCA1", "title"}, {"breast gene 1", "abstract"}}},
      {"Disease", "", "", "", {{"a fever", "abstract"}}}};
  part.content.relations = {
      {"Association", {"Gene", "672", "BRCA1"}, {"Disease", "MESH:D1", ""}, 0.5}};
  std::vector<ArticlePiece> pieces;
  tools::add_annotations(part, 60, pieces);
  const Json all = joined_pieces(pieces)["annotations"];
  CHECK(all["entities"].size() == 2);
  CHECK(all["entities"][0]["mentions"] == 2);
  CHECK(all["entities"][0]["texts"] == Json(PartWords{"breast gene 1"}));
  CHECK(all["entities"][1]["name"] == "a fever");
  CHECK(all["relations"][0]["second"] == "Disease: MESH:D1");
}
