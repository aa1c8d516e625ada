// One claim in many wordings is one frame: active, passive, nominal, asked, lay and turned round.
#include "pipeline/question/question_frame.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace ev::question;

namespace {

std::string names_of(const Slot& slot) {
  std::set<std::string> names;
  for (const ConceptSpan& s : slot.terms) {
    if (s.begin < slot.head) names.insert(s.about->name);
  }
  if (names.empty()) {
    for (const OwnWord& w : slot.own) names.insert(w.word.stem);
  }
  for (const ConceptSpan& s : slot.forms) names.insert(s.about->name);
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : "+") + name;
  return out;
}

// Good or bad for the patient, none denied; '?' either way.
int value_of(const QuestionFrame& frame) {
  return frame.asks_for_no_effect() ? 0 : frame.direction * frame.good;
}

// "A against B" and "B against A" the other way round are one.
std::string normal_form(const QuestionFrame& frame, bool with_value = true) {
  std::string given = names_of(frame.intervention);
  std::string other = frame.against_active() ? names_of(*frame.comparator) : "";
  int value = value_of(frame);
  if (!other.empty() && other < given) {
    std::swap(given, other);
    value = -value;
  }
  const bool open = frame.either && !frame.asks_for_no_effect();
  return given + " | " + other + (with_value ? " | " + (open ? "?" : std::to_string(value)) : "");
}
bool same_outcome(const QuestionFrame& a, const QuestionFrame& b) {
  return std::any_of(a.outcomes.begin(), a.outcomes.end(), [&b](const ConceptSpan& s) {
    return std::any_of(b.outcomes.begin(), b.outcomes.end(),
                       [&s](const ConceptSpan& o) { return o.about == s.about; });
  });
}

