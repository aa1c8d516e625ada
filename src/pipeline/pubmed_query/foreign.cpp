#include "pipeline/pubmed_query/foreign.hpp"

#include "base/text.hpp"
#include "pipeline/pubmed_query/fields.hpp"
#include "pipeline/pubmed_query/foreign_rules.hpp"
#include "pipeline/pubmed_query/stop_words.hpp"

#include <array>
#include <utility>

namespace ev::pubmed_query {

namespace {

using foreign::Read;
using foreign::Surroundings;
using foreign::Tokens;

constexpr std::array<foreign::Rule, 6> kRules = {
    foreign::histories, foreign::operators, foreign::headings,
    foreign::prefixes,  foreign::suffixes,  foreign::wildcards,
};

// A token with the tag that a prefix gives it, "" = none.
struct Tagged {
  Token token;
  std::string tag;
};

class Translator {
 public:
  explicit Translator(const Tokens& tokens) : tokens_(tokens), around_(tokens) {}

  Foreign run() {
    for (std::size_t at = 0; at < tokens_.size();) {
      while (!open_.empty() && at >= open_.back().end) open_.pop_back();
      at += step(at);
    }
    assemble();
    return std::move(out_);
  }

 private:
  // The operand that a prefix reaches: [.., end).
  struct Scope {
    std::string tag;
    std::size_t end = 0;
  };

  std::size_t step(std::size_t at) {
    for (const foreign::Rule rule : kRules) {
      std::optional<Read> read = rule(tokens_, at, around_);
      if (!read) continue;
      append(out_.errors, std::move(read->errors));
      append(out_.warnings, std::move(read->warnings));
      if (!read->tag.empty()) {
        open_.push_back({read->tag, end_of_operand(at + read->used, !read->instead.empty())});
      }
      for (Token& token : read->instead) put(std::move(token));
      return read->used;
    }
    put(tokens_[at]);
    return 1;
  }

  static void append(Diagnostics& to, Diagnostics from) {
    for (Diagnostic& d : from) to.push_back(std::move(d));
  }

  // `begun`: the operand's first word came glued to the prefix ("TI=lung cancer").
  std::size_t end_of_operand(std::size_t at, bool begun) const {
    if (foreign::is_word(tokens_, at)) return around_.run_end[at];
    if (begun) return at;
    if (foreign::is_kind(tokens_, at, TokenKind::open)) return around_.closing[at];
    return at + 1;
  }

  void put(Token token) {
    const bool takes_tag = token.kind == TokenKind::word || token.kind == TokenKind::phrase;
    list_.push_back({std::move(token), takes_tag && !open_.empty() ? open_.back().tag : ""});
  }

  // Tags go behind the words and phrases that have none of their own.
  void assemble() {
    for (std::size_t at = 0; at < list_.size();) {
      const Tagged& one = list_[at];
      const bool own = at + 1 < list_.size() && list_[at + 1].token.kind == TokenKind::tag;
      if (one.tag.empty() || (one.token.kind == TokenKind::phrase && own)) {
        out_.tokens.push_back(one.token);
        ++at;
      } else if (one.token.kind == TokenKind::phrase) {
        out_.tokens.push_back(one.token);
        tag_last(one.tag);
        ++at;
      } else {
        at = assemble_words(at);
      }
    }
  }

  std::size_t assemble_words(std::size_t at) {
    std::size_t end = at;
    const std::string& tag = list_[at].tag;
    while (end < list_.size() && list_[end].token.kind == TokenKind::word &&
           list_[end].tag == tag && !is_lower_case_operator(list_[end].token.text)) {
      ++end;
    }
    if (end == at) {
      out_.tokens.push_back(list_[at].token);
      return at + 1;
    }
    if (end < list_.size() && list_[end].token.kind == TokenKind::tag) {
      for (; at < end; ++at) out_.tokens.push_back(list_[at].token);
      return end;
    }
    const Field field = find_field(std::string_view(tag).substr(0, tag.find(':')));
    if (is_vocabulary(field) || field == Field::au) {
      whole_value(at, end, field);
    } else {
      each_word(at, end);
    }
    return end;
  }

  void whole_value(std::size_t at, std::size_t end, Field field) {
    Token value = list_[at].token;
    value.end = list_[end - 1].token.end;
    for (std::size_t i = at + 1; i < end; ++i) value.text += " " + list_[i].token.text;
    if (is_vocabulary(field)) value.kind = TokenKind::phrase;
    out_.tokens.push_back(std::move(value));
    tag_last(list_[at].tag);
  }

  // Elsewhere several words after a field code are joined by AND; in PubMed a tag would make them a
  // phrase.
  void each_word(std::size_t at, std::size_t end) {
    std::vector<std::size_t> kept;
    for (std::size_t i = at; i < end; ++i) {
      if (!is_stop_word(text::to_lower_ascii(list_[i].token.text))) kept.push_back(i);
    }
    if (kept.empty()) kept.push_back(at);
    const Token& first = list_[at].token;
    if (kept.size() > 1) out_.tokens.push_back(foreign::like(first, TokenKind::open, "("));
    for (const std::size_t i : kept) {
      if (i != kept.front()) out_.tokens.push_back(foreign::like(first, TokenKind::op, "AND"));
      out_.tokens.push_back(list_[i].token);
      tag_last(list_[i].tag);
    }
    if (kept.size() > 1) out_.tokens.push_back(foreign::like(first, TokenKind::close, ")"));
  }

  void tag_last(const std::string& tag) {
    out_.tokens.push_back(foreign::like(out_.tokens.back(), TokenKind::tag, tag));
  }

  const Tokens& tokens_;
  Surroundings around_;
  std::vector<Scope> open_;
  std::vector<Tagged> list_;
  Foreign out_;
};

}  // namespace

Foreign read_foreign(const std::vector<Token>& tokens) {
  return Translator(tokens).run();
}

std::optional<Nearness> nearness_of(const Token& token) {
  if (token.kind != TokenKind::op) return std::nullopt;
  if (token.text == "NEXT") return Nearness{};
  if (!token.text.starts_with("NEAR/")) return std::nullopt;
  return Nearness{std::stoi(token.text.substr(5))};
}

bool is_exclusive_or(const Token& token) {
  return token.kind == TokenKind::op && token.text == "XOR";
}

}  // namespace ev::pubmed_query
