/** What ends a run early: the first signal stops the calls, a second one the process. */

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type StopSignal = keyof typeof exitCodes;
const signals = Object.keys(exitCodes) as readonly StopSignal[];

export interface StopSignals {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** 128 and the signal's number; undefined when none came. */
  exitCode(): number | undefined;
  end(): void;
}

/** @param onStop told once, so that the person knows that the stop was heard */
export function listenForStop(onStop: (signal: string) => void): StopSignals {
  const abort = new AbortController();
  let first: StopSignal | undefined;
  const stop = (name: NodeJS.Signals) => {
    if (first !== undefined) process.exit(exitCodes[name as StopSignal]);
    first = name as StopSignal;
    onStop(name);
    abort.abort();
  };
  for (const name of signals) process.on(name, stop);
  return {
    signal: abort.signal,
    exitCode: () => first && exitCodes[first],
    end: () => {
      for (const name of signals) process.off(name, stop);
    },
  };
}
