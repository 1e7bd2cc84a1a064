import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { expect, it } from "vitest";
import { exampleNames } from "#tests/support/example-names.ts";
import { gatewayEnv, parseGatewayEnv } from "#worker/gateway/env.ts";

const secretText = Buffer.alloc(32, 7).toString("base64");
const valid = {
  LIBSQL_URL: "libsql://db.turso.io",
  KEY_PEPPER: secretText,
  KEY_SEALING_SECRET: secretText,
  UPSTREAM_URL: "https://ai.example/v1/",
  UPSTREAM_API_KEY: "",
};

it("has every name of .dev.vars.example and wrangler.toml, and no other", () => {
  const { vars } = parse(readFileSync("worker/gateway/wrangler.toml", "utf8"));
  const documented = [...exampleNames("latchkey-gateway"), ...Object.keys(Object(vars))].sort();
  expect(documented).toEqual(Object.keys(gatewayEnv.shape).sort());
});

it("takes the provider's address without a trailing slash, and an empty credential as none", () => {
  const { UPSTREAM_URL, UPSTREAM_API_KEY } = parseGatewayEnv(valid);
  expect([UPSTREAM_URL, UPSTREAM_API_KEY]).toEqual(["https://ai.example/v1", undefined]);
});

it("refuses unknown fields and names no account to the upstream provider unless it says otherwise", () => {
  for (const empty of [{}, { UNKNOWN_FIELDS: "", ATTRIBUTION: "" }])
    expect(parseGatewayEnv({ ...valid, ...empty })).toMatchObject({
      UNKNOWN_FIELDS: "refuse",
      ATTRIBUTION: "none",
    });
  const env = parseGatewayEnv({ ...valid, UNKNOWN_FIELDS: "drop", ATTRIBUTION: "pseudonym" });
  expect([env.UNKNOWN_FIELDS, env.ATTRIBUTION]).toEqual(["drop", "pseudonym"]);
});

it.each([
  ["UPSTREAM_URL", "ftp://s3cret", "must be an http(s) address"],
  ["UPSTREAM_API_KEY", "s3cret\r\nx-more: 1", "must be printable ASCII without spaces"],
  ["UNKNOWN_FIELDS", "s3cret", "must be refuse or drop"],
  ["ATTRIBUTION", "s3cret", "must be none or pseudonym"],
])("refuses a wrong %s without repeating its value", (name, value, problem) => {
  const parsing = () => parseGatewayEnv({ ...valid, [name]: value });
  expect(parsing).toThrow(`Wrong configuration of latchkey-gateway: ${name} ${problem}.`);
  expect(parsing).not.toThrow(value);
});
