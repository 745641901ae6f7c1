/** The files that init offers a project, and what it adds to package.json. */

import { readFileSync } from "node:fs";
import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import { ordersPath, versionPrefix } from "../../spec/wire.ts";
import { configNames } from "../command-line.ts";
import type { Project } from "./read-project.ts";
import { githubWorkflow, gitlabJob } from "./workflows.ts";

export function planFiles(project: Project) {
  const { has, isModule, usesTypeScript, usesVite, hasOtherRunner, viteConfig } = project;
  const start = `worker.start({ ${hasMsw2(project) ? "onUnhandledRequest" : "onUnhandledFrame"}: "bypass" })`;
  const script = usesTypeScript ? "ts" : "js";
  // Node and Vite read them by themselves: .ts and .js are modules only where package.json says so.
  const configScript = isModule ? script : `m${script}`;
  const ownConfig = configNames.find(has);
  const config = ownConfig ?? `store-orders.config.${configScript}`;
  // A configuration of their own has orders of its own: 1001 is one of the default orders.
  const pendingOrder = ownConfig === undefined ? 204 : 1001;
  const files = [
    file(config, "Options of every command.", configText),
    file("orders.http", "Requests for the REST client of an editor.", httpText(pendingOrder)),
    file(
      ".agents/skills/store-orders/SKILL.md",
      "Commands of the kit, for coding agents.",
      readFileSync(new URL("../../skills/store-orders/SKILL.md", import.meta.url), "utf8"),
    ),
    workflowFile(project),
    file(`src/mocks/node.${script}`, "The mock in Node tests, by MSW.", nodeText),
  ];
  // Another runner may find it, and cannot run it.
  if (!hasOtherRunner)
    files.push(
      file(
        `src/mocks/setup-tests.${script}`,
        "Starts it before the tests of a file, puts the orders back after each.",
        setupText,
      ),
      file(`src/mocks/orders.test.${script}`, "A first test, to see that it works.", testText),
    );
  if (!usesVite) return files;
  files.push(
    file(
      `src/mocks/browser.${script}`,
      "The mock in the browser, by MSW's service worker.",
      browserText(start),
    ),
    file("orders.html", "A page that lists the orders, to see that it works.", pageText(script, start)),
  );
  if (viteConfig === undefined && !hasMsw2(project))
    files.push(
      file(`vite.config.${configScript}`, "MSW's plugin serves its service worker.", viteConfigText),
    );
  return files;
}

/** MSW 2 has no plugin for Vite, and another word for requests without a handler. */
export const hasMsw2 = ({ msw }: Project): boolean => msw !== undefined && msw.major < 3;

/** @param path relative to the project @param purpose what it is for, in one line */
const file = (path: string, purpose: string, text: string) => ({ path, purpose, text });

