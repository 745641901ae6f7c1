/** `store-orders-kit/undici`: the mock behind requests made with the undici package. */

export {
  createInterceptor,
  type InterceptorOptions,
} from "../../mocks/adapters/undici/undici-interceptor.ts";
export type { Control } from "../../mocks/control/control.ts";
export type { FaultRule } from "../../mocks/faults/fault-rule.ts";
export { createMock, type Mock } from "../../mocks/mock.ts";
export { defaultApiKey } from "../../mocks/mock-options.ts";
