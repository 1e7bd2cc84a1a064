import { afterAll, beforeAll, expect, it } from "vitest";
import { storeBelongings } from "#tests/support/belonging-rows.ts";
import { publishExamplePrices } from "#tests/support/prices.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { API_ROUTES } from "#worker/api/app.ts";
import {
  type CountedService,
  countedService,
  OPERATORS_TOKEN,
  type Person,
  tokenOf,
} from "./database-calls/counted-service.ts";
import { WALK } from "./database-calls/walk.ts";
import type { Sent, World } from "./database-calls/world.ts";

/** The calls of an account's object count with those of the request that refreshes it. */
const READ_MOST = 2;
const CHANGE_MOST = 4;

interface Exception {
  calls: number;
  why: string;
}

/** Routes that need more, with their exact number: a smaller one is to be written down, too. See decision 088. */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  "POST /api/stripe/webhook": { calls: 7, why: "each step is stored before the provider is called again" },
  "POST /api/account/payment-link-completion": {
    calls: 5,
    why: "the provider is called between two of them",
  },
  "DELETE /api/account": { calls: 7, why: "the provider is called between them" },
  "GET /api/account/export": { calls: 28, why: "each file is read as the client takes it" },
  "POST /api/account/recovery-codes/use": {
    calls: 5,
    why: "the account's object reads that the Playground's grants have ended",
  },
  "GET /api/usage (filtered)": { calls: 4, why: "the roll-up says first where matches are" },
  "GET /api/usage.csv (filtered)": { calls: 4, why: "as the list" },
  "GET /api/ledger/days": { calls: 3, why: "the days say which transfers are shown by themselves" },
  "GET /api/operator/overview": { calls: 3, why: "a sample is taken from the requests of the window" },
  "GET /api/operator/accounts": { calls: 3, why: "only the accounts of the page are added up" },
  "GET /api/operator/accounts.csv": { calls: 3, why: "as the list" },
  "GET /api/operator/prices": { calls: 3, why: "only the lists that are shown are read whole" },
  "POST /api/operator/payments/events/:event/retry": { calls: 8, why: "as the webhook" },
  "POST /api/operator/payments/comparison": { calls: 9, why: "each page of the provider is stored" },
  "POST /api/operator/payments/:payment/refund": {
    calls: 7,
    why: "each step is stored before the provider is called",
  },
};

let database: TestDatabase;
let service: CountedService;
const operator: Person = { userId: crypto.randomUUID(), email: "ana@example.com", secondFactor: true };

beforeAll(async () => {
  database = await startTestDatabase();
  await publishExamplePrices(database.db);
  await database.db.$client.execute({
    sql: "INSERT INTO alert_settings (one, targets) VALUES (1, ?)",
    args: [JSON.stringify([{ target: "ops@example.com", kind: "email", name: "ops@example.com" }])],
  });
  service = countedService(database.url, new Map([[operator.userId, "ana"]]));
});
afterAll(async () => {
  service.stop();
  await database.stop();
});

const isDesk = (path: string) => path.startsWith("/api/operator");

/** The customer's own objects, by what stands before them in the path. */
function ownIds(path: string, { owned }: World): Record<string, string> {
  const ids: Record<string, string> = {
    keys: owned.keyId,
    tokens: owned.tokenId,
    receipts: owned.orderId,
    charges: owned.chargeId,
    notifications: owned.notificationId,
    usage: owned.requestId,
    accounts: String(owned.accountId),
    payments: owned.orderId,
  };
  const parts = path.split("/");
  const named = parts.flatMap((part, at) => {
    const value = ids[parts[at - 1] ?? ""];
    return part.startsWith(":") && value !== undefined ? [[part.slice(1), value] as const] : [];
  });
  return Object.fromEntries(named);
}

function callerOf(path: string, { customer }: World, by: Sent["by"]): string {
  if (typeof by === "string") return OPERATORS_TOKEN;
  return tokenOf(by ?? (isDesk(path) ? operator : customer));
}

/** Sends a request of the route, and reads its response whole. */
async function send(route: string, world: World, { ids = {}, query, body, by }: Sent) {
  const [method = "", path = ""] = route.split(" ");
  const values = { ...ownIds(path, world), ...ids };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? "");
  const response = await service.send(query === undefined ? filled : `${filled}?${query}`, {
    method,
    headers: {
      authorization: `Bearer ${callerOf(path, world, by)}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.ok, `${route} returned ${response.status}: ${text.slice(0, 300)}`).toBe(true);
  return text;
}

/** A customer who owns one of everything and was here before, as was the operator. */
async function newWorld(): Promise<World> {
  const tag = crypto.randomUUID().replaceAll("-", "");
  const customer = { userId: crypto.randomUUID(), email: `${tag}@example.com`, secondFactor: false };
  const none = { orderId: "", sessionId: "", chargeId: "", requestId: "", notificationId: "" };
  const world: World = {
    db: database.db,
    customer,
    operator,
    owned: { ...none, tag, accountId: 0, keyId: "", tokenId: "" },
    ask: async (route, sent = {}) => JSON.parse(await send(route, world, sent)),
  };
  const key = await world.ask("POST /api/keys", { body: { name: `Key ${tag}`, test: true } });
  const scopes = { scopes: ["usage:read"], expires_in_days: 90 };
  const token = await world.ask("POST /api/tokens", { body: { name: "Token", ...scopes } });
  const desk = await world.ask("GET /api/operator/accounts", { query: `search=${tag}` });
  const [account] = desk.items as { id: number }[];
  const accountId = account?.id ?? 0;
  const rows = await storeBelongings({ db: database.db, accountId, tag }, String(key.id));
  world.owned = { ...rows, tag, accountId, keyId: String(key.id), tokenId: String(token.id) };
  // The account's object learns of the plan.
  await world.ask("PATCH /api/keys/:id", { body: { name: "Mine" } });
  return world;
}

const routeOf = (step: string) => step.split(" ").slice(0, 2).join(" ");

it("walks every route", () => {
  expect([...new Set(Object.keys(WALK).map(routeOf))].toSorted()).toEqual(API_ROUTES.toSorted());
  expect(Object.keys(EXCEPTIONS).filter((step) => !Object.hasOwn(WALK, step))).toEqual([]);
});

it.each(Object.entries(WALK))(
  "%s makes no more calls to the database than allowed",
  async (step, prepare) => {
    const world = await newWorld();
    const sent = await prepare(world);
    const { calls } = await service.count(() => send(routeOf(step), world, sent));
    const exception = EXCEPTIONS[step];
    if (exception !== undefined) expect(calls).toBe(exception.calls);
    else expect(calls).toBeLessThanOrEqual(step.startsWith("GET ") ? READ_MOST : CHANGE_MOST);
  },
);
