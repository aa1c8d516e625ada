#include "pipeline/mechanism/builtin_terms.hpp"

namespace ev::mechanism {

std::span<const BuiltinRow> builtin_pathways() {
  constexpr Kind p = Kind::pathway;
  static constexpr BuiltinRow kRows[] = {
      {p, "", "autophagy", "autophagic flux|mitophagy"},
      {p, "", "apoptosis",
       "apoptotic cell death|programmed cell death|-anti-apoptotic|-antiapoptotic"},
      {p, "", "cell death", "cellular death|necrotic cell death"},
      {p, "b", "inflammation",
       "inflammatory response|inflammatory "
       "process|-anti-inflammatory|-antiinflammatory|inflammatory reaction"},
      {p, "b", "neuroinflammation", "microglial activation"},
      {p, "b", "oxidative stress",
       "oxidative damage|lipid "
       "peroxidation|-@antioxidant|-antioxidative|-anti-oxidative|-@anti-oxidant|reactive oxygen "
       "species|ROS|oxygen radical|superoxide"},
      {p, "b", "ER stress", "endoplasmic reticulum stress|unfolded protein response"},
      {p, "b", "insulin resistance", "!insulin sensitivity"},
      {p, "", "insulin signaling", "insulin signalling"},
      {p, "", "insulin secretion", "insulin release"},
      {p, "", "hepatic glucose production",
       "gluconeogenesis|hepatic gluconeogenesis|hepatic glucose output|endogenous glucose "
       "production"},
      {p, "", "glucose uptake", "glucose utilization|glucose disposal"},
      {p, "", "gastric acid secretion",
       "acid secretion|gastric acid|gastric acidity|intragastric acidity|acid output|gastric acid "
       "output|gastric secretion|acid production|gastric acid production|!intragastric pH|!gastric "
       "pH|-acid suppression|-acid "
       "inhibition|-acid suppressive therapy|-acid suppression "
       "therapy|-antisecretory|-@antisecretory drug|-@antisecretory agent|-gastric acid "
       "suppression|-gastric acid inhibition|acid hypersecretion"},
      {p, "", "sympathetic activity",
       "sympathetic nervous system|sympathetic activation|sympathetic nerve activity|sympathetic "
       "tone|sympathetic nervous activity|sympathetic drive|adrenergic tone|adrenergic "
       "drive|sympathetic nervous system activity|+sympathetic nervous system "
       "activation|-@sympatholytic"},
      {p, "", "parasympathetic activity", "vagal tone|vagal activity|parasympathetic tone"},
      {p, "", "renin-angiotensin system",
       "renin-angiotensin-aldosterone system|RAAS|RAS|plasma renin activity"},
      {p, "b", "ventricular remodeling",
       "ventricular remodelling|left ventricular remodeling|left ventricular remodelling|LV "
       "remodeling|LV remodelling|cardiac remodeling|cardiac remodelling|myocardial "
       "remodeling|myocardial remodelling|remodeling process|remodelling process|left ventricular "
       "dilatation|ventricular dilatation|-antiremodeling|-reverse remodeling|-reverse "
       "remodelling|heart failure remodeling|LV reverse remodeling"},
      {p, "b", "fibrosis",
       "cardiac fibrosis|myocardial fibrosis|liver fibrosis|renal fibrosis|-antifibrotic"},
      {p, "b", "cardiac hypertrophy",
       "left ventricular hypertrophy|ventricular hypertrophy|myocardial hypertrophy"},
      {p, "", "vasodilation",
       "vasodilatation|vasorelaxation|+@vasodilator|+vasodilating|+vasodilatory"},
      {p, "", "vasoconstriction",
       "vascular resistance|systemic vascular resistance|peripheral vascular resistance|afterload"},
      {p, "g", "endothelial function",
       "endothelium-dependent vasodilation|flow-mediated dilation|!endothelial dysfunction"},
      {p, "", "nitric oxide production",
       "nitric oxide|NO production|NO release|NO bioavailability"},
      {p, "", "platelet aggregation", "platelet activation|platelet function|-@antiplatelet"},
      {p, "", "coagulation", "thrombin generation|-@anticoagulant|-anticoagulation"},
      {p, "", "cholesterol synthesis", "cholesterol biosynthesis|mevalonate pathway"},
      {p, "", "cholesterol absorption", ""},
      {p, "", "angiogenesis", "neovascularization|-antiangiogenic"},
      {p, "", "cell proliferation", "proliferation|-antiproliferative|-anti-proliferative"},
      {p, "", "peroxisome proliferation", "proliferation of peroxisomes|peroxisomal proliferation"},
      {p, "", "platelet production",
       "thrombopoiesis|thrombocytopoiesis|megakaryopoiesis|megakaryocytopoiesis|platelet "
       "synthesis"},
      {p, "", "cell cycle progression", "!cell cycle arrest"},
      {p, "", "mitochondrial function", "mitochondrial biogenesis|!mitochondrial dysfunction"},
      {p, "", "prostaglandin synthesis",
       "prostaglandin production|prostaglandin E2|PGE2|prostaglandin"},
      {p, "b", "bone resorption", "osteoclast activity|osteoclastogenesis|-antiresorptive"},
      {p, "", "bone formation", ""},
      {p, "", "bone turnover", "bone remodeling|bone remodelling|bone turnover marker"},
      {p, "", "calcium influx", "intracellular calcium|Ca2+ influx"},
      {p, "", "dopamine release", "dopaminergic transmission|dopaminergic neurotransmission"},
      {p, "", "cholinergic transmission", "cholinergic neurotransmission|cholinergic function"},
      {p, "b", "tau phosphorylation", "tau hyperphosphorylation|hyperphosphorylated tau"},
      {p, "b", "amyloid-beta accumulation",
       "amyloid-beta|amyloid beta|Abeta|A beta|amyloid plaque|amyloid "
       "deposition|beta-amyloid|!amyloid clearance|!amyloid-beta clearance|amyloid burden"},
      {p, "", "synaptic plasticity", "long-term potentiation|neurogenesis"},
      {p, "", "immune response",
       "immune activation|T cell activation|T-cell "
       "activation|-@immunosuppressant|-immunosuppression"},
      {p, "b", "cytokine production",
       "cytokine release|proinflammatory cytokine|pro-inflammatory cytokine|inflammatory cytokine"},
      {p, "", "NF-kappaB signaling", "NF-kB signaling|NF-kappaB pathway|NF-kB pathway"},
      {p, "", "mTOR signaling", "mTOR pathway|mTORC1 signaling|mTOR signalling"},
      {p, "", "PI3K/Akt signaling", "PI3K/Akt pathway|PI3K-Akt pathway"},
      {p, "", "Hedgehog signaling",
       "hedgehog|hedgehog signalling|Hh signaling|Hh signalling|hedgehog pathway|Hh "
       "pathway|hedgehog signaling "
       "pathway|Hh signaling pathway"},
      {p, "", "MAPK signaling", "MAPK pathway|ERK signaling"},
      {p, "", "Wnt signaling", "Wnt/beta-catenin signaling|Wnt pathway"},
      {p, "", "lipolysis", "free fatty acid release|fatty acid oxidation"},
      {p, "", "lipogenesis", "de novo lipogenesis|fatty acid synthesis"},
      {p, "", "bronchoconstriction", "!bronchodilation|-@bronchodilator|bronchospasm"},
      {p, "", "detrusor contraction", "detrusor overactivity|bladder contraction"},
      {p, "", "natriuresis", "diuresis|+@diuretic|sodium excretion"},
      {p, "", "histamine release", "mast cell degranulation"},
      {p, "b", "ischemia-reperfusion injury",
       "reperfusion injury|myocardial ischemia|myocardial "
       "ischaemia|-anti-ischemic|-anti-ischaemic"},
      {p, "i", "bacterial growth", "bacterial proliferation|-bactericidal|-antibacterial"},
      {p, "", "heart rate", "ventricular rate|tachycardia"},
      {p, "", "myocardial oxygen consumption", "myocardial oxygen demand|oxygen consumption"},
      {p, "", "heart rate variability", "HRV"},
      {p, "", "gastric mucosal protection", "mucosal protection"},
      {p, "", "portal pressure", "hepatic venous pressure gradient|HVPG|portal venous pressure"},
      {p, "", "dopaminergic activity", "dopamine activity|dopaminergic function|dopaminergic tone"},
      {p, "b", "allergic inflammation", "eosinophil infiltration|eosinophilic inflammation"},
  };
  return kRows;
}

std::span<const BuiltinRow> builtin_effects() {
  constexpr Kind e = Kind::effect;
  static constexpr BuiltinRow kRows[] = {
      {e, "b", "mortality",
       "all-cause mortality|cardiovascular mortality|death|sudden death|cardiac "
       "death|!survival|case fatality"},
      {e, "b", "hospitalization", "hospitalisation|hospital admission|rehospitalization"},
      {e, "bv", "morbidity", ""},
      {e, "g", "left ventricular ejection fraction", "ejection fraction|LVEF|LV ejection fraction"},
      {e, "g", "left ventricular function",
       "cardiac function|LV function|ventricular function|systolic function|left ventricular "
       "systolic function|myocardial function|LV systolic function|!ventricular dysfunction|!left "
       "ventricular dysfunction|left ventricular performance"},
      {e, "g", "exercise capacity", "exercise tolerance|exercise performance"},
      {e, "gv", "quality of life", ""},
      {e, "bv", "symptoms", "symptom"},
      {e, "", "blood pressure",
       "systolic blood pressure|diastolic blood pressure|arterial pressure|mean arterial pressure"},
      {e, "b", "hyperglycemia", "hyperglycaemia|!glycemic control|!glycaemic control"},
      {e, "", "blood glucose",
       "plasma glucose|fasting glucose|glucose level|fasting plasma glucose|fasting blood glucose"},
      {e, "b", "HbA1c",
       "glycated hemoglobin|glycosylated hemoglobin|glycosylated haemoglobin|hemoglobin A1c"},
      {e, "b", "LDL cholesterol",
       "low-density lipoprotein cholesterol|low density lipoprotein "
       "cholesterol|LDL-C|LDL|low-density lipoprotein"},
      {e, "g", "HDL cholesterol", "high-density lipoprotein cholesterol|HDL-C"},
      {e, "b", "triglycerides", "serum triglyceride|plasma triglyceride"},
      {e, "b", "cholesterol", "total cholesterol|serum cholesterol"},
      {e, "", "body weight", "weight gain|!weight loss|BMI|body mass index"},
      {e, "b", "pain", "-analgesia|-analgesic"},
      {e, "g", "cognition",
       "cognitive function|cognitive performance|memory|!cognitive impairment|!cognitive "
       "decline|!cognitive deficit|!memory impairment|learning and memory"},
      {e, "b", "neurodegeneration",
       "neuronal loss|neuronal death|-neuroprotection|-neuroprotective"},
      {e, "b", "tumor growth",
       "tumour growth|tumor progression|cancer cell proliferation|cancer "
       "growth|-antitumor|-anti-tumor|tumor volume|cancer progression"},
      {e, "b", "metastasis", "invasion"},
      {e, "g", "bone mineral density", "bone density|BMD|!bone loss"},
      {e, "b", "fracture", "vertebral fracture|hip fracture"},
      {e, "b", "relapse", "recurrence|ulcer relapse|ulcer recurrence"},
      {e, "g", "ulcer healing",
       "healing of ulcers|duodenal ulcer healing|gastric ulcer healing|peptic ulcer "
       "healing|healing of duodenal ulcer|ulcer healing rate"},
      {e, "gi", "Helicobacter pylori eradication",
       "H. pylori eradication|eradication of H. pylori|eradication of Helicobacter pylori|HP "
       "eradication|eradication rate|eradication of the infection|bacterial eradication|cure of H. "
       "pylori infection|eradication|H. pylori cure"},
      {e, "bdi", "Helicobacter pylori infection",
       "H. pylori infection|Helicobacter infection|H. pylori|Helicobacter pylori|helicobacter "
       "infections"},
      {e, "bd", "peptic ulcer",
       "duodenal ulcer|gastric ulcer|peptic ulcer disease|ulceration|duodenal ulceration|gastric "
       "ulceration|gastroduodenal ulcer"},
      {e, "bd", "gastroesophageal reflux disease",
       "gastro-oesophageal reflux disease|gastroesophageal reflux|gastro-oesophageal "
       "reflux|GERD|GORD|reflux oesophagitis|reflux esophagitis|erosive "
       "esophagitis|oesophagitis|esophagitis"},
      {e, "bd", "gastritis", "gastric inflammation"},
      {e, "bd", "heart failure",
       "congestive heart failure|chronic heart failure|CHF|cardiac failure|cardiac "
       "insufficiency|heart failure, congestive|HFrEF"},
      {e, "bd", "dilated cardiomyopathy", "cardiomyopathy|DCM|cardiomyopathy, dilated"},
      {e, "bd", "myocardial infarction",
       "acute myocardial infarction|AMI|heart attack|infarct size"},
      {e, "bd", "coronary artery disease",
       "coronary heart disease|CHD|coronary disease|ischemic heart disease|ischaemic heart "
       "disease"},
      {e, "bd", "atherosclerosis", "atherosclerotic plaque"},
      {e, "bd", "restenosis", ""},
      {e, "bd", "hypertension",
       "high blood pressure|arterial hypertension|-antihypertensive|-@antihypertensive drug"},
      {e, "bd", "atrial fibrillation", ""},
      {e, "bd", "arrhythmia", "ventricular arrhythmia|ventricular tachycardia"},
      {e, "bd", "stroke", "ischemic stroke|cerebral infarction"},
      {e, "bd", "angina", "angina pectoris"},
      {e, "bd", "diabetes mellitus",
       "diabetes|type 2 diabetes|type 2 diabetes mellitus|T2DM|NIDDM|non-insulin-dependent "
       "diabetes mellitus|diabetes mellitus, type 2"},
      {e, "bd", "obesity", ""},
      {e, "bd", "hypercholesterolemia", "hypercholesterolaemia|hyperlipidemia|dyslipidemia"},
      {e, "bd", "Alzheimer's disease", "Alzheimer disease|Alzheimer|Alzheimers disease"},
      {e, "bd", "dementia", ""},
      {e, "bd", "Parkinson's disease", "Parkinson disease|parkinsonism"},
      {e, "bd", "multiple sclerosis", ""},
      {e, "bd", "depression",
       "depressive disorder|major depression|major depressive disorder|-antidepressant effect"},
      {e, "bd", "schizophrenia", "psychosis|psychotic symptom"},
      {e, "b", "positive symptoms", "positive psychotic symptoms"},
      {e, "b", "negative symptoms", ""},
      {e, "b", "extrapyramidal symptoms", "extrapyramidal side effects|EPS"},
      {e, "bd", "epilepsy", "seizure"},
      {e, "bd", "cancer", "carcinoma|tumor|tumour|neoplasm|malignancy"},
      {e, "bd", "asthma", "bronchial asthma|airway hyperresponsiveness"},
      {e, "bd", "COPD", "chronic obstructive pulmonary disease"},
      {e, "bd", "liver cancer",
       "liver neoplasms|liver neoplasms, experimental|hepatocellular carcinoma|carcinoma, "
       "hepatocellular|liver tumor|liver tumour|hepatic tumor|hepatocellular tumor|hepatic "
       "neoplasms|hepatocarcinogenesis|hepatic carcinogenesis|liver carcinogenesis"},
      {e, "bd", "thrombocytopenia", "thrombocytopaenia"},
      {e, "bd", "rheumatoid arthritis", ""},
      {e, "bd", "osteoarthritis", ""},
      {e, "bd", "osteoporosis", ""},
      {e, "bd", "chronic kidney disease",
       "renal failure|kidney disease|diabetic nephropathy|nephropathy|proteinuria"},
      {e, "bd", "liver injury", "hepatotoxicity|hepatic injury"},
      {e, "bdi", "sepsis", "septic shock"},
      {e, "bdi", "COVID-19", "SARS-CoV-2 infection|coronavirus disease 2019"},
      {e, "bd", "allergic rhinitis", "seasonal allergic rhinitis|rhinitis"},
      {e, "b", "nasal symptoms",
       "nasal symptom|nasal congestion|nasal obstruction|sneezing|rhinorrhea"},
      {e, "bd", "urticaria", "chronic idiopathic urticaria"},
      {e, "bd", "cirrhosis", "liver cirrhosis|hepatic cirrhosis"},
      {e, "bd", "portal hypertension", ""},
      {e, "bd", "overactive bladder", "urinary incontinence|urge incontinence"},
      {e, "b", "urinary frequency",
       "micturition frequency|frequency of micturition|frequency of micturitions|voiding "
       "frequency|frequency of voiding|number of micturitions|number of voids|micturitions per 24 "
       "hours|micturitions/24 h|frequency of urination|daily micturitions|micturition "
       "episodes|voids per day"},
      {e, "b", "albuminuria",
       "microalbuminuria|macroalbuminuria|urinary albumin excretion|albumin excretion|albumin "
       "excretion rate|urinary albumin excretion rate|urinary albumin|urine albumin|albumin "
       "creatinine ratio|albumin:creatinine ratio|UAE|UAER|urinary protein excretion"},
      {e, "b", "bleeding",
       "hemorrhage|haemorrhage|rebleeding|variceal bleeding|variceal hemorrhage"},
      {e, "bv", "adverse events", "side effect|adverse effect|adverse event"},
  };
  return kRows;
}

std::span<const BuiltinRow> builtin_drugs() {
  constexpr Kind d = Kind::drug;
  static constexpr BuiltinRow kRows[] = {
      {d, "", "metformin", ""},
      {d, "", "aspirin", "acetylsalicylic acid"},
      {d, "", "digoxin", ""},
      {d, "", "morphine", ""},
      {d, "", "curcumin", ""},
      {d, "", "resveratrol", ""},
      {d, "", "lithium", ""},
      {d, "", "ketamine", ""},
      {d, "", "melatonin", ""},
      {d, "", "vitamin D", "cholecalciferol|calcitriol"},
      {d, "", "vitamin E", "alpha-tocopherol"},
      {d, "", "vitamin C", "ascorbic acid"},
      {d, "", "estradiol", "oestradiol|17beta-estradiol"},
      {d, "", "estrogen",
       "oestrogen|conjugated estrogens|hormone replacement therapy|postmenopausal hormone therapy|"
       "estrogen replacement therapy|oestrogen replacement therapy"},
      {d, "", "warfarin", ""},
      {d, "", "nitroglycerin", "glyceryl trinitrate"},
      {d, "", "gabapentin", ""},
      {d, "", "acetaminophen", "paracetamol"},
      {d, "", "levodopa", "L-dopa"},
      {d, "", "memantine", ""},
      {d, "", "donepezil", ""},
      {d, "", "galantamine", ""},
      {d, "", "rivastigmine", ""},
      {d, "", "sertraline", ""},
      {d, "", "risperidone", ""},
      {d, "", "thalidomide", ""},
      {d, "", "hydroxychloroquine", ""},
      {d, "", "chloroquine", ""},
      {d, "", "colchicine", ""},
      {d, "", "ivermectin", ""},
      {d, "", "methotrexate", ""},
      {d, "", "tamoxifen", ""},
      {d, "", "raloxifene", ""},
      {d, "", "rapamycin", "sirolimus"},
      {d, "", "cyclosporine", "ciclosporin|cyclosporin A"},
      {d, "", "tacrolimus", ""},
      {d, "", "valproate", "valproic acid"},
      {d, "", "lamotrigine", ""},
      {d, "", "carbamazepine", ""},
      {d, "", "hydralazine", ""},
      {d, "", "spironolactone", ""},
      {d, "", "eplerenone", ""},
      {d, "", "amiodarone", ""},
      {d, "", "misoprostol", ""},
      {d, "", "sucralfate", ""},
      {d, "", "fish oil", "omega-3 fatty acids|eicosapentaenoic acid"},
      {d, "", "magnesium", ""},
      {d, "", "acarbose", ""},
      {d, "", "glyburide", "glibenclamide"},
      {d, "", "glipizide", ""},
      {d, "", "glimepiride", ""},
      {d, "", "gliclazide", ""},
      {d, "", "sulfonylurea", "sulphonylurea"},
      {d, "", "statin", "HMG-CoA reductase inhibitors (statins)"},
      {d, "", "bisphosphonate", ""},
      {d, "", "clopidogrel", ""},
      {d, "", "verapamil", ""},
      {d, "", "diltiazem", ""},
      {d, "", "moxonidine", ""},
      {d, "", "cisapride", ""},
      {d, "", "amoxicillin", "amoxycillin"},
      {d, "", "bismuth subcitrate", "colloidal bismuth subcitrate|bismuth"},
      {d, "", "probucol", ""},
      {d, "", "tolterodine", ""},
      {d, "", "oxybutynin", ""},
      {d, "", "naproxen", ""},
      {d, "", "diclofenac", ""},
      {d, "", "celecoxib", ""},
      {d, "", "infliximab", ""},
      {d, "", "imatinib", ""},
      {d, "r", "lipopolysaccharide", "LPS|endotoxin"},
      {d, "r", "streptozotocin", "STZ"},
      {d, "r", "MPTP", "1-methyl-4-phenyl-1,2,3,6-tetrahydropyridine"},
      {d, "r", "DMSO", "dimethyl sulfoxide|dimethylsulfoxide"},
      {d, "r", "6-hydroxydopamine", "6-OHDA"},
      {d, "r", "isoproterenol", "isoprenaline"},
      {d, "r", "carrageenan", ""},
      {d, "r", "hydrogen peroxide", "H2O2"},
      {d, "r", "cisplatin", ""},
      {d, "r", "doxorubicin", "adriamycin"},
      {d, "r", "carbon tetrachloride", "CCl4"},
      {d, "r", "pentylenetetrazol", ""},
      {d, "r", "scopolamine", ""},
      {d, "r", "bleomycin", ""},
      {d, "r", "dextran sulfate sodium", "DSS"},
      {d, "r", "phorbol ester", "PMA|phorbol myristate acetate"},
      {d, "r", "forskolin", ""},
      {d, "r", "methacholine", ""},
      {d, "r", "acetylcholine", ""},
      {d, "r", "ethanol", ""},
      {d, "r", "high-fat diet", "HFD"},
      {d, "r", "tamoxifen-Cre", "tamoxifen-inducible Cre|CreERT2"},
      {d, "r", "pentagastrin", ""},
      {d, "r", "dobutamine", ""},
      {d, "r", "compound C", "dorsomorphin"},
      {d, "r", "3-methyladenine", ""},
  };
  return kRows;
}

}  // namespace ev::mechanism
