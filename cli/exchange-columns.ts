/**
 * Numbers of the exchanges of a recording while they are sorted, in columns: about 50 bytes for each exchange. Memory that is
 * not written yet costs nothing, so that columns for the most exchanges are made at once.
 */
export const createExchangeColumns = (size: number) => ({
  /** The number of its recording. */
  file: new Uint16Array(size),
  /** In bytes. */
  from: new Float64Array(size),
  length: new Uint32Array(size),
  startedAt: new Float64Array(size),
  endedAt: new Float64Array(size),
  /** Equal for exchanges that are the same. */
  digest: new Uint32Array(size),
  /** Equal for calls of one address that had the same answer. */
  kind: new Uint32Array(size),
  /** The place of its role in harRoles. */
  role: new Uint8Array(size),
  hasBody: new Uint8Array(size),
  mayHaveQueued: new Uint8Array(size),
});

export type ExchangeColumns = Readonly<ReturnType<typeof createExchangeColumns>>;
/** The numbers of one exchange. */
export type ExchangeRow = Readonly<Record<keyof ExchangeColumns, number>>;
