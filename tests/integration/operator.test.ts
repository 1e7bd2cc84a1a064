import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { accountName } from "#core/domain/ledger.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";
import { accounts, apiKeys, auditLog } from "#core/storage/schema/accounts.ts";
import { ledgerTransfers } from "#core/storage/schema/ledger.ts";
import { notificationDeliveries } from "#core/storage/schema/notifications.ts";
import { operatorLog } from "#core/storage/schema/operations.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { listenOnLoopback } from "#scripts/local/loopback-server.ts";
import { runOperator } from "#scripts/operator/run-operator.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { storedNotifications } from "./notifications/stored-notifications.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await startPatientDatabase();
  vi.stubEnv("LIBSQL_URL", database.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.stop();
});

async function newAccount() {
  const userId = crypto.randomUUID();
  const email = `${userId}@example.com`;
  const [row] = await database.db.insert(accounts).values({ userId, email, createdAt: 0 }).returning();
  if (!row) throw new Error("no account");
  return row;
}

/** The command's output, as an operator sees it. */
async function operator(...words: string[]) {
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  const code = await runOperator(words, { log: note, error: note });
  return { code, text: lines.join("\n") };
}

const grant = (account: string, amount: string, ...more: string[]) =>
  operator("grant", "--account", account, "--amount", amount, "--reason", "Sorry for the outage", ...more);
const setPlan = (account: string, ...more: string[]) =>
  operator("plan", "--account", account, "--reason", "Contract 118", ...more);
const takeBack = (account: string, amount: string, ...more: string[]) =>
  operator("take-back", "--account", account, "--amount", amount, "--reason", "Granted twice", ...more);
const balance = (id: number) => readBalanceMicros(database.db, id);
const auditsOf = (id: number) =>
  database.db.select().from(auditLog).where(eq(auditLog.accountId, id)).orderBy(auditLog.id);
/** What the operator log holds about the account, oldest first. */
const logOf = async (id: number) =>
  (
    await database.db.select().from(operatorLog).where(eq(operatorLog.accountId, id)).orderBy(operatorLog.id)
  ).map(({ detail, ...entry }) => ({ ...entry, detail: JSON.parse(detail) }));

