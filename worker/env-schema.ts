import { z } from "zod";
import { type Bytes, decodeBase64 } from "#core/domain/encoding.ts";
import type { RequestRules } from "#core/domain/gateway/read-model-request.ts";
import type { KeySecrets } from "#core/services/context.ts";
import { isSecretKey } from "./supabase-key.ts";

const KEY_BYTES_MIN = 32;
const NO_KEY = `must be base64 of at least ${KEY_BYTES_MIN} random bytes`;

export const text = z.string({ error: "is missing" }).min(1, "is missing");
/** An empty value in `.dev.vars` means "not set". */
export const optional = z
  .string()
  .optional()
  .transform((value) => value || undefined);
export const headerText = z.string().regex(/^[!-~]+$/, "must be printable ASCII without spaces");

/** One of these words, the first if empty. */
export const oneOf = <Word extends string>(words: readonly [Word, ...Word[]]) =>
  optional.pipe(z.enum(words, `must be ${words.join(" or ")}`).default(words[0]));

const url = (protocol: RegExp, what: string) =>
  text.pipe(z.url({ protocol, error: `must be ${what}`, abort: true }));
export const httpUrl = url(/^https?$/, "an http(s) address").transform((value) => value.replace(/\/+$/, ""));
export const originUrl = httpUrl.refine(
  (value) => new URL(value).origin === value,
  "must be an origin, without a path",
);

/** How to reach the people who run the service. */
export const contact = z.url({ protocol: /^(https|mailto)$/, error: "must be a mailto: or https: address" });

/** Every browser receives it. */
export const publishableKey = text.refine(
  (key) => !isSecretKey(key),
  "is the project's secret key, and every browser would be given it",
);

const keyBytes = (value: string): Bytes | null => {
  const bytes = decodeBase64(value);
  return bytes !== null && bytes.length >= KEY_BYTES_MIN ? bytes : null;
};
const secretBytes = text.transform((value, context) => {
  const bytes = keyBytes(value);
  if (bytes !== null) return bytes;
  context.addIssue({ code: "custom", message: NO_KEY });
  return z.NEVER;
});
const earlierSecrets = optional.transform((value, context) => {
  const secrets = value?.split(",").map((part) => keyBytes(part.trim())) ?? [];
  const known = secrets.filter((bytes) => bytes !== null);
  if (known.length === secrets.length) return known;
  context.addIssue({ code: "custom", message: `${NO_KEY} each, separated by commas` });
  return z.NEVER;
});

export const databaseEnv = {
  LIBSQL_URL: url(/^(libsql|https?)$/, "a libsql or http(s) address"),
  LIBSQL_AUTH_TOKEN: optional,
};

/** An address, or `Name <address>`. */
const SENDER = /^([^<>\r\n]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
export const mailSender = optional.pipe(
  z.string().regex(SENDER, "must be an address, or a name and <address>").optional(),
);

/** `_PREVIOUS`: newest first. */
export const keyEnv = {
  KEY_PEPPER: secretBytes,
  KEY_PEPPER_PREVIOUS: earlierSecrets,
  KEY_SEALING_SECRET: secretBytes,
  KEY_SEALING_SECRET_PREVIOUS: earlierSecrets,
};
const keyEnvSchema = z.object(keyEnv);

export const keySecretsOf = (env: z.infer<typeof keyEnvSchema>): KeySecrets => ({
  pepper: env.KEY_PEPPER,
  earlierPeppers: env.KEY_PEPPER_PREVIOUS,
  sealing: env.KEY_SEALING_SECRET,
  earlierSealings: env.KEY_SEALING_SECRET_PREVIOUS,
});

const HEADER = /^([!#$%&'*+.^`|~\w-]+)=((?:[ -$&-~]|%[0-9A-Fa-f]{2})+)$/;
const WRONG_HEADERS = "must be headers like authorization=Bearer%20abc, separated by commas";
const HEADER_VALUE = /^[!-~]([ -~]*[!-~])?$/;
/** Pairs as in `OTEL_EXPORTER_OTLP_HEADERS`: values may be percent-encoded. */
const headerPairs = optional.transform((value, context): Record<string, string> => {
  const pairs = (value ?? "").split(",").flatMap((pair) => {
    const text = pair.trim();
    return text === "" ? [] : [headerPair(text)];
  });
  const known = pairs.filter((pair) => pair !== null);
  if (known.length === pairs.length) return Object.fromEntries(known);
  context.addIssue({ code: "custom", message: WRONG_HEADERS });
  return z.NEVER;
});

function headerPair(text: string): [name: string, value: string] | null {
  const [, name, encoded] = HEADER.exec(text) ?? [];
  if (name === undefined || encoded === undefined) return null;
  const value = encoded.replace(/%(..)/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
  return HEADER_VALUE.test(value) ? [name.toLowerCase(), value] : null;
}

const RATIO = /^(0(\.\d{1,9})?|1(\.0{1,9})?)$/;
const DEFAULT_RATIO = "0.01";

export const tracingEnv = {
  OTLP_TRACES_URL: optional.pipe(httpUrl.optional()),
  OTLP_TRACES_HEADERS: headerPairs,
  TRACE_SAMPLE_RATIO: optional
    .transform((value) => value ?? DEFAULT_RATIO)
    .pipe(z.string().regex(RATIO, "must be a number from 0 to 1, such as 0.01").transform(Number)),
};
const tracingEnvSchema = z.object(tracingEnv);
export type TracingEnv = z.infer<typeof tracingEnvSchema>;

/** @throws Error naming every wrong variable and why, never a value. */
export function parseEnv<Schema extends z.ZodType>(
  whose: string,
  schema: Schema,
  env: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(env);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  throw new Error(`Wrong configuration of ${whose}: ${problems.join("; ")}.`);
}

const BEGINNING = /^[a-z][a-z\d+.-]*:\/\/\S*$/i;
const beginnings = optional
  .transform((value) => value?.split(",").map((text) => text.trim()) ?? [])
  .refine(
    (all) => all.every((text) => BEGINNING.test(text)),
    "must be beginnings of addresses like gs:// or http://files.example/, separated by commas",
  );

/** Of the gateway, and of the API for estimates: both need the same. */
export const requestRulesEnv = {
  UPSTREAM_FETCHES: beginnings,
  UNKNOWN_FIELDS: oneOf(["refuse", "drop"]),
  ATTRIBUTION: oneOf(["none", "pseudonym"]),
};

interface RequestRulesVariables {
  UPSTREAM_FETCHES: readonly string[];
  UNKNOWN_FIELDS: RequestRules["unknownFields"];
  ATTRIBUTION: "none" | "pseudonym";
}

export const requestRulesOf = (env: RequestRulesVariables): RequestRules => ({
  unknownFields: env.UNKNOWN_FIELDS,
  attribution: env.ATTRIBUTION === "pseudonym",
  fetches: env.UPSTREAM_FETCHES,
});
