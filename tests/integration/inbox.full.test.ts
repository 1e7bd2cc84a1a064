import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePorts } from "#scripts/local/free-port.ts";
import { startInbox } from "#scripts/local/inbox/index.ts";
import { statusUnderName } from "#tests/support/host-name.ts";
import { newAddress } from "#tests/support/local-supabase.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-inbox-"));
let inbox: Awaited<ReturnType<typeof startInbox>>;
const start = async (directory = folder) => {
  const [port = 0] = await freePorts(1);
  return startInbox({ port, folder: directory, mailApiKey: "re_test" });
};
beforeAll(async () => {
  inbox = await start();
});
afterAll(async () => {
  await inbox.stop();
  rmSync(folder, { recursive: true });
});

const mailTo = (to: string, subject = "Hello") => ({ to, subject, text: "Plain", html: "<p>Rich</p>" });
const get = (path: string) => fetch(inbox.url + path);

async function messages(query: string): Promise<{ id: string; to: string; subject: string }[]> {
  const body: unknown = await (await get(`/messages?${query}`)).json();
  if (typeof body !== "object" || body === null || !("items" in body) || !Array.isArray(body.items))
    throw new Error("not a list");
  return body.items;
}

it("lists the emails to an address, newest first, ignoring case", async () => {
  const to = newAddress();
  await inbox.deliver(mailTo(to, "First"));
  await inbox.deliver(mailTo(newAddress(), "Someone else's"));
  await inbox.deliver(mailTo(to, "Second"));
  const found = await messages(`to=${encodeURIComponent(to.toUpperCase())}`);
  expect(found.map(({ subject }) => subject)).toEqual(["Second", "First"]);
  expect(await messages(`to=${newAddress()}`)).toEqual([]);
  expect(await messages(`to=${to}&limit=1`)).toHaveLength(1);
});

it("returns one whole email, and 404 when it does not exist", async () => {
  const mail = mailTo(newAddress());
  await inbox.deliver(mail);
  const [found] = await messages(`to=${mail.to}`);
  expect(await (await get(`/messages/${found?.id}`)).json()).toEqual({
    ...mail,
    id: found?.id,
    received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  expect((await get("/messages/999999")).status).toBe(404);
  expect((await get("/inbox/..%2F1")).status).toBe(404);
});

it("keeps emails across a restart, readable by their owner only", async () => {
  const to = newAddress();
  await inbox.deliver(mailTo(to, "Kept"));
  await inbox.stop();
  inbox = await start();
  const [kept] = await messages(`to=${to}`);
  expect(kept?.subject).toBe("Kept");
  await inbox.deliver(mailTo(to, "Later"));
  expect((await messages(`to=${to}`)).map(({ subject }) => subject)).toEqual(["Later", "Kept"]);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

it("keeps the newest 500 messages, in memory and on disk", async () => {
  const other = mkdtempSync(join(tmpdir(), "latchkey-inbox-"));
  const bounded = await start(other);
  try {
    const to = newAddress();
    for (let number = 1; number <= 503; number += 1) await bounded.deliver(mailTo(to, `Mail ${number}`));
    const kept: unknown = await (await fetch(`${bounded.url}/messages?limit=500`)).json();
    expect(JSON.stringify(kept)).not.toContain('"Mail 3"');
    expect(JSON.stringify(kept)).toContain('"Mail 4"');
    expect(readdirSync(other)).toHaveLength(500);
  } finally {
    await bounded.stop();
    rmSync(other, { recursive: true });
  }
});

it("escapes an email's content wherever it is shown as text", async () => {
  const to = '"<script>alert(1)</script>"@example.test';
  const subject = "<img src=x onerror=alert(1)>";
  await inbox.deliver({ to, subject, text: "</pre><script>alert(1)</script>", html: "" });
  const [mail] = await messages(`to=${encodeURIComponent(to)}`);
  for (const path of ["/", `/inbox/${mail?.id}`, `/inbox/${mail?.id}/body`]) {
    const page = await (await get(path)).text();
    expect(page).not.toContain("<script>alert");
    expect(page).not.toContain("<img");
  }
});

it("shows an email's HTML only under a policy that runs nothing", async () => {
  const to = newAddress();
  const html =
    '<!doctype html><html><head></head><body><script>alert(1)</script><a href="http://127.0.0.1:8787/login">In</a></body></html>';
  await inbox.deliver({ to, subject: "Active", text: "", html });
  const [mail] = await messages(`to=${to}`);
  const page = await (await get(`/inbox/${mail?.id}`)).text();
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).not.toContain("alert(1)");

  const body = await get(`/inbox/${mail?.id}/body`);
  const policy = body.headers.get("content-security-policy")?.split("; ") ?? [];
  expect(policy[0]).toBe("sandbox allow-popups allow-popups-to-escape-sandbox");
  expect(policy).toContain("default-src 'none'");
  expect(policy.join()).not.toContain("script");
  expect(await body.text()).toContain('<head><base target="_blank">');
});

it("runs only its own script on its own pages, and lets no page frame them", async () => {
  for (const path of ["/", "/inbox/0"]) {
    const policy = (await get(path)).headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  }
});

it("responds only to the names of this machine, and to no other origin", async () => {
  expect(await statusUnderName("rebound.test", `${inbox.url}/messages`)).toBe(421);
  const crossSite = await fetch(`${inbox.url}/messages`, { headers: { Origin: "https://evil.test" } });
  expect(crossSite.headers.get("access-control-allow-origin")).toBeNull();
});

it("explains what to do when it is empty", async () => {
  const other = mkdtempSync(join(tmpdir(), "latchkey-inbox-"));
  const empty = await start(other);
  try {
    expect(await (await fetch(empty.url)).text()).toContain("No mail yet");
  } finally {
    await empty.stop();
    rmSync(other, { recursive: true });
  }
});

it("refuses an email that is too large", async () => {
  const to = newAddress();
  await expect(inbox.deliver({ ...mailTo(to), html: "x".repeat(257 * 1024) })).rejects.toThrow("too large");
  expect(await messages(`to=${to}`)).toEqual([]);
});
