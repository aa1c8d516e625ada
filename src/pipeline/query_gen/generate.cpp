#include "base/limits.hpp"
#include "base/text.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/pubmed_query/dates.hpp"
#include "pipeline/query_gen/blocks.hpp"
#include "pipeline/query_gen/confidence.hpp"
#include "pipeline/query_gen/limits.hpp"
#include "pipeline/query_gen/live_concepts.hpp"
#include "pipeline/query_gen/proposals.hpp"
#include "pipeline/query_gen/request.hpp"
#include "pipeline/query_gen/seed_terms.hpp"
#include "pipeline/query_gen/seeds.hpp"
#include "pipeline/query_gen/settling.hpp"
#include "pipeline/query_gen/strategies.hpp"
#include "pipeline/query_gen/used.hpp"
#include "pipeline/query_gen/user_query.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;
using pq::Field;
using pq::Kind;
using pq::Node;

constexpr const char* kDraft = "Your draft";
constexpr std::size_t kMostWaiting = 4;
constexpr const char* kRequiredKeyword = "a keyword: required in every query";

class Generator {
 public:
  Generator(const Request& request, const Seams& seams, const Context& ctx)
      : request_(request), seams_(seams), ctx_(ctx), counting_(request.count && seams.probe) {
    seams_.probe = budget_.within(seams.probe);
    seams_.live = budget_.within(seams.live);
  }

  Result<Generation> run() {
    EV_CHECK(settle_date());
    if (!request_.draft_query.empty()) take_draft();
    EV_CHECK(understand_goal());
    budget_.meaning_is_settled();
    gather_limits();
    EV_CHECK(build());
    EV_CHECK(look_for_seeds());
    account();
    summarise();
    return std::move(out_);
  }

 private:
  // What only PubMed itself can answer.
  const ProbeFn& pubmed_probe() const {
    static const ProbeFn none;
    return seams_.local ? none : seams_.probe;
  }

  Result<void> settle_date() {
    out_.as_of = request_.as_of.empty() ? iso_date(seams_.clock.unix_time()) : request_.as_of;
    const pq::DateReading read = pq::read_date(out_.as_of);
    const bool whole = read.date.day != 0 &&
                       (read.form == pq::DateForm::good || read.form == pq::DateForm::dashed);
    if (whole) {
      as_of_ = pq::to_text(read.date);
      return {};
    }
    return Error{.code = Errc::invalid_argument,
                 .message = "as_of must be a day, YYYY-MM-DD, got \"" +
                            text::ellipsize(out_.as_of, 40) + "\"",
                 .path = "as_of",
                 .recovery = "leave it out for today"};
  }

  void take_draft() {
    out_.draft = check_draft(request_.draft_query, seams_.vocabulary);
    const std::string& usable =
        out_.draft->repaired.empty() ? out_.draft->canonical : out_.draft->repaired;
    if (usable.empty()) {
      out_.warnings.push_back("the draft query could not be repaired; see query_metadata.draft");
      return;
    }
    Candidate draft;
    draft.form = {confirm(*pq::parse(usable).tree), usable == out_.draft->canonical
                                                        ? "what your draft asks"
                                                        : "what your draft asks, repaired"};
    draft.purpose = kDraft;
    candidates_.push_back(std::move(draft));
  }

  Node confirm(const Node& tree) {
    ConfirmedTree confirmed = confirm_headings(tree, seams_.vocabulary, pubmed_probe(), ctx_);
    for (const std::string& heading : confirmed.headings) add_heading(heading);
    for (const std::string& authority : confirmed.authorities) add_authority(authority);
    out_.warnings.insert(out_.warnings.end(), confirmed.warnings.begin(), confirmed.warnings.end());
    return std::move(confirmed.tree);
  }

