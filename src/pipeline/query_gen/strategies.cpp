#include "pipeline/query_gen/strategies.hpp"

#include "base/text.hpp"
#include "pipeline/query_gen/concept_ranks.hpp"
#include "pipeline/query_gen/open_question.hpp"
#include "pipeline/query_gen/question_type.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;
using pq::Kind;
using pq::Node;

// Records of a search in titles that are no search any more.
constexpr long kHardlyAny = 4;
// Subjects with a name of their own that can be asked for together without a look at counts.
constexpr std::size_t kFewSubjects = 3;
// Records that make a view of the subject, or one that asks for everything, worth its place.
constexpr long kWorthAView = 6;
constexpr long kWorthRanking = 20;

class Planner {
 public:
  Planner(const std::vector<Concept>& concepts, const Request& request,
          const mesh::Vocabulary& vocabulary)
      : request_(request),
        vocabulary_(vocabulary),
        question_(question_of(request.research_goal)),
        filter_(study_filter(question_, request.domain)) {
    std::vector<Concept> own;
    for (const Concept& c : concepts) (c.proposed ? proposed_ : own).push_back(c);
    if (own.empty()) own = std::exchange(proposed_, {});
    const bool computing =
        std::any_of(own.begin(), own.end(), [](const Concept& c) { return c.role == "computing"; });
    facets_ = facets_for(question_, request.domain, computing);
    if (const auto place = open_place(request.research_goal); place && !computing)
      open_ = facet_of(*place);
    choose(own);
  }

  Plan run() {
    if (request_.strategy == "focused") {
      focused();
    } else if (request_.strategy == "exploratory") {
      exploratory();
    } else {
      comprehensive();
    }
    add_proposed();
    out_.domain_context = domain_sentence();
    return std::move(out_);
  }

 private:
  std::string domain_sentence() const {
    std::string out = branch_sentence(request_.domain);
    if (question_ != Question::general) {
      out += std::string("; the goal asks about ") + to_string(question_);
    }
    if (request_.strategy == "exploratory") {
      out += std::string("; facets begin with ") + facets_[0].name + ", " + facets_[1].name;
    } else if (filter_used_) {
      out += std::string("; the design filter takes ") + filter_.words;
    }
    return out;
  }

  // What a model proposed is asked for together with the goal, never instead of it.
  void add_proposed() {
    if (proposed_.empty() || out_.candidates.empty()) return;
    const Form& first = out_.candidates.front().form;
    std::vector<Node> parts = {first.tree};
    std::vector<std::string> names;
    for (const Concept& c : proposed_) {
      parts.push_back(block(c, Breadth::broad));
      names.push_back(c.text);
    }
    Form form{pq::combine(Kind::conjunction, std::move(parts)),
              first.how + "; together with " + text::join(names, ", "), first.dropped};
    Candidate candidate{std::move(form), "With what was proposed", {}, {}, 0};
    candidate.looser.push_back({first.tree, first.how, names});
    out_.candidates.insert(out_.candidates.begin() + 1, std::move(candidate));
  }

  // The most specific concepts, in the goal's order.
  void choose(const std::vector<Concept>& concepts) {
    std::vector<std::size_t> order(concepts.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto heavier = [&](std::size_t a, std::size_t b) {
      return concepts[a].weight > concepts[b].weight;
    };
    std::stable_sort(order.begin(), order.end(), heavier);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return rank_of(concepts[a]) > rank_of(concepts[b]);
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
    if (drug == concepts.end()) {
      std::stable_sort(order.begin(), order.end(), heavier);
    } else {
      std::stable_sort(order.begin() + 1, order.end(), heavier);
    }
    main_ = {order.begin(),
             order.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(2, order.size()))};
    std::sort(main_.begin(), main_.end());
    std::sort(order.begin(), order.end());
    for (std::size_t& index : main_) {
      index =
          static_cast<std::size_t>(std::find(order.begin(), order.end(), index) - order.begin());
    }
    const bool any_subject = std::any_of(order.begin(), order.end(),
                                         [&](std::size_t i) { return is_subject(concepts[i]); });
    for (const std::size_t i : order) {
      if (drug != concepts.end() && &concepts[i] == &*drug) drug_ = broad_.size();
      take(concepts[i], any_subject);
    }
    combined_ = out_.left_out.empty() ? "Every concept" : "All combined concepts";
  }