describe("granting and taking back credit", () => {
  test("moves money in the ledger with its reason, and reports who did it", async () => {
    const { id, email } = await newAccount();
    const granted = await grant(email.toUpperCase(), "25.50", "--by", "ines");
    expect(granted).toMatchObject({ code: 0 });
    expect(granted.text).toContain(`Granted $25.50. Account ${id} (${email}) now has $25.50.`);
    await takeBack(String(id), "5");
    expect(await balance(id)).toBe(20_500_000);
    const transfers = await database.db
      .select()
      .from(ledgerTransfers)
      .where(eq(ledgerTransfers.credit, accountName(id)));
    expect(transfers).toMatchObject([
      { debit: "operator:credit", micros: 25_500_000, kind: "grant", note: "Sorry for the outage" },
    ]);
    const audits = await auditsOf(id);
    expect(audits.map(({ action }) => action)).toEqual(["credit.granted", "credit.taken_back"]);
    expect(JSON.parse(audits[0]?.detail ?? "")).toEqual({
      reason: "Sorry for the outage",
      dollars: 25.5,
      by: "ines",
    });
    expect(await logOf(id)).toMatchObject([
      {
        operator: "ines",
        via: "command",
        action: "credit.granted",
        place: null,
        reason: "Sorry for the outage",
        detail: { dollars: 25.5, balance_after: 25.5 },
      },
      { action: "credit.taken_back", reason: "Granted twice", detail: { dollars: 5, balance_after: 20.5 } },
    ]);
  });

  test("the same ID again changes nothing, even five times at once", async () => {
    const { id, userId } = await newAccount();
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => grant(userId, "10", "--id", `once-${id}`)),
    );
    expect(responses.every(({ code }) => code === 0)).toBe(true);
    expect(responses.filter(({ text }) => text.includes("Nothing changed")).length).toBe(4);
    expect(await balance(id)).toBe(10_000_000);
    expect(await auditsOf(id)).toHaveLength(1);
    expect(await logOf(id)).toHaveLength(1);
  });

  test("refuses an ID that was used for something else", async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    await grant(one.email, "10", "--id", `taken-${one.id}`);
    const response = await grant(other.email, "10", "--id", `taken-${one.id}`);
    expect(response).toEqual({ code: 1, text: "id: This id was used for another adjustment." });
    expect(await balance(other.id)).toBe(0);
  });

  test("the whole balance can be taken back, and not a cent more", async () => {
    const { id, email } = await newAccount();
    await grant(email, "10");
    expect(await takeBack(email, "10.01")).toMatchObject({ code: 1 });
    expect(await balance(id)).toBe(10_000_000);
    expect(await takeBack(email, "10")).toMatchObject({ code: 0 });
    expect(await balance(id)).toBe(0);
  });

  test("never takes back more than the balance, whatever happens at the same moment", async () => {
    const { id, email } = await newAccount();
    await grant(email, "10");
    const responses = await Promise.all(Array.from({ length: 5 }, () => takeBack(email, "4")));
    expect(responses.filter(({ code }) => code === 0)).toHaveLength(2);
    expect(responses.find(({ code }) => code === 1)?.text).toMatch(
      /^The balance is \$\d+\.00; no more than that can be taken back\.$/,
    );
    expect(await balance(id)).toBe(2_000_000);
  });

  test.each([
    ["0", "amount: The amount must be above $0 and at most $10,000."],
    ["10000.01", "amount: The amount must be above $0 and at most $10,000."],
    ["1e3", "--amount must be dollars, such as 25 or 25.50."],
    ["-5", "--amount"],
    ["0.001", "--amount must be dollars, such as 25 or 25.50."],
  ])("an amount of %s is refused and named", async (amount, message) => {
    const { id, email } = await newAccount();
    const response = await operator("grant", "--account", email, `--amount=${amount}`, "--reason", "x");
    expect(response.code).toBeGreaterThan(0);
    expect(response.text).toContain(message);
    expect(await balance(id)).toBe(0);
  });

  test("requires a reason, and an account that exists and is open", async () => {
    const { id, email } = await newAccount();
    const noReason = await operator("grant", "--account", email, "--amount", "5");
    expect(noReason).toMatchObject({ code: 2, text: expect.stringContaining("--reason is missing.") });
    expect(await grant("nobody@example.com", "5")).toEqual({
      code: 1,
      text: "Account “nobody@example.com” not found.",
    });
    await database.db.update(accounts).set({ closedAt: 1, email: "" }).where(eq(accounts.id, id));
    expect(await grant(String(id), "5")).toEqual({ code: 1, text: "account: This account is closed." });
  });

  test("asks which account is meant when several have the email", async () => {
    const { email } = await newAccount();
    await database.db.insert(accounts).values({ userId: crypto.randomUUID(), email, createdAt: 0 });
    expect((await grant(email, "5")).text).toMatch(
      /^account: Several accounts have this email \(\d+, \d+ …\)/,
    );
  });
});

