import { builtinModules, createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import type { Mock } from "../../mocks/mock.ts";
import type { MockOptions } from "../../mocks/mock-options.ts";

/** The mock's JavaScript as one text, and where in it the modules stand that are to be mutated. */
export interface Bundle {
  readonly code: string;
  readonly modules: readonly { readonly file: string; readonly start: number; readonly end: number }[];
}

export type CreateMock = (options: MockOptions) => Mock;

const root = fileURLToPath(new URL("../..", import.meta.url));
const mutated = /mocks\/(?:core|http)\/.*/;

export async function bundleMock(): Promise<Bundle> {
  const build = await rolldown({
    input: `${root}mocks/mock.ts`,
    cwd: root,
    platform: "node",
    external: [/^[^./]/, ...builtinModules],
  });
  const { output } = await build.generate({ format: "cjs", exports: "named", minify: false });
  const [{ code, modules }] = output;
  const found = Object.entries(modules).flatMap(([path, { code: text }]) => {
    const file = mutated.exec(path)?.[0];
    const start = text ? code.indexOf(text) : -1;
    return file && text && start >= 0 ? [{ file, start, end: start + text.length }] : [];
  });
  return { code, modules: found };
}

const require = createRequire(import.meta.url);

/** Runs the text as a module. @throws whatever it throws as it loads */
export function loadMock(code: string): CreateMock {
  const module = { exports: {} as { createMock: CreateMock } };
  new Function("module", "exports", "require", code)(module, module.exports, require);
  return module.exports.createMock;
}
