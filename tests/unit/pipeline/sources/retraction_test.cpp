#include "pipeline/sources/retraction.hpp"

#include "support/catch.hpp"

using namespace ev;

namespace {

model::Article with(std::vector<std::string> types, std::vector<model::CommentsCorrection> links,
                    std::string title = "T") {
  model::Article a;
  a.title = std::move(title);
  a.publication_types = std::move(types);
  a.comments_corrections = std::move(links);
  sources::judge_retraction(a);
  return a;
}

}  // namespace

TEST_CASE("the gravest statement counts") {
  CHECK(with({}, {{.type = "ErratumIn"}, {.type = "ExpressionOfConcernIn"}}).retraction.status ==
        model::RetractionStatus::expression_of_concern);
  CHECK(with({}, {{.type = "ErratumIn"}, {.type = "RetractionIn"}}).retraction.status ==
        model::RetractionStatus::retracted);
  CHECK(with({}, {{.type = "CommentIn"}, {.type = "UpdateIn"}}).retraction.status ==
        model::RetractionStatus::none);
  CHECK(with({}, {}).retraction == model::Retraction{});
}

TEST_CASE("a notice is not the paper, even when it carries its title") {
  CHECK(with({"Retraction of Publication"}, {}, "RETRACTED: T").retraction.status ==
        model::RetractionStatus::notice);
  CHECK(with({}, {{.type = "RetractionOf"}}).retraction.status == model::RetractionStatus::notice);
  // A notice that was itself retracted.
  CHECK(with({"Retraction of Publication", "Retracted Publication"}, {}).retraction.status ==
        model::RetractionStatus::retracted);
}

TEST_CASE("a title's mark counts in any letters, the word within a sentence does not") {
  for (const char* title :
       {"RETRACTED: T", "RETRACTED ARTICLE: T", "[Retracted] T", "Retracted: T", "retracted: T",
        "[Retracted: T]", "Retracted Article: T", "[ Retracted ] T"}) {
    INFO(title);
    const auto r = with({}, {}, title).retraction;
    CHECK(r.status == model::RetractionStatus::retracted);
    CHECK(r.sources == std::vector<std::string>{"title"});
  }
  for (const char* title : {"Retraction: T", "RETRACTION: T", "[Retraction] T",
                            "Retraction note: T", "Retraction Notice: T"}) {
    INFO(title);
    CHECK(with({}, {}, title).retraction.status == model::RetractionStatus::notice);
  }
  CHECK(with({"Retracted Publication"}, {}, "Retraction: T").retraction.status ==
        model::RetractionStatus::retracted);
  for (const char* title : {"Retracted papers in oncology: a survey", "Retraction of the uvula",
                            "Retraction devices: a trial", "RETRACTEDNESS: T"}) {
    INFO(title);
    CHECK(with({}, {}, title).retraction.status == model::RetractionStatus::none);
  }
}

TEST_CASE("publishers mark what they take back in many forms") {
  for (const char* title : {"WITHDRAWN: Tea and sleep", "Withdrawn: Tea and sleep",
                            "REMOVED: Tea and sleep", "Retracted - Tea and sleep",
                            "Tea and sleep (retracted)", "Tea and sleep [Retracted article].",
                            "\u3010RETRACTED\u3011Tea and sleep", "(Retracted) Tea and sleep"}) {
    INFO(title);
    CHECK(with({}, {}, title).retraction.status == model::RetractionStatus::retracted);
  }
  for (const char* title :
       {"Retraction Note to: Tea and sleep", "Retraction notice to \"Tea and sleep\"",
        "Notice of retraction: Tea and sleep", "Expression of concern: Tea and sleep",
        "Statement of Retraction: Tea and sleep"}) {
    INFO(title);
    CHECK(with({}, {}, title).retraction.status == model::RetractionStatus::notice);
  }
  for (const char* title :
       {"Withdrawn patients after tea", "Removed teeth and tea",
        "Tea in nurses (withdrawn from work)", "Retraction of the lung under tea",
        "Expression of concern genes in tea"}) {
    INFO(title);
    CHECK(with({}, {}, title).retraction.status == model::RetractionStatus::none);
  }
}

TEST_CASE("sources, notice and date are those stated") {
  const auto r =
      with({"Retracted Publication"},
           {{.type = "RetractionIn", .source = "J X. 2020 Mar 27;1", .pmid = "5"}}, "RETRACTED: T")
          .retraction;
  CHECK(r.sources ==
        std::vector<std::string>{"pubmed:PublicationType", "pubmed:CommentsCorrections", "title"});
  CHECK(r.notice_pmid == "5");
  CHECK(r.date == "2020-03-27");
}

TEST_CASE("another source's record is judged by the same rules under its own labels") {
  model::Article a;
  a.publication_types = {"retracted publication"};  // short records are in lower case
  a.comments_corrections = {{.type = "RetractionIn", .pmid = "90000009"}};
  sources::judge_retraction(a,
                            {.types = "europepmc:pubType", .links = "europepmc:commentCorrection"});
  CHECK(a.retraction.status == model::RetractionStatus::retracted);
  CHECK(a.retraction.sources ==
        std::vector<std::string>{"europepmc:pubType", "europepmc:commentCorrection"});
  CHECK(with({"Preprint", "Preprint-removal"}, {}).retraction.status ==
        model::RetractionStatus::retracted);
  CHECK(with({"correction"}, {}).retraction.status == model::RetractionStatus::notice);
  CHECK(with({}, {{.type = "PartialRetractionIn"}}).retraction.status ==
        model::RetractionStatus::corrected);
}
