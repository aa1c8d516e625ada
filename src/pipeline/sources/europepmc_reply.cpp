#include "pipeline/sources/europepmc_reply.hpp"

#include "base/text.hpp"
#include "net/retry.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/json_fields.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/source.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::sources {

namespace {

using net::Classified;
using net::Verdict;

constexpr std::size_t kEpmcHead = 4096;
// Everything but records is shorter: errors, {"version"}, an empty list.
constexpr std::size_t kEpmcShortBody = 64u << 10;

// Text of the first <name>…</name>.
std::string_view epmc_element(std::string_view body, std::string_view name) {
  const std::string open = "<" + std::string(name) + ">";
  const std::size_t from = body.find(open);
  if (from == std::string_view::npos) return {};
  const std::size_t end = body.find("</", from);
  if (end == std::string_view::npos) return {};
  return text::trim(body.substr(from + open.size(), end - from - open.size()));
}

struct ErrorBean {
  long code = 0;
  std::string message;
};

Classified of_bean(const ErrorBean& bean) {
  std::string shown(text::ellipsize(text::displayable(text::trim(bean.message)), 200));
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  const std::string reason = "Europe PMC answers: " + shown;
  if (bean.code == 429) return {Verdict::rate, reason};
  if (bean.code == 404 || bean.code == 408 || bean.code >= 500) return {Verdict::transient, reason};
  if (bean.code == 400 || bean.code == 414) {
    return {.verdict = Verdict::permanent, .reason = reason, .code = Errc::invalid_query};
  }
  return {.verdict = Verdict::permanent, .reason = reason, .code = Errc::upstream_changed};
}

std::optional<ErrorBean> bean_of(const Json& reply) {
  if (!reply.is_object() || !(reply.contains("errCode") || reply.contains("errMsg"))) {
    return std::nullopt;
  }
  return ErrorBean{json_whole(reply, "errCode").value_or(0), json_text(reply, "errMsg")};
}

std::optional<ErrorBean> bean_in_xml(std::string_view body) {
  if (body.substr(0, kEpmcHead).find("<errorBean") == std::string_view::npos) return std::nullopt;
  ErrorBean bean{0, std::string(epmc_element(body, "errMsg"))};
  for (const char c : epmc_element(body, "errCode")) {
    if (c >= '0' && c <= '9' && bean.code < 100000) bean.code = bean.code * 10 + (c - '0');
  }
  return bean;
}

Classified rejected(EuropePmcCall call) {
  switch (call) {
    case EuropePmcCall::cursor:
      return {Verdict::expired, "Europe PMC does not know the cursor of the page any more"};
    case EuropePmcCall::sorted_search:
      return {.verdict = Verdict::permanent,
              .reason = "Europe PMC rejects the request, most likely the order asked for",
              .code = Errc::upstream_changed};
    case EuropePmcCall::list:
      return {.verdict = Verdict::permanent,
              .reason = "Europe PMC rejects the request",
              .code = Errc::upstream_changed};
    case EuropePmcCall::search:
      break;
  }
  return {.verdict = Verdict::permanent,
          .reason = "Europe PMC rejects the query",
          .code = Errc::invalid_query};
}

bool only_version(const Json& reply) {
  return reply.is_object() && reply.contains("version") && reply.size() == 1;
}

Classified classify_epmc_json(std::string_view body, EuropePmcCall call) {
  if (body.substr(0, 3) == "\xEF\xBB\xBF") body = text::trim(body.substr(3));
  if (!text::valid_utf8(body)) return {Verdict::transient, "a damaged reply"};
  if (!is_whole_json(body)) return {Verdict::transient, "a reply that is cut off"};
  if (body.size() <= kEpmcShortBody) {
    auto reply = parse_json_leniently(body, "Europe PMC's reply");
    if (!reply) return {Verdict::transient, "a reply that is not JSON"};
    if (const auto bean = bean_of(*reply)) return of_bean(*bean);
    if (only_version(*reply)) return rejected(call);
    return json_whole(*reply, "hitCount") ? Classified{}
                                          : Classified{.verdict = Verdict::transient,
                                                       .reason = "a reply without \"hitCount\"",
                                                       .code = Errc::upstream_changed};
  }
  return judge_json_object(body, {"hitCount"});
}

// The common rules, without a key to check.
Classified classify_status(const net::HttpResponse& r) {
  if (r.status == 401 || r.status == 403) {
    return {Verdict::permanent, "HTTP " + std::to_string(r.status) + " (access refused)"};
  }
  return net::classify_http(r);
}

Error epmc_changed(std::string message) {
  return Error{.code = Errc::upstream_changed,
               .message = std::move(message),
               .source = "europepmc",
               .recovery = "call again; if it stays, use the other sources"};
}

}  // namespace

