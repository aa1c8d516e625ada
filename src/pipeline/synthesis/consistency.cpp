#include "pipeline/synthesis/consistency.hpp"

#include "pipeline/synthesis/distributions.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

namespace ev::synthesis {

namespace {

enum class Agreement { none, yes, no };

bool has_counts(const ArmNumbers& arm) {
  return arm.n && *arm.n > 0 && arm.events && *arm.events <= *arm.n;
}

bool has_means(const ArmNumbers& arm) {
  return arm.n && *arm.n >= 2 && arm.mean && (arm.sd || arm.se);
}

double spread_of(const ArmNumbers& arm) {
  return arm.sd ? *arm.sd : *arm.se * std::sqrt(*arm.n);
}

// Events among n print as this percentage.
Agreement percentage_fits(const ArmNumbers& arm) {
  if (!has_counts(arm) || !arm.percent) return Agreement::none;
  const double half_unit = 0.5 * std::pow(10.0, -arm.percent_decimals) + 1e-9;
  return std::abs(100 * *arm.events / *arm.n - *arm.percent) <= half_unit ? Agreement::yes
                                                                          : Agreement::no;
}

Agreement percentages_fit(const StudyResult& s) {
  const Agreement a = percentage_fits(s.intervention), b = percentage_fits(s.comparator);
  if (a == Agreement::no || b == Agreement::no) return Agreement::no;
  return a == Agreement::yes && b == Agreement::yes ? Agreement::yes : Agreement::none;
}

std::optional<double> share_of(const ArmNumbers& arm) {
  if (has_counts(arm)) return *arm.events / *arm.n;
  if (arm.percent) return *arm.percent / 100;
  return std::nullopt;
}

// The measure from the arms alone; nullopt where they do not make it.
std::optional<double> computed(const StudyResult& s, Measure measure) {
  const auto a = share_of(s.intervention), b = share_of(s.comparator);
  switch (measure) {
    case Measure::risk_ratio:
      return a && b && *b > 0 ? std::optional(*a / *b) : std::nullopt;
    case Measure::odds_ratio:
      if (!a || !b || *b <= 0 || *b >= 1 || *a >= 1) return std::nullopt;
      return *a / (1 - *a) / (*b / (1 - *b));
    case Measure::risk_difference:
      return a && b ? std::optional(*a - *b) : std::nullopt;
    case Measure::mean_difference:
      if (!s.intervention.mean || !s.comparator.mean) return std::nullopt;
      return *s.intervention.mean - *s.comparator.mean;
    default:
      return std::nullopt;
  }
}

// An adjusted effect is near the crude one, never the same: what matters is that the arms are not
// exchanged or another outcome's.
Agreement effect_fits(const StudyResult& s) {
  if (!s.effect) return Agreement::none;
  const auto crude = computed(s, s.effect->measure);
  if (!crude) return Agreement::none;
  const double stated = s.effect->interval.estimate;
  constexpr double kRatio = 0.06, kOfWidth = 0.05;
  if (is_ratio(s.effect->measure)) {
    if (!(*crude > 0) || !(stated > 0)) return Agreement::no;
    return std::abs(std::log(*crude / stated)) <= kRatio ? Agreement::yes : Agreement::no;
  }
  // In per cent or as a share of one.
  const double width = s.effect->interval.high - s.effect->interval.low;
  const double unit =
      s.effect->measure == Measure::risk_difference && std::abs(stated) > 1 ? 100 : 1;
  return std::abs(unit * *crude - stated) <= kOfWidth * width + 1e-9 ? Agreement::yes
                                                                     : Agreement::no;
}

struct StatedP {
  double value = 0;
  double half_unit = 0;
};

// "P = 0.03": an exact one alone says something of the numbers.
std::optional<StatedP> exact_p(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return std::nullopt;
  std::size_t at = equals + 1;
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) ++at;
  std::string number = text.substr(at);
  if (number.starts_with('.')) number.insert(0, "0");
  double value = 0;
  const char* const end = number.data() + number.size();
  const auto read = std::from_chars(number.data(), end, value);
  if (read.ec != std::errc() || !(value > 0 && value < 1)) return std::nullopt;
  const std::string digits(static_cast<const char*>(number.data()), read.ptr);
  const std::size_t point = digits.find('.');
  const auto decimals =
      point == std::string::npos ? 0 : static_cast<int>(digits.size() - point - 1);
  return StatedP{value, 0.5 * std::pow(10.0, -decimals)};
}

bool near_enough(const StatedP& stated, double p) {
  constexpr double kOther = 0.1;  // tests differ a little
  return std::abs(stated.value - p) <= stated.half_unit + kOther * stated.value;
}

// Chi-square without and with Yates' correction.
Agreement p_of_counts_fits(const StudyResult& s, const StatedP& stated) {
  const double a = *s.intervention.events, c = *s.comparator.events;
  const double n1 = *s.intervention.n, n2 = *s.comparator.n, all = n1 + n2;
  const double b = n1 - a, d = n2 - c;
  const double margins = (a + c) * (b + d) * n1 * n2;
  if (!(margins > 0)) return Agreement::none;
  const double cross = std::abs(a * d - b * c);
  for (const double yates : {0.0, all / 2}) {
    const double reduced = std::max(0.0, cross - yates);
    if (near_enough(stated, chi_square_upper(all * reduced * reduced / margins, 1)))
      return Agreement::yes;
  }
  return Agreement::none;  // another test, or adjusted: no contradiction
}

// Student's and Welch's t.
Agreement p_of_means_fits(const StudyResult& s, const StatedP& stated) {
  const double n1 = *s.intervention.n, n2 = *s.comparator.n;
  const double v1 = std::pow(spread_of(s.intervention), 2),
               v2 = std::pow(spread_of(s.comparator), 2);
  const double difference = *s.intervention.mean - *s.comparator.mean;
  const double pooled = ((n1 - 1) * v1 + (n2 - 1) * v2) / (n1 + n2 - 2);
  for (const double se2 : {pooled * (1 / n1 + 1 / n2), v1 / n1 + v2 / n2}) {
    if (se2 > 0 && near_enough(stated, two_sided_p(difference / std::sqrt(se2), n1 + n2 - 2)))
      return Agreement::yes;
  }
  return Agreement::none;
}

Agreement p_fits(const StudyResult& s) {
  const auto stated = exact_p(s.p_value);
  if (!stated) return Agreement::none;
  if (has_counts(s.intervention) && has_counts(s.comparator)) return p_of_counts_fits(s, *stated);
  if (has_means(s.intervention) && has_means(s.comparator)) return p_of_means_fits(s, *stated);
  return Agreement::none;
}

}  // namespace

std::string borne_out(const StudyResult& study) {
  const Agreement percentages = percentages_fit(study), effect = effect_fits(study);
  if (percentages == Agreement::no || effect == Agreement::no) return "";
  if (effect == Agreement::yes) return "stated effect";
  if (percentages == Agreement::yes) return "percentages";
  return p_fits(study) == Agreement::yes ? "P value" : "";
}

StudyResult turned(StudyResult study) {
  std::swap(study.intervention, study.comparator);
  for (CellQuote& one : study.elsewhere) {
    const std::size_t point = one.cell.find('.');
    const bool first = one.cell.starts_with("intervention");
    if (point != std::string::npos)
      one.cell = (first ? "comparator" : "intervention") + one.cell.substr(point);
  }
  if (!study.effect) return study;
  Interval& i = study.effect->interval;
  const auto turn = [&](double v) { return is_ratio(study.effect->measure) ? 1 / v : -v; };
  i = {turn(i.estimate), turn(i.high), turn(i.low), i.level};
  return study;
}

}  // namespace ev::synthesis
