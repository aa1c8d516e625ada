#include "pipeline/identity/relations.hpp"

#include "base/text.hpp"
#include "pipeline/identity/ids.hpp"
#include "pipeline/identity/merge.hpp"
#include "pipeline/model/identifiers.hpp"
#include "pipeline/sources/comment_links.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace ev::identity {

namespace {

using model::Article;

struct Pairing {
  std::string_view one, other;
};
// Each type with that of the other side.
constexpr std::array<Pairing, 9> kPairings = {{{"preprint_of", "has_preprint"},
                                               {"registered_as", "has_publication"},
                                               {"results_of", "has_results"},
                                               {"erratum_for", "has_erratum"},
                                               {"notice_of", "has_notice"},
                                               {"update_of", "has_update"},
                                               {"comment_on", "has_comment"},
                                               {"version_of", "version_of"},
                                               {"", ""}}};

std::string inverse_of(std::string_view type) {
  for (const Pairing& pairing : kPairings) {
    if (type == pairing.one) return std::string(pairing.other);
    if (type == pairing.other) return std::string(pairing.one);
  }
  return "";
}

bool is_preprint(const Article& a) {
  const std::string doi = model::doi_key(a.doi);
  return a.is_preprint || model::is_preprint_doi(doi) || a.europepmc_id.rfind("PPR:", 0) == 0 ||
         a.id.rfind("PPR:", 0) == 0;
}

// By the most usual of its identifiers that `names_it` alone.
template <class NamesIt>
std::string name_among(const std::vector<Identifier>& ids, const Article& a, NamesIt names_it) {
  for (const IdKind kind : {IdKind::pmid, IdKind::nct, IdKind::europepmc, IdKind::doi,
                            IdKind::openalex, IdKind::pmcid, IdKind::arxiv}) {
    for (const Identifier& id : ids) {
      if (id.kind != kind || !names_it(id)) continue;
      return kind == IdKind::arxiv ? label(id) : relation_name(id);
    }
  }
  return model::item_id(a);
}

class Relater {
 public:
  explicit Relater(std::vector<Article>& records) : records_(records) {
    for (std::size_t i = 0; i < records.size(); ++i) {
      for (const Identifier& id : ids_of(records[i])) {
        const auto [it, fresh] = by_id_.try_emplace(label(id), i);
        // The DOI of a supplement names all its abstracts, and so none.
        if (!fresh && it->second != i) it->second = records.size();
      }
    }
  }

  void relate_all(const FoundLinks& found) {
    // What a registration says of a paper comes first: it says more than the paper's number.
    for (std::size_t i = 0; i < records_.size(); ++i) trial_references(i);
    for (std::size_t i = 0; i < records_.size(); ++i) {
      given_relations(i);
      comments(i);
      trial_numbers(i);
    }
    for (const Link& link : found.preprints) {
      tie_preprint(link.a, link.b, "title and authors");
    }
    for (const Link& link : found.versions) tie_versions(link.a, link.b);
  }

 private:
  std::size_t find(std::string_view name) const {
    for (const Identifier& id : ids_in_text(name)) {
      const auto it = by_id_.find(label(id));
      if (it != by_id_.end()) return it->second;
    }
    return records_.size();
  }

  std::string name_in_set(std::size_t i) const {
    return name_among(ids_of(records_[i]), records_[i], [this, i](const Identifier& id) {
      const auto it = by_id_.find(label(id));
      return it != by_id_.end() && it->second == i;
    });
  }

  void add(std::size_t i, std::string_view type, std::size_t other, const std::string& source) {
    std::vector<model::Relation>& related = records_[i].related;
    const std::string id = name_in_set(other);
    const bool there = std::any_of(related.begin(), related.end(), [&](const auto& r) {
      return r.type == type && (r.id == id || find(r.id) == other);
    });
    if (!there) related.push_back({std::string(type), id, source});
  }

  bool is_tied(std::size_t i, std::string_view type, std::size_t other) const {
    const std::vector<model::Relation>& related = records_[i].related;
    return std::any_of(related.begin(), related.end(), [&](const model::Relation& r) {
      return r.type == type && find(r.id) == other;
    });
  }

  void untie(std::size_t i, std::string_view type, std::size_t other) {
    std::erase_if(records_[i].related,
                  [&](const model::Relation& r) { return r.type == type && find(r.id) == other; });
  }

