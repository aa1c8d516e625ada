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
Findings addresses_where(const RecordText& record, Admits admits) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    for (const auto& [begin, end] : addresses_in(sentence.text)) {
      if (admits(sentence, sentence.text.substr(begin, end - begin)))
        add_distinct(findings, quoted(record, sentence.span(begin, end), 0.9));
    }
  }
  if (findings.candidates.empty()) findings.reason = "no address of code is stated";
  return findings;
}

}  // namespace

Findings find_code_link(const RecordText& record) {
  static const Patterns kCode = {
      "code|software|implementation|implemented|package|scripts|tool|toolbox|program|repository"};
  return addresses_where(record, [](const Sentence& sentence, std::string_view address) {
    const bool hosted = std::any_of(
        std::begin(kHosts), std::end(kHosts),
        [&](std::string_view host) { return address.find(host) != std::string_view::npos; });
    return hosted || find_any(kCode, sentence).has_value();
  });
}

Findings find_github_link(const RecordText& record) {
  return addresses_where(record, [](const Sentence&, std::string_view address) {
    return address.find("github.") != std::string_view::npos;
  });
}

namespace {

// The phrases that name one of these machines; "GPU-hours" names none.
Findings machines(const RecordText& record, const Patterns& names) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.is_title() || sentence.role() == doc::Role::background) continue;
    for (const Chunk& phrase : record.noun_phrases_of(sentence)) {
      const auto words = std::span(sentence.tokens).first(phrase.last);
      const auto match = find_any(names, words, phrase.first);
      const bool part =
          match && sentence.text.substr(sentence.tokens[match->last - 1].end).starts_with('-');
      if (match && !part) add_distinct(findings, quoted(record, span_of(sentence, phrase), 0.75));
    }
  }
  return findings;
}

}  // namespace

Findings find_hardware(const RecordText& record) {
  static const Patterns kMachine = {
      "gpu|gpus|cpu|cpus|tpu|tpus|nvidia|rtx|gtx|v100|a100|h100|laptop|desktop|workstation|"
      "microcontroller|raspberry|smartphone|smartphones|fpga"};
  return machines(record, kMachine);
}

Findings find_gpu(const RecordText& record) {
  static const Patterns kGpu = {"gpu|gpus|nvidia|rtx|gtx|v100|a100|h100"};
  return machines(record, kGpu);
}

}  // namespace ev::extract
