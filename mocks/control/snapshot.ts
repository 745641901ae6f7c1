/** A world's orders and profile as a short text, and back. */

import type { WorldState } from "./worlds.ts";

export function formatSnapshot(_world: WorldState): string {
  return "";
}

/**
 * Reads a snapshot for a world; the function it gives puts the world in that state.
 * @throws {BadInput} before anything is changed
 */
export function readSnapshot(_text: string, _world: WorldState): () => void {
  return () => {};
}
