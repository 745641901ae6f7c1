/**
 * `store-orders-kit/devtools`: the mock's page as a panel inside an application under development. A production build gets
 * `devtools-production.ts` in its place, which shows nothing.
 */

import type { ControlClient } from "../mocks/client/control-client.ts";
import type { PageControl } from "./model/page-control.ts";
import { type DevtoolsElement, defineDevtools, elementName } from "./panel/devtools-element.tsx";

export interface DevtoolsOptions {
  /** Address of the API, as the application calls it, ending in `/v1`; calls from the panel use it. Default: `/v1`. */
  readonly baseUrl?: string;
  /** A key of the mock, without a world. Default: `mock-key`. */
  readonly apiKey?: string;
  /** The world that is shown first. Default: the one of a key without a name. */
  readonly world?: string;
  /** Position of the button. Default: `bottom-right`. */
  readonly position?: "bottom-right" | "bottom-left" | "top-right" | "top-left";
  /** The shortcut that opens and closes the panel; false for none. Default: `Alt+Shift+O`. */
  readonly shortcut?: string | false;
}

export interface Devtools {
  open(): void;
  close(): void;
  /** Removes the panel from the document. */
  unmount(): void;
}

/** A mock on a port. */
export interface MockAddress {
  readonly baseUrl: string;
  /** The control token, where the mock needs one. */
  readonly token?: string;
}

defineDevtools();

/**
 * Adds the panel to the document.
 * @param mock a mock's `control` in this process, a control client, or the mock's address
 */
export function mountDevtools(
  mock: PageControl | ControlClient | MockAddress,
  options: DevtoolsOptions = {},
): Devtools {
  const element = document.createElement(elementName) as DevtoolsElement;
  const isAddress = !("health" in mock);
  if (!isAddress) element.control = mock;
  const { shortcut } = options;
  const attributes = {
    "base-url": options.baseUrl ?? (isAddress ? mock.baseUrl : undefined),
    token: isAddress ? mock.token : undefined,
    "api-key": options.apiKey,
    world: options.world,
    position: options.position,
    shortcut: shortcut === false ? "none" : shortcut,
  };
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value);
  }
  document.body.append(element);
  return {
    open: () => element.toggle(true),
    close: () => element.toggle(false),
    unmount: () => element.remove(),
  };
}
