#include "tools/working_sets.hpp"

#include "pipeline/model/standing.hpp"
#include "tools/scored_records.hpp"

#include <algorithm>

namespace ev::tools {

namespace {

// About 8 KB a record with its share of the index.
constexpr std::size_t kRecordsKept = 25'000;
constexpr std::size_t kSetsKept = 3;
constexpr std::size_t kScoringsKept = 4;

}  // namespace

WorkingRecords::WorkingRecords(RecordSet loaded) : set(std::move(loaded)) {
  features_.reserve(set.articles.size());
  for (std::size_t i = 0; i < set.articles.size(); ++i) {
    features_.push_back(features_of(set.features[i]));
    candidates_.push_back({.article = &set.articles[i],
                           .features = set.features[i].is_object() ? &features_.back() : nullptr});
  }
  order_ = appraise::order_of(candidates_);
  for (const model::Article& article : set.articles) {
    ids_.push_back(model::item_id(article));
    if (model::is_void(article)) void_ids_.push_back(id_text(article));
  }
  std::sort(void_ids_.begin(), void_ids_.end());
}

Result<std::shared_ptr<const appraise::Corpus>> WorkingRecords::corpus(const Context& ctx) const {
  if (auto made = *corpus_.lock()) return made;
  std::vector<const model::Article*> articles;
  articles.reserve(order_.canonical.size());
  for (const std::uint32_t i : order_.canonical) articles.push_back(&set.articles[i]);
  // What is too large to be kept is asked no second question.
  const auto extent = articles.size() > kRecordsKept ? appraise::Corpus::Extent::counts
                                                     : appraise::Corpus::Extent::postings;
  EV_TRY(appraise::Corpus corpus, appraise::Corpus::of(articles, ctx, extent));
  auto made = std::make_shared<const appraise::Corpus>(std::move(corpus));
  *corpus_.lock() = made;
  return made;
}

RowText WorkingRecords::row_text(std::size_t record) const {
  {
    auto texts = row_texts_.lock();
    if (const auto it = texts->find(record); it != texts->end()) return it->second;
  }
  RowText text = row_text_of(set.articles[record]);
  row_texts_.lock()->emplace(record, text);
  return text;
}

template <class T>
std::shared_ptr<const T> WorkingSets::Recent<T>::find(const std::string& handle) {
  const auto it = std::find_if(entries.begin(), entries.end(),
                               [&handle](const auto& entry) { return entry.first == handle; });
  if (it == entries.end()) return nullptr;
  std::rotate(entries.begin(), it, it + 1);
  return entries.front().second;
}

template <class T>
void WorkingSets::Recent<T>::keep(const std::string& handle, std::shared_ptr<const T> value,
                                  std::size_t most) {
  if (find(handle) != nullptr) return;
  entries.emplace_front(handle, std::move(value));
  if (entries.size() > most) entries.pop_back();
}

std::shared_ptr<const WorkingRecords> WorkingSets::records(const std::string& handle) {
  return records_.lock()->find(handle);
}

void WorkingSets::keep(const std::string& handle, std::shared_ptr<const WorkingRecords> records) {
  if (records->set.articles.size() > kRecordsKept) return;
  records_.lock()->keep(handle, std::move(records), kSetsKept);
}

std::shared_ptr<const WorkingScores> WorkingSets::scores(const std::string& handle) {
  return scores_.lock()->find(handle);
}

void WorkingSets::keep(const std::string& handle, std::shared_ptr<const WorkingScores> scores) {
  if (scores->scores.size() > kRecordsKept) return;
  scores_.lock()->keep(handle, std::move(scores), kScoringsKept);
}

}  // namespace ev::tools
