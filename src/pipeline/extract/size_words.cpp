#include "pipeline/extract/size_words.hpp"

namespace ev::extract {

const Patterns& participant_nouns() {
  static const Patterns kNouns = {
      "patients|participants|subjects|women|men|children|adults|volunteers|individuals|persons|"
      "people|"
      "infants|adolescents|students|residents|nurses|veterans|smokers|girls|boys|mothers|females|"
      "males|"
      "outpatients|inpatients|pts|carriers|catheters|practitioners|clinicians|radiologists|"
      "implants|teeth|neonates|newborns|survivors|physicians|respondents|workers|athletes|"
      "users|"
      "recipients|pregnancies|couples|families|parents|caregivers|eyes|cases|hypertensives|"
      "diabetics|"
      "asthmatics|nonsmokers|controls|drinkers|employees|pairs|enrollees|beneficiaries|twins|"
      "schoolchildren|pediatricians|paediatricians|psychiatrists|dentists|pharmacists|"
      "midwives|insomniacs|alcoholics|epileptics|haemophiliacs|hemophiliacs|"
      "siblings|relatives|carers|spouses|toddlers|preschoolers|gravidas|nulliparas|donors|teachers|"
      "households|elders|seniors"};
  return kNouns;
}

const Patterns& animal_nouns() {
  static const Patterns kNouns = {
      "rats|mice|rabbits|dogs|cats|pigs|piglets|sheep|lambs|calves|cows|monkeys|"
      "hamsters|chickens|horses|goats|birds|animals|fish|broilers|heifers"};
  return kNouns;
}

const Patterns& people_and_animal_nouns() {
  static const Patterns kNouns = [] {
    Patterns out = participant_nouns();
    out.add(animal_nouns());
    return out;
  }();
  return kNouns;
}

// Units and nouns that show the number counts something else.
const Patterns& other_counted_units() {
  static const Patterns kUnits = {
      "day|days|week|weeks|wk|month|months|mo|year|years|yr|yrs|hour|hours|h|hr|hrs|min|minutes|"
      "minute|s|"
      "sec|mg|g|kg|ml|l|cm|mm|m|ng|mcg|ug|iu|u|units|unit|mmol|mol|kcal|cal|hz|mmhg|times|time|"
      "doses|dose|"
      "tablets|capsules|cycles|sessions|visits|centers|centres|hospitals|sites|clinics|countries|"
      "points|"
      "items|trials|studies|articles|groups|arms|treatments|occasions|weekly|fold|percent|degrees|"
      "schools|"
      "j|joules|ppm|ppb|"
      "practices|cities|states|villages|cohorts|databases|questions|courses|gy|between|additional|"
      "other"};
  return kUnits;
}

const Patterns& words_before_labels() {
  static const Patterns kLabels = {
      "day|days|week|weeks|month|group|phase|grade|type|visit|stage|level|year|"
      "age|aged|version|chapter|score|p|table|figure|protocol|number|arm|class|"
      "category|cycle|type|least|lowest|strain|serotype|lot|batch|isolate"};
  return kLabels;
}

const Patterns& allocation_verbs() {
  static const Patterns kVerbs = {
      "randomi*ed|enrolled|recruited|included|assigned|allocated|studied|entered|participated|"
      "registered|"
      "surveyed|identified|examined|investigated|interviewed|consented|admitted|divided|sampled|"
      "took"};
  return kVerbs;
}

// Said of the whole sample and of arms alike.
const Patterns& treatment_verbs() {
  static const Patterns kVerbs = {
      "evaluated|treated|analyzed|analysed|underwent|received|completed|followed|"
      "assessed|selected"};
  return kVerbs;
}

const Patterns& subset_verbs() {
  static const Patterns kVerbs = {
      "died|withdrew|dropped|experienced|developed|reported|discontinued|relapsed|responded|"
      "refused|"
      "declined|had|improved|showed|achieved|remained|reached",
      "who were|was able|unable|willing|unwilling",
      "were|was <1> "
      "excluded|lost|withdrawn|ineligible|screened|eligible|invited|approached|contacted"};
  return kVerbs;
}

}  // namespace ev::extract
