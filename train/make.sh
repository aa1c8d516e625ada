#!/bin/sh
# Fits the learnt models: train/make.sh BUILD_FOLDER TRAINING_DATA [MODEL …]
# One function per model; needs scikit-learn for /usr/bin/python3.
set -eu
build=$1 data=$2
shift 2

links() {
  "$build/train/train_features" links "$data" > "$work/links.txt"
  /usr/bin/python3 train/fit.py "$work/links.txt" --name links --labels "none other minus plus" \
    --task "does one named thing raise (plus) or lower (minus) another, are they related without a sign (other), or not (none)" \
    --sets "DrugProt, ChemProt sentences, BioRED" --licence "CC BY 4.0, Apache-2.0, public domain" \
    --c 0.01 --least-count 4 --least-weight 5 --out data/weights/links.txt
}

roles() {
  "$build/train/train_features" roles "$data" > "$work/roles.txt"
  /usr/bin/python3 train/fit.py "$work/roles.txt" --name roles --chain --features 2 \
    --labels "background objective methods results conclusions" --task "role of a sentence of an abstract" \
    --sets "headings of abstracts of Evidence Inference, EBM-NLP, EvidenceOutcomes, SumPubMed" \
    --licence "MIT, Apache-2.0, MIT, MIT" \
    --c 0.5 --least-count 20 --rounds 60 --folds 1 --least-weight 56 --out data/weights/roles.txt
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- links roles
for model in "$@"; do "$model"; done
