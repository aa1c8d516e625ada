#include "pipeline/mechanism/statement.hpp"

#include "pipeline/mechanism/aims.hpp"
#include "pipeline/mechanism/mentions.hpp"
#include "pipeline/mechanism/provenance.hpp"
#include "pipeline/mechanism/word_lists.hpp"
#include "pipeline/model/retraction.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace ev::mechanism {
namespace {

constexpr double kBackgroundShare = 0.3;

double confidence_of(const Relation& relation) {
  double c = 0.7;
  switch (relation.form) {
    case Form::active:
    case Form::doer:
      c = 0.8;
      break;
    case Form::passive:
    case Form::nominal:
      c = 0.75;
      break;
    case Form::clinical:
    case Form::means:
      c = 0.65;
      break;
  }
  if (relation.hedged) c *= 0.5;
  if (relation.weak) c *= 0.6;
  if (relation.by_class) c *= 0.6;
  return c;
}

class RecordReader {
 public:
  RecordReader(std::span<const model::Article> articles, Vocabulary& vocabulary)
      : articles_(articles), vocabulary_(vocabulary) {}

  Result<StatementSet> run(const Context& ctx) {
    // Names found by their form are learnt from all records first, so that no record's reading
    // depends on its place.
    for (std::size_t a = 0; a < articles_.size(); ++a) {
      EV_CHECK(ctx.check());
      const doc::RecordAnalysis& record = records_.emplace_back(articles_[a]);
      for (const doc::AnalysedSentence& s : record.sentences())
        note_codes(s.text, s.tokens, find_mentions(s.text, s.tokens, vocabulary_));
    }
    for (const auto& [code, drugs] : codes_) {
      if (drugs.size() == 1) vocabulary_.alias(*drugs.begin(), code);
    }
    for (std::size_t a = 0; a < articles_.size(); ++a) {
      EV_CHECK(ctx.check());
      ctx.report("reading mechanisms", static_cast<double>(a),
                 static_cast<double>(articles_.size()));
      if (is_void(articles_[a])) {
        out_.excluded.push_back(record_id(articles_[a]));
        continue;
      }
      ++out_.records;
      read_record(a);
    }
    std::sort(out_.excluded.begin(), out_.excluded.end());
    sort_statements(out_, vocabulary_);
    return std::move(out_);
  }

 private:
  // "zortolol (ZX-1234)": a compound's code is another name of it.
  void note_codes(std::string_view text, const std::vector<doc::Token>& tokens,
                  const std::vector<Mention>& mentions) {
    for (const Mention& m : mentions) {
      if (vocabulary_.at(m.entity).kind != Kind::drug || m.last + 1 >= tokens.size()) continue;
      const std::size_t begin = tokens[m.last + 1].begin;
      const std::size_t end = text.find(')', begin);
      if (gap_after(text, tokens, m.last) != " (" || end == std::string_view::npos) continue;
      const std::string code(text.substr(begin, end - begin));
      if (is_compound_code(code)) codes_[code].insert(m.entity);
    }
  }

  // Capital letters, then digits: "ZX-1234", "ABC123".
  static bool is_compound_code(std::string_view s) {
    constexpr std::string_view kCapitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const std::size_t letters = s.find_first_not_of(kCapitals);
    if (letters == std::string_view::npos || letters < 2 || letters > 5) return false;
    std::string_view digits = s.substr(letters);
    if (digits.front() == '-' || digits.front() == ' ') digits.remove_prefix(1);
    return digits.size() >= 3 && digits.size() <= 7 &&
           digits.find_first_not_of("0123456789") == std::string_view::npos;
  }

  void read_record(std::size_t a) {
    const doc::Document& document = records_[a].document();
    const Provenance provenance = provenance_of(articles_[a]);
    for (const auto& [sentence, text, tokens] : records_[a].sentences()) {
      const std::vector<Mention> mentions = find_mentions(text, tokens, vocabulary_);
      for (const Mention& m : mentions) out_.mentioned[m.entity].insert(a);
      if (mentions.size() < 2) continue;
      std::vector<Relation> relations = find_relations(text, tokens, mentions, vocabulary_);
      // Aims, methods, plans and the names of topics find nothing, but what a drug is called ("the
      // B blocker A") holds wherever it is said.
      const bool topic = sentence.role == doc::Role::title && !states_a_finding(text);
      // A review has no methods to speak of: what stands in the middle of its abstract is known.
      const bool told = sentence.role == doc::Role::methods && !sentence.labelled &&
                        provenance.design == StudyDesign::review;
      const bool method = sentence.role == doc::Role::methods && !told;
      if (sentence.role == doc::Role::objective || method || topic || provenance.plan ||
          states_an_aim(text)) {
        std::erase_if(relations, [](const Relation& r) { return r.form != Form::doer; });
      }
      for (const Relation& r : relations) {
        Statement s{.from = mentions[r.from].entity,
                    .to = mentions[r.to].entity,
                    .sign = r.sign,
                    .article = a};
        s.finding = sentence.role != doc::Role::background && !told;
        s.evidence = {
            .id = record_id(articles_[a]),
            .quote = document.quote(sentence.span),
            .design = provenance.design,
            .species = provenance.species,
            .cue = std::string(
                text.substr(tokens[r.cue].begin, tokens[r.cue].end - tokens[r.cue].begin)),
            .negated = r.negated,
            .hedged = r.hedged,
            .by_class = r.by_class,
            .weight = provenance.weight * confidence_of(r) * (s.finding ? 1.0 : kBackgroundShare)};
        out_.statements.push_back(std::move(s));
      }
      note_together(a, mentions, relations);
    }
    read_qualifiers(a);
  }

