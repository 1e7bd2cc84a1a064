import type { Page } from "@playwright/test";
import { zoneName } from "#app/lib/wall-clock.ts";
import type { LedgerResponse } from "#core/contract/ledger.ts";
import type { SpendAlertsResponse } from "#core/contract/spend-alerts.ts";
import { utcMonthOf } from "#core/domain/months.ts";
import { DAY_MS, HOUR_MS, isoTime } from "#core/domain/time.ts";
import { RETENTION_DAYS_LEAST } from "#core/domain/usage.ts";
import { createKey, get, newFundedUser, put, type User } from "./accounts.ts";
import { expect, stack } from "./support.ts";
import { recordRequests, storedKey } from "./usage-support.ts";

/** Ahead of UTC by a quarter of an hour too, and behind it with a change of clocks. */
export const ZONES = ["Asia/Kathmandu", "America/Havana"] as const;

interface Made {
  /** Epoch ms. */
  at: number;
  key: string;
  endpoint: string;
  model: string;
  micros: number;
}

export interface SpendingAccount {
  user: User;
  /** Full keys by name. */
  keys: Record<string, string>;
  made: Made[];
  /** Of the alert that only the last request reached, in dollars. */
  alert: number;
  /** The UTC month of the alert, the budgets and the statement. */
  month: string;
  /** A calendar month that has begun everywhere. */
  begunMonth: string;
  /** Before all requests; ISO. */
  from: string;
}

export const microsOfDollars = (dollars: number) => Math.round(dollars * 1_000_000);
export const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
export const spendOf = (made: readonly Made[]) => sumOf(made.map(({ micros }) => micros));

/** The first amount in a text, such as `−$1,234.567890`, in micro-dollars. */
export function microsIn(text: string | null): number {
  const [, minus, amount] = /([−-]?)\$([\d,]+(?:\.\d+)?)/.exec(text ?? "") ?? [];
  if (amount === undefined) throw new Error(`No amount in “${text}”.`);
  const micros = microsOfDollars(Number(amount.replaceAll(",", "")));
  return minus ? -micros : micros;
}

/** By the runtime's calendar, not the product's. */
export function monthIn(zone: string, at: number): string {
  const options = { timeZone: zone, year: "numeric", month: "2-digit" } as const;
  const parts = new Intl.DateTimeFormat("en-US", options).formatToParts(at);
  const part = (name: string) => parts.find(({ type }) => type === name)?.value;
  return `${part("year")}-${part("month")}`;
}

/** The latest change of a zone's clocks while requests are kept, to the hour; else a moment without one. */
function lastChange(zone: string, now: number): number {
  const changes = (at: number, step: number) => zoneName(at, zone) !== zoneName(at - step, zone);
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  const days = Array.from({ length: RETENTION_DAYS_LEAST - 4 }, (_, day) => hour - day * DAY_MS);
  const day = days.find((end) => changes(end, DAY_MS));
  if (day === undefined) return hour - 40 * DAY_MS;
  const hours = Array.from({ length: 24 }, (_, count) => day - count * HOUR_MS);
  return hours.find((end) => changes(end, HOUR_MS)) ?? day;
}

/** Around the change of clocks and the beginning of the month, where the zones disagree about the day or month. */
function momentsBefore(now: number): number[] {
  const change = lastChange("America/Havana", now);
  const month = Date.parse(`${utcMonthOf(now - 6 * HOUR_MS)}-01`);
  return [
    change - 2 * DAY_MS,
    change - HOUR_MS / 2,
    change + HOUR_MS / 2,
    month - 4 * HOUR_MS,
    month + 2 * HOUR_MS,
    month + 5.5 * HOUR_MS,
    now - 30 * HOUR_MS,
    now - 2_000,
  ].filter((at) => at < now);
}

const RECORDED = [
  { key: "Production", endpoint: "/v1/chat/completions", model: "demo-small" },
  { key: "Staging", endpoint: "/v1/messages", model: "demo-large" },
  { key: "Staging", endpoint: "/v1/embeddings", model: "demo-embedding" },
];

