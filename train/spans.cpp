// Phrases that name arms, and the outcomes of figures, from labelled trials (train/trials.py).
#include "labelled_trial.hpp"
#include "pipeline/read/arms/arm_mentions.hpp"
#include "pipeline/read/results/effect_rows.hpp"
#include "pipeline/read/results/outcome.hpp"
#include "pipeline/read/results/outcome_tagger.hpp"
#include "pipeline/read/spans/record_features.hpp"
#include "pipeline/read/spans/tagged.hpp"
#include "pipeline/text/chars.hpp"
#include "stored_roles.hpp"
#include "task.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace ev::train {
namespace {

constexpr const char* kNames[] = {"other", "begins", "inside"};

void write_words(const LabelledTrial& trial, const std::vector<std::size_t>& labels,
                 const std::vector<nlp::Features>& words) {
  for (std::size_t i = 0; i < words.size(); ++i)
    write_item(trial.pmid(), kNames[labels[i]], words[i]);
  end_sequence();
}

// Wherever a name of an arm stands, it names the arm.
std::vector<read::Range> places_of_names(const LabelledTrial& trial, const read::Sentence& s) {
  std::vector<std::string_view> names;
  for (const read::Arm& arm : trial.arms()) {
    names.push_back(trial.record().document().text(arm.span));
    for (const doc::Span& alias : arm.aliases)
      names.push_back(trial.record().document().text(alias));
  }
  std::stable_sort(names.begin(), names.end(),
                   [](std::string_view a, std::string_view b) { return a.size() > b.size(); });
  std::vector<read::Range> out;
  for (const std::string_view name : names) {
    const std::vector<doc::Token> wanted = doc::tokenize(name);
    for (std::size_t i = 0; !wanted.empty() && i + wanted.size() <= s.tokens.size(); ++i) {
      bool same = true;
      for (std::size_t k = 0; k < wanted.size() && same; ++k)
        same = s.tokens[i + k].folded == wanted[k].folded;
      if (wanted.size() == 1 && wanted[0].folded.size() <= 4 && same)
        same = s.slice({s.tokens[i].begin, s.tokens[i].end}) ==
               name.substr(wanted[0].begin, wanted[0].end - wanted[0].begin);
      const read::Range at{s.tokens[i].begin, s.tokens[i + wanted.size() - 1].end};
      const bool taken = std::any_of(out.begin(), out.end(), [&](const read::Range& other) {
        return at.begin < other.end && other.begin < at.end;
      });
      if (same && !taken) out.push_back(at);
    }
  }
  std::sort(out.begin(), out.end(),
            [](const read::Range& a, const read::Range& b) { return a.begin < b.begin; });
  return out;
}

void write_arms(const std::string& data) {
  for (const LabelledTrial& trial : labelled_trials(data + "/trials.jsonl")) {
    const std::vector<read::Sentence> sentences = read::sentences_of(trial.record());
    const read::RecordFeatures features = read::record_features(sentences);
    for (std::size_t i = 0; i < sentences.size(); ++i)
      write_words(trial, read::span_labels(sentences[i], places_of_names(trial, sentences[i])),
                  features[i]);
  }
}

// The figures that state one row, as bytes of the sentence; nothing where they do not stand in it.
std::optional<read::Range> place_of(const LabelledTrial& trial, const Json& row,
                                    const read::Sentence& s,
                                    const std::vector<read::Figure>& figures) {
  std::optional<read::Range> out;
  for (const char* side : {"ca", "cb"}) {
    if (!row.contains(side)) return std::nullopt;
    bool found = false;
    for (const char* kind : {"p", "m", "md", "e"}) {
      if (found || !row.at(side).contains(kind)) continue;
      const doc::Span at = trial.span_of(row.at(side).at(kind));
      for (const read::Figure& figure : figures) {
        const doc::Span here = s.span(figure.at);
        if (here.field != at.field || at.begin < here.begin || at.begin >= here.end) continue;
        out = out ? read::Range{std::min(out->begin, figure.at.begin),
                                std::max(out->end, figure.at.end)}
                  : figure.at;
        found = true;
      }
    }
    if (!found) return std::nullopt;
  }
  return out;
}

// From the figures before to those behind.
read::Range clause_of(const read::Sentence& s, read::Range place,
                      const std::vector<read::Figure>& figures) {
  read::Range out{0, s.text.size()};
  for (const read::Figure& figure : figures) {
    if (figure.at.end <= place.begin) out.begin = figure.at.end;
    if (figure.at.begin >= place.end) out.end = std::min(out.end, figure.at.begin);
  }
  return out;
}

// Estimates whose arms state no figures.
void write_outcomes_of_effects(const LabelledTrial& trial, const read::OutcomeSentence& of) {
  const doc::Span& sentence = of.sentence.at.span;
  std::size_t begin = 0;
  for (const read::StatedEffect& stated : of.statistics.effects) {
    const std::size_t from = std::exchange(begin, stated.at.end);
    for (const Json& row : trial.rows()) {
      if (!row.contains("effect") || !row.at("effect").contains("v")) continue;
      const doc::Span value = trial.span_of(row.at("effect").at("v"));
      const doc::Span outcome = trial.span_of(row.at("outcome"));
      const bool here = value.begin >= sentence.begin + stated.at.begin &&
                        value.begin < sentence.begin + stated.at.end;
      if (!here || value.field != sentence.field || outcome.field != sentence.field ||
          outcome.begin < sentence.begin || outcome.end > sentence.begin + of.sentence.text.size())
        continue;
      const read::Range phrase{outcome.begin - sentence.begin, outcome.end - sentence.begin};
      const auto by_grammar = read::effect_outcome_by_grammar(of, stated, from);
      write_words(trial, read::span_labels(of.sentence, std::span(&phrase, 1)),
                  read::outcome_features(of, stated.at, by_grammar));
      break;
    }
  }
}

void write_outcomes_of(const LabelledTrial& trial, const read::Sentence& s,
                       const std::vector<nlp::Features>& words,
                       const std::vector<read::NumberRole>& roles, const read::ArmMentions& names) {
  const read::Statistics statistics = read::statistics_in(s);
  std::vector<read::Figure> figures = read::figures_in(s, roles, statistics);
  const std::vector<read::ArmMention> mentions = names.in(s);
  std::set<std::pair<std::size_t, std::size_t>> done;
  for (const Json& row : trial.rows()) {
    const auto place = place_of(trial, row, s, figures);
    if (!place || !done.emplace(place->begin, place->end).second) continue;
    const doc::Span outcome = trial.span_of(row.at("outcome"));
    if (outcome.field != s.at.span.field || outcome.begin < s.at.span.begin ||
        outcome.end > s.at.span.begin + s.text.size())
      continue;
    const read::Range phrase{outcome.begin - s.at.span.begin, outcome.end - s.at.span.begin};
    const bool counts = row.at("ca").contains("p") || row.at("ca").contains("e");
    const auto by_grammar =
        read::outcome_in(s, clause_of(s, *place, figures), *place, mentions, counts);
    write_words(
        trial, read::span_labels(s, std::span(&phrase, 1)),
        read::outcome_features({s, words, mentions, figures, statistics}, *place, by_grammar));
  }
  write_outcomes_of_effects(trial, {s, words, mentions, figures, statistics});
}

void write_outcomes(const std::string& data) {
  StoredRoles roles(data + "/number_roles.odds");
  for (const LabelledTrial& trial : labelled_trials(data + "/trials.jsonl")) {
    const std::vector<read::Sentence> sentences = read::sentences_of(trial.record());
    const read::RecordFeatures features = read::record_features(sentences);
    const read::ArmMentions names(trial.record().document(), trial.arms(),
                                  trial.record().abbreviations());
    for (std::size_t i = 0; i < sentences.size(); ++i)
      write_outcomes_of(trial, sentences[i], features[i], roles.next(sentences[i]), names);
  }
}

const Registered kArms("arms", write_arms);
const Registered kOutcomes("outcomes", write_outcomes);

}  // namespace
}  // namespace ev::train
