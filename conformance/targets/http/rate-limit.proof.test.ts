import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { allRequirements } from "../../requirements/all-requirements.ts";
import { judgeForeign } from "../../testing/judge-foreign.ts";

// Whole runs, with waits that a server asks for.
vi.setConfig({ testTimeout: 90_000 });

/** Allows `most` requests in a window that begins with the first one; later ones have to wait for the next window. */
function limitTo(most: number, windowMs: number) {
  let count = 0;
  let startedAt = Number.NEGATIVE_INFINITY;
  return (_: IncomingMessage, response: ServerResponse): boolean => {
    if (performance.now() - startedAt >= windowMs) {
      startedAt = performance.now();
      count = 0;
    }
    if (++count <= most) return false;
    const seconds = Math.ceil((startedAt + windowMs - performance.now()) / 1000);
    response.writeHead(429, { "retry-after": String(seconds) }).end();
    return true;
  };
}

// Side by side: nearly all of each is waiting.
test.concurrent("at a rate below the limit each requirement is tested, races too, without a warning by Node", async ({
  onTestFinished,
}) => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => void warnings.push(name);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  const report = await judgeForeign({ interrupt: limitTo(100, 1000) }, { rate: 80 });
  expect(report.verdict).toBe("conformant");
  expect(report.results.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
  expect(warnings).toEqual([]);
});

test.concurrent("calls of a race are sent together even at the slowest rate", async () => {
  const requirements = allRequirements.filter(({ id }) => id === "cancel-order/one-winner");
  const report = await judgeForeign({}, { rate: 4, requirements });
  expect(report.results.map(({ outcome }) => outcome)).toEqual(["passed"]);
});
