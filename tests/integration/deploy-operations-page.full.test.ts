import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BuildInfo } from "#core/contract/health.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { ensureAccount } from "#core/services/accounts/ensure-account.ts";
import { lastRun } from "#core/services/health/cron-run.ts";
import { readCronSteps } from "#core/storage/health.ts";
import { migrateDatabase } from "#scripts/local/migrate-database.ts";
import { PATIENCE_MS } from "#tests/support/limits.ts";
import { publishExamplePrices } from "#tests/support/prices.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { readFromGuardedSqld } from "./deploy/guarded-sqld.ts";
import {
  random,
  SECRETS,
  STAGING_STRIPE_KEY,
  startOperatorMachine,
  UPSTREAM,
} from "./deploy/operator-machine.ts";
import { commandsOf } from "./deploy/page-commands.ts";

const PAGES = ["deploy", "run", "runbook", "reference"].map((name) =>
  readFileSync(`docs/operations/${name}.md`, "utf8"),
);
const COMMANDS = PAGES.flatMap(commandsOf);
/** It is long, and has both kinds of quotes. */
const SIGN_TOKEN = COMMANDS.find((command) => command.startsWith("node -e ")) ?? "";
const HEALTH_TOKEN = "the-operators-token-0123456789abcdef";
const OWN = { ...SECRETS, ...UPSTREAM, HEALTH_TOKEN };
const EARLIER = { STRIPE_WEBHOOK_SECRET_PREVIOUS: "whsec_0" };
const PRICES = "worker/api/prices.example.json";

/** Commands that this test can't run, or that another one runs. */
const NOT_RUN: Record<string, string> = {
  "turso db locations": "needs an account at Turso",
  "turso db create latchkey": "needs an account at Turso; the test's database is sqld",
  "turso db show latchkey --url": "needs an account at Turso",
  "turso db tokens create latchkey": "needs an account at Turso",
  "turso db tokens invalidate latchkey": "needs an account at Turso",
  "export LATCHKEY_SITE_URL=https://keys.example.com": "for the Supabase CLI",
  "export SMTP_HOST=… SMTP_USER=… SMTP_PASSWORD=… SMTP_SENDER=accounts@example.com": "for the Supabase CLI",
  "export GOOGLE_CLIENT_ID=… GOOGLE_CLIENT_SECRET=… GITHUB_CLIENT_ID=… GITHUB_CLIENT_SECRET=…":
    "for the Supabase CLI",
  "supabase login": "needs an account at Supabase",
  "supabase link --project-ref <project>": "needs a project at Supabase",
  "supabase config push":
    "needs a project at Supabase; supabase-migrations.full.test.ts reads the same files",
  "supabase db push": "needs a project at Supabase; supabase-migrations.full.test.ts runs the same files",
  "npx wrangler login": "opens a browser; the test uses an API token, the other way",
  "npx wrangler secret put": "is what the page advises against",
  "npx wrangler tail latchkey-api": "follows the log until it is stopped",
  "git checkout COMMIT": "changes only the working tree; the deployment after it is the same command",
  "npm start": "runs the whole local stack; local-stack.test.ts starts it",
  "UPSTREAM_URL=http://127.0.0.1:11434/v1 npm start":
    "needs a model server; local-stack.full.test.ts starts a stack with a provider of one's own",
  "UPSTREAM_URL=https://provider.example/v1 UPSTREAM_API_KEY=… npm start": "needs a provider",
  "curl http://127.0.0.1:11434/v1/models": "needs a model server",
  "SUPABASE_USAGE_IMPORT=on npm start":
    "runs the whole local stack; usage-import-worker.full.test.ts imports",
  "npm run bench -- gateway-distance": "measures for minutes",
  "npm run bench -- restore": "measures for minutes",
  "LIBSQL_URL=<new database> LIBSQL_AUTH_TOKEN=… npm run restore -- --from latchkey-2026-11-22.sql.gz":
    "restore-faults.test.ts and backup.test.ts restore",
  "npm run operator -- grant … --id <the checkout session's id>": "runs below with its options written out",
  "systemctl enable --now latchkey-backup.timer": "needs systemd",
  "systemctl start latchkey-backup.service": "needs systemd",
  "npm run operator": "runs below with its commands",
  "npm run verify": "see below, with an address",
  "npm run verify -- https://keys.example.com": "deploy-verify.full.test.ts verifies a stack",
  "npm run verify -- ORIGIN": "deploy-verify.full.test.ts verifies a stack",
  "npm run backup -- --to FILE": "runs below with a name",
  "npm run backup -- --metrics": "backup.full.test.ts reads the file",
  "npm run restore -- --from FILE": "see above, with a name",
  "npm run restore-drill -- FILE": "runs below with a name",
  "npm run rebuild-rollup -- --from DAY --to DAY": "runs below with days",
  "npm run traffic -- --url URL --key KEY": "needs a deployed gateway with a provider",
  "npm run load-drill": "measures for minutes",
  'npm run operator -- events close evt_… --note "…"':
    "needs a failed event; operator-closing.test.ts closes one",
  'npm run operator -- differences close SUBJECT CODE --note "…"':
    "needs a difference; operator-closing.test.ts closes one",
  'npm run operator -- alerts acknowledge NUMBER --note "…"':
    "needs an alert; operator-closing.test.ts acknowledges one",
  'npm run operator -- alerts close NUMBER --note "…"': "needs an alert; operator-closing.test.ts closes one",
  'npm run operator -- cancel-list 3 --reason "…"':
    "needs a scheduled list; price-history.test.ts cancels one",
  'npm run operator -- refund --payment … --amount 5.00 --reason "…"':
    "needs a payment at Stripe; operator-payments.test.ts refunds one",
  'npm run operator -- resend --account … --email 1204 --reason "…"':
    "needs an email that was sent; operator.test.ts resends one",
  "npm run operator -- account …": "runs below with an address",
};

