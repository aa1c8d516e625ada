// A title as it is compared: without markup, notes of databases ("[Review] [45 refs]", "[Erratum
// appears in …]", "[Japanese]", "RETRACTED:") and the brackets of a translation; folded to words
// with Greek letters spelled out and Roman numerals as numbers. What a title says about the kind of
// its text is kept apart: a reply has nearly the title of its paper. Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ev::identity {

// Bits of Title::kinds. A record without them is the work itself, or does not say what it is.
enum TitleKind : std::uint8_t {
  kReply = 1,
  kErratum = 2,
  kRetractionNotice = 4,
  kProtocol = 8,
  // Tags that some databases add to a title and others leave out.
  kLetter = 16,
  kComment = 32,
  kEditorial = 64,
};
inline constexpr std::uint8_t kFirmKinds = kReply | kErratum | kRetractionNotice | kProtocol;

struct Title {
  std::vector<std::string> words;
  std::string letters;  // the words in one
  std::string digits;   // all digits of the words, in order: two years or parts differ in them
  std::uint8_t kinds = 0;
  // Long enough to name one work: "Editorial" or "Prostate cancer" do not.
  bool specific() const { return words.size() >= 4 && letters.size() >= 25; }
};

Title read_title(std::string_view title);

// Folded runs of letters and digits, Greek letters spelled out ("TNF-α" -> tnf, alpha).
std::vector<std::string> folded_words(std::string_view text);

}  // namespace ev::identity
