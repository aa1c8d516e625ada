#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("a name that asks for one kind takes no other") {
  CHECK(best_text(find_number_analyzed, "METHODS: We enrolled 120 adults with hiccups.") == "-");
  CHECK(best_text(find_number_analyzed,
                  "METHODS: In total, 112 adults with hiccups were analysed.") == "112");
  CHECK(best_text(find_daily_dose, "METHODS: Adults took tea extract 20 mg once daily.") ==
        "20 mg once daily");
  CHECK(best_text(find_daily_dose, "METHODS: Adults took tea extract 20 mg twice daily.") == "-");
  CHECK(best_text(find_training_size, "The network was trained on 1,200 images.") == "1200");
  CHECK(best_text(find_training_size, "The network was tested on 1,200 images.") == "-");
  CHECK(best_text(find_serious_adverse_events,
                  "RESULTS: Adverse events were mild. Serious adverse events occurred in 2%.") ==
        "Serious adverse events occurred in 2%.");
  CHECK(best_text(find_serious_adverse_events, "RESULTS: Adverse events were mild.") == "-");
  CHECK(best_text(find_nct_id, "Registered as ISRCTN12345678 and NCT01234567.") == "NCT01234567");
  CHECK(best_text(find_nct_id, "Registered as ISRCTN12345678.") == "-");
  CHECK(best_text(find_prospero_id, "PROSPERO CRD42023000001.") == "CRD42023000001");
  const char* const timed = "Training the network took 6 hours. Inference took 20 ms per image.";
  CHECK(best_text(find_training_time, timed) == "Training the network took 6 hours.");
  CHECK(best_text(find_inference_time, timed) == "Inference took 20 ms per image.");
}

}  // namespace ev::extract