let operator: Awaited<ReturnType<typeof startOperatorMachine>>;
let staging: TestDatabase;
const commits: string[] = [];
beforeAll(async () => {
  operator = await startOperatorMachine();
  staging = await startTestDatabase({ empty: true });
});
afterAll(async () => {
  await operator.stop();
  await staging.stop();
});

type Result = Awaited<ReturnType<typeof operator.type>>;
interface Step {
  command: string;
  /** What the operator does before, and whatever the command has in place of the pages' examples. */
  before?: () => unknown;
  replaced?: () => Record<string, string>;
  env?: () => Record<string, string>;
  /** Expected in the output. */
  says?: string | RegExp | (() => string);
  code?: number;
  check?: (result: Result) => unknown;
}

const onDatabase = () => ({ LIBSQL_URL: operator.database.url });
const tag = (index: number) => `0.1.0+${commits[index]}`;
const commit = () => commits.push(operator.commit());
const day = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);

/** Fills in the file that was copied from the example. */
function fillIn(file: string, secrets: Record<string, string>): void {
  const lines = operator.project
    .read(file)
    .split("\n")
    .map((line) => line.replace(/^([A-Z_]+)=.*/, (_, name: string) => `${name}="${secrets[name] ?? ""}"`));
  operator.project.write(file, lines.join("\n"));
}

/** The commit that each worker serves. */
async function served(): Promise<(string | undefined)[]> {
  const { origin } = operator.cloudflare;
  const addresses = [`${origin}/version.json`, `${origin}/api/health`];
  const builds = addresses.map(async (url) => ((await (await fetch(url)).json()) as BuildInfo).commit);
  return [...(await Promise.all(builds)), lastRun(await readCronSteps(operator.database.db))?.build?.commit];
}

const expectServed = async (index: number) =>
  await expect
    .poll(served, { timeout: PATIENCE_MS })
    .toEqual([commits[index], commits[index], commits[index]]);

