#include "pipeline/query_gen/proposals.hpp"

#include "base/text.hpp"
#include "pipeline/query_gen/blocks.hpp"
#include "pipeline/query_gen/live_concepts.hpp"
#include "pipeline/query_gen/used.hpp"
#include "pipeline/query_gen/words.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;
using pq::Field;
using pq::Node;

constexpr std::size_t kShortest = 3;

// A proposed term that is still to be confirmed.
struct OpenTerm {
  std::size_t note = 0;
  std::size_t place = 0;  // of the concept
  Node node;
};

constexpr const char* kSaidAlready = "the concept is searched by it already";

bool says_this(const Concept& c, const std::string& key) {
  return mesh::term_key(c.text) == key || mesh::term_key(c.heading) == key ||
         std::any_of(c.synonyms.begin(), c.synonyms.end(),
                     [&key](const std::string& s) { return mesh::term_key(s) == key; });
}

// Of its synonyms only the first are searched.
bool is_searched_by(const Concept& c, const std::string& key) {
  const auto end =
      c.synonyms.begin() + static_cast<std::ptrdiff_t>(std::min(c.synonyms.size(), kBroadSynonyms));
  return std::any_of(c.synonyms.begin(), end,
                     [&key](const std::string& s) { return mesh::term_key(s) == key; });
}

class Adopter {
 public:
  Adopter(std::vector<Concept>& concepts, const Request& request, const Seams& seams,
          const Context& ctx)
      : concepts_(concepts), request_(request), seams_(seams), ctx_(ctx) {}

  Result<std::vector<ProposalNote>> run() {
    for (const Proposal& proposal : request_.proposals) EV_CHECK(take(proposal));
    EV_CHECK(confirm_headings());
    EV_CHECK(confirm_words());
    return std::move(notes_);
  }

 private:
  std::size_t note(const std::string& proposed, const std::string& concept_text,
                   std::string reason) {
    notes_.push_back(
        {.proposed = proposed, .concept_text = concept_text, .reason = std::move(reason)});
    return notes_.size() - 1;
  }

  Result<void> take(const Proposal& proposal) {
    const std::string key = mesh::term_key(proposal.concept_text);
    if (key.empty()) return {};
    EV_TRY(const std::optional<std::size_t> place, place_of(proposal.concept_text, key));
    if (!place) return {};
    const std::string& name = concepts_[*place].text;
    for (const std::string& heading : proposal.headings) {
      if (mesh::term_key(concepts_[*place].heading) == mesh::term_key(heading)) {
        note_known(heading, name);
      } else {
        take_heading(heading, *place, name);
      }
    }
    for (const std::string& word : proposal.synonyms) take_words(word, *place, name);
    return {};
  }

  void note_known(const std::string& proposed, const std::string& concept_text) {
    notes_[note(proposed, concept_text, kSaidAlready)].outcome = ProposalNote::Outcome::no_effect;
  }

  void take(std::size_t at, std::vector<std::string> terms) {
    notes_[at].outcome = ProposalNote::Outcome::taken;
    notes_[at].reason.clear();
    notes_[at].terms = std::move(terms);
  }

  // The concept that is meant, a new one where the goal's reading has none.
  Result<std::optional<std::size_t>> place_of(const std::string& text, const std::string& key) {
    for (std::size_t i = 0; i < concepts_.size(); ++i) {
      if (says_this(concepts_[i], key)) return std::optional(i);
    }
    const std::size_t at = note(text, text, "");
    ProposalNote& made = notes_[at];
    if (new_concepts_ >= kMostNewConcepts) {
      made.reason = "more than " + std::to_string(kMostNewConcepts) + " new concepts";
      return std::optional<std::size_t>();
    }
    std::vector<Concept> one = {whole_concept(text, seams_.vocabulary, request_.domain)};
    if (one.front().heading.empty()) {
      if (is_scaffolding(key) || key.size() < kShortest) {
        made.reason = "says nothing by itself";
        return std::optional<std::size_t>();
      }
      const ProbeFn none;
      for (const std::string& w : confirm_live(one, seams_.local ? none : seams_.probe, ctx_)) {
        made.reason = w;
      }
      EV_CHECK(ctx_.check());
      if (one.front().weight < 0) {
        made.reason = "occurs nowhere in " + seams_.where;
        return std::optional<std::size_t>();
      }
    }
    for (std::size_t i = 0; i < concepts_.size(); ++i) {
      // The heading of a concept by another name.
      if (one.front().heading.empty() || one.front().heading != concepts_[i].heading) continue;
      notes_.pop_back();
      take_words(text, i, concepts_[i].text);
      return std::optional(i);
    }
    ++new_concepts_;
    made.heading = one.front().heading;
    one.front().proposed = true;
    take(at, printed_terms(one.front()));
    // The goal's own concepts come first where not all are combined.
    for (const Concept& c : concepts_) one.front().weight = std::min(one.front().weight, c.weight);
    concepts_.push_back(std::move(one.front()));
    return std::optional(concepts_.size() - 1);
  }

  bool is_full(std::size_t place, std::size_t at) {
    if (concepts_[place].learned.size() < kMostProposed) return false;
    notes_[at].reason = "more than " + std::to_string(kMostProposed) + " terms for one concept";
    return true;
  }

  void take_heading(const std::string& name, std::size_t place, const std::string& concept_text) {
    const std::size_t at = note(name, concept_text, "no vocabulary confirms the heading");
    if (const mesh::Heading* heading = seams_.vocabulary.by_name(name)) {
      add_heading(*heading, place, at);
    } else {
      open_headings_.push_back({at, place, pq::make_phrase(name, Field::mh)});
    }
  }

