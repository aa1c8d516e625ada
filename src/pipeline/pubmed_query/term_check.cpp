#include "pipeline/pubmed_query/term_check.hpp"

#include "base/text.hpp"
#include "pipeline/mesh/qualifiers.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/pubmed_query/dates.hpp"
#include "pipeline/pubmed_query/lexer.hpp"
#include "pipeline/pubmed_query/nearest.hpp"
#include "pipeline/pubmed_query/stop_words.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace ev::pubmed_query {

namespace {

bool is_number(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

class TermChecker {
 public:
  TermChecker(Term term, bool mend) : mend_(mend) { out_.term = std::move(term); }

  TermCheck run() {
    Term& term = out_.term;
    if (can_be_range(term.field)) {
      range();
    } else if (!term.high.empty()) {
      error("no_range_field", "only dates and PMIDs can be searched as a range",
            "add a date tag such as [dp]");
      if (mend_) term.text.clear();
    } else if (term.field == Field::none && looks_like_range(term.text)) {
      warn("range_without_tag", "a range without a tag is read as words", term.text + "[dp]");
      if (mend_) {
        term.field = Field::dp;
        range();
      }
    }
    if (!term.text.empty()) {
      wildcards();
      nearness();
      stop_words();
      subheadings();
      term_mapping();
    }
    return std::move(out_);
  }

 private:
  static bool looks_like_range(std::string_view text) {
    const std::size_t colon = text.find(':');
    return colon == 4 && is_number(text.substr(0, 4)) && text.size() >= 9 &&
           is_number(text.substr(5, 4));
  }

  void range() {
    Term& term = out_.term;
    if (term.high.empty()) split_range();
    term.quoted = term.quoted && term.high.empty();
    if (out_.errors.empty() && is_date(term.field)) dates();
  }

  // "2015:2020", "2015 : 2020", and one end missing.
  void split_range() {
    Term& term = out_.term;
    const std::size_t colon = term.text.find(':');
    if (colon == std::string::npos) return;
    std::string low(text::trim(std::string_view(term.text).substr(0, colon)));
    std::string high(text::trim(std::string_view(term.text).substr(colon + 1)));
    term.quoted = false;
    if (low.empty() || high.empty()) {
      error("incomplete_range", "one end of this range is missing",
            low.empty() ? "write 1800:" + high : "write " + low + ":3000");
      if (!mend_ || (low.empty() && high.empty())) return;
      if (low.empty()) low = term.field == Field::pmid ? "1" : "1800";
      if (high.empty()) high = term.field == Field::pmid ? "99999999" : "3000";
    }
    term.text = std::move(low);
    term.high = std::move(high);
  }

  void dates() {
    Term& term = out_.term;
    if (term.high.empty() && read_relative(term.text)) {
      term.quoted = true;
      return;
    }
    if (years_with_dash()) return;
    const bool low_good = one_date(term.text);
    if (term.high.empty()) return;
    const bool high_good = one_date(term.high);
    if (!low_good || !high_good) return;
    if (first_day(read_date(term.text).date) > last_day(read_date(term.high).date)) {
      warn("reversed_range", "the range ends before it begins", term.high + ":" + term.text);
      if (mend_) std::swap(term.text, term.high);
    }
  }

  // "2015-2020"
  bool years_with_dash() {
    Term& term = out_.term;
    const std::string& text = term.text;
    if (!term.high.empty() || text.size() != 9 || text[4] != '-' || !is_number(text.substr(0, 4)) ||
        !is_number(text.substr(5))) {
      return false;
    }
    std::string low = text.substr(0, 4);
    std::string high = text.substr(5);
    warn("dashed_range", "\"" + text + "\" is not a range for PubMed", low + ":" + high);
    if (mend_) {
      term.quoted = false;
      term.text = std::move(low);
      term.high = std::move(high);
    }
    return true;
  }

  bool one_date(std::string& text) {
    const DateReading read = read_date(text);
    switch (read.form) {
      case DateForm::good:
        return true;
      case DateForm::dashed:
        warn("dashed_date", "\"" + text + "\" is not a date for PubMed", to_text(read.date));
        if (mend_) text = to_text(read.date);
        return true;
      case DateForm::impossible:
        warn("impossible_date", "there is no day \"" + text + "\"", "");
        return false;
      case DateForm::unreadable:
        warn("unreadable_date", "\"" + text + "\" is not read as a date", "YYYY/MM/DD");
        return false;
    }
    return false;
  }

  void wildcards() {
    Term& term = out_.term;
    std::vector<std::string> words = text::split(term.text, ' ');
    for (std::size_t i = 0; i < words.size(); ++i) wildcard(words[i], i + 1 == words.size());
    if (!mend_) return;
    std::erase(words, "");  // a lone asterisk
    term.text = text::join(words, " ");
  }

  void wildcard(std::string& word, bool last) {
    const std::size_t star = word.find('*');
    if (word.find('?') != std::string::npos && word.size() > 1 && word.back() != '?') {
      warn("question_mark", "? is no wildcard in PubMed", "write the variants out, joined by OR");
    }
    if (star == std::string::npos) return;
    const std::string stem = word.substr(0, word.find_last_not_of('*') + 1);
    if (star == 0) {
      const std::size_t rest = word.find_first_not_of('*');
      const std::string bare = rest == std::string::npos ? "" : word.substr(rest);
      warn("leading_wildcard", "PubMed truncates only at the end of a word", bare);
      if (mend_) word = bare;
      return;
    }
    if (stem.find('*') != std::string::npos) {
      warn("inner_wildcard", "a wildcard inside a word is not supported", word.substr(0, star + 1));
      if (mend_) word.resize(star + 1);
      return;
    }
    if (!last) {
      warn("early_truncation", "only the last word of a phrase can be truncated",
           "search the words as separate terms");
    }
    if (text::code_points(stem) < 4) {
      warn("short_truncation", "PubMed ignores a truncation after fewer than four characters",
           "write the words out, joined by OR");
    }
  }

  void nearness() {
    Term& term = out_.term;
    if (!term.near) return;
    if (!term.quoted) {
      warn("unquoted_proximity", "proximity needs quotation marks around its words",
           "\"" + term.text + "\"[" + info(term.field).code + ":~" + std::to_string(*term.near) +
               "]");
      if (mend_) term.quoted = true;
    }
    if (term.text.find(' ') == std::string::npos) {
      warn("needless_proximity", "the distance has no effect on a single word", "leave it out");
    }
    if (term.text.find('*') != std::string::npos) {
      warn("wildcard_in_proximity", "truncation does not work inside a proximity search",
           "write the word out");
    }
  }

  void stop_words() {
    const Term& term = out_.term;
    const bool free_text = term.field == Field::none || term.field == Field::all ||
                           term.field == Field::ti || term.field == Field::tiab ||
                           term.field == Field::tw;
    if (!free_text || term.quoted || !term.high.empty()) return;
    std::string ignored;
    bool all = true;
    for (const std::string& word : text::split(term.text, ' ')) {
      if (!is_stop_word(text::to_lower_ascii(word))) {
        all = false;
      } else if (!is_lower_case_operator(word)) {  // which has its own warning
        ignored += (ignored.empty() ? "\"" : ", \"") + word + "\"";
      }
    }
    if (ignored.empty()) return;
    if (all) {
      warn("stop_words", "\"" + term.text + "\" consists of stop words and is ignored",
           "remove it");
    } else if (term.field == Field::none) {
      warn("ignored_stop_words",
           "PubMed leaves out the stop words " + ignored +
               " unless they belong to a phrase it knows",
           "");
    }
  }

  // PubMed drops what it does not know behind the heading's stroke, and takes one subheading only.
  void subheadings() {
    const Term& term = out_.term;
    if (term.field == Field::sh) return subheading(term.text);
    const std::size_t stroke = term.text.find('/');
    if ((term.field != Field::mh && term.field != Field::majr) || stroke == std::string::npos) {
      return;
    }
    const std::string first =
        term.text.substr(stroke + 1, term.text.find('/', stroke + 1) - stroke - 1);
    if (stroke + 1 + first.size() < term.text.size()) {
      warn("several_subheadings", "one subheading only can stand with a heading",
           "write " + term.text.substr(0, stroke + 1) + std::string(text::trim(first)) + "[" +
               info(term.field).code + "] and search the others likewise");
    }
    subheading(first);
  }

  void subheading(const std::string& name) {
    if (name.find('*') != std::string::npos || mesh::find_qualifier(text::trim(name)) != nullptr) {
      return;
    }
    Nearest near(mesh::term_key(name));
    for (const mesh::Qualifier& known : mesh::qualifiers()) {
      near.consider(mesh::term_key(known.name), known.name);
    }
    warn("unknown_subheading", "\"" + name + "\" is no subheading of MeSH",
         near.name().empty() ? "for example \"drug therapy\" or \"adverse effects\""
                             : "did you mean \"" + near.name() + "\"?");
  }

  // What a search without tag gets for free, and a mark takes away.
  void term_mapping() {
    const Term& term = out_.term;
    if (term.field != Field::none || !term.high.empty()) return;
    if (text::to_lower_ascii(term.text) == "hasabstract") return;
    if (term.text.starts_with("10.") && term.text.find('/') != std::string::npos) return;  // a DOI
    if (term.quoted) {
      warn("mapping_off",
           "quotation marks switch automatic term mapping off: the phrase alone is searched, "
           "without headings and synonyms",
           "leave the marks out, or add a tag such as [tiab] to say that this is meant");
    } else if (term.truncated()) {
      warn("mapping_off",
           "truncation switches automatic term mapping off: words are searched, without headings "
           "and synonyms",
           "add a tag such as [tiab] to say that this is meant");
    }
  }

  void error(const char* code, std::string message, std::string fix) {
    out_.errors.push_back({code, out_.term.begin, std::move(message), std::move(fix)});
  }
  void warn(const char* code, std::string message, std::string fix) {
    out_.warnings.push_back({code, out_.term.begin, std::move(message), std::move(fix)});
  }

  bool mend_;
  TermCheck out_;
};

void read_modifier(const std::string& modifier, const Token& tag, TagReading& out) {
  const auto error = [&](const char* code, std::string message, std::string fix) {
    out.errors.push_back({code, tag.begin, std::move(message), std::move(fix)});
  };
  const std::string code = info(out.field).code;
  const bool known = out.field != Field::none;
  if (modifier == "noexp") {
    if (known && !can_explode(out.field)) {
      error("noexp_without_tree", "[" + code + "] has no narrower terms to leave out",
            "use :noexp with [mh], [majr], [sh] or [pt]");
      return;
    }
    out.no_explosion = true;
    return;
  }
  if (!modifier.starts_with('~')) {
    error("unknown_modifier", "\":" + modifier + "\" is not a modifier", "known: :noexp and :~N");
    return;
  }
  constexpr int kFarthest = 1000;
  if (!is_number(modifier.substr(1))) {
    error("proximity_number", "proximity needs a number of words from 0 to 1000", "[tiab:~3]");
  } else if (known && !can_be_near(out.field)) {
    error("proximity_field", "proximity works in [ti], [tiab] and [ad] only", "use [tiab:~N]");
  } else {
    const int distance = modifier.size() > 6 ? kFarthest + 1 : std::stoi(modifier.substr(1));
    out.near = std::min(distance, kFarthest);
    if (distance > kFarthest) {
      out.warnings.push_back({"far_proximity", tag.begin,
                              "the distance of a proximity search is at most 1000 words",
                              "[" + code + ":~1000]"});
    }
  }
}

}  // namespace

TagReading read_tag(const Token& tag) {
  TagReading out;
  out.end = tag.end;
  const std::string lower = text::to_lower_ascii(tag.text);
  const std::size_t colon = lower.find(':');
  const std::string name(text::trim(std::string_view(lower).substr(0, colon)));
  out.field = find_field(name);
  if (name.empty()) {
    out.errors.push_back(
        {"empty_tag", tag.begin, "this tag is empty", "remove [] or name a field"});
  } else if (out.field == Field::none) {
    const std::string near = nearest_tag(name);
    out.errors.push_back(
        {"unknown_tag", tag.begin, "\"" + tag.text + "\" is not a PubMed field",
         near.empty() ? "for example [tiab] or [mh]" : "did you mean [" + near + "]?"});
    out.field = find_field(near);
  }
  if (colon != std::string::npos) {
    read_modifier(std::string(text::trim(std::string_view(lower).substr(colon + 1))), tag, out);
  }
  return out;
}

TermCheck check_term(Term term, bool mend) {
  return TermChecker(std::move(term), mend).run();
}

}  // namespace ev::pubmed_query
