import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { exampleNames } from "#tests/support/example-names.ts";
import { apiEnv, parseApiEnv } from "#worker/api/env.ts";

const secretText = Buffer.alloc(32, 7).toString("base64");
const valid = {
  APP_ORIGIN: "https://latchkey.test",
  LIBSQL_URL: "libsql://db.turso.io",
  LIBSQL_AUTH_TOKEN: "",
  SUPABASE_URL: "https://project.supabase.co/",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_1",
  SUPABASE_SECRET_KEY: "sb_secret_1",
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_API_URL: "",
  KEY_PEPPER: secretText,
  KEY_SEALING_SECRET: secretText,
};

describe("the configuration of the API worker", () => {
  it("has every name of .dev.vars.example and wrangler.toml, and no other", () => {
    const { vars } = parse(readFileSync("worker/api/wrangler.toml", "utf8"));
    const documented = [...exampleNames("latchkey-api"), ...Object.keys(Object(vars))].sort();
    expect(documented).toEqual(Object.keys(apiEnv.shape).sort());
  });

  it("treats an empty optional variable as not set, and addresses as without a trailing slash", () => {
    const env = parseApiEnv(valid);
    expect(env.LIBSQL_AUTH_TOKEN).toBeUndefined();
    expect(env.STRIPE_API_URL).toBeUndefined();
    expect(env.SUPABASE_JWT_SECRET).toBeUndefined();
    expect(env.SUPABASE_URL).toBe("https://project.supabase.co");
    expect(env.KEY_PEPPER).toEqual(new Uint8Array(32).fill(7));
  });

  it("reads earlier secrets as a list, newest first, and none as an empty one", () => {
    const [newer, older] = [8, 9].map((fill) => Buffer.alloc(32, fill).toString("base64"));
    const env = parseApiEnv({
      ...valid,
      KEY_PEPPER_PREVIOUS: `${newer}, ${older}`,
      KEY_SEALING_SECRET_PREVIOUS: "",
    });
    expect(env.KEY_PEPPER_PREVIOUS).toEqual([8, 9].map((fill) => new Uint8Array(32).fill(fill)));
    expect(env.KEY_SEALING_SECRET_PREVIOUS).toEqual([]);
    expect(parseApiEnv(valid).KEY_PEPPER_PREVIOUS).toEqual([]);
  });

  const tracesOf = (changed: object) => {
    const env = parseApiEnv({ ...valid, ...changed });
    return [env.OTLP_TRACES_URL, env.OTLP_TRACES_HEADERS, env.TRACE_SAMPLE_RATIO];
  };

  it("exports no traces unless it says where to", () => {
    for (const empty of [{}, { OTLP_TRACES_URL: "", OTLP_TRACES_HEADERS: "", TRACE_SAMPLE_RATIO: "" }])
      expect(tracesOf(empty)).toEqual([undefined, {}, 0.01]);
    const given = {
      OTLP_TRACES_URL: "https://otel.example/v1/traces",
      OTLP_TRACES_HEADERS: "Authorization=Bearer%20a%2Cb=, x-tenant=one two",
    };
    const headers = { authorization: "Bearer a,b=", "x-tenant": "one two" };
    expect(tracesOf(given)).toEqual(["https://otel.example/v1/traces", headers, 0.01]);
    for (const [text, ratio] of Object.entries({ 0: 0, 1: 1, 0.25: 0.25, "1.0": 1 }))
      expect(parseApiEnv({ ...valid, TRACE_SAMPLE_RATIO: text }).TRACE_SAMPLE_RATIO).toBe(ratio);
  });

  it.each([
    ["OTLP_TRACES_URL", "otel.example", "must be an http(s) address"],
    ["TRACE_SAMPLE_RATIO", "2", "must be a number from 0 to 1, such as 0.01"],
    ["TRACE_SAMPLE_RATIO", "-0.1", "must be a number from 0 to 1, such as 0.01"],
    ["TRACE_SAMPLE_RATIO", "1%", "must be a number from 0 to 1, such as 0.01"],
    ...[
      "s3cret",
      "=s3cret",
      "a b=s3cret",
      "a=",
      "a=s3cret%0d%0ab",
      "a=%zz s3cret",
      "a=s3cret\nb",
      "a=1,s3cret",
    ].map((value) => ["OTLP_TRACES_HEADERS", value, "must be headers like"] as const),
  ] as const)("refuses the %s %j for traces, without showing it", (name, value, rule) => {
    const parse = () => parseApiEnv({ ...valid, [name]: value });
    expect(parse).toThrow(`${name} ${rule}`);
    expect(parse).not.toThrow("s3cret");
  });

  it("issues no invoices and has no seller unless it says otherwise", () => {
    for (const empty of [{}, { INVOICES: "", STRIPE_TAX: "", SELLER: "" }, { SELLER: " | \n" }]) {
      const { INVOICES, STRIPE_TAX, SELLER } = parseApiEnv({ ...valid, ...empty });
      expect([INVOICES, STRIPE_TAX, SELLER]).toEqual(["off", "off", undefined]);
    }
    const SELLER = "Example Inc. |1 Main Street|\nVAT ID DE000000000";
    expect(parseApiEnv({ ...valid, INVOICES: "on", STRIPE_TAX: "on", SELLER })).toMatchObject({
      INVOICES: "on",
      STRIPE_TAX: "on",
      SELLER: ["Example Inc.", "1 Main Street", "VAT ID DE000000000"],
    });
  });

  it("names operators by user id, and nobody unless it says otherwise", () => {
    const [ana, ben] = ["0a8e7c1d-95a1-4b3e-8d77-2c1f0a9b8e64", "1b8e7c1d-95a1-4b3e-8d77-2c1f0a9b8e64"];
    for (const empty of [{}, { OPERATORS: "" }, { OPERATORS: " , " }])
      expect(parseApiEnv({ ...valid, ...empty }).OPERATORS).toEqual(new Map());
    const named = new Map([
      [ana, "ana"],
      [ben, "ben-2"],
    ]);
    expect(parseApiEnv({ ...valid, OPERATORS: `ana:${ana}, ben-2:${ben},` }).OPERATORS).toEqual(named);
    const wrong = [
      "ana",
      `:${ana}`,
      `Ana:${ana}`,
      `ana :${ana}`,
      "ana:*",
      `ana:${ana}0`,
      `ana:${ana} ben:${ben}`,
      `ana:${ana},ana:${ben}`,
      `ana:${ana},ben:${ana}`,
      `ana:${ana},ana:${ana}`,
    ];
    for (const OPERATORS of wrong)
      expect(() => parseApiEnv({ ...valid, OPERATORS }), OPERATORS).toThrow(
        "Wrong configuration of latchkey-api: OPERATORS must be pairs like ana:",
      );
  });

  it("reports everything that is wrong at once, by name", () => {
    const { STRIPE_SECRET_KEY: _, ...rest } = { ...valid, KEY_PEPPER: "", APP_ORIGIN: "latchkey.test" };
    expect(() => parseApiEnv(rest)).toThrow(
      "Wrong configuration of latchkey-api: APP_ORIGIN must be an http(s) address; STRIPE_SECRET_KEY is missing; KEY_PEPPER is missing.",
    );
  });

  it.each([
    ["KEY_PEPPER", Buffer.alloc(31, 7).toString("base64"), "must be base64 of at least 32 random bytes"],
    ["KEY_SEALING_SECRET", "s3cret-not-base64!", "must be base64 of at least 32 random bytes"],
    ["KEY_PEPPER_PREVIOUS", "s3cret", "must be base64 of at least 32 random bytes each, separated by commas"],
    [
      "KEY_SEALING_SECRET_PREVIOUS",
      `${secretText},`,
      "must be base64 of at least 32 random bytes each, separated by commas",
    ],
    ["HEALTH_TOKEN", "s3cret-but-short", "must have at least 32 characters"],
    ["HEALTH_TOKEN", `s3cret with spaces ${secretText}`, "must be printable ASCII without spaces"],
    ["METRICS_TOKEN", "s3cret-but-short", "must have at least 32 characters"],
    ["METRICS_TOKEN", `s3cret with spaces ${secretText}`, "must be printable ASCII without spaces"],
    ["MAIL_FROM", "s3cret", "must be an address, or a name and <address>"],
    [
      "MAIL_FROM",
      "s3cret <a@example.com>\r\nBcc: b@example.com",
      "must be an address, or a name and <address>",
    ],
    ["INVOICES", "s3cret", "must be off or on"],
    ["STRIPE_TAX", "on", "needs INVOICES to be on"],
    ["SELLER", "s3cret".repeat(51), "must have at most 300 characters"],
    [
      "OPERATORS",
      "s3cret",
      "must be pairs like ana:00000000-0000-4000-8000-000000000000, separated by commas: a lower-case name and a Supabase user id, each only once",
    ],
    ["APP_ORIGIN", "https://s3cret.test/path", "must be an origin, without a path"],
    ["LIBSQL_URL", "file:s3cret.db", "must be a libsql or http(s) address"],
    ["LIBSQL_URL", "wss://s3cret.turso.io", "must be a libsql or http(s) address"],
    ["SUPABASE_URL", "ftp://s3cret", "must be an http(s) address"],
    ["STRIPE_API_URL", "s3cret", "must be an http(s) address"],
  ])("refuses a wrong %s without repeating its value", (name, value, problem) => {
    const parsing = () => parseApiEnv({ ...valid, [name]: value });
    expect(parsing).toThrow(`Wrong configuration of latchkey-api: ${name} ${problem}.`);
    if (value.length > 2) expect(parsing).not.toThrow(value);
  });
});
