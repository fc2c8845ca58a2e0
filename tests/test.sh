# Sourced by build.sh with all, c, node or browser: the tests, then one line "N passed, N failed".
PASSED=0
FAILED=0

# count NAME LOG STATUS: adds the "N passed, N failed" that LOG closes with; a suite that died counts as a failure.
count() {
  local line
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$2" | tail -n 1 || true)
  if [ -z "$line" ]; then
    say "$1: ended with status $3 and no count"
    FAILED=$((FAILED + 1))
    return
  fi
  local passed=${line%% passed*} failed=${line##*, }
  failed=${failed%% failed*}
  [ "$3" = 0 ] || [ "$failed" != 0 ] || failed=1
  PASSED=$((PASSED + passed))
  FAILED=$((FAILED + failed))
}

suite() { # NAME COMMAND...
  local name=$1 log status=0
  shift
  log=build/tests/$name.log
  say "== $name"
  "$@" 2>&1 | tee "$log" | sed -u 's/^/   /' || status=$?
  count "$name" "$log" "$status"
}

# The same sources under both compilers of the house, warnings being errors; the tests under gcc's sanitizers.
native() {
  local source object test name objects=()
  rm -rf build/native
  mkdir -p build/native build/golden
  node tests/golden/to-lines.mjs build/golden
  node tests/c/small-models.mjs build/golden
  for source in c/*.c; do
    object=build/native/$(basename "$source" .c).o
    at_once clang "${C_FLAGS[@]}" -O2 -c "$source" -o "$object.clang"
    at_once gcc "${C_FLAGS[@]}" "${SANITIZE[@]}" -c "$source" -o "$object"
    objects+=("$object")
  done
  all_done
  for test in tests/c/test_*.c; do
    name=$(basename "$test" .c)
    at_once gcc "${C_FLAGS[@]}" "${SANITIZE[@]}" "$test" "${objects[@]}" -lm -o "build/native/$name"
  done
  all_done
}

test_c() {
  need gcc gcc
  need clang clang
  native
  local binary name
  for binary in build/native/test_*; do at_once logged "$binary"; done
  all_done
  for binary in build/native/test_*; do
    name=$(basename "$binary")
    say "== $name"
    sed 's/^/   /' "build/tests/$name.log"
    count "$name" "build/tests/$name.log" "$(cat "build/tests/$name.status")"
  done
}
logged() { # BINARY
  local log=build/tests/$(basename "$1") status=0
  "$1" build/models build/golden >"$log.log" 2>&1 || status=$?
  echo "$status" >"$log.status"
}
test_node() { suite node node tests/run.mjs tests/node; }
test_browser() {
  browser CHROMIUM chromium chromium chromium-browser google-chrome
  browser FIREFOX firefox-esr firefox-esr firefox
  need rsvg-convert librsvg2-bin # draws what is saved as SVG
  suite browser node tests/run.mjs tests/browser 6
}

mkdir -p build/tests
case "$1" in
  all)
    test_c
    test_node
    test_browser
    ;;
  c | node | browser) "test_$1" ;;
  *) fail "unknown tests '$1': c, node or browser" ;;
esac
say "$PASSED passed, $FAILED failed"
[ "$FAILED" = 0 ]
