import { setTimeout as sleep } from "node:timers/promises";
import { formatAccountRoute, generateApiKey } from "#core/domain/api-key.ts";
import type { KeySecrets } from "#core/services/context.ts";
import { operatorEntry } from "#core/services/operator/operator-entry.ts";
import { insertPriceList } from "#core/storage/price-lists.ts";
import { testOperator } from "#tests/support/operator-context.ts";
import { startTestDatabase } from "#tests/support/test-database.ts";
import { REQUEST_ID_HEADER } from "#worker/http-headers.ts";
import { faultyWay } from "../gateway/faulty-way.ts";
import { newSecrets } from "../keys/key-shop.ts";
import { type LiveKey, openAccount, type Registry, type SimulatedAccount } from "./accounts.ts";
import { Clients, type Seen, type Sent } from "./client.ts";
import { DatabaseFaults } from "./database-faults.ts";
import type { OpenRow } from "./driver.ts";
import { NEW_PRICES, openings, START } from "./openings.ts";
import type { ExchangePlan } from "./plan.ts";
import { type PublishedList, pricesAt } from "./prices.ts";
import { startProvider } from "./provider.ts";
import { PATHS } from "./requests.ts";
import { startRuntime } from "./runtime.ts";
import type { StoredRow } from "./stored.ts";
import { WallClock } from "./wall-clock.ts";

/** An exchange that was begun. */
export interface Exchange {
  plan: ExchangePlan;
  requestId: string;
  account: SimulatedAccount;
  key: LiveKey;
  /** Null until the client is done. */
  seen: Seen | null;
}

/** Something that happened to the gateway within real times, epoch ms. */
export interface Disturbance {
  kind: "kill" | "terminate" | "evict";
  /** Null for all accounts. */
  account: SimulatedAccount | null;
  from: number;
  to: number;
}

/** Something that must not be. */
export interface Violation {
  exchange: Exchange | null;
  problem: string;
  row: StoredRow | undefined;
}

/** An account's object, as it shows itself. */
export interface Inspection {
  standing: { balanceMicros: number; heldMicros: number; pending: number; unposted: number };
  rows: OpenRow[];
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Everything that takes part, and all that is known of it. */
export async function openWorld({ seed, scale }: { seed: number; scale: number }) {
  const clock = new WallClock(START);
  const exchanges = new Map<number, Exchange>();
  const disturbances: Disturbance[] = [];
  const violations: Violation[] = [];
  const faults = new DatabaseFaults();
  const database = await startTestDatabase();
  const way = await faultyWay(database.url, faults.faultOf);
  const provider = await startProvider((number) => {
    const plan = exchanges.get(number)?.plan;
    return plan?.kind === "model" ? plan.script : null;
  });
  const lists = await publishLists(database.db);
  const keySecrets = newSecrets();
  const runtime = await startRuntime(bindingsFor(keySecrets, { way, provider }), () => clock.ahead);
  const clients = new Clients(runtime.origin);
  const refresh = (route: string) =>
    until(() => runtime.control<boolean>("refresh", { route }).catch(() => false));
  const registry: Registry = { db: database.db, keySecrets, clock, refresh };
  const accounts: SimulatedAccount[] = [];
  for (const opening of openings(scale)) accounts.push(await openAccount(registry, opening));
  return {
    seed,
    scale,
    clock,
    exchanges,
    disturbances,
    faults,
    database,
    db: database.db,
    provider,
    lists,
    runtime,
    clients,
    registry,
    accounts,
    violations,
    /** Real times at which nothing was under way, epoch ms. */
    drains: [] as number[],
    report(exchange: Exchange | null, problem: string, row?: StoredRow): void {
      violations.push({ exchange, problem, row });
    },
    /** Resolves while the gateway is up. */
    up: Promise.resolve(),
    inspect: (route: string) => runtime.control<Inspection | null>("inspect", { route }),
    async stop() {
      clients.stop();
      await runtime.stop();
      await way.stop();
      await provider.stop();
      await database.stop();
    },
  };
}

const bindingsFor = (
  { pepper }: KeySecrets,
  { way, provider }: Record<"way" | "provider", { url: string }>,
): Record<string, string> => ({
  LIBSQL_URL: way.url,
  UPSTREAM_URL: provider.url,
  PEPPER: JSON.stringify([...pepper]),
});

const MODEL_PERCENTS = [100, 130, 80];

async function publishLists(db: Registry["db"]): Promise<PublishedList[]> {
  const lists: PublishedList[] = [];
  for (const [i, from] of [0, ...NEW_PRICES].entries()) {
    const prices = pricesAt(MODEL_PERCENTS[i] ?? 100);
    const list = { effectiveFrom: from, createdAt: 0, models: JSON.stringify(prices) };
    const log = operatorEntry(testOperator(db), "prices.published", {
      accountId: null,
      reason: "Simulation",
    });
    const id = await insertPriceList(db, list, log);
    if (id === null) throw new Error("Two price lists are the same.");
    lists.push({ id, from, models: new Map(prices.map((price) => [price.model, price])) });
  }
  return lists;
}

/** Tries again until it succeeds. */
export async function until(
  done: () => Promise<boolean>,
  { everyMs = 50, withinMs = 60_000 } = {},
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error(`Nothing changed within ${withinMs} ms.`);
    await sleep(everyMs);
  }
}

/** The usage row's id, the same for the same exchange of a seed. */
const requestIdOf = (seed: number, number: number): string => {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, "0").slice(-length);
  return `${hex(seed >>> 0, 8)}-0000-4000-8000-${hex(number, 12)}`;
};

/** Sends a planned request with the key that its slot has now, and waits until the client is done. */
export async function perform(world: World, plan: ExchangePlan): Promise<void> {
  await world.up;
  const account = world.accounts[plan.account];
  const keys = account?.slots[plan.slot]?.keys ?? [];
  const key = (plan.olderKey ? keys.at(-2) : undefined) ?? keys.at(-1);
  if (account === undefined || key === undefined) throw new Error("There is no such key.");
  const requestId = requestIdOf(world.seed, plan.number);
  const exchange: Exchange = { plan, requestId, account, key, seen: null };
  world.exchanges.set(plan.number, exchange);
  const leave = plan.kind === "model" ? plan.leave : null;
  exchange.seen = await world.clients.send(sentBy(exchange), leave);
}

function sentBy({ plan, requestId, account, key }: Exchange): Sent {
  const text = plan.kind === "made-up key" ? madeUpKey(account) : key.text;
  const { method, path, body, headers } = messageOf(plan);
  const credential: Record<string, string> = plan.anthropicHeader
    ? { "x-api-key": text }
    : { authorization: `Bearer ${text}` };
  return { method, path, body, headers: { ...headers, ...credential, [REQUEST_ID_HEADER]: requestId } };
}

function messageOf(plan: ExchangePlan): Sent {
  if (plan.kind === "mistake") return plan.mistake;
  if (plan.kind === "model") {
    const { api, body, contentType } = plan.request;
    return { method: "POST", path: PATHS[api], body, headers: { "content-type": contentType } };
  }
  const path = plan.kind === "lookup" ? plan.lookup.path : "/v1/models";
  return { method: "GET", path, body: null, headers: {} };
}

const madeUpKey = ({ route }: SimulatedAccount) =>
  generateApiKey(route === "" ? formatAccountRoute(1n) : route);
