#include "pipeline/query_gen/open_question.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/query_gen/spelling.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace ev::query_gen {

namespace {

struct Phrase {
  std::vector<std::string> parts;  // of which any words stand between
  std::optional<OpenPlace> place;
};

const std::vector<Phrase>& phrases() {
  static const auto all = data_rows("lexicon/open_questions.tsv", [](const DataTable::Row& row) {
    Phrase out{{}, from_wire_name<OpenPlace>(row["asks"])};
    for (const std::string& part : text::split(row["phrase"], '*'))
      out.parts.push_back(" " + std::string(text::trim(part)) + " ");
    return out;
  });
  return all;
}

// "How", "which": what opens a question stands in front.
bool opens(const Phrase& phrase) {
  for (const std::string_view word : {" how ", " what ", " which ", " who ", " why "}) {
    if (phrase.parts.front().starts_with(word)) return true;
  }
  return false;
}

bool holds(const std::string& words, const Phrase& phrase) {
  if (opens(phrase) && !words.starts_with(phrase.parts.front())) return false;
  std::size_t at = 0;
  for (const std::string& part : phrase.parts) {
    at = words.find(part, at);
    if (at == std::string::npos) return false;
    at += part.size() - 1;
  }
  return true;
}

bool asks_yes_or_no(const std::vector<doc::Token>& tokens) {
  for (const std::string_view verb : {"is", "are", "was", "were", "do", "does", "did", "can",
                                      "could", "should", "has", "have", "will", "would", "may"}) {
    if (!tokens.empty() && tokens.front().folded == verb) return true;
  }
  return false;
}

// "Smoking is one of the risk factors for stroke" states it.
bool states(const std::vector<doc::Token>& tokens) {
  const bool asks = std::any_of(tokens.begin(), tokens.end(), [](const doc::Token& t) {
    for (const std::string_view word : {"what", "which", "how", "why", "who"}) {
      if (t.folded == word) return true;
    }
    return false;
  });
  return !asks && std::any_of(tokens.begin(), tokens.end(), [](const doc::Token& t) {
    for (const std::string_view word :
         {"is", "are", "was", "were", "has", "have", "reduces", "lowers", "increases", "raises",
          "improves", "affects", "changes", "does", "can"}) {
      if (t.folded == word) return true;
    }
    return false;
  });
}

}  // namespace

std::optional<OpenPlace> open_place(std::string_view text) {
  const std::vector<doc::Token> tokens = doc::tokenize(text);
  if (asks_yes_or_no(tokens) || states(tokens)) return std::nullopt;
  std::string words = " ";
  for (const doc::Token& token : tokens) words += american(token.folded) + " ";
  for (const Phrase& phrase : phrases()) {
    if (holds(words, phrase)) return phrase.place;
  }
  return std::nullopt;
}

std::optional<Facet> facet_of(OpenPlace place) {
  switch (place) {
    case OpenPlace::risk_factors:
      return Facet{"risk factors",
                   "mh:Risk Factors|sh:etiology|tiab:risk factor*|tiab:predictor*|tiab:predispos*"};
    case OpenPlace::causes:
      return Facet{"causes",
                   "sh:etiology|sh:chemically induced|sh:genetics|mh:Risk Factors|tiab:cause*|"
                   "tiab:causal*|tiab:etiolog*|tiab:aetiolog*|tiab:mutation*|tiab:variant*|"
                   "tiab:associated with|tiab:due to"};
    case OpenPlace::mechanism:
      return Facet{"mechanism",
                   "mh:Signal Transduction|sh:metabolism|sh:pharmacology|sh:physiopathology|"
                   "sh:physiology|sh:genetics|sh:etiology|sh:drug effects|tiab:mechanism*|"
                   "tiab:pathway*|tiab:mediat*|tiab:pathogen*|tiab:role|tiab:cause*|tiab:induce*|"
                   "tiab:explain*"};
    case OpenPlace::frequency:
      return Facet{"prevalence",
                   "mh:Prevalence|mh:Incidence|sh:epidemiology|tiab:prevalen*|tiab:inciden*|"
                   "tiab:epidemiolog*|tiab:frequency|tiab:proportion*|tiab:rate|tiab:rates|"
                   "tiab:common"};
    case OpenPlace::treatment:
      return Facet{"treatment",
                   "sh:drug therapy|sh:therapy|sh:surgery|sh:therapeutic use|pt:Randomized "
                   "Controlled Trial|tiab:treat*|tiab:therap*|tiab:efficacy|tiab:effective*"};
    case OpenPlace::diagnosis:
      return Facet{"diagnosis", "sh:diagnosis|sh:diagnostic imaging|tiab:diagnos*|tiab:accuracy"};
    case OpenPlace::prognosis:
      return Facet{"prognosis",
                   "mh:Prognosis|sh:mortality|tiab:prognos*|tiab:surviv*|tiab:outcome*"};
    case OpenPlace::prevention:
      return Facet{"prevention", "sh:prevention and control|tiab:prevent*|tiab:prophyla*"};
    case OpenPlace::reason:
      break;
  }
  return std::nullopt;
}

}  // namespace ev::query_gen
