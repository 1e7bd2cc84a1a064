import { expect, it } from "vitest";
import type { AuditResponse } from "#core/contract/audit.ts";
import type { NotificationsResponse } from "#core/contract/notifications.ts";
import { provide, USER } from "./support/provider.ts";
import { call, newUser, openTestDatabase, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();

/** The provider's user from now on. */
const has = ({ userId }: TestUser, ...methods: string[]) => {
  const identities = methods.map((method) => {
    const [provider, identity_id] = method.split(":");
    return { provider, identity_id };
  });
  return provide(userId, { [USER]: { body: { id: userId, factors: [], identities } } });
};
const change = ({ token }: TestUser) =>
  call(api, token, "/api/account/budgets", { method: "PUT", body: { budgets: [] } });

async function noticed({ token }: TestUser) {
  const log = await (await call(api, token, "/api/audit?kind=access")).json<AuditResponse>();
  const list = await (await call(api, token, "/api/notifications")).json<NotificationsResponse>();
  return {
    actions: log.items.flatMap(({ action, detail }) => (detail.method ? [`${action} ${detail.method}`] : [])),
    titles: list.items.filter(({ kind }) => kind === "security_changed").map(({ title }) => title),
  };
}

it("linking and removing a sign-in method is recorded, notified of and due to be emailed once each", async () => {
  const user = await newUser();
  await has(user, "email:1", "google:2");
  await change(user);
  expect(await noticed(user), "what an account had before").toEqual({ actions: [], titles: [] });

  await has(user, "google:2", "email:1", "github:3");
  await Promise.all(Array.from({ length: 8 }, () => change(user)));
  await has(user, "github:3", "email:1");
  await Promise.all(Array.from({ length: 8 }, () => change(user)));
  expect(await noticed(user)).toEqual({
    actions: ["method.removed Google", "method.linked GitHub"],
    titles: ["Google was removed from your account", "GitHub was linked to your account"],
  });
  const due =
    "SELECT count(*) AS due FROM notification_deliveries WHERE account_id = ? AND mail_at IS NOT NULL";
  const { rows } = await openTestDatabase().$client.execute({ sql: due, args: [user.account.id] });
  expect(rows[0]?.due).toBe(2);
});

it("a response of the provider that is older than the last one undoes nothing", async () => {
  const user = await newUser();
  let now = Date.now();
  const [later, earlier] = [
    testApi({ clock: { now: () => now + 5000 } }),
    testApi({ clock: { now: () => now } }),
  ];
  const put = { method: "PUT", body: { budgets: [] } };
  await has(user, "email:1");
  await call(earlier, user.token, "/api/account/budgets", put);
  await has(user, "email:1", "google:2");
  await call(later, user.token, "/api/account/budgets", put);
  await has(user, "email:1");
  now += 1000;
  await call(earlier, user.token, "/api/account/budgets", put);
  expect((await noticed(user)).actions).toEqual(["method.linked Google"]);
});

it("emails of security changes can't be switched off", async () => {
  const user = await newUser();
  const body = { kind: "security_changed", by_mail: false };
  const refused = await call(api, user.token, "/api/notifications/settings", { method: "PATCH", body });
  expect(refused.status).toBe(422);
});
