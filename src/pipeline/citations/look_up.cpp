#include "pipeline/citations/look_up.hpp"

#include "base/text.hpp"
#include "pipeline/citations/reference_parts.hpp"
#include "pipeline/identity/title.hpp"
#include "pipeline/search/outcome.hpp"
#include "pipeline/search/search.hpp"
#include "pipeline/sources/crossref.hpp"
#include "pipeline/sources/europepmc.hpp"
#include "pipeline/sources/pubmed.hpp"

#include <algorithm>

namespace ev::citations {

namespace {

constexpr int kCandidates = 10;
constexpr std::size_t kWords = 6;
constexpr double kNearTitle = 0.6;

std::string all_in_title(const std::vector<std::string>& words, const char* tag) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " AND ") + word + tag;
  return out;
}

bool is_long_enough(const Reference& r) {
  return telling_words(r.title, kWords).size() >= 2;
}

std::string exact_query(const Reference& r) {
  const std::vector<std::string> words = telling_words(r.title, kWords);
  return words.size() < 2 ? "" : all_in_title(words, "[ti]");
}

// Of a title that seems to have several sentences the later ones may be the journal.
std::string first_sentence_query(const Reference& r) {
  const std::vector<std::string> sentences = sentences_of(r.title);
  if (sentences.size() < 2) return "";
  const std::vector<std::string> words = telling_words(sentences.front(), kWords);
  return words.size() < 3 ? "" : all_in_title(words, "[ti]");
}

// A misspelt word stands in one half only.
std::string lenient_query(const Reference& r) {
  const std::vector<std::string> words = telling_words(r.title, 8);
  if (words.size() < 4) return "";
  std::vector<std::string> halves[2];
  for (std::size_t i = 0; i < words.size(); ++i) halves[i % 2].push_back(words[i]);
  std::string out =
      "((" + all_in_title(halves[0], "[ti]") + ") OR (" + all_in_title(halves[1], "[ti]") + "))";
  std::vector<std::string> also;
  const model::Article given = as_article(r);
  if (!given.authors.empty() && !given.authors.front().collective) {
    const auto family = identity::folded_words(given.authors.front().last_name);
    if (family.size() == 1 && family[0].size() >= 3) also.push_back(family[0] + "[au]");
  }
  if (r.year) {
    also.push_back(std::to_string(*r.year - 1) + ":" + std::to_string(*r.year + 1) + "[dp]");
  }
  if (!also.empty()) out += " AND (" + text::join(also, " OR ") + ")";
  return out;
}

std::string place_query(const Reference& r) {
  const std::string page = r.pages.substr(0, r.pages.find('-'));
  std::string journal;
  for (const char c : r.journal) journal += c == '"' || c == '[' || c == ']' || c == '.' ? ' ' : c;
  journal = std::string(text::trim(journal));
  if (journal.empty() || r.volume.empty() || page.empty()) return "";
  const auto plain = [](const std::string& s) {
    return std::all_of(s.begin(), s.end(), [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.';
    });
  };
  if (!plain(page) || !plain(r.volume)) return "";
  // PubMed knows the first page; others that speak its language, the pages as printed.
  std::vector<std::string> forms = {page + "[pg]"};
  const std::size_t dash = r.pages.find('-');
  const std::string last = dash == std::string::npos ? "" : r.pages.substr(dash + 1);
  if (!last.empty() && plain(last)) {
    forms.push_back("\"" + page + "-" + last + "\"[pg]");
    if (last.size() < page.size()) {
      forms.push_back("\"" + page + "-" + page.substr(0, page.size() - last.size()) + last +
                      "\"[pg]");
    }
  }
  return "\"" + journal + "\"[ta] AND " + r.volume + "[vi] AND (" + text::join(forms, " OR ") + ")";
}

bool better(const Comparison& a, const Comparison& b) {
  if (a.title_agrees != b.title_agrees) return a.title_agrees;
  if (a.differ.size() != b.differ.size()) return a.differ.size() < b.differ.size();
  return a.title_similarity.value_or(0) > b.title_similarity.value_or(0);
}

bool has(const std::vector<std::string>& fields, const char* field) {
  return std::find(fields.begin(), fields.end(), field) != fields.end();
}

