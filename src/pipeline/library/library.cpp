#include "pipeline/library/library.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"
#include "pipeline/library/index_query.hpp"
#include "pipeline/library/stored_article.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/pubmed_query/memory_index.hpp"
#include "pipeline/pubmed_query/search_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ev::library {

namespace {

namespace pq = pubmed_query;
using Hits = std::vector<store::IndexHit>;  // by record number

constexpr std::size_t kPage = 500;

Hits combined(pq::Kind kind, const Hits& a, const Hits& b) {
  const auto before = [](const store::IndexHit& x, const store::IndexHit& y) {
    return x.record < y.record;
  };
  Hits out;
  const auto to = std::back_inserter(out);
  if (kind == pq::Kind::conjunction) {
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), to, before);
  } else if (kind == pq::Kind::disjunction) {
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), to, before);
  } else {
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), to, before);
  }
  return out;
}

class Searcher {
 public:
  Searcher(const Ports& ports, const Context& ctx) : ports_(ports), ctx_(ctx) {}

  Result<Hits> find(const pq::Node& node) {
    EV_CHECK(ctx_.check());
    if (answerable(node)) {
      return ports_.index.find(index_query(node, ports_.vocabulary, ports_.today), ctx_);
    }
    if (node.kind == pq::Kind::term) return near_cached(node.term);
    EV_TRY(Hits out, find(node.children.front()));
    for (std::size_t i = 1; i < node.children.size(); ++i) {
      EV_TRY(const Hits next, find(node.children[i]));
      out = combined(node.kind, out, next);
    }
    return out;
  }

 private:
  Result<Hits> near_cached(const pq::Term& term) {
    const auto known = near_.find(pq::print(term));
    if (known != near_.end()) return known->second;
    EV_TRY(Hits hits, near(term));
    return near_[pq::print(term)] = std::move(hits);
  }

  // The index finds every record that could match; the records decide.
  Result<Hits> near(const pq::Term& term) {
    EV_TRY(const Hits hits,
           ports_.index.find(index_query(term, ports_.vocabulary, ports_.today), ctx_));
    Hits out;
    for (std::size_t i = 0; i < hits.size(); i += kPage) {
      EV_CHECK(ctx_.check());
      const auto page = std::span(hits).subspan(i, std::min(kPage, hits.size() - i));
      std::vector<std::string> ids;
      for (const store::IndexHit& hit : page) ids.push_back(hit.item_id);
      EV_TRY(const auto articles, load_articles(ports_.articles, ids, ctx_));
      std::unordered_set<std::string_view> near;
      for (const model::Article& article : articles) {
        if (pq::in_text(pq::search_text(article), term)) near.insert(model::item_id(article));
      }
      for (const store::IndexHit& hit : page) {
        if (near.contains(hit.item_id)) out.push_back(hit);
      }
    }
    return out;
  }

  const Ports& ports_;
  const Context& ctx_;
  std::map<std::string, Hits> near_;  // answers to proximity, which are dear
};

// What term mapping asks: does a term occur at all.
class Occurrence final : public pq::TermSource {
 public:
  Occurrence(const Ports& ports, Searcher& searcher, const Context& ctx)
      : ports_(ports), searcher_(searcher), ctx_(ctx) {}
  pq::Hits find(const pq::Term& term) const override {
    return finds(term) ? pq::Hits{0} : pq::Hits{};
  }
  bool finds(const pq::Term& term) const override {
    // Only words and phrases are told to be missing.
    if (pq::by_keys(term)) return true;
    if (failed_) return false;
    const auto [known, fresh] = known_.try_emplace(pq::print(term), false);
    if (!fresh) return known->second;
    pq::Node node;
    node.term = term;
    const Result<bool> found = occurs(node);
    if (!found) failed_ = found.error();
    return known->second = found && *found;
  }
  const std::optional<Error>& failed() const { return failed_; }

 private:
  Result<bool> occurs(const pq::Node& node) const {
    if (answerable(node)) {
      return ports_.index.any(index_query(node, ports_.vocabulary, ports_.today), ctx_);
    }
    EV_TRY(const Hits hits, searcher_.find(node));
    return !hits.empty();
  }

  const Ports& ports_;
  Searcher& searcher_;
  const Context& ctx_;
  mutable std::optional<Error> failed_;
  mutable std::unordered_map<std::string, bool> known_;  // terms asked already
};

std::vector<std::string> ids_of(const Hits& hits) {
  std::vector<std::string> ids;
  ids.reserve(hits.size());
  for (const store::IndexHit& hit : hits) ids.push_back(hit.item_id);
  return ids;
}

// What the index answers by itself it also counts and puts in order; otherwise the hits are picked
// out of what any of the query's terms finds.
Result<void> most_relevant(const Ports& ports, const pq::Node& query, Searcher& searcher,
                           std::size_t limit, const Context& ctx, Found& out) {
  if (answerable(query)) {
    const store::IndexQuery question = index_query(query, ports.vocabulary, ports.today);
    EV_TRY(const store::IndexPage page, ports.index.best(question, limit, ctx));
    out.count = page.count;
    out.item_ids = ids_of(page.hits);
    return {};
  }
  EV_TRY(const Hits hits, searcher.find(query));
  EV_TRY(store::IndexPage page,
         ports.index.best(positive_terms(query, ports.vocabulary, ports.today), kAll, ctx));
  Hits best = std::move(page.hits);
  std::unordered_set<std::int64_t> wanted;
  for (const store::IndexHit& hit : hits) wanted.insert(hit.record);
  std::erase_if(best, [&](const store::IndexHit& hit) { return !wanted.contains(hit.record); });
  out.count = best.size();
  if (best.size() > limit) best.resize(limit);
  out.item_ids = ids_of(best);
  return {};
}

