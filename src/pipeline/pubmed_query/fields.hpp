// PubMed's search fields: codes, long names, accepted spellings and what each field can do. One
// table, from PubMed's help and einfo. Thread rule: constant data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ev::pubmed_query {

// none = no tag: automatic term mapping.
enum class Field {
  none,
  ad,
  all,
  aid,
  au,
  auid,
  au_first,
  au_last,
  book,
  bookaccession,
  cn,
  cois,
  crdt,
  dcom,
  dp,
  ed,
  edat,
  epdat,
  fau,
  filter,
  fir,
  gr,
  ip,
  ir,
  isbn,
  jid,
  la,
  lid,
  lr,
  majr,
  mh,
  mhda,
  nm,
  ot,
  ow,
  pa,
  pg,
  pl,
  pmid,
  ppdat,
  ps,
  pt,
  pubn,
  rn,
  sh,
  si,
  ta,
  ti,
  tiab,
  tt,
  tw,
  vi,
};

struct FieldInfo {
  Field field;
  const char* code;     // canonical tag: "tiab"
  const char* name;     // PubMed's long name: "Title/Abstract"
  const char* aliases;  // further accepted names in lower case, separated by '|'
};

const FieldInfo& info(Field field);  // none: empty code and name
const std::vector<FieldInfo>& all_fields();

// By any accepted name, in any case and spacing; Field::none when unknown.
Field find_field(std::string_view name);
// The canonical tag most like an unknown one, "" when nothing is near.
std::string nearest_tag(std::string_view name);

bool is_date(Field field);
bool can_explode(Field field);   // takes :noexp
bool can_be_near(Field field);   // takes :~N
bool can_be_range(Field field);  // takes a:b
bool is_vocabulary(
    Field field);  // whole controlled values: headings, publication types, journals …

}  // namespace ev::pubmed_query
