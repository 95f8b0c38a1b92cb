#!/bin/sh
# Make a virtual environment and install the project into it: setup.sh VENV WHAT
set -eu
venv=$1
what=$2
python=${PYTHON:-python3}

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "Sheepfold needs Python 3.11 or newer; set PYTHON to such an interpreter." >&2
    exit 2
fi
if [ ! -x "$venv/bin/python" ]; then
    echo "Making $venv (once) ..." >&2
    # Debian ships venv apart from Python.
    if ! "$python" -m venv "$venv" >/dev/null 2>&1; then
        rm -rf "$venv"
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null
            "$python" -m venv "$venv"
        else
            echo "Python's venv is missing; install it first: apt-get install python3-venv" >&2
            exit 2
        fi
    fi
fi
if ! command -v c++ >/dev/null && ! command -v g++ >/dev/null && ! command -v clang++ >/dev/null; then
    echo "The solver is compiled when Sheepfold is installed, and there is no C++ compiler; install one first:" >&2
    echo "apt-get install g++ (Debian, Ubuntu), dnf install gcc-c++ (Fedora)" >&2
    exit 2
fi
echo "Installing ${what} and compiling the solver (once, about a minute) ..." >&2
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -e "$what" 2>&1 | { grep -v '^WARNING' || true; } >&2
"$venv/bin/python" -c 'import sheepfold'
