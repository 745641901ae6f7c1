/** Operations on a mock apart from the API. The same methods serve tests in process and HTTP. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { copyJson } from "../../base/json.ts";
import type { FixtureInput, FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { OrderSource } from "../../fixtures/order-source.ts";
import type { ScenarioName } from "../../fixtures/scenarios.ts";
import {
  ControlError,
  type Health,
  healthService,
  isWorldName,
  type WorldSummary,
} from "../../spec/control-protocol.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { parseProfile } from "../../spec/profile.ts";
import { word } from "../core/field.ts";
import type { OrderBase } from "../core/order-store.ts";
import { type FaultRule, type FaultRules, parseFaultRules } from "../faults/fault-rule.ts";
import { admit } from "../http/admission.ts";
import { formatJournal, type JournalFormat, journalFormats } from "../journal/format-journal.ts";
import type { JournalEntry } from "../journal/journal-entry.ts";
import { type MockEvent, WorldEvents } from "../worlds/events.ts";
import { formatSnapshot, restoreSnapshot } from "../worlds/snapshot.ts";
import { createOrderBase, hasOwnOrders, type WorldState, type Worlds } from "../worlds/worlds.ts";
import { type ControlledMock, OrderControl } from "./order-control.ts";
import { readCount, readSource } from "./read-input.ts";

/** The start of a world: members that are left out keep their values. */
export interface ResetSource {
  /** Seed of the generated orders and of the faults' chances. */
  readonly seed?: number | undefined;
  /** Number of orders to generate, in place of a list of orders. */
  readonly orders?: number | undefined;
  /** Orders to start from, or a scenario's name; `default` or undefined for generated ones. */
  readonly fixtures?: readonly FixtureInput[] | ScenarioName | undefined;
}

const controls = new WeakMap<WorldState, Control>();

export function controlOf(world: WorldState, mock: ControlledMock): Control {
  const control = controls.get(world) ?? new Control(world, mock);
  controls.set(world, control);
  return control;
}

/** One world under control. Each method's HTTP form is in `GET /_mock/openapi.yaml`. */
export class Control extends OrderControl {
  readonly #world: WorldState;
  readonly #mock: ControlledMock;

  constructor(world: WorldState, mock: ControlledMock) {
    super(world, mock);
    this.#world = world;
    this.#mock = mock;
  }

  /** The list of orders that a world was reset to in place of the mock's; undefined for none. */
  static ownOrdersOf(control: Control): FixtureOrder[] | undefined {
    const { base } = control.#world.store;
    return hasOwnOrders(base) && !base.isFirst ? base.orders.map(copyJson) : undefined;
  }

  health = (): Health => {
    const { name, store } = this.#world;
    const { isReady, broken } = this.#mock;
    return {
      service: healthService,
      version: kitVersion,
      seed: store.base.source.seed,
      orders: store.count,
      world: name,
      ready: isReady(),
      ...(broken && { broken }),
    };
  };