Result<void> newest(const Ports& ports, const pq::Node& query, Searcher& searcher,
                    std::size_t limit, const Context& ctx, Found& out) {
  if (answerable(query)) {
    EV_TRY(const store::IndexPage page,
           ports.index.newest(index_query(query, ports.vocabulary, ports.today), limit, ctx));
    out.count = page.count;
    out.item_ids = ids_of(page.hits);
    return {};
  }
  EV_TRY(Hits hits, searcher.find(query));
  out.count = hits.size();
  store::order_newest(hits);
  if (hits.size() > limit) hits.resize(limit);
  out.item_ids = ids_of(hits);
  return {};
}

void note_fields(const pq::Node& query, std::vector<std::string>& warnings) {
  std::unordered_set<std::string> told;
  pq::for_each_term(query, [&](const pq::Term& term) {
    const std::string tag = pq::info(term.field).code;
    std::string why;
    switch (term.field) {
      case pq::Field::crdt:
      case pq::Field::dcom:
      case pq::Field::edat:
      case pq::Field::lr:
      case pq::Field::mhda:
        why = "is searched by publication date: the library keeps no other date";
        break;
      case pq::Field::book:
      case pq::Field::bookaccession:
      case pq::Field::ed:
      case pq::Field::fir:
      case pq::Field::ir:
      case pq::Field::isbn:
      case pq::Field::jid:
      case pq::Field::ow:
      case pq::Field::pl:
      case pq::Field::ps:
      case pq::Field::pubn:
        why = "finds nothing: records of the library do not keep this field";
        break;
      case pq::Field::pa:
        why = "is searched as a heading: the library has no pharmacological actions";
        break;
      default:
        return;
    }
    if (told.insert(tag).second) warnings.push_back("[" + tag + "] " + why);
  });
}

// Explosion reaches as far as the vocabulary: what it does not know is searched by its name alone.
void note_headings(const pq::Node& query, const mesh::Vocabulary& vocabulary,
                   std::vector<std::string>& warnings) {
  std::vector<std::string> unknown;
  pq::for_each_term(query, [&](const pq::Term& term) {
    const bool tree =
        term.field == pq::Field::mh || term.field == pq::Field::majr || term.field == pq::Field::pt;
    if (!tree || term.no_explosion || term.truncated()) return;
    const std::string name =
        text::spell_greek(text::fold(term.text.substr(0, term.text.find('/'))));
    if (vocabulary.by_name(name) != nullptr || !vocabulary.find(name).empty()) return;
    if (std::find(unknown.begin(), unknown.end(), pq::print(term)) == unknown.end()) {
      unknown.push_back(pq::print(term));
    }
  });
  if (unknown.empty()) return;
  warnings.push_back(
      text::join(unknown, ", ") + (unknown.size() == 1 ? " is" : " are") +
      " searched by name alone, without entry terms and narrower headings: not in the " +
      vocabulary.source() + "; \"evidence-mcp mesh import\" loads the whole vocabulary");
}

// Each of them is a question to the index, and relevance weighs every one in every record.
Result<void> check_size(const pq::Node& query) {
  std::unordered_set<std::string> words;
  pq::for_each_term(query, [&words](const pq::Term& term) {
    if (words.size() > limits::kLocalQueryWords) return;
    for (std::string& word : text::split(pq::print(term), ' ')) words.insert(std::move(word));
  });
  if (words.size() <= limits::kLocalQueryWords) return {};
  return Error{.code = Errc::invalid_query,
               .message = "the query has more than " + std::to_string(limits::kLocalQueryWords) +
                          " different words, too many for the local library",
               .path = "query",
               .recovery = "search in parts, or leave out what says the same"};
}

Result<pq::Mapped> mapped_query(const Ports& ports, std::string_view query, Searcher& searcher,
                                const Context& ctx, std::vector<std::string>& warnings) {
  EV_TRY(const pq::Node tree, pq::parse_or_explain(query));
  EV_CHECK(check_size(tree));
  note_headings(tree, ports.vocabulary, warnings);
  const Occurrence occurrence(ports, searcher, ctx);
  pq::Mapped mapped = pq::map_terms(tree, ports.vocabulary, occurrence);
  if (occurrence.failed()) return *occurrence.failed();
  return mapped;
}

}  // namespace

Result<Found> search(const Ports& ports, std::string_view query, Order order, std::size_t limit,
                     const Context& ctx) {
  Found out;
  Searcher searcher(ports, ctx);
  EV_TRY(out.mapped, mapped_query(ports, query, searcher, ctx, out.warnings));
  if (!out.mapped.tree) return out;
  const pq::Node& tree = *out.mapped.tree;
  out.query_translation = pq::print(tree, pq::TagStyle::full);
  note_fields(tree, out.warnings);
  EV_CHECK(order == Order::newest ? newest(ports, tree, searcher, limit, ctx, out)
                                  : most_relevant(ports, tree, searcher, limit, ctx, out));
  return out;
}

Result<std::size_t> rebuild(const Ports& ports, const Context& ctx) {
  std::size_t done = 0;
  return ports.index.rebuild([&](const std::string& stored) -> Result<store::IndexColumns> {
    EV_CHECK(ctx.check());
    EV_TRY(const Json json, parse_json(stored, "a stored record"));
    ctx.report("indexing records", static_cast<double>(++done), 0);
    return index_text(model::article_from_json(json));
  });
}

}  // namespace ev::library
