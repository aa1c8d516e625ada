#include "pipeline/query_gen/strategies.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;
using pq::Kind;
using pq::Node;

constexpr std::size_t kQuorumSize = 4;
// Weight from which a concept has a heading, or is a drug or symbol (concepts.cpp).
constexpr double kFirm = 3;

struct Facet {
  const char* name;
  const char* spec;
};
constexpr std::array<Facet, 10> kFacets = {{
    {"mechanism",
     "mh:Signal "
     "Transduction|sh:metabolism|sh:pharmacology|tiab:mechanism*|tiab:pathway*|tiab:signaling|"
     "tiab:signalling"},
    {"outcome",
     "mh:Treatment Outcome|mh:Quality of "
     "Life|mh:Mortality|tiab:outcome*|tiab:efficacy|tiab:survival"},
    {"population",
     "mh:Risk Factors|mh:Cohort "
     "Studies|mh:Prevalence|sh:epidemiology|tiab:population|tiab:subgroup*|"
     "tiab:cohort*"},
    {"safety",
     "mh:Drug-Related Side Effects and Adverse Reactions|sh:adverse "
     "effects|tiab:adverse|tiab:safety|"
     "tiab:toxicity"},
    {"biomarkers", "mh:Biomarkers|sh:genetics|tiab:biomarker*|tiab:predictor*"},
    {"diagnosis", "mh:Sensitivity and Specificity|sh:diagnosis|tiab:diagnos*|tiab:accuracy"},
    {"prevention",
     "mh:Primary Prevention|mh:Secondary Prevention|sh:prevention and control|tiab:prevent*"},
    {"prognosis", "mh:Prognosis|mh:Follow-Up Studies|tiab:prognos*|tiab:progression"},
    {"experimental models", "mh:Disease Models, Animal|tiab:mouse|tiab:mice|tiab:rats|tiab:vitro"},
    {"reviews", "pt:Systematic Review|pt:Meta-Analysis|pt:Review"},
}};

