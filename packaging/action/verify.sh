#!/usr/bin/env bash
# The step of action.yml: runs verify, writes the reports and the step's outputs, and ends as verify ended.
set -uo pipefail

mkdir -p "$REPORTS"
# A report of an earlier step must not pass for this one's.
rm -f "$REPORTS/report.json" "$REPORTS/report.xml" "$REPORTS/report.html" "$REPORTS/profile.json"

arguments=(verify)
if [ -n "$BASE_URL" ]; then arguments+=("$BASE_URL"); fi
arguments+=(
  --reporter terminal
  --reporter github
  --reporter "json=$REPORTS/report.json"
  --reporter "junit=$REPORTS/report.xml"
  --reporter "html=$REPORTS/report.html"
  --profile-out "$REPORTS/profile.json"
)

npm exec --yes --package "$KIT" -- store-orders "${arguments[@]}"
code=$?
node "$GITHUB_ACTION_PATH/packaging/action/write-outputs.mjs" "$code" "$REPORTS" >>"$GITHUB_OUTPUT"
exit "$code"
