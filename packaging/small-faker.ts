/**
 * Keeps faker's locales out of the built package: fixtures/create-simple-numbers.ts
 * takes the place of fixtures/create-numbers.ts, and of faker stays its generator.
 */

import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

const simpleNumbers = fileURLToPath(new URL("../fixtures/create-simple-numbers.ts", import.meta.url));

export function createSmallFaker(): Plugin {
  return {
    name: "small-faker",
    resolveId: {
      filter: { id: /\/create-numbers\.ts$/ },
      handler: () => simpleNumbers,
    },
    transform: {
      filter: { id: /[\\/]node_modules[\\/]@faker-js[\\/]/ },
      handler: (code) => ({ code: markPure(code), map: null }),
    },
  };
}

/**
 * The code, with every call that runs as the module loads marked as without effect. faker's package.json says
 * so of the whole module (`sideEffects`), which lets a bundler drop all of it but not, without these marks, a part.
 */
export function markPure(code: string): string {
  let marked = "";
  let end = 0;
  for (const start of loadTimeCalls(parseAst(code)).sort((a, b) => a - b)) {
    marked += `${code.slice(end, start)}/* @__PURE__ */ `;
    end = start;
  }
  return marked + code.slice(end);
}

/** Where the calls outside of functions and classes start. */
function loadTimeCalls(node: unknown): number[] {
  if (typeof node !== "object" || node === null) return [];
  const { type = "", start = 0 } = node as { type?: string; start?: number };
  if (/Function|Class/.test(type)) return [];
  const inside = Object.values(node).flatMap(loadTimeCalls);
  return type === "CallExpression" || type === "NewExpression" ? [start, ...inside] : inside;
}