/** The id that the list of versions shows for a build. */
async function rollBackByHand(): Promise<void> {
  for (const config of ["wrangler.toml", "worker/rollup/wrangler.toml", "worker/api/wrangler.toml"]) {
    const listed = await operator.type(`npx wrangler versions list -c ${config} --env="" --json`);
    const versions = JSON.parse(listed.output.slice(listed.output.indexOf("["))) as {
      id: string;
      annotations: Record<string, string>;
    }[];
    const id = versions.findLast(({ annotations }) => annotations["workers/tag"] === tag(0))?.id;
    const { code, output } = await operator.type(`npx wrangler rollback ${id} -c ${config} --env=""`);
    expect([code, output]).toEqual([0, expect.stringContaining(`Current Version ID: ${id}`)]);
  }
}

const stagingValues = () => ({
  APP_ORIGIN: operator.cloudflare.staging.origin,
  LIBSQL_URL: staging.url,
  SUPABASE_URL: "https://staging.supabase.test",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_2",
  SALES_CONTACT: "mailto:sales@latchkey.test",
  SUPPORT_CONTACT: "mailto:support@latchkey.test",
});

async function addAccount(): Promise<void> {
  const clock = { now: () => Date.now() };
  const ctx = { db: operator.database.db, clock, requestId: "test" };
  await ensureAccount(ctx, { userId: crypto.randomUUID(), email: "maya@example.com" });
}
const maya = () => ({ "--account …": "--account maya@example.com", "…": "A reason" });

