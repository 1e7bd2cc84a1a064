import { z } from "zod";
import { ROTATION_OVERLAP_MAX_HOURS } from "#core/domain/key-life.ts";
import { keyBudgets, usedBudget } from "./budgets.ts";
import { nameField } from "./name.ts";
import { restrictionFields, restrictionsRequest, shownRestrictions } from "./restrictions.ts";

const keyName = nameField("API key");

const isoDate = z.iso.datetime({
  offset: true,
  error: "The expires_at field must be a date and time in ISO 8601.",
});
const expiresAt = isoDate.nullable().describe("The key is refused from this time on; null means never");

const showsBalance = z
  .boolean({ error: "The shows_balance field must be true or false." })
  .describe("Whether anyone who has the key can see the account's balance");

export const createKeyRequest = z.object({
  name: keyName,
  expires_at: expiresAt.optional(),
  test: z
    .boolean({ error: "The test field must be true or false." })
    .optional()
    .describe("A key that reaches no model, costs nothing and returns errors on request"),
  shows_balance: showsBalance.optional(),
  budgets: keyBudgets.optional(),
  ...restrictionsRequest.shape,
});

/** Absent fields stay unchanged; `expires_at: null` means never. */
export const changeKeyRequest = z
  .object({
    name: keyName,
    expires_at: expiresAt,
    disabled: z
      .boolean({ error: "The disabled field must be true or false." })
      .describe("Refuses requests with the key until it is enabled again"),
    ...restrictionFields,
    shows_balance: showsBalance,
  })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, "Provide at least one field to change.");
export type KeyChanges = z.infer<typeof changeKeyRequest>;

export const rotateKeyRequest = z.object({
  overlap_hours: z
    .number({ error: "The overlap_hours field must be a number." })
    .int("The overlap_hours field must be a whole number.")
    .min(0, "The overlap_hours field must be at least 0.")
    .max(ROTATION_OVERLAP_MAX_HOURS, `The overlap_hours field must be at most ${ROTATION_OVERLAP_MAX_HOURS}.`)
    .describe("Hours for which both keys work; 0 revokes the old one at once"),
});

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string().describe("Masked, except in the response to its creation or rotation"),
  status: z.enum(["active", "revoked"]),
  created_at: isoDate,
  last_used: isoDate.nullable(),
  revoked_at: isoDate.nullable(),
  expires_at: expiresAt,
  disabled_at: isoDate.nullable().describe("When its owner disabled it; null while enabled"),
  ...shownRestrictions,
  shows_balance: showsBalance,
  replaced_by: z.string().nullable().describe("Id of the key that replaced it in a rotation"),
  plan_key: z.boolean().describe("True for the key of the Premium plan, which expires with the plan"),
  playground: z
    .boolean()
    .describe("True for the key of the Playground, which works only there and can't be revealed or rotated"),
  budgets: z.array(usedBudget).describe("Shortest period first; empty for a revoked key"),
  spent_this_month: z
    .number()
    .describe(
      "Dollars that this key has spent in the current UTC month. Its budgets also count the keys that it replaced",
    ),
});
export type ApiKey = z.infer<typeof apiKey>;

export const presentedKeyView = z.object({
  object: z.literal("key"),
  id: z.string(),
  name: z.string(),
  key: z.string().describe("Masked"),
  test: z.boolean(),
  created_at: isoDate,
  expires_at: expiresAt,
  ...shownRestrictions,
  budgets: z.array(usedBudget).describe("Shortest period first"),
  balance: z
    .number()
    .nullable()
    .describe("Dollars that may still be spent; null if the key may not see them"),
});
export type PresentedKeyView = z.infer<typeof presentedKeyView>;

export const apiKeyList = z.array(apiKey);
export const revealedKey = z.object({ key: z.string() });
export const revokedKey = z.object({ id: z.string(), status: z.literal("revoked"), revoked_at: isoDate });
export type RevokedKey = z.infer<typeof revokedKey>;
