#include "pipeline/pubmed_query/parser.hpp"

#include "base/text.hpp"
#include "pipeline/pubmed_query/foreign.hpp"
#include "pipeline/pubmed_query/lexer.hpp"
#include "pipeline/pubmed_query/nearness.hpp"
#include "pipeline/pubmed_query/term_check.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace ev::pubmed_query {

namespace {

struct Sized {
  Node node;
  int depth = 1;
};

// "((x))" is "(x)": nesting that says nothing must not make a query too deep to be mended.
std::vector<Token> without_double_groups(std::vector<Token> tokens) {
  std::vector<std::size_t> open;
  std::vector<std::size_t> closing(tokens.size(), 0);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == TokenKind::open) open.push_back(i);
    if (tokens[i].kind != TokenKind::close || open.empty()) continue;
    closing[open.back()] = i;
    open.pop_back();
  }
  std::vector<bool> needless(tokens.size(), false);
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (closing[i] == 0 || tokens[i + 1].kind != TokenKind::open) continue;
    if (closing[i + 1] + 1 != closing[i]) continue;
    needless[i + 1] = needless[closing[i + 1]] = true;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!needless[i]) std::swap(tokens[kept++], tokens[i]);
  }
  tokens.resize(kept);
  return tokens;
}

class Parser {
 public:
  Parser(Lexed lexed, ParseMode mode) : mode_(mode), length_(lexed.length) {
    tokens_ = std::move(lexed.tokens);
    out_.errors = std::move(lexed.errors);
    out_.warnings = std::move(lexed.warnings);
    Foreign foreign = read_foreign(tokens_);
    for (Diagnostic& d : foreign.errors) out_.errors.push_back(std::move(d));
    for (Diagnostic& d : foreign.warnings) out_.warnings.push_back(std::move(d));
    if (mend()) mend_tokens(std::move(foreign.tokens));
  }

  Parsed run() {
    if (tokens_.empty() && out_.errors.empty()) error("empty_query", 0, "the query is empty", "");
    if (const Token* sign = first_of_signs_alone(); sign != nullptr && out_.errors.empty()) {
      error("empty_query", sign->begin,
            "the query has no letter and no digit, so nothing can be searched for",
            "name what is looked for");
    }
    std::optional<Sized> tree = expression(0);
    while (peek().kind != TokenKind::end) {
      error("unbalanced_close", peek().begin, "this ) closes no group", "remove it");
      ++at_;
      std::optional<Sized> more = expression(0);
      if (!more) continue;
      if (tree) {
        append(*tree, Kind::conjunction, *std::move(more));
      } else {
        tree = std::move(more);
      }
    }
    if (tree && !unreadable_) out_.tree = std::move(tree->node);
    if (out_.tree) note_bare_numbers(*out_.tree);
    if (out_.tree && mend()) settle(*out_.tree);
    if (!out_.tree && out_.errors.empty()) {
      error("empty_query", 0, "there is nothing to search for", "");
    }
    const auto by_position = [](const Diagnostic& a, const Diagnostic& b) {
      return a.position < b.position;
    };
    std::stable_sort(out_.errors.begin(), out_.errors.end(), by_position);
    std::stable_sort(out_.warnings.begin(), out_.warnings.end(), by_position);
    drop_noise();
    say_once("mapping_off");
    say_once("ignored_stop_words");
    return std::move(out_);
  }

 private:
  bool mend() const { return mode_ == ParseMode::mend; }

  // Signs and controls alone are sent to no service: what it makes of them is anybody's guess.
  // The first term where no term has a letter or a digit; null where one has, or there is none.
  const Token* first_of_signs_alone() const {
    const Token* first = nullptr;
    for (const Token& token : tokens_) {
      if (token.kind != TokenKind::word && token.kind != TokenKind::phrase) continue;
      for (std::size_t i = 0; i < token.text.size(); ++i) {
        if (doc::word_at(token.text, i)) return nullptr;
      }
      if (first == nullptr) first = &token;
    }
    return first;
  }

