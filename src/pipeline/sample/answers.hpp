// What the services would answer over the sample's records, in their wire formats: esearch and
// einfo (JSON), efetch (XML), iCite (JSON). Pure functions of library and request; anything else is
// a 404. Thread rule: any thread.
#pragma once

#include "net/request.hpp"
#include "pipeline/sample/form.hpp"
#include "pipeline/sample/library.hpp"

namespace ev::sample {

// `icite` is the text of a {"data": [...]} reply with a row for each record.
net::HttpResponse answer(const SampleLibrary& library, std::string_view icite, const Form& form);

}  // namespace ev::sample
