#include "pipeline/answer/record_stance.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::answer;
using model::Stance;

namespace {

// A record with one finding between plain sentences; all texts are invented.
model::Article record(const std::string& finding) {
  model::Article article;
  article.pmid = "90000001";
  article.title = "A study.";
  article.abstract = "People of one town took part. They were seen each week. " + finding +
                     " Of them, 12% left before the end.";
  return article;
}

struct Case {
  const char* claim;
  const char* finding;
  Stance stance;
};
const Case kCases[] = {
    {"Beta blockers are harmful in heart failure",
     "Beta blockers reduced mortality in patients with heart failure.", Stance::contradicts},
    {"Zentolol is harmful in asthma", "Zentolol reduced asthma attacks.", Stance::contradicts},
    {"Statins are bad for bones", "Statins did not cause fractures.", Stance::mentions},
    {"Zentolol is harmful in epilepsy", "Zentolol reduced seizures compared with placebo.",
     Stance::contradicts},
    {"Smoking is harmful in asthma", "Smoking worsened asthma in adults.", Stance::supports},
    {"Do PPIs help asthma in patients with reflux?",
     "Omeprazole relieved heartburn in patients with reflux.", Stance::mentions},
    {"Does zentolol help headache in patients with asthma?", "Zentolol reduced asthma attacks.",
     Stance::mentions},
    {"Does zentolol help insomnia in patients with cancer?",
     "Zentolol reduced pain in patients with cancer.", Stance::mentions},
    {"Does zentolol improve memory in diabetes?", "Zentolol lowered blood glucose in diabetes.",
     Stance::mentions},
    {"Zentolol reduces pain",
     "Of those given zentolol 70% were without pain, of those given placebo 30% (p=0.002).",
     Stance::unread},
    {"Zentolol relieves pain better than morvapril",
     "Pain was gone in 80% on zentolol and 40% on morvapril (p<0.01).", Stance::supports},
    {"Zentolol reduces cough", "Zentolol and morvapril reduced cough to a similar extent.",
     Stance::unread},
    {"Zentolol reduces cough",
     "There was no difference in cough between the two regimens of zentolol.", Stance::unread},
    {"Zentolol reduces cough", "Adding morvapril to zentolol did not reduce cough further.",
     Stance::unread},
    {"Zentolol causes cough",
     "Cough was rarer with slow zentolol than with quick zentolol (p<0.01).", Stance::unread},
    {"Does zentolol heal stomach ulcers better than morvapril?",
     "Zentolol heals a greater proportion of stomach ulcers than morvapril.", Stance::supports},
    {"Zentolol reduces mortality",
     "The combined risk of death, worsening heart failure and stroke was lower in the zentolol "
     "group "
     "than in the placebo group (p=0.03).",
     Stance::supports},
    {"Zentolol is better than morvapril for pain",
     "Zentolol had a significantly greater effect on pain than morvapril.", Stance::supports},
    {"Zentolol prevents bone loss", "All doses of zentolol arrested bone loss.", Stance::supports},
    {"Zentolol causes fewer ulcers than placebo",
     "No ulcers occurred with zentolol, whereas 19% of those on placebo had one.",
     Stance::supports},
    {"Zentolol reduces cough",
     "Cough had disappeared in 20% on zentolol and 60% on placebo (p<0.01).", Stance::contradicts},
    {"Zentolol causes less cough than morvapril",
     "Cough was less frequent with zentolol than with morvapril.", Stance::supports},
    {"Zentolol causes less cough than morvapril",
     "Cough was more frequent with zentolol than with morvapril.", Stance::contradicts},
    {"Zentolol causes less cough than morvapril",
     "There was no difference in cough between zentolol and morvapril.", Stance::contradicts},
    {"Morvapril causes more cough than zentolol",
     "Cough was less frequent with zentolol than with morvapril.", Stance::supports},
    {"Zentolol is no better than morvapril for pain",
     "Pain was relieved better by zentolol than by morvapril.", Stance::contradicts},
    {"Zentolol is as effective as morvapril for pain",
     "Zentolol was as effective as morvapril in relieving pain.", Stance::supports},
    {"Zentolol prevents cramps", "Zentolol prevented cramps without relevant side effects.",
     Stance::supports},
    {"Zentolol relieves pain", "Zentolol relieved pain without causing nausea.", Stance::supports},
    {"Zentolol lowers blood pressure",
     "Zentolol lowered blood pressure without changing the heart rate.", Stance::supports},
    {"Zentolol prevents migraine", "Zentolol prevented migraine without sedation.",
     Stance::supports},
    {"Zentolol reduces pain", "Zentolol reduced pain and improved quality of life.",
     Stance::supports},
    {"Zentolol reduces cough", "Zentolol reduced cough and improved sleep.", Stance::supports},
    {"Zentolol relieves psychosis",
     "Zentolol is effective in treating drug-induced psychosis without worsening tremor.",
     Stance::supports},
    {"Zentolol lowers blood glucose",
     "The mean decrease in blood glucose was greater with zentolol than with placebo.",
     Stance::supports},
    {"Zentolol relieves pain better than morvapril",
     "Zentolol and morvapril were superior to lorvexol in relieving pain.", Stance::unread},
    {"Zentolol helps pain",
     "Larger studies of zentolol are needed before it can be said to improve pain.",
     Stance::unread},
    {"Zentolol lowers cholesterol", "Zentolol lowered cholesterol and increased bone density.",
     Stance::supports},
    {"Zentolol reduces fatigue", "Zentolol reduced fatigue and improved memory.", Stance::supports},
    {"Zentolol does not cause headache", "Headache was not increased by zentolol.",
     Stance::supports},
    {"Zentolol does not cause headache", "Zentolol increased headache compared with placebo.",
     Stance::contradicts},
    {"Zentolol raises the risk of stroke",
     "Stroke was rarer with zentolol (RR 0.72, 95% CI 0.55 to 0.92).", Stance::contradicts},
    {"Zentolol lowers the risk of stroke",
     "Stroke was rarer with zentolol (RR 0.72, 95% CI 0.45 to 1.12).", Stance::contradicts},
    {"Zentolol raises prolactin", "Prolactin decreased with morvapril but increased with zentolol.",
     Stance::supports},
    {"Zentolol raises cholesterol", "Cholesterol fell with morvapril but rose with zentolol.",
     Stance::supports},
    {"Zentolol lowers insulin sensitivity",
     "Insulin sensitivity rose by 15% with morvapril and decreased by 17% with zentolol.",
     Stance::supports},
    {"Zentolol causes less cough than morvapril",
     "Zentolol was as effective as morvapril in angina but was associated with less cough.",
     Stance::supports},
    {"Zentolol reduces pain", "Zentolol reduced pain, with no effect on nausea.", Stance::supports},
    {"Zentolol reduces pain", "Nothing differed except pain under zentolol.", Stance::unread},
    {"Zentolol reduces pain", "Zentolol reduced pain (p = 0.33).", Stance::unread},
    {"Zentolol reduces pain", "Zentolol tended to reduce pain.", Stance::unread},
    // Set against another drug it says nothing against an effect.
    {"Zentolol prevents migraine",
     "No significant difference was found between morvapril and zentolol in migraine attacks.",
     Stance::unread},
    {"Zentolol reduces pain", "Zentolol reduced pain less than ibuprofen did.", Stance::unread},
    {"Zentolol reduces pain", "Zentolol was as effective as ibuprofen in relieving pain.",
     Stance::supports},
    {"Zentolol is no better than placebo for pain",
     "Zentolol was more effective than ibuprofen against pain.", Stance::unread},
    {"Zentolol reduces pain", "Zentolol was no more effective than placebo against pain.",
     Stance::contradicts},
    // What is denied of one arm alone sets the two apart.
    {"Quetiapine raises prolactin less than haloperidol",
     "Quetiapine was not associated with a rise in prolactin, in contrast to haloperidol.",
     Stance::supports},
    {"Zentolol causes less cough than ramipril",
     "Zentolol did not increase cough to the same extent as ramipril.", Stance::supports},
    {"Zentolol causes less cough than ramipril", "Zentolol and ramipril both reduced cough.",
     Stance::unread},
    {"Zentolol causes less pain than ramipril",
     "Pain was lower with zentolol than with ramipril, with rates comparable to placebo.",
     Stance::supports},
    // Low risks, superlatives, bounds, patients.
    {"Zentolol does not cause weight gain",
     "Zentolol had a low potential for sedation, cough and weight gain.", Stance::supports},
    {"Zentolol does not affect memory", "Zentolol was free from effects on memory.",
     Stance::supports},
    {"Zentolol reduces cough", "Adults given zentolol had the least cough.", Stance::supports},
    {"Zentolol reduces stroke",
     "In patients with blood pressure greater than 160, zentolol reduced stroke.",
     Stance::supports},
    {"Zentolol increases bone mineral density",
     "In men with osteoporosis, zentolol increased bone mineral density.", Stance::supports},
    {"Zentolol reduces pain",
     "Pain was less frequent with zentolol than with placebo, but the difference was not "
     "significant.",
     Stance::contradicts},
    {"Zentolol reduces pain", "Pain decreased in both groups given zentolol or placebo.",
     Stance::unread},
    {"Zentolol reduces the risk of stroke",
     "The relative risk of stroke in adults of both towns who had been taking zentolol for five "
     "years or more was 1.25 (95% CI 0.91-1.72).",
     Stance::contradicts},
    // A drug that helps is not harmful.
    {"Zentolol is harmful in heart failure", "Zentolol lowered mortality in heart failure.",
     Stance::contradicts},
    {"Zentolol is dangerous in asthma", "Zentolol prevented asthma attacks.", Stance::contradicts},
    // Rates of two arms.
    {"Zentolol is better than placebo for pain",
     "At two hours 55% of patients on zentolol and 42% of those on placebo were pain-free.",
     Stance::unread},
    {"Zentolol is better than morvapril for pain",
     "At two hours 55% of patients on zentolol and 42% of those on morvapril were free of pain.",
     Stance::unread},
    {"Zentolol is better than morvapril for pain",
     "At two hours 55% of patients on zentolol and 42% of those on morvapril were free of pain (p "
     "= 0.01).",
     Stance::supports},
    {"Zentolol is worse than morvapril for pain",
     "At two hours 55% of patients on zentolol and 42% of those on morvapril were pain-free (p = "
     "0.01).",
     Stance::contradicts},
    {"Zentolol causes less cough than ramipril",
     "Cough occurred in 4% of patients on zentolol and in 15% of those on ramipril.",
     Stance::supports},
    {"Zentolol causes less nausea than ramipril",
     "Nausea was reported in 31% with zentolol and in 12% with ramipril.", Stance::contradicts},
    {"Timolol lowers eye pressure more than latanoprost",
     "Both 0.5% timolol and 0.005% latanoprost reduced intraocular pressure.", Stance::unread},
    // What is not about the condition asked for.
    {"Does zentolol help asthma in patients with reflux?",
     "Zentolol healed oesophagitis in patients with reflux.", Stance::mentions},
    {"Does zentolol help eczema in patients with hay fever?",
     "Zentolol relieved sneezing in patients with hay fever.", Stance::mentions},
    {"Zentolol relieves urticaria",
     "Zentolol was well tolerated and had adverse events similar to those of placebo in patients "
     "with urticaria.",
     Stance::unread},
    {"Zentolol works better than morvapril for pain",
     "Zentolol and morvapril were equally well tolerated in adults with pain.", Stance::unread},
    {"Zentolol lowers cholesterol better than morvapril",
     "Cholesterol did not differ between zentolol and morvapril at baseline.", Stance::unread},
    {"Zentolol reduces pain", "Evidence for zentolol in pain is lacking.", Stance::unread},
    {"Zentolol prevents stroke", "Zentolol is approved for the prevention of stroke.",
     Stance::unread},
    {"Zentolol prevents ulcers", "Zentolol prevented NSAID-induced ulcers.", Stance::supports},
    {"Zentolol lowers insulin sensitivity", "Zentolol worsened insulin sensitivity.",
     Stance::supports},
    {"Zentolol reduces pain", "We studied whether zentolol reduces pain.", Stance::unread},
    {"Zentolol reduces pain", "Previous studies found that zentolol reduced pain.", Stance::unread},
};

}  // namespace

