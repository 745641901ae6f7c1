/** Who takes part: the limit and the mock always, a peer where it can be had. */

import { runProcess } from "../processes.ts";
import type { Contender } from "./contender.ts";
import { jsonServerContender } from "./json-server.ts";
import { mockoonContender } from "./mockoon.ts";
import { mswHttpContender } from "./msw-http.ts";
import { prismContender } from "./prism.ts";
import { scalarContender } from "./scalar.ts";
import { wiremockContender } from "./wiremock.ts";

export interface Field {
  readonly peers: readonly Contender[];
  /** One line for each peer left out. */
  readonly leftOut: readonly string[];
}

/** Every peer whose packages are there. */
export async function gatherPeers(folder: string, missing: ReadonlyMap<string, string>): Promise<Field> {
  const java = await hasJava();
  const peers: Contender[] = [];
  const leftOut: string[] = [];
  for (const contender of [
    prismContender(folder),
    jsonServerContender(folder),
    mockoonContender(folder),
    mswHttpContender(folder),
    scalarContender(folder),
    wiremockContender(folder),
  ]) {
    const lacking = contender.packages.find((name) => missing.has(name));
    if (lacking !== undefined) leftOut.push(`${contender.name}: npm says: ${missing.get(lacking)}`);
    else if (contender.id === "wiremock" && !java)
      leftOut.push(`${contender.name}: there is no java on the PATH`);
    else peers.push(contender);
  }
  return { peers, leftOut };
}

async function hasJava(): Promise<boolean> {
  try {
    return (await runProcess({ command: "java", args: ["-version"] }, 10_000)).code === 0;
  } catch {
    return false;
  }
}
