import { afterEach, expect, it, vi } from "vitest";
import type { ApiKey } from "#core/contract/keys.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { call, createKeyAs, errorOf, mint, newUser, openTestDatabase, testApi } from "./support/test-api.ts";

/** Everything the console is given from now on, errors included. */
function listen(): () => string[] {
  const takeErrors = expectErrors();
  const spies = (["log", "info", "warn", "debug"] as const).map((method) => vi.spyOn(console, method));
  return () => [...takeErrors(), ...spies.flatMap((spy) => spy.mock.calls.map((parts) => parts.join(" ")))];
}
afterEach(() => {
  vi.restoreAllMocks();
});

it("a full key is in its creation's answer and in reveals, in no other answer and in no log", async () => {
  const logged = listen();
  const user = await newUser();
  const api = testApi();
  const { id, key } = await createKeyAs(api, user);
  const post = { method: "POST" };
  const answers = [
    await call(api, user.token, "/api/keys"),
    await call(api, user.token, "/api/account/balance"),
    await call(api, user.token, `/api/analytics?range=24h&key_id=${id}`),
    await call(api, user.token, "/api/keys", { body: { name: key.repeat(9) } }),
    await call(api, user.token, `/api/keys/${key}/reveal`, post),
    await call(api, key, "/api/keys"),
    await call(api, user.token, `/api/keys/${id}/revoke`, post),
    await call(api, user.token, `/api/keys/${id}/reveal`, post),
    await call(api, user.token, "/api/keys"),
  ];
  for (const answer of answers) {
    const text = (await answer.text()) + JSON.stringify([...answer.headers]);
    expect(text).not.toContain(key);
    expect(text).not.toContain(key.slice(3, 35));
  }
  expect(logged()).toEqual([]);
});

it("an unexpected failure shows its request id only, and logs one line without the query's values", async () => {
  const logged = listen();
  const user = await newUser();
  const api = testApi();
  const { key } = await createKeyAs(api, user);
  const db = openTestDatabase();
  Object.assign(db.$client, { batch: () => db.$client.execute("SELECT broken FROM nowhere") });
  const broken = testApi({ openDatabase: () => db });
  const response = await call(broken, user.token, `/api/keys/${key}/revoke`, { method: "POST" });
  expect(response.status).toBe(500);
  expect(await errorOf(response)).toEqual({
    error: "Something went wrong. Please contact support with the request id.",
    code: "internal_error",
    request_id: response.headers.get("x-request-id"),
  });
  const lines = logged();
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(key.slice(3, 35));
  const line: { request_id: string; causes: { message: string }[] } = JSON.parse(lines[0] ?? "");
  expect(line.request_id).toBe(response.headers.get("x-request-id"));
  expect(line.causes.at(-1)?.message).toContain("no such table: nowhere");
});

it.each([
  ["api_keys", "INSERT", "account_id", "/api/keys"],
  ["accounts", "UPDATE", "id", "/api/account/balance"],
])(
  "a failed query on %s is logged without the email, name and ciphertexts that it was given",
  async (table, event, column, path) => {
    const logged = listen();
    const user = await newUser();
    const first = await createKeyAs(testApi(), user, "Confidential name");
    const db = openTestDatabase();
    const trigger = `refuse_${table}_${user.account.id}`;
    await db.run(
      `CREATE TRIGGER ${trigger} BEFORE ${event} ON ${table} WHEN NEW.${column} = ${user.account.id} BEGIN SELECT RAISE(ABORT, 'refused by test'); END`,
    );
    const email = "confidential@example.com";
    const token = table === "accounts" ? await mint({ claims: { sub: user.userId, email } }) : user.token;
    const body = { name: "Confidential name" };
    const response = await call(testApi(), token, path, table === "accounts" ? {} : { body });
    await db.run(`DROP TRIGGER ${trigger}`);

    expect(response.status).toBe(500);
    const lines = logged();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("refused by test");
    for (const secret of ["Confidential", email, user.email, user.token, "v2.", first.key.slice(0, 8)]) {
      expect(lines[0]).not.toContain(secret);
    }
    const list = await (await call(testApi(), user.token, "/api/keys")).json<ApiKey[]>();
    expect(list).toHaveLength(1);
  },
);
