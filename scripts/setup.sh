#!/usr/bin/env bash
# Installs what the given targets need and is missing (Debian and derivatives), or says exactly what that is.
#   scripts/setup.sh build|test|ci|oracle|train …
set -euo pipefail

build="g++ cmake ninja-build pkg-config nlohmann-json3-dev libcurl4-openssl-dev libtinyxml2-dev
       libspdlog-dev libsqlite3-dev libcli11-dev libtomlplusplus-dev zlib1g-dev libssl-dev
       libutf8proc-dev libzstd-dev libboost-dev libpq-dev libstemmer-dev ca-certificates"
test="catch2 libvalijson-dev python3 postgresql openssl"
ci="clang libclang-rt-14-dev clang-format lld llvm nodejs npm ccache git dpkg-dev file
    bibutils pandoc texlive-binaries chromium"

wanted=""
for group in "${@:-build}"; do
  case "$group" in
    build) wanted="$wanted $build" ;;
    test) wanted="$wanted $build $test" ;;
    ci) wanted="$wanted $build $test $ci" ;;
    train) wanted="$wanted $build python3-sklearn" ;;
    oracle) wanted="$wanted r-cran-metafor r-cran-metadat" ;;
    *) echo "setup: unknown group '$group' (build, test, ci, oracle, train)" >&2; exit 2 ;;
  esac
done

if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "setup: this is not a Debian system; packages are not installed here." >&2
  echo "setup: needed are the libraries listed in vcpkg.json, CMake 3.25, Ninja and a C++20 compiler;" >&2
  echo "setup: 'cmake --preset vcpkg' builds with vcpkg." >&2
  # The build itself says what it does not find.
  exit 0
fi

missing=""
for package in $wanted; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = "installed" ] || missing="$missing $package"
done
# A tool that is there by other means (a newer node, say) need not come from a package.
for pair in nodejs:node npm:npm clang:clang++ clang-format:clang-format cmake:cmake g++:g++; do
  package=${pair%%:*} command=${pair##*:}
  if command -v "$command" >/dev/null 2>&1; then missing=$(printf '%s' " $missing " | sed "s/ $package / /"); fi
done
missing=$(echo $missing)
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
  run=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
  run="sudo"
else
  echo "setup: these packages are missing and cannot be installed without root:" >&2
  echo "setup:   sudo apt-get install $missing" >&2
  exit 1
fi
echo "setup: installing $missing" >&2
export DEBIAN_FRONTEND=noninteractive
$run apt-get update -qq || echo "setup: apt-get update failed, trying with the known package lists" >&2
if ! $run apt-get install -y -qq --no-install-recommends $missing >&2; then
  echo "setup: installation failed; needed: $missing" >&2
  exit 1
fi
