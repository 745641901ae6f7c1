/** Says what the bundles contain of other packages: their licences, and a bill of materials (CycloneDX). */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";

export const noticesFile = "THIRD-PARTY-NOTICES.txt";
export const billFile = "sbom.cdx.json";

interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** As SPDX writes it. */
  readonly license: string;
  readonly licenceText: string;
  /** Of its tarball in the registry, in npm's form: sha512-BASE64. */
  readonly integrity: string;
}

const packageRoot = /^.*[\\/](node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/;

/** Writes both files beside the bundles. The build fails where a bundled package states no licence. */
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

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** @param root as package-lock.json writes it: node_modules/NAME */
function readPackage(root: string): BundledPackage {
  const { name, version, license } = JSON.parse(read(join(root, "package.json")));
  const { integrity } = JSON.parse(read("package-lock.json")).packages[root];
  return { name, version, license, licenceText: read(join(root, "LICENSE")).trim(), integrity };
}

function formatNotices(packages: readonly BundledPackage[]): string {
  const notices = packages.map(
    ({ name, version, license, licenceText }) =>
      `\n${"-".repeat(80)}\n${name} ${version} (${license})\n\n${licenceText}\n`,
  );
  return `Parts of these packages are contained in the files of this directory.\n${notices.join("")}`;
}

/** Without the moment and the serial number that the format allows: the same build gives the same file. */
function formatBill(packages: readonly BundledPackage[]): string {
  const { name, version, license } = JSON.parse(read("package.json"));
  const kit = { type: "library", "bom-ref": purl(name, version), name, version, purl: purl(name, version) };
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { ...kit, licenses: [{ license: { id: license } }] } },
    components: packages.map(formatComponent),
    dependencies: [
      { ref: kit["bom-ref"], dependsOn: packages.map((each) => purl(each.name, each.version)) },
      ...packages.map((each) => ({ ref: purl(each.name, each.version) })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function formatComponent({ name, version, license, integrity }: BundledPackage) {
  const [, digest = ""] = integrity.split("sha512-");
  return {
    type: "library",
    "bom-ref": purl(name, version),
    name,
    version,
    scope: "required",
    hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }],
    licenses: [{ license: { id: license } }],
    purl: purl(name, version),
  };
}

/** The address of a package of npm's, as in pkg:npm/%40faker-js/faker@10.6.0. */
function purl(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}
