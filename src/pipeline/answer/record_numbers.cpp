#include "pipeline/answer/record_numbers.hpp"

#include "pipeline/answer/naming.hpp"
#include "pipeline/answer/record_votes.hpp"

#include <algorithm>
#include <cmath>

namespace ev::answer {
namespace {

using model::Stance;

struct Sums {
  double supports = 0, contradicts = 0, most_for = 0, most_against = 0;
  double title = 0, results = 0, conclusions = 0, other = 0;  // for less against, by section
  double first = 0, second = 0;  // the two that tilt most, for less against
};

Sums sums_of(const RecordWords& record, std::span<const SentenceOdds> odds) {
  Sums out;
  for (std::size_t i = 0; i < odds.size(); ++i) {
    const double tilt = odds[i].supports - odds[i].contradicts;
    out.supports += odds[i].supports;
    out.contradicts += odds[i].contradicts;
    out.most_for = std::max(out.most_for, odds[i].supports);
    out.most_against = std::max(out.most_against, odds[i].contradicts);
    if (std::abs(tilt) > std::abs(out.first)) {
      out.second = out.first;
      out.first = tilt;
    } else if (std::abs(tilt) > std::abs(out.second)) {
      out.second = tilt;
    }
    switch (record.sentences()[i].sentence->role) {
      case doc::Role::title:
        out.title += tilt;
        break;
      case doc::Role::results:
        out.results += tilt;
        break;
      case doc::Role::conclusions:
        out.conclusions += tilt;
        break;
      default:
        out.other += tilt;
        break;
    }
  }
  return out;
}

double side_of_rules(Stance stance) {
  return stance == Stance::supports ? 1 : stance == Stance::contradicts ? -1 : 0;
}

}  // namespace

void silence(const RecordWords& record, std::span<const SentenceRead> read,
             std::span<SentenceOdds> odds) {
  const bool without_results = is_without_results(record);
  for (std::size_t i = 0; i < odds.size(); ++i) {
    const SentenceWords& s = record.sentences()[i];
    if (!weight_of(s, record.document(), without_results) || read[i].is_ruled_out) odds[i] = {};
  }
}

nlp::Numbers record_numbers(const question::QuestionFrame& frame, const RecordWords& record,
                            std::span<const SentenceOdds> odds, const RecordStance& by_rules) {
  const Sums sums = sums_of(record, odds);
  const double rules = side_of_rules(by_rules.stance);
  const double last = odds.empty() ? 0 : odds.back().supports - odds.back().contradicts;
  const question::Slot* other = frame.comparator ? &*frame.comparator : nullptr;
  const double numbers[kRecordNumbers] = {
      sums.supports - sums.contradicts,
      sums.supports,
      sums.contradicts,
      sums.most_for,
      sums.most_against,
      sums.most_for - sums.most_against,
      sums.first,
      sums.second,
      sums.title,
      sums.results,
      sums.conclusions,
      sums.other,
      last,
      static_cast<double>(odds.size()),
      rules,
      rules * by_rules.strength,
      by_rules.stance == Stance::mixed ? 1.0 : 0.0,
      by_rules.directness,
      by_rules.on_topic ? 1.0 : 0.0,
      by_rules.provenance.plan ? 1.0 : 0.0,
      static_cast<double>(by_rules.provenance.species),
      names_arm(frame.intervention, other, record),
      other == nullptr ? 1.0 : names_arm(*other, &frame.intervention, record)};
  return {std::begin(numbers), std::end(numbers)};
}

}  // namespace ev::answer