  // As the next of those that are combined.
  void take(const Concept& c, bool any_subject) {
    if ((c.weight >= kFirm || c.known_term) && is_subject(c)) firm_.push_back(broad_.size());
    if (is_subject(c)) subjects_.push_back(broad_.size());
    if (is_named(c)) named_.push_back(broad_.size());
    if (!c.heading.empty()) headed_.push_back(broad_.size());
    if (c.weight >= kTelling && is_subject(c)) telling_.push_back(broad_.size());
    if (tells_whom(c)) whom_.push_back(broad_.size());
    has_people_ = has_people_ || c.people;
    const bool ill = c.role == "condition" && !c.heading.empty();
    if ((ill || c.medicine) && is_subject(c)) treated_.push_back(broad_.size());
    if (c.role == "condition" && !condition_) condition_ = broad_.size();
    if (c.medicine && is_subject(c)) medicines_.push_back(broad_.size());
    broad_.push_back(block(c, Breadth::broad));
    // What is measured is seldom in a title.
    const bool titled = is_subject(c) || !any_subject;
    title_.push_back(block(c, titled ? Breadth::title : Breadth::broad));
    if (!titled) untitled_.push_back(broad_.size() - 1);
    names_.push_back(c.text);
  }

  // "in titles and major topics, all of: a, b; in the whole text: c"
  std::string titles_of(const std::vector<std::size_t>& chosen, const std::string& what) const {
    std::vector<std::size_t> titled;
    std::vector<std::size_t> rest;
    for (const std::size_t i : chosen) {
      const bool in_text = std::find(untitled_.begin(), untitled_.end(), i) != untitled_.end();
      (in_text ? rest : titled).push_back(i);
    }
    const std::string beside = text::join(names_of(rest), ", ");
    if (titled.empty()) return beside;
    return "in titles and major topics" + what + ": " + text::join(names_of(titled), ", ") +
           (rest.empty() ? "" : "; in the whole text: " + beside);
  }
  std::vector<std::size_t> everything() const {
    std::vector<std::size_t> out(names_.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = i;
    return out;
  }
  Form titles() const { return {all_of(title_), titles_of(everything(), ", all of")}; }
  Form main_titles() const { return {main_of(title_), titles_of(main_, ""), beside_main()}; }

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
  std::vector<Node> blocks_of(const std::vector<std::size_t>& chosen) const {
    std::vector<Node> out;
    for (const std::size_t i : chosen) out.push_back(broad_[i]);
    return out;
  }
  static bool contains(const std::vector<std::size_t>& some, std::size_t one) {
    return std::find(some.begin(), some.end(), one) != some.end();
  }

  void add(std::string purpose, Form form, std::vector<Form> looser, std::vector<Form> tighter,
           long at_least = 0) {
    if (!seen_.insert(parts_of(form.tree)).second) return;
    std::erase_if(looser, [&form](const Form& other) { return other.tree == form.tree; });
    out_.candidates.push_back(
        {std::move(form), std::move(purpose), std::move(looser), std::move(tighter), at_least});
  }

  Form quorum_form(std::size_t k) const {
    const std::string n = std::to_string(broad_.size());
    const std::string how = k >= broad_.size() ? "all of: " + all_names()
                                               : "at least " + std::to_string(k) + " of " + n +
                                                     " concepts: " + all_names();
    return {quorum(broad_, k), how};
  }

  std::vector<std::string> names_of(const std::vector<std::size_t>& chosen) const {
    std::vector<std::string> out;
    for (const std::size_t i : chosen) out.push_back(names_[i]);
    return out;
  }
  std::vector<std::string> all_but(const std::vector<std::size_t>& chosen) const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (std::find(chosen.begin(), chosen.end(), i) == chosen.end()) out.push_back(names_[i]);
    }
    return out;
  }
  Node any_of(const std::vector<std::size_t>& chosen) const {
    std::vector<Node> blocks;
    for (const std::size_t i : chosen) blocks.push_back(broad_[i]);
    return pq::combine(Kind::disjunction, std::move(blocks));
  }

  static std::string not_required(const std::vector<std::string>& names) {
    return names.empty() ? "" : "; not required: " + text::join(names, ", ");
  }

  // At least one of each: what the question is about and what is asked of it.
  Form together(const std::vector<std::size_t>& about,
                const std::vector<std::size_t>& beside) const {
    std::vector<std::size_t> asked = about;
    asked.insert(asked.end(), beside.begin(), beside.end());
    const auto part = [this](const std::vector<std::size_t>& some) {
      const std::string names = text::join(names_of(some), ", ");
      return some.size() == 1 ? names : "at least one of: " + names;
    };
    Form form;
    form.tree = pq::combine(Kind::conjunction, {any_of(about), any_of(beside)});
    form.dropped = all_but(asked);
    form.how = asked.size() == 2
                   ? "all of: " + text::join(names_of(asked), ", ")
                   : part(about) + (about.size() == 1 ? " together with " : "; together with ") +
                         part(beside);
    form.how += not_required(form.dropped);
    return form;
  }

  // Who was looked at is no alternative to what was studied.
  std::vector<std::size_t> without_whom(const std::vector<std::size_t>& some) const {
    std::vector<std::size_t> out;
    for (const std::size_t i : some) {
      if (!contains(whom_, i)) out.push_back(i);
    }
    return out.empty() ? some : out;
  }

  std::vector<std::size_t> subjects_beside(const std::vector<std::size_t>& about) const {
    std::vector<std::size_t> out;
    for (const std::size_t i : subjects_) {
      if (std::find(about.begin(), about.end(), i) == about.end()) out.push_back(i);
    }
    if (!request_.count) return without_whom(out);
    // Where counts show that too little is found, plain words are no alternative either.
    std::vector<std::size_t> studied;
    for (const std::size_t i : out) {
      if (contains(telling_, i) && !contains(whom_, i)) studied.push_back(i);
    }
    return studied.empty() ? out : studied;
  }

  // At least two of the subjects. A named thing (gene, new drug) stays with what it is asked about,
  // always, and so does the one heading among plain words; outcomes and who was looked at are not
  // asked for where there is a subject.
  Form subject_form() const {
    std::vector<std::size_t> about = named_;
    if (about.empty()) about = medicines_;
    if (about.empty() && firm_.size() == 1) about = firm_;
    const std::vector<std::size_t> beside = subjects_beside(about);
    if (!about.empty() && !beside.empty()) return together(about, beside);
    std::vector<std::size_t> chosen = without_whom(subjects_);
    for (std::size_t i = 0; subjects_.empty() && i < broad_.size(); ++i) chosen.push_back(i);
    std::vector<Node> blocks;
    for (const std::size_t i : chosen) blocks.push_back(broad_[i]);
    const std::size_t k = std::min<std::size_t>(blocks.size(), 2);
    const std::vector<std::string> rest = all_but(chosen);
    const std::string names = text::join(names_of(chosen), ", ");
    std::string how = names;
    if (k < blocks.size()) {
      how = "at least " + std::to_string(k) + " of " + std::to_string(blocks.size()) +
            " concepts: " + names;
    } else if (k > 1) {
      how = "all of: " + names;
    }
    return {quorum(blocks, k), how + not_required(rest), rest};
  }

  std::size_t subject() const {
    if (drug_) return *drug_;
    if (!named_.empty()) return named_.front();
    return condition_ ? *condition_ : main_.front();
  }

  // What the question is about, by itself: where nothing else is found.
  Form subject_alone() const {
    Form form{broad_[subject()], names_[subject()], all_but({subject()})};
    form.up_to = 0;
    return form;
  }

  // Where the subject itself occurs nowhere: the rest.
  Form without_subject() const {
    std::vector<Node> blocks;
    for (std::size_t i = 0; i < broad_.size(); ++i) {
      if (i != subject()) blocks.push_back(broad_[i]);
    }
    Form form{pq::combine(Kind::conjunction, std::move(blocks)),
              text::join(all_but({subject()}), ", "),
              {names_[subject()]}};
    form.up_to = 0;
    return form;
  }

  // The looser form of "all of" for several concepts: one of them may be missing, but not the drug.
  std::vector<Form> all_but_one(const std::vector<std::size_t>& chosen) const {
    const std::size_t n = chosen.size();
    std::vector<std::size_t> others = chosen;
    std::vector<Form> out;
    const auto form = [&](Node tree, const std::string& how) {
      const std::vector<std::string> rest = all_but(chosen);
      out.push_back({std::move(tree), how + not_required(rest), rest});
    };
    if (drug_ && std::erase(others, *drug_) > 0) {
      form(pq::combine(Kind::conjunction, {broad_[*drug_], quorum(blocks_of(others), n - 2)}),
           names_[*drug_] + " with at least " + std::to_string(n - 2) +
               " of: " + text::join(names_of(others), ", "));
    }
    form(quorum(blocks_of(chosen), n - 1), "at least " + std::to_string(n - 1) + " of " +
                                               std::to_string(n) +
                                               " concepts: " + text::join(names_of(chosen), ", "));
    return out;
  }

  // Every distinct facet. Plain words beside two or more of these say how, not what; beside
  // nothing but medicines, as the arms of a comparison, they say what is compared.
  std::vector<std::size_t> facets_of_goal() const {
    const bool arms = std::all_of(telling_.begin(), telling_.end(),
                                  [this](std::size_t i) { return contains(medicines_, i); });
    return telling_.size() > 1 && !arms ? telling_ : subjects_;
  }

  // With counts the strictest form comes first, and where it finds too little the next one is
  // there to be taken. Without, the broad form is the safe one, but where the goal says whom it is
  // about or sets treatments side by side, that is what it asks.
  bool strict_first() const {
    if (subjects_.size() < 2) return false;
    if (request_.count || has_people_) return true;
    const bool few = subjects_.size() <= kFewSubjects && treated_.size() == subjects_.size() &&
                     !medicines_.empty() && medicines_.size() < subjects_.size();
    return few || (medicines_.size() > 1 && joins_treatments(request_.research_goal));
  }

  bool add_strict() {
    const std::vector<std::size_t> required = facets_of_goal();
    const std::vector<std::string> rest = all_but(required);
    Form strict{pq::combine(Kind::conjunction, blocks_of(required)),
                "all of: " + text::join(names_of(required), ", ") + not_required(rest), rest};
    Form broad = subject_form();
    if (parts_of(strict.tree) == parts_of(broad.tree)) return false;
    const std::optional<Form> between = between_strict_and_broad(required);
    std::vector<Form> looser;
    if (between) looser.push_back(*between);
    looser.push_back(std::move(broad));
    looser.push_back(subject_alone());
    for (Form& form : looser) form.up_to = 0;
    add(rest.empty() ? combined_ : "Every distinct facet", std::move(strict), std::move(looser),
        {});
    if (between) add("All facets but one", *between, {}, {});
    return true;
  }

  // "What are the risk factors for X?": X, and the side of the literature that can answer. Of a new
  // drug or gene there is too little to be parted.
  void add_open() {
    const std::optional<Node> asked = confirmed_block(open_->spec, vocabulary_);
    const bool new_name = std::any_of(named_.begin(), named_.end(),
                                      [this](std::size_t i) { return !contains(headed_, i); });
    if (!asked || (new_name && !request_.count)) return;
    const Form base = subject_form();
    Form form = base;
    form.how = base.how.substr(0, base.how.find("; not required: "));
    std::vector<Node> parts = {base.tree};
    for (const std::size_t i : whom_) {
      if (std::erase(form.dropped, names_[i]) == 0) continue;
      parts.push_back(broad_[i]);
      form.how += ", " + names_[i];
    }
    parts.push_back(*asked);
    form.tree = pq::combine(Kind::conjunction, std::move(parts));
    const std::string spec = text::fold(open_->spec);
    std::erase_if(form.dropped, [&spec](const std::string& name) {
      return spec.find(mesh::term_key(name)) != std::string::npos;
    });
    const std::string label = std::string("what is asked for: ") + open_->name;
    form.how += "; with " + label + not_required(form.dropped);
    Form looser = base;
    looser.dropped.emplace_back(label);
    looser.up_to = kHardlyAny;
    add("With " + label, std::move(form), {std::move(looser)}, {});
  }

  // One facet less: who was looked at; of a drug, what it is given for and a third, that third.
  std::optional<Form> between_strict_and_broad(const std::vector<std::size_t>& required) const {
    if (const auto studied = without_whom(required);
        studied.size() > 1 && studied.size() < required.size()) {
      const std::vector<std::string> rest = all_but(studied);
      return Form{pq::combine(Kind::conjunction, blocks_of(studied)),
                  "all of: " + text::join(names_of(studied), ", ") + not_required(rest), rest};
    }
    if (required.size() > 3) return all_but_one(required).front();
    const bool both = drug_ && condition_ && *drug_ != *condition_ && required.size() == 3 &&
                      contains(required, *drug_) && contains(required, *condition_);
    if (!both) return std::nullopt;
    return together({*drug_}, {*condition_});
  }

  // The concepts that are not among the two most specific.
  std::vector<std::string> beside_main() const { return all_but(main_); }

  void add_broad() {
    const std::size_t n = broad_.size();
    std::vector<Form> looser;
    if (firm_.size() == 1 && subjects_.size() > 1) {
      // Words that are no heading say how, not what. With counts they are given up only where too
      // little is found; without, the broad form is the safe one. Either way that is said.
      Form main{broad_[firm_.front()], names_[firm_.front()], all_but(firm_)};
      if (!request_.count) {
        main.how += not_required(main.dropped);
        return add("Broad search", std::move(main), {}, {});
      }
      main.up_to = 0;
      looser = {std::move(main)};
    } else if (subjects_.size() > 1) {
      looser = {subject_alone(), without_subject()};
    }
    // Fewer than all may leave out what the question is about.
    const bool any_two =
        named_.empty() && medicines_.empty() && firm_.size() != 1 && subjects_.size() > 1;
    Form broad = subject_form();
    std::vector<Form> tighter;
    for (std::size_t more = any_two ? 3 : n; more > 1 && more <= n; ++more) {
      Form form = quorum_form(more);
      if (form.tree != broad.tree) tighter.push_back(std::move(form));
    }
    add("Broad search", std::move(broad), std::move(looser), std::move(tighter));
  }

  void comprehensive() {
    const std::size_t n = broad_.size();
    if (open_) add_open();
    const bool strict = strict_first() && add_strict();
    // What is measured was named, too: one query asks for it.
    const auto whole = [&] {
      if (request_.count) return add(combined_, quorum_form(n), {}, {}, kWorthRanking);
      add(combined_, quorum_form(n), all_but_one(everything()), {});
    };
    if (strict && subjects_.size() < n) whole();
    add_broad();
    if (n > 2) whole();
    Form main_anywhere{main_of(broad_), "both of: " + main_names() + not_required(beside_main()),
                       beside_main()};
    main_anywhere.up_to = kHardlyAny;
    add("Main subject", titles(), {main_titles(), std::move(main_anywhere)}, {});
    if (n > 2) {
      add("Two most specific concepts",
          {main_of(broad_), "both of: " + main_names() + not_required(beside_main()),
           beside_main()},
          {}, {});
    }
    facets(main_of(broad_), main_names());
  }

  void focused() {
    const Form whole{all_of(broad_), "all of: " + all_names()};
    const auto filter =
        request_.study_types.empty() ? confirmed_block(filter_.spec, vocabulary_) : std::nullopt;
    const auto filtered = [&](const Form& form) {
      return Form{pq::combine(Kind::conjunction, {form.tree, *filter}),
                  form.how + "; limited to " + filter_.words, form.dropped};
    };
    Form unfiltered = whole;
    unfiltered.dropped = {std::string("the limit to ") + filter_.words};
    if (filter) {
      filter_used_ = true;
      add("Focused with design filter", filtered(titles()),
          {filtered(main_titles()), filtered(whole), unfiltered}, {});
    }
    add("Focused", titles(), {main_titles(), whole}, {});
    if (filter)
      add(combined_ + " with design filter", filtered(whole), {unfiltered}, {filtered(titles())});
    add(combined_, whole, {}, {titles()});
    add("Two most specific concepts", main_titles(),
        {{main_of(broad_), "both of: " + main_names()}}, {});
  }

  void exploratory() {
    facets(main_of(broad_), main_names());
    add(combined_, {all_of(broad_), "all of: " + all_names()}, {}, {});
  }

  void facets(const Node& base, const std::string& names) {
    for (const Facet& one : facets_) {
      const auto facet = confirmed_block(one.spec, vocabulary_);
      if (!facet) continue;
      std::string purpose = one.name;
      purpose[0] = static_cast<char>(purpose[0] - 'a' + 'A');
      std::vector<std::string> beside = beside_main();
      std::erase_if(beside,
                    [&one](const std::string& name) { return is_asked_by(one.name, name); });
      add(purpose,
          {pq::combine(Kind::conjunction, {base, *facet}),
           names + ", seen from: " + one.name + not_required(beside), beside},
          {{base, "all of: " + names, {std::string("the view from ") + one.name}}}, {},
          kWorthAView);
    }
  }

  const Request& request_;
  const mesh::Vocabulary& vocabulary_;
  const Question question_;
  const StudyFilter filter_;
  std::vector<Facet> facets_;
  std::optional<Facet> open_;  // what the question leaves open
  std::vector<Concept> proposed_;
  std::string combined_;  // the label of a query that asks for all that is combined
  std::vector<Node> broad_;
  std::vector<Node> title_;
  std::vector<std::string> names_;
  std::optional<std::size_t> drug_;       // the goal's first, as index into the above
  std::vector<std::size_t> firm_;         // with a heading or a name of their own, likewise
  std::vector<std::size_t> subjects_;     // no outcomes, likewise
  std::vector<std::size_t> untitled_;     // asked in the whole text where others are in titles
  std::vector<std::size_t> named_;        // is_named(), likewise
  std::vector<std::size_t> headed_;       // with a confirmed heading, likewise
  std::vector<std::size_t> medicines_;    // likewise
  std::vector<std::size_t> telling_;      // facets of the goal by themselves, likewise
  std::vector<std::size_t> whom_;         // tells_whom(), likewise
  std::vector<std::size_t> treated_;      // medicines and conditions, likewise
  bool has_people_ = false;               // among them people
  std::optional<std::size_t> condition_;  // the goal's first, likewise
  std::vector<std::size_t> main_;         // the two most specific, as indices into the above
  bool filter_used_ = false;
  std::set<std::string> seen_;  // parts_of()
  Plan out_;
};

}  // namespace

std::string parts_of(const Node& tree) {
  std::set<std::string> parts;
  for (const Node& part : pq::conjuncts(tree)) parts.insert(pq::print(part));
  return text::join({parts.begin(), parts.end()}, " AND ");
}

Range range_of(std::string_view strategy) {
  if (strategy == "focused") return {5, 2'000};
  if (strategy == "exploratory") return {10, 5'000};
  return {50, 20'000};
}

Plan plan_queries(const std::vector<Concept>& concepts, const Request& request,
                  const mesh::Vocabulary& vocabulary) {
  return Planner(concepts, request, vocabulary).run();
}

}  // namespace ev::query_gen
