import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { kitVersion } from "../../spec/kit-version.ts";
import { statedVersions, versionPlaces } from "./write-version.ts";

test("each file that contains the version is in the list of files to change", () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const files = globSync(
    "{*,.github/**/*,{base,spec,fixtures,mocks,conformance,page,cli,docs,examples}/**/*}.{ts,md,yml}",
    {
      cwd: root,
      exclude: (name) => /node_modules|^dist$/.test(name),
    },
  );
  const stating = files
    .filter((path) => statedVersions(kitVersion).test(readFileSync(`${root}/${path}`, "utf8")))
    .map((path) => path.replaceAll("\\", "/"))
    // Measurements keep the version that was measured.
    .filter((path) => path !== "docs/measurements.md");
  expect(files.length).toBeGreaterThan(300);
  expect(stating.toSorted()).toEqual(versionPlaces.toSorted());
});