TEST_CASE("a record that sets the two arms apart may mean both by reference") {
  const std::string apart = "Zentolol and morvapril for pain.";
  const std::string three = "Zentolol, morvapril and ibuprofen for pain.";
  struct Told {
    const std::string& title;
    const char* finding;
    Stance stance;
  };
  const Told all[] = {
      {apart, "There was no significant difference in pain between the two groups.",
       Stance::contradicts},
      {three, "There was no significant difference in pain between the two groups.",
       Stance::unread},
      {apart, "Pain was reduced in both groups.", Stance::unread},
      {apart, "Zentolol was as active as morvapril against pain.", Stance::contradicts},
      {apart, "Zentolol was measured as well as morvapril in pain.", Stance::unread},
      {apart, "Zentolol was superior to morvapril.", Stance::supports},
      {apart, "Zentolol was superior to morvapril in tolerability.", Stance::unread},
  };
  for (const Told& t : all) {
    INFO(t.title << " / " << t.finding);
    model::Article article = record(t.finding);
    article.title = t.title;
    const auto frame = question::read_question("Zentolol relieves pain better than morvapril");
    CHECK(wire_name(stance_of(frame, article).stance) == wire_name(t.stance));
  }
}

TEST_CASE("a finding speaks for or against by direction, valence and arms") {
  for (const Case& c : kCases) {
    INFO(c.claim << " / " << c.finding);
    const RecordStance told = stance_of(question::read_question(c.claim), record(c.finding));
    CHECK(wire_name(told.stance) == wire_name(c.stance));
  }
}

