// What NCBI's smaller services would answer over the sample's records: links between records
// (elink), the PMC ID converter, PubTator3's annotations. Pure functions of records and request.
#pragma once

#include "net/request.hpp"
#include "pipeline/sample/form.hpp"
#include "pipeline/sample/library.hpp"

namespace ev::sample {

// Similar: by headings in common. Citing and cited: by the records' own references.
net::HttpResponse elink(const SampleLibrary& library, const Form& form);

bool is_id_converter_route(const Form& form);
net::HttpResponse convert_ids(const SampleLibrary& library, const Form& form);

bool is_pubtator_route(const Form& form);
// Entities are the record's MeSH headings of diseases and chemicals that occur in its text.
net::HttpResponse annotations(const SampleLibrary& library, const Form& form);

}  // namespace ev::sample
