// Records and readings for the tests of this room. All texts are invented.
#pragma once

#include "base/clock.hpp"
#include "pipeline/mechanism/statement.hpp"

#include <string>
#include <vector>

namespace ev::mechanism::test {

inline model::Article record(const std::string& pmid, const std::string& abstract,
                             const std::string& title = "A study.") {
  model::Article article;
  article.pmid = pmid;
  article.title = title;
  article.abstract = abstract;
  return article;
}

inline Context context() {
  static const SystemClock clock;
  return {.clock = &clock};
}

// "carvedilol --| beta-adrenergic receptor", one per relation, in reading order; "!" negated, "?"
// hedged.
inline std::vector<std::string> relations_in(const std::string& sentence) {
  Vocabulary vocabulary;
  const std::vector<doc::Token> tokens = doc::tokenize(sentence);
  const std::vector<Mention> mentions = find_mentions(sentence, tokens, vocabulary);
  std::vector<std::string> out;
  for (const Relation& r : find_relations(sentence, tokens, mentions, vocabulary)) {
    out.push_back(vocabulary.at(mentions[r.from].entity).name +
                  (r.sign > 0   ? " + "
                   : r.sign < 0 ? " - "
                                : " 0 ") +
                  vocabulary.at(mentions[r.to].entity).name + (r.negated ? " !" : "") +
                  (r.hedged ? " ?" : ""));
  }
  return out;
}

}  // namespace ev::mechanism::test
