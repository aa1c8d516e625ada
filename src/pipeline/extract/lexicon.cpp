#include "pipeline/extract/lexicon.hpp"

#include "pipeline/text/word_table.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace ev::extract {

namespace {

struct WordList {
  WordKinds kinds;
  const char* words;  // by blanks
};

constexpr WordList kGrammar[] = {
    {kind::determiner,
     "the a an this these those that our their its his her each both all any some no every either "
     "neither another such several many most few other same"},
    {kind::preposition,
     "of in on for with by to from at during after before among between than as within without per "
     "via through into over until under upon towards toward against across about above below along "
     "around beyond despite except throughout following including regarding concerning like near "
     "since due because according"},
    {kind::conjunction, "and or versus vs plus but nor whereas while although if when that then"},
    {kind::auxiliary,
     "was were is are be been being had has have having did does do may might could can should "
     "would will must cannot"},
    {kind::pronoun,
     "we they it there who which whom whose he she i them him us itself themselves what where how "
     "why whether one"},
    {kind::adverb,
     "not also however significantly respectively only randomly once twice more less very well "
     "further moreover furthermore therefore thus hence even still already often usually generally "
     "approximately about almost nearly statistically similarly equally markedly greatly slightly "
     "substantially highly particularly especially daily weekly here now yet again together alone "
     "either there rather thereby subsequently immediately previously currently recently mainly "
     "least much too so both"},
    {kind::verb,
     "showed shows show shown suggest suggests suggested suggesting indicate indicates indicating "
     "demonstrate demonstrates demonstrating improves improve reduces reduce increases decreases "
     "prevents prevent enhances enhance produces produce causes caused cause leads led lead "
     "resulted results result resulting receive receives receiving received undergo undergoing "
     "underwent undergone using use uses took take takes taking taken given give gives giving "
     "made make became become becomes remained remain remains appears appear appeared seems seem "
     "seemed occurred occurs occur found find finds began begin begun continued continue consisted "
     "consists comprised comprises included include includes contained contains compared compare "
     "comparing assess assessing evaluate evaluating investigate investigating determine "
     "determining examine examining examines evaluates measured measure measuring randomized "
     "randomised assigned allocated divided enrolled recruited treated studied conducted performed "
     "performing completed complete experienced experience developed develop reported report "
     "reports provide provides providing provided support supports affect affects affected "
     "influence influences followed follow differ differed differs rose fell achieved achieve "
     "achieving reached reach obtained obtain conclude concluded concludes known considered "
     "required require requires needed need needs tested test tests testing describe describes "
     "described present presents presented aimed sought intended designed hypothesized "
     "hypothesised entered attended attending participated participating diagnosed suffering "
     "requiring scheduled admitted hospitalized hospitalised comparable exposed switched "
     "discontinued withdrew withdrawn withdrawal died die lasting lasted derived benefited "
     "benefitted tolerated"}};

constexpr WordList kPeople[] = {
    {kind::person,
     "patients patient participants participant subjects women men children adults volunteers "
     "individuals persons people infants adolescents students residents nurses veterans smokers "
     "girls boys mothers fathers females males outpatients inpatients pts neonates newborns "
     "survivors physicians respondents workers athletes users recipients couples families parents "
     "caregivers hypertensives diabetics asthmatics nonsmokers drinkers employees twins "
     "schoolchildren toddlers preschoolers gravidas nulliparas primiparas donors teachers "
     "households elders seniors youths youth teenagers woman man child infant adult primigravidae "
     "multiparas babies clinicians practitioners offenders soldiers prisoners clients consumers "
     "population populations elderly cases"},
    {kind::animal,
     "rats rat mice mouse rabbits rabbit dogs dog cats pigs pig piglets sheep lambs calves cows "
     "monkeys hamsters chickens horses goats birds animals broilers heifers hens ewes zebrafish"}};

constexpr WordList kConditions[] = {
    {kind::condition,
     "disease diseases disorder disorders syndrome syndromes cancer cancers carcinoma tumor tumors "
     "tumour tumours malignancy malignancies infection infections injury injuries fracture "
     "fractures asthma diabetes hypertension schizophrenia autism stroke epilepsy migraine obesity "
     "overweight malaria hiv aids tuberculosis pneumonia sepsis dementia alzheimer alzheimers "
     "parkinson parkinsons pregnancy pregnancies labor labour menopause insomnia copd eczema "
     "psoriasis acne ulcer ulcers hernia cirrhosis infarction angina ischemia ischaemia "
     "fibrillation insufficiency deficiency impairment addiction dependence abuse hypotension "
     "anemia anaemia lymphoma leukemia leukaemia melanoma myeloma glaucoma cataract cataracts "
     "caries bulimia anorexia adhd ptsd ocd gerd ibs influenza herpes hepatitis osteoporosis "
     "lupus allergy allergies rhinitis incontinence infertility endometriosis preeclampsia "
     "eclampsia trauma burn burns wound wounds shock coma palsy paralysis neuropathy "
     "nephropathy retinopathy cardiomyopathy hyperlipidemia hypercholesterolemia dyslipidemia "
     "apnea apnoea bronchiolitis croup colic jaundice prematurity preterm premature postmenopausal "
     "premenopausal hyperplasia dysplasia stenosis embolism thrombosis aneurysm varices "
     "metastases metastasis leishmaniasis onchocerciasis sarcoma glioma glioblastoma"},
    {kind::condition | kind::outcome,
     "depression anxiety pain nausea vomiting diarrhea diarrhoea constipation fatigue stress "
     "delirium bleeding hypoglycemia hypoglycaemia seizures cough dyspepsia pruritus headache "
     "headaches fever relapse recurrence"},
    {kind::condition,
     "abscess abscesses achalasia acromegaly alcoholism alopecia als amblyopia angioedema "
     "anthrax aphasia aplasia ards asphyxia astigmatism azoospermia barrett bereavement "
     "beriberi bipolar blindness bph bruxism cachexia calculi cardiomegaly cataplexy celiac "
     "chagas chlamydia cholera chorea coeliac concussion contusion covid crohn cryptorchidism "
     "cyst cysts deafness dengue dislocation dysarthria dyslexia dysthymia dystocia ebola "
     "edentulism emphysema encopresis fibroids fissure fissures fistula fistulas frailty "
     "frostbite galactorrhea gallstones gambling gangrene gastroparesis goiter goitre "
     "gonorrhea gonorrhoea gout haemophilia haemorrhoids helminth helminths hemiparesis "
     "hemophilia hemorrhoids hepatosplenomegaly hirsutism hookworm huntington hydrocele "
     "hydrocephalus hyperemesis hyperthyroidism hypogonadism hypospadias hypothyroidism "
     "hysteria ileus impetigo impotence intolerance intoxication keloid keratoconus "
     "kwashiorkor leprosy lesion lesions lymphedema lymphoedema malabsorption malnutrition "
     "malpresentation mania marasmus measles melasma metastatic migraines mrsa mumps "
     "myelodysplasia myopia nafld narcolepsy nash neoplasia neoplasm neoplasms neuroses "
     "obstruction oligohydramnios oligospermia osteomalacia overdose pcos pellagra pemphigoid "
     "pemphigus phobias pleurisy pneumothorax poisoning polio polyhydramnios polyp polyps "
     "porphyria postterm presbycusis prolapse psychoses rabies raynaud rickets ringworm "
     "rosacea rubella scabies sciatica scurvy sprain sprains strabismus sunburn syphilis "
     "tetanus tourette typhoid undernutrition underweight urticaria varicocele vitiligo warts"},
    {kind::condition | kind::outcome,
     "aggression agitation amenorrhea amenorrhoea anaphylaxis arrest arrhythmia arrhythmias "
     "ascites ataxia bradycardia claudication dehydration dysmenorrhea dysmenorrhoea dysphagia "
     "effusion effusions enuresis epistaxis grief haemorrhage hemolysis hemorrhage hives "
     "hoarseness hypersensitivity hypoxia malocclusion menorrhagia miscarriage miscarriages "
     "panic photosensitivity rash reflux regurgitation scar scars snoring spasticity "
     "splenomegaly stillbirth stunting stuttering suicidality suicide syncope tachycardia "
     "tinnitus toothache tremor ulceration vertigo xerostomia"}};

constexpr WordList kTreatments[] = {
    {kind::drug,
     "aspirin insulin heparin warfarin morphine ketamine propofol caffeine nicotine melatonin "
     "metformin estrogen oestrogen estradiol oestradiol progesterone testosterone oxytocin zinc "
     "iron calcium magnesium selenium lithium potassium folic folate vitamin vitamins carotene "
     "tocopherol retinol ascorbic probiotic probiotics antibiotic antibiotics corticosteroids "
     "corticosteroid steroids steroid opioid opioids antidepressants ssri ssris antipsychotics "
     "nsaid nsaids paracetamol acetaminophen ibuprofen diclofenac cannabis glucosamine chondroitin "
     "creatine caffeinated lactobacillus bifidobacterium inulin psyllium ginkgo ginseng garlic "
     "curcumin resveratrol erythropoietin interferon levodopa digoxin digitalis nitroglycerin "
     "nitroprusside isoflurane sevoflurane desflurane halothane thiopental atropine epinephrine "
     "adrenaline noradrenaline ephedrine phenylephrine dopamine dobutamine chlorhexidine fluoride "
     "xylitol saline dextrose glutamine arginine taurine methadone buprenorphine naltrexone "
     "naloxone disulfiram acamprosate bupropion valproate carbamazepine lamotrigine topiramate "
     "clozapine haloperidol clonidine tamoxifen letrozole docetaxel methotrexate cyclophosphamide "
     "fluorouracil cisplatin hydrocortisone prednisone nitrous bcg ppi ace"},
    // Names that no common ending tells.
    {kind::drug,
     "acarbose acetylcysteine acitretin allopurinol alprostadil amifostine amikacin amiloride "
     "aminoglutethimide amiodarone amphotericin anagrelide anakinra anticoagulant "
     "anticoagulants antihypertensives aprotinin artemether asparaginase atovaquone atracurium "
     "azathioprine aztreonam baclofen balsalazide benserazide benzodiazepine benzodiazepines "
     "betahistine bethanechol bicalutamide biperiden bisacodyl bisphosphonate bisphosphonates "
     "bivalirudin bromocriptine bumetanide busulfan butorphanol cabergoline calcipotriol "
     "calcitonin carbachol carbidopa carbimazole carnitine caspofungin cefaclor cefadroxil "
     "cefazolin cefepime cefixime cefotaxime cefoxitin cefpodoxime ceftazidime ceftriaxone "
     "cefuroxime cephalexin chlorambucil chloramphenicol chlordiazepoxide cholestyramine "
     "cilostazol cinacalcet cisatracurium citalopram cladribine clobazam clobetasol "
     "clofazimine clomifene clomiphene clotrimazole codeine coenzyme colchicine colesevelam "
     "colestipol colestyramine colistin cotrimoxazole cromolyn cyclizine cyclobenzaprine "
     "cyproterone cytarabine dacarbazine danaparoid danazol dantrolene dapsone deferasirox "
     "deferoxamine desferrioxamine dexamfetamine dexmedetomidine dextran dextroamphetamine "
     "dextromethorphan diazoxide didanosine diethylcarbamazine diethylstilbestrol diflunisal "
     "dimenhydrinate dipyridamole dipyrone disopyramide docosanol "
     "dofetilide donepezil doxapram doxepin doxercalciferol dronabinol dronedarone edrophonium "
     "efavirenz eflornithine enfuvirtide enoximone entacapone epoetin epoprostenol "
     "eptifibatide ergometrine escitalopram eszopiclone etanercept ethambutol ethionamide "
     "ethosuximide etomidate exemestane ezetimibe felbamate fenoldopam fibrates flavoxate "
     "flucytosine fludarabine fludrocortisone flumazenil flunisolide fluvoxamine fomepizole "
     "fondaparinux foscarnet fulvestrant gabapentin galantamine glatiramer glucocorticoid "
     "glucocorticoids glycopyrrolate griseofulvin guaifenesin guanfacine hydroxycarbamide "
     "hyoscine ibutilide imiquimod immunoglobulins irinotecan isoniazid isoprenaline "
     "isoproterenol isosorbide isotretinoin ketanserin ketotifen lactase lactulose leflunomide "
     "lepirudin leucovorin leuprolide levamisole levocarnitine levothyroxine linezolid "
     "liothyronine lisuride lofexidine loperamide lumefantrine maprotiline maraviroc mdma "
     "mecamylamine megestrol melphalan memantine meperidine meprobamate mercaptopurine "
     "mesalamine mesalazine mesna metaraminol methimazole methocarbamol methohexital "
     "methylergometrine methylphenidate metoclopramide mexiletine mianserin micafungin "
     "mifepristone miglitol milnacipran milrinone minoxidil mitoxantrone mivacurium "
     "moclobemide modafinil moricizine mupirocin mycophenolate nabilone nabumetone nalbuphine "
     "nalmefene nandrolone nesiritide nevirapine niacin nicotinamide nilutamide nimesulide "
     "nitazoxanide norethindrone octreotide olsalazine orphenadrine oxandrolone "
     "oxaprozin oxcarbazepine pancreatin paricalcitol pegaspargase peginterferon pemoline "
     "penicillamine pentamidine pentazocine pentoxifylline pergolide permethrin pethidine "
     "phenelzine phenobarbitone phenoxybenzamine phentermine phentolamine phytonadione "
     "pilocarpine pimozide pirenzepine pizotifen povidone pramipexole pramlintide praziquantel "
     "primidone probenecid probucol procainamide procarbazine proguanil promethazine "
     "propafenone propantheline propylthiouracil protamine pyrantel pyrazinamide pyridoxine "
     "pyrimethamine quinagolide quinine rasburicase remacemide reserpine ribavirin rifabutin "
     "rifampicin rifampin rifapentine rifaximin riluzole rimonabant ropinirole scopolamine "
     "sertindole somatropin statins streptokinase streptozocin strontium succinylcholine "
     "sulbactam sulfadiazine sulfadoxine sulfamethoxazole sulfasalazine sulindac "
     "sulphasalazine suxamethonium tacrine tamsulosin tazobactam tegaserod teicoplanin "
     "terbinafine terbutaline teriparatide tetrahydrocannabinol thioguanine thiotepa "
     "thrombolytics tiagabine tianeptine ticlopidine tirofiban tolcapone topotecan tramadol "
     "tranexamic tranylcypromine tretinoin triamterene tricyclics trihexyphenidyl trimebutine "
     "trimethoprim ubiquinone urapidil urokinase ursodeoxycholic ursodiol varenicline "
     "vigabatrin vindesine yohimbine zaleplon zileuton zolpidem zonisamide zopiclone "
     "zuclopenthixol"},
    {kind::therapy,
     "therapy therapies treatment treatments intervention interventions training exercise "
     "exercises program programs programme programmes acupuncture massage education counseling "
     "counselling surgery vaccine vaccines vaccination immunization immunisation diet diets "
     "supplementation supplement supplements stimulation irradiation radiation laser anesthesia "
     "anaesthesia analgesia block injection injections infusion infusions device devices stent "
     "stents splint brace cbt psychotherapy meditation yoga hypnosis rehabilitation reminder "
     "reminders feedback gel cream ointment tablets tablet capsules capsule patch patches "
     "mouthwash toothpaste regimen regimens prophylaxis chemoprophylaxis ventilation dialysis "
     "hemodialysis transplantation transfusion ablation resection bypass angioplasty "
     "catheterization intubation implant implants prosthesis mesh suture sutures dressing "
     "dressings lotion lens lenses glasses mindfulness relaxation coaching telephone video "
     "biofeedback physiotherapy walking aerobic resistance monitoring screening formula beverage "
     "drink extract juice oil chewing gum electroacupuncture tens hypothermia warming cooling "
     "suppository enema inhaler spray drops implantation grafting graft flap technique "
     "laparoscopic "
     "curriculum workshop lecture website app software advice leaflet brochure incentive "
     "incentives "
     "management care support surveillance strategy procedure"},
    {kind::inactive, "placebo placebos sham vehicle"}};

constexpr WordList kOutcomes[] = {
    {kind::outcome,
     "mortality survival death deaths morbidity bmi complications complication toxicity toxicities "
     "safety efficacy tolerability effectiveness satisfaction compliance adherence cost costs "
     "hospitalization hospitalisation hospitalizations symptoms symptom cholesterol glucose hba1c "
     "hemoglobin haemoglobin cortisol triglycerides triglyceride ldl hdl insulin memory mood sleep "
     "appetite fev1 remission progression healing bioavailability pharmacokinetics auc cmax tmax "
     "saturation oxygenation acceptability feasibility usability knowledge attitudes self efficacy "
     "abstinence cessation disability well being wellbeing cognition cognitive weight height "
     "adverse side events reactions ferritin creatinine albumin interleukin il crp tnf cytokines "
     "antibody antibodies titers titres seroconversion immunogenicity viremia cd4 heart blood "
     "pressure plaque gingivitis bacteriuria cure cured failure failures amnesia sedation "
     "hemodynamic haemodynamic vital apgar birthweight breastfeeding falls readmission "
     "readmissions "
     "utilization expenditure regression swelling edema oedema erythema itching dyspnea dyspnoea "
     "lipid lipids lipoprotein apolipoprotein endurance strength power flexibility balance gait "
     "mobility stiffness sputum lactate prolactin testosterone estradiol lh fsh prognosis"},
    {kind::measure,
     "score scores rate rates level levels concentration concentrations time times duration "
     "incidence frequency severity intensity prevalence risk risks response responses improvement "
     "improvements quality function functions functioning loss gain volume volumes density index "
     "indices scale scales questionnaire inventory performance capacity activity activities "
     "outcome outcomes endpoint endpoints change changes reduction reductions rating ratings "
     "ability abilities behavior behaviors behaviour behaviours consumption intake requirement "
     "requirements length count counts size thickness expression excretion secretion absorption "
     "clearance output flow resistance sensitivity accuracy status skills skill perception "
     "perceptions reaction latency occurrence number growth development control relief onset "
     "stay threshold tolerance variability pattern patterns habits use usage profile profiles "
     "measures measure parameters parameter markers marker characteristics impairment burden "
     "errors error productivity participation visits episodes days"},
    {kind::generic,
     "study studies trial trials group groups arm arms effect effects result results data analysis "
     "analyses method methods design period phase baseline end difference differences "
     "significance significant value values p ci confidence interval ratio mean median sd range "
     "percent percentage total number use role case evidence conclusion objective aim purpose "
     "background follow up research investigation comparison evaluation assessment assessments "
     "model models type types way order addition basis factor factors relationship association "
     "relation part terms finding findings impact influence benefit benefits increase decrease "
     "higher lower greater main primary secondary clinical first second third new present current "
     "different similar randomised randomized double blind blinded controlled crossover cross over "
     "placebo parallel open label multicenter multicentre prospective pilot hypothesis hospital "
     "center centre clinic university department setting individual individuals condition "
     "conditions need reason evidence information problem question issue figure table article "
     "paper report review literature date sample samples statistic statistics"}};

constexpr WordList kQuantities[] = {
    {kind::time,
     "day days week weeks wk wks month months mo year years yr yrs hour hours h hr hrs min minutes "
     "minute seconds s sec morning night"},
    {kind::unit,
     "mg g kg ml l cm mm m ng mcg ug iu u units mmol mol kcal kj hz mmhg mgs cc meq microg "
     "microgram "
     "micrograms milligrams gy dl nmol pmol mumol qd bid tid qid th"}};

struct Ending {
  std::string_view suffix;
  WordKinds kinds;
  std::size_t shortest;  // letters of the whole word
};

// "metabolism" and "organism" end like "alcoholism", so -ism is no sign.
constexpr Ending kEndings[] = {
    {"itis", kind::condition, 6},    {"emia", kind::condition, 6},
    {"aemia", kind::condition, 7},   {"osis", kind::condition, 7},
    {"iasis", kind::condition, 7},   {"oma", kind::condition, 6},
    {"opathy", kind::condition, 8},  {"algia", kind::condition, 7},
    {"plegia", kind::condition, 8},  {"penia", kind::condition, 8},
    {"phrenia", kind::condition, 9}, {"phobia", kind::condition, 8},
    {"ectasis", kind::condition, 9}, {"trophy", kind::condition, 9},
    {"uria", kind::condition, 7},    {"dystonia", kind::condition, 8},
    {"ectomy", kind::therapy, 8},    {"plasty", kind::therapy, 8},
    {"otomy", kind::therapy, 8},     {"ostomy", kind::therapy, 8},
    {"therapy", kind::therapy, 9},   {"scopy", kind::therapy, 9},
    {"mab", kind::drug, 6},          {"nib", kind::drug, 6},
    {"pril", kind::drug, 7},         {"sartan", kind::drug, 8},
    {"olol", kind::drug, 7},         {"statin", kind::drug, 8},
    {"conazole", kind::drug, 9},     {"nidazole", kind::drug, 9},
    {"prazole", kind::drug, 9},      {"bendazole", kind::drug, 10},
    {"cillin", kind::drug, 8},       {"mycin", kind::drug, 8},
    {"micin", kind::drug, 8},        {"floxacin", kind::drug, 9},
    {"cycline", kind::drug, 9},      {"vir", kind::drug, 8},
    {"vudine", kind::drug, 9},       {"parin", kind::drug, 8},
    {"xaban", kind::drug, 8},        {"gatran", kind::drug, 8},
    {"grel", kind::drug, 8},         {"grelor", kind::drug, 8},
    {"tidine", kind::drug, 9},       {"setron", kind::drug, 8},
    {"triptan", kind::drug, 9},      {"oxetine", kind::drug, 9},
    {"traline", kind::drug, 9},      {"pramine", kind::drug, 9},
    {"triptyline", kind::drug, 11},  {"azepam", kind::drug, 8},
    {"zolam", kind::drug, 8},        {"barbital", kind::drug, 10},
    {"caine", kind::drug, 8},        {"curonium", kind::drug, 9},
    {"fentanil", kind::drug, 8},     {"fentanyl", kind::drug, 8},
    {"codone", kind::drug, 8},       {"morphone", kind::drug, 9},
    {"orphine", kind::drug, 8},      {"profen", kind::drug, 8},
    {"fenac", kind::drug, 8},        {"oxicam", kind::drug, 8},
    {"coxib", kind::drug, 8},        {"solone", kind::drug, 8},
    {"asone", kind::drug, 8},        {"onide", kind::drug, 8},
    {"terol", kind::drug, 8},        {"tropium", kind::drug, 9},
    {"lukast", kind::drug, 8},       {"phylline", kind::drug, 9},
    {"dipine", kind::drug, 8},       {"thiazide", kind::drug, 9},
    {"semide", kind::drug, 8},       {"glitazone", kind::drug, 10},
    {"gliptin", kind::drug, 9},      {"gliflozin", kind::drug, 10},
    {"glutide", kind::drug, 9},      {"natide", kind::drug, 8},
    {"platin", kind::drug, 8},       {"rubicin", kind::drug, 9},
    {"taxel", kind::drug, 8},        {"citabine", kind::drug, 9},
    {"relbine", kind::drug, 9},      {"cristine", kind::drug, 9},
    {"blastine", kind::drug, 9},     {"trexate", kind::drug, 9},
    {"trexed", kind::drug, 9},       {"leukin", kind::drug, 9},
    {"grastim", kind::drug, 9},      {"poetin", kind::drug, 8},
    {"tercept", kind::drug, 9},      {"dronate", kind::drug, 9},
    {"dronic", kind::drug, 9},       {"teplase", kind::drug, 8},
    {"fibrate", kind::drug, 8},      {"fibrozil", kind::drug, 8},
    {"zosin", kind::drug, 8},        {"afil", kind::drug, 8},
    {"stigmine", kind::drug, 9},     {"giline", kind::drug, 8},
    {"zapine", kind::drug, 8},       {"peridol", kind::drug, 9},
    {"peridone", kind::drug, 9},     {"promazine", kind::drug, 10},
    {"perazine", kind::drug, 9},     {"piprazole", kind::drug, 10},
    {"toin", kind::drug, 8},         {"gabalin", kind::drug, 9},
    {"gabatin", kind::drug, 9},      {"racetam", kind::drug, 9},
    {"quine", kind::drug, 8},        {"mectin", kind::drug, 8},
    {"penem", kind::drug, 8},        {"tadine", kind::drug, 8},
    {"tirizine", kind::drug, 9},     {"relin", kind::drug, 8},
    {"relix", kind::drug, 8},        {"trozole", kind::drug, 9},
    {"oxifene", kind::drug, 9},      {"prostol", kind::drug, 9},
    {"prostone", kind::drug, 9},     {"progestin", kind::drug, 9},
    {"gestrel", kind::drug, 9},      {"estradiol", kind::drug, 9},
    {"sterone", kind::drug, 9},      {"tocin", kind::drug, 8},
    {"pressin", kind::drug, 8},      {"rotecan", kind::drug, 8},
    {"poside", kind::drug, 8},       {"mustine", kind::drug, 8},
    {"fosfamide", kind::drug, 9},    {"zolomide", kind::drug, 9},
    {"lidomide", kind::drug, 9},     {"cavir", kind::drug, 8},
    {"artemisinin", kind::drug, 10}, {"artesunate", kind::drug, 9},
    {"amivir", kind::drug, 8},       {"azoline", kind::drug, 8},
    {"pirone", kind::drug, 8},       {"mepron", kind::drug, 8},
    {"urea", kind::drug, 9},         {"tiazem", kind::drug, 8},
    {"pamil", kind::drug, 8},        {"bradine", kind::drug, 9},
    {"glinide", kind::drug, 10},     {"fenacin", kind::drug, 9},
    {"vaptan", kind::drug, 8},       {"randil", kind::drug, 9},
    {"nidine", kind::drug, 9},       {"terodine", kind::drug, 10},
    {"butynin", kind::drug, 8},      {"astine", kind::drug, 8},
    {"mizole", kind::drug, 9},       {"fradil", kind::drug, 8},
    {"clamide", kind::drug, 10},     {"buride", kind::drug, 8},
    {"butamide", kind::drug, 10},    {"pamide", kind::drug, 8},
    {"zolamide", kind::drug, 9},     {"sulpride", kind::drug, 9},
    {"sapride", kind::drug, 8},      {"sulpiride", kind::drug, 9},
    {"mepiride", kind::drug, 9},     {"hydralazine", kind::drug, 11},
    {"phenazine", kind::drug, 10},   {"ridazine", kind::drug, 10},
    {"rizine", kind::drug, 9},       {"tazidine", kind::drug, 10},
    {"talidone", kind::drug, 10},    {"thalidone", kind::drug, 10},
    {"sidone", kind::drug, 9},       {"tiapine", kind::drug, 9},
    {"xapine", kind::drug, 8},       {"azodone", kind::drug, 8},
    {"methyldopa", kind::drug, 10},  {"sporin", kind::drug, 9},
    {"sporine", kind::drug, 10},     {"rolimus", kind::drug, 9},
    {"steride", kind::drug, 10},     {"listat", kind::drug, 8},
    {"proxen", kind::drug, 8},       {"methacin", kind::drug, 10},
    {"metacin", kind::drug, 10},     {"nolactone", kind::drug, 10},
    {"renone", kind::drug, 9},       {"lazone", kind::drug, 9},
    {"cainide", kind::drug, 9},      {"butamol", kind::drug, 9},
    {"talol", kind::drug, 7},        {"dilol", kind::drug, 9},
    {"formin", kind::drug, 8},       {"clazide", kind::drug, 9},
    {"fluazide", kind::drug, 10},    {"pizide", kind::drug, 8},
    {"sentan", kind::drug, 8},       {"oprost", kind::drug, 8},
    {"verine", kind::drug, 9},       {"ztropine", kind::drug, 10},
    {"mononitrate", kind::drug, 11}, {"dinitrate", kind::drug, 9},
    {"phedrine", kind::drug, 10},    {"odrine", kind::drug, 8},
    {"cinolone", kind::drug, 10},    {"bolone", kind::drug, 8},
    {"dramine", kind::drug, 10},     {"iramine", kind::drug, 9},
    {"utramine", kind::drug, 10},    {"zotepine", kind::drug, 8},
    {"ralfate", kind::drug, 10},     {"sidomine", kind::drug, 10},
    {"rolac", kind::drug, 8},        {"fenadine", kind::drug, 10},
    {"ergotamine", kind::drug, 10},  {"simendan", kind::drug, 9},
    {"glycate", kind::drug, 10},     {"cromil", kind::drug, 9},
    {"faxine", kind::drug, 10},      {"oxyzine", kind::drug, 10},
    {"flutamide", kind::drug, 9},    {"supplementation", kind::therapy, 15}};

bool ends_with(std::string_view s, std::string_view suffix) {
  // Endings are looked up by their last letters; the first tells most of those apart.
  return s.size() >= suffix.size() && s[s.size() - suffix.size()] == suffix.front() &&
         s.substr(s.size() - suffix.size()) == suffix;
}

// Nouns and adjectives that only look like adverbs.
bool is_noun_in_ly(std::string_view word) {
  constexpr std::string_view kWords[] = {
      "family", "assembly", "anomaly",  "supply",    "early",    "elderly",    "monthly",
      "yearly", "costly",   "friendly", "butterfly", "monopoly", "melancholy", "homily"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

class Lexicon {
 public:
  Lexicon() : table_(4096) {
    add(kGrammar);
    add(kPeople);
    add(kConditions);
    add(kTreatments);
    add(kOutcomes);
    add(kQuantities);
    for (const Ending& ending : kEndings) by_last_[place_of(ending.suffix)].push_back(&ending);
    words_ = table_.words();
    std::sort(words_.begin(), words_.end());
    for (std::size_t i = 0; i < words_.size(); ++i)
      table_.at(words_[i]).index = static_cast<std::uint32_t>(i + 1);
  }
  WordKinds of(std::string_view word, std::uint32_t hash) const {
    WordKinds out = table_.of(word, hash).kinds;
    // A listed word's ending says nothing new: "cholesterol" is no -terol.
    if (word.size() > 5 && (out & ~kind::verb) == 0) out |= of_ending(word, out);
    return out;
  }
  std::size_t index_of(std::string_view word, std::uint32_t hash) const {
    return table_.of(word, hash).index;
  }
  const std::vector<std::string_view>& words() const { return words_; }

 private:
  struct Listed {
    WordKinds kinds = 0;
    std::uint32_t index = 0;
  };

  template <std::size_t N>
  void add(const WordList (&lists)[N]) {
    for (const WordList& list : lists) {
      std::string_view rest = list.words;
      while (!rest.empty()) {
        const std::size_t blank = rest.find(' ');
        const std::string_view word = rest.substr(0, blank);
        if (!word.empty()) table_.at(word).kinds |= list.kinds;
        if (blank == std::string_view::npos) break;
        rest.remove_prefix(blank + 1);
      }
    }
  }

  WordKinds of_ending(std::string_view word, WordKinds known) const {
    if (known == 0 && ends_with(word, "ly") && !is_noun_in_ly(word)) return kind::adverb;
    WordKinds out = 0;
    if (known == 0 && ends_with(word, "ed")) out |= kind::participle;
    const std::string_view singular =
        word.back() == 's' && !ends_with(word, "ss") && !ends_with(word, "is")
            ? word.substr(0, word.size() - 1)
            : word;
    WordKinds kinds = ending_kinds(word);
    if (kinds == 0 && singular.size() != word.size()) kinds = ending_kinds(singular);
    return out | kinds;
  }

  WordKinds ending_kinds(std::string_view word) const {
    for (const Ending* ending : by_last_[place_of(word)]) {
      if (word.size() >= ending->shortest && ends_with(word, ending->suffix)) return ending->kinds;
    }
    return 0;
  }

  // Endings by their last two letters.
  static std::size_t place_of(std::string_view word) {
    const auto code = [&](std::size_t back) {
      return static_cast<std::size_t>(static_cast<unsigned char>(word[word.size() - back]) % 32);
    };
    return code(1) * 32 + code(2);
  }

  doc::WordTable<Listed> table_;
  std::vector<std::string_view> words_;  // sorted
  std::array<std::vector<const Ending*>, 1024> by_last_;
};

const Lexicon& lexicon() {
  static const Lexicon kLexicon;
  return kLexicon;
}

}  // namespace

WordKinds word_kinds(const doc::Token& token) {
  return lexicon().of(token.folded, token.hash);
}

WordKinds word_kinds(std::string_view folded) {
  return lexicon().of(folded, doc::word_hash(folded));
}

std::size_t lexicon_index(std::string_view folded) {
  return lexicon().index_of(folded, doc::word_hash(folded));
}

std::size_t lexicon_size() {
  return lexicon().words().size();
}

std::string_view lexicon_word(std::size_t index) {
  return index == 0 || index > lexicon().words().size() ? "" : lexicon().words()[index - 1];
}

}  // namespace ev::extract
