// Superscripts and subscripts in plain text. They become Unicode super- and subscripts when every
// character has one whose compatibility form (NFKC) is the character itself, so that folding for
// search gives the text as printed; else ^(…) and _(…). Pure.
#pragma once

#include <string>
#include <string_view>

namespace ev::sources {

enum class ScriptPosition { raised, lowered };

// `plain` has no blanks at its ends. Text with brackets, ^ or _ inside comes back as it is.
std::string in_script(std::string_view plain, ScriptPosition position);

}  // namespace ev::sources