  Result<void> understand_goal() {
    if (const std::optional<Node> goal = structured_goal(request_.research_goal)) {
      Candidate candidate;
      std::vector<Concept> found;
      Node tree = expand_terms(confirm(*goal), seams_.vocabulary, request_.domain, found);
      for (const Concept& c : found)
        note_concept(c, "expanded in place; the goal's own operators are kept");
      candidate.form = {std::move(tree), "the goal's own operators and tags, with synonyms added"};
      candidate.purpose = "As written";
      candidates_.push_back(std::move(candidate));
      concepts_ = std::move(found);
      out_.domain_context = "the goal is a query already: its operators and tags are kept";
      out_.notes.push_back("one query: the goal brings its own Boolean structure");
      out_.proposals = unasked_proposals(request_.proposals);
      return {};
    }
    note_broken_syntax();
    GoalConcepts reading =
        read_concepts(request_.research_goal, seams_.vocabulary, request_.domain);
    out_.notes.insert(out_.notes.end(), reading.remarks.begin(), reading.remarks.end());
    EV_CHECK(ctx_.check());
    append(out_.warnings, confirm_spans(reading, pubmed_probe(), ctx_));
    EV_CHECK(ctx_.check());
    append(out_.warnings, confirm_live(reading.concepts, pubmed_probe(), ctx_));
    EV_CHECK(ctx_.check());
    for (std::string& warning :
         complete_live(reading.concepts, seams_.vocabulary, seams_.live, ctx_)) {
      out_.warnings.push_back(std::move(warning));
    }
    EV_CHECK(ctx_.check());
    const std::vector<std::string> unknown =
        drop_unknown_phrases(reading.concepts, pubmed_probe(), ctx_);
    budget_.meaning_is_settled();
    if (!unknown.empty()) {
      out_.notes.push_back("synonyms left out, as no record searched has them as a phrase: " +
                           text::join(unknown, ", "));
    }
    EV_CHECK(ctx_.check());
    for (const Concept& c : reading.concepts) {
      if (c.negated) continue;
      names_.push_back(c.text);
      if (c.drug && first_drug_.empty()) first_drug_ = c.text;
    }
    for (Concept& c : reading.concepts) sort_out(std::move(c));
    concepts_ = join_alternatives(std::move(concepts_));
    EV_CHECK(take_proposals());
    if (concepts_.empty() && !request_.keywords.empty()) {
      take_subject_from_keywords();
    }
    if (concepts_.empty()) return nothing_to_search();
    EV_CHECK(learn());
    Plan plan = plan_queries(concepts_, request_, seams_.vocabulary);
    for (Candidate& candidate : plan.candidates) candidates_.push_back(std::move(candidate));
    out_.domain_context = std::move(plan.domain_context);
    left_out_ = std::move(plan.left_out);
    out_.notes.insert(out_.notes.end(), plan.notes.begin(), plan.notes.end());
    return {};
  }

  // The goal names nothing but keywords: it is about the most specific of them, and the others stay
  // required as ever.
  void take_subject_from_keywords() {
    for (const std::string& keyword : request_.keywords) {
      if (!is_searchable(keyword)) continue;
      Concept c = whole_concept(keyword, seams_.vocabulary, request_.domain);
      const bool noted =
          std::any_of(out_.concepts.begin(), out_.concepts.end(), [&c](const ConceptNote& known) {
            return mesh::term_key(known.text) == mesh::term_key(c.text);
          });
      if (!noted) note_concept(c, kRequiredKeyword);
      if (!concepts_.empty() && c.weight <= concepts_.front().weight) continue;
      concepts_ = {std::move(c)};
      subject_keyword_ = keyword;
    }
  }

  // A goal that begins like a query and cannot be read as one.
  void note_broken_syntax() {
    if (!looks_like_query(request_.research_goal)) return;
    const pq::Checked checked = pq::check(request_.research_goal);
    std::string why;
    if (!checked.errors.empty()) {
      const pq::Diagnostic& first = checked.errors.front();
      why = " (at " + std::to_string(first.position) + ": " + first.message + ")";
    }
    out_.warnings.push_back("the goal has PubMed syntax but cannot be read as a query" + why +
                            ": its words are searched; give it as draft_query to have it "
                            "repaired");
  }

