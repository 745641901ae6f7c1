/** Workflows that judge staging each night, for GitHub and GitLab. docs/setup.md shows the same texts. */

import { stringify } from "yaml";
import { quoteWord } from "../../base/curl.ts";
import type { PackageManager, Project } from "./read-project.ts";

type WorkflowPlace = Pick<Project, "packageManager" | "inRepository" | "toRepository">;

/** A text as YAML on one line, whatever is in it; quoted where YAML 1.1 would read it as something else, too. */
const scalar = (text: string) =>
  stringify(text, { blockQuote: false, doubleQuotedAsJSON: true, lineWidth: 0, compat: "yaml-1.1" }).slice(
    0,
    -1,
  );

/** At the repository's top, where a pipeline looks for it: nothing expands dots. */
const junitFile = ({ toRepository }: WorkflowPlace) =>
  toRepository === "" ? "store-orders.xml" : `${toRepository}/store-orders.xml`;

/** Steps of a runner before the kit is installed. */
const installs: Readonly<Record<PackageManager, string>> = {
  npm: "npm ci",
  pnpm: "corepack enable && pnpm install --frozen-lockfile",
  yarn: "corepack enable && yarn install --immutable",
  bun: "npx bun install --frozen-lockfile",
};

export const githubWorkflow = (place: WorkflowPlace) => `name: Verify staging
on:
  schedule:
    - cron: "17 3 * * *"
  workflow_dispatch:

permissions:
  contents: read

jobs:
  verify:
    runs-on: ubuntu-latest
${place.inRepository === "" ? "" : `    defaults:\n      run:\n        working-directory: ${scalar(place.inRepository)}\n`}    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: ${installs[place.packageManager]}
      - name: Judge staging
        run: >-
          npx store-orders verify --complete
          --reporter terminal --reporter github --reporter junit=${junitFile(place)}
        env:
          STORE_ORDERS_BASE_URL: \${{ vars.STORE_ORDERS_BASE_URL }}
          STORE_ORDERS_API_KEY: \${{ secrets.STORE_ORDERS_API_KEY }}
          # A run uses pending orders up: this address makes new ones for each.
          STORE_ORDERS_PROVIDER_STATES_URL: \${{ vars.STORE_ORDERS_PROVIDER_STATES_URL }}
      - uses: actions/upload-artifact@v4
        if: \${{ !cancelled() }}
        with:
          name: store-orders
          path: store-orders.xml
          if-no-files-found: ignore
`;

export const gitlabJob = (place: WorkflowPlace) => `verify-store-orders:
  image: node:24
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
    - if: $CI_PIPELINE_SOURCE == "web"
  variables:
    # Empty is refused: the project's own variables take their place.
    STORE_ORDERS_BASE_URL: ""
    STORE_ORDERS_API_KEY: ""
    # A run uses pending orders up: this address makes new ones for each.
    STORE_ORDERS_PROVIDER_STATES_URL: ""
  script:
${place.inRepository === "" ? "" : `    - ${scalar(`cd ${quoteWord(`./${place.inRepository}`)}`)}\n`}    - ${installs[place.packageManager]}
    - npx store-orders verify --complete --reporter terminal --reporter junit=${junitFile(place)}
  artifacts:
    when: always
    reports:
      junit: store-orders.xml
`;
