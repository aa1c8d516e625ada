#include "pipeline/workflow/working_sets.hpp"

#include "base/text.hpp"
#include "pipeline/model/retraction.hpp"
#include "pipeline/workflow/score_payload.hpp"

#include <algorithm>

namespace ev::workflow {

namespace {

// About 8 KB a record with its share of the index.
constexpr std::size_t kRecordsKept = 25'000;
constexpr std::size_t kSetsKept = 3;
constexpr std::size_t kScoringsKept = 4;
constexpr std::size_t kKeptAtRest = 5'000;  // records

// Reading is done outside of the lock: two threads may read the same, which does no harm.
template <class T, class Read>
T known_or_read(Guarded<std::unordered_map<std::size_t, T>>& known, std::size_t record,
                const Read& read) {
  {
    auto values = known.lock();
    if (const auto it = values->find(record); it != values->end()) return it->second;
  }
  T value = read();
  known.lock()->emplace(record, value);
  return value;
}

}  // namespace

WorkingRecords::WorkingRecords(RecordSet loaded) : set(std::move(loaded)) {
  features_.reserve(set.articles.size());
  for (std::size_t i = 0; i < set.articles.size(); ++i) {
    features_.push_back(set.features[i].values());
    candidates_.push_back(
        {.article = &set.articles[i], .features = set.features[i] ? &features_.back() : nullptr});
  }
  order_ = appraise::order_of(candidates_);
  for (const model::Article& article : set.articles) {
    ids_.push_back(model::item_id(article));
    if (model::is_void(article)) void_ids_.push_back(id_text(article));
  }
  std::sort(void_ids_.begin(), void_ids_.end());
}

std::vector<std::string> WorkingRecords::void_warning(std::string_view what) const {
  constexpr std::size_t kNamed = 10;
  if (void_ids_.empty()) return {};
  const bool cut = void_ids_.size() > kNamed;
  const auto end = cut ? void_ids_.begin() + kNamed : void_ids_.end();
  return {std::to_string(void_ids_.size()) + " retracted record(s) or notice(s) " +
          std::string(what) + ": " +
          text::join(std::vector<std::string>(void_ids_.begin(), end), ", ") + (cut ? " …" : "")};
}

bool WorkingRecords::can_be_kept() const {
  return set.articles.size() <= kRecordsKept;
}

Result<std::shared_ptr<const appraise::Corpus>> WorkingRecords::corpus(const Context& ctx) const {
  if (auto made = *corpus_.lock()) return made;
  std::vector<const model::Article*> articles;
  articles.reserve(order_.canonical.size());
  for (const std::uint32_t i : order_.canonical) articles.push_back(&set.articles[i]);
  EV_TRY(appraise::Corpus corpus, appraise::Corpus::of(articles, ctx));
  auto made = std::make_shared<const appraise::Corpus>(std::move(corpus));
  *corpus_.lock() = made;
  return made;
}

RowText WorkingRecords::row_text(std::size_t record) const {
  return known_or_read(row_texts_, record, [&] { return row_text_of(set.articles[record]); });
}

Flags WorkingRecords::flags(std::size_t record) const {
  return known_or_read(flags_, record, [&] { return flags_of(set.articles[record]); });
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
  if (!records->can_be_kept()) return;
  records_.lock()->keep(handle, std::move(records), kSetsKept);
}

std::shared_ptr<const WorkingScores> WorkingSets::scores(const std::string& handle) {
  return scores_.lock()->find(handle);
}

void WorkingSets::keep(const std::string& handle, std::shared_ptr<const WorkingScores> scores) {
  if (scores->scores.size() > kRecordsKept) return;
  scores_.lock()->keep(handle, std::move(scores), kScoringsKept);
}

void WorkingSets::rest() {
  std::shared_ptr<const WorkingRecords> used;
  {
    auto scores = scores_.lock();
    auto& entries = scores->entries;
    const bool small = !entries.empty() && entries.front().second->scores.size() <= kKeptAtRest;
    entries.resize(small ? 1 : 0);
    if (small) used = entries.front().second->records;
  }
  std::erase_if(records_.lock()->entries, [&used](const auto& one) { return one.second != used; });
}

}  // namespace ev::workflow
