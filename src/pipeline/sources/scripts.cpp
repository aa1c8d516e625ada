#include "pipeline/sources/scripts.hpp"

#include "base/text.hpp"

namespace ev::sources {

namespace {

struct Script {
  char32_t plain;
  char32_t raised;   // 0 = none
  char32_t lowered;  // 0 = none
};

// Only characters whose NFKC form is `plain`, so that folding for search gives the text as printed.
// The ASCII hyphen has none: the superscript minus folds to U+2212.
constexpr Script kScripts[] = {
    {U'0', U'⁰', U'₀'}, {U'1', U'¹', U'₁'}, {U'2', U'²', U'₂'}, {U'3', U'³', U'₃'},
    {U'4', U'⁴', U'₄'}, {U'5', U'⁵', U'₅'}, {U'6', U'⁶', U'₆'}, {U'7', U'⁷', U'₇'},
    {U'8', U'⁸', U'₈'}, {U'9', U'⁹', U'₉'}, {U'+', U'⁺', U'₊'}, {U'−', U'⁻', U'₋'},
    {U'=', U'⁼', U'₌'}, {U'(', U'⁽', U'₍'}, {U')', U'⁾', U'₎'}, {U'a', U'ᵃ', U'ₐ'},
    {U'b', U'ᵇ', 0},    {U'c', U'ᶜ', 0},    {U'd', U'ᵈ', 0},    {U'e', U'ᵉ', U'ₑ'},
    {U'f', U'ᶠ', 0},    {U'g', U'ᵍ', 0},    {U'h', U'ʰ', U'ₕ'}, {U'i', U'ⁱ', U'ᵢ'},
    {U'j', U'ʲ', U'ⱼ'}, {U'k', U'ᵏ', U'ₖ'}, {U'l', U'ˡ', U'ₗ'}, {U'm', U'ᵐ', U'ₘ'},
    {U'n', U'ⁿ', U'ₙ'}, {U'o', U'ᵒ', U'ₒ'}, {U'p', U'ᵖ', U'ₚ'}, {U'r', U'ʳ', U'ᵣ'},
    {U's', U'ˢ', U'ₛ'}, {U't', U'ᵗ', U'ₜ'}, {U'u', U'ᵘ', U'ᵤ'}, {U'v', U'ᵛ', U'ᵥ'},
    {U'w', U'ʷ', 0},    {U'x', U'ˣ', U'ₓ'}, {U'y', U'ʸ', 0},    {U'z', U'ᶻ', 0},
    {U'β', U'ᵝ', U'ᵦ'}, {U'γ', U'ᵞ', U'ᵧ'}, {U'δ', U'ᵟ', 0},    {U'φ', U'ᵠ', U'ᵩ'},
    {U'χ', U'ᵡ', U'ᵪ'},
};

char32_t script_of(char32_t c, ScriptPosition position) {
  for (const Script& s : kScripts) {
    if (s.plain == c) return position == ScriptPosition::raised ? s.raised : s.lowered;
  }
  return 0;
}

}  // namespace

std::string in_script(std::string_view plain, ScriptPosition position) {
  std::string mapped;
  for (std::size_t i = 0; i < plain.size();) {
    const char32_t c = script_of(text::next_code_point(plain, i), position);
    if (c == 0) {
      mapped.clear();
      break;
    }
    text::append_utf8(mapped, c);
  }
  if (!mapped.empty() || plain.empty()) return mapped;
  // Brackets or marks inside would make ^(…) ambiguous; they already keep the text apart.
  if (plain.find_first_of("()^_") != std::string_view::npos) return std::string(plain);
  return (position == ScriptPosition::raised ? "^(" : "_(") + std::string(plain) + ")";
}

}  // namespace ev::sources
