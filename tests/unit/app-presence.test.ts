import { afterEach, expect, it, vi } from "vitest";
import { SESSION_STORAGE_KEY } from "#app/lib/auth/stored-session.ts";
import { confirmPresence, onPresenceNeeded, requirePresence } from "#app/lib/presence.ts";

const MINUTE_MS = 60_000;
let stop = () => {};

/** @returns how often the person was asked to confirm. */
function respondWith(response: () => Promise<boolean>): () => number {
  let questions = 0;
  stop = onPresenceNeeded(() => {
    questions += 1;
    return response();
  });
  return () => questions;
}

/** A browser with a session that was proven so long ago. */
function proven(method: string, agoMs: number, factors: { status: string }[] = []): void {
  const amr = [{ method, timestamp: Math.floor((Date.now() - agoMs) / 1000) }];
  const claims = Buffer.from(JSON.stringify({ aal: "aal1", amr })).toString("base64url");
  stubSession({ access_token: `e30.${claims}.s`, expires_at: 2e9, user: { id: "u", factors } });
}

function stubSession(session: object): void {
  const text = JSON.stringify({ refresh_token: "r", user: { id: "u" }, ...session });
  vi.stubGlobal("localStorage", { getItem: (key: string) => (key === SESSION_STORAGE_KEY ? text : null) });
}

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

it("asks once for all that need it at the same time, and again afterwards", async () => {
  const questions = respondWith(() => Promise.resolve(true));
  expect(await Promise.all([confirmPresence(), confirmPresence()])).toEqual([true, true]);
  expect(questions()).toBe(1);
  await confirmPresence();
  expect(questions()).toBe(2);
});

it("can be asked again after asking failed", async () => {
  let response = () => Promise.reject<boolean>(new Error("This didn’t load"));
  respondWith(() => response());
  await expect(confirmPresence()).rejects.toThrow("This didn’t load");
  response = () => Promise.resolve(true);
  expect(await confirmPresence()).toBe(true);
});

it("counts as declined on a page that can't ask", async () => {
  expect(await confirmPresence()).toBe(false);
});

const VERIFIED = [{ status: "verified" }];

it.each([
  ["a password of a moment ago", () => proven("password", MINUTE_MS), 0],
  ["an emailed code of a moment ago", () => proven("otp", MINUTE_MS), 0],
  ["a password of six minutes ago", () => proven("password", 6 * MINUTE_MS), 1],
  ["a sign-in through another provider", () => proven("oauth", MINUTE_MS), 1],
  ["only a password, of a person with an app", () => proven("password", MINUTE_MS, VERIFIED), 1],
  ["a code from the app of a moment ago", () => proven("totp", MINUTE_MS, VERIFIED), 0],
  ["a proof from the future, by a clock that is wrong", () => proven("password", -6 * MINUTE_MS), 1],
])("before a change, %s", async (_, begin, times) => {
  begin();
  const questions = respondWith(() => Promise.resolve(true));
  await requirePresence();
  expect(questions()).toBe(times);
});

it.each([
  ["a moment ago", 70, MINUTE_MS, 0],
  ["a moment ago", -70, MINUTE_MS, 0],
  ["six minutes ago", 70, 6 * MINUTE_MS, 1],
  ["six minutes ago", -70, 6 * MINUTE_MS, 1],
])("a proof of %s counts the same by a clock that is %i minutes off", async (_, minutes, ago, times) => {
  const now = Math.floor(Date.now() / 1000);
  const iat = now - minutes * 60;
  const amr = [{ method: "password", timestamp: iat - ago / 1000 }];
  const claims = Buffer.from(JSON.stringify({ amr, iat, exp: iat + 3_600 })).toString("base64url");
  stubSession({ access_token: `e30.${claims}.s`, expires_in: 3_600, expires_at: now + 3_600 });
  const questions = respondWith(() => Promise.resolve(true));
  await requirePresence();
  expect(questions()).toBe(times);
});

it("stops a change when the person declines", async () => {
  proven("password", 6 * MINUTE_MS);
  respondWith(() => Promise.resolve(false));
  await expect(requirePresence()).rejects.toThrow("Confirm that it’s you to make this change.");
});