net::HostPolicy europepmc_policy(const Config& config) {
  // No published limit; the service asks for moderation. Four starts a second, pages
  // in turn.
  return {.service = "europepmc",
          .gap = polite_gap(config, std::chrono::milliseconds(250)),
          .concurrency = 2};
}

net::RequestPlan europepmc_plan(const Config& config, std::string_view path, EuropePmcCall call) {
  net::RequestPlan plan;
  plan.source = "europepmc";
  plan.policy = europepmc_policy(config);
  plan.url = service_url(config, "europepmc") + std::string(path);
  plan.classify = [call](const net::HttpResponse& r) { return classify_europepmc(r, call); };
  return plan;
}

net::Classified classify_europepmc(const net::HttpResponse& r, EuropePmcCall call) {
  const std::string_view body = text::trim(r.body);
  const Classified by_status = classify_status(r);
  if (by_status.verdict == Verdict::rate) return by_status;
  if (r.status == 404) {
    return {Verdict::transient, "HTTP 404: the service is down in part"};
  }
  if (r.status == 414) {
    return {.verdict = Verdict::permanent,
            .reason = "the request is too long",
            .code = Errc::invalid_query};
  }
  if (r.status == 400 || by_status.verdict == Verdict::ok) {
    if (const auto bean = bean_in_xml(body)) return of_bean(*bean);
    if (r.status == 400 && body.size() <= kEpmcShortBody) {
      const auto reply = parse_json_leniently(body, "Europe PMC's reply");
      const auto bean = reply ? bean_of(*reply) : std::nullopt;
      if (bean) return of_bean(*bean);
    }
  }
  if (by_status.verdict != Verdict::ok) return by_status;
  if (body.empty()) return {Verdict::transient, "an empty reply"};
  if (looks_like_html(body)) return {Verdict::transient, "an HTML page instead of data"};
  if (body.front() == '<') return {Verdict::transient, "XML instead of JSON"};
  return classify_epmc_json(body, call);
}

net::Classified classify_europepmc_full_text(const net::HttpResponse& r) {
  const std::string_view body = text::trim(r.body);
  const Classified none{.verdict = Verdict::permanent,
                        .reason = "Europe PMC has no open full text of this article",
                        .code = Errc::not_found};
  if (r.status == 404) return none;
  const Classified by_status = classify_status(r);
  if (by_status.verdict != Verdict::ok) return by_status;
  if (body.empty()) return {Verdict::transient, "an empty reply"};
  if (const auto bean = bean_in_xml(body)) {
    const bool closed = bean->code == 0 || bean->code == 404;
    return closed ? none : of_bean(*bean);
  }
  if (looks_like_html(body)) return {Verdict::transient, "an HTML page instead of data"};
  if (body.front() != '<' || body.find("<article") == std::string_view::npos) {
    return {Verdict::transient, "a reply that is no article"};
  }
  if (!text::valid_utf8(body)) return {Verdict::transient, "a damaged reply"};
  const std::string_view tail = body.substr(body.size() - std::min<std::size_t>(body.size(), 64));
  return tail.find("</article>") != std::string_view::npos
             ? Classified{}
             : Classified{Verdict::transient, "a reply that is cut off"};
}

Result<Json> read_europepmc_reply(std::string_view body) {
  auto reply = parse_json_leniently(body, "Europe PMC's reply");
  if (!reply) return epmc_changed(reply.error().message);
  if (const auto bean = bean_of(*reply)) {
    const Classified verdict = of_bean(*bean);
    Error error = epmc_changed(verdict.reason);
    if (verdict.verdict == Verdict::permanent) error.code = verdict.code;
    if (verdict.verdict != Verdict::permanent) error.code = Errc::upstream_unavailable;
    return error;
  }
  if (only_version(*reply)) return epmc_changed("Europe PMC rejected the request");
  if (!json_whole(*reply, "hitCount")) {
    return epmc_changed("Europe PMC's reply has no hit count");
  }
  return reply;
}

}  // namespace ev::sources
