import { AuthClient } from "@supabase/supabase-js";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { sessionRenewal } from "#app/lib/auth/session-renewal.ts";
import { sessionStorageFor } from "#app/lib/auth/session-storage.ts";
import { SESSION_STORAGE_KEY } from "#app/lib/auth/stored-session.ts";

const MINUTE_MS = 60_000;
const HOUR_S = 3_600;
const NOW = 1_800_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The provider's response to a sign-in or a renewal, whose clock differs from the device's by `offMs`. */
function sessionResponse(offMs: number): Response {
  const iat = Math.floor((Date.now() - offMs) / 1000);
  const claims = { sub: "u1", iat, exp: iat + HOUR_S };
  return Response.json({
    access_token: `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`,
    refresh_token: `r${iat}`,
    token_type: "bearer",
    expires_in: HOUR_S,
    expires_at: iat + HOUR_S,
    user: { id: "u1" },
  });
}

const refusal = (status: number, body: unknown) => () =>
  typeof body === "string" ? new Response(body, { status }) : Response.json(body, { status });
const tooMany = refusal(429, { error_code: "over_request_rate_limit", msg: "Slow down" });

/** A signed-in browser with the real client, whose renewals get `respond`'s responses. */
async function signedIn(respond: () => Response, offMs = 0) {
  const renewals: number[] = [];
  const events: string[] = [];
  const renewal = sessionRenewal(async (input) => {
    if (String(input).endsWith("grant_type=password")) return sessionResponse(offMs);
    renewals.push(Date.now());
    return respond();
  });
  const client = new AuthClient({
    url: "https://auth.example/auth/v1",
    storageKey: SESSION_STORAGE_KEY,
    fetch: renewal.fetch,
    storage: sessionStorageFor(renewal.isRefused),
    autoRefreshToken: true,
    persistSession: true,
  });
  onTestFinished(() => client.dispose());
  client.onAuthStateChange((event) => void events.push(event));
  await vi.advanceTimersByTimeAsync(0);
  await client.signInWithPassword({ email: "maya@example.com", password: "Correct-horse-9" });
  const hasSession = async () => (await client.getSession()).data.session !== null;
  return { client, renewals, events, hasSession };
}

describe("a session", () => {
  it.each([70, -70, 3_000, -3_000])(
    "is renewed once an hour by a device whose clock is %i minutes off",
    async (minutes) => {
      const offMs = minutes * MINUTE_MS;
      const { renewals, events, hasSession } = await signedIn(() => sessionResponse(offMs), offMs);
      await vi.advanceTimersByTimeAsync(50 * MINUTE_MS);
      expect(renewals).toHaveLength(0);
      await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
      expect(renewals).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(50 * MINUTE_MS);
      expect(renewals).toHaveLength(1);
      expect(await hasSession()).toBe(true);
      expect(events).not.toContain("SIGNED_OUT");
    },
  );

  it("is renewed once after the clock was set", async () => {
    const { renewals, events, hasSession } = await signedIn(() => sessionResponse(0));
    for (const minutes of [70, -70]) {
      vi.setSystemTime(Date.now() + minutes * MINUTE_MS);
      await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    }
    expect(renewals).toHaveLength(1);
    expect(await hasSession()).toBe(true);
    expect(events).not.toContain("SIGNED_OUT");
  });

  it.each([
    ["too many requests", tooMany],
    ["too many requests, from another server", refusal(429, "<html>")],
    ["a failing server", refusal(503, { msg: "Unavailable" })],
    ["an overloaded gateway", refusal(504, "<html>")],
  ])("survives %s for as long as it takes, with fewer and fewer attempts", async (_, later) => {
    let respond: () => Response = later;
    const { client, renewals, events, hasSession } = await signedIn(() => respond());
    await vi.advanceTimersByTimeAsync(120 * MINUTE_MS);
    expect(await hasSession()).toBe(true);
    const starts = renewals.filter((at, index) => at - (renewals[index - 1] ?? 0) > 30_000);
    const gaps = starts.slice(1).map((at, index) => (at - (starts[index] ?? 0)) / MINUTE_MS);
    expect(gaps.slice(0, 4)).toEqual(gaps.slice(0, 4).toSorted((one, other) => one - other));
    expect(gaps[3]).toBeGreaterThan(2 * (gaps[0] ?? 0));
    expect(gaps.at(-1)).toBeLessThanOrEqual(7);
    expect(events).not.toContain("SIGNED_OUT");
    respond = () => sessionResponse(0);
    await vi.advanceTimersByTimeAsync(7 * MINUTE_MS);
    expect(events).toContain("TOKEN_REFRESHED");
    expect((await client.getSession()).error).toBeNull();
  });

  it.each([
    ["a page of a proxy", refusal(403, "<html>")],
    ["a gateway that doesn't know the project's key", refusal(401, { message: "Invalid API key" })],
    ["a missing page", refusal(404, { error_code: "not_found" })],
  ])("survives %s", async (_, response) => {
    const { events, hasSession } = await signedIn(response);
    await vi.advanceTimersByTimeAsync(90 * MINUTE_MS);
    expect(await hasSession()).toBe(true);
    expect(events).not.toContain("SIGNED_OUT");
  });

  it.each([
    ["unknown", refusal(400, { error_code: "refresh_token_not_found", msg: "Not found" })],
    ["used twice", refusal(400, { error_code: "refresh_token_already_used", msg: "Used" })],
    ["of an ended session", refusal(403, { error_code: "session_not_found", msg: "Ended" })],
    ["refused as earlier versions did", refusal(401, { error: "invalid_grant" })],
  ])("ends when its token is %s, also while it still works", async (_, response) => {
    const { client, renewals, events, hasSession } = await signedIn(response);
    await client.refreshSession();
    expect(events).toContain("SIGNED_OUT");
    expect(await hasSession()).toBe(false);
    expect(renewals).toHaveLength(1);
  });
});

it("keeps its age when a change of the user stores it again", async () => {
  const renewal = sessionRenewal(async () => sessionResponse(0));
  const storage = sessionStorageFor(renewal.isRefused);
  storage.setItem(SESSION_STORAGE_KEY, await sessionResponse(0).text());
  vi.setSystemTime(NOW + 10 * MINUTE_MS);
  const shown = () => JSON.parse(storage.getItem(SESSION_STORAGE_KEY) ?? "").expires_at as number;
  const before = shown();
  for (let times = 0; times < 5; times += 1)
    storage.setItem(SESSION_STORAGE_KEY, storage.getItem(SESSION_STORAGE_KEY) ?? "");
  expect(shown()).toBe(before);
  expect(before).toBe(NOW / 1000 + HOUR_S);
});
