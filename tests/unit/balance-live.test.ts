import { environmentManager, focusManager, type QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { liveBalanceQuery } from "#app/features/balance/queries.ts";
import { createQueryClient } from "#app/lib/query-client.ts";
import { INITIAL_SETTINGS } from "#core/domain/account-settings.ts";

const HOUR_MS = 3_600_000;
let [looks, clients]: [number, QueryClient[]] = [0, []];

beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  looks = 0;
});
afterEach(() => {
  for (const client of clients) client.clear();
  clients = [];
  focusManager.setFocused(undefined);
  environmentManager.setIsServer(() => true);
  vi.useRealTimers();
});

function openClient(): QueryClient {
  const client = createQueryClient();
  clients.push(client);
  client.mount();
  focusManager.setFocused(true);
  return client;
}

/** A balance on screen, as the balance card requests it; counts the requests. */
async function watch(): Promise<() => void> {
  const client = openClient();
  const queryFn = async () => ({
    balance: ++looks,
    held: 0,
    currency: "USD" as const,
    ever_funded: true,
    ...INITIAL_SETTINGS,
    pending: [],
  });
  const leave = new QueryObserver(client, { ...liveBalanceQuery, queryFn }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  return leave;
}

it("a visible balance is checked every half minute, until it is out of sight", async () => {
  const leave = await watch();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(looks).toBe(1 + 10);
  leave();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(looks).toBe(11);
});

it("nobody checks it while the window is hidden, and it is checked immediately when the window is visible again", async () => {
  await watch();
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(looks).toBe(1);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toBe(2);
});

it("other data is not requested again on focus", async () => {
  const queryFn = async () => ++looks;
  new QueryObserver(openClient(), { queryKey: ["other"], queryFn }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(looks).toBe(1);
});

it("a request that fails is retried once", async () => {
  const queryFn = () => Promise.reject(new Error(`Attempt ${++looks}`));
  const observer = new QueryObserver(openClient(), { queryKey: ["other"], queryFn });
  observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(observer.getCurrentResult().error?.message).toBe("Attempt 2");
  expect(looks).toBe(2);
});