  void mend_tokens(std::vector<Token> tokens) {
    tokens_ = without_double_groups(std::move(tokens));
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      Token& token = tokens_[i];
      if (token.kind != TokenKind::word || !is_lower_case_operator(token.text)) continue;
      const bool in_list =
          i > 0 && tokens_[i - 1].kind == TokenKind::word && tokens_[i - 1].text.ends_with(',');
      if (in_list) continue;  // "Delirium, Dementia, Amnestic, and Cognitive Disorders"
      token.kind = TokenKind::op;
      for (char& c : token.text) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
      }
    }
  }

  Token peek(std::size_t ahead = 0) const {
    const std::size_t i = at_ + ahead;
    return i < tokens_.size() ? tokens_[i] : Token{TokenKind::end, "", length_, length_};
  }

  // "1 AND 2": other services number the lines of a search so.
  void note_bare_numbers(const Node& node) {
    constexpr std::size_t kLineDigits = 3;
    for (const Node& child : node.children) {
      note_bare_numbers(child);
      const std::string& text = child.term.text;
      const bool number = !text.empty() && text.size() <= kLineDigits &&
                          text.find_first_not_of("0123456789") == std::string::npos;
      if (!number || child.kind != Kind::term || child.term.field != Field::none) continue;
      warn("bare_number", child.term.begin,
           "\"" + text + "\" is searched as a number; a line of the search history is #" + text,
           "write #" + text + ", or add a tag such as [tiab]");
    }
  }

  // Next to another service's syntax, what PubMed would make of its pieces is beside the point. A
  // mending parser keeps the signs of values that it could not put together.
  void drop_noise() {
    const auto foreign = [](const Diagnostic& d) { return d.code == "foreign_syntax"; };
    if (mend() || std::none_of(out_.errors.begin(), out_.errors.end(), foreign)) return;
    std::erase_if(out_.warnings, [](const Diagnostic& d) {
      return d.code == "mapping_off" || d.code == "ignored_stop_words" || d.code == "split_word" ||
             d.code == "stop_words" || d.code == "leading_wildcard" || d.code == "bare_number";
    });
  }

  // A remark that holds for many terms of a query is made at the first, with a count.
  void say_once(std::string_view code) {
    const auto same = [code](const Diagnostic& d) { return d.code == code; };
    const auto first = std::find_if(out_.warnings.begin(), out_.warnings.end(), same);
    if (first == out_.warnings.end()) return;
    const auto rest = std::remove_if(first + 1, out_.warnings.end(), same);
    const auto others = out_.warnings.end() - rest;
    if (others > 0) first->message += " (so in " + std::to_string(others) + " more)";
    out_.warnings.erase(rest, out_.warnings.end());
  }

  // Strictly left to right; stops at ) or the end.
  std::optional<Sized> expression(int nesting) {
    std::optional<Sized> left;
    std::optional<Token> pending;
    bool seen_or = false;
    bool warned = false;
    for (;;) {
      const Token token = peek();
      if (token.kind == TokenKind::end || token.kind == TokenKind::close) break;
      if (token.kind == TokenKind::op) {
        ++at_;
        take_operator(token, left.has_value(), pending);
        continue;
      }
      std::optional<Sized> right = near_operands(nesting);
      if (!right) {
        pending.reset();  // the operand's own error says enough
        continue;
      }
      if (!left) {
        left = std::move(right);
        pending.reset();
        continue;
      }
      if (pending && is_exclusive_or(*pending)) {
        exclusive_or(*left, *std::move(right));
        pending.reset();
        continue;
      }
      const Kind kind = kind_of(pending);
      if (kind == Kind::disjunction) seen_or = true;
      if (kind != Kind::disjunction && seen_or && !warned && pending) {
        warned = true;
        warn("mixed_operators", pending->begin,
             "operators are read strictly from left to right, so everything before this " +
                 pending->text + " is one group",
             "put parentheses where they are meant");
      }
      append(*left, kind, *std::move(right));
      pending.reset();
    }
    if (pending) {
      error("dangling_operator", pending->begin, pending->text + " has nothing after it",
            "remove it");
    }
    return left;
  }

  // Proximity of other services binds tighter than their Boolean operators.
  std::optional<Sized> near_operands(int nesting) {
    std::optional<Sized> left = operand(nesting);
    while (mend() && left) {
      const Token op = peek();
      const std::optional<Nearness> nearness = nearness_of(op);
      if (!nearness) break;
      ++at_;
      const TokenKind next = peek().kind;
      if (next == TokenKind::end || next == TokenKind::close || next == TokenKind::op) break;
      std::optional<Sized> right = operand(nesting);
      if (!right) continue;
      std::optional<Node> pair = as_proximity(left->node, right->node, *nearness);
      if (pair) {
        const int depth = pair->kind == Kind::term ? 1 : 2;
        left = Sized{*std::move(pair), depth};
      } else {
        append(*left, Kind::conjunction, *std::move(right));
      }
    }
    return left;
  }

  // (a OR b) NOT (a AND b)
  void exclusive_or(Sized& left, Sized right) {
    if (std::exchange(seen_xor_, true)) {  // a second one would double the query again
      error("foreign_syntax", left.node.begin, "more than one XOR", "write it with OR and NOT");
      unreadable_ = true;
      return;
    }
    Sized both = left;
    append(both, Kind::conjunction, right);
    append(left, Kind::disjunction, std::move(right));
    append(left, Kind::difference, std::move(both));
  }

  void take_operator(const Token& token, bool has_left, std::optional<Token>& pending) {
    if (!has_left) {
      error("leading_operator", token.begin, token.text + " has nothing before it", "remove it");
      if (!pending) pending = token;
      pending.reset();
      return;
    }
    if (!pending) {
      pending = token;
      return;
    }
    error("doubled_operator", token.begin,
          token.text + " follows " + pending->text + " without a term between",
          token.text == "NOT" ? "write NOT alone" : "keep one of the two");
    if (token.text == "NOT") pending = token;  // PubMed: a NOT among doubled operators wins
  }

  static Kind kind_of(const std::optional<Token>& op) {
    if (op && op->text == "OR") return Kind::disjunction;
    return op && op->text == "NOT" ? Kind::difference : Kind::conjunction;
  }

  // Adds to the left operand in normal form without copying what is already there.
  void append(Sized& left, Kind kind, Sized right) {
    const bool flat = right.node.kind == kind && kind != Kind::difference;
    if (left.node.kind != kind) {
      Node joined;
      joined.kind = kind;
      joined.begin = left.node.begin;
      joined.children.push_back(std::move(left.node));
      left.node = std::move(joined);
      ++left.depth;
    }
    left.node.end = right.node.end;
    left.depth = std::max(left.depth, right.depth + (flat ? 0 : 1));
    if (!flat) {
      left.node.children.push_back(std::move(right.node));
    } else {
      for (Node& child : right.node.children) left.node.children.push_back(std::move(child));
    }
    if (left.depth > kMaxDepth) {
      too_deep(left.node.begin, "operators alternate too often without groups", "split the query");
      left = Sized{std::move(left.node.children.back()), 1};
    }
  }

  // The rest is not read: what follows from it would only be noise.
  void too_deep(int position, std::string message, std::string fix) {
    error("too_deep", position, std::move(message), std::move(fix));
    too_deep_ = unreadable_ = true;
    at_ = tokens_.size();
  }

  std::optional<Sized> operand(int nesting) {
    const Token token = peek();
    if (token.kind == TokenKind::open) return group(nesting);
    if (token.kind == TokenKind::tag) {
      ++at_;
      error("tag_without_term", token.begin, "[" + token.text + "] stands after no term",
            "write the term before its tag");
      return std::nullopt;
    }
    return token.kind == TokenKind::phrase ? phrase() : words();
  }

  std::optional<Sized> group(int nesting) {
    const Token open = peek();
    ++at_;
    if (nesting >= kMaxDepth) {
      too_deep(open.begin, "groups are nested too deeply", "remove parentheses");
      return std::nullopt;
    }
    warn_split_word(open);
    if (peek().kind == TokenKind::close) {
      error("empty_group", open.begin, "this group is empty", "remove ()");
    }
    std::optional<Sized> inner = expression(nesting + 1);
    if (peek().kind == TokenKind::close) {
      ++at_;
    } else {
      error("unclosed_group", open.begin, "this ( is not closed", "add )");
    }
    if (inner) {
      inner->node.begin = open.begin;
      tag_after_group(inner->node);
    }
    return inner;
  }

  // "10.1016/S0140(20)1[doi]": the parentheses cut the value in pieces.
  void warn_split_word(const Token& open) {
    if (at_ < 2) return;
    const Token& before = tokens_[at_ - 2];
    if (before.kind != TokenKind::word || before.end != open.begin) return;
    if (peek().kind != TokenKind::word) return;
    warn("split_word", before.begin, "the parenthesis cuts \"" + before.text + "\" off",
         "put quotation marks around the whole value");
  }

  void tag_after_group(Node& node) {
    if (peek().kind != TokenKind::tag) return;
    const Token tag = peek();
    ++at_;
    const TagReading read = read_tag(tag);
    if (read.field == Field::none) {
      out_.errors.insert(out_.errors.end(), read.errors.begin(), read.errors.end());
    } else {
      warn("tag_after_group", tag.begin, "a tag after a group does not reach the terms inside",
           "put [" + std::string(info(read.field).code) + "] after each term");
    }
    if (mend()) spread(node, read);
  }

  static void spread(Node& node, const TagReading& read) {
    for (Node& child : node.children) spread(child, read);
    if (node.kind != Kind::term) return;
    if (node.term.field != Field::none) return;
    if (node.term.near.value_or(kNeighbours) != kNeighbours && !can_be_near(read.field)) return;
    node.term.field = read.field;
    node.term.no_explosion = read.no_explosion;
  }

  std::optional<Sized> phrase() {
    const Token first = peek();
    ++at_;
    if (first.text.empty()) {
      error("empty_phrase", first.begin, "these quotation marks enclose nothing", "remove them");
      if (peek().kind == TokenKind::tag) ++at_;
      return std::nullopt;
    }
    Term term;
    term.text = first.text;
    term.quoted = true;
    term.begin = first.begin;
    term.end = first.end;
    if (peek().kind == TokenKind::word && peek().text == ":" &&
        peek(1).kind == TokenKind::phrase) {  // "a" : "b"[tag]
      term.high = peek(1).text;
      term.end = peek(1).end;
      at_ += 2;
    }
    return finish(std::move(term));
  }

  std::optional<Sized> words() {
    Term term;
    term.begin = peek().begin;
    while (peek().kind == TokenKind::word) {
      if (!term.text.empty()) term.text += ' ';
      term.text += peek().text;
      term.end = peek().end;
      ++at_;
    }
    return finish(std::move(term));
  }

  // Reads the tag, the second half of a range, and checks the term as a whole.
  std::optional<Sized> finish(Term term) {
    std::optional<Token> tag;
    if (peek().kind == TokenKind::tag) {
      tag = peek();
      ++at_;
      apply(read_tag(*tag), term);
      second_half(term);
      if (peek().kind == TokenKind::tag) {
        error("two_tags", peek().begin, "a term has one tag only",
              "search the term twice and join with OR");
        while (peek().kind == TokenKind::tag) ++at_;
      }
    }
    TermCheck check = check_term(term, mend());
    out_.errors.insert(out_.errors.end(), check.errors.begin(), check.errors.end());
    out_.warnings.insert(out_.warnings.end(), check.warnings.begin(), check.warnings.end());
    if (check.term.text.empty()) return std::nullopt;
    Node node;
    node.begin = check.term.begin;
    node.end = check.term.end;
    node.term = std::move(check.term);
    return Sized{std::move(node), 1};
  }

  void apply(TagReading read, Term& term) {
    out_.errors.insert(out_.errors.end(), read.errors.begin(), read.errors.end());
    out_.warnings.insert(out_.warnings.end(), read.warnings.begin(), read.warnings.end());
    term.field = read.field;
    term.no_explosion = read.no_explosion;
    term.near = read.near;
    term.end = read.end;
    if (term.field == Field::none && mend()) term.field = Field::tiab;
  }

  // "2015"[dp] : "2020"[dp], 2015[dp]:2020[dp]
  void second_half(Term& term) {
    if (!can_be_range(term.field) || !term.high.empty()) return;
    const Token colon = peek();
    if (colon.kind != TokenKind::word || !colon.text.starts_with(':')) return;
    std::size_t used = 1;
    std::string high = colon.text.substr(1);
    if (high.empty()) {
      const Token next = peek(1);
      if (next.kind != TokenKind::phrase && next.kind != TokenKind::word) return;
      high = next.text;
      used = 2;
    }
    if (peek(used).kind != TokenKind::tag) return;
    const TagReading read = read_tag(peek(used));
    if (read.field != term.field) {
      error("mixed_range", peek(used).begin, "both ends of a range need the same tag", "");
    }
    term.high = std::move(high);
    term.end = peek(used).end;
    at_ += used + 1;
  }

  void error(const char* code, int position, std::string message, std::string fix) {
    if (too_deep_) return;
    out_.errors.push_back({code, position, std::move(message), std::move(fix)});
  }
  void warn(const char* code, int position, std::string message, std::string fix) {
    out_.warnings.push_back({code, position, std::move(message), std::move(fix)});
  }

  ParseMode mode_;
  int length_ = 0;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  bool too_deep_ = false;
  bool unreadable_ = false;  // what was read is not the query
  bool seen_xor_ = false;
  Parsed out_;
};

}  // namespace

Parsed parse(std::string_view query, ParseMode mode) {
  if (query.size() > kMaxQueryBytes) {
    Parsed out;
    out.errors.push_back({"too_long", 0, "the query is longer than 200,000 bytes", "split it"});
    return out;
  }
  return Parser(lex(query), mode).run();
}

}  // namespace ev::pubmed_query
