import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { NotificationsAnswer } from "#core/contract/notifications.ts";
import { call, mint, newUser, openTestDatabase, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0";

const session = ({ userId, email }: TestUser, session_id = crypto.randomUUID()) =>
  mint({ claims: { sub: userId, email, session_id } });

/** A request as it comes from somewhere. */
function visit(token: string, country: string | null, userAgent = MAC, headers: Record<string, string> = {}) {
  const init = {
    headers: { authorization: `Bearer ${token}`, "user-agent": userAgent, ...headers },
    ...(country !== null && { cf: { country } }),
  };
  return api.fetch(new Request("http://latchkey.test/api/keys", init), env, createExecutionContext());
}

/** The sign-in notices of other sessions than the one that asks, which comes from no place at all. */
async function toldOf(user: TestUser): Promise<string[]> {
  const answer = await (await call(api, user.token, "/api/notifications")).json<NotificationsAnswer>();
  return answer.items
    .filter(({ kind }) => kind === "new_sign_in")
    .map(({ text }) => text.split(". ")[0] ?? "")
    .filter((place) => place !== "An unknown device");
}

it("tells of a session from another country, browser or system, not of the first one nor of a known place", async () => {
  const user = await newUser();
  await visit(await session(user), "PT");
  await visit(await session(user), "PT");
  expect(await toldOf(user)).toEqual([]);
  await visit(await session(user), "DE");
  await visit(await session(user), "PT", WINDOWS);
  await visit(await session(user), "DE");
  expect(await toldOf(user)).toEqual(["Firefox on Windows, Portugal", "Chrome on macOS, Germany"]);
});

it("tells once, of however many first requests at the same moment, and looks at a known session no more", async () => {
  const user = await newUser();
  await visit(await session(user), "PT");
  const token = await session(user);
  const answers = await Promise.all(Array.from({ length: 20 }, () => visit(token, "DE")));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  await visit(token, "FR");
  expect(await toldOf(user)).toEqual(["Chrome on macOS, Germany"]);
});

it("tells of a place that is in no country, where an anonymous network or nobody knows", async () => {
  const user = await newUser();
  for (const [country, agent] of [["PT"], ["T1"], ["XX", WINDOWS], ["pt", "Opera/9"]] as const)
    await visit(await session(user), country, agent);
  expect(await toldOf(user)).toEqual(["Opera", "Firefox on Windows", "Chrome on macOS"]);
});

it("takes no header's word for a country, and is told of before a session can switch it off", async () => {
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

it("keeps no more than the sessions and places seen last", async () => {
  const user = await newUser();
  for (let index = 0; index < 60; index += 1)
    await visit(await session(user), `${"ABCDEFGHIJ"[Math.floor(index / 10)]}${"ABCDEFGHIJ"[index % 10]}`);
  const count = `SELECT count(*) AS places FROM known_places WHERE account_id = ?`;
  const { rows } = await openTestDatabase().$client.execute({ sql: count, args: [user.account.id] });
  expect(rows[0]?.places).toBe(50);
});
