import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { faker } from "@faker-js/faker/locale/en";
import { rolldown } from "rolldown";
import { describe, expect, test } from "vitest";
import { kitName } from "../../spec/kit-version.ts";
import { usePackedKit } from "../testing/use-packed-kit.ts";

/** Size of the kit in a page that uses it, bundled for browsers and minified. */

interface Use {
  readonly entry: string;
  readonly names: string;
  /** Bound when gzipped: about a tenth above the size at the last change of this line. */
  readonly maxBytes: number;
}

const uses: readonly Use[] = [{ entry: "msw", names: "createHandlers", maxBytes: 65_000 }];

const kit = usePackedKit();

/** Bundles a page that uses one entry. msw is not part of it. */
async function bundle({ entry, names }: Use): Promise<string> {
  const input = join(kit.home, `${entry.replaceAll("/", "-")}-page.js`);
  writeFileSync(input, `export { ${names} } from "${kitName}/${entry}";\n`);
  const page = await rolldown({
    input,
    platform: "browser",
    external: /^msw(?:\/|$)/,
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  const { output } = await page.generate({ minify: true });
  expect(output).toHaveLength(1);
  return output[0].code;
}

describe.each(uses)("a page with $names from $entry", (use) => {
  test(`takes less than ${use.maxBytes} bytes, gzipped`, async () => {
    const size = gzipSync(await bundle(use)).length;
    process.stdout.write(`${kitName}/${use.entry} in a page: ${size} bytes, gzipped\n`);
    expect(size).toBeLessThan(use.maxBytes);
    // A bound far above the size shows nothing.
    expect(size).toBeGreaterThan(use.maxBytes * 0.8);
  });

  test("contains neither words of a locale nor modules of Node", async () => {
    const code = await bundle(use);
    const { animal, commerce } = faker.rawDefinitions;
    const words = [animal?.dog, animal?.horse, commerce?.product_description];
    const names = words.flatMap((list) => [...(list ?? [])]).filter((word) => word.includes(" "));
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => code.includes(name))).toEqual([]);
    expect(code).not.toMatch(/\bfrom"node:/);
  });
});
