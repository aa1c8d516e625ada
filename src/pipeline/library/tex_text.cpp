#include "pipeline/library/tex_text.hpp"

#include "base/text.hpp"

#include <array>
#include <optional>
#include <utility>

namespace ev::library {

namespace {

bool is_tex_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// `pairs`: base letter and the letter with its accent, in turn.
struct Accent {
  char command;
  char32_t combining;
  std::u32string_view pairs;
};
constexpr Accent kAccents[] = {
    {'`', 0x300, U"AÀEÈIÌOÒUÙaàeèiìoòuùNǸnǹ"},
    {'\'', 0x301, U"AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzź"},
    {'^', 0x302, U"AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷ"},
    {'~', 0x303, U"AÃNÑOÕaãnñoõIĨiĩUŨuũ"},
    {'"', 0x308, U"AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸ"},
    {'=', 0x304, U"AĀaāEĒeēIĪiīOŌoōUŪuū"},
    {'.', 0x307, U"CĊcċEĖeėGĠgġIİZŻzż"},
    {'u', 0x306, U"AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭ"},
    {'v', 0x30C, U"CČcčDĎdďEĚeěNŇnňRŘrřSŠsšTŤtťZŽzžGǦgǧ"},
    {'H', 0x30B, U"OŐoőUŰuű"},
    {'c', 0x327, U"CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţ"},
    {'k', 0x328, U"AĄaąEĘeęIĮiįUŲuų"},
    {'r', 0x30A, U"AÅaåUŮuů"},
    {'d', 0x323, U""},
    {'b', 0x331, U""},
};

constexpr std::pair<std::string_view, std::string_view> kCommands[] = {
    {"ss", "ß"},
    {"ae", "æ"},
    {"AE", "Æ"},
    {"oe", "œ"},
    {"OE", "Œ"},
    {"o", "ø"},
    {"O", "Ø"},
    {"l", "ł"},
    {"L", "Ł"},
    {"aa", "å"},
    {"AA", "Å"},
    {"i", "ı"},
    {"j", "ȷ"},
    {"dh", "ð"},
    {"DH", "Ð"},
    {"th", "þ"},
    {"TH", "Þ"},
    {"dj", "đ"},
    {"DJ", "Đ"},
    {"ng", "ŋ"},
    {"NG", "Ŋ"},
    {"alpha", "α"},
    {"beta", "β"},
    {"gamma", "γ"},
    {"delta", "δ"},
    {"Delta", "Δ"},
    {"epsilon", "ε"},
    {"zeta", "ζ"},
    {"eta", "η"},
    {"theta", "θ"},
    {"kappa", "κ"},
    {"lambda", "λ"},
    {"mu", "μ"},
    {"nu", "ν"},
    {"xi", "ξ"},
    {"pi", "π"},
    {"rho", "ρ"},
    {"sigma", "σ"},
    {"tau", "τ"},
    {"phi", "φ"},
    {"chi", "χ"},
    {"psi", "ψ"},
    {"omega", "ω"},
    {"Omega", "Ω"},
    {"times", "×"},
    {"pm", "±"},
    {"leq", "≤"},
    {"geq", "≥"},
    {"le", "≤"},
    {"ge", "≥"},
    {"approx", "≈"},
    {"sim", "∼"},
    {"cdot", "·"},
    {"degree", "°"},
    {"textdegree", "°"},
    {"ldots", "…"},
    {"dots", "…"},
    {"textregistered", "®"},
    {"texttrademark", "™"},
    {"textendash", "–"},
    {"textemdash", "—"},
    {"textquoteright", "’"},
    {"textquoteleft", "‘"},
    {"textbackslash", "\\"},
    {"textasciitilde", "~"},
    {"textgreater", ">"},
    {"textless", "<"},
    {"textmu", "µ"},
    {"copyright", "©"},
    {"P", "¶"},
    {"S", "§"},
    {"pounds", "£"},
};

char32_t composed(const Accent& accent, char32_t base) {
  for (std::size_t i = 0; i + 1 < accent.pairs.size(); i += 2) {
    if (accent.pairs[i] == base) return accent.pairs[i + 1];
  }
  return 0;
}

class TexReader {
 public:
  explicit TexReader(std::string_view s) : s_(s) {}

  std::string read() {
    while (at_ < s_.size()) step();
    return std::move(out_);
  }

 private:
  bool take(std::string_view what) {
    if (s_.substr(at_, what.size()) != what) return false;
    at_ += what.size();
    return true;
  }
  void skip_blanks() {
    while (at_ < s_.size() && (s_[at_] == ' ' || s_[at_] == '\n' || s_[at_] == '\t')) ++at_;
  }

  void step() {
    if (take("---")) {
      out_ += "—";
    } else if (take("--")) {
      out_ += "–";
    } else if (take("``")) {
      out_ += "“";
    } else if (take("''")) {
      out_ += "”";
    } else if (s_[at_] == '\\') {
      command();
    } else if (s_[at_] == '~') {
      out_ += ' ';
      ++at_;
    } else if (s_[at_] == '{' || s_[at_] == '}' || s_[at_] == '$') {
      ++at_;
    } else {
      out_ += s_[at_++];
    }
  }

  void command() {
    ++at_;
    if (at_ == s_.size()) return;
    std::size_t end = at_;
    while (end < s_.size() && is_tex_letter(s_[end])) ++end;
    if (end == at_) ++end;  // a command of one sign: \& \' \"
    const std::string_view name = s_.substr(at_, end - at_);
    at_ = end;
    if (name.size() == 1) {
      for (const Accent& accent : kAccents) {
        if (accent.command == name[0] && accented(accent)) return;
      }
    }
    if (is_tex_letter(name[0])) {
      const std::size_t before = at_;
      skip_blanks();
      // The blank that ends a command is no text, but "{\o} b" keeps its own.
      if (before == at_) take("{}");
    }
    for (const auto& [known, text] : kCommands) {
      if (known == name) {
        out_ += text;
        return;
      }
    }
    // \& is the sign itself; \\ and "\ " are blanks; of \textit{…} the braces' content is read on.
    if (name == "\\" || name == " " || name == "\n") {
      out_ += ' ';
    } else if (!is_tex_letter(name[0])) {
      if (name[0] != '-' && name[0] != '/') out_ += name;
    }
  }

  // The letter an accent stands on: "e", "{e}", "\i", "{\i}".
  bool accented(const Accent& accent) {
    const std::size_t before = at_;
    const bool spelled = is_tex_letter(accent.command);
    skip_blanks();
    const bool braced = take("{");
    // \c and \v need a blank or a brace before their letter; \'e does not.
    if (spelled && !braced && at_ == before) return back_to(before);
    if (braced) skip_blanks();
    char32_t base = 0;
    if (take("\\i")) {
      base = U'i';
    } else if (take("\\j")) {
      base = U'j';
    } else if (at_ < s_.size() && s_[at_] != '}' && s_[at_] != '{' && s_[at_] != '\\') {
      base = text::next_code_point(s_, at_);
    } else {
      return back_to(before);
    }
    const char32_t whole = composed(accent, base);
    text::append_utf8(out_, whole == 0 ? base : whole);
    if (whole == 0) text::append_utf8(out_, accent.combining);
    if (braced) {
      skip_blanks();
      take("}");
    } else if (base == U'i' || base == U'j') {
      take("{}");
    }
    return true;
  }
  bool back_to(std::size_t at) {
    at_ = at;
    return false;
  }

  std::string_view s_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string tex_to_text(std::string_view tex) {
  return TexReader(tex).read();
}

}  // namespace ev::library
