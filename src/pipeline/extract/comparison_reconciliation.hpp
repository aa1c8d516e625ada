// A chosen pair of treatments held against the two drugs that the whole record sets against each
// other: half of a combination is made whole, two arms that a title joins are parted, a third drug
// or a placebo that only blinds gives way, a missing comparator is filled in. Pure function.
#pragma once

#include "pipeline/extract/compared.hpp"

namespace ev::extract {

Compared reconciled(const RecordText& record, Compared chosen);

}  // namespace ev::extract
