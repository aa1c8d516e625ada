#include "pipeline/answer/answer.hpp"

#include "pipeline/answer/answer_text.hpp"
#include "pipeline/answer/certainty.hpp"
#include "pipeline/mechanism/statement.hpp"
#include "pipeline/model/retraction.hpp"
#include "pipeline/question/words.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace ev::answer {
namespace {

using model::Stance;
using model::Verdict;

int rank_of(Stance stance) {
  return static_cast<int>(stance);
}

// One work: the same registration, or the same title.
std::string work_of(const model::Article& article) {
  if (!article.nct_ids.empty()) return article.nct_ids.front();
  std::string key;
  for (const question::Word& w : question::words_of(article.title)) {
    if (!w.mark) key += w.text + " ";
  }
  return key;
}

bool says_more(const RecordStance& a, const RecordStance& b) {
  return std::make_tuple(rank_of(a.stance), -a.provenance.weight, std::string_view(a.id)) <
         std::make_tuple(rank_of(b.stance), -b.provenance.weight, std::string_view(b.id));
}

void count(const RecordStance& r, Counts& counts) {
  if (r.on_topic) ++counts.on_topic;
  switch (r.stance) {
    case Stance::supports:
      ++counts.supporting;
      break;
    case Stance::contradicts:
      ++counts.against;
      break;
    case Stance::mixed:
      ++counts.mixed;
      break;
    case Stance::unread:
      ++counts.unread;
      return;
    case Stance::mentions:
    case Stance::background:
      ++counts.mentions;
      return;
  }
  ++counts.read;
  if (r.direction == model::EffectDirection::no_difference) ++counts.no_effect;
}

// Chosen on the development claims: how far one side must outweigh the other, what a mixed record
// counts on both, and the bar a verdict must clear: of records somebody chose a single one may if
// its reading is well borne out; of those searched for two must.
Verdict verdict_of(const Answer& a, const AnswerOptions& options) {
  constexpr double kPrevails = 2, kOfMixed = 0.4, kBarOfGiven = 1.1, kBarOfSearched = 1.8;
  double yes = 0;
  double no = 0;
  for (const RecordStance& r : a.records) {
    if (r.stance == Stance::supports) yes += r.strength;
    if (r.stance == Stance::contradicts) no += r.strength;
    if (r.stance != Stance::mixed) continue;
    yes += kOfMixed;
    no += kOfMixed;
  }
  if (a.frame.makes_no_claim()) return Verdict::insufficient;
  const std::size_t sides = a.counts.supporting + a.counts.against;
  const double bar = options.searched ? kBarOfSearched : a.counts.records > 1 ? kBarOfGiven : 0;
  if (a.counts.read == 0 || (options.searched && sides < 2)) return Verdict::insufficient;
  if (yes >= kPrevails * no) return yes - no >= bar ? Verdict::supported : Verdict::insufficient;
  if (no >= kPrevails * yes) return no - yes >= bar ? Verdict::refuted : Verdict::insufficient;
  return yes + no >= bar ? Verdict::mixed : Verdict::insufficient;
}

void choose_quotes(Answer& a) {
  const bool refuted = a.verdict == Verdict::refuted;
  const Stance own = refuted ? Stance::contradicts : Stance::supports;
  const Stance other = refuted ? Stance::supports : Stance::contradicts;
  for (const RecordStance& r : a.records) {
    const std::string quoted = "\"" + r.quote.text + "\" [" + r.id + "]";
    if (r.stance == own && !a.best_estimate && !estimate_in(r.quote.text).empty())
      a.best_estimate = quoted;
    if (r.stance == other && !a.dissent) a.dissent = quoted;
  }
}

}  // namespace

void conclude(Answer& a, const AnswerOptions& options) {
  std::stable_sort(a.records.begin(), a.records.end(), says_more);
  a.counts = {.records = a.records.size()};
  for (const RecordStance& r : a.records) count(r, a.counts);
  a.verdict = verdict_of(a, options);
  a.certainty = certainty_of(a);
  a.text = text_of(a);
  a.best_estimate = a.pooled;
  choose_quotes(a);
}

Result<Answer> answer_question(const question::QuestionFrame& frame,
                               std::span<const model::Article> articles,
                               const AnswerOptions& options, const Context& ctx) {
  Answer out{.frame = frame};
  std::map<std::string, std::size_t> works;
  for (const model::Article& article : articles) {
    EV_CHECK(ctx.check());
    RecordStance told = {};
    if (model::is_void(article)) {
      out.excluded_retracted.push_back(mechanism::record_id(article));
      continue;
    }
    told = stance_of(frame, article);
    const auto [at, fresh] = works.try_emplace(work_of(article), out.records.size());
    if (fresh || at->first.empty()) {
      out.records.push_back(std::move(told));
      continue;
    }
    RecordStance& kept = out.records[at->second];
    out.counted_once.push_back(says_more(told, kept) ? kept.id : told.id);
    if (says_more(told, kept)) kept = std::move(told);
  }
  std::sort(out.excluded_retracted.begin(), out.excluded_retracted.end());
  std::sort(out.counted_once.begin(), out.counted_once.end());
  conclude(out, options);
  return out;
}

}  // namespace ev::answer
