/** The licences of the packages whose code is part of the bundles, as their authors ask. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";

export const noticesFile = "THIRD-PARTY-NOTICES.txt";

const packageRoot = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/;

/** Writes `noticesFile` beside the bundles. The build fails where a bundled package has no LICENSE file. */
export function createLicenceNotices(): Plugin {
  return {
    name: "licence-notices",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      const roots = new Set(modules.flatMap((id) => packageRoot.exec(id)?.[0] ?? []));
      const notices = [...roots].sort().map(formatNotice);
      const source = `Parts of these packages are contained in the files of this directory.\n${notices.join("")}`;
      this.emitFile({ type: "asset", fileName: noticesFile, source });
    },
  };
}

function formatNotice(root: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const text = readFileSync(join(root, "LICENSE"), "utf8").trim();
  return `\n${"-".repeat(80)}\n${name} ${version} (${license})\n\n${text}\n`;
}
