import { expect, test } from "vitest";
import { readPublicConfig, type WebEnv } from "#worker/web/env.ts";

/** The bindings are not read. */
const environment = (salesContact: string) =>
  ({
    SUPABASE_URL: "https://project.supabase.co",
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_1",
    SALES_CONTACT: salesContact,
  }) as WebEnv;

test.each(["mailto:sales@example.com", "https://example.com/sales"])(
  "sales may be reached at %s",
  (contact) => {
    expect(readPublicConfig(environment(contact)).salesContact).toBe(contact);
  },
);

test.each(["javascript:alert(1)", "http://example.com", "sales@example.com", ""])(
  "a link to sales leads nowhere else: %j",
  (contact) => {
    expect(() => readPublicConfig(environment(contact))).toThrow(/SALES_CONTACT/);
  },
);
