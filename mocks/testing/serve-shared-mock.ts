/** A mock on a port whose state is in Redis, in a process of its own. Arguments: address, key prefix, port. */

import { startMockServer } from "../adapters/server/mock-server.ts";
import { readMockOptions, startFrom } from "../mock-options.ts";
import { readRedisAddress } from "../state/redis/redis-address.ts";
import { openRedisState } from "../state/redis/redis-state.ts";

const [url = "", prefix = "", port = "0"] = process.argv.slice(2);
const stateStorage = await openRedisState({ address: readRedisAddress(url, "--state"), prefix });
await stateStorage.begin(() => startFrom(readMockOptions({})));
const server = await startMockServer({ stateStorage, port: Number(port) });
process.send?.({ port: server.port });
process.on("disconnect", () => process.exit());