// The record is what the reference means, right or wrong in details.
bool is_meant(const Reference& r, const Comparison& c) {
  if (c.title_agrees) return true;
  const bool in_place = c.place_agrees;
  if (r.title.empty()) return in_place;
  return in_place && (has(c.agree, "first_author") || has(c.agree, "year"));
}

class LookingUp {
 public:
  LookingUp(const search::Ports& ports, std::vector<LookUp>& all, std::vector<Error>& errors,
            const Context& ctx)
      : ports_(ports), all_(all), errors_(errors), ctx_(ctx) {}

  Result<void> run() {
    EV_CHECK(in_pubmed(exact_query));
    EV_CHECK(in_pubmed(first_sentence_query));
    EV_CHECK(in_pubmed(lenient_query));
    EV_CHECK(in_pubmed(place_query));
    EV_CHECK(in_europepmc());
    return in_crossref();
  }

 private:
  struct Question {
    LookUp* of;
    net::RequestPlan plan;
  };

  std::vector<Result<net::HttpResponse>> send(const std::vector<Question>& questions) {
    std::vector<net::RequestPlan> plans;
    for (const Question& q : questions) {
      plans.push_back(q.plan);
      plans.back().cache_only = ports_.offline;
    }
    return ports_.http.send_all(plans, ctx_);
  }

  bool on(const std::string& service) const { return search::is_enabled(ports_.config, service); }

  Result<void> fail(LookUp& one, const std::string& service, const Error& error) {
    if (error.code == Errc::cancelled) return error;
    one.failed[service] = error.message;
    const bool known = std::any_of(errors_.begin(), errors_.end(), [&](const Error& e) {
      return e.source == service && e.code == error.code;
    });
    if (known) return {};
    errors_.push_back(error);
    errors_.back().source = service;
    return {};
  }

  void answered(LookUp& one, const std::string& service) const {
    if (std::find(one.asked.begin(), one.asked.end(), service) == one.asked.end()) {
      one.asked.push_back(service);
    }
  }

  void consider(LookUp& one, const std::vector<model::Article>& candidates) {
    std::optional<Comparison> best;
    for (const model::Article& candidate : candidates) {
      const Comparison c = compare(*one.reference, candidate);
      const double similarity = c.title_similarity.value_or(0);
      if (is_meant(*one.reference, c)) {
        if (best && !better(c, *best)) continue;
        best = c;
        one.record = candidate;
      } else if (similarity >= kNearTitle && similarity > one.nearest_similarity) {
        one.nearest = candidate;
        one.nearest_similarity = similarity;
      }
    }
  }

  // ---------------------------------------------------------------- PubMed

  Result<void> in_pubmed(std::string (*query_of)(const Reference&)) {
    if (!on("pubmed")) return {};
    const sources::PubMed pubmed(ports_.config);
    std::vector<Question> questions;
    for (LookUp& one : all_) {
      if (one.record || one.failed.count("pubmed") != 0) continue;
      const std::string query = query_of(*one.reference);
      if (query.empty()) continue;
      auto plan = pubmed.plan({.text = query, .max = kCandidates});
      if (plan) questions.push_back({&one, *std::move(plan)});
    }
    if (questions.empty()) return {};
    std::vector<std::vector<std::string>> ids(questions.size());
    std::vector<std::string> every;
    const auto replies = send(questions);
    for (std::size_t i = 0; i < replies.size(); ++i) {
      auto step = replies[i] ? sources::parse_esearch(replies[i]->body)
                             : Result<sources::EsearchReply>(replies[i].error());
      if (!step) {
        EV_CHECK(fail(*questions[i].of, "pubmed", step.error()));
        continue;
      }
      ids[i] = std::move(step->ids);
      every.insert(every.end(), ids[i].begin(), ids[i].end());
    }
    auto fetched = search::fetch_records(ports_, every, ctx_);
    for (std::size_t i = 0; i < questions.size(); ++i) {
      LookUp& one = *questions[i].of;
      if (one.failed.count("pubmed") != 0) continue;
      if (!fetched) {
        if (!ids[i].empty()) EV_CHECK(fail(one, "pubmed", fetched.error()));
        continue;
      }
      answered(one, "pubmed");
      EV_CHECK(consider_fetched(one, ids[i], *fetched));
    }
    return {};
  }

