/** The world and the data that a request to a mock with shared state needs before it can be answered. */

import { controlPaths, controlPrefix, isWorldName } from "../../spec/control-protocol.ts";
import { isUnder, versionPrefix } from "../../spec/wire.ts";
import type { Admission } from "../http/admission.ts";
import type { MockRequest } from "../http/reply.ts";
import { startWorldName } from "../http/world.ts";
import type { SharedNeeds } from "../worlds/sharing.ts";
import { type ControlAccess, controlRefusal } from "./guard.ts";

/** @returns undefined for a request that neither reads nor changes what is shared */
export function readNeeds(
  request: MockRequest,
  admission: Admission,
  access: ControlAccess | false,
): SharedNeeds | undefined {
  const { method, target } = request;
  if (isUnder(target, versionPrefix))
    return { world: "world" in admission ? admission.world : startWorldName, isCall: true };
  if (access === false || !isUnder(target, controlPrefix)) return { world: startWorldName, isCall: true };
  if (method === "OPTIONS" || controlRefusal(request, access) !== undefined) return undefined;
  const [path = "", query] = target.split("?", 2);
  if (path === controlPaths.openapi) return undefined;
  if (isUnder(path, controlPaths.worlds)) {
    const named = path.slice(`${controlPaths.worlds}/`.length) || undefined;
    return { world: startWorldName, isCall: false, reads: "worlds", named };
  }
  const parameters = new URLSearchParams(query);
  const given = parameters.get("world");
  const world = isWorldName(given) ? given : startWorldName;
  const isHealth = path === controlPaths.health;
  return {
    world,
    isCall: false,
    reads: path === controlPaths.journal ? "journal" : undefined,
    follows: path === controlPaths.events,
    isHealth,
    asksReady: isHealth && parameters.has("ready"),
  };
}
