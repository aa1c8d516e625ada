#include "pipeline/sources/eutils.hpp"

#include "base/text.hpp"
#include "pipeline/sources/source.hpp"

#include <algorithm>
#include <array>

namespace ev::sources {

namespace {

using net::Classified;
using net::Verdict;

constexpr std::size_t kHead = 4096;
constexpr std::size_t kShortBody = 16u
                                   << 10;  // error replies are short; a short body is read whole

bool contains(std::string_view s, std::string_view part) {
  return s.find(part) != std::string_view::npos;
}

// Error texts differ by release in letter case and blanks ("Bad gateway", "Bad+Gateway").
std::string squashed(std::string_view s) {
  std::string out;
  for (const char c : text::to_lower_ascii(s)) {
    if (c != ' ' && c != '+' && c != '\n' && c != '\r' && c != '\t') out += c;
  }
  return out;
}

constexpr std::array<std::string_view, 19> kTransientTexts = {
    "couldn'tresolve",
    "addresstableisempty",
    "databaseisnotsupported:pubmed",
    "ncbic++exception",
    "txclient::readalleof",
    "cexception",
    "ctxrawclient",
    "closedconnection",
    "proxy_stream()",
    "errorreadingfromremoteserver",
    "badgateway",
    "serviceunavailable",
    "temporarilyunable",
    "temporarilyunavailable",
    "servererror",
    "failedtoretrievesequence",
    "tryagainlater",
    "eutils_lb->neg",
    "unabletorouterequest",
};

Classified transient(std::string reason) {
  return {Verdict::transient, std::move(reason)};
}
Classified permanent(std::string reason, Errc code) {
  return {.verdict = Verdict::permanent, .reason = std::move(reason), .code = code};
}

bool is_html(std::string_view body) {
  if (body.empty() || body.front() != '<') return false;
  const std::string start = text::to_lower_ascii(body.substr(0, 512));
  return contains(start, "<html") || contains(start, "<!doctype html");
}

bool is_blocked(const net::HttpResponse& r, std::string_view head) {
  if (contains(r.header("location"), "misuse.ncbi.nlm.nih.gov")) return true;
  return is_html(head) && (contains(head, "WWW Error Blocked Diagnostic") ||
                           contains(head, "blocked for possible abuse") ||
                           contains(head, "misuse.ncbi.nlm.nih.gov"));
}

std::string_view value_of(std::string_view body, std::string_view key) {
  std::size_t at = body.find(key);
  if (at == std::string_view::npos) return {};
  at = body.find('"', body.find(':', at + key.size()));
  if (at == std::string_view::npos) return {};
  std::size_t end = at + 1;
  while (end < body.size() && (body[end] != '"' || body[end - 1] == '\\')) ++end;
  return body.substr(at + 1, end - at - 1);
}

// Text of the first <ERROR> that is not empty: espell always sends an empty one.
std::string_view xml_error(std::string_view body) {
  for (std::size_t at = body.find("<ERROR>"); at != std::string_view::npos;
       at = body.find("<ERROR>", at + 7)) {
    const std::size_t end = body.find("</ERROR>", at);
    const std::string_view error =
        text::trim(body.substr(at + 7, end == std::string_view::npos ? end : end - at - 7));
    if (!error.empty()) return error;
  }
  return {};
}

Classified classify_json(std::string_view body) {
  if (body.front() != '{' && body.front() != '[') return transient("a reply that is not JSON");
  // Bytes that are no UTF-8 were damaged on the way; repaired, an id could come out as another.
  if (!text::valid_utf8(body)) return transient("a damaged reply");
  if (body.size() > kShortBody && body.back() == '}') return {};
  if (const auto error = value_of(body, "\"ERROR\""); !error.empty()) {
    return classify_eutils_error(error);
  }
  if (const auto error = value_of(body, "\"error\""); !error.empty()) {
    return classify_eutils_error(error);
  }
  return body.back() == '}' ? Classified{} : transient("a reply that is cut off");
}

Classified classify_article_set(std::string_view body) {
  const std::string_view head = body.substr(0, kHead);
  if (body.size() <= kShortBody) {
    if (const auto error = xml_error(body); !error.empty()) return classify_eutils_error(error);
  }
  constexpr std::string_view kEnds[] = {"</PubmedArticleSet>", "</PubmedBookArticleSet>"};
  for (const std::string_view end : kEnds) {
    if (body.size() >= end.size() && body.substr(body.size() - end.size()) == end) return {};
  }
  if (contains(head, "<PubmedArticleSet/>") || contains(head, "<PubmedArticleSet />")) return {};
  if (contains(head, "<Pubmed")) return transient("a reply that is cut off");
  return transient("a reply without records");  // prolog and DOCTYPE, no root element
}

}  // namespace

Classified classify_eutils_error(std::string_view error) {
  const std::string key = squashed(error);
  std::string shown(text::ellipsize(text::displayable(text::trim(error)), 200));
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  if (contains(key, "apikeyinvalid")) {
    return permanent("NCBI refuses the API key; correct or remove NCBI_API_KEY",
                     Errc::invalid_argument);
  }
  if (contains(key, "ratelimitexceeded")) return {Verdict::rate, "API rate limit exceeded", 2.0};
  if (contains(key, "blockedforpossibleabuse"))
    return {Verdict::blocked, "address blocked by NCBI"};
  if (contains(key, "unabletoobtainquery")) return {Verdict::expired, shown};
  for (const std::string_view known : kTransientTexts) {
    if (contains(key, known)) return transient(shown);
  }
  // Also seen now and then for databases that exist.
  if (contains(key, "invaliddbname")) return transient(shown);
  if (contains(key, "idlistisempty") || contains(key, "cannotprocessidlist") ||
      contains(key, "idparameterisempty") || contains(key, "failedtounderstandid")) {
    return permanent("none of the ids is a PubMed id", Errc::not_found);
  }
  if (contains(key, "cannotbelargerthan9998") || contains(key, "emptyterm")) {
    return permanent(shown, Errc::invalid_argument);
  }
  if (contains(key, "searchbackendfailed") || contains(key, "syntaxerror")) {
    return permanent("PubMed cannot read the query: " + shown, Errc::invalid_query);
  }
  return permanent(shown, Errc::upstream_changed);
}

Classified classify_eutils(const net::HttpResponse& r, EutilsReply expected) {
  const std::string_view body = text::trim(r.body);
  const std::string_view head = body.substr(0, kHead);
  const std::string status = "HTTP " + std::to_string(r.status);
  if (is_blocked(r, head)) return {Verdict::blocked, "address blocked by NCBI for possible abuse"};
  if (r.status == 429) {
    const bool no_header = r.header("retry-after").empty();
    return {Verdict::rate, "API rate limit exceeded",
            no_header ? std::optional(2.0) : std::nullopt};
  }
  if (r.status >= 300 && r.status < 400) return transient(status + " (redirects are not followed)");
  if (r.status == 414) return permanent("the request is too long", Errc::invalid_query);
  if (r.status == 408 || r.status >= 500) return transient(status);
  if (body.empty()) return transient("an empty reply");
  if (r.status >= 400) {
    // A relayed 502 page arrives raw or escaped inside a 400.
    if (contains(head, "&lt;html") || contains(head, "Bad Gateway")) return transient(status);
    const std::string_view error =
        body.front() == '{' ? value_of(head, "\"error\"") : xml_error(head);
    const Classified by_text = classify_eutils_error(error.empty() ? head : error);
    if (by_text.verdict != Verdict::permanent || by_text.code != Errc::upstream_changed)
      return by_text;
    return permanent(status + (error.empty() ? "" : ": " + by_text.reason), Errc::upstream_changed);
  }
  if (is_html(head)) return {Verdict::transient, "an HTML page instead of data", 10.0};
  if (expected == EutilsReply::json) {
    if (const auto error = xml_error(head); !error.empty()) return classify_eutils_error(error);
    return classify_json(body);
  }
  if (body.front() == '{') return classify_json(body);
  if (expected == EutilsReply::article_set) return classify_article_set(body);
  const auto error = xml_error(head);
  return error.empty() ? Classified{} : classify_eutils_error(error);
}

net::HostPolicy eutils_policy(const Config& config) {
  const bool keyed = config.ncbi_api_key.set();
  // Measured: 350 ms keyless still draws 429s by arrival jitter, 400 ms none; 125 ms = 8 of 10 a
  // second.
  return {.service = "ncbi",
          .gap = polite_gap(config, std::chrono::milliseconds(keyed ? 125 : 400)),
          .concurrency = keyed ? 6 : 3,
          .key = config.ncbi_api_key.reveal()};
}

net::RequestPlan eutils_plan(const Config& config, std::string_view program, EutilsReply expected) {
  const auto endpoint = config.endpoints.find("pubmed");
  const std::string base = endpoint != config.endpoints.end() && !endpoint->second.url.empty()
                               ? endpoint->second.url
                               : "https://eutils.ncbi.nlm.nih.gov/entrez/eutils";
  net::RequestPlan plan;
  plan.source = "pubmed";
  plan.policy = eutils_policy(config);
  plan.url = base + "/" + std::string(program) + ".fcgi";
  plan.secret_params = {{"tool", "evidence-mcp"}};
  if (!config.ncbi_email.empty()) plan.secret_params.emplace_back("email", config.ncbi_email);
  // An empty key is refused with 400 "API key invalid".
  if (config.ncbi_api_key.set()) {
    plan.secret_params.emplace_back("api_key", config.ncbi_api_key.reveal());
  }
  plan.may_post = true;
  plan.classify = [expected](const net::HttpResponse& r) { return classify_eutils(r, expected); };
  return plan;
}

}  // namespace ev::sources
