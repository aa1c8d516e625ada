#include "pipeline/pubmed_query/publication_types.hpp"

#include <array>
#include <utility>

namespace ev::pubmed_query {

namespace {

// clang-format off
constexpr auto kPublicationTypes = std::to_array<std::string_view>({
    "Abbreviations", "Abstracts", "Academic Dissertation", "Account Book", "Adaptive Clinical Trial", "Address",
    "Advertisement", "Almanac", "Anecdotes", "Animation", "Annual Report", "Aphorisms and Proverbs",
    "Architectural Drawing", "Atlas", "Autobiography", "Bibliography", "Biobibliography", "Biography", "Blog",
    "Book Illustrations", "Book Review", "Books and Documents", "Bookplates", "Broadside", "Calendar", "Caricature",
    "Cartoon", "Case Reports", "Catalog", "Chart", "Chronology", "Classical Article", "Clinical Conference",
    "Clinical Study", "Clinical Trial", "Clinical Trial Protocol", "Clinical Trial, Phase I",
    "Clinical Trial, Phase II", "Clinical Trial, Phase III", "Clinical Trial, Phase IV", "Clinical Trial, Veterinary",
    "Collected Correspondence", "Collected Work", "Collection", "Comment", "Comparative Study", "Congress",
    "Consensus Development Conference", "Consensus Development Conference, NIH", "Controlled Clinical Trial",
    "Cookbook", "Corrected and Republished Article", "Database", "Dataset", "Diary", "Dictionary", "Directory",
    "Dispensatory", "Documentaries and Factual Films", "Drawing", "Duplicate Publication", "Editorial",
    "Electronic Supplementary Materials", "Encyclopedia", "English Abstract", "Ephemera", "Equivalence Trial",
    "Essays", "Eulogy", "Evaluation Study", "Examination Question", "Exhibition", "Expression of Concern",
    "Festschrift", "Fictional Work", "Form", "Formulary", "Government Document", "Government Publication",
    "Graphic Novels", "Guidebook", "Guideline", "Handbook", "Herbal", "Historical Article", "Incunabula", "Index",
    "Instructional Films and Videos", "Interactive Tutorial", "Interview", "Introductory Journal Article",
    "Journal Article", "Juvenile Literature", "Laboratory Manual", "Lecture", "Lecture Note", "Legal Case",
    "Legislation", "Letter", "Manuscript", "Maps", "Meeting Abstract", "Meta-Analysis", "Monograph",
    "Multicenter Study", "Network Meta-Analysis", "News", "Newspaper Article", "Nurses Instruction",
    "Observational Study", "Observational Study, Veterinary", "Outline", "Overall", "Patent",
    "Patient Education Handout", "Periodical", "Periodical Index", "Personal Narrative", "Pharmacopoeia",
    "Photograph", "Phrase", "Pictorial Work", "Poetry", "Popular Work", "Portrait", "Postcard", "Poster",
    "Practice Guideline", "Pragmatic Clinical Trial", "Preprint", "Price List", "Problems and Exercises",
    "Programmed Instruction", "Programs", "Prospectuses", "Public Service Announcement", "Published Erratum",
    "Randomized Controlled Trial", "Randomized Controlled Trial, Veterinary",
    "Research Support, American Recovery and Reinvestment Act", "Research Support, N.I.H., Extramural",
    "Research Support, N.I.H., Intramural", "Research Support, Non-U.S. Gov't",
    "Research Support, U.S. Gov't, Non-P.H.S.", "Research Support, U.S. Gov't, P.H.S.",
    "Research Support, U.S. Government", "Resource Guide", "Retracted Publication", "Retraction Notice",
    "Retraction of Publication", "Review", "Scientific Integrity Review", "Scoping Review", "Sermon", "Statistics",
    "Study Guide", "Systematic Review", "Table", "Technical Report", "Terminology", "Textbook", "Twin Study",
    "Unedited Footage", "Union Lists", "Unpublished Work", "Validation Study", "Video-Audio Media", "Web Archive",
    "Webcast", "Wit and Humor",
});
// clang-format on

constexpr auto kMeantTypes = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"case", "Case Reports"},
    {"case series", "Case Reports"},
    {"case studies", "Case Reports"},
    {"case study", "Case Reports"},
    {"erratum", "Published Erratum"},
    {"literature review", "Review"},
    {"original article", "Journal Article"},
    {"randomized controlled trials", "Randomized Controlled Trial"},
    {"randomized trial", "Randomized Controlled Trial"},
    {"randomized trials", "Randomized Controlled Trial"},
    {"rct", "Randomized Controlled Trial"},
    {"rcts", "Randomized Controlled Trial"},
    {"research article", "Journal Article"},
    {"retraction", "Retraction of Publication"},
    {"systematic literature review", "Systematic Review"},
    {"trial", "Clinical Trial"},
});

}  // namespace

std::span<const std::string_view> publication_types() {
  return kPublicationTypes;
}

std::string_view meant_type(std::string_view key) {
  for (const auto& [written, type] : kMeantTypes) {
    if (written == key) return type;
  }
  return "";
}

}  // namespace ev::pubmed_query
