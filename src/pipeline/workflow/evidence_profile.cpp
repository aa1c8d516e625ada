#include "pipeline/workflow/evidence_profile.hpp"

#include "base/clock.hpp"
#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "pipeline/text/document.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace ev::workflow {

namespace {

using synthesis::Measure;
using synthesis::PooledStudy;
using synthesis::Synthesis;

constexpr const char* kKind = "grade_judgement";

std::string number(double value) {
  return codec::number_text(std::round(value * 100) / 100);
}

std::string own(Measure measure, double value) {
  return number(synthesis::on_own_scale(measure, value));
}

// ------------------------------------------------------------------ risk of bias

struct Wording {
  const char* says;
  std::vector<std::string_view> words;
};

// What an abstract may say of how a trial was kept fair, in the words of reports.
const std::vector<Wording>& wordings() {
  static const std::vector<Wording> kAll = {
      {"open label", {"open-label", "open label", "unblinded", "non-blinded", "unmasked"}},
      {"blinding",
       {"double-blind", "double blind", "single-blind", "triple-blind", "blinded", "masked"}},
      {"allocation concealment",
       {"allocation conceal", "concealed allocation", "sealed envelope", "central randomi"}},
      {"losses",
       {"lost to follow-up", "withdrew", "withdrawals", "dropped out", "dropouts",
        "intention-to-treat", "per-protocol", "per protocol"}}};
  return kAll;
}

std::vector<Signal> said_of_conduct(const model::Article& article, const std::string& id) {
  const doc::Document document(article);
  std::vector<Signal> out;
  for (const Wording& wording : wordings()) {
    for (const doc::Sentence& sentence : document.sentences()) {
      const std::string text = text::fold(std::string(document.text(sentence.span)));
      const bool says = std::any_of(wording.words.begin(), wording.words.end(), [&](auto word) {
        return text.find(text::fold(std::string(word))) != std::string::npos;
      });
      if (!says) continue;
      out.push_back({id, wording.says, document.quote(sentence.span).text});
      break;
    }
  }
  return out;
}

DomainProfile risk_of_bias(const Synthesis& s,
                           const std::map<std::string, const model::Article*>& by_id) {
  constexpr double kMost = 200.0 / 3, kMuch = 100.0 / 3;
  DomainProfile out{.domain = GradeDomain::risk_of_bias};
  double blind = 0, open = 0;
  for (const PooledStudy& study : s.studies) {
    const auto article = by_id.find(study.study.id);
    if (article == by_id.end()) continue;
    const auto said = said_of_conduct(*article->second, study.study.id);
    const auto says = [&](std::string_view what) {
      return std::any_of(said.begin(), said.end(),
                         [&](const Signal& one) { return one.says == what; });
    };
    if (says("open label")) {
      open += study.weight;
    } else if (says("blinding")) {
      blind += study.weight;
    }
    out.signals.insert(out.signals.end(), said.begin(), said.end());
  }
  const std::string shares = "studies with " + number(blind) +
                             " % of the weight say that they were "
                             "blinded, with " +
                             number(open) + " % that they were open";
  out.reason = shares;
  if (open >= kMuch) {
    out.proposed = GradeJudgement::serious;
  } else if (blind >= kMost) {
    out.proposed = GradeJudgement::not_serious;
  } else {
    out.reason += "; what the records do not say is not judged";
  }
  return out;
}

// ------------------------------------------------------------------ the numbers

// Thresholds: Cochrane Handbook 10.10.2.
DomainProfile inconsistency(const Synthesis& s) {
  constexpr double kSubstantial = 50, kConsiderable = 75, kLikely = 0.1;
  DomainProfile out{.domain = GradeDomain::inconsistency};
  const synthesis::Pooled& p = *s.pooled;
  if (p.k < 2) {
    out.reason = "one study";
    return out;
  }
  out.signals.push_back(
      {"", "I² " + number(p.i2) + " %, Q " + number(p.q) + " with p " + number(p.q_p), ""});
  const auto side = [](double y) { return y > 0 ? 1 : y < 0 ? -1 : 0; };
  const bool both_ways = std::any_of(
      s.studies.begin(), s.studies.end(),
      [&](const PooledStudy& study) { return side(study.made.effect.y) == -side(p.estimate); });
  if (both_ways) out.signals.push_back({"", "the studies point both ways", ""});
  if (p.prediction) {
    out.signals.push_back({"",
                           "prediction interval " + own(s.measure, p.prediction->low) + " to " +
                               own(s.measure, p.prediction->high),
                           ""});
  }
  const bool likely = p.q_p < kLikely;
  out.proposed = likely && p.i2 >= kConsiderable && both_ways ? GradeJudgement::very_serious
                 : likely && p.i2 >= kSubstantial             ? GradeJudgement::serious
                                                              : GradeJudgement::not_serious;
  out.reason = "I² and Q's p against 50 %, 75 % and 0.1";
  return out;
}

// Optimal information size by its rule of thumb: Guyatt et al., J Clin Epidemiol 2011;64:1283.
DomainProfile imprecision(const Synthesis& s) {
  constexpr double kEvents = 300, kParticipants = 400;
  DomainProfile out{.domain = GradeDomain::imprecision};
  const synthesis::Pooled& p = *s.pooled;
  out.signals.push_back(
      {"", "interval " + own(s.measure, p.ci.low) + " to " + own(s.measure, p.ci.high), ""});
  const bool crosses = p.ci.low < 0 && p.ci.high > 0;
  double events = 0;
  bool counted = true;
  for (const PooledStudy& study : s.studies) {
    counted = counted && study.made.counts;
    if (study.made.counts)
      events += study.made.counts->events + study.made.counts->events_comparator;
  }
  if (counted) out.signals.push_back({"", number(events) + " events", ""});
  if (s.participants > 0) out.signals.push_back({"", number(s.participants) + " participants", ""});
  const bool small =
      counted ? events < kEvents : s.participants > 0 && s.participants < kParticipants;
  out.proposed = crosses && small   ? GradeJudgement::very_serious
                 : crosses || small ? GradeJudgement::serious
                                    : GradeJudgement::not_serious;
  if (!crosses && !counted && !(s.participants > 0)) {
    out.proposed = GradeJudgement::not_judged;
    out.reason = "not every study states how many took part";
    return out;
  }
  out.reason =
      std::string(crosses ? "the interval holds no effect" : "the interval excludes no effect") +
      (small ? "; fewer than 300 events or 400 participants" : "");
  return out;
}

DomainProfile publication_bias(const Synthesis& s) {
  constexpr double kAsymmetric = 0.1;
  DomainProfile out{.domain = GradeDomain::publication_bias};
  if (s.studies.size() < synthesis::kSmallStudyLeast || !s.egger) {
    out.reason = "fewer than 10 studies: a funnel tells nothing";
    return out;
  }
  out.signals.push_back({"", "Egger's test: p " + number(s.egger->p), ""});
  if (s.trim_and_fill) {
    out.signals.push_back(
        {"", "trim and fill adds " + std::to_string(s.trim_and_fill->filled) + " studies", ""});
  }
  out.proposed = s.egger->p < kAsymmetric ? GradeJudgement::serious : GradeJudgement::not_serious;
  out.reason = "asymmetry of the funnel";
  return out;
}

// ------------------------------------------------------------------ what was asked

DomainProfile indirectness(const Synthesis& s,
                           const std::map<std::string, const model::Article*>& by_id,
                           const question::QuestionFrame* asked) {
  constexpr double kMost = 200.0 / 3;
  DomainProfile out{.domain = GradeDomain::indirectness};
  if (asked == nullptr) {
    out.reason = "no question says what is compared, and in whom";
    return out;
  }
  double fitting = 0;
  const bool people = !asked->population.empty() || !asked->population_words.empty();
  for (const PooledStudy& study : s.studies) {
    const auto article = by_id.find(study.study.id);
    if (article == by_id.end() || !people) continue;
    const std::string text = text::fold(article->second->title + " " + article->second->abstract);
    const bool named = std::any_of(
        asked->population_words.begin(), asked->population_words.end(),
        [&](const std::string& word) { return text.find(text::fold(word)) != std::string::npos; });
    if (named) fitting += study.weight;
    out.signals.push_back(
        {study.study.id,
         named ? "names the population asked for" : "does not name the population asked for", ""});
  }
  out.signals.push_back({"", "every pooled result is of the comparison and outcome asked for", ""});
  if (!people) {
    out.proposed = GradeJudgement::not_serious;
    out.reason = "arms and outcome are those asked for; the question names no population";
  } else if (fitting >= kMost) {
    out.proposed = GradeJudgement::not_serious;
    out.reason = "arms and outcome are those asked for, and most name the population";
  } else {
    out.reason = "most records do not name the population in the question's words";
  }
  return out;
}

std::string certainty_of(const EvidenceProfile& profile) {
  constexpr std::array kLevels = {"very low", "low", "moderate", "high"};
  int level = profile.randomized ? 3 : 1;
  for (const DomainProfile& domain : profile.domains) {
    if (domain.holds() == GradeJudgement::serious) level -= 1;
    if (domain.holds() == GradeJudgement::very_serious) level -= 2;
  }
  return kLevels[static_cast<std::size_t>(std::max(0, level))];
}

std::string synthesis_id(const Synthesis& s) {
  std::string all = s.outcome + "\n" + std::string(to_string(s.measure));
  for (const PooledStudy& study : s.studies) {
    all += "\n" + study.study.id + " " + codec::number_text(study.made.effect.y) + " " +
           codec::number_text(study.made.effect.v);
  }
  return "syn-" + sha256_hex(all).substr(0, 12);
}

std::string key_of(const EvidenceProfile& profile, GradeDomain domain) {
  return profile.synthesis_id + "/" + std::string(wire_name(domain));
}

}  // namespace

