#include "pipeline/nlp/model.hpp"

#include "base/data_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

namespace ev::nlp {

namespace {

using Header = std::map<std::string_view, std::string_view>;

Error malformed(const Expected& expected, const std::string& what) {
  return {.code = Errc::invalid_argument,
          .message = "weights of " + std::string(expected.name) + ": " + what};
}

std::string_view next_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

Header header_of(std::string_view& rest) {
  Header out;
  while (rest.starts_with('#')) {
    const std::string_view line = next_line(rest);
    const std::size_t colon = line.find(": ");
    if (line.size() > 2 && colon != std::string_view::npos)
      out.emplace(line.substr(2, colon - 2), line.substr(colon + 2));
  }
  return out;
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> out;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    if (end > 0) out.push_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return out;
}

template <class Number>
bool read(std::string_view cell, Number& out, int base = 10) {
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), out, base);
  return error == std::errc() && end == cell.data() + cell.size();
}

template <class Number>
bool read_all(std::span<const std::string_view> cells, std::vector<Number>& out) {
  return std::all_of(cells.begin(), cells.end(),
                     [&](std::string_view cell) { return read(cell, out.emplace_back()); });
}

// Whole numbers under this name, none when it does not stand there.
bool read_all(const Header& header, std::string_view name, std::vector<std::int32_t>& out) {
  const auto found = header.find(name);
  return found == header.end() || read_all<std::int32_t>(cells_of(found->second), out);
}

std::string_view value_of(const Header& header, std::string_view name) {
  const auto found = header.find(name);
  return found == header.end() ? std::string_view{} : found->second;
}

// What differs from what the code expects; "" when nothing does.
std::string misfit(const Header& header, const Expected& expected) {
  int version = -1;
  if (value_of(header, "model") != expected.name)
    return "another model: " + std::string(value_of(header, "model"));
  if (!read(value_of(header, "features"), version) || version != expected.feature_version)
    return "features of version " + std::string(value_of(header, "features")) + ", the code has " +
           std::to_string(expected.feature_version);
  const std::size_t labels = cells_of(value_of(header, "labels")).size();
  if (labels < 2 || labels != expected.labels)
    return std::to_string(labels) + " labels, the code has " + std::to_string(expected.labels);
  return {};
}

}  // namespace

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

std::vector<double> Model::probabilities(const Sums& sums) const {
  const std::int32_t most = *std::max_element(sums.begin(), sums.end());
  std::vector<double> out;
  double all = 0;
  for (const std::int32_t sum : sums)
    all += out.emplace_back(std::exp(static_cast<double>(sum - most) / unit_));
  for (double& p : out) p /= all;
  return out;
}

Model stored_model(std::string_view file, const Expected& expected) {
  auto model = Model::parse(unpack_data_file(file), expected);
  if (!model) throw std::logic_error(model.error().message);
  return *std::move(model);
}

}  // namespace ev::nlp
