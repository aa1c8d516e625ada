// Where the code of a paper lies, and on what machines it ran.
#include "pipeline/extract/chunk.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/rules.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::string_view kHosts[] = {"github.", "gitlab.", "bitbucket.", "sourceforge."};

// The addresses of a text as bytes [begin, end).
std::vector<std::pair<std::size_t, std::size_t>> addresses_in(std::string_view s) {
  constexpr std::string_view kSchemes[] = {"https://",    "http://",     "www.",
                                           "github.com/", "gitlab.com/", "bitbucket.org/"};
  std::vector<std::pair<std::size_t, std::size_t>> out;
  for (std::size_t at = 0; at < s.size(); ++at) {
    const bool begins =
        std::any_of(std::begin(kSchemes), std::end(kSchemes),
                    [&](std::string_view scheme) { return s.substr(at).starts_with(scheme); });
    if (!begins) continue;
    std::size_t end = std::min(s.find_first_of(" \n\t<>()[],;\"", at), s.size());
    const std::size_t next = end;
    while (end > at && (s[end - 1] == '.' || s[end - 1] == ':')) --end;
    out.emplace_back(at, end);
    at = next;
  }
  return out;
}

template <class Admits>
Findings addresses_where(const Reading& reading, Admits admits) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    for (const auto& [begin, end] : addresses_in(line.text)) {
      if (admits(line, line.text.substr(begin, end - begin)))
        add_distinct(findings, quoted(reading, line.span(begin, end), 0.9));
    }
  }
  if (findings.candidates.empty()) findings.reason = "no address of code is stated";
  return findings;
}

}  // namespace

Findings find_code_link(const Reading& reading) {
  static const Patterns kCode = {
      "code|software|implementation|implemented|package|scripts|tool|toolbox|program|repository"};
  return addresses_where(reading, [](const Line& line, std::string_view address) {
    const bool hosted = std::any_of(
        std::begin(kHosts), std::end(kHosts),
        [&](std::string_view host) { return address.find(host) != std::string_view::npos; });
    return hosted || find_any(kCode, line).has_value();
  });
}

Findings find_github_link(const Reading& reading) {
  return addresses_where(reading, [](const Line&, std::string_view address) {
    return address.find("github.") != std::string_view::npos;
  });
}

namespace {

// The phrases that name one of these machines; "GPU-hours" names none.
Findings machines(const Reading& reading, const Patterns& names) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.is_title() || line.role() == doc::Role::background) continue;
    for (const Chunk& phrase : reading.noun_phrases_of(line)) {
      const auto words = std::span(line.tokens).first(phrase.last);
      const auto match = find_any(names, words, phrase.first);
      const bool part =
          match && line.text.substr(line.tokens[match->last - 1].end).starts_with('-');
      if (match && !part) add_distinct(findings, quoted(reading, span_of(line, phrase), 0.75));
    }
  }
  return findings;
}

}  // namespace

Findings find_hardware(const Reading& reading) {
  static const Patterns kMachine = {
      "gpu|gpus|cpu|cpus|tpu|tpus|nvidia|rtx|gtx|v100|a100|h100|laptop|desktop|workstation|"
      "microcontroller|raspberry|smartphone|smartphones|fpga"};
  return machines(reading, kMachine);
}

Findings find_gpu(const Reading& reading) {
  static const Patterns kGpu = {"gpu|gpus|nvidia|rtx|gtx|v100|a100|h100"};
  return machines(reading, kGpu);
}

}  // namespace ev::extract
