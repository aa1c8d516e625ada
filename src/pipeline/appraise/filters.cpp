#include "pipeline/appraise/filters.hpp"

#include "base/text.hpp"
#include "pipeline/appraise/study_design.hpp"
#include "pipeline/appraise/terms.hpp"
#include "pipeline/model/languages.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ev::appraise {

namespace {

enum class Verdict { keep, remove, unjudged };

Verdict keep_if(bool good) {
  return good ? Verdict::keep : Verdict::remove;
}

// "The Lancet (London, England)" and "Lancet." -> "lancet"; "&" reads "and".
std::string journal_key(std::string_view name) {
  const std::size_t cut = std::min(name.find('('), name.find(" : "));
  std::string key;
  for (const char c : name.substr(0, cut))
    key += c == '&' ? std::string(" and ") : std::string(1, c);
  std::vector<std::string> tokens = folded_tokens(key);
  if (tokens.size() > 1 && tokens.front() == "the") tokens.erase(tokens.begin());
  return text::join(tokens, " ");
}

Verdict judge_citations(const Rankable& record, const Filters& filters) {
  const auto count = record.citation_count ? record.citation_count : record.article->citation_count;
  if (!count) return Verdict::unjudged;
  return keep_if(*count >= *filters.min_citation_count);
}

// ISO 4 shortens a word to letters of it, the first among them: "natl" of "national".
bool shortens(std::string_view shorter, std::string_view word) {
  if (shorter.empty() || word.empty() || shorter.front() != word.front()) return false;
  std::size_t at = 0;
  for (const char c : word) at += at < shorter.size() && shorter[at] == c ? 1 : 0;
  return at == shorter.size();
}

// "n engl j med" of "new england journal of medicine": word by word, small words dropped.
bool abbreviates(std::string_view shorter, std::string_view name) {
  const std::vector<std::string> parts = text::split(shorter, ' ');
  std::vector<std::string> words = text::split(name, ' ');
  words.erase(std::remove_if(words.begin(), words.end(), is_stop_word), words.end());
  return parts.size() > 1 &&
         std::equal(parts.begin(), parts.end(), words.begin(), words.end(), shortens);
}

bool is_issn(std::string_view wanted) {
  return wanted.size() == 9 && wanted[4] == '-' &&
         std::all_of(wanted.begin(), wanted.begin() + 4,
                     [](char c) { return c >= '0' && c <= '9'; });
}

Verdict judge_journal(const Rankable& record, const Filters& filters) {
  const model::Article& a = *record.article;
  const std::vector<std::string>& wanted = filters.journal_whitelist;
  const auto is_same = [&a](const std::string& name) { return same_journal(name, a); };
  if (std::any_of(wanted.begin(), wanted.end(), is_same)) return Verdict::keep;
  // A name says nothing against a number, nor a number against a name.
  const bool named = !a.journal.empty() || !a.journal_abbreviation.empty();
  const auto cannot_tell = [&](const std::string& entry) {
    return is_issn(entry) ? a.issns.empty() : !named;
  };
  return std::any_of(wanted.begin(), wanted.end(), cannot_tell) ? Verdict::unjudged
                                                                : Verdict::remove;
}

Verdict judge_preprint(const Rankable& record, const Filters&) {
  const model::Article& a = *record.article;
  const auto& types = a.publication_types;
  if (a.is_preprint || std::find(types.begin(), types.end(), "Preprint") != types.end()) {
    return Verdict::remove;
  }
  constexpr std::array<std::string_view, 8> kServers = {
      "biorxiv", "medrxiv", "arxiv", "ssrn", "chemrxiv", "psyarxiv", "preprint", "preprints"};
  for (const std::string& token : folded_tokens(a.journal)) {
    if (std::find(kServers.begin(), kServers.end(), token) != kServers.end())
      return Verdict::remove;
  }
  return a.journal.empty() && types.empty() ? Verdict::unjudged : Verdict::keep;
}

Verdict judge_year(const Rankable& record, const Filters& filters) {
  const auto year = model::year_of(*record.article);
  return year ? keep_if(*year >= *filters.min_year) : Verdict::unjudged;
}

Verdict judge_language(const Rankable& record, const Filters& filters) {
  if (record.article->languages.empty()) return Verdict::unjudged;
  for (const std::string& wanted : filters.languages) {
    const std::string code = model::language_code(wanted);
    for (const std::string& language : record.article->languages) {
      if (!code.empty() && model::language_code(language) == code) return Verdict::keep;
    }
  }
  return Verdict::remove;
}

Verdict judge_design(const Rankable& record, const Filters& filters) {
  const auto design = design_of(*record.article, record.features);
  if (!design) return Verdict::unjudged;
  for (const std::string& wanted : filters.designs) {
    const auto general = design_of_text(wanted);
    if (general && is_kind_of(*design, *general)) return Verdict::keep;
  }
  return Verdict::remove;
}

Verdict judge_retraction(const Rankable& record, const Filters&) {
  return keep_if(!is_void(*record.article));
}

struct Step {
  const char* name;
  bool (*active)(const Filters&);
  Verdict (*judge)(const Rankable&, const Filters&);
};

constexpr Step kSteps[] = {
    {"exclude_retracted", [](const Filters& f) { return f.exclude_retracted; }, judge_retraction},
    {"exclude_preprints", [](const Filters& f) { return f.exclude_preprints; }, judge_preprint},
    {"min_year", [](const Filters& f) { return f.min_year.has_value(); }, judge_year},
    {"languages", [](const Filters& f) { return !f.languages.empty(); }, judge_language},
    {"designs", [](const Filters& f) { return !f.designs.empty(); }, judge_design},
    {"journal_whitelist", [](const Filters& f) { return !f.journal_whitelist.empty(); },
     judge_journal},
    {"min_citation_count", [](const Filters& f) { return f.min_citation_count.has_value(); },
     judge_citations},
};

constexpr const char* kMinScore = "min_score_threshold";

}  // namespace