  void add_heading(const mesh::Heading& heading, std::size_t place, std::size_t at) {
    if (mesh::in_branch(heading, "V")) {
      notes_[at].reason = "names a kind of study: use study_types";
      return;
    }
    if (is_full(place, at)) return;
    Node node = pq::make_phrase(heading.name, heading.supplementary ? Field::nm : Field::mh);
    take(at, {pq::print(node)});
    notes_[at].heading = heading.name;
    concepts_[place].learned.push_back(std::move(node));
  }

  void take_words(const std::string& words, std::size_t place, const std::string& concept_text) {
    const std::string key = mesh::term_key(words);
    if (key.empty()) return;
    if (is_searched_by(concepts_[place], key)) return note_known(words, concept_text);
    const std::size_t at = note(words, concept_text, "");
    if (is_scaffolding(key) || key.size() < kShortest) {
      notes_[at].reason = "says nothing by itself";
    } else {
      open_words_.push_back({at, place, text_term(words, Field::tiab)});
    }
  }

  Result<void> confirm_headings() {
    if (open_headings_.empty() || !seams_.live) return {};
    std::vector<std::string> names;
    for (const OpenTerm& term : open_headings_) names.push_back(notes_[term.note].proposed);
    const auto answers = seams_.live(names, ctx_);
    for (std::size_t i = 0; i < answers.size() && i < open_headings_.size(); ++i) {
      const OpenTerm& term = open_headings_[i];
      if (!answers[i]) {
        EV_CHECK(refuse(term, answers[i].error()));
      } else if (!answers[i]->empty() && mesh::term_key(answers[i]->front().name) ==
                                             mesh::term_key(notes_[term.note].proposed)) {
        add_heading(answers[i]->front(), term.place, term.note);
      }
    }
    return {};
  }

  Result<void> confirm_words() {
    if (open_words_.empty()) return {};
    std::vector<Result<search::Probe>> answers;
    if (seams_.probe && !seams_.local) {
      std::vector<std::string> queries;
      for (const OpenTerm& term : open_words_) queries.push_back(pq::print(term.node));
      answers = seams_.probe(queries, ctx_);
    }
    for (std::size_t i = 0; i < open_words_.size(); ++i) {
      const OpenTerm& term = open_words_[i];
      if (i >= answers.size()) {
        notes_[term.note].reason = "not confirmed: PubMed was not asked";
      } else if (!answers[i]) {
        EV_CHECK(refuse(term, answers[i].error()));
      } else if (answers[i]->count == 0 || !answers[i]->quoted_phrases_not_found.empty()) {
        notes_[term.note].reason = "does not occur in the titles and abstracts of " + seams_.where;
      } else if (!is_full(term.place, term.note)) {
        take(term.note, {pq::print(term.node)});
        concepts_[term.place].learned.push_back(term.node);
      }
    }
    return {};
  }

  Result<void> refuse(const OpenTerm& term, const Error& error) {
    if (error.code == Errc::cancelled) return error;
    notes_[term.note].reason = "could not be confirmed: " + error.message;
    return {};
  }

  std::vector<Concept>& concepts_;
  const Request& request_;
  const Seams& seams_;
  const Context& ctx_;
  std::size_t new_concepts_ = 0;
  std::vector<OpenTerm> open_headings_;
  std::vector<OpenTerm> open_words_;
  std::vector<ProposalNote> notes_;
};

}  // namespace

Result<std::vector<ProposalNote>> adopt_proposals(std::vector<Concept>& concepts,
                                                  const Request& request, const Seams& seams,
                                                  const Context& ctx) {
  return Adopter(concepts, request, seams, ctx).run();
}

std::vector<ProposalNote> unasked_proposals(const std::vector<Proposal>& proposals) {
  std::vector<ProposalNote> notes;
  const auto note = [&notes](const std::string& proposed, const std::string& concept_text) {
    notes.push_back({.proposed = proposed,
                     .concept_text = concept_text,
                     .outcome = ProposalNote::Outcome::no_effect,
                     .reason = "the goal is a query already: its own terms are kept"});
  };
  for (const Proposal& proposal : proposals) {
    for (const std::string& heading : proposal.headings) note(heading, proposal.concept_text);
    for (const std::string& word : proposal.synonyms) note(word, proposal.concept_text);
    if (proposal.headings.empty() && proposal.synonyms.empty()) {
      note(proposal.concept_text, proposal.concept_text);
    }
  }
  return notes;
}

void judge_proposals(std::vector<ProposalNote>& notes, const QueryTerms& held) {
  for (ProposalNote& note : notes) {
    if (!note.taken()) continue;
    const bool stands = std::any_of(note.terms.begin(), note.terms.end(),
                                    [&held](const std::string& t) { return held.holds(t); });
    if (stands) continue;
    note.outcome = ProposalNote::Outcome::no_effect;
    note.reason = "confirmed, but it stands in none of the queries: " +
                  std::string(note.proposed == note.concept_text
                                  ? "max_queries leaves no room for a query with it"
                                  : "they do not ask for its concept, or in titles only");
  }
}

const char* to_string(ProposalNote::Outcome outcome) {
  switch (outcome) {
    case ProposalNote::Outcome::taken:
      return "taken";
    case ProposalNote::Outcome::no_effect:
      return "no_effect";
    case ProposalNote::Outcome::refused:
      break;
  }
  return "refused";
}

}  // namespace ev::query_gen
