/**
 * Puts into the built package the part of undici that conformance/targets/http/dispatcher.ts uses: dispatchers
 * over HTTP/1.1 and 2, no Fetch, WebSocket, mocks or caches. A stranger's install then brings no package.
 */

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";

const lib = join(dirname(fileURLToPath(import.meta.resolve("undici"))), "lib");
const [entry, missing] = ["\0undici", "\0undici-left-out"];

export function createSmallUndici(): Plugin {
  return {
    name: "small-undici",
    resolveId: {
      filter: { id: /^undici$|\/web\/|\/llhttp_simd-wasm/ },
      handler(id, importer) {
        if (id === "undici") return entry;
        if (!importer?.startsWith(lib)) return null;
        // One parser for every machine: the faster one needs instructions that some lack.
        return id.includes("/web/") ? missing : join(lib, "llhttp", "llhttp-wasm.js");
      },
    },
    load: {
      filter: { id: /^\0undici/ },
      handler: (id) => ({ code: id === entry ? parts() : leftOut, moduleSideEffects: true }),
    },
    transform: {
      filter: { id: /[\\/]node_modules[\\/]undici[\\/]lib[\\/]/ },
      handler: (code) => ({ code: adapt(code), map: null }),
    },
  };
}

/** What takes the place of undici's index.js. Getters, so that nothing is loaded before it is used. */
function parts(): string {
  const load = (...path: string[]) => `require(${JSON.stringify(join(lib, ...path))})`;
  return `
    const { prototype } = ${load("dispatcher", "dispatcher.js")};
    prototype.request = ${load("api", "api-request.js")};
    // ProxyAgent calls this one.
    prototype.connect = ${load("api", "api-connect.js")};
    module.exports = {
      get Agent() { return ${load("dispatcher", "agent.js")}; },
      get ProxyAgent() { return ${load("dispatcher", "proxy-agent.js")}; },
    };`;
}

/** Reached by the bodies of Fetch alone. */
const leftOut = `throw new Error("This part of undici is not in the package.");`;

/**
 * CommonJS as an ES module can hold it; HTTP/2, 20 ms to load, not before a server speaks it. undici asks for
 * `esbuildDetection` to be set where its second, experimental parser is left out, as Node's own build does.
 */
export function adapt(code: string): string {
  return code
    .replaceAll(/\brequire\((['"]node:[\w/]+['"])\)/g, "process.getBuiltinModule($1)")
    .replace(/= (require\('\.\/client-h2\.js'\))/, "= (...given) => $1(...given)")
    .replaceAll("typeof esbuildDetection", '"boolean"');
}
