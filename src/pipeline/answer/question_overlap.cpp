#include "pipeline/answer/question_overlap.hpp"

#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace ev::answer {
namespace {

using Stems = std::set<std::string>;

// Content words that tell no direction: those say nothing of what a sentence is about.
Stems content_of(std::string_view text) {
  const question::WordSets& sets = question::word_sets();
  Stems out;
  for (const question::Word& w : question::words_of(text)) {
    const bool directs = sets.up.has_stem(w) || sets.down.has_stem(w) || sets.good.has_stem(w) ||
                         sets.bad.has_stem(w) || sets.associated.has_stem(w);
    if (question::is_content(w) && !directs) out.insert(w.stem);
  }
  return out;
}

Stems shared(const Stems& asked, const SentenceWords& s) {
  Stems out;
  for (const question::Word& w : s.words) {
    if (!w.mark && asked.count(w.stem) > 0) out.insert(w.stem);
  }
  return out;
}

double share_of(std::size_t part, std::size_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

double over_most(const std::vector<double>& of, std::size_t at) {
  const double most = *std::max_element(of.begin(), of.end());
  return most > 0 ? of[at] / most : 0;
}

}  // namespace

QuestionOverlap::QuestionOverlap(const question::QuestionFrame& frame, const RecordWords& record) {
  const Stems asked = content_of(frame.question);
  const Stems outcome = content_of(frame.outcome_text);
  std::vector<Stems> found;
  std::map<std::string, std::size_t> sentences;
  for (const SentenceWords& s : record.sentences()) {
    found.push_back(shared(asked, s));
    for (const std::string& stem : found.back()) ++sentences[stem];
    share_.push_back(share_of(found.back().size(), asked.size()));
    outcome_.push_back(share_of(shared(outcome, s).size(), outcome.size()));
  }
  for (const Stems& stems : found) {
    double sum = 0;
    for (const std::string& stem : stems) sum += 1 / static_cast<double>(sentences[stem]);
    rare_.push_back(sum);
  }
}

double QuestionOverlap::rare_of_most(std::size_t sentence) const {
  return over_most(rare_, sentence);
}
double QuestionOverlap::outcome_of_most(std::size_t sentence) const {
  return over_most(outcome_, sentence);
}

}  // namespace ev::answer