/** In the order of the pages; a command may come again. */
const STEPS: Step[] = [
  {
    command: "npm run deploy -- --dry-run",
    says: "There is no .production.vars: copy .dev.vars.example to it",
  },
  { command: "npm run deploy", code: 1, says: "Copy .dev.vars.example to it" },
  { command: "npm run deploy -- --help", says: "Usage: npm run deploy" },
  {
    command: "cp .dev.vars.example .production.vars",
    check() {
      operator.configure();
      fillIn(".production.vars", OWN);
    },
  },
  { command: "openssl genpkey -algorithm ed25519 -out private.pem" },
  { command: "openssl pkey -in private.pem -pubout -out public.pem" },
  {
    command: SIGN_TOKEN,
    async check({ output }) {
      const results = await readFromGuardedSqld(operator.project.folder, output.trim());
      expect(results).toEqual(["read", "refused"]);
    },
  },
  { command: "openssl rand -base64 32", says: /^[\w+/]{43}=$/m },
  { command: "npm run migrate", env: onDatabase, says: "The database has the newest schema." },
  {
    command: "npm run operator -- prices FILE --check",
    replaced: () => ({ FILE: PRICES }),
    says: "is a valid price list",
  },
  {
    command: 'npm run operator -- prices FILE --reason "…"',
    replaced: () => ({ FILE: PRICES, "…": "First prices" }),
    env: onDatabase,
    says: "Published price list",
  },
  { command: "npm run deploy -- --dry-run", says: "Ready to deploy" },
  {
    command: "npm run deploy",
    before: commit,
    says: () => `is ${tag(0)} now.`,
    check: () => expectServed(0),
  },
  {
    command: "npm run deploy",
    before() {
      fillIn(".production.vars", { ...OWN, ...EARLIER });
      commit();
    },
    says: () => `is ${tag(1)} now.`,
    check: () => expectServed(1),
  },
  {
    command: 'curl -H "Authorization: Bearer $HEALTH_TOKEN" <origin>/api/health?verbose',
    replaced: () => ({ "<origin>": operator.cloudflare.origin }),
    env: () => ({ HEALTH_TOKEN }),
    says: /"last_run":\{.*"failed":\[\]/,
  },
  {
    command: "printf %s someone@example.com | sha256sum",
    says: "72497f475e4f76d0b28f57c73a084ece",
  },
  {
    command: "npm run operator -- prices prices.json --check",
    before: () => operator.project.write("prices.json", readFileSync(PRICES, "utf8")),
    says: "is a valid price list",
  },
  {
    command: 'npm run operator -- prices prices.json --reason "…"',
    replaced: () => ({ "…": "The same" }),
    env: onDatabase,
    says: "Nothing was published",
  },
  {
    command: 'npm run operator -- prices prices.json --from 2027-01-01 --reason "…"',
    replaced: () => ({ "2027-01-01": day(30), "…": "The same" }),
    env: onDatabase,
    says: "Nothing was published",
  },
  { command: "npm run operator -- prices", env: onDatabase, says: "in force since" },
  {
    command: "npm run operator -- preview prices.json",
    env: onDatabase,
    says: "no requests in the last seven days",
  },
  { command: "npm run operator -- price-lists", env: onDatabase, says: "in force" },
  {
    command: 'npm run operator -- roll-back 1 --reason "…"',
    replaced: () => ({ "…": "The same" }),
    env: onDatabase,
    says: "Nothing was published",
  },
  {
    command: 'npx wrangler versions list -c worker/api/wrangler.toml --env=""',
    check: ({ output }) =>
      expect(commits.filter((hash) => output.includes(`0.1.0+${hash}`))).toEqual(commits),
  },
  {
    command: "npm run deploy -- --prune",
    before: () => fillIn(".production.vars", OWN),
    says: "latchkey-api: removed STRIPE_WEBHOOK_SECRET_PREVIOUS",
  },
  {
    command: "npm run deploy -- --rollback 0.1.0+3f2a91c07be4",
    says: "No worker was changed, because not all of them have this build",
    code: 1,
    async check() {
      await expectServed(1);
      const { code, output } = await operator.type(`npm run deploy -- --rollback ${tag(0)}`);
      expect([code, output]).toEqual([0, expect.stringContaining(`is ${tag(0)} now.`)]);
      const steps = [...output.matchAll(/(latchkey-\w+) rolled back/g)].map(([, name]) => name);
      expect([...new Set(steps)]).toEqual([
        "latchkey-web",
        "latchkey-rollup",
        "latchkey-api",
        "latchkey-gateway",
      ]);
      await expectServed(0);
    },
  },
  {
    command: 'npx wrangler rollback VERSION_ID -c wrangler.toml --env=""',
    replaced: () => ({ VERSION_ID: operator.cloudflare.scripts.get("latchkey-web")?.versions[0]?.id ?? "" }),
    says: "has been deployed to 100% of traffic",
    async check() {
      await rollBackByHand();
      await expectServed(0);
    },
  },
  {
    command: "cp .dev.vars.example .staging.vars",
    check() {
      operator.project.configure(stagingValues(), "staging");
      fillIn(".staging.vars", {
        ...SECRETS,
        ...UPSTREAM,
        STRIPE_SECRET_KEY: STAGING_STRIPE_KEY,
        KEY_PEPPER: random(7),
      });
    },
  },
  {
    command: "npm run deploy -- --env staging --dry-run",
    async before() {
      await migrateDatabase({ url: staging.url });
      await publishExamplePrices(staging.db);
    },
    says: "Ready to deploy",
  },
  {
    command: "npm run deploy -- --env staging",
    says: () => `${operator.cloudflare.staging.origin} is ${tag(1)}`,
    check: () => expectServed(0),
  },
  {
    command: "LIBSQL_URL=… LIBSQL_AUTH_TOKEN=… npm run backup -- --to latchkey-2026-11-22.sql.gz",
    replaced: () => ({ "LIBSQL_URL=… LIBSQL_AUTH_TOKEN=…": `LIBSQL_URL=${operator.database.url}` }),
    says: "Saved to latchkey-2026-11-22.sql.gz",
  },
  {
    command: "npm run restore-drill -- /var/backups/latchkey",
    replaced: () => ({ "/var/backups/latchkey": "latchkey-2026-11-22.sql.gz" }),
    says: /^PASS in [\d.]+ s$/m,
  },
  {
    command: 'npm run operator -- test-alert --reason "…"',
    env: onDatabase,
    code: 1,
    says: "No destination is known.",
  },
  { command: "npm run operator -- alerts", env: onDatabase, says: "No alerts." },
  {
    command: "npm run operator -- audit --account …",
    before: addAccount,
    replaced: maya,
    env: onDatabase,
    says: "No entries.",
  },
  {
    command: 'npm run operator -- resume --account … --reason "…"',
    replaced: maya,
    env: onDatabase,
    says: "The account isn't suspended.",
  },
  { command: "npm run operator -- verify", env: onDatabase, says: "Everything adds up." },
  {
    command: "npm run reseal-keys",
    env: () => ({
      ...onDatabase(),
      KEY_PEPPER: SECRETS.KEY_PEPPER,
      KEY_SEALING_SECRET: SECRETS.KEY_SEALING_SECRET,
    }),
    says: "Every key that is not revoked is under the present secrets.",
  },
  {
    command: "npm run rebuild-rollup -- --from 2026-05-01 --to 2026-05-03",
    replaced: () => ({ "2026-05-01": day(-3), "2026-05-03": day(-1) }),
    env: onDatabase,
    says: "0 still wrong after rebuilding",
  },
  {
    command: "npm run operator -- account maya@example.com",
    env: onDatabase,
    says: "maya@example.com",
  },
  {
    command: "npm run operator -- accounts --search maya --sort balance",
    env: onDatabase,
    says: "1 account, page 1 of 1.",
  },
  {
    command: 'npm run operator -- grant --account … --amount 25 --reason "…"',
    replaced: maya,
    env: onDatabase,
    says: "now has $25.00",
  },
  {
    command: 'npm run operator -- take-back --account … --amount 5 --reason "…"',
    replaced: maya,
    env: onDatabase,
    says: "now has $20.00",
  },
  {
    command:
      'npm run operator -- plan --account … --plan Business --until 2027-12-31 --requests 500000 --value 250 --reason "…"',
    replaced: () => ({ ...maya(), "2027-12-31": day(365) }),
    env: onDatabase,
    says: "Business plan now",
  },
  {
    command: 'npm run operator -- suspend --account … --reason "…" --notify',
    replaced: maya,
    env: onDatabase,
    says: "The account is suspended since",
  },
  {
    command: 'npm run operator -- resume --account … --reason "…"',
    replaced: maya,
    env: onDatabase,
    says: "The account isn't suspended.",
  },
  {
    command: 'npm run operator -- revoke-keys --account … --reason "…"',
    replaced: maya,
    env: onDatabase,
    says: "Revoked 0 keys.",
  },
  {
    command: "npm run operator -- emails --account …",
    replaced: maya,
    env: onDatabase,
    says: /waiting, 0 attempts {2}Your account was suspended/,
  },
  {
    command: "npm run operator -- audit --account … --days 30",
    replaced: maya,
    env: onDatabase,
    says: /account\.suspended .*maya@example\.com/,
  },
  { command: "npm run operator -- events", env: onDatabase, says: "0 failing, 0 in all." },
  {
    command: "npm run operator -- differences",
    env: onDatabase,
    says: "0 to check, 0 closed",
  },
  {
    command: 'npm run operator -- mute refunds_overdue --hours 4 --reason "…"',
    env: onDatabase,
    says: "refunds_overdue is muted until",
  },
  {
    command: 'npm run operator -- unmute refunds_overdue --reason "…"',
    env: onDatabase,
    says: "refunds_overdue isn't muted.",
  },
];

it("the pages have no command that this test neither runs nor gives a reason for", () => {
  const known = new Set([...STEPS.map(({ command }) => command), ...Object.keys(NOT_RUN)]);
  expect(COMMANDS.filter((command) => !known.has(command))).toEqual([]);
  expect([...known].filter((command) => !COMMANDS.includes(command))).toEqual([]);
});

it("the steps are in the pages' order", () => {
  let from = 0;
  const misplaced = STEPS.filter(({ command }) => {
    const at = COMMANDS.indexOf(command, from);
    from = at === -1 ? from : at + 1;
    return at === -1;
  });
  expect(misplaced.map(({ command }) => command)).toEqual([]);
});

it("every command does what the pages say, from an empty account to a second deployment that was rolled back", async () => {
  for (const { command, before, replaced = () => ({}), env = () => ({}), says, code = 0, check } of STEPS) {
    await before?.();
    const line = Object.entries<string>(replaced()).reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      command,
    );
    const result = await operator.type(line, env());
    expect(result, `$ ${line}`).toMatchObject({ code });
    const expected = typeof says === "function" ? says() : says;
    if (expected !== undefined) expect(result.output, `$ ${line}`).toMatch(expected);
    await check?.(result);
  }
});
