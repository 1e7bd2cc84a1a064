import { expect, it } from "vitest";
import { composeMail } from "#scripts/local/supabase/mails.ts";

const token = {
  to: "ada@example.test",
  siteUrl: "http://localhost:8787",
  tokenHash: "abc123",
  code: "042042",
};

it.each([
  ["signup", "http://localhost:8787/login?token_hash=abc123&type=signup"],
  ["magiclink", "http://localhost:8787/login?token_hash=abc123&type=magiclink"],
  ["recovery", "http://localhost:8787/reset-password?token=abc123&type=recovery"],
] as const)("leads a %s mail to the page that redeems its token", (kind, link) => {
  const mail = composeMail(kind, token);
  expect(mail.to).toBe("ada@example.test");
  expect(mail.text).toContain(`\n${link}\n`);
  expect(mail.html).toContain(`href="${link.replace("&", "&amp;")}"`);
  for (const body of [mail.text, mail.html]) expect(body).toContain("042042");
});

it("lets no token break out of the link", () => {
  const mail = composeMail("magiclink", { ...token, tokenHash: '"><script>&type=recovery' });
  expect(mail.html).not.toContain("<script>");
  const link = new URL(/http\S+/.exec(mail.text)?.[0] ?? "");
  expect(link.searchParams.getAll("type")).toEqual(["magiclink"]);
});
