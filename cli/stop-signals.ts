/** Signals that end a command early. */

export const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type StopSignal = keyof typeof exitCodes;

/**
 * Calls the listener at the first signal, so that the command stops its work; a second signal ends the process.
 * @returns a function that stops listening
 */
export function onStopSignal(names: readonly StopSignal[], onStop: (name: StopSignal) => void): () => void {
  let isStopping = false;
  const stop = (name: NodeJS.Signals) => {
    if (isStopping) process.exit(exitCodes[name as StopSignal]);
    isStopping = true;
    onStop(name as StopSignal);
  };
  for (const name of names) process.on(name, stop);
  return () => {
    for (const name of names) process.off(name, stop);
  };
}