bool same_journal(std::string_view wanted, const model::Article& article) {
  const std::string key = journal_key(wanted);
  if (key.empty()) return false;
  const std::string name = journal_key(article.journal);
  if (key == name || key == journal_key(article.journal_abbreviation)) return true;
  if (abbreviates(key, name)) return true;
  return std::any_of(article.issns.begin(), article.issns.end(),
                     [&key](const std::string& issn) { return journal_key(issn) == key; });
}

Result<void> check(const Filters& filters) {
  Error error{.code = Errc::invalid_argument, .message = "The filters cannot be used:"};
  for (std::size_t i = 0; i < filters.languages.size(); ++i) {
    if (!model::language_code(filters.languages[i]).empty()) continue;
    error.problems.push_back(
        {"filters.languages[" + std::to_string(i) + "]",
         "is not a language this server knows; give MEDLINE's three-letter code"});
  }
  for (std::size_t i = 0; i < filters.designs.size(); ++i) {
    if (design_of_text(filters.designs[i])) continue;
    std::vector<std::string> known;
    for (const std::string_view name : wire_names(StudyDesign{})) known.emplace_back(name);
    error.problems.push_back({"filters.designs[" + std::to_string(i) + "]",
                              "names no study design; known: " + text::join(known, ", ")});
  }
  if (error.problems.empty()) return {};
  for (const Problem& p : error.problems) error.message += "\n- " + p.path + " " + p.message;
  error.path = error.problems.front().path;
  error.recovery = "correct the listed filters and call again";
  return error;
}

std::vector<std::string> applied(const Filters& filters) {
  std::vector<std::string> out;
  for (const Step& step : kSteps) {
    if (step.active(filters)) out.emplace_back(step.name);
  }
  if (filters.min_score) out.emplace_back(kMinScore);
  return out;
}

Judgement judge(const Rankable& record, double score, const Filters& filters) {
  Judgement judgement;
  for (const Step& step : kSteps) {
    if (!step.active(filters)) continue;
    const Verdict verdict = step.judge(record, filters);
    if (verdict == Verdict::remove) return {.removed_by = step.name};
    if (verdict == Verdict::unjudged) judgement.unjudged.emplace_back(step.name);
  }
  if (filters.min_score && score < *filters.min_score) return {.removed_by = kMinScore};
  return judgement;
}

}  // namespace ev::appraise