/** Amounts whose sums differ unless they are of the same requests; the newest costs more than the least alert. */
async function recordPast(user: User, now: number): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, at] of momentsBefore(now).entries()) {
    const kind = RECORDED[index % RECORDED.length] ?? RECORDED[0];
    if (kind === undefined) throw new Error("There are no kinds of requests.");
    const micros = at === now - 2_000 ? 1_234_567 : 10_007 * 2 ** index;
    const { key, endpoint, model } = kind;
    const agoMs = Date.now() - at;
    await recordRequests(await storedKey(user, key), 1, { endpoint, model, cost: micros, agoMs });
    made.push({ at, key, endpoint, model, micros });
  }
  return made;
}

type Request = Pick<Made, "key" | "endpoint" | "model"> & { body: object };

const message = (content: string) => ({ messages: [{ role: "user", content }], max_tokens: 16 });
const PAID: Request[] = [
  { key: "Production", endpoint: "/v1/chat/completions", model: "demo-small", body: message("Hello") },
  { key: "Staging", endpoint: "/v1/chat/completions", model: "demo-large", body: message("Hello again") },
  { key: "Staging", endpoint: "/v1/messages", model: "demo-large", body: message("A message") },
  {
    key: "Production",
    endpoint: "/v1/embeddings",
    model: "demo-embedding",
    body: { input: "A text ".repeat(99) },
  },
];
/** Costs several cents. */
const LAST: Request = {
  key: "Production",
  endpoint: "/v1/chat/completions",
  model: "demo-large",
  body: message("word ".repeat(20_000)),
};

async function send(keys: Record<string, string>, { body, ...facts }: Request): Promise<Made> {
  const response = await fetch(new URL(facts.endpoint, stack.web), {
    method: "POST",
    headers: {
      authorization: `Bearer ${keys[facts.key]}`,
      "content-type": "application/json",
      "anthropic-version": "2023-06-01",
    },
    body: JSON.stringify({ model: facts.model, ...body }),
  });
  expect(response.status, await response.text()).toBe(200);
  const micros = microsOfDollars(Number(response.headers.get("x-latchkey-cost")));
  expect(micros).toBeGreaterThan(0);
  return { ...facts, at: Date.now(), micros };
}

const alertsOf = (user: User) => get<SpendAlertsResponse>(user, "/api/account/spend-alerts");

/** Waits until the gateway has posted the requests. */
const expectSpent = (user: User, micros: number) =>
  expect.poll(async () => microsOfDollars((await alertsOf(user)).spent)).toBe(micros);

/** An account with two keys, a past, paid requests of this moment, and a spend alert that the last of them reached. */
export async function spendingAccount(name: string): Promise<SpendingAccount> {
  const user = await newFundedUser(name);
  const keys = {
    Production: await createKey(user, "Production"),
    Staging: await createKey(user, "Staging"),
  };
  const now = Date.now();
  const made = await recordPast(user, now);
  for (const key of Object.keys(keys)) {
    const { publicId } = await storedKey(user, key);
    await put(user, `/api/keys/${publicId}/budgets`, { budgets: [{ period: "month", amount: 100 }] });
  }
  for (const request of PAID) made.push(await send(keys, request));
  const month = utcMonthOf(Date.now());
  const spent = () => spendOf(made.filter(({ at }) => utcMonthOf(at) === month));
  await expectSpent(user, spent());
  const alert = (Math.ceil(spent() / 10_000) + 1) / 100;
  await put(user, "/api/account/spend-alerts", { amounts: [alert] });
  made.push(await send(keys, LAST));
  expect(spent()).toBeGreaterThan(microsOfDollars(alert));
  await expectSpent(user, spent());
  const from = isoTime(Math.min(...made.map(({ at }) => at)) - HOUR_MS);
  return { user, keys, made, alert, month, begunMonth: utcMonthOf(now - 6 * HOUR_MS), from };
}

/** All transactions. */
export async function ledgerOf(user: User): Promise<LedgerResponse["items"]> {
  const items: LedgerResponse["items"] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: LedgerResponse = await get(user, `/api/ledger?limit=100${query}`);
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return items;
}

/** Opens a page. @returns the API's response that it shows. */
export async function openWith<T>(page: Page, address: string, path: string): Promise<T> {
  const arriving = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await page.goto(address);
  return (await arriving).json();
}