// Facets in the order in which a domain asks for them.
std::vector<std::size_t> facet_order(std::string_view domain) {
  if (domain == "biology") return {0, 4, 8, 1, 2, 5, 3, 6, 7, 9};
  if (domain == "technology") return {5, 1, 4, 2, 7, 0, 3, 6, 8, 9};
  if (domain == "psychology") return {1, 2, 6, 0, 5, 7, 3, 4, 8, 9};
  return {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
}

struct DesignFilter {
  const char* spec;
  const char* words;
};

bool asks(const Request& request, std::initializer_list<std::string_view> stems) {
  const std::string goal = " " + text::fold(request.research_goal);
  return std::any_of(stems.begin(), stems.end(), [&goal](std::string_view stem) {
    return goal.find(" " + std::string(stem)) != std::string::npos;
  });
}

// The kind of study that can answer the question, by domain and by what is asked.
DesignFilter design_filter(const Request& request) {
  if (request.domain == "technology") {
    return {
        "mh:Validation Studies as Topic|pt:Validation Study|mh:Reproducibility of "
        "Results|tiab:validat*|"
        "tiab:benchmark*|tiab:performance",
        "validation and benchmark studies"};
  }
  if (request.domain == "biology") {
    return {"mh:Disease Models, Animal|tiab:vitro|tiab:vivo|tiab:experiment*",
            "experimental studies"};
  }
  if (asks(request, {"diagnos", "screen", "detect", "accura"})) {
    return {
        "mh:Sensitivity and Specificity|mh:ROC "
        "Curve|tiab:sensitivity|tiab:specificity|tiab:accuracy",
        "diagnostic accuracy studies"};
  }
  if (asks(request, {"prognos", "predict", "surviv", "risk"})) {
    return {"mh:Cohort Studies|mh:Prognosis|tiab:cohort*|tiab:prognos*",
            "cohort and prognostic studies"};
  }
  if (asks(request, {"adverse", "safety", "harm", "side effect", "toxic"})) {
    return {
        "mh:Drug-Related Side Effects and Adverse Reactions|sh:adverse "
        "effects|tiab:adverse|tiab:safety",
        "safety studies"};
  }
  if (asks(request, {"mechanis", "pathway", "how does"})) {
    return {"mh:Signal Transduction|sh:metabolism|sh:pharmacology|tiab:mechanism*|tiab:pathway*",
            "studies of mechanism"};
  }
  return {
      "pt:Randomized Controlled Trial|pt:Clinical Trial|pt:Meta-Analysis|pt:Systematic Review|"
      "tiab:randomi*|tiab:trial",
      "trials and syntheses of trials"};
}

std::string domain_sentence(const Request& request, bool filter_used) {
  if (request.domain.empty() || request.domain == "general") {
    return "general: no branch of the vocabulary is preferred";
  }
  static constexpr std::array<std::pair<std::string_view, const char*>, 4> kBranches = {{
      {"medical", "diseases, drugs and procedures (C, D, E, F03)"},
      {"technology", "information science and mathematics (L, G17, H)"},
      {"biology", "processes, chemicals, organisms and anatomy (G, D, B, A)"},
      {"psychology", "psychiatry and psychology (F)"},
  }};
  std::string out = request.domain;
  for (const auto& [name, branches] : kBranches) {
    if (name == request.domain) out += std::string(": ambiguous terms are read as ") + branches;
  }
  if (request.strategy == "exploratory") {
    const std::vector<std::size_t> order = facet_order(request.domain);
    out += std::string("; facets begin with ") + kFacets[order[0]].name + ", " +
           kFacets[order[1]].name;
  } else if (filter_used) {
    out += std::string("; the design filter takes ") + design_filter(request).words;
  }
  return out;
}

class Planner {
 public:
  Planner(const std::vector<Concept>& concepts, const Request& request,
          const mesh::Vocabulary& vocabulary)
      : request_(request), vocabulary_(vocabulary) {
    choose(concepts);
  }

  Plan run() {
    if (request_.strategy == "focused") {
      focused();
    } else if (request_.strategy == "exploratory") {
      exploratory();
    } else {
      comprehensive();
    }
    out_.domain_context = domain_sentence(request_, filter_used_);
    return std::move(out_);
  }

 private:
  // The most specific concepts, in the goal's order.
  void choose(const std::vector<Concept>& concepts) {
    std::vector<std::size_t> order(concepts.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return concepts[a].weight > concepts[b].weight;
    });
    // The first drug is what the question is about, however broad its heading.
    const auto drug =
        std::find_if(concepts.begin(), concepts.end(), [](const Concept& c) { return c.drug; });
    if (drug != concepts.end()) {
      const auto index = static_cast<std::size_t>(drug - concepts.begin());
      const auto at = std::find(order.begin(), order.end(), index);
      std::rotate(order.begin(), at, at + 1);
    }
    if (order.size() > kQuorumSize) {
      for (std::size_t i = kQuorumSize; i < order.size(); ++i) {
        out_.left_out.push_back(concepts[order[i]].text);
        out_.notes.push_back("\"" + concepts[order[i]].text +
                             "\" is not required: the four most specific concepts are combined");
      }
      order.resize(kQuorumSize);
    }
    main_ = {order.begin(),
             order.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(2, order.size()))};
    std::sort(main_.begin(), main_.end());
    std::sort(order.begin(), order.end());
    for (std::size_t& index : main_) {
      index =
          static_cast<std::size_t>(std::find(order.begin(), order.end(), index) - order.begin());
    }
    for (const std::size_t i : order) {
      if (drug != concepts.end() && &concepts[i] == &*drug) drug_ = broad_.size();
      if (concepts[i].weight >= kFirm) firm_.push_back(broad_.size());
      if (concepts[i].rare) rare_.push_back(broad_.size());
      broad_.push_back(block(concepts[i], Breadth::broad));
      title_.push_back(block(concepts[i], Breadth::title));
      names_.push_back(concepts[i].text);
    }
  }

  std::string all_names() const { return text::join(names_, ", "); }
  std::string main_names() const {
    std::vector<std::string> out;
    for (const std::size_t i : main_) out.push_back(names_[i]);
    return text::join(out, ", ");
  }
  Node all_of(const std::vector<Node>& blocks) const {
    return pq::combine(Kind::conjunction, blocks);
  }
  Node main_of(const std::vector<Node>& blocks) const {
    std::vector<Node> chosen;
    for (const std::size_t i : main_) chosen.push_back(blocks[i]);
    return pq::combine(Kind::conjunction, std::move(chosen));
  }

  void add(std::string purpose, Form form, std::vector<Form> looser, std::vector<Form> tighter) {
    if (!seen_.insert(pq::print(form.tree)).second) return;
    out_.candidates.push_back(
        {std::move(form), std::move(purpose), std::move(looser), std::move(tighter)});
  }

  Form quorum_form(std::size_t k) const {
    const std::string n = std::to_string(broad_.size());
    const std::string how = k >= broad_.size() ? "all of: " + all_names()
                                               : "at least " + std::to_string(k) + " of " + n +
                                                     " concepts: " + all_names();
    return {quorum(broad_, k), how};
  }

  // A name the vocabulary does not know is new or rare: few papers have it, all of them are wanted.
  Form with_rare(Form form) const {
    if (rare_.empty() || rare_.size() == broad_.size()) return form;
    std::vector<Node> any = {std::move(form.tree)};
    std::vector<std::string> names;
    for (const std::size_t i : rare_) {
      any.push_back(broad_[i]);
      names.push_back(names_[i]);
    }
    form.tree = pq::combine(Kind::disjunction, std::move(any));
    form.how += "; or " + text::join(names, " or ") + " by itself";
    return form;
  }

  // The looser form of "all of" for several concepts: one of them may be missing, but not the drug.
  std::vector<Form> all_but_one() const {
    const std::size_t n = broad_.size();
    std::vector<Form> out;
    if (drug_) {
      std::vector<Node> others;
      std::vector<std::string> other_names;
      for (std::size_t i = 0; i < n; ++i) {
        if (i == *drug_) continue;
        others.push_back(broad_[i]);
        other_names.push_back(names_[i]);
      }
      out.push_back({pq::combine(Kind::conjunction, {broad_[*drug_], quorum(others, n - 2)}),
                     names_[*drug_] + " with at least " + std::to_string(n - 2) +
                         " of: " + text::join(other_names, ", ")});
    }
    out.push_back(quorum_form(n - 1));
    return out;
  }

  // The concepts that are not among the two most specific.
  std::vector<std::string> beside_main() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (std::find(main_.begin(), main_.end(), i) == main_.end()) out.push_back(names_[i]);
    }
    return out;
  }

  void comprehensive() {
    const std::size_t n = broad_.size();
    const std::size_t k = std::min<std::size_t>(n, 2);
    std::vector<Form> tighter;
    if (firm_.size() == 1 && n > 1) {
      // Words that are no heading say how, not what. With counts they are given up only where too
      // little is found; without, the broad form is the safe one. Either way that is said.
      Form main{broad_[firm_.front()], names_[firm_.front()], {}};
      for (std::size_t i = 0; i < n; ++i) {
        if (i != firm_.front()) main.dropped.push_back(names_[i]);
      }
      if (request_.count) {
        for (std::size_t more = k + 1; more <= n; ++more) tighter.push_back(quorum_form(more));
        add("Broad search", quorum_form(k), {std::move(main)}, std::move(tighter));
      } else {
        add("Broad search", std::move(main), {}, {});
      }
    } else {
      for (std::size_t more = k + 1; more <= n; ++more) tighter.push_back(quorum_form(more));
      // Any single one of them is another question: better than nothing, not better than few.
      std::vector<Form> looser;
      if (k > 1) {
        looser.push_back(quorum_form(1));
        looser.back().last_resort = true;
      }
      if (!rare_.empty()) tighter.insert(tighter.begin(), quorum_form(k));
      add("Broad search", with_rare(quorum_form(k)), std::move(looser), std::move(tighter));
    }
    if (n > 2) add("Every concept", quorum_form(n), all_but_one(), {});
    add("Main subject", {all_of(title_), "in titles and major topics, all of: " + all_names()},
        {{main_of(title_), "in titles and major topics: " + main_names(), beside_main()}}, {});
    if (n > 2)
      add("Two most specific concepts", {main_of(broad_), "both of: " + main_names()}, {}, {});
    facets(main_of(broad_), main_names());
  }

  void focused() {
    const Form titles{all_of(title_), "in titles and major topics, all of: " + all_names()};
    const Form main_titles{main_of(title_), "in titles and major topics: " + main_names(),
                           beside_main()};
    const Form whole{all_of(broad_), "all of: " + all_names()};
    const auto filter = request_.study_types.empty()
                            ? confirmed_block(design_filter(request_).spec, vocabulary_)
                            : std::nullopt;
    const auto filtered = [&](const Form& form) {
      return Form{pq::combine(Kind::conjunction, {form.tree, *filter}),
                  form.how + "; limited to " + design_filter(request_).words, form.dropped};
    };
    Form unfiltered = whole;
    unfiltered.dropped = {std::string("the limit to ") + design_filter(request_).words};
    if (filter) {
      filter_used_ = true;
      add("Focused with design filter", filtered(titles),
          {filtered(main_titles), filtered(whole), unfiltered}, {});
    }
    add("Focused", titles, {main_titles, whole}, {});
    if (filter)
      add("All concepts with design filter", filtered(whole), {unfiltered}, {filtered(titles)});
    add("All concepts", whole, {}, {titles});
    add("Two most specific concepts", main_titles, {{main_of(broad_), "both of: " + main_names()}},
        {});
  }

  void exploratory() {
    facets(main_of(broad_), main_names());
    add("All concepts", {all_of(broad_), "all of: " + all_names()}, {}, {});
  }

  void facets(const Node& base, const std::string& names) {
    for (const std::size_t i : facet_order(request_.domain)) {
      const auto facet = confirmed_block(kFacets[i].spec, vocabulary_);
      if (!facet) continue;
      std::string purpose = kFacets[i].name;
      purpose[0] = static_cast<char>(purpose[0] - 'a' + 'A');
      add(purpose,
          {pq::combine(Kind::conjunction, {base, *facet}),
           names + ", seen from: " + kFacets[i].name},
          {{base, "all of: " + names, {std::string("the view from ") + kFacets[i].name}}}, {});
    }
  }

  const Request& request_;
  const mesh::Vocabulary& vocabulary_;
  std::vector<Node> broad_;
  std::vector<Node> title_;
  std::vector<std::string> names_;
  std::optional<std::size_t> drug_;  // the goal's first, as index into the above
  std::vector<std::size_t> firm_;    // with a heading or a name of their own, likewise
  std::vector<std::size_t> rare_;    // names that no vocabulary knows, likewise
  std::vector<std::size_t> main_;    // the two most specific, as indices into the above
  bool filter_used_ = false;
  std::set<std::string> seen_;
  Plan out_;
};

}  // namespace

