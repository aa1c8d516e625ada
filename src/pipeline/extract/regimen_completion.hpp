// A pair of treatments made whole by the words around its names: the drugs that placebo was given
// with, what "with or without" and "or another" add, what replaces a treatment, what regimens are
// based on, the combination that a title is about. Pure function.
#pragma once

#include "pipeline/extract/compared.hpp"

namespace ev::extract {

Compared with_whole_regimens(const RecordText& record, Compared chosen);

}  // namespace ev::extract
