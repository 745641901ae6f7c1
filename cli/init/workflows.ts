/** What judges staging each night: for GitHub, and for GitLab. docs/setup.md shows the same texts. */

import type { PackageManager, Project } from "./read-project.ts";

type WorkflowPlace = Pick<Project, "packageManager" | "inRepository">;

/** What a runner does before the kit is there. */
const installs: Readonly<Record<PackageManager, string>> = {
  npm: "npm ci",
  pnpm: "corepack enable && pnpm install --frozen-lockfile",
  yarn: "corepack enable && yarn install --immutable",
  bun: "npx bun install --frozen-lockfile",
};

export const githubWorkflow = ({
  packageManager,
  inRepository: folder,
}: WorkflowPlace) => `name: Verify staging
on:
  schedule:
    - cron: "17 3 * * *"
  workflow_dispatch:

permissions:
  contents: read

jobs:
  verify:
    runs-on: ubuntu-latest
${folder === "" ? "" : `    defaults:\n      run:\n        working-directory: ${folder}\n`}    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: ${installs[packageManager]}
      - name: Judge staging
        run: >-
          npx store-orders verify --complete
          --reporter terminal --reporter github --reporter junit=store-orders.xml
        env:
          STORE_ORDERS_BASE_URL: \${{ vars.STORE_ORDERS_BASE_URL }}
          STORE_ORDERS_API_KEY: \${{ secrets.STORE_ORDERS_API_KEY }}
          # A run uses pending orders up: this address makes new ones for each.
          STORE_ORDERS_PROVIDER_STATES_URL: \${{ vars.STORE_ORDERS_PROVIDER_STATES_URL }}
      - uses: actions/upload-artifact@v4
        if: \${{ !cancelled() }}
        with:
          name: store-orders
          path: ${folder === "" ? "" : `${folder}/`}store-orders.xml
          if-no-files-found: ignore
`;

export const gitlabJob = ({ packageManager, inRepository: folder }: WorkflowPlace) => `verify-store-orders:
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
${folder === "" ? "" : `    - cd ${folder}\n`}    - ${installs[packageManager]}
    - npx store-orders verify --complete --reporter terminal --reporter junit=store-orders.xml
  artifacts:
    when: always
    reports:
      junit: ${folder === "" ? "" : `${folder}/`}store-orders.xml
`;