bool EvidenceProfile::all_signed() const {
  return std::all_of(domains.begin(), domains.end(),
                     [](const DomainProfile& d) { return d.signed_by.has_value(); });
}

std::size_t EvidenceProfile::not_judged() const {
  return static_cast<std::size_t>(std::count_if(
      domains.begin(), domains.end(),
      [](const DomainProfile& d) { return d.holds() == GradeJudgement::not_judged; }));
}

EvidenceProfile evidence_profile(const Synthesis& s, std::span<const model::Article> articles,
                                 const question::QuestionFrame* asked) {
  std::map<std::string, const model::Article*> by_id;
  for (const model::Article& article : articles) by_id.emplace(model::item_id(article), &article);
  EvidenceProfile out{.synthesis_id = synthesis_id(s)};
  out.randomized = std::all_of(s.studies.begin(), s.studies.end(),
                               [](const PooledStudy& study) { return study.study.randomized; });
  out.domains = {risk_of_bias(s, by_id), inconsistency(s), indirectness(s, by_id, asked),
                 imprecision(s), publication_bias(s)};
  out.certainty = certainty_of(out);
  return out;
}

Result<void> sign(const Services& services, EvidenceProfile& profile,
                  const JudgementToSign& given) {
  const Signature signature{given.judgement, given.name, iso_time(services.clock.unix_time())};
  const Json kept = {{"outcome", given.outcome},
                     {"judgement", wire_name(signature.judgement)},
                     {"name", signature.name},
                     {"at", signature.at}};
  EV_CHECK(services.documents.put(kKind, key_of(profile, given.domain), dump_json(kept)));
  return add_signatures(services, profile);
}

Result<void> add_signatures(const Services& services, EvidenceProfile& profile) {
  for (DomainProfile& domain : profile.domains) {
    EV_TRY(const auto stored, services.documents.get(kKind, key_of(profile, domain.domain)));
    if (!stored) continue;
    EV_TRY(const Json kept, parse_json(*stored, "signed judgement"));
    const auto judgement = from_wire_name<GradeJudgement>(kept.value("judgement", ""));
    if (!judgement) continue;
    domain.signed_by = Signature{*judgement, kept.value("name", ""), kept.value("at", "")};
  }
  profile.certainty = certainty_of(profile);
  return {};
}

}  // namespace ev::workflow
