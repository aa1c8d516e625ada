// Every dialect that PubMed would read as something else is refused with a repaired query; what
// only looks like one is left alone.
#include "pipeline/pubmed_query/check.hpp"
#include "support/catch.hpp"

namespace ev::pubmed_query {

namespace {

struct ForeignCase {
  const char* query;
  int position;
  const char* repaired;
};

void check_refused(const ForeignCase& c) {
  const Checked got = check(c.query);
  INFO(c.query << " -> " << got.repaired);
  CHECK_FALSE(got.valid);
  REQUIRE_FALSE(got.errors.empty());
  CHECK(got.errors.front().code == "foreign_syntax");
  CHECK(got.errors.front().position == c.position);
  CHECK_FALSE(got.errors.front().fix.empty());
  CHECK(got.repaired == c.repaired);
  if (!got.repaired.empty()) CHECK(check(got.repaired).valid);
}

}  // namespace

TEST_CASE("EBSCO: codes before a term, explosion marks, proximity") {
  static const ForeignCase kTable[] = {
      {"MH \"asthma+\"", 0, "\"asthma\"[mh]"},
      {"(MH \"Heart Failure\")", 1, "\"Heart Failure\"[mh:noexp]"},
      {"MM \"asthma\" AND x1[ti]", 0, "\"asthma\"[majr:noexp] AND x1[ti]"},
      {"TI asthma", 0, "asthma[ti]"},
      {"TI asthma OR AB asthma", 0, "asthma[ti] OR asthma[tiab]"},
      {"TI lung cancer AND x1", 0, "lung[ti] AND cancer[ti] AND x1"},
      {"AB (cough OR wheeze)", 0, "cough[tiab] OR wheeze[tiab]"},
      {"x1 AND TI (lung cancer OR \"lung tumour\")", 7,
       "x1 AND ((lung[ti] AND cancer[ti]) OR \"lung tumour\"[ti])"},
      {"SU \"asthma\"", 0, "\"asthma\"[mh]"},
      {"asthma N3 cough", 7, "\"asthma cough\"[tiab:~3]"},
      {"asthma W3 cough", 7, "\"asthma cough\"[tiab:~3]"},
      {"(asthma OR wheeze) N5 (cough OR sputum)", 19,
       "\"asthma cough\"[tiab:~5] OR \"asthma sputum\"[tiab:~5] OR \"wheeze cough\"[tiab:~5] OR "
       "\"wheeze sputum\"[tiab:~5]"},
      {"\"lung cancer\" N2 (pain OR cough)", 14, "\"lung cancer\" AND (pain OR cough)"},
      {"\"lung cancer\" TI asthma", 14, "\"lung cancer\" AND asthma[ti]"},
      {"(x1) TI asthma", 5, "x1 AND asthma[ti]"},
      {"TI asthma N3 cough", 0, "\"asthma cough\"[ti:~3]"},
  };
  for (const ForeignCase& c : kTable) check_refused(c);
}

TEST_CASE("Ovid and Cochrane: proximity, headings, field suffixes") {
  static const ForeignCase kTable[] = {
      {"asthma NEAR cough", 7, "\"asthma cough\"[tiab:~15]"},
      {"asthma NEAR/3 cough", 7, "\"asthma cough\"[tiab:~3]"},
      {"asthma NEXT cough", 7, "\"asthma cough\"[tiab]"},
      {"asthma next/2 cough", 7, "\"asthma cough\"[tiab:~2]"},
      {"asthma adj3 cough", 7, "\"asthma cough\"[tiab:~2]"},
      {"asthma adj cough", 7, "\"asthma cough\"[tiab]"},
      {"asthma adj3 cough*", 7, "asthma AND cough*"},
      {"(asthma adj3 cough).ti.", 8, "\"asthma cough\"[ti:~2]"},
      {"(asthma adj3 cough).tw.", 8, "\"asthma cough\"[tiab:~2]"},
      {"x1 AND asthma NEAR/3 cough", 14, "x1 AND \"asthma cough\"[tiab:~3]"},
      {"asthma:ti,ab", 0, "asthma[tiab]"},
      {"asthma:ti,ab,kw", 0, "asthma[tiab]"},
      {"asthma:ti", 0, "asthma[ti]"},
      {"(asthma OR wheeze):ti,ab", 18, "asthma[tiab] OR wheeze[tiab]"},
      {"\"lung cancer\":ti", 13, "\"lung cancer\"[ti]"},
      {"exp asthma/", 4, "\"asthma\"[mh]"},
      {"exp Lung Neoplasms/ or asthma.mp.", 9, "\"Lung Neoplasms\"[mh] OR asthma[tw]"},
      {"exp \"Lung Neoplasms\"/", 20, "\"Lung Neoplasms\"[mh]"},
      {"*Asthma/", 0, "\"Asthma\"[majr:noexp]"},
      {"asthma.mp", 0, "asthma[tw]"},
      {"asthma.ti,ab.", 0, "asthma[tiab]"},
      {"[mh \"heart failure\"]", 0, "\"heart failure\"[mh]"},
      {"[mh ^\"heart failure\"] OR x1[ti]", 0, "\"heart failure\"[mh:noexp] OR x1[ti]"},
      {"[mj asthma]", 0, "\"asthma\"[majr]"},
      {"[mh /DT]", 0, "\"DT\"[sh]"},
      {"MeSH descriptor: [Asthma] explode all trees", 0, "\"Asthma\"[mh]"},
      {"MeSH descriptor: [Asthma] this term only", 0, "\"Asthma\"[mh:noexp]"},
  };
  for (const ForeignCase& c : kTable) check_refused(c);
}

TEST_CASE("Web of Science, Scopus, ProQuest, Lucene") {
  static const ForeignCase kTable[] = {
      {"TS=(asthma AND cough)", 0, "asthma[tiab] AND cough[tiab]"},
      {"TS=(\"lung cancer\" OR lung tumour)", 0,
       "\"lung cancer\"[tiab] OR (lung[tiab] AND tumour[tiab])"},
      {"TI=asthma", 0, "asthma[ti]"},
      {"TI=lung cancer", 0, "lung[ti] AND cancer[ti]"},
      {"ALL=(asthma)", 0, "asthma[all]"},
      {"ts=asthma and PY=2015-2020", 0, "asthma[tiab] AND 2015:2020[dp]"},
      {"PY=(2015-2020)", 0, "2015:2020[dp]"},
      {"TITLE(asthma)", 0, "asthma[ti]"},
      {"TITLE-ABS-KEY(asthma AND cough)", 0, "asthma[tiab] AND cough[tiab]"},
      {"TITLE-ABS-KEY ( asthma W/3 cough )", 0, "\"asthma cough\"[tiab:~3]"},
      {"asthma W/3 cough", 7, "\"asthma cough\"[tiab:~3]"},
      {"asthma PRE/2 cough", 7, "\"asthma cough\"[tiab:~2]"},
      {"asthma AND PUBYEAR > 2014", 11, "asthma AND 2015:3000[dp]"},
      {"ab(asthma)", 0, "asthma[tiab]"},
      {"title:(asthma OR cough)", 0, "asthma[ti] OR cough[ti]"},
      {"pmid: 90000001", 0, "90000001[pmid]"},
      {"PUB_YEAR:[2015 TO 2020]", 0, "2015:2020[dp]"},
      {"\"asthma cough\"~3", 14, "\"asthma cough\"[tiab:~3]"},
  };
  for (const ForeignCase& c : kTable) check_refused(c);
}

TEST_CASE("Embase") {
  static const ForeignCase kTable[] = {
      {"'asthma'/exp", 0, "\"asthma\"[mh]"},
      {"'heart failure'/exp", 0, "\"heart failure\"[mh]"},
      {"'heart failure'/de OR 'x1 y1':ti,ab", 0, "\"heart failure\"[mh:noexp] OR \"x1 y1\"[tiab]"},
      {"'heart failure'/exp/mj", 0, "\"heart failure\"[majr]"},
      {"'alzheimer's disease'/exp", 0, "\"alzheimer's disease\"[mh]"},
      {"asthma/exp", 0, "\"asthma\"[mh]"},
      {"\"asthma\"/exp", 8, "\"asthma\"[mh]"},
      {"asthma AND [english]/lim", 11, "asthma AND english[la]"},
      {"asthma AND [2015-2020]/py", 11, "asthma AND 2015:2020[dp]"},
      {"asthma AND [embase]/lim", 11, ""},
  };
  for (const ForeignCase& c : kTable) {
    if (std::string_view(c.repaired).empty()) {
      CHECK_FALSE(check(c.query).valid);
      continue;
    }
    check_refused(c);
  }
}

TEST_CASE("Boolean signs") {
  static const ForeignCase kTable[] = {
      {"asthma && cough", 7, "asthma AND cough"},
      {"asthma || cough", 7, "asthma OR cough"},
      {"asthma&&cough", 0, "asthma AND cough"},
      {"asthma AND !cough", 11, "asthma NOT cough"},
      {"asthma !cough", 7, "asthma NOT cough"},
      {"asthma && !(cough OR wheeze)", 7, "asthma NOT (cough OR wheeze)"},
      {"asthma XOR cough", 7, "(asthma OR cough) NOT (asthma AND cough)"},
      {"a1 XOR b1 XOR c1", 3, ""},
      {"asthma || !cough", 7, ""},  // PubMed has no OR NOT
      {"!asthma", 0, ""},
  };
  for (const ForeignCase& c : kTable) check_refused(c);
}

TEST_CASE("wildcards of other services") {
  static const ForeignCase kTable[] = {
      {"wom?n", 0, "woman OR women"},
      {"wom#n[tiab]", 0, "woman[tiab] OR women[tiab]"},
      {"colo$r AND x1", 0, "(color OR colour) AND x1"},
      {"p?ediatr*[ti]", 0, "pediatr*[ti] OR paediatr*[ti]"},
      {"\"wom?n health\"[tiab]", 1, "\"woman health\"[tiab] OR \"women health\"[tiab]"},
      {"organi?ation", 0, "organisation OR organization"},
      {"sulfon?lurea", 0, "sulfon*"},
      {"wheez$", 0, "wheez*"},
      {"tumor#", 0, "tumor*"},
      {"healthy wom?n[tiab]", 8, ""},  // a phrase: only its writer can split it
      {"x?y", 0, ""},
  };
  for (const ForeignCase& c : kTable) check_refused(c);
}

TEST_CASE("what only looks like another service's syntax is text") {
  for (const char* query : {"vitamin C ti",
                            "TI",
                            "TI plasmid[tiab]",
                            "TI 201 scintigraphy",
                            "children TI asthma",
                            "TI is an abbreviation",
                            "AB blood group",
                            "AB initio",
                            "AB negative donors",
                            "MH susceptibility",
                            "PT prothrombin time",
                            "SU fluorescence",
                            "DE novo mutation",
                            "N3 polyunsaturated",
                            "omega N3 polyunsaturated",
                            "sleep stage N3",
                            "T2 N1 M0 breast cancer",
                            "lung cancer N2 disease",
                            "sleep N3 duration",
                            "asthma N3 cough[tiab]",
                            "Walker W256 carcinoma",
                            "near",
                            "near death experience",
                            "NEXT generation sequencing",
                            "next generation sequencing",
                            "asthma near[tiab]",
                            "PATIENTS NEAR DEATH",
                            "HLA-DRB1*04",
                            "NF:kB",
                            "NF-\u03baB",
                            "Ca2+",
                            "1:1",
                            "1:1 ratio",
                            "Ti:sapphire laser",
                            "Au:Ag ratio",
                            "Ti(IV) complexes",
                            "Ab(1-42)",
                            "title(s)",
                            "ALL (acute lymphoblastic leukemia)",
                            "ALL(acute lymphoblastic leukemia)",
                            "PD(1)",
                            "What causes asthma?",
                            "Is it asthma? Or cough?",
                            "cost in US$",
                            "US$50",
                            "$50",
                            "C#",
                            "#1",
                            "R&D",
                            "A & E",
                            "OR=1.5",
                            "HR=0.8",
                            "p=0.05",
                            "pH=7",
                            "AB=0.5",
                            "!Kung San",
                            "Jeopardy!",
                            "patients w/ asthma",
                            "diagnosis / therapy",
                            "and/or",
                            "https://example.org/x/",
                            "5'-nucleotidase",
                            "3'UTR",
                            "Alzheimer's disease",
                            "'omics",
                            "adj",
                            "St.Pt",
                            "ncku.edu.tw",
                            "XOR",
                            "asthma/dt[mh]",
                            "neoplasms/diet therapy[mh]",
                            "\"[11C]PIB\"[tiab]",
                            "U.S.",
                            "beta/alpha ratio",
                            "exp",
                            "EXP asthma",
                            "all asthma",
                            "title",
                            "abstract writing",
                            "key (asthma)",
                            "long - term",
                            "asthma\t\ncough",
                            "IL-2:IL-4",
                            "Fe:Ti",
                            "10:30 am"}) {
    const Checked got = check(query);
    INFO(query << (got.errors.empty() ? "" : ": " + got.errors.front().message));
    CHECK(got.valid);
    CHECK(check(got.canonical).canonical == got.canonical);
  }
}

TEST_CASE("what may be either is valid with a remark") {
  for (const char* query :
       {"lung cancer N2 disease", "PATIENTS NEAR DEATH", "asthma | cough", "asthma -cough",
        "asthma +cough", "asthma SAME cough", "'heart failure'"}) {
    const Checked got = check(query);
    INFO(query);
    CHECK(got.valid);
    CHECK_FALSE(got.warnings.empty());
  }
  // Next to a refusal nothing is said of the pieces.
  CHECK(check("TI=(\"lung cancer\" OR cough) AND x1").warnings.empty());
  CHECK(check("'heart failure' AND x1").repaired == "\"heart failure\" AND x1");
}

}  // namespace ev::pubmed_query
