#include "pipeline/mechanism/proposed_links.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/word_lists.hpp"
#include "pipeline/model/retraction.hpp"

#include <algorithm>
#include <iterator>

namespace ev::mechanism {
namespace {

constexpr std::string_view kLevels[] = {"drug-target",    "drug-pathway",  "drug-effect",
                                        "target-pathway", "target-effect", "pathway-effect"};

std::optional<Kind> kind_of_level(std::string_view level) {
  for (const Kind kind : {Kind::drug, Kind::target, Kind::pathway, Kind::effect}) {
    if (level == to_string(kind)) return kind;
  }
  return std::nullopt;
}

Error bad_link(const ProposedLink& link, const char* member, std::string message,
               std::string hint) {
  return {.code = Errc::llm_ungrounded,
          .message = std::move(message),
          .path = link.said.path + "." + member,
          .recovery = std::move(hint)};
}

}  // namespace

std::span<const std::string_view> link_levels() {
  return kLevels;
}

std::optional<std::pair<Kind, Kind>> kinds_of_levels(std::string_view levels) {
  const std::size_t dash = levels.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto from = kind_of_level(levels.substr(0, dash));
  const auto to = kind_of_level(levels.substr(dash + 1));
  if (!from || !to || *from >= *to) return std::nullopt;
  return std::pair(*from, *to);
}

Result<ProposedLinks::Known> ProposedLinks::ground(const ProposedLink& link,
                                                   std::span<const model::Article> articles,
                                                   Vocabulary& vocabulary) const {
  const auto kinds = kinds_of_levels(link.levels);
  if (!kinds) return bad_link(link, "link", "joins no two levels of a chain", "use drug-target …");
  for (const auto& [member, name] : {std::pair{"from", &link.from}, std::pair{"to", &link.to}}) {
    if (key_of(*name).empty() || is_generic_heading(text::fold(*name)))
      return bad_link(link, member, "names nothing in particular", "name it as the sentence does");
  }
  const auto article = std::find_if(articles.begin(), articles.end(), [&](const auto& a) {
    return record_id(a) == link.said.record && !model::is_void(a);
  });
  if (article == articles.end()) {
    return bad_link(link, "id",
                    "\"" + text::ellipsize(text::displayable(link.said.record), 40) +
                        "\" is none of the records supplied",
                    "cite only the ids that were supplied");
  }
  EV_TRY(Grounded grounded,
         ground_proposal(*article, LinkNames(link.from, vocabulary.names_of(link.from).same),
                         LinkNames(link.to, vocabulary.names_of(link.to).same),
                         looks_like_disease(text::fold(link.to)), link.said));
  Known out{.from = vocabulary.add(kinds->first, link.from),
            .to = vocabulary.add(kinds->second, link.to),
            .grounded = std::move(grounded),
            .sign = link.said.sign,
            .article = static_cast<std::size_t>(article - articles.begin())};
  if (out.from == out.to)
    return bad_link(link, "to", "is the same thing as from", "a link joins two things");
  return out;
}

ProposedLinks::ProposedLinks(std::span<const ProposedLink> proposed,
                             std::span<const model::Article> articles, Vocabulary& vocabulary) {
  for (std::size_t i = 0; i < proposed.size(); ++i) {
    auto known = ground(proposed[i], articles, vocabulary);
    if (!known) {
      not_taken_.push_back(std::move(known).error());
      continue;
    }
    known_.push_back(*std::move(known));
    taken_.push_back(i);
  }
}

void ProposedLinks::join(StatementSet& reading, const Vocabulary& vocabulary) const {
  for (const Known& known : known_) {
    const doc::Quote& quote = known.grounded.evidence.quote;
    const auto same = [&](const Statement& s) {
      return s.from == known.from && s.to == known.to && s.article == known.article &&
             s.evidence.quote.field == quote.field && s.evidence.quote.start == quote.start;
    };
    if (std::any_of(reading.statements.begin(), reading.statements.end(), same)) continue;
    reading.statements.push_back({.from = known.from,
                                  .to = known.to,
                                  .sign = known.sign,
                                  .finding = known.grounded.finding,
                                  .article = known.article,
                                  .evidence = known.grounded.evidence});
    reading.mentioned[known.from].insert(known.article);
    reading.mentioned[known.to].insert(known.article);
  }
  sort_statements(reading, vocabulary);
}

}  // namespace ev::mechanism
