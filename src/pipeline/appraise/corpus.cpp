#include "pipeline/appraise/corpus.hpp"

#include <algorithm>
#include <utility>

namespace ev::appraise {

namespace {

constexpr std::size_t kDocumentsBetweenChecks = 64;  // about 2 ms
constexpr std::size_t kBytesOfTerm = 5;              // of text, with what is no term, at least

}  // namespace

Result<Corpus> Corpus::of(std::span<const model::Article* const> articles, const Context& ctx,
                          Extent extent, const FieldWeights& weights, const AbstractReader& also) {
  EV_TRY(Corpus corpus, unindexed(articles, ctx, also));
  corpus.index(extent, weights);
  return corpus;
}

Result<Corpus> Corpus::unindexed(std::span<const model::Article* const> articles,
                                 const Context& ctx, const AbstractReader& also) {
  Corpus corpus(articles.size());
  // Growing piece by piece would copy the whole again and again; room that stays empty is never
  // touched.
  std::size_t bytes = 0;
  for (const model::Article* article : articles)
    bytes += article->title.size() + article->abstract.size();
  corpus.terms_.reserve(bytes / kBytesOfTerm);
  Vocabulary::Words room;
  for (std::size_t i = 0; i < articles.size(); ++i) {
    if (i % kDocumentsBetweenChecks == 0) EV_CHECK(ctx.check());
    corpus.add(i, *articles[i], room, also);
  }
  return corpus;
}

Result<Corpus> Corpus::of(std::span<const std::string> texts, const Context& ctx, Extent extent,
                          const FieldWeights& weights) {
  Corpus corpus(texts.size());
  Vocabulary::Words room;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i % kDocumentsBetweenChecks == 0) EV_CHECK(ctx.check());
    corpus.close_field(i, 0);
    corpus.vocabulary_.add(texts[i], corpus.terms_, room);
    corpus.close_field(i, 1);
    corpus.close_field(i, 2);
  }
  corpus.index(extent, weights);
  return corpus;
}

void Corpus::add(std::size_t document, const model::Article& a, Vocabulary::Words& room,
                 const AbstractReader& also) {
  vocabulary_.add(a.title, terms_, room);
  close_field(document, 0);
  vocabulary_.add(a.abstract, terms_, room);
  if (also) also(document, room.words);
  close_field(document, 1);
  for (const model::MeshHeading& heading : a.mesh_headings) {
    vocabulary_.add(heading.descriptor, terms_, room);
  }
  for (const std::string& keyword : a.keywords) vocabulary_.add(keyword, terms_, room);
  for (const model::Chemical& chemical : a.chemicals) vocabulary_.add(chemical.name, terms_, room);
  close_field(document, 2);
}

void Corpus::close_field(std::size_t document, std::size_t field) {
  ends_[document][field] = terms_.size();
  totals_[field] += terms(document, field).size();
}

void Corpus::index(Extent extent, const FieldWeights& weights) {
  index_ = TermIndex(size(), vocabulary_.size(), weights, each_term(), extent);
  if (size() > kSubwordDocuments) return;
  subwords_.emplace(vocabulary_);
  subwords_->index = TermIndex(size(), subwords_->size(), weights, each_piece(), extent);
}

Postings Corpus::postings(std::vector<Id> terms) const {
  return Postings(index_, std::move(terms), each_term());
}

Postings Corpus::subword_postings(std::vector<Subwords::Id> pieces) const {
  return Postings(subwords_->index, std::move(pieces), each_piece());
}

std::span<const Corpus::Id> Corpus::terms(std::size_t document, std::size_t field) const {
  const std::size_t begin = field > 0       ? ends_[document][field - 1]
                            : document == 0 ? 0
                                            : ends_[document - 1][kFields - 1];
  return std::span<const Id>(terms_).subspan(begin, ends_[document][field] - begin);
}

std::span<const Corpus::Id> Corpus::terms(std::size_t document) const {
  const std::size_t begin = document == 0 ? 0 : ends_[document - 1][kFields - 1];
  return std::span<const Id>(terms_).subspan(begin, ends_[document][kFields - 1] - begin);
}

double Corpus::average_length(std::size_t field) const {
  if (ends_.empty()) return 1;
  return std::max(1.0, static_cast<double>(totals_[field]) / static_cast<double>(ends_.size()));
}

}  // namespace ev::appraise
