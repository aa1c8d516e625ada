#include "pipeline/sources/unpaywall.hpp"

#include "base/text.hpp"
#include "net/retry.hpp"
#include "net/url.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/source.hpp"

#include <nlohmann/json.hpp>

namespace ev::sources {

namespace {

constexpr std::chrono::hours kAccessFreshness{24};

}  // namespace

Result<net::RequestPlan> plan_open_access(const Config& config, std::string_view text) {
  if (config.unpaywall_email.empty()) {
    return Error{.code = Errc::invalid_argument,
                 .message = "Unpaywall wants an e-mail address",
                 .source = "unpaywall",
                 .recovery = "set UNPAYWALL_EMAIL to your own address"};
  }
  const std::string doi = normal_doi(text);
  if (doi.rfind("10.", 0) != 0 || doi.find('/') == std::string::npos) {
    return Error{.code = Errc::invalid_argument,
                 .message = "\"" + one_line(text, 100) + "\" is no DOI",
                 .source = "unpaywall"};
  }
  net::RequestPlan plan;
  plan.source = "unpaywall";
  plan.policy = {.service = "unpaywall",
                 .gap = polite_gap(config, std::chrono::milliseconds(100)),
                 .concurrency = 3};
  plan.url = service_url(config, "unpaywall") + "/" + net::percent_encode(doi);
  plan.secret_params = {{"email", config.unpaywall_email}};
  plan.ttl = kAccessFreshness;
  plan.classify = classify_unpaywall;
  plan.keep = kept_when_read(parse_open_access);
  return plan;
}

net::Classified classify_unpaywall(const net::HttpResponse& r) {
  net::Classified by_status = net::classify_http(r);
  if (by_status.verdict == net::Verdict::ok) {
    return judge_json_object(r.body, {"doi", "is_oa"});
  }
  if (r.status == 422) {
    by_status.reason = "Unpaywall refuses the e-mail address; set UNPAYWALL_EMAIL to your own";
    by_status.code = Errc::invalid_argument;
  } else if (r.status == 404 && !looks_like_html(r.body)) {
    by_status.reason = "the DOI is not in Unpaywall";
  } else if (r.status == 404) {
    // A page instead of its own answer: the address is wrong, the DOI may be known.
    by_status.code = Errc::upstream_unavailable;
  }
  return by_status;
}

Result<OpenAccess> parse_open_access(std::string_view body) {
  const auto document = parse_json_leniently(body, "Unpaywall's reply");
  if (!document) return changed_form("unpaywall", document.error().message);
  OpenAccess out{.doi = normal_doi(text_at(*document, {"doi"})),
                 .is_open_access = flag_at(*document, {"is_oa"}),
                 .status = text_at(*document, {"oa_status"})};
  if (out.doi.empty() || !out.is_open_access) {
    return changed_form("unpaywall", "Unpaywall's reply has no DOI or does not say what is open");
  }
  const Json& best = member_at(*document, {"best_oa_location"});
  out.url = text_at(best, {"url"});
  if (out.url.empty()) out.url = text_at(best, {"url_for_landing_page"});
  out.pdf_url = text_at(best, {"url_for_pdf"});
  out.license = text_at(best, {"license"});
  out.version = text_at(best, {"version"});
  out.host_type = text_at(best, {"host_type"});
  return out;
}

}  // namespace ev::sources
