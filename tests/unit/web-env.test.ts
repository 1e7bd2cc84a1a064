import { expect, test } from "vitest";
import { readPublicConfig, type WebEnv } from "#worker/web/env.ts";

/** The bindings are not read. */
const environment = (salesContact: string, changed: object = {}) =>
  ({
    SUPABASE_URL: "https://project.supabase.co",
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_1",
    SALES_CONTACT: salesContact,
    SUPPORT_CONTACT: "https://example.com/support",
    APP_ORIGIN: "https://latchkey.test",
    ...changed,
  }) as WebEnv;

test.each(["mailto:sales@example.com", "https://example.com/sales"])(
  "sales can be reached at %s",
  (contact) => {
    expect(readPublicConfig(environment(contact)).salesContact).toBe(contact);
  },
);

test.each(["javascript:alert(1)", "http://example.com", "support@example.com", undefined])(
  "neither does a link to support: %j",
  (contact) => {
    const wrong = environment("mailto:sales@example.com", { SUPPORT_CONTACT: contact });
    expect(() => readPublicConfig(wrong)).toThrow("SUPPORT_CONTACT must be a mailto: or https: address");
  },
);

test.each(["javascript:alert(1)", "http://example.com", "sales@example.com", ""])(
  "a link to sales leads nowhere else: %j",
  (contact) => {
    expect(() => readPublicConfig(environment(contact))).toThrow(/SALES_CONTACT/);
  },
);

test("pages are found at an origin, without a path", () => {
  expect(readPublicConfig(environment(SALES)).origin).toBe("https://latchkey.test");
  expect(() => readPublicConfig(environment(SALES, { APP_ORIGIN: "https://a.test/x" }))).toThrow(
    /APP_ORIGIN/,
  );
});

const SALES = "mailto:sales@example.com";
const legacyKey = (role: string) => `e30.${btoa(JSON.stringify({ iss: "supabase", role }))}.sig`;

test("names each missing variable", () => {
  const missing = environment("", { SUPABASE_URL: undefined, SUPABASE_PUBLISHABLE_KEY: "" });
  expect(() => readPublicConfig(missing)).toThrow(
    "Wrong configuration of latchkey-web: SUPABASE_URL is missing; SUPABASE_PUBLISHABLE_KEY is missing; SALES_CONTACT must be a mailto: or https: address.",
  );
});

test.each(["sb_secret_top", legacyKey("service_role")])(
  "the project's secret key is never sent to browsers: %s",
  (key) => {
    const swapped = environment(SALES, { SUPABASE_PUBLISHABLE_KEY: key });
    expect(() => readPublicConfig(swapped)).toThrow(/SUPABASE_PUBLISHABLE_KEY is the project's secret key/);
  },
);

test.each(["sb_publishable_1", legacyKey("anon")])("its public key is: %s", (key) => {
  const config = readPublicConfig(environment(SALES, { SUPABASE_PUBLISHABLE_KEY: key }));
  expect(config.supabaseKey).toBe(key);
});