  Result<void> consider_fetched(LookUp& one, const std::vector<std::string>& ids,
                                const search::FetchOutcome& fetched) {
    std::vector<model::Article> candidates;
    for (const std::string& id : ids) {
      const auto it = std::find_if(fetched.articles.begin(), fetched.articles.end(),
                                   [&id](const model::Article& a) { return a.pmid == id; });
      if (it != fetched.articles.end()) candidates.push_back(*it);
      const auto& lost = fetched.failed;
      const bool failed = std::find(lost.begin(), lost.end(), id) != lost.end();
      if (failed && !fetched.errors.empty()) {
        EV_CHECK(fail(one, "pubmed", fetched.errors.front()));
      }
    }
    consider(one, candidates);
    return {};
  }

  // ---------------------------------------------------------------- others

  template <class PlanOf, class Read>
  Result<void> elsewhere(const std::string& service, PlanOf plan_of, Read read) {
    if (!on(service)) return {};
    std::vector<Question> questions;
    for (LookUp& one : all_) {
      if (one.record || !one.everywhere) continue;
      std::optional<net::RequestPlan> plan = plan_of(*one.reference);
      if (plan) questions.push_back({&one, *std::move(plan)});
    }
    const auto replies = send(questions);
    for (std::size_t i = 0; i < replies.size(); ++i) {
      LookUp& one = *questions[i].of;
      auto found =
          replies[i] ? read(*replies[i]) : Result<std::vector<model::Article>>(replies[i].error());
      if (!found) {
        EV_CHECK(fail(one, service, found.error()));
        continue;
      }
      answered(one, service);
      consider(one, *found);
    }
    return {};
  }

  Result<void> in_europepmc() {
    const sources::EuropePmc europepmc(ports_.config);
    return elsewhere(
        "europepmc",
        [&](const Reference& r) -> std::optional<net::RequestPlan> {
          if (!is_long_enough(r)) return std::nullopt;
          std::string query;
          for (const std::string& word : telling_words(r.title, kWords)) {
            query += (query.empty() ? "TITLE:" : " AND TITLE:") + word;
          }
          auto plan = europepmc.plan({.params = {{"query", query}}, .max = kCandidates});
          return plan ? std::optional(*std::move(plan)) : std::nullopt;
        },
        [&](const net::HttpResponse& reply) -> Result<std::vector<model::Article>> {
          EV_TRY(sources::SourceStep step, europepmc.parse({.max = kCandidates}, reply));
          return std::move(step.articles);
        });
  }

  Result<void> in_crossref() {
    return elsewhere(
        "crossref",
        [&](const Reference& r) -> std::optional<net::RequestPlan> {
          if (!is_long_enough(r)) return std::nullopt;
          return sources::plan_crossref_search(ports_.config, r.text.empty() ? r.title : r.text, 5);
        },
        [](const net::HttpResponse& reply) -> Result<std::vector<model::Article>> {
          EV_TRY(std::vector<sources::CrossrefWork> works, sources::parse_crossref(reply.body));
          std::vector<model::Article> out;
          for (sources::CrossrefWork& work : works) {
            if (work.record.id.empty()) work.record.id = "DOI:" + work.record.doi;
            out.push_back(std::move(work.record));
          }
          return out;
        });
  }

  const search::Ports& ports_;
  std::vector<LookUp>& all_;
  std::vector<Error>& errors_;
  const Context& ctx_;
};

}  // namespace

std::vector<std::string> telling_words(const std::string& title, std::size_t most) {
  std::vector<std::string> words;
  for (std::string& word : identity::folded_words(title)) {
    const bool digit = word.find_first_of("0123456789") != std::string::npos;
    const bool plain = std::all_of(word.begin(), word.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    const bool known = std::find(words.begin(), words.end(), word) != words.end();
    if (word.size() >= 4 && !digit && plain && !known) words.push_back(std::move(word));
  }
  std::stable_sort(words.begin(), words.end(),
                   [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  if (words.size() > most) words.resize(most);
  return words;
}

bool can_be_looked_up(const Reference& r) {
  return is_long_enough(r) || !place_query(r).empty();
}

Result<void> look_up(const search::Ports& ports, std::vector<LookUp>& all,
                     std::vector<Error>& errors, const Context& ctx) {
  return LookingUp(ports, all, errors, ctx).run();
}

}  // namespace ev::citations