TEST_CASE("the quote stands at its offsets and the direction is that of the outcome") {
  const model::Article article = record("Zentolol lowered blood pressure.");
  const RecordStance told =
      stance_of(question::read_question("Does zentolol lower blood pressure?"), article);
  CHECK(told.stance == Stance::supports);
  CHECK(told.direction == model::EffectDirection::decreased);
  CHECK(told.quote.text == "Zentolol lowered blood pressure.");
  CHECK(text::slice(article.abstract, static_cast<std::size_t>(told.quote.start),
                    static_cast<std::size_t>(told.quote.end)) == told.quote.text);
}

TEST_CASE(
    "a member speaks of its class with less directness, what is defined as a short form too") {
  const auto frame = question::read_question("Do beta blockers reduce stroke?");
  const RecordStance member = stance_of(frame, record("Atenolol reduced stroke."));
  CHECK(member.stance == Stance::supports);
  CHECK(member.directness < 1);
  const RecordStance short_form = stance_of(
      frame, record("Beta blockers (BBL) were given to all of them. BBL reduced stroke."));
  CHECK(short_form.stance == Stance::supports);
}

TEST_CASE("a finding in animals is no vote on patients") {
  const auto told = [](const char* claim, const std::string& finding) {
    const model::Article article = record(finding);
    return stance_of(question::read_question(claim), article).stance;
  };
  CHECK(told("Zentolol reduces seizures", "Zentolol reduced seizures compared with placebo.") ==
        Stance::supports);
  for (const char* finding :
       {"In mice, zentolol reduced seizures.", "Zentolol reduced seizures in Wistar rats.",
        "In rats, zentolol reduced seizures compared with vehicle."}) {
    INFO(finding);
    CHECK(told("Zentolol reduces seizures", finding) == Stance::mentions);
    CHECK(told("Zentolol reduces seizures in rats", finding) == Stance::supports);
  }
}
