#include "pipeline/sample/fulltext.hpp"

#include "base/text.hpp"
#include "pipeline/sample/replies.hpp"

#include <string>

namespace ev::sample {

namespace {

constexpr const char* kXmlType = "text/xml; charset=UTF-8";
constexpr std::string_view kRoute = "/fullTextXML";

// The article's own bytes, "" when there is none.
std::string_view article_of(std::string_view jats, const std::string& pmcid) {
  static constexpr std::string_view kClose = "</article>";
  const std::size_t id = jats.find("\"pmc\">" + pmcid + "<");
  if (id == std::string_view::npos) return {};
  const std::size_t begin = jats.rfind("<article ", id);
  const std::size_t end = jats.find(kClose, id);
  return jats.substr(begin, end + kClose.size() - begin);
}

}  // namespace

bool is_full_text_route(const Form& form) {
  return form.path.ends_with(kRoute);
}

bool is_central_route(const Form& form) {
  return form.path.ends_with("/efetch.fcgi") && form.get("db") == "pmc";
}

net::HttpResponse full_text_of_europepmc(std::string_view jats, const Form& form) {
  const std::string before = form.path.substr(0, form.path.size() - kRoute.size());
  const std::string id = before.substr(before.rfind('/') + 1);
  const std::string_view article = article_of(jats, id);
  if (article.find("<body>") == std::string_view::npos) {
    return reply(
        404, kXmlType,
        "<?xml version=\"1.0\"?>\n<errorBean><errCode>0</errCode><errMsg>Article with id " + id +
            " is not open access one</errMsg></errorBean>\n");
  }
  return reply(200, kXmlType, "<?xml version=\"1.0\"?>\n" + std::string(article) + "\n");
}

net::HttpResponse full_text_of_pmc(std::string_view jats, const Form& form) {
  std::string articles;
  for (const std::string& text : text::split(form.get("id"), ',')) {
    const std::string id(text::trim(text));
    const std::string_view article = article_of(jats, id.rfind("PMC", 0) == 0 ? id : "PMC" + id);
    articles += article.empty() ? "<error id=\"" + id +
                                      "\">The following PMCID is not available: " + id + "</error>"
                                : std::string(article);
    articles += "\n";
  }
  return reply(200, kXmlType,
               "<?xml version=\"1.0\" ?>\n<pmc-articleset>\n" + articles + "</pmc-articleset>\n");
}

}  // namespace ev::sample
