import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { recoveryCodesQuery } from "#app/features/account/queries.ts";
import { newRecoveryCodes } from "#app/features/account/two-factor.ts";
import { stopQuery } from "#app/features/stop/queries.ts";
import { showStored } from "#app/lib/query-cache.ts";
import { respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";

const STOPPED = { stopped_at: "2026-11-26T09:41:00.000Z" };
const RUNNING = { stopped_at: null };

it("a change is shown although a fetch that began before it ends after it", async () => {
  const queryClient = new QueryClient();
  const earlier = Promise.withResolvers<typeof RUNNING>();
  const observer = new QueryObserver(queryClient, { ...stopQuery, queryFn: () => earlier.promise });
  const stop = observer.subscribe(() => undefined);
  await showStored(queryClient, stopQuery, STOPPED);
  earlier.resolve(RUNNING);
  await earlier.promise;
  await waitFor(() =>
    expect(observer.getCurrentResult()).toMatchObject({ data: STOPPED, fetchStatus: "idle" }),
  );
  stop();
});

it("new recovery codes are counted although an earlier count is still under way", async () => {
  await openScreen("/activity");
  respond("POST /api/account/recovery-codes", { codes: ["4KQ7-M2XD"] }, 201);
  const queryClient = new QueryClient();
  const earlier = Promise.withResolvers<{ left: number; created_at: null }>();
  const counts = [earlier.promise, Promise.resolve({ left: 1, created_at: null })];
  const queryFn = () => counts.shift() ?? Promise.reject(new Error("no more counts"));
  const observer = new QueryObserver(queryClient, { ...recoveryCodesQuery, queryFn });
  const stop = observer.subscribe(() => undefined);
  expect(await newRecoveryCodes(queryClient)).toEqual(["4KQ7-M2XD"]);
  earlier.resolve({ left: 0, created_at: null });
  await waitFor(() => expect(observer.getCurrentResult().data?.left).toBe(1));
  stop();
});
