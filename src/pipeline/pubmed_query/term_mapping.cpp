#include "pipeline/pubmed_query/term_mapping.hpp"

#include "base/text.hpp"
#include "pipeline/pubmed_query/search_keys.hpp"
#include "pipeline/pubmed_query/search_text.hpp"
#include "pipeline/pubmed_query/stop_words.hpp"

#include <algorithm>
#include <utility>

namespace ev::pubmed_query {

namespace {

constexpr std::size_t kLongestRun = 10;

class Mapper {
 public:
  Mapper(const mesh::Vocabulary& vocabulary, const TermSource& source)
      : vocabulary_(vocabulary), source_(source) {}

  Mapped run(const Node& query) {
    out_.tree = map(query);
    return std::move(out_);
  }

 private:
  std::optional<Node> map(const Node& node) {
    if (node.kind == Kind::term) return map(node.term);
    std::vector<Node> operands;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      std::optional<Node> child = map(node.children[i]);
      if (child) {
        operands.push_back(*std::move(child));
      } else if (node.kind == Kind::difference && i == 0) {
        return std::nullopt;
      }
    }
    if (operands.empty()) return std::nullopt;
    return combine(node.kind, std::move(operands));
  }

  std::optional<Node> map(const Term& term) {
    if (too_short(term)) {
      out_.phrases_ignored.push_back(print(term));
      return std::nullopt;
    }
    if (term.field != Field::none || term.quoted || by_keys(term)) return tagged(term);
    const std::vector<std::string> words = text::split(term.text, ' ');
    if (all_numbers(words)) return make_term(term.text, Field::pmid);
    std::vector<Node> parts;
    for (std::size_t at = 0; at < words.size();) at = take(words, at, parts);
    if (parts.empty()) return std::nullopt;
    return combine(Kind::conjunction, std::move(parts));
  }

  static bool too_short(const Term& term) {
    if (!term.truncated()) return false;
    const std::size_t space = term.text.rfind(' ');
    const std::string last = space == std::string::npos ? term.text : term.text.substr(space + 1);
    return text::code_points(last) < 5;
  }

  static bool all_numbers(const std::vector<std::string>& words) {
    return std::all_of(words.begin(), words.end(), [](const std::string& w) {
      return !w.empty() && w.find_first_not_of("0123456789") == std::string::npos;
    });
  }

  std::optional<Node> tagged(const Term& term) {
    Node node;
    node.term = term;
    if (node.term.field == Field::none && !by_keys(term)) node.term.field = Field::all;
    if (!source_.finds(node.term)) {
      out_.quoted_phrases_not_found.push_back(print(term, TagStyle::codes));
    }
    return node;
  }

  // Maps the words from `at` on; returns the index after what was used.
  std::size_t take(const std::vector<std::string>& words, std::size_t at,
                   std::vector<Node>& parts) {
    const std::size_t most = std::min(kLongestRun, words.size() - at);
    for (std::size_t n = most; n >= 1; --n) {
      std::string run;
      for (std::size_t i = at; i < at + n; ++i) run += (run.empty() ? "" : " ") + words[i];
      const mesh::Heading* heading =
          run.find('*') == std::string::npos
              ? vocabulary_.find_descriptor(text::spell_greek(text::fold(run)))
              : nullptr;
      if (heading == nullptr) continue;
      parts.push_back(heading_or_words(*heading, run));
      return at + n;
    }
    one_word(words[at], parts);
    return at + 1;
  }

  Node heading_or_words(const mesh::Heading& heading, const std::string& run) {
    std::vector<Node> choices;
    choices.push_back(make_phrase(text::to_lower_ascii(heading.name), Field::mh));
    std::vector<Node> each;
    for (const std::string& word : text::split(run, ' ')) {
      if (!is_stop_word(text::to_lower_ascii(word))) {
        each.push_back(quoted(text::to_lower_ascii(word)));
      }
    }
    if (!each.empty()) choices.push_back(combine(Kind::conjunction, std::move(each)));
    if (run.find(' ') != std::string::npos) choices.push_back(quoted(text::to_lower_ascii(run)));
    Node node = combine(Kind::disjunction, std::move(choices));
    out_.translations.push_back({run, print(node, TagStyle::full)});
    return node;
  }

  static Node quoted(std::string text) {
    Node node = make_term(std::move(text), Field::all);
    node.term.quoted = true;
    return node;
  }

  void one_word(const std::string& word, std::vector<Node>& parts) {
    const std::string lower = text::to_lower_ascii(word);
    if (is_stop_word(lower)) return;
    std::vector<Node> forms;
    for (const std::string& form : {lower, lower + "s", lower.substr(0, lower.size() - 1)}) {
      const bool singular = form.size() + 1 == lower.size();
      if (form.size() < 3 && form != lower) continue;
      if (singular && !lower.ends_with('s')) continue;
      Node node = quoted(form);
      node.term.quoted = form.find('*') == std::string::npos;
      if (source_.finds(node.term)) forms.push_back(std::move(node));
      if (form.find('*') != std::string::npos) break;
    }
    if (forms.empty()) {
      out_.phrases_not_found.push_back(word);
      return;
    }
    const bool inflected = forms.size() > 1;
    Node node = combine(Kind::disjunction, std::move(forms));
    if (inflected) out_.translations.push_back({word, print(node, TagStyle::full)});
    parts.push_back(std::move(node));
  }

  const mesh::Vocabulary& vocabulary_;
  const TermSource& source_;
  Mapped out_;
};

}  // namespace

Mapped map_terms(const Node& query, const mesh::Vocabulary& vocabulary, const TermSource& source) {
  return Mapper(vocabulary, source).run(query);
}

}  // namespace ev::pubmed_query
