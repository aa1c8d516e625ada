#include "pipeline/read/arms/arm_names.hpp"

#include <algorithm>

namespace ev::read {

namespace {

constexpr std::size_t kNameInputs = 43;

const nlp::Forest& name_model() {
  static const nlp::Forest kModel =
      nlp::stored_forest("weights/arm_names.txt", {"arm_names", 1, 2}, kNameInputs);
  return kModel;
}

void add_to(ArmName& name, const ArmPhrase& phrase) {
  name.phrases.push_back(&phrase);
  name.score += phrase.weight;
  if (phrase.list >= 0) name.lists.insert(phrase.list);
}

std::vector<ArmName> names_of(const std::vector<ArmPhrase>& phrases) {
  std::vector<ArmName> out;
  for (const ArmPhrase& phrase : phrases) {
    auto same = std::find_if(out.begin(), out.end(), [&](const ArmName& name) {
      return name.key == phrase.key && name.combined == phrase.combined;
    });
    if (same == out.end())
      same = out.insert(
          out.end(),
          ArmName{.key = phrase.key, .combined = phrase.combined, .phrases = {}, .lists = {}});
    add_to(*same, phrase);
  }
  return out;
}

bool share_a_list(const ArmName& a, const ArmName& b) {
  return std::any_of(a.lists.begin(), a.lists.end(),
                     [&](int list) { return b.lists.count(list) > 0; });
}

// A longer wording of one name joins the shorter when no other name holds the shorter too.
void join_wordings(std::vector<ArmName>& names) {
  std::stable_sort(names.begin(), names.end(),
                   [](const ArmName& a, const ArmName& b) { return a.key.size() < b.key.size(); });
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<std::size_t> longer;
    bool rival = false;
    for (std::size_t j = i + 1; j < names.size(); ++j) {
      const bool wording =
          names[j].key.size() > names[i].key.size() && is_subset(names[i].key, names[j].key);
      if (!wording) continue;
      if (names[j].combined != names[i].combined) continue;
      rival = rival || share_a_list(names[i], names[j]);
      longer.push_back(j);
    }
    for (std::size_t a = 0; a < longer.size() && !rival; ++a) {
      for (std::size_t b = a + 1; b < longer.size(); ++b)
        rival = rival || share_a_list(names[longer[a]], names[longer[b]]);
    }
    if (rival) continue;
    for (auto j = longer.rbegin(); j != longer.rend(); ++j) {
      for (const ArmPhrase* phrase : names[*j].phrases) add_to(names[i], *phrase);
      names.erase(names.begin() + static_cast<std::ptrdiff_t>(*j));
    }
  }
}

// Words of a name, a short form counting as many as it stands for.
std::size_t words_of(const ArmPhrase& phrase) {
  return std::max(phrase.last - phrase.first, phrase.key.size());
}

float as_number(std::size_t count) {
  return static_cast<float>(std::min<std::size_t>(count, 40));
}
float as_number(bool holds) {
  return holds ? 1 : 0;
}

// The word before a phrase, or behind it, where nothing but blanks stands between.
std::string_view beside(const Sentence& s, const ArmPhrase& phrase, bool before) {
  if (before) {
    if (phrase.first == 0) return {};
    const doc::Token& token = s.tokens[phrase.first - 1];
    return s.slice({token.end, s.tokens[phrase.first].begin}).find_first_not_of(' ') ==
                   std::string_view::npos
               ? std::string_view(token.folded)
               : std::string_view();
  }
  if (phrase.last >= s.tokens.size()) return {};
  const doc::Token& token = s.tokens[phrase.last];
  return s.slice({s.tokens[phrase.last - 1].end, token.begin}).find_first_not_of(' ') ==
                 std::string_view::npos
             ? std::string_view(token.folded)
             : std::string_view();
}

}  // namespace

std::vector<ArmName> arm_names(const std::vector<ArmPhrase>& phrases) {
  std::vector<ArmName> names = names_of(phrases);
  join_wordings(names);
  return names;
}

// The words to show: the fewest of those that are sure enough, spelled out where that is no longer.
const ArmPhrase& best_phrase(const ArmName& name) {
  double most = 0;
  for (const ArmPhrase* phrase : name.phrases) most = std::max(most, phrase->weight);
  const ArmPhrase* best = nullptr;
  for (const ArmPhrase* phrase : name.phrases) {
    const bool sure = phrase->weight >= most / 2 && phrase->key == name.key;
    const auto better = [&] {
      const std::size_t here = words_of(*phrase), there = words_of(*best);
      return here != there ? here < there : phrase->last - phrase->first > best->last - best->first;
    };
    if (sure && (best == nullptr || better())) best = phrase;
  }
  return best != nullptr ? *best : *name.phrases.front();
}