  Result<void> take_proposals() {
    if (request_.proposals.empty()) return {};
    const std::size_t before = concepts_.size();
    EV_TRY(out_.proposals, adopt_proposals(concepts_, request_, seams_, ctx_));
    for (std::size_t i = before; i < concepts_.size(); ++i) {
      note_concept(concepts_[i], "proposed by the model");
    }
    return {};
  }

  // Seed papers that the goal's own words miss teach its concepts further words.
  Result<void> learn() {
    if (request_.seed_pmids.empty() || !seams_.fetch) return {};
    const auto fetched = seams_.fetch(request_.seed_pmids, ctx_);
    if (!fetched) {
      if (fetched.error().code == Errc::cancelled) return fetched.error();
      out_.warnings.push_back("nothing could be learned from the seed papers: " +
                              fetched.error().message);
      return {};
    }
    seed_records_ = {fetched->articles, fetched->missing};
    EV_TRY(SeedLesson lesson,
           learn_from_seeds(concepts_, fetched->articles, request_, seams_, ctx_));
    for (const SeedTerm& term : lesson.terms) {
      add_heading(term.heading);
      if (!term.heading.empty()) add_authority("headings of the seed papers");
    }
    append(out_.warnings, lesson.warnings);
    out_.seed_terms = std::move(lesson.terms);
    return {};
  }

  void sort_out(Concept c) {
    if (c.negated) {
      note_concept(c, "behind a negation", false);
    } else if (is_keyword(c)) {
      note_concept(c, kRequiredKeyword);
      if (c.weight < 0) {
        out_.warnings.push_back(
            "\"" + c.text + "\" occurs nowhere in " + seams_.where +
            "; as a keyword it stays required, so the queries can find nothing");
      }
    } else if (c.weight < 0) {
      note_concept(c, "occurs nowhere in " + seams_.where, false);
      note_absent(c);
      out_.warnings.push_back("\"" + c.text + "\" occurs nowhere in " + seams_.where +
                              " and is left out");
    } else if (const std::string whole = spelled_out(c); !whole.empty()) {
      note_concept(c, "abbreviation of the keyword " + whole, false);
    } else {
      note_concept(c, c.remark);
      concepts_.push_back(std::move(c));
    }
  }

  void note_absent(const Concept& c) {
    if (std::find(absent_.begin(), absent_.end(), c.text) == absent_.end())
      absent_.push_back(c.text);
    if (c.text == first_drug_) out_.absent_drug = c.text;
  }

  bool is_keyword(const Concept& c) const {
    return std::any_of(
        request_.keywords.begin(), request_.keywords.end(),
        [&c](const std::string& k) { return mesh::term_key(k) == mesh::term_key(c.text); });
  }

  // The keyword whose initials an abbreviation is: AI, artificial intelligence.
  std::string spelled_out(const Concept& c) const {
    for (const std::string& keyword : request_.keywords) {
      std::string initials;
      for (const std::string& word : text::split(mesh::term_key(keyword), ' ')) {
        initials += word.substr(0, 1);
      }
      if (initials.size() > 1 && initials == text::to_lower_ascii(c.text)) return keyword;
    }
    return "";
  }

  Result<void> nothing_to_search() {
    if (!candidates_.empty()) return {};  // the draft stands by itself
    return Error{.code = Errc::invalid_argument,
                 .message = "research_goal names no subject that can be searched for",
                 .path = "research_goal",
                 .recovery = "name the condition, intervention or topic, or give keywords"};
  }

  void note_concept(const Concept& c, std::string remark, bool used = true) {
    out_.concepts.push_back({c.text, c.role, c.heading, c.confirmed_by, used, std::move(remark)});
    noted_.push_back(c);
    if (!used) return;
    if (!c.heading.empty()) {
      add_heading(c.heading);
      add_authority(c.confirmed_by);
    } else {
      unverified_ = true;
    }
  }

  // What is said to be used or taken is what the queries hold.
  void account() {
    QueryTerms held;
    for (const Node& tree : trees_) held.add(tree);
    out_.synonyms_used = note_use(held, noted_, left_out_, out_.concepts);
    judge_proposals(out_.proposals, held);
    for (const ProposalNote& note : out_.proposals) {
      if (note.taken()) add_heading(note.heading);
    }
  }

