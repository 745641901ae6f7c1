/**
 * Takes Node's own modules in the built package by `process.getBuiltinModule`. An import reads every member of
 * a module, which of node:http loads all of Node's Fetch and WebSocket: 45 ms of a start that takes 80.
 */

import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

/** @param untouched names of files that must run on a Node too old for it */
export function createNodeModules(untouched: readonly string[]): Plugin {
  return {
    name: "node-modules",
    renderChunk: (code, { fileName }) =>
      untouched.includes(fileName) ? null : { code: takeDirectly(code), map: null },
  };
}

/** The code, with constants in place of its static imports from `node:`. */
export function takeDirectly(code: string): string {
  let taken = "";
  let end = 0;
  for (const node of parseAst(code).body) {
    if (node.type !== "ImportDeclaration" || !node.source.value.startsWith("node:")) continue;
    const module = `process.getBuiltinModule(${JSON.stringify(node.source.value)})`;
    const names: string[] = [];
    let whole = "";
    for (const specifier of node.specifiers) {
      if (specifier.type !== "ImportSpecifier") {
        whole += `const ${specifier.local.name} = ${module};\n`;
        continue;
      }
      const name = code.slice(specifier.imported.start, specifier.imported.end);
      names.push(name === specifier.local.name ? name : `${name}: ${specifier.local.name}`);
    }
    const some = names.length > 0 ? `const { ${names.join(", ")} } = ${module};` : "";
    taken += code.slice(end, node.start) + (whole + some).trimEnd();
    end = node.end;
  }
  return taken + code.slice(end);
}
