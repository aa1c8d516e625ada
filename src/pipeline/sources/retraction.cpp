#include "pipeline/sources/retraction.hpp"

#include "base/text.hpp"
#include "pipeline/sources/pubmed_dates.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace ev::sources {

namespace {

using model::Article;
using model::CommentsCorrection;

bool has_type(const Article& a, std::initializer_list<std::string_view> types) {
  return std::any_of(a.publication_types.begin(), a.publication_types.end(),
                     [&](const std::string& have) {
                       return std::any_of(types.begin(), types.end(), [&](std::string_view type) {
                         return text::equal_ignoring_ascii_case(have, type);
                       });
                     });
}

const CommentsCorrection* first_of(const Article& a,
                                   std::initializer_list<std::string_view> kinds) {
  for (const std::string_view kind : kinds) {
    for (const CommentsCorrection& c : a.comments_corrections) {
      if (c.type == kind) return &c;
    }
  }
  return nullptr;
}

constexpr std::string_view kOpenings[] = {"[", "(", " ", "\u3010"};
constexpr std::string_view kClosings[] = {":", "]", ")", "\u3011", "- ", "\u2013 ", "\u2014 "};

// The title behind the bracket of a mark or a translation.
std::string_view unbracketed(std::string_view title) {
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view opening : kOpenings) {
      if (!title.starts_with(opening)) continue;
      title.remove_prefix(opening.size());
      again = true;
    }
  }
  return title;
}

// Whether `rest`, behind the words of a mark, ends it: "Retracted: T", "[Retracted] T",
// "Retracted - T".
bool ends_mark(std::string_view rest) {
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  return std::any_of(std::begin(kClosings), std::end(kClosings),
                     [&](std::string_view closing) { return rest.starts_with(closing); });
}

// Behind `word` and at most one of `kinds`.
bool is_marked(std::string_view title, std::string_view word,
               std::initializer_list<std::string_view> kinds) {
  if (!text::starts_with_ignoring_ascii_case(title, word)) return false;
  title.remove_prefix(word.size());
  if (ends_mark(title)) return true;
  return std::any_of(kinds.begin(), kinds.end(), [&](std::string_view kind) {
    return text::starts_with_ignoring_ascii_case(title, kind) &&
           ends_mark(title.substr(kind.size()));
  });
}

// "T (retracted)", "T [Retracted article]."
bool ends_retracted(std::string_view title) {
  while (!title.empty() && (title.back() == '.' || title.back() == ' ')) title.remove_suffix(1);
  if (title.empty() || (title.back() != ')' && title.back() != ']')) return false;
  const std::size_t open = title.find_last_of("([");
  if (open == std::string_view::npos) return false;
  const std::string_view inner = title.substr(open + 1);
  return is_marked(inner, "retracted", {" article", " paper", " publication"}) ||
         is_marked(inner, "withdrawn", {" article", " paper"});
}

// In capitals the word is a mark whatever follows; in other letters it may begin a sentence.
bool titled_retracted(std::string_view title) {
  constexpr std::string_view kWord = "RETRACTED";
  if (ends_retracted(title)) return true;
  title = unbracketed(title);
  for (const std::string_view word : {"retracted", "withdrawn", "removed"}) {
    if (is_marked(title, word, {" article", " paper", " chapter", " publication"})) return true;
  }
  if (title.substr(0, kWord.size()) != kWord) return false;
  const char next = title.size() > kWord.size() ? title[kWord.size()] : ':';
  const bool letter = (next >= 'A' && next <= 'Z') || (next >= 'a' && next <= 'z');
  return !letter && !(next >= '0' && next <= '9') && next != '_';
}

bool titled_notice(std::string_view title) {
  constexpr std::string_view kNotices[] = {"retraction note to", "retraction notice to",
                                           "notice of retraction", "statement of retraction"};
  title = unbracketed(title);
  return is_marked(title, "retraction", {" note", " notice"}) ||
         is_marked(title, "expression of concern", {" to", " for", " regarding"}) ||
         std::any_of(std::begin(kNotices), std::end(kNotices), [&](std::string_view words) {
           return text::starts_with_ignoring_ascii_case(title, words);
         });
}

// `by_type`, `by_title`: the record itself says so; `link`: the notice it points at.
struct RetractionEvidence {
  model::RetractionStatus status;
  bool by_type = false;
  const CommentsCorrection* link = nullptr;
  bool by_title = false;
  explicit operator bool() const { return by_type || by_title || link != nullptr; }
};

void apply(const RetractionEvidence& finding, const RetractionLabels& labels, Article& a) {
  model::Retraction& out = a.retraction;
  out.status = finding.status;
  if (finding.by_type) out.sources.emplace_back(labels.types);
  if (finding.link != nullptr) out.sources.emplace_back(labels.links);
  if (finding.by_title) out.sources.emplace_back("title");
  if (finding.link == nullptr || finding.status == model::RetractionStatus::notice) return;
  out.notice_pmid = finding.link->pmid;
  // The notice's own citation: "Biosci Rep. 2020 Mar 27;40(3):".
  if (out.date.empty()) out.date = iso_of_text(finding.link->source);
}

}  // namespace

void judge_retraction(Article& a, const RetractionLabels& labels) {
  // Beside NLM's types those of JATS, which name the notices ("retraction", "correction"), and
  // Europe PMC's for preprints.
  using model::RetractionStatus;
  const RetractionEvidence findings[] = {
      {RetractionStatus::retracted,
       has_type(a, {"Retracted Publication", "Preprint-withdrawal", "Preprint-removal"}),
       first_of(a, {"RetractionIn", "RetractedandRepublishedIn"}), titled_retracted(a.title)},
      {RetractionStatus::notice,
       has_type(a, {"Retraction of Publication", "Retraction Notice", "Retraction"}),
       first_of(a, {"RetractionOf"}), titled_notice(a.title)},
      {RetractionStatus::expression_of_concern, false, first_of(a, {"ExpressionOfConcernIn"})},
      {RetractionStatus::corrected, false,
       first_of(a, {"ErratumIn", "CorrectedandRepublishedIn", "PartialRetractionIn"})},
      {RetractionStatus::notice,
       has_type(a, {"Published Erratum", "Expression of Concern", "Correction",
                    "Expression-of-concern"}),
       first_of(a, {"ErratumFor", "ExpressionOfConcernFor", "PartialRetractionOf"})},
  };
  a.retraction.status = model::RetractionStatus::none;
  // The notice of a retraction may carry the retracted title.
  const bool notice = static_cast<bool>(findings[1]);
  for (const RetractionEvidence& finding : findings) {
    if (!finding) continue;
    const bool by_title_only = finding.by_title && !finding.by_type && finding.link == nullptr;
    if (notice && by_title_only && finding.status != model::RetractionStatus::notice) continue;
    apply(finding, labels, a);
    return;
  }
  a.retraction.date.clear();
}

}  // namespace ev::sources
