#include "pipeline/query_gen/spelling.hpp"

#include <array>
#include <string_view>
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

}  // namespace ev::query_gen
