import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "#app/lib/api-error.ts";
import { createQueryClient, EVERY_MINUTE } from "#app/lib/query-client.ts";
import { MINUTE_MS } from "#core/domain/time.ts";

const seconds = (count: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(count * 1_000);
    // The cache tells its observers a moment later.
    await vi.advanceTimersByTimeAsync(1);
  });
const minutes = (count: number) => seconds((count * MINUTE_MS) / 1_000);
let visible = true;

function show(isVisible: boolean): Promise<unknown> {
  visible = isVisible;
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  return seconds(0);
}

function connect(isOnline: boolean): Promise<unknown> {
  window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  return seconds(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  visible = true;
  const spy = vi
    .spyOn(document, "visibilityState", "get")
    .mockImplementation(() => (visible ? "visible" : "hidden"));
  return () => {
    vi.useRealTimers();
    spy.mockRestore();
  };
});

/** A page that shows a number which counts its fetches. */
async function open() {
  const fetchNumber = vi.fn<() => Promise<number>>();
  fetchNumber.mockImplementation(async () => fetchNumber.mock.calls.length);
  const client = createQueryClient();
  const usePage = () => {
    const { data, refetch } = useQuery({ queryKey: ["figures"], queryFn: fetchNumber, ...EVERY_MINUTE });
    return { data, refetch };
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const page = renderHook(usePage, { wrapper });
  await seconds(0);
  return { fetchNumber, page, number: () => page.result.current.data };
}

it("a visible page fetches again every minute", async () => {
  const { number } = await open();
  await seconds(58);
  expect(number()).toBe(1);
  await seconds(2);
  expect(number()).toBe(2);
  await minutes(3);
  expect(number()).toBe(5);
});

it("a hidden page waits, and fetches at once when the reader returns after a minute or more", async () => {
  const { number } = await open();
  await show(false);
  await minutes(10);
  expect(number()).toBe(1);
  await show(true);
  expect(number()).toBe(2);
  await seconds(30);
  await show(false);
  await show(true);
  expect(number()).toBe(2);
  await seconds(30);
  expect(number()).toBe(3);
});

it("a page without a network waits, and fetches at once when it is back", async () => {
  const { number } = await open();
  await connect(false);
  await minutes(10);
  expect(number()).toBe(1);
  await connect(true);
  expect(number()).toBe(2);
});

it("a failure changes nothing, and the next minute is another attempt", async () => {
  const { fetchNumber, number } = await open();
  const failure = new ApiError({ status: 429, code: "rate_limited", message: "Too many requests" });
  fetchNumber.mockRejectedValueOnce(failure);
  await minutes(1);
  expect(number()).toBe(1);
  await minutes(1);
  expect(number()).toBe(3);
});

it("what the page itself has fetched in the meantime is newer", async () => {
  const { fetchNumber, page, number } = await open();
  const slow = Promise.withResolvers<number>();
  fetchNumber.mockReturnValueOnce(slow.promise);
  await minutes(1);
  await page.result.current.refetch();
  await seconds(0);
  expect(number()).toBe(3);
  slow.resolve(2);
  await seconds(0);
  expect(number()).toBe(3);
});

it("a page that was left fetches no more", async () => {
  const { fetchNumber, page } = await open();
  page.unmount();
  await minutes(3);
  expect(fetchNumber).toHaveBeenCalledTimes(1);
});
