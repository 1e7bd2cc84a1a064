import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { composeMail } from "#scripts/local/supabase/mail-content.ts";
import { parseTemplate, renderTemplate } from "#scripts/local/supabase/mail-template.ts";
import { textOf } from "#scripts/local/supabase/mail-text.ts";
import { readProjectConfig } from "#scripts/local/supabase/project-config.ts";
import { isAllowedRedirect } from "#scripts/local/supabase/redirects.ts";

const project = readProjectConfig();
const values = {
  SiteURL: "http://localhost:8787",
  TokenHash: "abc123",
  Token: "042042",
  RedirectTo: "http://localhost:8787/login?return_to=%2Fkeys",
  Email: "ada@example.test",
  NewEmail: "lovelace@example.test",
};
const target = "&redirect_to=http%3A%2F%2Flocalhost%3A8787%2Flogin%3Freturn_to%3D%252Fkeys";

it.each([
  ["signup", `http://localhost:8787/login?token_hash=abc123&type=signup${target}#email=ada%40example.test`],
  [
    "magiclink",
    `http://localhost:8787/login?token_hash=abc123&type=magiclink${target}#email=ada%40example.test`,
  ],
  ["recovery", "http://localhost:8787/reset-password?token=abc123&type=recovery"],
  ["invite", "http://localhost:8787/signup?token_hash=abc123&type=invite#email=ada%40example.test"],
  ["email_change", "http://localhost:8787/login?token_hash=abc123&type=email_change"],
] as const)("links a %s email to the page that redeems its token", (purpose, link) => {
  const mail = composeMail(project, purpose, "ada@example.test", values);
  expect(mail.to).toBe("ada@example.test");
  expect(mail.text).toContain(`\n${link}\n`);
  expect(mail.html).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
  // A code that no screen accepts could only be shared by mistake.
  expect(mail.text.includes("enter this code: 042042\n")).toBe(purpose === "magiclink");
  expect(mail.html.includes("042042")).toBe(purpose === "magiclink");
  expect(mail.html).toContain(`<title>${mail.subject}</title>`);
});

it("emails only a code to reauthenticate", () => {
  const mail = composeMail(project, "reauthentication", "ada@example.test", values);
  expect(mail.text).toContain("code: 042042\n");
  expect(mail.html).not.toContain("href");
});

it("names both addresses of a change", () => {
  const { text } = composeMail(project, "email_change", "ada@example.test", values);
  expect(text).toContain("from ada@example.test to lovelace@example.test.");
});

it("lets no value escape its context", () => {
  const hostile = `"><script>alert(1)</script>&type=recovery#'+`;
  const bad = { ...values, TokenHash: hostile, RedirectTo: hostile, NewEmail: hostile };
  const mail = composeMail(project, "magiclink", "ada@example.test", bad);
  expect(mail.html).not.toContain("<script>");
  const link = new URL(/http\S+/.exec(mail.text)?.[0] ?? "");
  expect(link.searchParams.getAll("type")).toEqual(["magiclink"]);
  expect(link.searchParams.get("token_hash")).toBe(hostile);
  expect(link.searchParams.get("redirect_to")).toBe(hostile);
  const change = composeMail(project, "email_change", "ada@example.test", bad);
  expect(change.html).not.toContain("<script>");
  expect(change.text).toContain(hostile);
});

it("renders an address that would run something as one that does nothing", () => {
  const template = parseTemplate("Subject", '<a href="{{ .SiteURL }}/login">Go</a>');
  expect(renderTemplate(template, { ...values, SiteURL: "javascript:alert(1)//" })).toContain(
    'href="#ZgotmplZ/login"',
  );
});

it.each([
  ["another action", "{{ if .Token }}x{{ end }}"],
  ["an unknown variable", "<p>{{ .Secret }}</p>"],
  ["a variable in a style", "<style>{{ .Token }}</style>"],
  ["a variable in a script", "<script>{{ .Token }}</script>"],
  ["a variable in a tag", "<p {{ .Token }}>"],
  ["a variable in an attribute that is not a link", '<p title="{{ .Token }}">'],
  ["a variable in the path of a link", '<a href="/{{ .Token }}">'],
])("refuses a template with %s, which the hosted service might render differently", (_, source) => {
  expect(() => parseTemplate("Subject", source)).toThrow();
});

it("refuses a subject with a variable", () => {
  expect(() => parseTemplate("{{ .Token }}", "<p></p>")).toThrow("is not plain");
});

it("puts each link of a text on its own line, after its label", () => {
  const html = `<head><title>Not this</title></head><h1>A &amp; B</h1><p>See <b>this</b>.</p><p><a class="x" href="http://a.test/?b=1&amp;c=2">Open</a></p>`;
  expect(textOf(html)).toBe("A & B\n\nSee this.\n\nOpen:\nhttp://a.test/?b=1&c=2\n");
});

it("decodes nothing twice", () => {
  expect(textOf("<p>&amp;lt;</p>")).toBe("&lt;\n");
});

it("reads the hosted project's own settings", () => {
  const { templates, ...settings } = project;
  expect(settings).toEqual({
    redirectPatterns: [],
    accessTokenSeconds: 3600,
    oneTimeTokenSeconds: 3600,
    minimumPasswordLength: 8,
    limits: { mailEveryMs: 60_000, passwordGuesses: 30, codeGuesses: 30 },
  });
  expect(Object.keys(templates)).toHaveLength(6);
});

it("keeps no secret of the hosted project in its settings", () => {
  const config = readFileSync("supabase/config.toml", "utf8");
  for (const [, value] of config.matchAll(/^(?:secret|pass|client_id|user|host) = (.*)$/gm))
    expect(value).toMatch(/^"env\([A-Z_]+\)"$/);
});

it.each([
  ["https://app.test/*", "https://app.test/page", true],
  ["https://app.test/*", "https://app.test/page/inner", false],
  ["https://app.test/**", "https://app.test/page/inner?a=b#hash", true],
  ["https://*.app.test/", "https://a.app.test/", true],
  ["https://*.app.test/", "https://a.b.app.test/", false],
  ["https://app.test/?", "https://app.test/x", true],
  ["https://app.test/", "https://appxtest/", false],
  ["https://app.test/", "https://app.test.evil.test/", false],
])("matches the pattern %s against %s as the hosted service does", (pattern, address, allowed) => {
  const rules = { siteUrl: "https://site.test", project: { redirectPatterns: [pattern] } };
  expect(isAllowedRedirect(rules, address)).toBe(allowed);
});