  void tie(std::size_t i, std::string_view type, std::size_t other, const std::string& source) {
    if (other >= records_.size() || other == i) return;
    add(i, type, other, source);
    if (const std::string back = inverse_of(type); !back.empty()) add(other, back, i, source);
  }

  void tie_preprint(std::size_t a, std::size_t b, const std::string& source) {
    if (a >= records_.size() || b >= records_.size()) return;
    const bool first = is_preprint(records_[a]);
    if (first == is_preprint(records_[b])) return;
    tie(first ? a : b, "preprint_of", first ? b : a, source);
  }

  // PubMed writes a preprint's article as an update of it.
  bool updates_preprint(std::string_view type, std::size_t i, std::size_t other) const {
    return (type == "update_of" || type == "has_update") &&
           is_preprint(records_[i]) != is_preprint(records_[other]);
  }

  // Ties to records outside the set stay as they are.
  void given_relations(std::size_t i) {
    for (model::Relation& relation : records_[i].related) {
      const std::size_t other = find(relation.id);
      if (other < records_.size() && updates_preprint(relation.type, i, other)) {
        relation.type = is_preprint(records_[i]) ? "preprint_of" : "has_preprint";
      }
    }
    const std::vector<model::Relation> given = records_[i].related;
    for (const model::Relation& relation : given) {
      const std::size_t other = find(relation.id);
      const std::string back = inverse_of(relation.type);
      if (other < records_.size() && other != i && !back.empty()) {
        add(other, back, i, relation.source);
      }
    }
  }

  void comments(std::size_t i) {
    const std::vector<model::CommentsCorrection> all = records_[i].comments_corrections;
    for (const model::CommentsCorrection& one : all) {
      const std::string_view type = sources::relation_of(one, records_[i]);
      if (type.empty() || one.pmid.empty()) continue;
      const bool digits = !model::whole_pmid(one.pmid).empty();
      const std::size_t other = find(digits ? "PMID:" + one.pmid : one.pmid);
      if (other >= records_.size()) continue;
      const std::string source = source_of(records_[i]) + ":" + one.type;
      if (type == "preprint_of" || type == "has_preprint" || updates_preprint(type, i, other)) {
        tie_preprint(i, other, source);
      } else {
        tie(i, type, other, source);
      }
    }
  }

  void trial_numbers(std::size_t i) {
    if (records_[i].trial) return;
    const std::vector<std::string> numbers = records_[i].nct_ids;
    for (const std::string& number : numbers) {
      const auto it = by_id_.find(label({IdKind::nct, number}));
      if (it == by_id_.end() || it->second >= records_.size()) continue;
      if (is_tied(i, "results_of", it->second)) continue;
      tie(i, "registered_as", it->second, source_of(records_[i]));
    }
  }

  // Background of a study is not about it.
  void trial_references(std::size_t i) {
    if (!records_[i].trial) return;
    const std::vector<model::TrialReference> references = records_[i].trial->references;
    for (const model::TrialReference& reference : references) {
      const bool own = reference.type == "RESULT" || reference.type == "DERIVED";
      if (!own || reference.pmid.empty()) continue;
      const std::size_t paper = find("PMID:" + reference.pmid);
      if (paper >= records_.size()) continue;
      const std::string source = source_of(records_[i]) + ":" + reference.type;
      if (reference.type == "DERIVED") {  // linked by the number alone
        if (!is_tied(paper, "results_of", i)) tie(paper, "registered_as", i, source);
        continue;
      }
      untie(paper, "registered_as", i);
      untie(i, "has_publication", paper);
      tie(paper, "results_of", i, source);
    }
  }

  void tie_versions(std::size_t a, std::size_t b) {
    const DoiVersion x = doi_version(model::doi_key(records_[a].doi));
    const DoiVersion y = doi_version(model::doi_key(records_[b].doi));
    // Each update of a Cochrane review is a publication of its own.
    if (x.base.rfind("10.1002/14651858.", 0) == 0) {
      tie(x.version > y.version ? a : b, "update_of", x.version > y.version ? b : a, "doi");
    } else {
      tie(a, "version_of", b, "doi");
    }
  }

  std::vector<Article>& records_;
  std::unordered_map<std::string, std::size_t> by_id_;
};

}  // namespace

std::string name_of(const Article& a) {
  return name_among(ids_of(a), a, [](const Identifier&) { return true; });
}

void relate(std::vector<Article>& records, const FoundLinks& found) {
  Relater(records).relate_all(found);
}

}  // namespace ev::identity
