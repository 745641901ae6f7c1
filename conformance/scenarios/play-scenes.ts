/** Plays scenes phase by phase and keeps what each of them saw. */

import { type Part, lackOf as usualLackOf } from "../history/cast.ts";
import { phases, type Scene, type Stage } from "./scene.ts";

/** What a scene saw; or the orders it lacked; or the fault of the kit that stopped it. */
export type Evidence =
  | { readonly value: unknown }
  | { readonly missing: string }
  | { readonly fault: string };
export type Played = ReadonlyMap<Scene, Evidence>;

/** Told before each scene: how many are done, how many there are. */
export type OnProgress = (done: number, total: number, scene: string) => void;

export async function playScenes(
  scenes: readonly Scene[],
  stage: Stage,
  onProgress: OnProgress | undefined,
  lackOf: (part: Part) => string = usualLackOf,
): Promise<Played> {
  const evidence = new Map<Scene, Evidence>();
  let done = 0;
  const play = async (scene: Scene): Promise<void> => {
    onProgress?.(done, scenes.length, scene.name);
    const lack = scene.needs.find((part: Part) => stage.cast[part] === undefined);
    try {
      evidence.set(scene, lack ? { missing: lackOf(lack) } : { value: await scene.play(stage) });
    } catch (error) {
      evidence.set(scene, { fault: error instanceof Error ? error.message : String(error) });
    }
    done++;
  };
  for (const phase of phases) await Promise.all(scenes.filter((scene) => scene.phase === phase).map(play));
  return evidence;
}
