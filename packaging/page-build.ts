/** The mock's page as the mock serves it: one script, its chunks, and the HTML that asks for it. */

import { readFileSync } from "node:fs";
import type { BuildOptions, Plugin } from "rolldown";

/** A style sheet is its text, wherever the page's sources are bundled. */
export const pageModuleTypes = { ".css": "text" } as const;

const fixedFiles = ["index.html", "icon.svg"] as const;

function emitFixedFiles(): Plugin {
  return {
    name: "page-files",
    generateBundle() {
      for (const fileName of fixedFiles) {
        const source = readFileSync(new URL(`../page/${fileName}`, import.meta.url), "utf8");
        this.emitFile({ type: "asset", fileName, source });
      }
    },
  };
}

/** @param plugins those of the package's own build that the page needs, too */
export function pageBuild(plugins: readonly Plugin[]): BuildOptions {
  return {
    input: { page: "./page/page.tsx" },
    platform: "browser",
    moduleTypes: pageModuleTypes,
    transform: { target: "es2024" },
    plugins: [...plugins, emitFixedFiles()],
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
