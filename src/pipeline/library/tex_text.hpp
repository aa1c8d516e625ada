// Text of BibTeX fields, both ways: accents, special letters and commands of TeX become Unicode,
// grouping braces go; and text becomes what TeX prints as it. Pure; what is not known stays as
// written, without its backslash.
#pragma once

#include <string>
#include <string_view>

namespace ev::library {

// "{\"U}ber \textit{K{\o}benhavn} --- 5~\%" -> "Über København — 5 %".
std::string tex_to_text(std::string_view tex);

// "Größe & x_1, α" -> "Gr{\"o}{\ss}e \& x\_1, $\alpha$": signs with a meaning escaped, Latin
// letters with accents as BibTeX takes them for one letter, Greek ones for TeX's mathematics;
// braces are always balanced (BibTeX counts escaped ones too). Other characters stay as UTF-8.
// tex_to_text() brings it back.
std::string text_to_tex(std::string_view text);

}  // namespace ev::library
