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

# Of the readers of arms and results; the taggers build on the words of the first.
pico_words() {
  trials_with_texts
  "$build/train/train_features" pico_words "$work/labelled" > "$work/pico_words.txt"
  /usr/bin/python3 train/fit.py "$work/pico_words.txt" --name pico_words --chain \
    --labels "other population intervention outcome" --task "does a word name a population, an intervention or an outcome" \
    --sets "EBM-NLP" --licence "Apache-2.0" --part 5/8 --c 0.5 --least-count 5 --rounds 170 --folds 1 --least-weight 24 --out data/weights/pico_words.txt
}

trials() {
  trials_with_texts
  for model in arms:0.5:20 outcomes:0.3:12; do
    name=${model%%:*} rest=${model#*:}
    "$build/train/train_features" "$name" "$work/labelled" > "$work/$name.txt"
    /usr/bin/python3 train/fit.py "$work/$name.txt" --name "$name" --chain --labels "other begins inside" \
      --task "which phrase names an arm (arms) or the outcome of figures (outcomes)" --sets "train/trials.jsonl" \
      --licence "of this project" --c "${rest%%:*}" --least-weight "${rest#*:}" --rounds 60 --folds 2 --out "data/weights/$name.txt"
  done
  "$build/train/train_features" figure_arms "$work/labelled" > "$work/figure_arms.txt"
  /usr/bin/python3 train/fit_trees.py "$work/figure_arms.txt" --name figure_arms --labels "no yes" --rounds 150 --depth 5 \
    --task "is a figure the value of an arm" --sets "train/trials.jsonl" --licence "of this project" --out data/weights/figure_arms.txt
}

trials_with_texts() {
  [ -d "$work/labelled" ] && return
  mkdir -p "$work/labelled"
  ln -s "$(realpath "$data")/pico" "$work/labelled/pico"
  /usr/bin/python3 train/trials.py train/trials.jsonl "$data/../corpus/pool" > "$work/labelled/trials.jsonl"
}

# The second model learns from cross-validated answers of the first, as it will meet them.
stance() {
  python=/usr/bin/python3 labels="contradicts nothing supports"
  mkdir -p "$work/claims"
  $python train/claims.py train/claims.tsv train/questions.tsv "$data/../corpus/pool" > "$work/claims/labelled.jsonl.gz"
  "$build/train/train_features" stance_sentences "$work" > "$work/sentences.txt"
  $python train/fit_trees.py "$work/sentences.txt" --name stance_sentences --labels "$labels" \
    --task "does a sentence decide a claim, for or against" --sets "train/claims.tsv, train/questions.tsv" --licence "of this project" \
    --odds "$work/odds.txt" --out data/weights/stance_sentences.txt
  awk '{print $3, $1}' "$work/odds.txt" > "$work/sides.txt"
  "$build/train/train_features" stance_records "$work" < "$work/sides.txt" > "$work/records.txt"
  $python train/fit_trees.py "$work/records.txt" --name stance_records --labels "$labels" --rounds 70 --depth 3 \
    --task "does a record support a claim or contradict it" --sets "train/claims.tsv, train/questions.tsv" --licence "of this project" \
    --out data/weights/stance_records.txt
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- links roles pico_words trials stance
for model in "$@"; do "$model"; done
