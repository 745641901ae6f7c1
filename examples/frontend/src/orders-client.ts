/** The two calls of the Store Orders Service. */

/** Any field may be missing. Ids are their digits: an int64 does not fit a JavaScript number. */
export interface Order {
  readonly id?: string;
  readonly petId?: string;
  readonly quantity?: number;
  readonly shipDate?: string;
  readonly complete?: boolean;
}

/** An answer that is not a success; status 0 where there was none. */
export class OrdersError extends Error {
  override name = "OrdersError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface OrdersClient {
  list(): Promise<Order[]>;
  cancel(id: string): Promise<void>;
}

export function createOrdersClient(baseUrl: string, key: string): OrdersClient {
  async function call(method: string, path: string): Promise<string> {
    try {
      const headers = { authorization: `Bearer ${key}` };
      const response = await fetch(`${baseUrl}/store/orders${path}`, { method, headers });
      const text = await response.text();
      if (response.ok) return text;
      throw new OrdersError(response.status, messageIn(text) ?? `The store answered ${response.status}.`);
    } catch (error) {
      throw error instanceof OrdersError ? error : new OrdersError(0, "The store cannot be reached.");
    }
  }
  return {
    async list() {
      try {
        return parseWithSource(await call("GET", ""), keepIds) as Order[];
      } catch (error) {
        throw error instanceof SyntaxError ? new OrdersError(200, "The list cannot be read.") : error;
      }
    },
    async cancel(id) {
      await call("DELETE", `/${id}`);
    },
  };
}

/** TypeScript does not know the reviver's third argument yet: the number as it was written. */
type SourceReviver = (name: string, value: unknown, context: { source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => unknown;

const keepIds: SourceReviver = (name, value, { source }) =>
  name === "id" || name === "petId" ? (source ?? value) : value;

/** The message of an Error object, if the body is one. */
function messageIn(text: string): string | undefined {
  try {
    return JSON.parse(text).message;
  } catch {
    return undefined;
  }
}
