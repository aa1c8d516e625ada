// Claims and the record each was labelled with: for every sentence whether it decides the claim for
// or against, and for every record what it says as a whole. The labels are train/claims.tsv; the
// texts stand in FOLDER/claims/labelled.jsonl.gz (train/claims.py joins the two).
#include "pipeline/answer/record_numbers.hpp"
#include "pipeline/answer/rule_stance.hpp"
#include "pipeline/answer/sentence_numbers.hpp"
#include "task.hpp"

#include <algorithm>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ev::train {
namespace {

class Labelled {
 public:
  explicit Labelled(const Json& row)
      : stance_(row.at("stance").get<std::string>()),
        frame_(question::read_question(row.at("claim").get<std::string>())) {
    article_.pmid = row.at("pmid").get<std::string>();
    article_.title = row.at("title").get<std::string>();
    article_.abstract = row.at("abstract").get<std::string>();
    field_ = row.value("field", "");
    start_ = row.value("start", 0);
    end_ = row.value("end", 0);
  }
  // The same with the claim denied: what was for it is against it. A claim of no effect, or one
  // whose sense is not read, is not turned.
  bool deny() {
    if (frame_.asks_for_no_effect() || frame_.either || !is_usable()) return false;
    frame_.denied = true;
    stance_ = stance_ == "supports"      ? "contradicts"
              : stance_ == "contradicts" ? "supports"
                                         : stance_;
    return true;
  }
  bool is_usable() const { return question::is_understood(frame_) && !frame_.sense_unknown; }

  bool is_half_named() const {
    const doc::RecordAnalysis analysis(article_);
    const answer::RecordWords record(analysis);
    const question::Slot* other = frame_.comparator ? &*frame_.comparator : nullptr;
    const bool arm = answer::names_arm(frame_.intervention, other, record) > 0;
    const bool outcome =
        std::any_of(record.sentences().begin(), record.sentences().end(),
                    [this](const auto& s) { return !answer::find_outcomes(frame_, s).empty(); });
    return arm != outcome;
  }

  void write_sentences(double weight) const {
    if (!is_usable() || stance_ == "mixed") return;
    const doc::RecordAnalysis analysis(article_);
    const answer::RecordWords record(analysis);
    const auto numbers = answer::sentence_numbers(frame_, record, read_all(record));
    const std::size_t decides = deciding(analysis.document(), record);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      write_numbers(article_.pmid, i == decides ? label() : "nothing", numbers[i], weight);
  }
  // `odds`: a line "supports contradicts" for every sentence, in the order of write_sentences.
  void write_record(std::istream& odds, double weight) const {
    if (!is_usable() || stance_ == "mixed") return;
    const doc::RecordAnalysis analysis(article_);
    const answer::RecordWords record(analysis);
    std::vector<answer::SentenceOdds> all(record.sentences().size());
    for (answer::SentenceOdds& o : all) {
      if (!(odds >> o.supports >> o.contradicts))
        throw std::runtime_error("too few odds for the sentences");
    }
    answer::silence(record, read_all(record), all);
    const answer::RecordStance rules =
        answer::stance_by_rules(frame_, record, answer::votes_of(frame_, record));
    write_numbers(article_.pmid, label(), answer::record_numbers(frame_, record, all, rules),
                  weight);
  }

 private:
  std::vector<answer::SentenceRead> read_all(const answer::RecordWords& record) const {
    std::vector<answer::SentenceRead> out;
    for (const answer::SentenceWords& s : record.sentences())
      out.push_back(answer::read_sentence(frame_, s, record));
    return out;
  }
  std::string_view label() const {
    if (stance_ == "supports") return "supports";
    return stance_ == "mentions" ? "nothing" : "contradicts";
  }
  std::size_t deciding(const doc::Document& document, const answer::RecordWords& record) const {
    std::size_t best = record.sentences().size();
    int most = 0;
    if (stance_ == "mentions") return best;
    for (std::size_t i = 0; i < record.sentences().size(); ++i) {
      const doc::Quote quote = document.quote(record.sentences()[i].sentence->span);
      if ((quote.field == doc::Field::title) != (field_ == "title")) continue;
      const int shared = std::min(end_, quote.end) - std::max(start_, quote.start);
      if (shared <= most) continue;
      most = shared;
      best = i;
    }
    return best;
  }

  std::string stance_;
  question::QuestionFrame frame_;
  model::Article article_;
  std::string field_;
  int start_ = 0, end_ = 0;
};

constexpr double kTurned = 0.5;  // weight of what was made from a labelled claim
// Of what a search for an ordinary question brought: far fewer are labelled, and they alone hold as
// many records for, against and beside the point as users meet.
constexpr double kSearched = 4;

// A record that names what is given or the outcome, not both: such are found by searches, and the
// claims were labelled with records that are about them.
std::optional<Labelled> beside_the_point(const std::vector<Json>& rows, std::size_t at) {
  constexpr std::uint32_t kTries = 8;
  for (std::uint32_t i = 0; i < kTries; ++i) {
    const std::uint32_t drawn = nlp::mixed(static_cast<std::uint32_t>(at) * kTries + i);
    const Json& other = rows[drawn % rows.size()];
    if (other.at("pmid") == rows[at].at("pmid") || other.value("searched", false)) continue;
    Json row = other;
    row["claim"] = rows[at].at("claim");
    row["stance"] = "mentions";
    Labelled out(row);
    if (out.is_half_named()) return out;
  }
  return std::nullopt;
}

template <class Write>
void for_each(const std::string& data, const Write& write) {
  const std::vector<Json> rows = rows_of(data, "claims/labelled.jsonl.gz");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Labelled labelled(rows[i]);
    const bool searched = rows[i].value("searched", false);
    write(labelled, searched ? kSearched : 1.0);
    if (searched) continue;
    if (labelled.deny()) write(labelled, kTurned);
    if (const auto other = beside_the_point(rows, i)) write(*other, kTurned);
  }
}

void write_sentences(const std::string& data) {
  for_each(data, [](const Labelled& l, double weight) { l.write_sentences(weight); });
}
void write_records(const std::string& data) {
  for_each(data, [](const Labelled& l, double weight) { l.write_record(std::cin, weight); });
}

const Registered kSentences("stance_sentences", write_sentences);
const Registered kRecords("stance_records", write_records);

}  // namespace
}  // namespace ev::train