describe("looking an account up and setting its plan", () => {
  test("shows balance, plan and newest transfers", async () => {
    const { email } = await newAccount();
    await grant(email, "12.30");
    const { code, text } = await operator("account", email);
    expect(code).toBe(0);
    expect(text).toContain(email);
    expect(text).toContain("Balance $12.30");
    expect(text).toContain("Plan    Free");
    expect(text).toMatch(/grant +\$12\.30 → \$12\.30 {2}Sorry for the outage/);
  });

  test("says since when the owner has stopped all keys", async () => {
    const { id, email } = await newAccount();
    expect((await operator("account", email)).text).toContain("Keys    none\n");
    const stoppedAt = Date.UTC(2026, 10, 26, 9, 41);
    await database.db.update(accounts).set({ stoppedAt }).where(eq(accounts.id, id));
    const { text } = await operator("account", email);
    expect(text).toContain("Keys    none; all stopped by the owner on 2026-11-26 09:41:00\n");
  });

  test("puts an account on Business, without an expiry date or a limit unless given, and back to Free", async () => {
    const { id, email } = await newAccount();
    const set = (...more: string[]) => setPlan(email, ...more);
    expect((await set("--plan", "business")).text).toBe("The account is on the Business plan now.");
    const stored = () => database.db.select().from(subscriptions).where(eq(subscriptions.accountId, id));
    expect(await stored()).toMatchObject([{ type: "Business", validUntil: null, requestsPerMonth: null }]);
    await set("--plan", "Business", "--until", "2099-12-31", "--requests", "500000");
    const until = Date.parse("2099-12-31T23:59:59.999Z");
    expect(await stored()).toMatchObject([{ validUntil: until, requestsPerMonth: 500_000 }]);
    await set("--plan", "Free");
    const [ended] = await stored();
    expect(ended?.validUntil).toBeLessThanOrEqual(Date.now());
    expect((await auditsOf(id)).map(({ subject }) => subject)).toEqual(["Business", "Business", "Free"]);
    expect((await logOf(id)).map(({ reason, detail }) => [reason, detail.plan])).toEqual([
      ["Contract 118", "Business"],
      ["Contract 118", "Business"],
      ["Contract 118", "Free"],
    ]);
    expect(await operator("plan", "--account", email, "--plan", "Free")).toMatchObject({
      code: 2,
      text: expect.stringContaining("--reason is missing."),
    });
  });

  test("moves the expiry date of the key that came with a plan, and of no other key", async () => {
    const { id, email } = await newAccount();
    const set = (...more: string[]) => setPlan(email, ...more);
    await set("--plan", "Premium", "--until", "2098-12-31", "--requests", "10000");
    const keys = [
      { planKey: true, status: "active" },
      { planKey: true, status: "revoked" },
      { planKey: false, status: "active" },
    ] as const;
    const names = { name: "Key", mask: "lk_abcdefghi", createdAt: 0, expiresAt: 7 };
    const rows = keys.map((key) => {
      const publicId = `key_${crypto.randomUUID()}`;
      const sealed = key.status === "revoked" ? null : "x";
      return { ...names, ...key, sealed, publicId, lookup: publicId, accountId: id };
    });
    await database.db.insert(apiKeys).values(rows);
    const expiries = async () => {
      const stored = await database.db.select().from(apiKeys).where(eq(apiKeys.accountId, id));
      return rows.map(({ publicId }) => stored.find((key) => key.publicId === publicId)?.expiresAt);
    };
    await set("--plan", "Premium", "--until", "2099-12-31", "--requests", "10000");
    expect(await expiries()).toEqual([Date.parse("2099-12-31T23:59:59.999Z"), 7, 7]);
    await set("--plan", "Business");
    expect(await expiries()).toEqual([null, 7, 7]);
    await set("--plan", "Free");
    expect((await expiries())[0]).toBeLessThanOrEqual(Date.now());
  });

  test("records the value that a plan pays per month, and shows what applies", async () => {
    const { id, email } = await newAccount();
    const set = (...more: string[]) => setPlan(email, ...more);
    const shown = async () => (await operator("account", email)).text;
    await set("--plan", "Premium", "--until", "2099-12-31", "--requests", "10000");
    expect(await shown()).toContain("10000 requests and $20.00 of usage a month");
    await set("--plan", "Business", "--value", "250.50");
    const stored = await database.db.select().from(subscriptions).where(eq(subscriptions.accountId, id));
    expect(stored).toMatchObject([{ microsPerMonth: 250_500_000 }]);
    expect(await shown()).toContain("unlimited requests and $250.50 of usage a month");
    await set("--plan", "Business");
    expect(await shown()).toContain("unlimited requests and unlimited usage a month");
  });

  test.each([
    [["--plan", "Business", "--value", "lots"], "--value must be dollars, such as 25 or 25.50."],
    [["--plan", "Gold"], "--plan must be one of Free, Premium, Business."],
    [["--plan", "Business", "--until", "2001-01-01"], "until: The end must be in the future."],
    [["--plan", "Business", "--until", "tomorrow"], "--until must be a date, such as 2027-12-31."],
    [
      ["--plan", "Business", "--requests", "0.5"],
      "requests: The requests a month must be a whole number above 0.",
    ],
    [["--plan", "Premium"], "until: A Premium plan has an end and a number of requests a month."],
  ])("refuses %j by name", async (words, message) => {
    const { id, email } = await newAccount();
    const response = await setPlan(email, ...words);
    expect(response.code).toBeGreaterThan(0);
    expect(response.text).toContain(message);
    expect(await auditsOf(id)).toEqual([]);
  });
});