Range range_of(std::string_view strategy) {
  if (strategy == "focused") return {5, 2'000};
  if (strategy == "exploratory") return {10, 5'000};
  return {50, 20'000};
}

Plan plan_queries(const std::vector<Concept>& concepts, const Request& request,
                  const mesh::Vocabulary& vocabulary) {
  return Planner(concepts, request, vocabulary).run();
}

std::optional<Node> ranked_search(std::vector<Concept> concepts,
                                  std::vector<std::string>& left_out) {
  std::erase_if(concepts, [](const Concept& c) { return c.negated || c.weight < 0; });
  concepts = join_alternatives(std::move(concepts));
  const auto outcomes = std::count_if(concepts.begin(), concepts.end(),
                                      [](const Concept& c) { return c.role == "outcome"; });
  if (static_cast<std::size_t>(outcomes) < concepts.size()) {
    for (const Concept& c : concepts) {
      if (c.role == "outcome") left_out.push_back(c.text);
    }
    std::erase_if(concepts, [](const Concept& c) { return c.role == "outcome"; });
  }
  while (concepts.size() > kRankedConcepts) {
    const auto least =
        std::min_element(concepts.begin(), concepts.end(),
                         [](const Concept& a, const Concept& b) { return a.weight < b.weight; });
    left_out.push_back(least->text);
    concepts.erase(least);
  }
  if (concepts.empty()) return std::nullopt;
  std::optional<Node> drug;
  std::vector<Node> blocks;
  for (const Concept& c : concepts) {
    if (c.drug && !drug) {
      drug = block(c, Breadth::broad);
    } else {
      blocks.push_back(block(c, Breadth::broad));
    }
  }
  if (concepts.size() <= 2) {
    if (drug) blocks.insert(blocks.begin(), *drug);
    return pq::combine(Kind::conjunction, std::move(blocks));
  }
  if (!drug) return quorum(blocks, blocks.size() - 1);
  return pq::combine(Kind::conjunction, {*drug, quorum(blocks, blocks.size() - 1)});
}

}  // namespace ev::query_gen
