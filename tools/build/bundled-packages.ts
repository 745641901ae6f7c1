/** Lists the packages in the bundles: their licences, and a bill of materials (CycloneDX). */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";

export const noticesFile = "THIRD-PARTY-NOTICES.txt";
export const billFile = "sbom.cdx.json";

/** A package with its licence in SPDX, and the integrity of its tarball in npm's form: sha512-BASE64. */
type BundledPackage = ReturnType<typeof readPackage>;

const packageRoot = /^.*[\\/](node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/;

/** Writes both files beside the bundles. The build fails when a bundled package has no licence. */
export function describeBundledPackages(): Plugin {
  return {
    name: "describe-bundled-packages",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      const roots = new Set(modules.flatMap((id) => packageRoot.exec(id)?.[1]?.replaceAll("\\", "/") ?? []));
      const packages = [...roots].sort().map(readPackage);
      this.emitFile({ type: "asset", fileName: noticesFile, source: formatNotices(packages) });
      this.emitFile({ type: "asset", fileName: billFile, source: formatBill(packages) });
    },
  };
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** @param root as package-lock.json writes it: node_modules/NAME */
function readPackage(root: string) {
  const manifest = JSON.parse(read(join(root, "package.json")));
  const { name, version, license } = manifest as Record<"name" | "version" | "license", string>;
  const { integrity } = JSON.parse(read("package-lock.json")).packages[root] as { integrity: string };
  const licenceFile = readdirSync(new URL(`../../${root}`, import.meta.url)).find((name) =>
    /^LICEN[CS]E/i.test(name),
  );
  const licenceText = read(join(root, licenceFile ?? "LICENSE")).trim();
  return { name, version, license, licenceText, integrity };
}

function formatNotices(packages: readonly BundledPackage[]): string {
  const notices = packages.map(
    ({ name, version, license, licenceText }) =>
      `\n${"-".repeat(80)}\n${name} ${version} (${license})\n\n${licenceText}\n`,
  );
  return `Parts of these packages are contained in the files of this directory.\n${notices.join("")}`;
}

/** Leaves out time and serial number, so that the same build gives the same file. */
function formatBill(packages: readonly BundledPackage[]): string {
  const kit = componentOf(JSON.parse(read("package.json")));
  const components = packages.map((each) => {
    const [, digest = ""] = each.integrity.split("sha512-");
    const hashes = [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }];
    return { ...componentOf(each), scope: "required", hashes };
  });
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: kit },
    components,
    dependencies: [
      { ref: kit["bom-ref"], dependsOn: components.map((each) => each["bom-ref"]) },
      ...components.map((each) => ({ ref: each["bom-ref"] })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function componentOf({ name, version, license }: Pick<BundledPackage, "name" | "version" | "license">) {
  // As in pkg:npm/%40faker-js/faker@10.6.0.
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return { type: "library", "bom-ref": purl, name, version, licenses: [{ license: { id: license } }], purl };
}