struct Claim {
  std::vector<const char*> wordings;
  std::vector<const char*> negations;
};
const std::vector<Claim>& claims() {
  static const std::vector<Claim> all = {
      {{"Marvantil reduces pain", "Pain is reduced by Marvantil", "Does Marvantil relieve pain?",
        "People given Marvantil have less pain", "Marvantil leads to less pain"},
       {"Marvantil does not relieve pain", "There is no effect of Marvantil on pain"}},
      {{"Brexor causes headache", "Headaches are caused by brexor",
        "Is headache a side effect of brexor?", "There is more headache with brexor",
        "Headache is more frequent in patients taking brexor", "Patients on brexor get headaches"},
       {"Brexor does not cause headache", "Headache is not a side effect of brexor"}},
      {{"Zentolol prevents stroke better than morvapril",
        "Stroke is less frequent with zentolol than with morvapril",
        "Strokes are rarer on zentolol than on morvapril",
        "Compared with morvapril, zentolol reduces stroke",
        "Fewer strokes occur with zentolol than with morvapril",
        "Morvapril is less effective than zentolol in preventing stroke"},
       {"Zentolol does not prevent stroke better than morvapril",
        "There is no difference in stroke between zentolol and morvapril"}},
      {{"Kalvene reduces mortality in sepsis", "In sepsis, mortality is lowered by kalvene",
        "Do fewer patients with sepsis die on kalvene?", "Kalvene prolongs survival in sepsis",
        "Is survival better with kalvene in sepsis?",
        "Kalvene lowers the death rate of patients with sepsis"},
       {"Kalvene makes no difference to mortality in sepsis",
        "Mortality in sepsis is unchanged by kalvene"}},
      {{"Smoking worsens asthma", "Asthma is made worse by smoking",
        "Is smoking harmful in asthma?", "Smoking is a risk factor for asthma",
        "Asthma is commoner in smokers", "Is there a link between smoking and asthma?"},
       {"Smoking is not associated with asthma",
        "There is no association between smoking and asthma"}},
      {{"Tolumab is effective in psoriasis", "Does tolumab work for psoriasis?",
        "Psoriasis responds to tolumab", "Tolumab helps against psoriasis",
        "Psoriasis improves with tolumab", "Tolumab is a good treatment for psoriasis"},
       {"Tolumab is of no use in psoriasis", "Psoriasis does not respond to tolumab"}},
      {{"Yoga eases anxiety", "Anxiety is eased by yoga", "Can yoga reduce anxiety?",
        "People who do yoga have less anxiety", "Yoga is beneficial for anxiety",
        "There is less anxiety after yoga"},
       {"Yoga does nothing for anxiety", "Yoga has no influence on anxiety"}},
      {{"Zentolol induces cough", "Cough is induced by zentolol", "Coughing is due to zentolol",
        "Does zentolol make people cough?", "Zentolol therapy is associated with cough",
        "The incidence of cough is increased by zentolol"},
       {"Zentolol is not a cause of cough",
        "Cough is no more common with zentolol than with placebo"}},
      {{"Lorvex is better than placebo for insomnia", "Lorvex relieves insomnia more than placebo",
        "Insomnia is reduced more by lorvex than by placebo",
        "Placebo is inferior to lorvex in insomnia", "Is lorvex superior to placebo for insomnia?",
        "Insomnia improves more with lorvex than with placebo"},
       {"Lorvex is no better than placebo for insomnia",
        "Lorvex and placebo are equally effective in insomnia"}},
      {{"Alcohol increases the risk of dementia", "Dementia is linked to alcohol",
        "The risk of dementia is higher in people who drink alcohol",
        "Does drinking alcohol lead to dementia?", "Alcohol consumption predisposes to dementia",
        "Dementia is more likely in drinkers"},
       {"Alcohol does not increase the risk of dementia",
        "There is no evidence that alcohol causes dementia"}},
      {{"Marvantil increases bone density", "Bone mineral density rises with marvantil",
        "BMD is raised by marvantil", "Does marvantil build bone?",
        "Marvantil treatment leads to an increase in bone mineral density",
        "There is an improvement in bone density with marvantil"},
       {"Marvantil does not affect bone density",
        "Bone mineral density is not increased by marvantil"}},
      {{"Brexor causes more dry mouth than lorvex",
        "Dry mouth is more common with brexor than with lorvex",
        "Lorvex causes less dry mouth than brexor",
        "Does brexor produce dry mouth more often than lorvex?",
        "More patients have a dry mouth on brexor than on lorvex",
        "The rate of dry mouth is higher with brexor than with lorvex"},
       {"Brexor does not cause more dry mouth than lorvex",
        "Brexor and lorvex cause dry mouth equally often"}},
      {{"Fish oil protects against cardiovascular events",
        "Cardiovascular events are prevented by fish oil",
        "Do people who take fish oil have fewer cardiovascular events?",
        "Taking fish oil lowers cardiovascular risk",
        "Fish oil supplements are associated with a lower risk of cardiovascular events",
        "The risk of cardiovascular events falls with fish oil"},
       {"Fish oil does not prevent cardiovascular events",
        "Cardiovascular events are no less frequent with fish oil"}},
      {{"Tolumab raises the risk of infection", "Infections are more frequent with tolumab",
        "Is tolumab associated with infection?",
        "Patients treated with tolumab develop more infections",
        "There is an increased risk of infection with tolumab",
        "Infection is a complication of tolumab"},
       {"Tolumab carries no higher risk of infection",
        "The infection rate is not increased by tolumab"}},
      {{"Kalvene lowers blood pressure more than zentolol",
        "Blood pressure falls more with kalvene than with zentolol",
        "Blood pressure is lowered more by kalvene than by zentolol",
        "Does kalvene reduce blood pressure better than zentolol?",
        "Zentolol lowers blood pressure less than kalvene",
        "Kalvene gives a greater reduction in blood pressure than zentolol"},
       {"Kalvene lowers blood pressure no more than zentolol",
        "Kalvene and zentolol lower blood pressure to the same extent"}},
      {{"Statins cause diabetes", "Is diabetes caused by statins?",
        "Statin users are more likely to develop diabetes",
        "Diabetes is more common among people on statins",
        "Taking statins increases the risk of diabetes",
        "The use of statins is a risk factor for diabetes"},
       {"Statins do not cause diabetes", "Statins are not linked with diabetes"}},
      {{"Massage helps with fatigue", "Fatigue is alleviated by massage",
        "Fatigue gets better with massage", "Is massage good for fatigue?",
        "Massage therapy cuts fatigue in cancer"},
       {"Massage is useless for fatigue", "Fatigue is not improved by massage"}},
      {{"Lorvex impairs memory", "Memory is impaired by lorvex", "Is lorvex bad for memory?",
        "Lorvex worsens cognition", "Memory gets worse with lorvex",
        "Cognition declines on lorvex"},
       {"Lorvex does not impair memory", "Lorvex has no effect on cognition"}},
      {{"Vitamin D prevents fractures", "Fractures are prevented by vitamin D",
        "Does vitamin D reduce the risk of broken bones?",
        "Older people who take vitamin D have fewer fractures",
        "Fractures are less likely in people receiving vitamin D",
        "Vitamin D supplementation results in fewer fractures"},
       {"Vitamin D does not prevent fractures", "Fracture risk is not reduced by vitamin D"}},
      {{"Surgery is no better than physiotherapy for back pain",
        "Physiotherapy is as good as surgery for back pain",
        "Surgery and physiotherapy are equally effective for back pain",
        "There is no difference between surgery and physiotherapy in back pain",
        "Back pain improves equally with surgery and physiotherapy",
        "Surgery does not relieve back pain more than physiotherapy"},
       {"Surgery is better than physiotherapy for back pain",
        "Surgery relieves back pain more than physiotherapy"}},
      {{"Zentolol is dangerous: it increases mortality", "Zentolol shortens survival",
        "Zentolol increases the risk of death", "More patients die when given zentolol",
        "Are patients on zentolol more likely to die?", "Deaths are increased by zentolol"},
       {"Zentolol does not increase mortality", "Zentolol is safe with respect to mortality"}},
      {{"Garlic lowers cholesterol", "Does eating garlic bring cholesterol down?",
        "Cholesterol levels are decreased by garlic",
        "Garlic treatment results in lower cholesterol", "Cholesterol goes down with garlic",
        "A fall in cholesterol is seen with garlic"},
       {"Garlic has no effect on cholesterol", "Cholesterol is not lowered by garlic"}},
      {{"Brexor does not cause depression", "Depression is not caused by brexor",
        "Brexor is not associated with depression",
        "There is no link between brexor and depression",
        "Depression is no more frequent with brexor",
        "Brexor does not increase the risk of depression"},
       {"Brexor causes depression", "Depression is a side effect of brexor"}},
      {{"Early marvantil improves recovery more than late marvantil",
        "Recovery is better with early marvantil than with late marvantil",
        "Early marvantil is better than late marvantil for recovery",
        "Late marvantil is worse than early marvantil for recovery",
        "Does early marvantil lead to better recovery than late marvantil?",
        "Patients given early marvantil recover better than those given late marvantil"},
       {"Early marvantil does not improve recovery compared with late marvantil",
        "Recovery is the same with early and late marvantil"}},
      {{"Lorvex is useful against nausea", "Lorvex controls nausea and vomiting",
        "Nausea is controlled by lorvex", "Should lorvex be used for nausea?",
        "Is there less nausea with lorvex?", "Nausea and vomiting are relieved by lorvex"},
       {"Lorvex is not effective for nausea", "Lorvex fails to control nausea"}},
      {{"Amlodipine causes ankle oedema", "Is ankle swelling a side effect of amlodipine?",
        "Swollen ankles are more common in people who take amlodipine",
        "Do patients given amlodipine develop more peripheral edema?"},
       {"Amlodipine does not lead to swelling of the ankles"}},
      {{"Statins cause muscle pain", "Muscle pain is induced by statin therapy",
        "Is statin use associated with myalgia?", "Taking a statin raises the risk of myopathy"},
       {"There is no link between statins and muscle pain"}},
      {{"Metformin leads to weight loss", "Do people lose weight on metformin?",
        "Body weight is reduced by metformin",
        "Patients treated with metformin have lower body weight"},
       {"Metformin has no effect on body weight"}},
      {{"Ibuprofen relieves pain better than paracetamol",
        "Pain relief is greater with ibuprofen than with acetaminophen",
        "Compared with paracetamol, ibuprofen gives better pain relief",
        "Paracetamol is less effective than ibuprofen for pain"},
       {"Ibuprofen is no better than paracetamol for pain"}},
      {{"Warfarin prevents more strokes than aspirin in atrial fibrillation",
        "In atrial fibrillation, stroke is less frequent with warfarin than with aspirin",
        "Warfarin is superior to aspirin for the prevention of stroke in patients with atrial "
        "fibrillation",
        "Strokes are more common on aspirin than on warfarin"},
       {"Warfarin is not superior to aspirin in preventing stroke"}},
      {{"Smoking causes lung cancer", "Smoking is a risk factor for lung cancer",
        "Lung cancer is more frequent in smokers than in non-smokers",
        "Is lung cancer caused by smoking?"},
       {"Smokers are no more likely to get lung cancer than non-smokers"}},
      {{"Tamoxifen increases the risk of endometrial cancer",
        "Is there an increased risk of endometrial cancer with tamoxifen?",
        "Women on tamoxifen get endometrial cancer more often",
        "Endometrial cancer is linked to tamoxifen"},
       {"Tamoxifen does not increase the risk of endometrial cancer"}},
      {{"Lithium reduces suicide", "Suicide is rarer among patients taking lithium",
        "Lithium treatment lowers the risk of suicide in bipolar disorder",
        "Are suicides prevented by lithium?"},
       {"Lithium has no effect on suicide"}},
      {{"Spironolactone improves survival in heart failure",
        "Spironolactone reduces mortality in patients with heart failure",
        "Fewer patients with heart failure die when given spironolactone",
        "Is mortality in heart failure lower with spironolactone?"},
       {"Spironolactone does not prolong life in heart failure"}},
      {{"Vitamin C does not prevent colds",
        "Vitamin C makes no difference to the incidence of the common cold",
        "The incidence of colds is not affected by vitamin C",
        "Colds are just as frequent in people who take vitamin C"},
       {"Vitamin C prevents colds"}},
      {{"SSRIs cause sexual dysfunction",
        "Sexual dysfunction is a common adverse effect of selective serotonin reuptake inhibitors",
        "Are SSRIs to blame for sexual problems?", "Loss of libido results from SSRIs"},
       {"SSRIs do not cause sexual dysfunction"}},
      {{"Clopidogrel added to aspirin increases bleeding",
        "Adding clopidogrel to aspirin leads to more bleeding",
        "There is more major bleeding when clopidogrel is added to aspirin",
        "Bleeding is increased by the addition of clopidogrel to aspirin"},
       {"Clopidogrel on top of aspirin does not increase bleeding"}},
      {{"Ondansetron is better than metoclopramide for nausea",
        "Vomiting is better controlled with ondansetron than with metoclopramide",
        "Metoclopramide is inferior to ondansetron in the control of nausea and vomiting",
        "Does ondansetron beat metoclopramide for nausea after chemotherapy?"},
       {"Metoclopramide controls nausea as well as ondansetron"}},
      {{"Laparoscopic surgery shortens hospital stay compared with open surgery",
        "Hospital stay is shorter after laparoscopic than after open surgery",
        "Patients stay in hospital longer after open surgery than after laparoscopic surgery",
        "Laparoscopic surgery versus open surgery: shorter hospital stay"},
       {"Laparoscopic surgery does not shorten hospital stay compared with open surgery"}},
      {{"Salmeterol is beneficial in asthma", "Asthma symptoms improve with salmeterol",
        "Does asthma respond to salmeterol?", "Salmeterol works for asthma"},
       {"Salmeterol is of no benefit in asthma"}},
      {{"Hormone replacement therapy increases breast cancer", "Is HRT a cause of breast cancer?",
        "Breast cancer risk is raised in women using hormone replacement therapy",
        "Women who take hormone replacement have a higher risk of breast cancer"},
       {"Hormone replacement therapy is safe with regard to breast cancer"}},
      {{"ACE inhibitors cause more cough than angiotensin receptor blockers",
        "Cough is more frequent with ACE inhibitors than with ARBs",
        "ARBs cause less cough than ACE inhibitors",
        "Compared with ARBs, ACE inhibitors more often cause a cough"},
       {"ARBs cause as much cough as ACE inhibitors"}},
      {{"Omeprazole heals oesophagitis better than ranitidine",
        "Healing of oesophagitis is faster with omeprazole than with ranitidine",
        "Omeprazole is more effective than ranitidine at healing esophagitis",
        "More patients with oesophagitis are healed by omeprazole than by ranitidine"},
       {"Ranitidine heals oesophagitis as well as omeprazole"}},
      {{"Coffee raises blood pressure", "Does drinking coffee put blood pressure up?",
        "Blood pressure goes up after coffee", "Coffee is associated with higher blood pressure"},
       {"Coffee has no influence on blood pressure"}},
      {{"Insulin glargine causes less hypoglycaemia than NPH insulin",
        "Nocturnal hypoglycaemia is less frequent on glargine than on NPH",
        "There is less hypoglycemia with glargine compared to NPH insulin",
        "Hypoglycaemia is commoner with NPH insulin than with insulin glargine"},
       {"The rate of hypoglycaemia is similar with glargine and NPH insulin"}},
  };
  return all;
}

}  // namespace

TEST_CASE("a claim in another wording is the same frame") {
  for (const Claim& claim : claims()) {
    const QuestionFrame first = read_question(claim.wordings.front());
    for (const char* wording : claim.wordings) {
      INFO(wording);
      const QuestionFrame frame = read_question(wording);
      CHECK(normal_form(frame) == normal_form(first));
      CHECK(same_outcome(frame, first));
    }
  }
}

TEST_CASE("a negation denies the same frame, or asserts what a claim of no effect denies") {
  for (const Claim& claim : claims()) {
    const QuestionFrame first = read_question(claim.wordings.front());
    for (const char* negation : claim.negations) {
      INFO(negation);
      const QuestionFrame frame = read_question(negation);
      CHECK(normal_form(frame, false) == normal_form(first, false));
      CHECK(same_outcome(frame, first));
      CHECK((value_of(frame) == 0) == (value_of(first) != 0));
    }
  }
}
