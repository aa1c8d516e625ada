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

# Each model of trials learns from what cross-validated models before it say, as it will meet them.
trials() {
  trials_with_texts
  chain arms "other begins inside" "which phrase names an arm" 0.5 20 --folds 5 --odds "$work/labelled/arms.odds"
  forest arm_names "is a name that of an arm" 1 120 4
  chain number_roles "other events size percent mean median dispersion" "what a number is in the results of a study" 0.25 8 \
    --folds 5 --odds "$work/labelled/number_roles.odds"
  forest figure_pairs "do two figures state one outcome of two arms" 1 150 5
  forest figure_arms "is a figure the value of an arm" 3 200 6
  forest effect_arms "does an estimate compare one arm with another" 1 120 4
  chain outcomes "other begins inside" "which phrase names the outcome of figures" 0.3 12 --folds 1
}

# NAME LABELS TASK C LEAST_WEIGHT …
chain() {
  name=$1 labels=$2 task=$3 c=$4 weight=$5
  shift 5
  "$build/train/train_features" "$name" "$work/labelled" > "$work/$name.txt"
  /usr/bin/python3 train/fit.py "$work/$name.txt" --name "$name" --chain --labels "$labels" --task "$task" --sets "train/trials.jsonl" \
    --licence "of this project" --c "$c" --least-weight "$weight" --rounds 60 "$@" --out "data/weights/$name.txt"
}

# NAME TASK VERSION ROUNDS DEPTH
forest() {
  "$build/train/train_features" "$1" "$work/labelled" > "$work/$1.txt"
  /usr/bin/python3 train/fit_trees.py "$work/$1.txt" --name "$1" --labels "no yes" --task "$2" --features "$3" --rounds "$4" --depth "$5" \
    --sets "train/trials.jsonl" --licence "of this project" --out "data/weights/$1.txt"
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
