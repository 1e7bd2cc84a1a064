import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { NotificationsResponse } from "#core/contract/notifications.ts";
import { knownPlaces } from "#core/storage/schema/notifications.ts";
import {
  call,
  mint,
  newUser,
  openTestDatabase,
  type TestUser,
  testApi,
  writeDirectly,
} from "./support/test-api.ts";

const api = testApi();
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0";

const session = ({ userId, email }: TestUser, session_id = crypto.randomUUID()) =>
  mint({ claims: { sub: userId, email, session_id } });

/** A request from a location. */
function visit(token: string, country: string | null, userAgent = MAC, headers: Record<string, string> = {}) {
  const init = {
    headers: { authorization: `Bearer ${token}`, "user-agent": userAgent, ...headers },
    ...(country !== null && { cf: { country } }),
  };
  return api.fetch(new Request("http://latchkey.test/api/keys", init), env, createExecutionContext());
}

/** The sign-in notifications, read by another session without a location. */
async function toldOf(user: TestUser): Promise<string[]> {
  const list = await (await call(api, user.token, "/api/notifications")).json<NotificationsResponse>();
  return list.items
    .filter(({ kind }) => kind === "new_sign_in")
    .map(({ text }) => text.split(". ")[0] ?? "")
    .filter((place) => place !== "An unknown device");
}

it("notifies about a session from another country, browser or system, but not the first one or a known place", async () => {
  const user = await newUser();
  await visit(await session(user), "PT");
  await visit(await session(user), "PT");
  expect(await toldOf(user)).toEqual([]);
  await visit(await session(user), "DE");
  await visit(await session(user), "PT", WINDOWS);
  await visit(await session(user), "DE");
  expect(await toldOf(user)).toEqual(["Firefox on Windows, Portugal", "Chrome on macOS, Germany"]);
});

it("notifies once for concurrent first requests, and does not check a known session again", async () => {
  const user = await newUser();
  await visit(await session(user), "PT");
  const token = await session(user);
  const responses = await Promise.all(Array.from({ length: 20 }, () => visit(token, "DE")));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  await visit(token, "FR");
  expect(await toldOf(user)).toEqual(["Chrome on macOS, Germany"]);
});

it("notifies about a place without a country: an anonymous network or an unknown location", async () => {
  const user = await newUser();
  for (const [country, agent] of [["PT"], ["T1"], ["XX", WINDOWS], ["pt", "Opera/9"]] as const)
    await visit(await session(user), country, agent);
  expect(await toldOf(user)).toEqual(["Opera", "Firefox on Windows", "Chrome on macOS"]);
});

it("ignores country headers, and notifies before the session can switch it off", async () => {
  const user = await newUser();
  await visit(await session(user), "PT");
  const forged = { "cf-ipcountry": "PT", "x-forwarded-for": "203.0.113.7" };
  await visit(await session(user), "DE", MAC, forged);
  expect(await toldOf(user)).toHaveLength(1);
  const thief = await session(user);
  const off = { method: "PATCH", body: { kind: "new_sign_in", in_app: false, by_mail: false } };
  await call(api, thief, "/api/notifications/settings", { ...off, headers: { "user-agent": WINDOWS } });
  expect(await toldOf(user)).toHaveLength(2);
});

it("stores only the sessions and places seen last", async () => {
  const user = await newUser();
  const old = Array.from({ length: 50 }, (_, seenAt) => ({
    accountId: user.account.id,
    place: `old ${seenAt}`,
    seenAt,
  }));
  await writeDirectly((db) => db.insert(knownPlaces).values(old));
  for (const country of ["PT", "DE", "FR"]) await visit(await session(user), country);
  const kept = await openTestDatabase()
    .select()
    .from(knownPlaces)
    .where(eq(knownPlaces.accountId, user.account.id));
  expect(kept).toHaveLength(50);
  const places = kept.map(({ place }) => place);
  expect(old.filter(({ place }) => !places.includes(place)).map(({ seenAt }) => seenAt)).toEqual([0, 1, 2]);
});