  /**
   * Resets the world to the mock's start. With a source, to another start until the next reset without one; members that it
   * leaves out keep their values.
   */
  reset = (source: ResetSource = {}): Health => {
    const { worlds } = this.#mock;
    worlds.reset(this.#world, startOf(worlds, this.#world.store.base.source, source));
    return this.health();
  };

  /** Resets every world in the same way; new worlds also start from there. */
  resetAll = (source: ResetSource = {}): Health => {
    const { worlds } = this.#mock;
    const from = startOf(worlds, worlds.first.source, source);
    for (const world of worlds.all()) worlds.reset(world, from);
    worlds.startAll(from);
    return this.health();
  };

  /** The orders and the profile as a short text, for `restore`. */
  snapshot = (): string => {
    this.current();
    return formatSnapshot(this.#world);
  };

  /** @throws {BadInput} for a text that is not a snapshot, or a snapshot whose first orders are not known here */
  restore = (snapshot: string): Health => {
    const { worlds } = this.#mock;
    restoreSnapshot(snapshot, this.#world, worlds);
    this.#world.made = undefined;
    this.#world.shipClock?.restart(worlds.now());
    this.#world.events?.emit({ event: "restored" });
    return this.health();
  };

  /** The rules, each with its remaining matches and the number of times that it has played. */
  faults = (): readonly FaultRule[] => this.#world.faults.rules();

  /** Replaces all rules by these, or by those of a preset. @throws {BadInput} naming the field that cannot be used */
  setFaults = (rules: FaultRules): readonly FaultRule[] => {
    this.#world.faults.setRules(parseFaultRules(rules));
    this.#world.events?.emit({ event: "faults" });
    return this.faults();
  };

  /** Requests and answers, newest last. @param newest maximum number of them */
  journal = (newest?: number): readonly JournalEntry[] =>
    copyJson(this.#world.journal.entries(readCount(newest, "the number of entries")));

  /**
   * The journal as a HAR file, as curl commands or as a vitest test.
   * @param entry only the exchange of this id
   */
  journalAs = (format: JournalFormat, newest?: number, entry?: number): string => {
    const entries = this.journal(newest).filter(({ id }) => entry === undefined || id === entry);
    return formatJournal(entries, word(...journalFormats).read(format, "as"), this.#world.name);
  };

  clearJournal = (): void => {
    this.#world.journal.clear();
    this.#world.events?.emit({ event: "journal-cleared" });
  };

  /** Listens to the events of this world; returns a function that stops. */
  onEvent = (listener: (event: MockEvent) => void): (() => void) => {
    if (typeof listener !== "function")
      throw new BadInput(
        `Cannot listen to events: the listener must be a function, got ${quoteValue(listener)}.`,
      );
    this.#world.events ??= new WorldEvents(this.#world.name);
    return this.#world.events.follow(listener);
  };

  profile = (): Profile => copyJson(this.#world.profile);

  /** Sets the answers to the open questions; the default profile has the rest. @throws {BadInput} */
  setProfile = (profile: Partial<Profile>): Profile => {
    this.#world.profile = parseProfile(profile, "the profile");
    this.#world.events?.emit({ event: "profile" });
    return this.profile();
  };

  /** Whether an API key is valid. It may name a world. */
  acceptsKey = (key: string): boolean => "world" in admit(`Bearer ${key}`, this.#mock.apiKeys);

  /** The present worlds. */
  worlds = (): WorldSummary[] => this.#mock.worlds.summaries();

  /** Drops a world and its orders. The world without a name cannot be dropped. */
  dropWorld = (name: string): void => {
    const { worlds } = this.#mock;
    if (name === worlds.start.name)
      throw new BadInput(`Cannot drop world ${name}: it is the one that every mock has. Reset it instead.`);
    if (worlds.drop(name)) return;
    const message = `Cannot drop world ${quoteValue(name)}: there is none.`;
    throw new ControlError(404, "world_not_found", message);
  };

  /** Drops worlds that had no request for a number of seconds; returns how many. */
  dropIdleWorlds = (seconds: number): number =>
    this.#mock.worlds.dropIdle(readCount(seconds, "the number of seconds") ?? 0);

  /** Control of another world, which is made at its first use. */
  world = (name: string): Control => {
    if (!isWorldName(name))
      throw new BadInput(
        `Cannot open world ${quoteValue(name)}: its name has 1 to 64 letters, digits, dots, hyphens or underscores.`,
      );
    return controlOf(this.#mock.worlds.open(name), this.#mock);
  };
}

/** @param has the values for members that are left out @throws {BadInput} */
export function startOf(worlds: Worlds, has: OrderSource, given: ResetSource): OrderBase {
  const changes = readSource(given);
  if (Object.keys(changes).length === 0) return worlds.first;
  // A number of orders is for generated ones, not for a given list, which a seed for the faults' chances keeps.
  const isGenerated = "count" in changes && !("fixtures" in changes) && typeof has.fixtures !== "string";
  return createOrderBase({ ...has, ...(isGenerated && { fixtures: undefined }), ...changes });
}