  void add_heading(const std::string& name) {
    if (name.empty() || !headings_.insert(text::fold(name)).second) return;
    out_.mesh_terms.push_back(name);
  }
  void add_authority(const std::string& who) {
    std::vector<std::string>& all = out_.authorities;
    if (!who.empty() && std::find(all.begin(), all.end(), who) == all.end()) all.push_back(who);
  }

  void gather_limits() {
    limits_ = limits_of(request_, seams_.vocabulary, as_of_, subject_keyword_);
    for (const Concept& keyword : limits_.keywords) {
      if (!keyword.heading.empty()) note_heading(keyword);
    }
    append(out_.warnings, limits_.warnings);
  }

  void note_heading(const Concept& c) {
    add_heading(c.heading);
    add_authority(c.confirmed_by);
  }

  Node limited(const Node& core) const { return limits_.on(core); }

  // What finds too little to be worth its place waits until the others have had their turn.
  Result<void> build() {
    Settler settler(request_, seams_, limits_, candidates_, ctx_);
    std::vector<const Candidate*> waiting;
    std::size_t repeating = 0;
    const auto go_on = [this] {
      return out_.queries.size() < static_cast<std::size_t>(request_.max_queries);
    };
    for (const Candidate& candidate : candidates_) {
      if (!go_on()) break;
      bool may_wait = candidate.at_least > 0 && waiting.size() < kMostWaiting;
      if (may_wait) {
        EV_TRY(may_wait, settler.could_find_more(candidate));
      }
      EV_TRY(const Made made, make(candidate, settler, may_wait));
      if (made == Made::too_little) waiting.push_back(&candidate);
      repeating += made == Made::repeats ? 1 : 0;
    }
    for (const Candidate* candidate : waiting) {
      if (!go_on()) break;
      EV_TRY(const Made made, make(*candidate, settler, false));
      repeating += made == Made::repeats ? 1 : 0;
    }
    out_.tried = std::move(settler.tried);
    note_number(repeating);
    if (request_.count && !counting_) {
      out_.notes.push_back("nothing was counted: PubMed is switched off");
    }
    if (counting_ && seams_.local) {
      out_.notes.push_back("offline: counts are of the local library, PubMed was not asked");
    }
    return {};
  }

  enum class Made { added, repeats, too_little };
  Result<Made> make(const Candidate& candidate, Settler& settler, bool may_wait) {
    EV_CHECK(ctx_.check());
    GeneratedQuery query;
    EV_TRY(const std::vector<Step> steps, settler.settle(candidate, query.warnings));
    const std::optional<std::size_t> kept = last_new(steps, made_);
    if (!kept) return Made::repeats;
    const Step& step = steps[*kept];
    if (may_wait && step.count && *step.count < candidate.at_least) return Made::too_little;
    const Node tree = limited(step.form.tree);
    made_.insert(parts_of(tree));
    if (step.count) {
      query.result_count = step.count;
      query.counted_at = iso_time(seams_.clock.unix_time());
    }
    if (candidate.purpose != kDraft) {
      EV_CHECK(look_for_absent(steps.front()));
      describe_relaxing(steps.front(), step, query);
    }
    describe_query(label(candidate, steps, *kept), step.form, tree, query);
    trees_.push_back(tree);
    out_.queries.push_back(std::move(query));
    ctx_.report("generating queries", static_cast<double>(out_.queries.size()),
                request_.max_queries);
    return Made::added;
  }

  void note_number(std::size_t repeating) {
    const auto made = static_cast<int>(out_.queries.size());
    if (made >= request_.max_queries) return;
    std::string note = std::to_string(made) + " of " + std::to_string(request_.max_queries) +
                       " queries: the goal gives no more that differ";
    if (repeating > 0) {
      note += "; " + std::to_string(repeating) + (repeating == 1 ? " more is" : " more are") +
              " left out, as relaxed until something is found it repeats one above";
    }
    out_.notes.push_back(std::move(note));
  }

