#include "pipeline/nlp/weights_text.hpp"

#include <algorithm>

namespace ev::nlp {

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

bool read_all(const Header& header, std::string_view name, std::vector<std::int32_t>& out) {
  const auto found = header.find(name);
  return found == header.end() || read_all<std::int32_t>(cells_of(found->second), out);
}

std::string_view value_of(const Header& header, std::string_view name) {
  const auto found = header.find(name);
  return found == header.end() ? std::string_view{} : found->second;
}

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

}  // namespace ev::nlp
