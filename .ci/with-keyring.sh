#!/usr/bin/env bash
# with-keyring.sh CMD...: runs CMD with a private, unlocked Secret Service of its own; the user's keyring is not touched.
# Needs no display, no input, and no root. Debian packages: dbus dbus-daemon gnome-keyring libglib2.0-bin.
set -euo pipefail

home=$(mktemp -d "${TMPDIR:-/tmp}/guidon-keyring.XXXXXX")
trap 'rm -rf "$home"' EXIT
export HOME="$home/home" XDG_RUNTIME_DIR="$home/run" XDG_DATA_HOME="$home/data" XDG_CONFIG_HOME="$home/config" XDG_CACHE_HOME="$home/cache"
mkdir -p "$HOME" "$XDG_DATA_HOME" "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME"
mkdir -m 700 "$XDG_RUNTIME_DIR"
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS

# The daemon exits with 0 even when it could not unlock: only the collection that it then has is a proof.
# stderr of the bus is noise; CMD keeps the caller's, as descriptor 3.
dbus-run-session -- bash -c '
  printf "for tests only" | gnome-keyring-daemon --unlock --components=secrets >/dev/null
  for _ in $(seq 100); do
    default=$(gdbus call --session --dest org.freedesktop.secrets --object-path /org/freedesktop/secrets \
      --method org.freedesktop.Secret.Service.ReadAlias default || true)
    case $default in *collection/login*) exec "$@" 2>&3 3>&- ;; esac
    sleep 0.1
  done
  echo "with-keyring.sh: the keyring did not start within 10 s" >&3
  exit 1' with-keyring "$@" 3>&2 2>/dev/null
