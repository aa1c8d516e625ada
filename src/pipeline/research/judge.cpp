#include "pipeline/research/judge.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>

namespace ev::research {

namespace {

double rounded_points(double v) {
  return std::round(v * 10) / 10;
}

std::string counted_links(int n, std::size_t of, const char* what) {
  return std::to_string(n) + " of " + std::to_string(of) + " links " + what;
}

std::string counted_records(int n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

class Judging {
 public:
  Judging(const Findings& findings, Rubric rubric, const std::string& subject,
          const std::vector<std::string>& searched)
      : findings_(findings), rubric_(rubric), subject_(subject), searched_(searched) {}

  Judgement go() {
    const bool chains = rubric_ == Rubric::mechanism;
    if (chains) {
      best_ = leading(findings_.hypotheses);
      if (best_ != nullptr) out_.leading = best_->hypothesis_id;
      mechanism();
    } else {
      ask_all(findings_.recommended_searches);
    }
    clinical();
    ask_all(findings_.recommended_searches);
    double by_mechanism = 0;
    for (const Criterion& c : out_.criteria)
      (c.score == "mechanism" ? by_mechanism : out_.clinical_score) += c.points;
    if (chains) out_.mechanism_score = rounded_points(by_mechanism);
    out_.clinical_score = rounded_points(out_.clinical_score);
    if (chains) {
      decide();
    } else {
      decide_clinical();
    }
    return std::move(out_);
  }

 private:
  void add(const char* score, const char* name, double points, double of, std::string basis) {
    out_.criteria.push_back({score, name, rounded_points(points), of, std::move(basis)});
  }
  void miss(std::string what) { out_.missing.push_back(std::move(what)); }
  void ask(const std::string& query) {
    const auto& all = out_.next_queries;
    if (!query.empty() && std::find(all.begin(), all.end(), query) == all.end())
      out_.next_queries.push_back(query);
  }
  void ask_all(const std::vector<std::string>& queries) {
    for (const std::string& query : queries) ask(query);
  }
  bool was_searched(const std::string& query) const {
    return !query.empty() &&
           std::find(searched_.begin(), searched_.end(), query) != searched_.end();
  }

  bool was_tested(const LinkFacts& link) const {
    return was_searched(link.supporting_query) && was_searched(link.refuting_query);
  }

  // Points for the share of links that `holds`; what lacks it is missing, with the query to make.
  template <class Holds>
  void share(const char* name, double of, const char* what, const Holds& holds, const char* lacks,
             const char* query_end) {
    int n = 0;
    for (const LinkFacts& link : best_->links) {
      if (holds(link)) {
        ++n;
        continue;
      }
      miss(link.from + " → " + link.to + ": " + lacks);
      if (query_end != nullptr) ask(link.from + " " + link.to + query_end);
    }
    const std::size_t all = best_->links.size();
    const double part = all == 0 ? 0 : static_cast<double>(n) / static_cast<double>(all);
    add("mechanism", name, of * part, of, counted_links(n, all, what));
  }

  void no_mechanism() {
    const std::pair<const char*, double> names[] = {{"chain", 2},       {"stated", 2},
                                                    {"independent", 2}, {"in living organisms", 1},
                                                    {"in people", 1},   {"tested", 2}};
    for (const auto& [name, of] : names) add("mechanism", name, 0, of, "no hypothesis");
    miss("no chain from a drug to an effect is stated in the records");
    ask(subject_ + " mechanism of action");
  }

  void mechanism() {
    if (best_ == nullptr) return no_mechanism();
    const std::string* const levels[] = {&best_->drug, &best_->target, &best_->pathway,
                                         &best_->effect};
    const auto stated = std::count_if(std::begin(levels), std::end(levels),
                                      [](const std::string* level) { return !level->empty(); });
    add("mechanism", "chain", 0.5 * static_cast<double>(stated), 2,
        std::to_string(stated) + " of drug, target, pathway and effect are stated");
    if (best_->target.empty()) {
      miss("no sentence names the molecular target");
      ask(best_->drug + " molecular target " + best_->effect);
    }
    if (best_->pathway.empty()) miss("no sentence names the process between target and effect");
    if (best_->effect.empty()) miss("no sentence reaches the effect asked for");
    share(
        "stated", 2, "are stated as a finding", [](const LinkFacts& l) { return l.supporting > 0; },
        "no record states it as a finding", "");
    share(
        "independent", 2, "have two independent groups",
        [](const LinkFacts& l) { return l.groups.value_or(0) >= 2; },
        "independence not shown: fewer than two groups, or no authors named", "");
    share(
        "in living organisms", 1, "are shown in animals or people",
        [](const LinkFacts& l) { return l.animal + l.human > 0; }, "not shown in a living organism",
        " in vivo");
    share(
        "in people", 1, "are shown in people", [](const LinkFacts& l) { return l.human > 0; },
        "not shown in people", " humans");
    share(
        "tested", 2, "stood a search for and one against",
        [this](const LinkFacts& l) {
          return was_tested(l) && l.status != model::LinkStatus::contested &&
                 l.status != model::LinkStatus::refuted && l.status != model::LinkStatus::proposed;
        },
        "not tested, or the test speaks against it", nullptr);
  }

  void clinical() {
    const ClinicalFacts& c = findings_.clinical;
    add("clinical", "human studies", std::min(c.human, 3) >= 3 ? 2 : std::min(c.human, 1), 2,
        counted_records(c.human, "study in people", "studies in people"));
    add("clinical", "controlled trials",
        c.controlled >= 2   ? 3
        : c.controlled == 1 ? 2
                            : 0,
        3,
        counted_records(c.controlled, "controlled trial with results",
                        "controlled trials with results"));
    add("clinical", "syntheses", c.syntheses > 0 ? 2 : 0, 2,
        counted_records(c.syntheses, "systematic review or meta-analysis",
                        "systematic reviews or meta-analyses"));
    add("clinical", "registered", c.registrations > 0 ? 1 : 0, 1,
        counted_records(c.registrations, "registered trial", "registered trials"));
    if (rubric_ == Rubric::mechanism) {
      direction();
    } else {
      side();
    }
    if (c.human == 0) {
      miss("no study in people on the question");
      ask(subject_ + " humans");
    }
    if (c.controlled < 2) {
      miss(c.controlled == 0 ? "no controlled trial on the question"
                             : "one controlled trial only on the question");
      ask(subject_ + " randomized controlled trial");
    }
    if (c.syntheses == 0) {
      miss("no systematic review or meta-analysis on the question");
      ask(subject_ + " systematic review");
    }
    if (c.registrations == 0) miss("no registered trial on the question");
  }

  void direction() {
    const LinkFacts* whole = best_ != nullptr && best_->whole ? &*best_->whole : nullptr;
    const int with = whole != nullptr ? whole->human : 0;
    const int against = whole != nullptr ? whole->human_against : 0;
    const double part =
        with + against == 0 ? 0 : static_cast<double>(with) / static_cast<double>(with + against);
    const std::string what = whole == nullptr
                                 ? std::string("no drug and effect to look for")
                                 : "\"" + whole->from + " " + whole->relation + " " + whole->to +
                                       "\" in people: " + std::to_string(with) + " for, " +
                                       std::to_string(against) + " against";
    add("clinical", "direction", 2 * part, 2, what);
    if (with + against == 0) miss("no record says in which direction the drug acts in people");
    if (against > 0) miss("records in people disagree on the direction of the effect");
  }

  void side() {
    const AnswerFacts a = findings_.answer.value_or(AnswerFacts{});
    const int on_side = a.verdict == model::Verdict::supported ? a.supporting
                        : a.verdict == model::Verdict::refuted ? a.against
                                                               : 0;
    const double part = a.read == 0 ? 0 : static_cast<double>(on_side) / a.read;
    add("clinical", "direction", 2 * part, 2,
        std::to_string(on_side) + " of " + std::to_string(a.read) +
            " records with a result are on the answer's side");
    if (a.read == 0) miss("no record states a result that could be read");
    if (a.read > 0 && on_side < a.read) miss("records with a result disagree");
  }

  void decide_clinical() {
    out_.reason = "clinical evidence " + text_of(out_.clinical_score) + " of 10 points";
    if (!findings_.answer) {
      out_.reason += "; the question makes no claim to be answered with for and against";
      return;
    }
    const AnswerFacts& a = *findings_.answer;
    const bool sure = a.certainty == "moderate" || a.certainty == "high";
    const bool clear =
        a.verdict == model::Verdict::supported || a.verdict == model::Verdict::refuted;
    out_.sufficient = out_.clinical_score >= kEnough && clear && sure;
    out_.reason +=
        "; the answer is " + std::string(wire_name(a.verdict)) + " with certainty " + a.certainty;
  }

  void decide() {
    const double by_mechanism = out_.mechanism_score.value_or(0);
    const std::string scores = "mechanism " + text_of(by_mechanism) + " and clinical " +
                               text_of(out_.clinical_score) + " of 10";
    if (best_ == nullptr) {
      out_.reason = scores + ": there is no hypothesis";
      return;
    }
    const bool holds = best_->status == model::LinkStatus::supported;
    const bool scored = by_mechanism >= kEnough && out_.clinical_score >= kEnough;
    const bool stated = std::any_of(best_->links.begin(), best_->links.end(),
                                    [](const LinkFacts& l) { return l.stated > 0; });
    const bool tested = std::all_of(best_->links.begin(), best_->links.end(),
                                    [this](const LinkFacts& l) { return was_tested(l); });
    const bool disputed = best_->whole && (best_->whole->status == model::LinkStatus::contested ||
                                           best_->whole->status == model::LinkStatus::refuted);
    out_.sufficient = holds && scored && stated && tested && !disputed;
    if (out_.sufficient) {
      out_.reason = scores + ", both at least " + text_of(kEnough) +
                    ", and the leading hypothesis is supported";
    } else if (!scored) {
      out_.reason = scores + ": " + text_of(kEnough) + " are asked for in both";
    } else if (holds && disputed) {
      out_.reason = scores + ", but what the drug itself does to the effect is " +
                    std::string(wire_name(best_->whole->status));
    } else if (holds && stated) {
      out_.reason =
          scores + ", but not every link of the leading hypothesis was searched for and against";
    } else if (holds) {
      out_.reason = scores + ", but every link is only said by the name of a drug class";
      miss("a finding on a link of the leading hypothesis, beyond the name of a drug class");
    } else {
      out_.reason =
          scores + ", but the leading hypothesis is " + std::string(wire_name(best_->status));
    }
  }

  static std::string text_of(double v) {
    const long tenths = std::lround(v * 10);
    return std::to_string(tenths / 10) +
           (tenths % 10 == 0 ? std::string() : "." + std::to_string(tenths % 10));
  }

  const Findings& findings_;
  const Rubric rubric_;
  const std::string& subject_;
  const std::vector<std::string>& searched_;
  const HypothesisFacts* best_ = nullptr;
  Judgement out_;
};

}  // namespace

const HypothesisFacts* leading(const std::vector<HypothesisFacts>& hypotheses) {
  const HypothesisFacts* best = nullptr;
  for (const HypothesisFacts& h : hypotheses) {
    const bool better = best == nullptr || h.status < best->status ||
                        (h.status == best->status && h.confidence > best->confidence);
    if (better) best = &h;
  }
  return best;
}

Judgement judge(const Findings& findings, Rubric rubric, const std::string& subject,
                const std::vector<std::string>& searched) {
  return Judging(findings, rubric, subject, searched).go();
}

}  // namespace ev::research
