#!/bin/sh
# Installs replay, its manual pages and completions from a release archive, after checking its SHA-256 sum. The archive
# and SHA256SUMS are beside this script, or are downloaded; `sh install.sh --help` has the options.
set -eu
# What is installed is for every user.
umask 022
version=@VERSION@
prefix=${PREFIX:-/usr/local}
record=share/touchstone/installed

usage() {
  cat <<'END'
Usage: sh install.sh [--live] [--uninstall]
  --live             with the commands for live devices, which need Debian's libevdev, libinput and libudev
  --uninstall        removes what this script has installed
  PREFIX=FOLDER      installs below FOLDER, /usr/local by default
  TOUCHSTONE_URL=URL takes SHA256SUMS and the archive from there, not from the folder of this script
END
}

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

# Sets url: the given address, the folder of this script if it has SHA256SUMS and the archive, or the release's address.
choose_source() {
  url=@URL@
  if [ -n "${TOUCHSTONE_URL:-}" ]; then
    url=$TOUCHSTONE_URL
  elif [ "${0##*/}" = install.sh ]; then
    # Not where a shell reads this script from its input: $0 is then the shell.
    case $0 in */*) folder=${0%/*} ;; *) folder=. ;; esac
    folder=$(cd -- "$folder" && pwd)
    if [ -f "$folder/SHA256SUMS" ] && [ -f "$folder/$1" ]; then url=file://$folder; fi
  fi
  [ -n "$url" ] || fail "SHA256SUMS and $1 are not beside install.sh: put them there, or set TOUCHSTONE_URL"
}

fetch() {
  case $url in
    file://*) cp -- "${url#file://}/$1" "$work/$1" 2>/dev/null ;;
    *)
      if command -v curl >/dev/null; then
        curl -fsSL -o "$work/$1" "$url/$1"
      elif command -v wget >/dev/null; then
        wget -q -O "$work/$1" "$url/$1"
      else
        fail "curl or wget is required"
      fi
      ;;
  esac || fail "cannot download $url/$1"
}

# Removes the recorded files, and the folders that this script made if they are empty; fails if a file is left.
uninstall() {
  left=0
  sort -r "$prefix/$record" >"$work/removed"
  while read -r name; do
    case $name in
      */) rmdir "$prefix/$name" 2>/dev/null || true ;;
      *) rm -f "$prefix/$name" || left=1 ;;
    esac
  done <"$work/removed"
  return $left
}

# Keeps a copy of what is installed.
keep() {
  while read -r name; do
    if [ -e "$prefix/$name" ] || [ -h "$prefix/$name" ]; then echo "$name"; fi
  done <"$prefix/$record" >"$work/kept"
  tar -cf "$work/kept.tar" -C "$prefix" --no-recursion -T "$work/kept" || fail "cannot keep what is installed in $work"
}

# Removes what it can of a failed installation, and puts back what was kept.
undo() {
  { mkdir -p "$prefix/${record%/*}" && cp "$work/installed" "$prefix/$record" && uninstall; } || true
  undone="removed what was installed"
  if [ -f "$work/kept.tar" ]; then
    undone="put back what was installed before"
    tar -xpf "$work/kept.tar" -C "$prefix" || undone="could not put back what was installed before"
  fi
  fail "$*: $undone"
}

install() {
  machine=$(uname -m)
  case $(uname -s)-$machine in
    Linux-x86_64 | Linux-aarch64) ;;
    *) fail "no archive for $(uname -s) on $machine: build from the sources" ;;
  esac
  archive=$program-$version-linux-$machine.tar.gz
  choose_source "$archive"
  fetch SHA256SUMS
  awk -v name="$archive" '$2 == name' "$work/SHA256SUMS" >"$work/sum"
  [ -s "$work/sum" ] || fail "$url/SHA256SUMS has no sum of $archive"
  fetch "$archive"
  (cd "$work" && sha256sum -c sum >/dev/null 2>&1) || fail "$archive does not have its sum of SHA256SUMS"

  mkdir -p "$work/tree/${record%/*}"
  tar -xzf "$work/$archive" -C "$work/tree" --strip-components=1 --no-same-owner
  { mkdir -p "$prefix" && [ -w "$prefix" ]; } || fail "cannot write to $prefix: run as root, or set PREFIX"
  if [ -f "$prefix/$record" ]; then keep && { uninstall || true; }; fi
  touch "$work/tree/$record"
  (cd "$work/tree" && find . ! -name .) | while read -r name; do
    if [ ! -d "$work/tree/$name" ]; then echo "$name"; elif [ ! -d "$prefix/$name" ]; then echo "$name/"; fi
  done >"$work/installed"
  cp "$work/installed" "$work/tree/$record"
  cp -Rf "$work/tree/." "$prefix/" || undo "cannot write all files to $prefix"
  "$prefix/bin/replay" --version >/dev/null || undo "replay does not start, see above for what it needs"
  echo "replay $version is in $prefix/bin. Try: replay run $prefix/share/doc/touchstone/examples/swipes.evemu"
}

main() {
  program=touchstone action=install
  for argument in "$@"; do
    case $argument in
      --live) program=touchstone-live ;;
      --uninstall) action=uninstall ;;
      -h | --help) usage && exit ;;
      *) fail "unknown argument $argument: expected --live, --uninstall or --help" ;;
    esac
  done
  work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
  if [ $action = install ]; then
    install
  else
    [ -f "$prefix/$record" ] || fail "nothing is installed below $prefix"
    uninstall || fail "cannot remove all files below $prefix"
  fi
}

# The last line, so that a half download of this script runs nothing.
main "$@"