  void note_together(std::size_t a, const std::vector<Mention>& mentions,
                     const std::vector<Relation>& relations) {
    for (std::size_t i = 0; i < mentions.size(); ++i) {
      for (std::size_t j = 0; j < mentions.size(); ++j) {
        const Kind from = vocabulary_.at(mentions[i].entity).kind;
        const Kind to = vocabulary_.at(mentions[j].entity).kind;
        if (i == j || from >= to || mentions[j].agent) continue;  // a class of drugs is no partner
        const bool linked = std::any_of(relations.begin(), relations.end(), [&](const Relation& r) {
          return r.from == i && r.to == j;
        });
        if (!linked) out_.together[{mentions[i].entity, mentions[j].entity}].insert(a);
      }
    }
  }

  // Qualifier pairs that type an edge, assigned by indexers: they back a quoted link, they never
  // make one.
  void read_qualifiers(std::size_t a) {
    struct Qualified {
      std::size_t entity;
      const model::MeshHeading* heading;
    };
    std::vector<Qualified> named;
    for (const model::MeshHeading& heading : articles_[a].mesh_headings) {
      if (const Term* term = vocabulary_.find(key_of(heading.descriptor)))
        named.push_back({term->entity, &heading});
    }
    const auto has = [](const model::MeshHeading& heading,
                        std::initializer_list<std::string_view> names) {
      return std::any_of(heading.qualifiers.begin(), heading.qualifiers.end(),
                         [&](const model::MeshQualifier& q) {
                           return std::find(names.begin(), names.end(), q.name) != names.end();
                         });
    };
    for (const Qualified& from : named) {
      for (const Qualified& to : named) {
        const bool treats = has(*from.heading, {"therapeutic use"}) &&
                            has(*to.heading, {"drug therapy", "prevention & control"});
        const bool acts = has(*from.heading, {"pharmacology"}) &&
                          has(*to.heading, {"antagonists & inhibitors", "agonists", "metabolism",
                                            "drug effects"});
        const bool causes = has(*from.heading, {"adverse effects", "toxicity"}) &&
                            has(*to.heading, {"chemically induced"});
        if (from.entity != to.entity && (treats || acts || causes))
          out_.mesh_edges[{from.entity, to.entity}].insert(a);
      }
    }
  }

  std::span<const model::Article> articles_;
  Vocabulary& vocabulary_;
  std::vector<doc::RecordAnalysis> records_;
  std::map<std::string, std::set<std::size_t>> codes_;  // the drugs that a code stands for
  StatementSet out_;
};

}  // namespace

void sort_statements(StatementSet& reading, const Vocabulary& vocabulary) {
  const auto key = [&](const Statement& s) {
    return std::make_tuple(
        std::string_view(vocabulary.at(s.from).id), std::string_view(vocabulary.at(s.to).id),
        std::string_view(s.evidence.id), s.evidence.quote.field, s.evidence.quote.start, s.sign,
        s.evidence.negated, -s.evidence.weight, std::string_view(s.evidence.cue));
  };
  std::stable_sort(reading.statements.begin(), reading.statements.end(),
                   [&](const Statement& x, const Statement& y) { return key(x) < key(y); });
}

std::string record_id(const model::Article& article) {
  if (const std::string& id = model::item_id(article); !id.empty()) return id;
  if (!article.doi.empty()) return article.doi;
  if (!article.nct_ids.empty()) return article.nct_ids.front();
  return article.url;
}

Result<StatementSet> read_statements(std::span<const model::Article> articles,
                                     Vocabulary& vocabulary, const Context& ctx) {
  return RecordReader(articles, vocabulary).run(ctx);
}

}  // namespace ev::mechanism
