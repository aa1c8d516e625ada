// What get_articles shows beside a record, cut into pieces that fit a page: each piece is an object
// whose members belong to the record's entry, and its text. Put together again, the pieces of one
// part are that part. Pure functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/search/surroundings.hpp"
#include "tools/answer.hpp"

#include <string>
#include <vector>

namespace ev::tools {

struct ArticlePiece {
  Json members;
  std::string text;
};

struct FullTextWish {
  std::vector<std::string> sections;  // words of headings; none: all
  std::size_t max_chars = 20'000;
};

// `piece_chars`: of one piece, about.
void add_full_text(const search::Part<sources::FullText>& part, const FullTextWish& wish,
                   std::size_t piece_chars, std::vector<ArticlePiece>& out);
// `member`: references, cited_by or similar.
void add_work_list(const search::Part<sources::CitedWorks>& part, const char* member,
                   std::size_t piece_chars, std::vector<ArticlePiece>& out);
void add_annotations(const search::Part<sources::AnnotatedRecord>& part, std::size_t piece_chars,
                     std::vector<ArticlePiece>& out);

// Adds the members of a piece to the entry of its record.
void join_piece(Json& entry, const Json& members);

}  // namespace ev::tools
