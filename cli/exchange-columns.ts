/** Numbers of the exchanges of a recording while they are sorted, in columns: about 50 bytes for each exchange. */

/** The order and the place of an exchange. */
export interface ExchangeRow {
  /** The number of its recording. */
  readonly file: number;
  /** In bytes. */
  readonly from: number;
  readonly length: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Equal for exchanges that are the same. */
  readonly digest: number;
  /** Equal for calls of one address that had the same answer. */
  readonly kind: number;
  /** The place of its role in harRoles. */
  readonly role: number;
  readonly hasBody: number;
  readonly mayHaveQueued: number;
}

const types = {
  file: Uint16Array,
  from: Float64Array,
  length: Uint32Array,
  startedAt: Float64Array,
  endedAt: Float64Array,
  digest: Uint32Array,
  kind: Uint32Array,
  role: Uint8Array,
  hasBody: Uint8Array,
  mayHaveQueued: Uint8Array,
} as const satisfies Record<keyof ExchangeRow, unknown>;

type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;
export type ExchangeColumns = Readonly<Record<keyof ExchangeRow, Column>>;

const names = Object.keys(types) as (keyof ExchangeRow)[];

export function createExchangeColumns() {
  let room = 1024;
  let count = 0;
  const columns = Object.fromEntries(names.map((name) => [name, new types[name](room)])) as Record<
    keyof ExchangeRow,
    Column
  >;
  return {
    columns: columns as ExchangeColumns,
    get count() {
      return count;
    },
    add(row: ExchangeRow) {
      if (count === room) grow();
      for (const name of names) columns[name][count] = row[name];
      count++;
    },
  };

  function grow(): void {
    room *= 2;
    for (const name of names) {
      const larger = new types[name](room);
      larger.set(columns[name]);
      columns[name] = larger;
    }
  }
}
