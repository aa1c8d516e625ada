// Whether words talk to a language model ("ignore previous instructions") instead of to readers,
// or hide text from readers. What is compared are letters alone: case, accents, letters of other
// alphabets that look alike, digits in place of letters, blanks, hyphens, markup, escapes and
// invisible characters make no difference. The phrases are in data/lexicon/model_address.tsv.
// Linear in the text. Thread rule: pure functions; a ModelAddress belongs to one thread.
#pragma once

#include <string>
#include <string_view>

namespace ev::text {

// Reads the texts of one record; a phrase may go on from one into the next (keywords, authors).
class ModelAddress {
 public:
  void read(std::string_view text);
  bool found() const;

 private:
  void read_plain(std::string_view text);
  void read_beyond_ascii(std::string_view run);
  void put(char c);
  void put_letter(std::string_view letter);

  // Letters with what stands before each byte of them (bits of kStart …).
  std::string letters_;
  std::string before_;
  unsigned char pending_ = 0;
  bool hidden_ = false;  // tag characters, bidi overrides, bytes in variation selectors
  bool marked_ = false;  // marks of a chat template
};

bool addresses_a_model(std::string_view text);

}  // namespace ev::text