/** @throws {BadInput} for a folder whose name a pipeline would expand */
function workflowFile(project: Project) {
  const { toRepository, inRepository, has } = project;
  const inTop = (path: string) => (toRepository === "" ? path : `${toRepository}/${path}`);
  const write = (path: string, purpose: string, format: typeof gitlabJob) => {
    const [expression] = /\$(?:\{\{|\[\[)/.exec(inRepository) ?? [];
    // The expressions of GitHub and of GitLab: neither has a way to write one that is only text.
    if (expression !== undefined && !has(inTop(path)))
      throw new BadInput(
        `Cannot write ${path}: a pipeline expands ${expression} in the folder's name, got ${quoteValue(inRepository)}. Rename the folder.`,
      );
    return file(inTop(path), purpose, format(project));
  };
  if (!has(inTop(".gitlab-ci.yml")))
    return write(
      ".github/workflows/store-orders.yml",
      "Judges staging each night and on request.",
      githubWorkflow,
    );
  return write(
    ".gitlab/store-orders.yml",
    "Judges staging each night. In .gitlab-ci.yml: include: [{ local: .gitlab/store-orders.yml }]",
    gitlabJob,
  );
}

/** Packages and scripts that the files need and package.json lacks. */
export function planManifest(project: Project) {
  const devDependencies = {
    "store-orders-kit": `^${kitVersion}`,
    msw: "^3.0.0",
    ...(!project.hasOtherRunner && { vitest: "^5.0.0" }),
  };
  const scripts = { test: "vitest run", mock: "store-orders mock" };
  const lacking = <T extends object>(wanted: T, there: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(wanted).filter(([name]) => !there.has(name)));
  return {
    scripts: lacking(scripts, project.scripts),
    devDependencies: lacking(devDependencies, project.dependencies),
  };
}

const configText = `import { defineConfig } from "store-orders-kit/config";

export default defineConfig({
  mock: { port: 4010, fixtures: "magic" },
  verify: {
    // The judged server; the key comes from STORE_ORDERS_API_KEY.
    // baseUrl: "https://staging.example/v1",
    // pendingOrder: [101, 102],
    // shippedOrder: [301],
  },
  // By name: store-orders mock --faults bad-day
  faults: { "bad-day": [{ fault: "status", status: 503, times: 3 }] },
});
`;

const httpText = (pendingOrder: number) => `@origin = http://127.0.0.1:4010
@key = mock-key

### All orders
GET {{origin}}${versionPrefix}${ordersPath}
Authorization: Bearer {{key}}

### Cancel an order
DELETE {{origin}}${versionPrefix}${ordersPath}/${pendingOrder}
Authorization: Bearer {{key}}

### Without a key: 401
GET {{origin}}${versionPrefix}${ordersPath}

### The mock: back to its start
POST {{origin}}/_mock/reset

### The mock: every answer takes a second
PUT {{origin}}/_mock/faults
Content-Type: application/json

[{ "fault": "delay", "ms": 1000 }]
`;

const nodeText = `import { setupServer } from "msw/node";
import { createMock } from "store-orders-kit";
import { createHandlers } from "store-orders-kit/msw";

/** mock.control ships orders, plays faults, reads the journal. */
export const mock = createMock({ fixtures: "magic" });
export const server = setupServer(...createHandlers({ mock }));
`;

const setupText = `import { afterAll, afterEach, beforeAll } from "vitest";
import { server } from "./node.js";

beforeAll(() => server.listen());
// The orders, too, are back as they were.
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
`;

const testText = `import { expect, test } from "vitest";
import { mock } from "./node.js";
import "./setup-tests.js";

const orders = "https://api.example${versionPrefix}${ordersPath}";
const headers = { authorization: "Bearer mock-key" };

test("a pending order is cancelled", async () => {
  const answer = await fetch(\`\${orders}/204\`, { method: "DELETE", headers });
  expect(answer.status).toBe(204);
});

test("an order that has shipped meanwhile is not", async () => {
  mock.control.ship(204n);
  const answer = await fetch(\`\${orders}/204\`, { method: "DELETE", headers });
  expect(answer.status).toBe(409);
});
`;

const browserText = (start: string) => `import { setupWorker } from "msw/browser";
import { createHandlers } from "store-orders-kit/msw";

/** In development: if (import.meta.env.DEV) await ${start}; */
export const worker = setupWorker(...createHandlers({ fixtures: "magic", storage: sessionStorage }));
`;

const viteConfigText = `import { msw } from "msw/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [msw()] });
`;

const pageText = (script: string, start: string) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Orders</title>
  <h1>Orders</h1>
  <ul></ul>
  <script type="module">
    import { worker } from "/src/mocks/browser.${script}";

    await ${start};
    const headers = { authorization: "Bearer mock-key" };
    const answer = await fetch("${versionPrefix}${ordersPath}", { headers });
    for (const { id, quantity, shipDate } of await answer.json()) {
      const item = document.createElement("li");
      item.textContent = \`Order \${id}: \${quantity} units, \${shipDate}\`;
      document.querySelector("ul").append(item);
    }
  </script>
</html>
`;
