/** The files that state the kit's version, besides package.json and its lock file. */

export const versionPlaces: readonly string[] = [
  "spec/kit-version.ts",
  "action.yml",
  "README.md",
  "docs/reports.md",
  "docs/setup.md",
  "examples/ci/github-verify-nightly.yml",
  "conformance/report/reporters/markdown.test.ts",
  "conformance/report/reporters/terminal.test.ts",
];

/** Wherever a text names the kit with its version; what comes before the version is the first group. */
export function statedVersions(version: string): RegExp {
  const before = ['store-orders-kit(?:@v?| |", "version": ")', "Store Orders mock ", 'kitVersion = "'];
  return new RegExp(`(${before.join("|")})${version.replaceAll(".", "\\.")}(?![\\d.]*\\d)`, "g");
}
