#include "pipeline/query_gen/concepts.hpp"

#include "base/text.hpp"
#include "pipeline/query_gen/abbreviations.hpp"
#include "pipeline/query_gen/synonyms.hpp"
#include "pipeline/query_gen/words.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace ev::query_gen {

namespace {

constexpr std::size_t kLongestMatch = 10;
constexpr std::size_t kLongestChunk = 2;
constexpr std::size_t kCompletions = 40;
constexpr const char* kTranslation = "PubMed's own translation";
constexpr double kNameWeight = 3.5;

bool is_numeric(std::string_view s) {
  return s.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string role_of(const mesh::Heading& heading) {
  if (heading.supplementary_class == 1) return "intervention";
  if (heading.supplementary_class == 2) return "method";
  if (heading.supplementary_class == 3) return "condition";
  const auto in = [&heading](std::initializer_list<const char*> branches) {
    return std::any_of(branches.begin(), branches.end(),
                       [&](const char* branch) { return mesh::in_branch(heading, branch); });
  };
  if (in({"C", "F03"})) return "condition";
  if (in({"D"})) return "intervention";
  if (in({"G"})) return "mechanism";
  if (in({"E", "L", "H"})) return "method";
  if (in({"M", "N"})) return "population";
  return "other";
}

bool is_study_kind(const mesh::Heading& heading) {
  return !heading.tree_numbers.empty() &&
         std::all_of(heading.tree_numbers.begin(), heading.tree_numbers.end(),
                     [](const std::string& tree) { return tree.starts_with('V'); });
}

const mesh::Heading* best_heading(const std::vector<const mesh::Heading*>& found,
                                  std::string_view domain) {
  if (found.empty()) return nullptr;
  std::vector<const char*> branches;
  if (domain == "medical") branches = {"C", "D", "E", "F03"};
  if (domain == "technology") branches = {"L", "G17", "H"};
  if (domain == "biology") branches = {"G", "D", "B", "A"};
  if (domain == "psychology") branches = {"F"};
  for (const char* branch : branches) {
    for (const mesh::Heading* heading : found) {
      if (mesh::in_branch(*heading, branch)) return heading;
    }
  }
  return found.front();
}

double depth_of(const mesh::Heading& heading) {
  std::size_t deepest = 0;
  for (const std::string& tree : heading.tree_numbers) {
    deepest =
        std::max(deepest, static_cast<std::size_t>(std::count(tree.begin(), tree.end(), '.')));
  }
  return static_cast<double>(deepest);
}

Concept from_heading(std::string text, const mesh::Heading& heading, const std::string& source) {
  Concept c;
  c.role = role_of(heading);
  c.heading = heading.name;
  if (heading.supplementary) c.heading_field = pubmed_query::Field::nm;
  c.confirmed_by = source;
  c.synonyms = synonyms_of(heading, text);
  c.text = std::move(text);
  c.drug = c.role == "intervention";
  c.weight = 3 + depth_of(heading) / 4 + (c.drug ? 1 : 0);
  return c;
}

Concept from_text(std::string text) {
  Concept c;
  const std::string folded = text::fold(text);
  c.drug = looks_like_drug(folded);
  if (c.drug) c.role = "intervention";
  c.weight = c.drug ? 5 : folded.find(' ') != std::string::npos ? 2.5 : 1.5;
  // A name with a capital inside or with digits (BRCA1, pH7, SARS-CoV-2) is rarer than a word.
  const bool odd = std::any_of(text.begin() + (text.empty() ? 0 : 1), text.end(), [](char ch) {
    return (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9');
  });
  if (odd) c.weight += 1.5;
  c.rare = c.drug || odd;
  c.synonyms = {text};
  c.text = std::move(text);
  return c;
}

// How MeSH calls what is said otherwise: every kind of cancer is "… neoplasms".
std::string in_mesh_words(const std::string& key) {
  const std::size_t space = key.rfind(' ');
  if (space == std::string::npos) return "";
  const std::string last = key.substr(space + 1);
  for (const std::string_view word : {"cancer", "cancers", "tumor", "tumors", "tumour", "tumours",
                                      "carcinoma", "carcinomas", "malignancy", "malignancies"}) {
    if (last == word) return key.substr(0, space + 1) + "neoplasms";
  }
  return "";
}

// An abbreviation stands for a heading only where MeSH writes it in capitals too: PET is no pet.
bool writes_so(const mesh::Heading& heading, std::string_view abbreviation) {
  const auto has = [abbreviation](const std::string& term) {
    return term.find(abbreviation) != std::string::npos;
  };
  return has(heading.name) ||
         std::any_of(heading.entry_terms.begin(), heading.entry_terms.end(), has);
}

// The word is no aid to conception: AID is an entry term in capitals only.
bool only_as_capitals(const mesh::Heading& heading, const std::string& word) {
  const auto is_capitals = [](const std::string& term) {
    return std::none_of(term.begin(), term.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  };
  if (mesh::term_key(heading.name) == word) return false;
  bool capitals = false;
  for (const std::string& term : heading.entry_terms) {
    if (mesh::term_key(term) != word) continue;
    if (!is_capitals(term)) return false;
    capitals = true;
  }
  return capitals;
}

class GoalReader {
 public:
  GoalReader(std::string_view goal, const mesh::Vocabulary& vocabulary, std::string_view domain)
      : goal_(goal), vocabulary_(vocabulary), domain_(domain), tokens_(doc::tokenize(goal)) {
    // "laparoscop, celioscop": words side by side, not a sentence.
    const auto commas = std::count(goal.begin(), goal.end(), ',');
    is_list_ = goal.find('?') == std::string_view::npos &&
               static_cast<std::size_t>(commas + 1) * 3 >= tokens_.size();
  }

  Reading run() {
    for (std::size_t i = 0; i < tokens_.size();) i = step(i);
    flush();
    return std::move(out_);
  }

 private:
  std::size_t step(std::size_t i) {
    if (const std::size_t end = quoted_end(i); end > i) {
      flush();
      add(whole_concept(slice(i, end), vocabulary_, domain_));
      return end;
    }
    if (const std::size_t n = match(i); n > 0) return i + n;
    const std::string& word = tokens_[i].folded;
    if (is_negation(word)) {
      flush();
      negated_ = true;
      return i + 1;
    }
    const bool abbreviation = is_abbreviation(i);
    if ((is_scaffolding(word) && !abbreviation) ||
        (word.size() < 3 && !abbreviation && chunk_.empty())) {
      flush();
      negated_ = false;
      return i + 1;
    }
    if (is_numeric(word) && chunk_.empty()) return i + 1;
    if (looks_like_drug(word)) {
      flush();
      add(from_text(slice(i, i + 1)));
      return i + 1;
    }
    if (is_name(i)) {
      flush();
      Concept name = from_text(slice(i, i + 1));
      name.rare = true;
      name.weight = std::max(name.weight, kNameWeight);
      add(std::move(name));
      return i + 1;
    }
    if (!chunk_.empty() && (!joined(chunk_.back(), i) || chunk_.size() >= kLongestChunk)) flush();
    chunk_.push_back(i);
    return i + 1;
  }

  // Longest heading or entry term at token i; adds it and returns its length in tokens.
  std::size_t match(std::size_t i) {
    const std::size_t most =
        std::min({kLongestMatch, vocabulary_.longest_term() + 1, tokens_.size() - i});
    for (std::size_t n = most; n >= 1; --n) {
      if (n == 1 && is_scaffolding(tokens_[i].folded)) return 0;
      if (n == 1 && tokens_[i].folded.size() < 3 && !is_abbreviation(i)) return 0;
      if (is_scaffolding(tokens_[i + n - 1].folded) && n > 1 && tokens_[i].folded.size() < 3)
        continue;
      if (crosses_sentence(i, i + n)) continue;
      const mesh::Heading* heading = heading_of(i, n);
      if (heading == nullptr) continue;
      const std::string text = slice(i, i + n);
      flush();
      if (is_study_kind(*heading)) {
        out_.remarks.push_back("\"" + text +
                               "\" names a kind of study: use study_types to limit to it");
      } else {
        add(from_heading(text, *heading, vocabulary_.source()));
      }
      return n;
    }
    return 0;
  }

  const mesh::Heading* heading_of(std::size_t i, std::size_t n) const {
    const std::string words = key(i, n);
    std::vector<const mesh::Heading*> found = vocabulary_.find(words);
    if (n == 1 && !is_abbreviation(i)) {
      std::erase_if(found,
                    [&words](const mesh::Heading* h) { return only_as_capitals(*h, words); });
    }
    if (n == 1 && is_abbreviation(i)) {
      const std::string raw = slice(i, i + 1);
      std::erase_if(found, [&raw](const mesh::Heading* h) { return !writes_so(*h, raw); });
      if (found.empty()) {
        const std::string_view meant = expansion_of(raw);
        if (!meant.empty()) found = vocabulary_.find(meant);
      }
    }
    if (found.empty()) {
      const std::string other = in_mesh_words(words);
      if (!other.empty()) found = vocabulary_.find(other);
    }
    if (found.empty() && n == 1 && is_list_) found = completed(words);
    return best_heading(found, domain_);
  }

  // A word cut off by its writer ("laparoscop"): headings of one word that only add an ending.
  std::vector<const mesh::Heading*> completed(const std::string& stem) const {
    std::vector<const mesh::Heading*> out;
    if (stem.size() < 5 || is_numeric(stem)) return out;
    for (const mesh::Completion& c : vocabulary_.complete(stem, kCompletions)) {
      if (c.supplementary || c.text.find_first_of(" ,-") != std::string::npos) continue;
      const std::string whole = mesh::term_key(c.text);
      if (whole.size() <= stem.size() || !is_ending(whole.substr(stem.size()))) continue;
      if (const mesh::Heading* heading = vocabulary_.by_name(c.heading)) out.push_back(heading);
    }
    return out;
  }

  std::string key(std::size_t i, std::size_t n) const {
    std::string out;
    for (std::size_t k = i; k < i + n; ++k) out += (out.empty() ? "" : " ") + tokens_[k].folded;
    return out;
  }

  bool crosses_sentence(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i + 1 < end; ++i) {
      const std::string_view gap =
          goal_.substr(tokens_[i].end, tokens_[i + 1].begin - tokens_[i].end);
      if (gap.find_first_of(".;?!:\"") != std::string_view::npos) return true;
    }
    return false;
  }

  // A word in the middle of a sentence that begins with a capital: a brand, an eponym, a species.
  bool is_name(std::size_t i) const {
    if (i == 0 || is_list_) return false;
    const char first = goal_[tokens_[i].begin];
    const std::string_view gap =
        goal_.substr(tokens_[i - 1].end, tokens_[i].begin - tokens_[i - 1].end);
    return first >= 'A' && first <= 'Z' && tokens_[i].folded.size() >= 4 && gap == " ";
  }

  bool joined(std::size_t a, std::size_t b) const {
    const std::string_view gap = goal_.substr(tokens_[a].end, tokens_[b].begin - tokens_[a].end);
    return gap == " " || gap == "-" || gap == "\u2013" || gap == "/";
  }

  bool is_abbreviation(std::size_t i) const {
    const std::string_view raw = goal_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
    if (raw.size() < 2 || raw.size() > 6) return false;
    return std::all_of(raw.begin(), raw.end(),
                       [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }) &&
           !is_numeric(raw);
  }

  // Index after the tokens of a quoted phrase that begins at token i, or i.
  std::size_t quoted_end(std::size_t i) const {
    if (tokens_[i].begin == 0 || goal_[tokens_[i].begin - 1] != '"') return i;
    const std::size_t close = goal_.find('"', tokens_[i].end);
    if (close == std::string_view::npos) return i;
    std::size_t end = i;
    while (end < tokens_.size() && tokens_[end].end <= close) ++end;
    // An opening mark: an even number of marks stands before it.
    const auto before = std::count(
        goal_.begin(), goal_.begin() + static_cast<std::ptrdiff_t>(tokens_[i].begin - 1), '"');
    return before % 2 == 0 ? end : i;
  }

  std::string slice(std::size_t begin, std::size_t end) const {
    return std::string(
        goal_.substr(tokens_[begin].begin, tokens_[end - 1].end - tokens_[begin].begin));
  }

  void flush() {
    if (chunk_.empty()) return;
    const std::string text = slice(chunk_.front(), chunk_.back() + 1);
    chunk_.clear();
    add(from_text(text));
  }

  void add(Concept c) {
    c.negated = negated_;
    negated_ = false;
    const std::string name = mesh::term_key(c.heading.empty() ? c.text : c.heading);
    if (name.empty() || !seen_.insert(name).second) return;
    if (c.negated) {
      out_.remarks.push_back(
          "\"" + c.text +
          "\" stands behind a negation and is not searched; give it in exclude_terms to "
          "leave such records out");
    }
    out_.concepts.push_back(std::move(c));
  }

  std::string_view goal_;
  const mesh::Vocabulary& vocabulary_;
  std::string_view domain_;
  std::vector<doc::Token> tokens_;
  std::vector<std::size_t> chunk_;  // neighbouring subject words without a heading
  bool negated_ = false;
  bool is_list_ = false;
  std::set<std::string> seen_;
  Reading out_;
};

// The heading in `"alzheimer disease"[MeSH Terms] OR …`.
std::string heading_in(const std::string& translation, std::string_view tag) {
  const std::size_t at = translation.find("\"[" + std::string(tag) + "]");
  if (at == std::string::npos || at == 0) return "";
  const std::size_t open = translation.rfind('"', at - 1);
  return open == std::string::npos ? "" : translation.substr(open + 1, at - open - 1);
}

void apply_probe(Concept& c, const search::Probe& probe) {
  if (probe.count == 0) c.weight = -1;
  for (const auto& [from, to] : probe.translations) {
    if (mesh::term_key(from) != mesh::term_key(c.text)) continue;
    c.heading = heading_in(to, "MeSH Terms");
    if (c.heading.empty()) {
      c.heading = heading_in(to, "Supplementary Concept");
      c.heading_field = pubmed_query::Field::nm;
    }
    if (c.heading.empty()) continue;
    c.confirmed_by = kTranslation;
    c.weight = std::max(c.weight, 3.0);
    return;
  }
}

}  // namespace

Concept whole_concept(std::string_view text, const mesh::Vocabulary& vocabulary,
                      std::string_view domain) {
  const mesh::Heading* heading = best_heading(vocabulary.find(text), domain);
  if (heading == nullptr || is_study_kind(*heading)) return from_text(std::string(text));
  return from_heading(std::string(text), *heading, vocabulary.source());
}

Reading read_concepts(std::string_view goal, const mesh::Vocabulary& vocabulary,
                      std::string_view domain) {
  return GoalReader(goal, vocabulary, domain).run();
}

std::vector<std::string> confirm_live(std::vector<Concept>& concepts, const ProbeFn& probe,
                                      const Context& ctx) {
  if (!probe) return {};
  std::vector<Concept*> open;
  std::vector<std::string> queries;
  for (Concept& c : concepts) {
    if (!c.heading.empty()) continue;
    open.push_back(&c);
    queries.push_back(c.text);
  }
  if (open.empty()) return {};
  const std::vector<Result<search::Probe>> answers = probe(queries, ctx);
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < answers.size() && i < open.size(); ++i) {
    if (answers[i]) {
      apply_probe(*open[i], *answers[i]);
    } else {
      warnings.push_back("PubMed could not be asked about \"" + open[i]->text +
                         "\": " + answers[i].error().message);
    }
  }
  return warnings;
}

std::vector<std::string> complete_live(std::vector<Concept>& concepts, const search::LiveMesh& live,
                                       const Context& ctx) {
  std::vector<Concept*> open;
  std::vector<std::string> names;
  for (Concept& c : concepts) {
    if (c.confirmed_by != kTranslation) continue;
    open.push_back(&c);
    names.push_back(c.heading);
  }
  if (!live || open.empty()) return {};
  const auto answers = live(names, ctx);
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < answers.size() && i < open.size(); ++i) {
    if (!answers[i]) {
      warnings.push_back("PubMed's MeSH database could not be asked about \"" + names[i] +
                         "\": " + answers[i].error().message);
      continue;
    }
    if (answers[i]->empty()) continue;
    const bool negated = open[i]->negated;
    *open[i] = from_heading(open[i]->text, answers[i]->front(), search::kLiveMeshSource);
    open[i]->negated = negated;
  }
  return warnings;
}

}  // namespace ev::query_gen
