#include "pipeline/nlp/model.hpp"

#include "base/data_file.hpp"
#include "pipeline/nlp/weights_text.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ev::nlp {

Result<Model> Model::parse(std::string_view text, const Expected& expected) {
  const Header header = header_of(text);
  if (const std::string problem = misfit(header, expected); !problem.empty())
    return malformed(expected, problem);
  Model out;
  for (const std::string_view label : cells_of(value_of(header, "labels")))
    out.labels_.emplace_back(label);
  const std::size_t labels = out.size();
  std::size_t count = 0;
  const bool numbers =
      read(value_of(header, "unit"), out.unit_) && out.unit_ > 0 &&
      read(value_of(header, "count"), count) && read_all(header, "bias", out.bias_) &&
      read_all(header, "start", out.start_) && read_all(header, "steps", out.steps_);
  const bool chain = !out.steps_.empty() || !out.start_.empty();
  if (!numbers || out.bias_.size() != labels ||
      (chain && (out.start_.size() != labels || out.steps_.size() != labels * labels))) {
    return malformed(expected, "malformed header");
  }
  while (!text.empty()) {
    const std::vector<std::string_view> cells = cells_of(next_line(text));
    Feature feature = 0;
    const bool good = cells.size() == labels + 1 && read(cells.front(), feature, 16) &&
                      (out.features_.empty() || out.features_.back() < feature) &&
                      read_all(std::span(cells).subspan(1), out.weights_);
    if (!good)
      return malformed(expected, "malformed row " + std::to_string(out.features_.size() + 1));
    out.features_.push_back(feature);
  }
  if (out.features_.size() != count)
    return malformed(expected, std::to_string(out.features_.size()) + " rows instead of " +
                                   std::to_string(count));
  out.index();
  return out;
}

void Model::index() {
  std::size_t slots = 4;
  while (slots < 2 * features_.size()) slots *= 2;
  slots_.assign(slots, 0);
  mask_ = static_cast<std::uint32_t>(slots - 1);
  for (std::size_t i = 0; i < features_.size(); ++i) {
    std::uint32_t at = features_[i] & mask_;
    while (slots_[at] != 0) at = (at + 1) & mask_;
    slots_[at] = static_cast<std::uint32_t>(i + 1);
  }
}

std::vector<Sums> Model::sums_of(std::span<const Features> items) const {
  std::vector<Sums> out;
  out.reserve(items.size());
  for (const Features& features : items) out.push_back(sums(features));
  return out;
}

void Model::add(Feature feature, std::span<std::int32_t> sums) const {
  for (std::uint32_t at = feature & mask_; slots_[at] != 0; at = (at + 1) & mask_) {
    const std::size_t place = slots_[at] - 1;
    if (features_[place] != feature) continue;
    const std::int16_t* weights = weights_.data() + place * size();
    for (std::size_t label = 0; label < sums.size(); ++label) sums[label] += weights[label];
    return;
  }
}

Sums Model::sums(std::span<const Feature> features) const {
  Sums out = bias_;
  for (const Feature feature : features) add(feature, out);
  return out;
}

std::vector<double> softmax(const Sums& sums, int unit) {
  const std::int32_t most = *std::max_element(sums.begin(), sums.end());
  std::vector<double> out;
  double all = 0;
  for (const std::int32_t sum : sums)
    all += out.emplace_back(std::exp(static_cast<double>(sum - most) / unit));
  for (double& p : out) p /= all;
  return out;
}

Model stored_model(std::string_view file, const Expected& expected) {
  auto model = Model::parse(unpack_data_file(file), expected);
  if (!model) throw std::logic_error(model.error().message);
  return *std::move(model);
}

}  // namespace ev::nlp
