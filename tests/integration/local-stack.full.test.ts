import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#core/storage/database.ts";
import type { StackAddresses } from "#scripts/local/addresses.ts";
import { freePorts, isFree } from "#scripts/local/free-port.ts";
import { choosePorts, PORT_COUNT } from "#scripts/local/settings.ts";
import { startUpstream } from "#scripts/local/upstream/index.ts";
import { readProcess } from "#scripts/processes.ts";
import {
  newStateFolder,
  runStartToItsEnd,
  startTestStack,
  type TestStack,
  type TestStackOptions,
} from "#scripts/testing/test-stack.ts";
import { authenticator } from "#tests/support/authenticator.ts";
import { survivors, treeOf } from "#tests/support/processes.ts";
import { scrapeOf } from "#tests/support/prometheus.ts";

const GONE_MS = 10_000;
const ROWS = ["--usage-rows", "400"];
const folder = newStateFolder();
const running: TestStack[] = [];

async function start(args: string[] = ROWS, options: TestStackOptions = {}): Promise<TestStack> {
  const stack = await startTestStack({ folder, args, ...options });
  running.push(stack);
  return stack;
}
afterAll(() => Promise.all(running.map((stack) => stack.stop())));

async function signedInFetch({ web, supabase, demo }: StackAddresses, path: string, init: RequestInit = {}) {
  const client = createClient(supabase.url, supabase.publishableKey, { auth: { persistSession: false } });
  const { data, error } = await client.auth.signInWithPassword(demo);
  if (error) throw error;
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${data.session.access_token}`,
  };
  return await fetch(`${web}/api${path}`, { ...init, headers });
}
const keyNames = async (addresses: StackAddresses) => {
  const keys = (await (await signedInFetch(addresses, "/keys")).json()) as { name: string }[];
  return keys.map((key) => key.name);
};
/** Sends a request that the upstream provider fails with 503. */
async function sendFailing({ addresses }: TestStack): Promise<Response> {
  const body = JSON.stringify({ name: "Failing" });
  const created = await signedInFetch(addresses, "/keys", { method: "POST", body });
  const { key } = (await created.json()) as { key: string };
  const failing = { model: "demo-small", messages: [{ role: "user", content: "/fail 503" }] };
  return await fetch(`${addresses.web}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(failing),
  });
}

/** The workers whose log has the ID of a request that fails at the upstream provider. */
async function workersOfFailure(stack: TestStack): Promise<string[]> {
  const response = await sendFailing(stack);
  expect(response.status).toBe(503);
  const id = response.headers.get("x-request-id") ?? "";
  const lines = () => readFileSync(join(stack.folder, "logs", "web.log"), "utf8").split("\n");
  const own = () => lines().filter((line) => line.includes(id));
  await expect.poll(() => own().length).toBeGreaterThan(0);
  return own().map((line) => /"worker":"(\w+)"/.exec(line)?.[1] ?? line);
}
async function expectHealthReport({ web, healthToken, metricsToken }: StackAddresses): Promise<void> {
  const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const report = await (await fetch(`${web}/api/health?verbose`, withToken(healthToken))).json();
  expect(report).toMatchObject({ status: "ok", last_run: { failed: [] } });
  const { by } = scrapeOf(await (await fetch(`${web}/api/metrics`, withToken(metricsToken))).text());
  expect(by("latchkey_cron_step_failed", "step")).toMatchObject({ usage: 0, payments: 0 });
}

async function expectOperatorFindsIt({ folder: state }: TestStack): Promise<void> {
  const { LIBSQL_URL: _, ...env } = process.env;
  const command = promisify(execFile)("node", ["scripts/run.mjs", "operator", "verify"], {
    env: { ...env, LATCHKEY_LOCAL_DIR: state },
  });
  expect((await command).stdout).toContain("Everything adds up.");
}

async function expectVerified({ addresses, folder: state }: TestStack): Promise<void> {
  const env = { ...process.env, LATCHKEY_LOCAL_DIR: state };
  const command = promisify(execFile)("node", ["scripts/run.mjs", "verify", addresses.web], { env });
  expect((await command).stdout).toContain(`${addresses.web} passes: 11 ok, 0 warnings, 0 failed.`);
}

/** Else the first comparison with Stripe would alert the operator, and no payment of the demo could be refunded. */
async function expectStripeKnowsPayments({ libsql, stripe }: StackAddresses): Promise<void> {
  const paid =
    "SELECT payment_intent, amount_minor FROM checkout_orders WHERE status = 'paid' ORDER BY paid_at DESC";
  const { rows } = await openDatabase({ url: libsql.url }).$client.execute(paid);
  const headers = { authorization: `Bearer ${stripe.secretKey}` };
  const listed = await fetch(`${stripe.url}/v1/charges?limit=100`, { headers });
  const { data } = (await listed.json()) as { data: { payment_intent: string; amount: number }[] };
  expect(data.map(({ payment_intent, amount }) => [payment_intent, amount])).toEqual(
    rows.map((row) => [row.payment_intent, row.amount_minor]),
  );
  expect(rows.length).toBeGreaterThan(0);
}

/** The operator signs in with the code of the app whose secret the stack prints. */
async function expectDeskOpens({ web, supabase, operator }: StackAddresses): Promise<void> {
  const { auth } = createClient(supabase.url, supabase.publishableKey, { auth: { persistSession: false } });
  const signedIn = await auth.signInWithPassword(operator);
  if (signedIn.error) throw signedIn.error;
  const factorId = signedIn.data.user.factors?.[0]?.id ?? "";
  const app = authenticator(operator.totpSecret);
  // The stack has used the present one, if it was started just now.
  await app.nextCode();
  const confirmed = await auth.mfa.challengeAndVerify({ factorId, code: await app.nextCode() });
  if (confirmed.error) throw confirmed.error;
  const headers = { authorization: `Bearer ${confirmed.data.access_token}` };
  const response = await fetch(`${web}/api/operator`, { headers });
  expect(await response.json()).toMatchObject({ email: operator.email, name: "operator" });
}

