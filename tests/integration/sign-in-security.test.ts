import { createClient } from "@supabase/supabase-js";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditResponse } from "#core/contract/audit.ts";
import { notificationsResponse } from "#core/contract/notifications.ts";
import {
  type AllWorkers,
  callerOf,
  PASSWORD,
  signIn,
  signInNewUser,
  startAllWorkers,
} from "#tests/support/all-workers.ts";

let workers: AllWorkers;
beforeAll(async () => {
  workers = await startAllWorkers();
});
afterAll(() => workers.stop());

const address = () => `${crypto.randomUUID()}@example.com`;
type Call = ReturnType<typeof callerOf>;

/** Any change asks the provider for the live user. */
const act = (call: Call) => call("/account/budgets", { budgets: [] }, "PUT");
const actions = async (call: Call) =>
  auditResponse
    .parse(await (await call("/audit?kind=access")).json())
    .items.map(({ action, detail }) => [action, detail.method].filter(Boolean).join(" "));
const securityTitles = async (call: Call) =>
  notificationsResponse
    .parse(await (await call("/notifications")).json())
    .items.filter(({ kind }) => kind === "security_changed")
    .map(({ title }) => title);

test("a changed password is recorded and notified of once, whoever changed it and however", async () => {
  const email = address();
  const user = await signInNewUser(workers, email);
  await act(user.call);
  expect(await actions(user.call)).toEqual(["session.started"]);
  const changed = await user.auth.updateUser({ password: "Another-horse-7", current_password: PASSWORD });
  expect(changed.error).toBeNull();
  await Promise.all([act(user.call), act(user.call), act(user.call)]);
  expect(await actions(user.call)).toEqual(["password.changed", "session.started"]);
  expect(await securityTitles(user.call)).toEqual(["Your password was changed"]);

  const admin = createClient(workers.supabase.url, workers.supabase.secretKey).auth.admin;
  const reset = await admin.updateUserById(user.userId, { password: "Correct-horse-9" });
  expect(reset.error).toBeNull();
  const again = await signIn(workers, email);
  await act(again.call);
  expect((await actions(again.call)).filter((action) => action === "password.changed")).toHaveLength(2);
  expect(await securityTitles(again.call)).toHaveLength(2);
  const stored = await workers.database.db.all(sql`SELECT * FROM accounts, audit_log, notifications`);
  expect(JSON.stringify(stored)).not.toMatch(/-horse-|\$2[aby]\$/);
});

test("a session is a sign-in once, however often its token is renewed", async () => {
  const user = await signInNewUser(workers, address());
  await act(user.call);
  for (let renewal = 0; renewal < 3; renewal += 1) {
    const { data } = await user.auth.refreshSession();
    await act(callerOf(workers.origin, data.session?.access_token ?? ""));
  }
  expect(await actions(user.call)).toEqual(["session.started"]);
});
