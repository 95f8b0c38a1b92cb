#!/bin/sh
# Build the kernel with AddressSanitizer and UndefinedBehaviorSanitizer and run the solver's tests with it:
# sanitize.sh VENV. The build lies in build/sanitize, the tests see it before the ordinary one.
set -eu
venv=${1:-.venv}
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build/sanitize
python=$root/$venv/bin/python
mkdir -p "$build/tree"
for tool in cmake ninja nanobind; do
    "$python" -c "import $tool" 2>/dev/null || "$python" -m pip install --quiet --disable-pip-version-check $tool
done
PATH=$root/$venv/bin:$PATH
cmake -S "$root" -B "$build" -G Ninja -DSHEEPFOLD_SANITIZE=ON -DPython_EXECUTABLE="$python" >/dev/null
cmake --build "$build" --target _kernel
cp -r "$root/src/sheepfold" "$build/tree/"
rm -f "$build"/tree/sheepfold/solver/_kernel*.so
cp "$build"/_kernel*.so "$build/tree/sheepfold/solver/"
# The runtime must be there before Python, and libstdc++ with it, or exceptions are not seen by the sanitizer.
preload="$(${CXX:-g++} -print-file-name=libasan.so) $(${CXX:-g++} -print-file-name=libstdc++.so.6)"
# Python itself does not free everything at exit; tests of speed have no place here.
cd "$root"
# -S: the hook of an editable install would find the ordinary kernel first.
packages=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
run="$python -S"
export PYTHONPATH="$build/tree:$packages"
case $($run -c 'import sheepfold; print(sheepfold.__file__)') in
    "$build"/*) ;;
    *) echo "The sanitized kernel is not the one that is found." >&2; exit 1 ;;
esac
env LD_PRELOAD="$preload" ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
    SHEEPFOLD_SANITIZED=1 $run -m pytest -p no:cacheprovider -x tests/solver
