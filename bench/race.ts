/** Servers under load in turns: short slices, round after round, so that all meet the same noise. */

import type { Slice, SliceRequest } from "./load/slice.ts";
import type { Bench } from "./scenario.ts";

export interface Racer {
  readonly id: string;
  readonly name: string;
  readonly request: Omit<SliceRequest, "seconds">;
  /** Every answer is to be 400 or above. */
  readonly isRefused?: boolean;
  /** Size of a list, where the request is one. */
  readonly listBytes?: number;
  /** How long its first slice is; default: as the others. */
  readonly warmUpSeconds?: number | undefined;
  /** Puts the server back before a slice. */
  readonly before?: () => Promise<unknown>;
}

export interface Lane {
  readonly id: string;
  readonly name: string;
  readonly listBytes: number | undefined;
  /** One for each round. */
  readonly slices: readonly (Slice | undefined)[];
  /** Why there are none. */
  readonly nothing: string | undefined;
}

export interface RaceOptions {
  readonly what: string;
  readonly seconds: number;
}

/** Each racer once to warm up, then `bench.rounds` rounds, each begun by another one. */
export async function race(
  bench: Bench,
  racers: readonly Racer[],
  options: RaceOptions,
): Promise<readonly Lane[]> {
  const slices = new Map<Racer, (Slice | undefined)[]>(racers.map((racer) => [racer, []]));
  const nothing = new Map<Racer, string>();
  for (let round = 0; round <= bench.rounds; round++) {
    const first = round % racers.length;
    for (const racer of [...racers.slice(first), ...racers.slice(0, first)]) {
      if (nothing.has(racer)) continue;
      const part = round === 0 ? "warming up" : `round ${round} of ${bench.rounds}`;
      bench.say(`${options.what}, ${part}: ${racer.name}`);
      try {
        await racer.before?.();
        const slice = await bench.load.run({
          ...racer.request,
          seconds: (round === 0 ? racer.warmUpSeconds : undefined) ?? options.seconds,
        });
        const fault = faultOf(racer, slice);
        if (fault !== undefined) nothing.set(racer, fault);
        else if (round > 0) slices.get(racer)!.push(slice);
      } catch (error) {
        nothing.set(racer, (error as Error).message);
      }
    }
  }
  return racers.map((racer) => ({
    id: racer.id,
    name: racer.name,
    listBytes: racer.listBytes,
    slices: nothing.has(racer) ? [] : slices.get(racer)!,
    nothing: nothing.get(racer),
  }));
}

/** Why a slice tells nothing about speed. */
function faultOf({ isRefused = false }: Racer, slice: Slice): string | undefined {
  if (slice.requests === 0) return "no answer within a slice";
  if (isRefused && slice.badStatuses < slice.requests) return "it lets requests without a key in";
  if (!isRefused && slice.badStatuses > 0) return `${slice.badStatuses} answers of 400 and above`;
  return undefined;
}