void ArmNames::add_places(const ArmName& name, nlp::Numbers& out) const {
  std::size_t role[6] = {};
  std::size_t numbers = 0, contrasts = 0, allocated = 0, first = sentences_.size();
  double most = 0;
  std::set<std::size_t> seen;
  static const WordSet kContrast("versus vs than compared with");
  for (const ArmPhrase* phrase : name.phrases) {
    const Sentence& s = sentences_[phrase->sentence];
    most = std::max(most, phrase->weight);
    if (phrase->weight == 1) ++allocated;
    first = std::min(first, phrase->sentence);
    if (!seen.insert(phrase->sentence).second) continue;
    ++role[std::min<std::size_t>(static_cast<std::size_t>(s.role()), 5)];
    if (s.numbers.size() > 1) ++numbers;
    if (s.has_word({0, s.text.size()}, kContrast)) ++contrasts;
  }
  out.insert(out.end(), {static_cast<float>(name.score), static_cast<float>(most),
                         as_number(name.phrases.size()), as_number(seen.size())});
  for (const std::size_t count : role) out.push_back(as_number(count));
  out.insert(out.end(), {as_number(numbers), as_number(contrasts), as_number(allocated),
                         as_number(first), as_number(sentences_.size())});
}

void ArmNames::add_words(const ArmName& name, nlp::Numbers& out) const {
  static const WordSet kGiven("receiving received receive given taking took treated on to");
  static const WordSet kThan("than versus vs");
  static const WordSet kOf("of for with in");
  static const WordSet kBehind("group groups arm arms alone treatment therapy");
  static const WordSet kPeople("patients subjects recipients users treated controls women men");
  std::size_t given = 0, than = 0, of = 0, group = 0, people = 0, alone = 0, sized = 0;
  std::size_t shortest = 20, longest = 0, doses = 0;
  for (const ArmPhrase* phrase : name.phrases) {
    const Sentence& s = sentences_[phrase->sentence];
    const std::string_view before = beside(s, *phrase, true), after = beside(s, *phrase, false);
    given += kGiven.has(before) ? 1 : 0;
    than += kThan.has(before) ? 1 : 0;
    of += kOf.has(before) ? 1 : 0;
    group += kBehind.has(after) ? 1 : 0;
    people += people_words().has(after) || kPeople.has(after) ? 1 : 0;
    alone += phrase->alone ? 1 : 0;
    doses += phrase->numbers.empty() ? 0 : 1;
    const std::string_view rest = s.text.substr(s.tokens[phrase->last - 1].end);
    sized += rest.starts_with(" (n") || rest.starts_with(" (N") ? 1 : 0;
    shortest = std::min(shortest, phrase->last - phrase->first);
    longest = std::max(longest, phrase->last - phrase->first);
  }
  for (const std::size_t count : {given, than, of, group, people, alone, sized, doses, shortest,
                                  longest, name.key.size(), name.lists.size()})
    out.push_back(as_number(count));
  const bool comparator =
      std::any_of(name.key.begin(), name.key.end(),
                  [](const std::string& word) { return comparator_words().has(word); });
  out.insert(out.end(),
             {as_number(name.combined), as_number(comparator),
              as_number(name.key == Key{"placebo"}), as_number(name.key == Key{"control"})});
}

void ArmNames::add_rivals(std::size_t index, nlp::Numbers& out) const {
  const ArmName& name = names_[index];
  std::size_t better = 0, part_of = 0, holds = 0, beside_it = 0, listed = 0;
  double best = 0, best_beside = 0, best_whole = 0, best_part = 0;
  bool placebo = false;
  for (std::size_t k = 0; k < names_.size(); ++k) {
    const ArmName& other = names_[k];
    if (k == index) continue;
    best = std::max(best, other.score);
    better += other.score > name.score ? 1 : 0;
    placebo = placebo || other.key == Key{"placebo"};
    if (other.key != name.key && is_subset(name.key, other.key)) {
      ++part_of;
      best_whole = std::max(best_whole, other.score);
    } else if (is_subset(other.key, name.key)) {
      ++holds;
      best_part = std::max(best_part, other.score);
    }
    if (share_a_list(name, other)) {
      ++beside_it;
      best_beside = std::max(best_beside, other.score);
    }
  }
  for (const int list : name.lists) {
    std::size_t size = 0;
    for (const ArmName& other : names_) size += other.lists.count(list);
    listed = std::max(listed, size);
  }
  out.insert(
      out.end(),
      {as_number(names_.size()), as_number(better), as_number(part_of), as_number(holds),
       as_number(beside_it), as_number(listed), static_cast<float>(best),
       static_cast<float>(name.score / std::max(0.01, best)), static_cast<float>(best_beside),
       static_cast<float>(best_whole), static_cast<float>(best_part), as_number(placebo)});
}

nlp::Numbers ArmNames::numbers(std::size_t index) const {
  nlp::Numbers out;
  out.reserve(kNameInputs);
  add_places(names_[index], out);
  add_words(names_[index], out);
  add_rivals(index, out);
  return out;
}

double ArmNames::probability(std::size_t index) const {
  return name_model().probabilities(numbers(index))[1];
}

}  // namespace ev::read