describe("restricting an account", () => {
  const restrict = (command: string, account: string, ...more: string[]) =>
    operator(command, "--account", account, "--reason", "Card dispute", "--by", "priya", ...more);
  const suspendedAt = async (id: number) =>
    (await database.db.select().from(accounts).where(eq(accounts.id, id)))[0]?.suspendedAt ?? null;

  test("suspends and resumes it, recorded and notified once", async () => {
    const { id, email } = await newAccount();
    const suspended = await restrict("suspend", email, "--notify");
    expect(suspended).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^The account is suspended since 2/),
    });
    const since = await suspendedAt(id);
    expect(since).not.toBeNull();
    await restrict("suspend", email, "--notify");
    expect(await suspendedAt(id)).toBe(since);
    expect((await operator("account", email)).text).toMatch(/Keys {4}none; account suspended on 2/);
    expect(await restrict("resume", email)).toMatchObject({ code: 0, text: "The account isn't suspended." });
    expect(await suspendedAt(id)).toBeNull();
    const entry = { operator: "priya", via: "command", reason: "Card dispute", place: null };
    expect(await logOf(id)).toMatchObject([
      { ...entry, action: "account.suspended", detail: { notified: true } },
      { ...entry, action: "account.resumed", detail: { notified: false } },
    ]);
    expect((await auditsOf(id)).map(({ action, detail }) => [action, detail])).toEqual([
      ["account.suspended", null],
      ["account.resumed", null],
    ]);
    const notices = await storedNotifications(database.db, id);
    expect(notices.map(({ kind, data }) => [kind, data.change])).toEqual([
      ["security_changed", "account_suspended"],
    ]);
  });

  test("revokes all its keys and no others", async () => {
    const [{ id, email }, other] = [await newAccount(), await newAccount()];
    const keys = [id, id, other.id].map((accountId) => {
      const publicId = `key_${crypto.randomUUID()}`;
      const names = { publicId, name: "Key", lookup: publicId, sealed: "x", mask: "lk_abcdefghi" };
      return { ...names, accountId, status: "active" as const, createdAt: 0 };
    });
    await database.db.insert(apiKeys).values(keys);
    expect((await restrict("revoke-keys", String(id))).text).toMatch(/^Revoked 2 keys\./);
    expect((await restrict("revoke-keys", email)).text).toMatch(/^Revoked 0 keys\./);
    const stored = await database.db.select().from(apiKeys).orderBy(apiKeys.id);
    const statusOf = (accountId: number) =>
      stored.filter((key) => key.accountId === accountId).map(({ status, sealed }) => [status, sealed]);
    expect(statusOf(id)).toEqual([
      ["revoked", null],
      ["revoked", null],
    ]);
    expect(statusOf(other.id)).toEqual([["active", "x"]]);
    expect(await logOf(id)).toMatchObject([{ action: "keys.revoked", detail: { keys: 2 } }]);
    expect(await storedNotifications(database.db, id)).toEqual([]);
  });

  test("sends an email again, once per id", async () => {
    const { id, email } = await newAccount();
    await restrict("suspend", String(id), "--notify");
    const [notice] = await storedNotifications(database.db, id);
    const resend = (...more: string[]) =>
      restrict("resend", String(id), "--email", String(notice?.email), ...more);
    expect(await resend()).toEqual({
      code: 1,
      text: "email: This email hasn’t been sent yet. It will be tried again.",
    });
    await database.db.update(notificationDeliveries).set({ mailAt: null, mailedAt: 1, mailAttempts: 1 });
    expect((await resend("--id", "once")).text).toContain(
      `Queued. “Your account was suspended” goes to ${email} within a minute.`,
    );
    expect((await resend("--id", "once")).text).toContain("Nothing changed");
    expect((await operator("emails", "--account", email)).text.split("\n")).toEqual([
      expect.stringContaining("waiting, 0 attempts  Your account was suspended (resent)"),
      expect.stringContaining("sent, 1 attempt  Your account was suspended"),
    ]);
    expect((await logOf(id)).filter(({ action }) => action === "email.resent")).toMatchObject([
      { operator: "priya", detail: { email: notice?.email, kind: "security_changed" } },
    ]);
  });

  test.each(["suspend", "resume", "revoke-keys"])("%s needs a reason and an account", async (command) => {
    const { id, email } = await newAccount();
    expect(await operator(command, "--account", email)).toMatchObject({
      code: 2,
      text: expect.stringContaining("--reason is missing."),
    });
    expect(await operator(command, "--account", email, "--reason", "x".repeat(201))).toEqual({
      code: 1,
      text: "reason: The reason must have at most 200 characters.",
    });
    expect(await restrict(command, "nobody@example.com")).toMatchObject({ code: 1 });
    expect(await logOf(id)).toEqual([]);
  });
});

