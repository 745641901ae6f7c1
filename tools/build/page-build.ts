/** The build of the mock's page: a script, its chunks, and the HTML that loads it. */

import { readFileSync } from "node:fs";
import type { BuildOptions, Plugin } from "rolldown";
import { colourStyle } from "../../conformance/report/reporters/palette.ts";

/** Turns style sheets into texts, without comments and indentation. */
export function styleSheets(): Plugin {
  return {
    name: "style-sheets",
    load(id) {
      if (!id.endsWith(".css")) return undefined;
      const text = readFileSync(id, "utf8")
        .replace(/\/\*.*?\*\//gs, "")
        .replace(/\s+/g, " ")
        .replace(/ ?([{};,]) ?/g, "$1")
        .replace(/;}/g, "}");
      return { code: `export default ${JSON.stringify(text)}`, moduleType: "js" };
    },
  };
}

/** The files of the page without a script, each with what is put before its text. */
const fixedFiles = {
  "index.html": "",
  "icon.svg": "",
  "docs.css": `:root { ${colourStyle} }\n`,
};

function emitFixedFiles(): Plugin {
  return {
    name: "page-files",
    generateBundle() {
      for (const [fileName, before] of Object.entries(fixedFiles)) {
        const source = before + readFileSync(new URL(`../../page/${fileName}`, import.meta.url), "utf8");
        this.emitFile({ type: "asset", fileName, source });
      }
    },
  };
}

/** @param plugins plugins of the package's build that the page needs, too */
export function pageBuild(plugins: readonly Plugin[]): BuildOptions {
  return {
    input: { page: "./page/page.tsx" },
    platform: "browser",
    transform: { target: "es2024" },
    plugins: [...plugins, styleSheets(), emitFixedFiles()],
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
    output: {
      dir: "dist/page/app",
      cleanDir: true,
      entryFileNames: "[name].js",
      chunkFileNames: "[name].js",
      minify: true,
    },
  };
}
