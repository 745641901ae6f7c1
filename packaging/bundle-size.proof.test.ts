import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { faker } from "@faker-js/faker/locale/en";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kitName } from "../spec/kit-version.ts";
import { type PackedKit, packKit } from "./testing/pack-kit.ts";

/** What the kit adds to a page that uses it: bundled for browsers and minified, as an application's build would. */

interface Use {
  readonly entry: string;
  readonly names: string;
  /** Gzipped; about a tenth above what it was when this line was last changed. */
  readonly maxBytes: number;
}

const uses: readonly Use[] = [{ entry: "msw", names: "createHandlers", maxBytes: 65_000 }];

let kit: PackedKit;

beforeAll(async () => {
  kit = await packKit();
}, 240_000);

afterAll(() => kit?.[Symbol.dispose]());

/** The code of a page that uses a entry and nothing else; msw is the page's own affair. */
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
    // Far below, and the bound no longer holds anything.
    expect(size).toBeGreaterThan(use.maxBytes * 0.8);
  });

  test("has none of a locale's words, nor Node's modules", async () => {
    const code = await bundle(use);
    const { animal, commerce } = faker.rawDefinitions;
    const words = [animal?.dog, animal?.horse, commerce?.product_description];
    const names = words.flatMap((list) => [...(list ?? [])]).filter((word) => word.includes(" "));
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => code.includes(name))).toEqual([]);
    expect(code).not.toMatch(/\bfrom"node:/);
  });
});
