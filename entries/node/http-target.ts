/** `store-orders-kit/conformance/http-target`: a target reached over HTTP, down to the bytes on the wire. */

export {
  createHttpTarget,
  type HttpTarget,
  type HttpTargetOptions,
} from "../../conformance/targets/http/http-target.ts";
export type { Arrangement, Target } from "../../conformance/targets/target.ts";
