// One sentence as the grammar sees it: words, gaps, clauses, which token belongs to which mention,
// and the cues that are bound to none. Borrows everything it is made from. Internal to the room.
#pragma once

#include "pipeline/mechanism/cues.hpp"
#include "pipeline/mechanism/relations.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace ev::mechanism {

inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);

template <std::size_t N>
bool any_of_words(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

struct FreeCue {
  std::size_t token = 0;
  CueWord word;
  std::vector<std::size_t> subjects;  // mentions
  std::vector<std::size_t> objects;
};

class SentenceView {
 public:
  SentenceView(std::string_view sentence, const std::vector<doc::Token>& tokens,
               const std::vector<Mention>& mentions, const Vocabulary& vocabulary);

  std::size_t size() const { return tokens_.size(); }
  std::string_view word(std::size_t i) const { return tokens_[i].folded; }
  std::string_view gap(std::size_t i) const { return gap_after(sentence_, tokens_, i); }
  const std::vector<Mention>& mentions() const { return mentions_; }
  const Mention& mention(std::size_t m) const { return mentions_[m]; }
  const Entity& entity(std::size_t m) const { return vocabulary_.at(mentions_[m].entity); }
  Kind kind(std::size_t m) const { return entity(m).kind; }
  std::size_t owner(std::size_t i) const { return owner_[i]; }  // mention of the token, or kNone
  bool owned(std::size_t i) const { return owner_[i] != kNone; }

  std::optional<CueWord> cue_at(std::size_t i) const;
  std::vector<FreeCue> free_cues() const;

  bool boundary_after(std::size_t i) const;
  std::size_t clause_begin(std::size_t i) const;
  std::size_t clause_end(std::size_t i) const;  // exclusive

  // Mentions that lie within [begin, end) and do not merely qualify another word.
  std::vector<std::size_t> mentions_between(std::size_t begin, std::size_t end) const;
  // "A-induced …", "the A induced B": A only qualifies what follows.
  bool modifies(std::size_t m) const;
  // The mention hangs on a preposition ("in patients with X"): no subject by itself.
  bool in_phrase(std::size_t m, std::size_t begin) const;
  // Last of `left`, or the one whose prepositional phrases lead up to it.
  std::size_t head(const std::vector<std::size_t>& left, std::size_t begin) const;
  bool coordinated(std::size_t a, std::size_t b) const;  // "B1, B2 and B3"
  bool only_fillers(std::size_t begin, std::size_t end) const;
  // A comparison in the clause whose other side is no control: it tells nothing of the effect
  // itself.
  bool compared_with_active(std::size_t at) const;
  // Credit shared with something else: "combination of A and …", "A-based triple therapy".
  bool combined(std::size_t begin, std::size_t end) const;
  // "A-C", "A/C": one preparation of two drugs.
  bool is_fixed_combination(std::size_t m) const;
  // A class of drugs that did not act alone: "A blockers and …", "A inhibitor-based therapy".
  bool shares_credit(std::size_t m) const;
  // "rather than X", "unlike X", "switching from X to": spoken of to be set apart.
  bool set_apart(std::size_t m) const;
  // "variation in X", "differences in X levels": which way X went is not said.
  bool only_varies(std::size_t m) const;
  // "A was …ed in B before `cue`": the clause has its verb already, the cue qualifies a noun.
  bool verb_between(std::size_t m, std::size_t cue) const;
  // "X patients", "X subjects": who was treated, not what changed.
  bool names_people(std::size_t m) const;
  bool negated_at(std::size_t cue, std::size_t object) const;
  bool hedged_at(std::size_t cue) const;
  // "A, a B blocker", "A is a B antagonist", "A has B-ing properties".
  bool described_by(const Mention& drug, const Mention& description) const;

 private:
  bool failed_before(std::size_t cue) const;
  // The last token of the brackets that open behind `i`, or `i`.
  std::size_t end_of_aside(std::size_t i) const;
  std::string_view sentence_;
  const std::vector<doc::Token>& tokens_;
  const std::vector<Mention>& mentions_;
  const Vocabulary& vocabulary_;
  std::vector<std::size_t> owner_;
};

// Adds from -> to unless both name one entity or nothing is said; `extra` carries `weak`.
void add_relation(const SentenceView& view, std::vector<Relation>& out, std::size_t from,
                  std::size_t to, int sign, Form form, std::size_t cue, Relation extra = {});

// Forms that need no verb: "A-induced B", "inhibition of B by A", "B inhibitor A", "beneficial
// effect of A on B", "B due to A", "A … via inhibition of B".
void read_pair_forms(const SentenceView& view, std::vector<Relation>& out);

}  // namespace ev::mechanism
