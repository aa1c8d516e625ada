#include "pipeline/answer/answer_json.hpp"

#include "base/text.hpp"
#include "pipeline/question/frame_json.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>

namespace ev::answer {
namespace {

using model::Stance;

double two_digits(double v) {
  return std::round(v * 100) / 100;
}

bool is_listed(const RecordStance& r) {
  return r.stance == Stance::supports || r.stance == Stance::contradicts ||
         r.stance == Stance::mixed;
}

Json record_json(const RecordStance& r, const std::string& outcome) {
  Json out = {{"pmid", r.id},
              {"stance", wire_name(r.stance)},
              {"outcome", outcome},
              {"direction", wire_name(r.direction)},
              {"directness", two_digits(r.directness)},
              {"design", model::label_of(r.provenance.design)},
              {"species", wire_name(r.provenance.species)}};
  if (r.quote.text.empty()) return out;
  out["quote"] = text::displayable(r.quote.text);
  out["start"] = r.quote.start;
  out["end"] = r.quote.end;
  out["text"] = doc::to_string(r.quote.field);
  if (out["quote"].get<std::string>() != r.quote.text) out["quote_cleaned"] = true;
  return out;
}

Json text_or_null(const std::optional<std::string>& text) {
  return text ? Json(text::displayable(*text)) : Json(nullptr);
}

}  // namespace

std::vector<const RecordStance*> listed_records(const Answer& answer, const ListLimit& limit) {
  std::map<Stance, std::size_t> count;
  std::vector<const RecordStance*> out;
  for (const RecordStance& r : answer.records) {
    if ((is_listed(r) || limit.all) && count[r.stance]++ < limit.each_side) out.push_back(&r);
  }
  return out;
}

Json to_json(const Answer& a, const ListLimit& limit) {
  const Counts& c = a.counts;
  Json out = {{"verdict", wire_name(a.verdict)},
              {"frame", question::to_json(a.frame)},
              {"on_topic", c.on_topic},
              {"read", c.read},
              {"unread", c.unread},
              {"for", c.supporting},
              {"against", c.against},
              {"no_effect", c.no_effect},
              {"mixed", c.mixed},
              {"mentions", c.mentions}};
  out["certainty"] = {{"level", wire_name(a.certainty.level)}, {"reasons", a.certainty.reasons}};
  out["answer"] = {{"text", a.text},
                   {"best_estimate", text_or_null(a.best_estimate)},
                   {"dissent", text_or_null(a.dissent)}};
  const std::vector<const RecordStance*> shown = listed_records(a, limit);
  Json& articles = out["articles"] = Json::array();
  for (const RecordStance* r : shown) articles.push_back(record_json(*r, a.frame.outcome_text));
  const std::size_t all = limit.all ? a.records.size() : c.read;
  if (shown.size() < all) out["evidence_omitted"] = all - shown.size();
  if (!a.counted_once.empty()) out["counted_once"] = a.counted_once;
  return out;
}

}  // namespace ev::answer
