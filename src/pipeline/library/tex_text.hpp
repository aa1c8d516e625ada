// Text of BibTeX fields: accents, special letters and commands of TeX become Unicode, grouping
// braces go. Pure; what is not known stays as written, without its backslash.
#pragma once

#include <string>
#include <string_view>

namespace ev::library {

// "{\"U}ber \textit{K{\o}benhavn} --- 5~\%" -> "Über København — 5 %".
std::string tex_to_text(std::string_view tex);

}  // namespace ev::library
