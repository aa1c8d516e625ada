#include "pipeline/sources/eutils.hpp"

#include "base/text.hpp"
#include "net/retry.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/json_fields.hpp"
#include "pipeline/sources/json_reply.hpp"
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

// "" where the reply has no error member of its own: words of a query are echoed further inside.
std::string json_error(std::string_view body) {
  for (const char* name : {"error", "ERROR"}) {
    if (std::string error = raw_text(body, name); !error.empty()) return error;
  }
  const auto found = raw_member(body, "esearchresult");
  return found ? raw_text(*found, "ERROR") : std::string();
}

Classified classify_json(std::string_view body, EutilsReply expected) {
  const Classified whole = judge_json_body(body);
  if (whole.verdict != Verdict::ok) return whole;
  if (const std::string error = json_error(body); !error.empty()) {
    return classify_eutils_error(error);
  }
  switch (expected) {
    case EutilsReply::esearch: {
      const auto found = raw_member(body, "esearchresult");
      return found ? judge_json_object(*found, {"count"})
                   : judge_json_object(body, {"esearchresult"});
    }
    case EutilsReply::esummary:
      return judge_json_object(body, {"result"});
    case EutilsReply::elink:
      return judge_json_object(body, {"linksets"});
    default:
      return transient("JSON instead of XML");
  }
}

Classified classify_article_set(std::string_view body) {
  const std::string_view head = body.substr(0, kHead);
  if (!text::valid_utf8(body)) return transient("a damaged reply");
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

bool is_ncbi_block(const net::HttpResponse& r) {
  if (contains(r.header("location"), "misuse.ncbi.nlm.nih.gov")) return true;
  if (!looks_like_html(r.body)) return false;
  const std::string_view head = std::string_view(r.body).substr(0, kHead);
  return contains(head, "WWW Error Blocked Diagnostic") ||
         contains(head, "blocked for possible abuse") || contains(head, "misuse.ncbi.nlm.nih.gov");
}

Classified classify_ncbi(const net::HttpResponse& r) {
  if (is_ncbi_block(r)) return {Verdict::blocked, "address blocked by NCBI for possible abuse"};
  return net::classify_http(r);
}

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
  if (is_ncbi_block(r)) return {Verdict::blocked, "address blocked by NCBI for possible abuse"};
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
    const std::string error = body.front() == '{' ? json_error(body) : std::string(xml_error(head));
    const Classified by_text =
        classify_eutils_error(error.empty() ? head : std::string_view(error));
    if (by_text.verdict != Verdict::permanent || by_text.code != Errc::upstream_changed)
      return by_text;
    return permanent(status + (error.empty() ? "" : ": " + by_text.reason), Errc::upstream_changed);
  }
  if (looks_like_html(body)) return {Verdict::transient, "an HTML page instead of data", 10.0};
  if (body.front() == '{' || body.front() == '[') return classify_json(body, expected);
  if (expected == EutilsReply::article_set) return classify_article_set(body);
  if (const auto error = xml_error(head); !error.empty()) return classify_eutils_error(error);
  if (expected != EutilsReply::xml) return transient("a reply that is not JSON");
  return text::valid_utf8(body) ? Classified{} : transient("a damaged reply");
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
  net::RequestPlan plan;
  plan.source = "pubmed";
  plan.policy = eutils_policy(config);
  plan.url = service_url(config, "pubmed") + "/" + std::string(program) + ".fcgi";
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
