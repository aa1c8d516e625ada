#include "pipeline/library/tex_text.hpp"

#include "support/catch.hpp"

using namespace ev;

TEST_CASE("text becomes TeX and comes back") {
  const struct {
    const char* text;
    const char* tex;
  } cases[] = {
      {"Größe & Łódź", R"(Gr{\"o}{\ss}e \& {\L}{\'o}d{\'z})"},
      {"naïve ğ ı Ş", R"(na{\"i}ve {\u{g}} {\i} {\c{S}})"},
      {"α ≤ 5% of β", R"($\alpha$ $\leq$ 5\% of $\beta$)"},
      {"{a} }b{", R"({\textbraceleft}a{\textbraceright} {\textbraceright}b{\textbraceleft})"},
      {"x_1^2 ~ \\ $ # |<>|",
       R"(x\_1{\textasciicircum}2 {\textasciitilde} {\textbackslash} \$ \# |{\textless}{\textgreater}|)"},
      {"a--b---c 5''-end ``x", R"(a-{}-b-{}-{}-c 5'{}'-end `{}`x)"},
      {"1–2 — “so” it’s 3 µg ±1 °C", "1–2 — “so” it’s 3 µg ±1 °C"},
      {"a{b}c", R"(a\{b\}c)"},
      {"日本語 🧪 e\u0301 ½", "日本語 🧪 e\u0301 ½"},
      {"", ""},
  };
  for (const auto& c : cases) {
    INFO(c.text);
    CHECK(library::text_to_tex(c.text) == c.tex);
    CHECK(library::tex_to_text(c.tex) == c.text);
  }
}

TEST_CASE("TeX becomes Unicode") {
  const struct {
    const char* tex;
    const char* text;
  } cases[] = {
      {R"({\"U}ber)", "Über"},
      {R"({\"{U}}ber)", "Über"},
      {R"(M\"uller and M{\"u}ller)", "Müller and Müller"},
      {R"(Caf\'e Caf\'{e})", "Café Café"},
      {R"({\'\i}{\'{\i}})", "íí"},
      {R"(Ho\v{c}evar \v Capek)", "Hočevar Čapek"},
      {R"(Erd\H{o}s, \c{C}elik, \k{a}, \r{A}, \u{g})", "Erdős, Çelik, ą, Å, ğ"},
      {R"({\o}re {\O}re \o re \ss{} {\ss}a \aa{}rhus {\L}ukasz)", "øre Øre øre ß ßa århus Łukasz"},
      {R"(\d{h})", "h\xCC\xA3"},
      {R"(5~\% \& more \$ \# \_x)", "5 % & more $ # _x"},
      {R"(\textit{In vitro} {DNA} \emph{x})", "In vitro DNA x"},
      {R"($\alpha$-synuclein, $p \leq 0.05$)", "α-synuclein, p ≤0.05"},
      {R"(``quoted'' 1--2 --- so)", "“quoted” 1–2 — so"},
      {R"(a\\b)", "a b"},
      {R"(end\)", "end"},
      {"", ""},
  };
  for (const auto& c : cases) {
    INFO(c.tex);
    CHECK(library::tex_to_text(c.tex) == c.text);
  }
}
