#include "pipeline/read/arms/arm_words.hpp"

#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::read {

namespace {

// Words of names that do not tell one arm from another.
const WordSet& filler_words() {
  static const WordSet kWords(
      "a an the of in on at to for with or and plus by as from than either both each all any alone "
      "only monotherapy treatment treatments therapy therapies treated treat treating receiving "
      "received receive given taking took group groups arm arms patients patient subjects subject "
      "those who were was assigned randomized randomised regimen drug drugs dose doses dosage oral "
      "orally intravenous tablets tablet capsules capsule administration administered combination "
      "combined addition added use using users recipients medication new once one two three four "
      "versus vs compared matching identical either single initial agent "
      "women men children participants people study trial hydrochloride sodium maleate therapy "
      "starting first then followed also same respective respectively mean total");
  return kWords;
}

}  // namespace

const WordSet& dose_words() {
  static const WordSet kWords(
      "mg g kg ml l mcg ug microg micrograms milligrams grams iu u units mmol mgday day days daily "
      "once twice thrice time times bid tid qid qd od bd tds week weekly weeks wk month months "
      "hours "
      "hour h per mo d every nightly morning evening dose doses low high iv im po s p o m t b q i");
  return kWords;
}

const WordSet& comparator_words() {
  static const WordSet kWords(
      "placebo placebos control controls usual conventional standard untreated sham vehicle no "
      "none "
      "dummy waiting waitlist routine nonusers");
  return kWords;
}

const WordSet& group_words() {
  static const WordSet kWords(
      "group groups arm arms patients subjects participants recipients women men children users "
      "cohort team regimen");
  return kWords;
}

bool is_subset(const Key& part, const Key& whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

Key difference(const Key& a, const Key& b) {
  Key out;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

std::string singular(std::string_view folded) {
  if (folded.size() > 3 && folded.back() == 's' && folded[folded.size() - 2] != 's')
    folded.remove_suffix(1);
  return std::string(folded);
}

ArmVocabulary::ArmVocabulary(const doc::Document& document,
                             const std::vector<doc::Abbreviation>& abbreviations) {
  for (const doc::Abbreviation& definition : abbreviations) {
    Key words;
    const std::string_view text = document.text(definition.long_span);
    for (const doc::Token& token : doc::tokenize(text))
      add_words_of(token, text.substr(token.begin, token.end - token.begin), words);
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    if (!words.empty()) long_forms_.emplace(definition.short_form, std::move(words));
  }
}

void ArmVocabulary::add_words_of(const doc::Token& token, std::string_view written,
                                 Key& out) const {
  const auto known = long_forms_.find(written);
  if (known != long_forms_.end()) {
    out.insert(out.end(), known->second.begin(), known->second.end());
    return;
  }
  if (doc::is_digit(token.folded.front())) return;
  if (filler_words().has(token.folded) || dose_words().has(token.folded)) return;
  std::string word = singular(token.folded);
  out.push_back(std::move(word));
}

Key ArmVocabulary::key_of(const Sentence& sentence, std::size_t first, std::size_t last) const {
  Key out;
  for (std::size_t i = first; i < last && i < sentence.tokens.size(); ++i) {
    const doc::Token& token = sentence.tokens[i];
    add_words_of(token, sentence.slice({token.begin, token.end}), out);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace ev::read
