# Sourced by the other scripts: makes .venv from a lock file, in seconds if nothing has changed.
# shellcheck shell=bash

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

say_and_stop() {
  printf '%s\n' "$@" >&2
  exit 1
}

find_python() {
  local name
  for name in "${PYTHON:-}" python3.13 python3.12 python3.11 python3 python; do
    [ -n "$name" ] || continue
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$name"
      return
    fi
  done
  say_and_stop "Stammtisch needs Python 3.11 or newer, and none was found." \
    "Install it, or name it: PYTHON=/path/to/python3.11 $0"
}

# set_up LOCK [VENV]: install what requirements/LOCK.lock lists, and this checkout, into .venv or another place
set_up() {
  local lock="requirements/$1.lock" venv=${2:-.venv} wanted python log
  local stamp="$venv/$1.stamp"
  wanted=$(cat "$lock" pyproject.toml | cksum)
  [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ] && [ -x "$venv/bin/stammtisch" ] && return
  python=$(find_python) || exit 1
  log=$(mktemp)
  echo "Setting up (once; about a minute) …" >&2
  {
    if [ ! -x "$venv/bin/python" ]; then
      "$python" -m venv "$venv"
    fi &&
      { [ -x "$venv/bin/uv" ] || "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt; } &&
      "$venv/bin/uv" pip install --quiet --python "$venv/bin/python" --require-hashes -r "$lock" &&
      "$venv/bin/uv" pip install --quiet --python "$venv/bin/python" --no-deps --no-build-isolation -e .
  } >"$log" 2>&1 || say_and_stop "$(cat "$log")" "" \
    "Setting up failed; the lines above say why." \
    "It needs Python's venv module (on Debian: apt install python3-venv) and a package registry that pip can reach." \
    "To start afresh: rm -rf $venv"
  rm -f "$log"
  echo "$wanted" >"$stamp"
}
