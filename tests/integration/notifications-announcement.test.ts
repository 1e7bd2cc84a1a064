import { readFileSync } from "node:fs";
import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql/web";
import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { ANNOUNCED_PER_RUN } from "#core/domain/notifications.ts";
import type { Account } from "#core/services/context.ts";
import { keepNotifications } from "#core/services/notifications/keep-notifications.ts";
import { sendEmails } from "#core/services/notifications/send-emails.ts";
import { changeNotificationSettings } from "#core/services/notifications/settings.ts";
import type { Database } from "#core/storage/database.ts";
import { announceToAccounts } from "#core/storage/notifications.ts";
import { storedNotifications } from "./notifications/stored-notifications.ts";

const NOW = Date.parse("2026-12-01T12:00Z");
const MIGRATION = "0016_charging_announcement";
const context = (db: Database, now = NOW) => ({ db, clock: { now: () => now }, requestId: "test" });

const opened: Database[] = [];
afterEach(() => {
  for (const db of opened.splice(0)) db.$client.close();
});

const { entries }: { entries: { tag: string }[] } = JSON.parse(
  readFileSync("migrations/meta/_journal.json", "utf8"),
);

async function migrate(db: Database, tags: readonly string[]): Promise<void> {
  for (const tag of tags)
    for (const statement of readFileSync(`migrations/${tag}.sql`, "utf8").split("--> statement-breakpoint"))
      await db.$client.execute(statement);
}

/** Runs the migration that announces the change over a database with these accounts. */
async function announced(before: (db: Database) => Promise<unknown>): Promise<Database> {
  const db: Database = drizzle(createClient({ url: ":memory:", intMode: "number" }));
  opened.push(db);
  const at = entries.findIndex(({ tag }) => tag === MIGRATION);
  await migrate(
    db,
    entries.slice(0, at).map(({ tag }) => tag),
  );
  await before(db);
  await migrate(
    db,
    entries.slice(at).map(({ tag }) => tag),
  );
  return db;
}

/** Written directly: the code of today knows columns that came after the announcement. */
const newAccount = async (db: Database): Promise<Account> => {
  const userId = crypto.randomUUID();
  const email = `${userId}@example.com`;
  const sql = "INSERT INTO accounts (user_id, email, created_at) VALUES (?, ?, ?) RETURNING id";
  const { rows } = await db.$client.execute({ sql, args: [userId, email, NOW - 1] });
  return { id: Number(rows[0]?.id), userId, email };
};
const newAccounts = async (db: Database, count: number): Promise<Account[]> => {
  const accounts: Account[] = [];
  while (accounts.length < count) accounts.push(await newAccount(db));
  return accounts;
};
const noticesOf = async (db: Database, { id }: Account) =>
  (await storedNotifications(db, id)).filter(({ kind }) => kind === "charging_changed");
const notifiedTimes = async (db: Database, accounts: Account[]) => {
  const notices = await Promise.all(accounts.map((account) => noticesOf(db, account)));
  return notices.map((found) => found.length);
};

it("every account that existed before is notified once, however the cron runs, and no newer one", async () => {
  const property = fc.asyncProperty(
    fc.nat({ max: 12 }),
    fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 20 }),
    async (count, limits) => {
      let old: Account[] = [];
      const db = await announced(async (before) => {
        old = await newAccounts(before, count);
      });
      const fresh = await newAccounts(db, 2);
      let notified = 0;
      for (const limit of limits) notified += await announceToAccounts(db, { now: NOW, limit });
      const reached = Math.min(
        limits.reduce((sum, limit) => sum + limit, 0),
        count,
      );
      expect(notified).toBe(reached);
      expect(await notifiedTimes(db, old)).toEqual(old.map((_, at) => (at < reached ? 1 : 0)));
      expect(await notifiedTimes(db, fresh)).toEqual([0, 0]);
    },
  );
  await fc.assert(property, { numRuns: 40 });
});

it("runs that overlap, and a run after a crash, notify nobody again", async () => {
  let old: Account[] = [];
  const db = await announced(async (before) => {
    old = await newAccounts(before, 7);
  });
  await Promise.all([1, 2, 3].map(() => announceToAccounts(db, { now: NOW, limit: 3 })));
  // The notifications were stored, but not how far they had come.
  await db.$client.execute("UPDATE announcements SET done_to = 0");
  for (let run = 0; run < 4; run += 1) await announceToAccounts(db, { now: NOW, limit: 3 });
  expect(await notifiedTimes(db, old)).toEqual(old.map(() => 1));
});

it("a run leaves room for other emails, and closed accounts are passed over", async () => {
  let old: Account[] = [];
  const db = await announced(async (before) => {
    old = await newAccounts(before, ANNOUNCED_PER_RUN + 2);
    const [closed] = old;
    if (!closed) throw new Error("unreachable");
    const sql = "UPDATE accounts SET closed_at = ? WHERE id = ?";
    await before.$client.execute({ sql, args: [NOW, closed.id] });
  });
  expect(await keepNotifications(context(db))).toMatchObject({ announced: ANNOUNCED_PER_RUN - 1 });
  expect(await keepNotifications(context(db))).toMatchObject({ announced: 2 });
  expect(await keepNotifications(context(db))).toMatchObject({ announced: 0 });
  expect(await notifiedTimes(db, old)).toEqual(old.map((_, at) => (at === 0 ? 0 : 1)));
});

it("is emailed with a link to the page, unless the account switched that off", async () => {
  let old: Account[] = [];
  const db = await announced(async (before) => {
    old = await newAccounts(before, 2);
  });
  const [on, off] = old;
  if (!on || !off) throw new Error("unreachable");
  const change = { kind: "charging_changed", by_mail: false, in_app: false } as const;
  await changeNotificationSettings({ ...context(db), account: off }, change);
  await keepNotifications(context(db));
  const sent: { to: string; text: string }[] = [];
  const mailer = {
    send: async (mail: { to: string; text: string }) => {
      sent.push(mail);
      return { outcome: "sent", reason: "" } as const;
    },
  };
  await sendEmails({ ...context(db), mailer, appOrigin: "https://latchkey.test" });
  expect(sent.map(({ to }) => to)).toEqual([on.email]);
  expect(sent[0]?.text).toContain("https://latchkey.test/documentation/charges\n");
  expect(await noticesOf(db, on)).toMatchObject([{ inApp: true, mailedAt: NOW }]);
  expect(await noticesOf(db, off)).toMatchObject([{ inApp: false, mailAt: null }]);
});