  // The last step that is no query made already; a form that finds nothing is no way out.
  std::optional<std::size_t> last_new(const std::vector<Step>& steps,
                                      const std::set<std::string>& seen) const {
    for (std::size_t i = steps.size(); i-- > 0;) {
      if (seen.contains(parts_of(limited(steps[i].form.tree)))) continue;
      if (steps[i].count != 0 || i + 1 == steps.size()) return i;
    }
    return std::nullopt;
  }

  // The candidate's own name only where the query is what the name says.
  std::string label(const Candidate& candidate, const std::vector<Step>& steps,
                    std::size_t kept) const {
    if (kept > 0) {
      return std::string(steps[kept].looser ? "Relaxed" : "Tightened") + " from \"" +
             candidate.purpose + "\"";
    }
    const bool all = std::all_of(out_.concepts.begin(), out_.concepts.end(),
                                 [](const ConceptNote& note) { return note.used; });
    constexpr std::string_view kEvery = "Every concept";
    if (all || !candidate.purpose.starts_with(kEvery)) return candidate.purpose;
    return "All combined concepts" + candidate.purpose.substr(kEvery.size());
  }

  // When little is found, whole concepts may be what is missing: each is counted once by itself.
  Result<void> look_for_absent(const Step& strict) {
    if (seams_.local) return {};
    if (!strict.count || *strict.count >= range_of(request_.strategy).low) return {};
    if (std::exchange(looked_for_absent_, true) || names_.empty()) return {};
    std::vector<std::string> blocks;
    for (const Concept& c : concepts_) blocks.push_back(pq::print(block(c, Breadth::broad)));
    const std::vector<Result<search::Probe>> answers = seams_.probe(blocks, ctx_);
    for (std::size_t i = 0; i < answers.size() && i < concepts_.size(); ++i) {
      if (!answers[i]) {
        if (answers[i].error().code == Errc::cancelled) return answers[i].error();
        continue;
      }
      if (answers[i]->count == 0) note_absent(concepts_[i]);
    }
    return {};
  }

  void describe_relaxing(const Step& strict, const Step& kept, GeneratedQuery& query) const {
    const bool looser = kept.looser && query.result_count != 0;
    const bool without = !absent_.empty() && query.result_count != 0;
    if (!looser && !without && left_out_.empty()) return;
    Relaxed r;
    r.from =
        looser && !without ? required_of(strict.form.how) : "all of: " + text::join(names_, ", ");
    r.to = required_of(kept.form.how);
    std::vector<std::string> parts;
    if (looser || without) {
      r.from_count = without ? std::optional<long>(0) : strict.count;
      r.dropped = absent_;
      if (looser) append_new(r.dropped, kept.form.dropped);
      parts.push_back((r.from_count == 0
                           ? "nothing matched "
                           : "only " + std::to_string(r.from_count.value_or(0)) + " matched ") +
                      r.from);
      if (!r.dropped.empty()) parts.push_back("dropped: " + text::join(r.dropped, ", "));
      if (looser) parts.push_back("searched: " + r.to);
    }
    if (!left_out_.empty()) parts.push_back("not asked for: " + text::join(left_out_, ", "));
    append_new(r.dropped, left_out_);
    r.note = text::join(parts, "; ");
    query.relaxed = std::move(r);
  }

  // What else the goal names is listed as dropped.
  static std::string required_of(const std::string& how) {
    return how.substr(0, how.find("; not required: "));
  }

