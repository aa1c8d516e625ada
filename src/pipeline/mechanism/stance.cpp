#include "pipeline/mechanism/stance.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/aims.hpp"
#include "pipeline/mechanism/provenance.hpp"
#include "pipeline/mechanism/word_lists.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>
#include <optional>

namespace ev::mechanism {
namespace {

constexpr double kBackgroundWeight = 0.3;
constexpr double kHedgedWeight = 0.5;
constexpr double kFirm = 6, kUsual = 3;  // scores of PairReading

double confidence_of(const PairReading& reading) {
  if (reading.score >= kFirm) return 0.8;
  if (reading.score >= kUsual) return 0.65;
  return reading.score >= kFirmReading ? 0.45 : 0.25;
}

bool overlap(const NameSpan& a, const NameSpan& b) {
  return a.first <= b.last && b.first <= a.last;
}

// A name within a longer name of the other end is no mention: "insulin" in "insulin receptor".
void drop_inner(std::vector<NameSpan>& spans, const std::vector<NameSpan>& others) {
  std::erase_if(spans, [&](const NameSpan& s) {
    return std::any_of(others.begin(), others.end(), [&](const NameSpan& o) {
      return overlap(s, o) && o.last - o.first > s.last - s.first;
    });
  });
}

const char* stance_of(const PairReading& reading, int asserted) {
  if (reading.null_finding) return "contradicts";
  if (reading.negated) {
    const bool same = asserted == 0 || reading.sign == 0 || reading.sign == asserted;
    return same ? "contradicts" : "mentions";
  }
  if (reading.sign == 0) return asserted == 0 ? "supports" : "mentions";
  return asserted == 0 || reading.sign == asserted ? "supports" : "contradicts";
}

class StanceReader {
 public:
  StanceReader(const model::Article& article, std::span<const NamedLink> links)
      : article_(article),
        links_(links),
        document_(article),
        provenance_(provenance_of(article)),
        out_(links.size()) {
    const std::string text = article.title + "\n" + article.abstract;
    for (const NamedLink& link : links)
      names_.push_back({link.from.with_definitions(text), link.to.with_definitions(text)});
  }

  std::vector<std::vector<Evidence>> run() {
    for (const doc::Sentence& sentence : document_.sentences()) {
      const std::string_view text = document_.text(sentence.span);
      const LinkSentence read = link_sentence(text);
      for (std::size_t l = 0; l < links_.size(); ++l) {
        std::vector<NameSpan> from = names_[l].first.find(text, read.tokens);
        if (from.empty()) continue;
        std::vector<NameSpan> to = names_[l].second.find(text, read.tokens);
        const std::vector<NameSpan> all_from = from;
        drop_inner(from, to);
        drop_inner(to, all_from);
        if (!from.empty() && !to.empty()) add(l, sentence, read, from, to);
      }
    }
    return std::move(out_);
  }

 private:
  void add(std::size_t l, const doc::Sentence& sentence, const LinkSentence& read,
           const std::vector<NameSpan>& from, const std::vector<NameSpan>& to) {
    const auto reading = best_reading(read, from, to, links_[l].less_is_better);
    Evidence e{.id = record_id(article_),
               .quote = document_.quote(sentence.span),
               .stance = "mentions",
               .design = provenance_.design,
               .species = provenance_.species};
    if (reading) {
      const doc::Token& cue = read.tokens[reading->cue];
      e.cue = std::string(read.text.substr(cue.begin, cue.end - cue.begin));
      e.negated = reading->negated;
      const auto scope = doc::scope_at(read.text, read.tokens, reading->cue);
      e.hedged = scope.hedged && !reading->doer;
      if (counts(*reading, links_[l], sentence, read)) {
        e.stance = stance_of(*reading, links_[l].link.sign);
        e.by_class = reading->doer;
        e.weak = reading->score < kFirmReading;
        e.weight = provenance_.weight * confidence_of(*reading);
        if (e.hedged) e.weight *= kHedgedWeight;
        if (sentence.role == doc::Role::background) e.weight *= kBackgroundWeight;
      }
    }
    if (e.stance == "mentions") e.weight = 0;
    out_[l].push_back(std::move(e));
  }

  // A bare sentence is a passage somebody chose: its weaker forms count as well. A record of which
  // there is but a title is none. What a
  // thing is called holds wherever it is said; everything else must not be an aim or a method.
  bool counts(const PairReading& reading, const NamedLink& link, const doc::Sentence& sentence,
              const LinkSentence& read) const {
    if (link.less_is_better && reading.score < kFirmOfCondition) return false;
    const bool passage = article_.title.empty() && document_.sentences().size() == 1;
    if (!passage && reading.score < kFirmReading) return false;
    if (passage || reading.doer) return true;
    if (provenance_.plan) return false;
    if (sentence.role == doc::Role::title && names_a_topic(reading, link, read)) return false;
    return sentence.role != doc::Role::objective && !states_an_aim(read.text);
  }

  // "A in the prevention of B" names what was looked into; so does a title on a condition that has
  // no verb at all.
  static bool names_a_topic(const PairReading& reading, const NamedLink& link,
                            const LinkSentence& read) {
    if (link.less_is_better && !states_a_finding(read.text)) return true;
    const auto word = [&](std::size_t back) {
      return reading.cue < back ? std::string_view()
                                : std::string_view(read.tokens[reading.cue - back].folded);
    };
    const std::string_view leads = word(1) == "the" ? word(2) : word(1);
    return leads == "in" || leads == "for";
  }

  const model::Article& article_;
  std::span<const NamedLink> links_;
  doc::Document document_;
  Provenance provenance_;
  std::vector<std::pair<LinkNames, LinkNames>> names_;
  std::vector<std::vector<Evidence>> out_;
};

}  // namespace

NamedLink named_link(const LinkToTest& link) {
  std::string folded = text::fold(link.to);
  return {.link = link,
          .from = LinkNames(link.from, link.from_names),
          .to = LinkNames(link.to, link.to_names),
          .less_is_better = looks_like_disease(folded)};
}

std::vector<std::vector<Evidence>> read_stances(const model::Article& article,
                                                std::span<const NamedLink> links) {
  return StanceReader(article, links).run();
}

}  // namespace ev::mechanism
