#!/bin/sh
# Build a wheel with each Python and each C++ compiler named, install it into an empty environment, and try it:
#   tools/wheels.sh "python3.11 python3.12" "g++ clang++"
# Prints one line per pair; the table in docs/install.md is made from them. Exit status 1 if a pair failed.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
pythons=${1:-python3}
compilers=${2:-c++}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# Not the whole suite: the tests of the kernel and of the rules, and a deal through the command line. Joined with &&
# because the shell does not stop at a failure inside a condition.
attempt() {
    python=$1 compiler=$2 place=$3
    pip="$place/venv/bin/python -m pip --disable-pip-version-check --quiet"
    "$python" -m venv "$place/venv" &&
        CXX=$compiler $pip wheel --no-deps -C build-dir="$place/build" -w "$place" "$root" &&
        $pip install "$(ls "$place"/*.whl)[testing]" pytest jsonschema &&
        cd "$place" &&
        venv/bin/sheepfold rules goathead G51 &&
        venv/bin/sheepfold play grim --seed lamb --plain </dev/null &&
        venv/bin/python -m pytest -p no:cacheprovider --rootdir "$root" -c "$root/pyproject.toml" \
            "$root/tests/solver" "$root/tests/rules" --ignore "$root/tests/solver/test_dds.py"
}

for python in $pythons; do
    for compiler in $compilers; do
        place="$work/$(basename "$python")-$(basename "$compiler")"
        mkdir "$place"
        pair="$("$python" --version), $("$compiler" --version | head -n 1)"
        if (attempt "$python" "$compiler" "$place") >"$place/log" 2>&1; then
            echo "$pair: $(grep -E "^[0-9]+ passed" "$place/log")"
        else
            echo "$pair: FAILED"
            tail -n 20 "$place/log" >&2
            status=1
        fi
    done
done
exit $status
