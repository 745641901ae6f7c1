import { expect, test } from "vitest";
import { takeDirectly } from "./node-modules.ts";

test("an import from Node's own becomes a constant, however it names what it takes", () => {
  expect(takeDirectly('import { connect as open, isIP } from "node:net";\nopen(isIP);')).toBe(
    'const { connect: open, isIP } = process.getBuiltinModule("node:net");\nopen(isIP);',
  );
  expect(takeDirectly('import path from "node:path";')).toBe(
    'const path = process.getBuiltinModule("node:path");',
  );
  expect(takeDirectly('import * as path from "node:path";')).toBe(
    'const path = process.getBuiltinModule("node:path");',
  );
  expect(takeDirectly('import path, { join } from "node:path";')).toBe(
    'const path = process.getBuiltinModule("node:path");\nconst { join } = process.getBuiltinModule("node:path");',
  );
});

test("all else stays as it is", () => {
  const code = 'import { a } from "./a.js";\nconst b = import("node:fs");\nexport { a, b };\n';
  expect(takeDirectly(code)).toBe(code);
});