/** Browsers leave pages all the time. */
async function disconnectSilently({ addresses, folder: state }: TestStack): Promise<void> {
  const { port } = new URL(addresses.web);
  for (let turn = 0; turn < 20; turn += 1) {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {});
    socket.write(`GET /documentation/errors HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`.repeat(8));
    await sleep(20);
    socket.destroy();
  }
  await fetch(`${addresses.web}/version.json`);
  expect(readFileSync(join(state, "logs", "web.log"), "utf8")).not.toMatch(/Broken pipe|Connection reset/);
}

function stackTree(stack: TestStack): number[] {
  if (stack.child.pid === undefined) throw new Error("The stack has no process.");
  return treeOf(stack.child.pid);
}

test("a stack sends /v1 to the gateway alone, leaves no process when it is stopped, and finds its data again when restarted", async () => {
  const first = await start();
  const created = await signedInFetch(first.addresses, "/keys", {
    method: "POST",
    body: '{"name":"Kept over a restart"}',
  });
  expect(created.status).toBe(201);
  expect(await workersOfFailure(first)).toEqual(["gateway"]);
  await expectHealthReport(first.addresses);
  await expectStripeKnowsPayments(first.addresses);
  await expectOperatorFindsIt(first);
  await expectVerified(first);
  await expectDeskOpens(first.addresses);
  await disconnectSilently(first);
  const tree = stackTree(first);
  expect(tree.length).toBeGreaterThan(6);

  await first.stop();
  expect(await survivors(tree, GONE_MS)).toEqual([]);
  expect(existsSync(join(folder, "stack.json"))).toBe(false);

  const again = await start(ROWS, { port: first.port });
  expect(await keyNames(again.addresses)).toContain("Kept over a restart");
  expect(again.addresses.operator).toEqual(first.addresses.operator);
  await again.stop();
});

test("the death of npm stops every child, even by -9", async () => {
  const stack = await start(ROWS, { throughNpm: true });
  const tree = stackTree(stack).filter((pid) => pid !== stack.child.pid);
  stack.child.kill("SIGKILL");
  expect(await survivors(tree, GONE_MS)).toEqual([]);
});

test("kill -9 of the stack's own process stops every child", async () => {
  const stack = await start();
  const tree = stackTree(stack);
  const own = tree.find((pid) => readProcess(pid)?.parent === stack.child.pid);
  if (own === undefined) throw new Error("no child");
  process.kill(own, "SIGKILL");
  expect(await survivors(tree, GONE_MS)).toEqual([]);
});

test("a second stack on the same state is refused, and --fresh clears the state", async () => {
  const stack = await start(["--fresh", ...ROWS]);
  expect(await keyNames(stack.addresses)).not.toContain("Kept over a restart");
  const second = await runStartToItsEnd({ folder });
  expect(second.code).toBe(1);
  expect(second.output).toContain("Another Latchkey");
  expect(JSON.parse(readFileSync(join(folder, "stack.json"), "utf8")).web).toBe(stack.addresses.web);
  await stack.stop();
});

test("uses the provider that UPSTREAM_URL names, and starts no other", async () => {
  const [port = 0] = await freePorts(1);
  const own = await startUpstream({ port, apiKey: "sk-own" });
  const env = { UPSTREAM_URL: `${own.url}/v1`, UPSTREAM_API_KEY: "sk-own" };
  const stack = await start(ROWS, { env });
  expect((await sendFailing(stack)).status).toBe(503);
  expect(await isFree(choosePorts(String(stack.port)).upstream)).toBe(true);
  expect(stack.output()).toContain(`Upstream provider (your own)  ${own.url}/v1`);
  await stack.stop();
  await own.stop();
});

test("names the port that is taken", async () => {
  const [port = 0] = await freePorts(PORT_COUNT);
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(port + 2, "127.0.0.1", resolve));
  const { code, output } = await runStartToItsEnd({ port });
  await new Promise((resolve) => blocker.close(resolve));
  expect(code).toBe(1);
  expect(output).toContain(`Port ${port + 2} (for database) is taken`);
});

test.for([
  ["PORT", { port: 99_999 }, "PORT must be a whole number"],
  ["rows", { args: ["--usage-rows", "many"] }, "--usage-rows must be"],
  ["flag", { args: ["--frish"] }, "--frish"],
] as const)("a wrong %s is refused with its rule", async ([, options, message]) => {
  const { code, output } = await runStartToItsEnd({
    ...options,
    args: [...("args" in options ? options.args : [])],
  });
  expect(code).toBe(1);
  expect(output).toContain(message);
});

test("--fresh never deletes files that do not belong to the stack", async () => {
  const folderOfOthers = newStateFolder();
  writeFileSync(join(folderOfOthers, "thesis.txt"), "irreplaceable");
  const { code, output } = await runStartToItsEnd({ folder: folderOfOthers, args: ["--fresh"] });
  expect(code).toBe(1);
  expect(output).toContain("thesis.txt");
  expect(readFileSync(join(folderOfOthers, "thesis.txt"), "utf8")).toBe("irreplaceable");
});

test("state from another version is refused before anything starts", async () => {
  const earlier = newStateFolder();
  writeFileSync(join(earlier, "secrets.json"), "{}");
  const { code, output } = await runStartToItsEnd({ folder: earlier });
  expect(code).toBe(1);
  expect(output).toContain("written by an earlier version");
  expect(readdirSync(earlier)).toEqual(["secrets.json"]);
});