describe("listing", () => {
  test("finds accounts, with the API's own rules", async () => {
    const { id, email } = await newAccount();
    await grant(email, "3");
    const { code, text } = await operator("accounts", "--search", email.toUpperCase(), "--view", "low");
    expect(code).toBe(0);
    expect(text).toContain(`${id}  ${email}  Free  active  balance $3.00  30 days $0.00`);
    expect(text).toContain("1 account, page 1 of 1.");
    expect(await operator("accounts", "--view", "rich")).toMatchObject({
      code: 2,
      text: expect.stringContaining("The view must be one of all, suspended, negative, low, new."),
    });
  });

  test("shows what operators did, for one account or all", async () => {
    const { id, email } = await newAccount();
    await grant(email, "3", "--by", "ines");
    const { text } = await operator("audit", "--account", email, "--days", "1");
    expect(text).toMatch(
      new RegExp(
        `^[-\\d: ]{19}  ines \\(command\\)  credit\\.granted  ${id} ${email}  Sorry for the outage  dollars=3 `,
      ),
    );
    expect((await operator("audit")).text).toContain(email);
    expect((await operator("audit", "--account", (await newAccount()).email)).text).toBe("No entries.");
    expect(await operator("audit", "--days", "0")).toMatchObject({
      code: 2,
      text: expect.stringContaining("The days field must be at least 1."),
    });
  });
});

test("the operator log can't be changed", async () => {
  const { id, email } = await newAccount();
  await grant(email, "3");
  const { $client } = database.db;
  for (const sql of ["UPDATE operator_log SET reason = 'x'", "DELETE FROM operator_log"])
    await expect($client.execute(sql)).rejects.toThrow("append-only");
  expect(await logOf(id)).toMatchObject([{ reason: "Sorry for the outage" }]);
});

test("shows how to call it for an unknown command or option", async () => {
  expect(await operator("gift")).toMatchObject({
    code: 2,
    text: expect.stringContaining("Usage: npm run operator"),
  });
  expect(await operator("grant", "--amuont", "5")).toMatchObject({
    code: 2,
    text: expect.stringContaining("Usage: npm run operator -- grant"),
  });
});

test("shows one command's usage alone", async () => {
  const { code, text } = await operator("prices", "--help");
  expect([code, text]).toEqual([
    0,
    expect.stringMatching(/^Usage: npm run operator -- prices .*\n\nPublishes /),
  ]);
  expect(text).not.toContain("grant");
});

describe("a database that can't be used", () => {
  const isNone = (text: string) => expect.stringMatching(new RegExp(`^${text}.*\n→ .*\\.$`));

  test.each([
    [401, "The database refuses LIBSQL_AUTH_TOKEN"],
    [404, "The database doesn't respond, or its address"],
    [502, "The database doesn't respond, or its address"],
  ])("and returns %i is no fault of the command", async (status, text) => {
    const [port = 0] = await freePorts(1);
    const server = await listenOnLoopback(port, () => Response.json({ error: "No." }, { status }));
    vi.stubEnv("LIBSQL_URL", server.url);
    expect(await operator("price-lists")).toEqual({ code: 1, text: isNone(text) });
    vi.stubEnv("LIBSQL_URL", database.url);
    await server.stop();
  });

  test("because it is empty names the command that fills it", async () => {
    const empty = await startTestDatabase({ empty: true });
    vi.stubEnv("LIBSQL_URL", empty.url);
    const { code, text } = await operator("price-lists");
    vi.stubEnv("LIBSQL_URL", database.url);
    await empty.stop();
    expect([code, text]).toEqual([1, isNone("The database doesn't have the newest schema")]);
    expect(text).toContain("npm run migrate");
  });
});
