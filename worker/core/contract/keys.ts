import { z } from "zod";
import { ALLOWED_ORIGINS_MAX, pageOrigin } from "#core/domain/gateway/page-origin.ts";
import { ROTATION_OVERLAP_MAX_HOURS } from "#core/domain/key-life.ts";
import { KEY_NAME_MAX } from "#core/domain/key-name.ts";
import { usedBudget } from "./budgets.ts";

/** Something a reader can see: invisible characters alone are as blank as spaces (spec section 5). */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Nor what turns the direction of reading around, nor half a character, which no database stores. */
const NO_CONTROL_CHARACTERS = /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u;

const keyName = z
  .string({ error: "The name must be text." })
  .trim()
  .regex(VISIBLE, "Please provide a name for your API key.")
  .regex(NO_CONTROL_CHARACTERS, "The name must not contain control characters.")
  .max(KEY_NAME_MAX, `The name must have at most ${KEY_NAME_MAX} characters.`);

const isoDate = z.iso.datetime({
  offset: true,
  error: "The expires_at must be a date and time in ISO 8601.",
});
const expiresAt = isoDate.nullable().describe("Refused from then on; null never");

const allowedOrigin = z
  .string({ error: "Each of the allowed_origins must be text." })
  .trim()
  .transform((text, { issues }) => {
    const origin = pageOrigin(text);
    if (origin !== null) return origin;
    const rule =
      "https://host or http://localhost, with a port if there is one, without a path and without *";
    issues.push({ code: "custom", input: text, message: `Each of the allowed_origins must be ${rule}.` });
    return z.NEVER;
  });
const allowedOrigins = z
  .array(allowedOrigin, { error: "The allowed_origins must be a list." })
  .max(ALLOWED_ORIGINS_MAX, `The allowed_origins must be at most ${ALLOWED_ORIGINS_MAX}.`)
  .transform((origins) => [...new Set(origins)])
  .describe("Origins whose pages may use the key from a browser; replaces the list");

export const createKeyRequest = z.object({
  name: keyName,
  expires_at: expiresAt.optional(),
  test: z
    .boolean({ error: "The test must be true or false." })
    .optional()
    .describe("A key that reaches no model, costs nothing and fails on demand"),
});

/** What is left out stays as it is; `expires_at: null` means never. */
export const changeKeyRequest = z
  .object({
    name: keyName,
    expires_at: expiresAt,
    disabled: z
      .boolean({ error: "The disabled must be true or false." })
      .describe("Whether requests with it are refused until it is enabled again"),
    allowed_origins: allowedOrigins,
  })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, "Nothing to change was given.");
export type KeyChanges = z.infer<typeof changeKeyRequest>;

export const rotateKeyRequest = z.object({
  overlap_hours: z
    .number({ error: "The overlap_hours must be a number." })
    .int("The overlap_hours must be a whole number.")
    .min(0, "The overlap_hours must be at least 0.")
    .max(ROTATION_OVERLAP_MAX_HOURS, `The overlap_hours must be at most ${ROTATION_OVERLAP_MAX_HOURS}.`)
    .describe("For how many hours both keys work; 0 revokes the old one at once"),
});

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string().describe("Masked, except in the answer to its creation or rotation"),
  status: z.enum(["active", "revoked"]),
  created_at: isoDate,
  last_used: isoDate.nullable(),
  revoked_at: isoDate.nullable(),
  expires_at: expiresAt,
  disabled_at: isoDate.nullable().describe("Since when its owner has it switched off; null while on"),
  allowed_origins: z
    .array(z.string())
    .describe("Origins whose pages may use it from a browser; none at first"),
  replaced_by: z.string().nullable().describe("Id of the key that rotation put in its place"),
  plan_key: z.boolean().describe("Whether it is the key of the Premium plan, which expires with the plan"),
  budgets: z.array(usedBudget).describe("By period, the shortest first; none of a key that is revoked"),
});
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeyList = z.array(apiKey);
export const revealedKey = z.object({ key: z.string() });
export const revokedKey = z.object({ id: z.string(), status: z.literal("revoked"), revoked_at: isoDate });
export type RevokedKey = z.infer<typeof revokedKey>;
