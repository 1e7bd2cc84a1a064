import { afterEach, expect, it, vi } from "vitest";
import type { ApiKey } from "#core/contract/keys.ts";
import { createTokenAs, revokeToken, TOKEN_BODY } from "./support/access-tokens.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { patchKey, revoke, rotate } from "./support/key-life.ts";
import {
  call,
  createKeyAs,
  errorOf,
  mint,
  newUser,
  openTestDatabase,
  testApi,
  writeDirectly,
} from "./support/test-api.ts";

/** Everything written to the console from now on, including errors. */
function listen(): () => string[] {
  const takeErrors = expectErrors();
  const spies = (["log", "info", "warn", "debug"] as const).map((method) => vi.spyOn(console, method));
  return () => [...takeErrors(), ...spies.flatMap((spy) => spy.mock.calls.map((parts) => parts.join(" ")))];
}
afterEach(() => {
  vi.restoreAllMocks();
});

/** Every database column that contains part of the text. */
async function columnsWith(part: string): Promise<string[]> {
  const db = openTestDatabase();
  const { rows } = await db.$client.execute(
    "SELECT m.name AS t, c.name AS c FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'",
  );
  const counts = await db.$client.batch(
    rows.map(({ t, c }) => ({
      sql: `SELECT count(*) AS found FROM "${t}" WHERE instr(CAST("${c}" AS TEXT), ?)`,
      args: [part],
    })),
    "read",
  );
  return rows.filter((_, at) => counts[at]?.rows[0]?.found !== 0).map(({ t, c }) => `${t}.${c}`);
}

it("only creating, rotating and revealing return a full key; no other response, log or column contains it", async () => {
  const logged = listen();
  const user = await newUser();
  const api = testApi();
  const [old, lost] = [await createKeyAs(api, user), await createKeyAs(api, user)];
  const fresh = await (await rotate(api, user, old.id, 1)).json<ApiKey>();
  const keys = [old, lost, fresh];
  const { id, key } = old;
  const post = { method: "POST" };
  expect(await (await call(api, user.token, `/api/keys/${fresh.id}/reveal`, post)).json()).toEqual({
    key: fresh.key,
  });
  const responses = [
    await call(api, user.token, "/api/keys"),
    await call(api, user.token, "/api/account/balance"),
    await call(api, user.token, `/api/figures?range=24h&key_id=${id}`),
    await call(api, user.token, `/api/usage?key_id=${id}`),
    await call(api, user.token, `/api/usage?key_id=${key}`),
    await call(api, user.token, "/api/ledger"),
    await call(api, user.token, "/api/receipts"),
    await call(api, user.token, "/api/audit"),
    await call(api, user.token, "/api/keys", { body: { name: key.repeat(9) } }),
    await patchKey(api, user, id, { disabled: true }),
    await patchKey(api, user, id, { name: key.repeat(9) }),
    await patchKey(api, user, key, { name: "By its text" }),
    await rotate(api, user, id, 1),
    await rotate(api, user, key, 1),
    await call(api, user.token, `/api/keys/${key}/reveal`, post),
    await call(api, key, "/api/keys"),
    await call(api, lost.key, "/v1/keys/self/revoke", post),
    await call(api, `${lost.key}x`, "/v1/keys/self/revoke", post),
    await call(api, lost.key, `/v1/${lost.key}`, post),
    await revoke(api, user, id),
    await call(api, user.token, `/api/keys/${id}/reveal`, post),
    await call(api, user.token, "/api/keys"),
  ];
  const parts = keys.flatMap((one) => [one.key, one.key.slice(3, 35), one.key.slice(8, 24)]);
  for (const response of responses) {
    const text = (await response.text()) + JSON.stringify([...response.headers]);
    for (const part of parts) expect(text).not.toContain(part);
  }
  expect(logged()).toEqual([]);
  for (const part of parts) expect(await columnsWith(part)).toEqual([]);
  expect(await columnsWith(fresh.id), "what is stored is found").toContain("api_keys.public_id");
});

it("only creating an access token returns it; no other response, log or column contains it", async () => {
  const logged = listen();
  const [user, api] = [await newUser(), testApi()];
  const { id, token } = await createTokenAs(api, user);
  const post = { method: "POST" };
  const responses = [
    await call(api, user.token, "/api/tokens"),
    await call(api, token, "/api/keys"),
    await call(api, token, `/api/keys/${token}/revoke`, post),
    await call(api, token, "/api/tokens"),
    await call(api, `${token}x`, "/api/keys"),
    await call(api, token, "/v1/models"),
    await call(api, user.token, `/api/tokens/${token}/revoke`, post),
    await call(api, user.token, "/api/tokens", { body: { ...TOKEN_BODY, name: token.repeat(9) } }),
    await call(api, user.token, "/api/audit"),
    await call(api, user.token, "/api/notifications"),
    await revokeToken(api, user, id),
    await call(api, token, "/api/keys"),
  ];
  const parts = [token, token.slice(4, 34), token.slice(8, 24)];
  for (const response of responses) {
    const text = (await response.text()) + JSON.stringify([...response.headers]);
    for (const part of parts) expect(text).not.toContain(part);
  }
  expect(logged()).toEqual([]);
  for (const part of parts) expect(await columnsWith(part)).toEqual([]);
  expect(await columnsWith(id), "what is stored is found").toContain("access_tokens.public_id");
});

it("an access token in the path of a failed request is not logged", async () => {
  const logged = listen();
  const [user, api] = [await newUser(), testApi()];
  const { token } = await createTokenAs(api, user);
  const db = openTestDatabase();
  Object.assign(db.$client, { batch: () => db.$client.execute("SELECT broken FROM nowhere") });
  const broken = testApi({ openDatabase: () => db });
  await call(broken, user.token, `/api/keys/${token}/revoke`, { method: "POST" });
  const lines = logged();
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(token.slice(4, 34));
});

it("an unexpected failure returns only its request id, and logs one line without the query's values", async () => {
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
  "a failed query on %s is logged without its email, name and ciphertexts",
  async (table, event, column, path) => {
    const logged = listen();
    const user = await newUser();
    const first = await createKeyAs(testApi(), user, "Confidential name");
    const trigger = `refuse_${table}_${user.account.id}`;
    await writeDirectly(
      () =>
        `CREATE TRIGGER ${trigger} BEFORE ${event} ON ${table} WHEN NEW.${column} = ${user.account.id} BEGIN SELECT RAISE(ABORT, 'refused by test'); END`,
    );
    const email = "confidential@example.com";
    const token = table === "accounts" ? await mint({ claims: { sub: user.userId, email } }) : user.token;
    const body = { name: "Confidential name" };
    const response = await call(testApi(), token, path, table === "accounts" ? {} : { body });
    await writeDirectly(() => `DROP TRIGGER ${trigger}`);

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