  static void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
    to.insert(to.end(), more.begin(), more.end());
  }
  static void append_new(std::vector<std::string>& to, const std::vector<std::string>& more) {
    for (const std::string& one : more) {
      if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
    }
  }

  void describe_query(const std::string& purpose, const Form& form, const Node& tree,
                      GeneratedQuery& query) {
    query.query = pq::print(tree, pq::TagStyle::readable);
    query.rationale = purpose + ": searches " + form.how + limits_.words;
    const pq::Checked checked = pq::check(query.query);
    query.valid = checked.valid;
    for (const pq::Diagnostic& d : checked.warnings) query.warnings.push_back(d.message);
    for (const std::string& warning : limits_.exclusion_warnings) query.warnings.push_back(warning);
    if (query.result_count == 0) {
      query.warnings.push_back(
          "finds nothing; pubmed_search on it says which part is the obstacle");
    }
    pq::for_each_term(tree, [&](const pq::Term& term) {
      ++query.terms;
      const char* name = pq::info(term.field).name;
      std::vector<std::string>& tags = out_.field_tags;
      if (*name != '\0' && std::find(tags.begin(), tags.end(), name) == tags.end())
        tags.emplace_back(name);
    });
    const Range range = range_of(request_.strategy);
    query.expected_scope =
        query.result_count
            ? std::to_string(*query.result_count) +
                  (*query.result_count == 1 ? " result" : " results") +
                  (seams_.local ? " in the local library" : "")
            : std::to_string(range.low) + "-" + std::to_string(range.high) + " results (estimated)";
    query.confidence =
        confidence(out_.concepts, tree, seams_.local ? std::nullopt : query.result_count, range);
  }

  Result<void> look_for_seeds() {
    if (request_.seed_pmids.empty()) return {};
    if (!seams_.probe) {
      out_.warnings.push_back("seed_pmids " + text::join(request_.seed_pmids, ", ") +
                              " could not be looked up: PubMed is switched off");
      return {};
    }
    for (std::size_t i = 0; i < out_.queries.size(); ++i) {
      EV_CHECK(ctx_.check());
      auto notes = check_seeds(trees_[i], request_.seed_pmids, seed_records_, seams_, ctx_);
      if (notes) {
        out_.queries[i].seeds = *std::move(notes);
      } else if (notes.error().code == Errc::cancelled) {
        return std::move(notes).error();
      } else {
        out_.queries[i].warnings.push_back("seed_pmids could not be looked up: " +
                                           notes.error().message);
      }
    }
    return {};
  }

  void summarise() {
    std::size_t largest = 0;
    for (const GeneratedQuery& query : out_.queries) largest = std::max(largest, query.terms);
    if (const int unasked = budget_.unasked(); unasked > 0) {
      out_.warnings.push_back(
          "PubMed is asked at most " + std::to_string(limits::kQueryRequests) +
          " times for one goal, " + std::to_string(limits::kQueryMeaningRequests) +
          " of them about what its words mean: " + std::to_string(unasked) +
          " question(s) about its words and about counts were not asked; name fewer things, or "
          "give the parts of the goal one by one");
    }
    out_.complexity = largest <= 8 ? "simple" : largest <= 30 ? "moderate" : "complex";
    if (unverified_ && !pubmed_probe()) {
      out_.notes.push_back("without PubMed, parts that the " + seams_.vocabulary.source() +
                           " does not know are searched in title and abstract only");
    }
  }

  const Request& request_;
  RequestBudget budget_;
  Seams seams_;
  const Context& ctx_;
  bool counting_;
  std::string as_of_;  // YYYY/MM/DD
  std::vector<Concept> concepts_;
  std::vector<Candidate> candidates_;
  QueryLimits limits_;
  SeedRecords seed_records_;
  std::vector<Concept> noted_;  // parallel to out_.concepts
  std::vector<Node> trees_;     // parallel to out_.queries
  std::set<std::string> made_;  // parts_of() the same
  std::set<std::string> headings_;
  std::vector<std::string> names_;     // the goal's concepts, in its order
  std::vector<std::string> left_out_;  // of these, what no query asks for
  std::vector<std::string> absent_;    // of these, what occurs nowhere
  std::string first_drug_;
  bool looked_for_absent_ = false;
  std::string subject_keyword_;  // what the queries are about when the goal names only keywords
  bool unverified_ = false;
  Generation out_;
};

}  // namespace

Result<Generation> generate(const Request& request, const Seams& seams, const Context& ctx) {
  return Generator(request, seams, ctx).run();
}

}  // namespace ev::query_gen
