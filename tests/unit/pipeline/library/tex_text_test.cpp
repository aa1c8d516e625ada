#include "pipeline/library/tex_text.hpp"

#include "support/catch.hpp"

using namespace ev;

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
