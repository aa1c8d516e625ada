#!/bin/sh
# Fits the learnt models of data/weights/: train/make.sh BUILD_FOLDER TRAINING_DATA [MODEL ...]
# One function per model; needs train_features (-DEV_TRAIN=ON) and scikit-learn for /usr/bin/python3.
set -eu
build=$1 data=$2
shift 2

fit() { # NAME, further options of fit.py
  name=$1
  shift
  "$build/train/train_features" "$name" "$data" > "$work/$name.txt"
  /usr/bin/python3 train/fit.py "$work/$name.txt" --name "$name" --out "data/weights/$name.txt" "$@"
}

links() {
  fit links --labels "none other minus plus" \
    --task "does one named thing raise (plus) or lower (minus) another, are they related without a sign (other), or not (none)" \
    --sets "DrugProt, ChemProt sentences, BioRED" --licence "CC BY 4.0, Apache-2.0, public domain" \
    --c 0.01 --least-count 4 --least-weight 5
}

roles() {
  fit roles --chain --labels "background objective methods results conclusions" \
    --task "role of a sentence of an abstract" \
    --sets "abstracts with headings of Evidence Inference, EBM-NLP and EvidenceOutcomes" \
    --licence "MIT; Apache-2.0; MIT" --c 0.5 --least-count 15 --least-weight 48
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- links roles
for model in "$@"; do "$model"; done
