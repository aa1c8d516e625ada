#include "pipeline/query_gen/spelling.hpp"

#include "base/text.hpp"

#include <array>
#include <utility>

namespace ev::query_gen {

std::string american(std::string folded) {
  static constexpr auto kPairs = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"oedema", "edema"},       {"oesoph", "esoph"},   {"oestr", "estr"},
      {"haem", "hem"},           {"aemi", "emi"},       {"paed", "ped"},
      {"gynaec", "gynec"},       {"foet", "fet"},       {"faec", "fec"},
      {"caesar", "cesar"},       {"anaesth", "anesth"}, {"coeliac", "celiac"},
      {"diarrhoea", "diarrhea"}, {"rrhoea", "rrhea"},   {"tumour", "tumor"},
      {"behaviour", "behavior"}, {"labour", "labor"},   {"fibre", "fiber"},
      {"centre", "center"},      {"sulph", "sulf"},     {"ageing", "aging"},
      {"isation", "ization"},    {"ising", "izing"},    {"programme", "program"},
      {"randomis", "randomiz"},
  });
  for (const auto& [british, plain] : kPairs) {
    std::size_t at = 0;
    while ((at = folded.find(british, at)) != std::string::npos) {
      folded.replace(at, british.size(), plain);
      at += plain.size();
    }
  }
  return folded;
}

std::string british(std::string_view term) {
  static constexpr auto kPairs = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"estrogen", "oestrogen"},   {"estradiol", "oestradiol"}, {"esophag", "oesophag"},
      {"edema", "oedema"},         {"anemi", "anaemi"},         {"leukemi", "leukaemi"},
      {"ischemi", "ischaemi"},     {"glycemi", "glycaemi"},     {"lipidemi", "lipidaemi"},
      {"uricemi", "uricaemi"},     {"bacteremi", "bacteraemi"}, {"hemo", "haemo"},
      {"hemat", "haemat"},         {"hemorr", "haemorr"},       {"pediatric", "paediatric"},
      {"gynecolog", "gynaecolog"}, {"orthoped", "orthopaed"},   {"fecal", "faecal"},
      {"diarrhea", "diarrhoea"},   {"tumor", "tumour"},         {"anesthe", "anaesthe"},
      {"celiac", "coeliac"},       {"cesarean", "caesarean"},   {"behavior", "behaviour"},
  });
  std::string out = text::to_lower_ascii(term);
  const std::string plain = out;
  for (const auto& [american_form, other] : kPairs) {
    const std::size_t at = out.find(american_form);
    if (at == std::string::npos || out.find(other) != std::string::npos) continue;
    out.replace(at, american_form.size(), other);
  }
  return out == plain ? "" : out;
}

}  // namespace ev::query_gen
