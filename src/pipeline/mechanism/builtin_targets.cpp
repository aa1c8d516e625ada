#include "pipeline/mechanism/builtin_terms.hpp"

namespace ev::mechanism {

std::span<const BuiltinRow> builtin_targets() {
  constexpr Kind t = Kind::target;
  static constexpr BuiltinRow kRows[] = {
      {t, "", "AMPK",
       "AMP-activated protein kinase|AMP activated protein kinase|AMPK alpha|5' AMP-activated "
       "protein kinase|PRKAA1|PRKAA2|PRKA"},
      {t, "", "mTOR",
       "mechanistic target of rapamycin|mammalian target of rapamycin|mTORC1|mTORC2"},
      {t, "h", "AKT", "protein kinase B|Akt1|PKB"},
      {t, "", "PI3K", "phosphatidylinositol 3-kinase|phosphoinositide 3-kinase|PI3-kinase"},
      {t, "", "GSK-3beta", "glycogen synthase kinase 3 beta|glycogen synthase kinase-3|GSK3|GSK-3"},
      {t, "", "SIRT1", "sirtuin 1|silent information regulator 1"},
      {t, "", "PPAR-gamma", "peroxisome proliferator-activated receptor gamma|PPARG|PPARgamma"},
      {t, "", "PPAR-alpha", "peroxisome proliferator-activated receptor alpha|PPARA|PPARalpha"},
      {t, "h", "TNF",
       "TNF-alpha|tumor necrosis factor|tumour necrosis factor|tumor necrosis factor-alpha|tumour "
       "necrosis factor-alpha|-anti-TNF|-@TNF blocker"},
      {t, "h", "IL-6", "interleukin-6|interleukin 6"},
      {t, "h", "IL-1beta", "interleukin-1 beta|interleukin-1beta|interleukin 1 beta|IL-1"},
      {t, "", "IL-10", "interleukin-10"},
      {t, "", "IL-17", "interleukin-17|IL-17A"},
      {t, "h", "p53", "TP53|tumor protein p53"},
      {t, "h", "NF-kappaB", "nuclear factor kappa B|nuclear factor-kappaB|NF-kB|NFkB"},
      {t, "h", "VEGF", "vascular endothelial growth factor|VEGFA"},
      {t, "", "EGFR", "epidermal growth factor receptor|ErbB1"},
      {t, "", "HER2", "ErbB2|human epidermal growth factor receptor 2"},
      {t, "", "BRAF", "B-Raf|BRAF V600E|BRAF kinase"},
      {t, "", "MEK", "MEK1|MEK1/2"},
      {t, "", "BCR-ABL", "Bcr-Abl tyrosine kinase"},
      {t, "", "Smoothened", "SMO|smoothened receptor"},
      {t, "", "thrombopoietin receptor", "c-Mpl|TPO receptor|MPL receptor"},
      {t, "", "NRF2", "nuclear factor erythroid 2-related factor 2|NFE2L2"},
      {t, "", "NLRP3", "NLRP3 inflammasome"},
      {t, "h", "MAPK", "mitogen-activated protein kinase"},
      {t, "h", "ERK", "ERK1/2|extracellular signal-regulated kinase"},
      {t, "", "JNK", "c-Jun N-terminal kinase"},
      {t, "", "p38 MAPK", "p38|p38 mitogen-activated protein kinase"},
      {t, "", "STAT3", "signal transducer and activator of transcription 3"},
      {t, "", "JAK2", "Janus kinase 2"},
      {t, "h", "caspase-3", "caspase 3|cleaved caspase-3"},
      {t, "h", "BCL-2", "Bcl2|B-cell lymphoma 2"},
      {t, "", "BAX", "Bcl-2-associated X protein"},
      {t, "", "BDNF", "brain-derived neurotrophic factor"},
      {t, "", "TGF-beta",
       "transforming growth factor beta|transforming growth factor-beta|TGF-beta1"},
      {t, "", "COX-2", "cyclooxygenase-2|cyclooxygenase 2|cyclo-oxygenase-2|PTGS2|-@coxib"},
      {t, "", "COX-1", "cyclooxygenase-1|cyclooxygenase 1|PTGS1"},
      {t, "", "cyclooxygenase",
       "COX|cyclo-oxygenase|-@NSAID|-@non-steroidal anti-inflammatory drug|-@nonsteroidal "
       "anti-inflammatory drug"},
      {t, "", "iNOS", "inducible nitric oxide synthase|NOS2"},
      {t, "", "eNOS", "endothelial nitric oxide synthase|NOS3"},
      {t, "", "HMG-CoA reductase",
       "3-hydroxy-3-methylglutaryl coenzyme A reductase|3-hydroxy-3-methylglutaryl-CoA "
       "reductase|3-hydroxymethylglutaryl coenzyme A reductase|hydroxymethylglutaryl-CoA "
       "reductase|HMG coenzyme A reductase|HMGCR"},
      {t, "", "PCSK9", "proprotein convertase subtilisin/kexin type 9"},
      {t, "", "angiotensin-converting enzyme",
       "ACE|angiotensin converting enzyme|angiotensin-I converting enzyme|-@ACEI|-@ACE inhibitor"},
      {t, "", "AT1 receptor",
       "angiotensin II type 1 receptor|angiotensin II receptor|angiotensin "
       "receptor|AT1-receptor|AT(1) receptor|AGTR1|-@ARB"},
      {t, "", "beta-adrenergic receptor",
       "beta-adrenoceptor|beta-receptor|beta adrenoreceptor|beta-adrenoreceptor|beta "
       "adrenergic|beta-adrenergic|-@beta-blocker|-@beta blocker|-@beta-blocking "
       "agent|-@beta-blocking drug|-@beta-adrenergic blocker|-@beta-adrenergic blocking "
       "agent|-@beta-adrenergic blocking drug|-beta-blockade|-beta-adrenergic blockade|-beta "
       "blockade|-beta-adrenoceptor blockade|-beta-blocker therapy|-beta-blocker "
       "treatment|-betablocker therapy|-@betablocker|+@beta-agonist|+@beta-adrenergic agonist"},
      {t, "", "beta1-adrenergic receptor",
       "beta1-adrenoceptor|beta 1-receptor|beta1-receptor|beta-1 receptor|beta(1)-adrenergic "
       "receptor|ADRB1|-@beta1-blocker|-@beta1-selective blocker|-beta1-blockade"},
      {t, "", "beta2-adrenergic receptor",
       "beta2-adrenoceptor|beta2-receptor|beta-2 receptor|beta(2)-adrenergic "
       "receptor|ADRB2|+@beta2-agonist|+@beta-2 agonist"},
      {t, "", "alpha1-adrenergic receptor",
       "alpha1-adrenoceptor|alpha-1 receptor|alpha 1-receptor|alpha(1)-adrenergic "
       "receptor|alpha1-adrenoreceptor|-@alpha1-blocker|-@alpha-blocker|-alpha1-blockade|-alpha-1 "
       "receptor blockade|-@alpha-1 antagonist"},
      {t, "", "alpha2-adrenergic receptor",
       "alpha2-adrenoceptor|alpha-2 receptor|+@alpha2-agonist"},
      {t, "", "H+/K+-ATPase",
       "proton pump|H+,K+-ATPase|H(+)-K(+)-ATPase|gastric proton pump|H+,K(+)-adenosine "
       "triphosphatase|gastric H+/K+-ATPase|hydrogen potassium ATPase|-@proton pump "
       "inhibitor|-@PPI|-PPI therapy|-proton pump inhibition"},
      {t, "", "Na+/K+-ATPase", "Na+,K+-ATPase|sodium pump|sodium-potassium ATPase"},
      {t, "", "histamine H2 receptor",
       "H2-receptor|H2 receptor|histamine-2 receptor|histamine H-2 receptor|-@H2 "
       "antagonist|-@H2-blocker|-@H2-receptor antagonist|-@histamine H2-receptor "
       "antagonist|-@H2RA|-@histamine H-2 antagonist|-H2 blockade"},
      {t, "", "histamine H1 receptor",
       "H1-receptor|H1 receptor|-@antihistamine|-@H1 antagonist|-@H1-receptor antagonist|-@H1 "
       "antihistamine|-@H1 blocker|-@H1-receptor blocker|-@antihistaminic drug|-antihistaminic"},
      {t, "", "calcium channel",
       "L-type calcium channel|voltage-gated calcium channel|L-type Ca2+ channel|-@calcium "
       "antagonist|-@calcium channel blocker|-@calcium channel antagonist|-@calcium-channel "
       "blocker|-calcium channel blockade"},
      {t, "", "sodium channel", "voltage-gated sodium channel|-@sodium channel blocker"},
      {t, "", "potassium channel", "K+ channel|KATP channel|ATP-sensitive potassium channel"},
      {t, "", "dopamine D2 receptor",
       "D2 receptor|D2 dopamine receptor|D(2) receptor|DRD2|dopamine2 receptor|dopamine-2 "
       "receptor|-D2 receptor blockade|-D2 blockade|-dopamine D2 blockade|-D2 antagonism|-D2 "
       "receptor antagonism|-@D2 antagonist|-@D2 receptor antagonist|-@D2 blocker|-@D2 receptor "
       "blocker|-@D2-dopaminergic antagonist|-@dopamine D2 antagonist|-@dopamine D2 receptor "
       "antagonist"},
      {t, "", "dopamine receptor", "dopaminergic receptor"},
      {t, "", "serotonin 5-HT2A receptor",
       "5-HT2A receptor|5-HT(2A) receptor|5-HT2 receptor|5-HT(2) receptor|serotonin 2A "
       "receptor|serotonin2A receptor|serotonin 2 receptor|-5-HT2A blockade|-5-HT2A receptor "
       "blockade|-5-HT2 blockade|-5-HT2 receptor blockade|-5-HT2A antagonism|-5-HT2 "
       "antagonism|-@5-HT2A antagonist|-@5-HT2A receptor antagonist|-@5-HT2 antagonist|-@5-HT2 "
       "receptor antagonist"},
      {t, "", "serotonin 5-HT2C receptor",
       "5-HT2C receptor|5-HT(2C) receptor|serotonin-2C receptor|serotonin 2C receptor"},
      {t, "", "serotonin transporter",
       "SERT|5-HT transporter|serotonin reuptake|-@SSRI|-@selective serotonin reuptake inhibitor"},
      {t, "", "muscarinic receptor",
       "muscarinic acetylcholine receptor|M3 receptor|-@antimuscarinic|-@anticholinergic"},
      {t, "", "NMDA receptor", "N-methyl-D-aspartate receptor|NMDAR"},
      {t, "", "GABA-A receptor", "GABA receptor|GABA(A) receptor|gamma-aminobutyric acid receptor"},
      {t, "", "acetylcholinesterase", "AChE|cholinesterase"},
      {t, "", "MAO-B", "monoamine oxidase B"},
      {t, "", "estrogen receptor", "oestrogen receptor|ER alpha|estrogen receptor alpha|ESR1"},
      {t, "", "glucocorticoid receptor", ""},
      {t, "", "mineralocorticoid receptor", "aldosterone receptor|-@aldosterone antagonist"},
      {t, "", "DPP-4", "dipeptidyl peptidase-4|dipeptidyl peptidase 4|DPP4|-@gliptin"},
      {t, "", "SGLT2",
       "sodium-glucose cotransporter 2|sodium-glucose co-transporter 2|-@gliflozin"},
      {t, "", "GLP-1 receptor", "GLP-1R|glucagon-like peptide-1 receptor"},
      {t, "", "GLUT4", "glucose transporter 4|SLC2A4"},
      {t, "", "insulin receptor", "INSR"},
      {t, "", "alpha-glucosidase", ""},
      {t, "", "xanthine oxidase", ""},
      {t, "", "phosphodiesterase-5", "PDE5|phosphodiesterase type 5"},
      {t, "", "phosphodiesterase-4", "PDE4|phosphodiesterase 4"},
      {t, "", "thrombin", "factor IIa"},
      {t, "", "factor Xa", ""},
      {t, "", "P2Y12 receptor", "P2Y12|P2RY12"},
      {t, "", "cereblon", "CRBN"},
      {t, "", "PD-1", "programmed death 1|programmed cell death protein 1|PDCD1"},
      {t, "", "PD-L1", "programmed death ligand 1|CD274"},
      {t, "", "HDAC", "histone deacetylase"},
      {t, "", "MMP-9", "matrix metalloproteinase-9|matrix metalloproteinase 9"},
      {t, "", "ROCK", "Rho kinase|Rho-associated kinase"},
      {t, "", "protein kinase C", "PKC"},
      {t, "", "protein kinase A", "PKA"},
      {t, "", "TLR4", "toll-like receptor 4"},
      {t, "", "HIF-1alpha", "hypoxia-inducible factor 1 alpha|HIF-1"},
      {t, "", "BACE1", "beta-secretase|beta-site APP cleaving enzyme 1"},
      {t, "", "superoxide dismutase", "SOD"},
      {t, "", "glutathione peroxidase", "GPx"},
      {t, "", "urease", ""},
      {t, "", "catalase", "CAT"},
      {t, "", "MET", "c-Met|hepatocyte growth factor receptor"},
      {t, "", "KIT", "c-Kit|stem cell factor receptor"},
      {t, "", "REST", "RE1-silencing transcription factor"},
      {t, "", "SET", "SET nuclear proto-oncogene"},
      {t, "", "WAS", "Wiskott-Aldrich syndrome protein|WASP"},
      {t, "", "endothelin receptor", "ET-A receptor|endothelin-1 receptor"},
      {t, "", "endothelin-1", "ET-1"},
      {t, "", "aldosterone", ""},
      {t, "", "renin", ""},
      {t, "", "angiotensin II", "Ang II"},
      {t, "", "norepinephrine", "noradrenaline"},
      {t, "", "gastrin", ""},
      {t, "h", "C-reactive protein", "CRP|hs-CRP|high-sensitivity C-reactive protein"},
      {t, "h", "BNP", "brain natriuretic peptide|B-type natriuretic peptide|NT-proBNP"},
  };
  return kRows;
}

}  // namespace ev::mechanism
