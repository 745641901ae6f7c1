#!/usr/bin/env bash
# The step of action.yml: runs verify, writes the reports and the step's outputs, and ends as verify ended.
set -uo pipefail

finish() {
  node "$GITHUB_ACTION_PATH/tools/action/write-outputs.mjs" "$1" "$REPORTS" >>"$GITHUB_OUTPUT"
  exit "$1"
}
# Prints no input: its text could be a command to the runner.
refuse() {
  echo "::error title=Store Orders::$1"
  finish 2
}

check() {
  case "$2" in
    "") refuse "Cannot use the input $1: it is empty. Leave it out for the default." ;;
    -*) refuse "Cannot use the input $1: it begins with a dash, as an option does. Put ./ before a path." ;;
    *$'\n'* | *$'\r'*) refuse "Cannot use the input $1: it has a line end. Write it on one line." ;;
  esac
}

check reports "$REPORTS"
check kit "$KIT"
# A report of an earlier step must not be read as the report of this one.
mkdir -p -- "$REPORTS" 2>/dev/null &&
  rm -f -- "$REPORTS/report.json" "$REPORTS/report.xml" "$REPORTS/report.html" "$REPORTS/profile.json" 2>/dev/null ||
  refuse "Cannot use the input reports: reports cannot be written to that folder."

case "$OWN_MOCK" in
  true)
    if [ -n "$STORE_ORDERS_BASE_URL" ]; then refuse "Cannot judge two servers: give base-url or own-mock, not both."; fi
    unset STORE_ORDERS_BASE_URL
    ;;
  false | "")
    if [ -z "$STORE_ORDERS_BASE_URL" ]; then
      refuse "Cannot judge a server: the input base-url is empty. Set the variable or secret that it comes from."
    fi
    if [ -z "$STORE_ORDERS_API_KEY" ]; then
      refuse "Cannot call the server: the input api-key is empty. Set the secret that it comes from."
    fi
    ;;
  *) refuse "Cannot use the input own-mock: it must be true or false." ;;
esac

arguments=(
  verify
  --reporter terminal
  --reporter github
  --reporter "json=$REPORTS/report.json"
  --reporter "junit=$REPORTS/report.xml"
  --reporter "html=$REPORTS/report.html"
  --profile-out="$REPORTS/profile.json"
)

npm exec --yes --package="$KIT" -- store-orders "${arguments[@]}"
finish $?
