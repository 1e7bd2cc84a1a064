import { z } from "zod";
import { TOKEN_DAYS_MAX, TOKEN_SCOPES } from "#core/domain/access-token.ts";
import { nameField } from "./name.ts";

const isoDate = z.iso.datetime();

const SCOPES_RULE = `The scopes field must list at least one of ${TOKEN_SCOPES.join(", ")}.`;
const DAYS_RULE = `The expires_in_days field must be a whole number from 1 to ${TOKEN_DAYS_MAX}.`;

const scope = z.enum(TOKEN_SCOPES, { error: SCOPES_RULE });

export const createTokenRequest = z.object({
  name: nameField("access token"),
  scopes: z
    .array(scope, { error: SCOPES_RULE })
    .min(1, SCOPES_RULE)
    .max(TOKEN_SCOPES.length, SCOPES_RULE)
    .refine(
      (scopes) => new Set(scopes).size === scopes.length,
      "The scopes field must list each scope once.",
    ),
  expires_in_days: z
    .int({ error: DAYS_RULE })
    .min(1, DAYS_RULE)
    .max(TOKEN_DAYS_MAX, DAYS_RULE)
    .describe("Days until the token is refused"),
});
export type CreateTokenInput = z.infer<typeof createTokenRequest>;

export const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  token: z.string().describe("Masked, except in the response to its creation"),
  scopes: z.array(scope),
  created_at: isoDate,
  last_used: isoDate.nullable().describe("To the minute; null if never"),
  expires_at: isoDate,
});
export type AccessToken = z.infer<typeof accessToken>;

export const accessTokens = z.object({ items: z.array(accessToken), next_cursor: z.null() });
export type AccessTokens = z.infer<typeof accessTokens>;

export const revokedTokens = z.object({
  status: z.literal("revoked"),
  revoked: z.int().min(0).describe("How many tokens this request revoked"),
});
export type RevokedTokens = z.infer<typeof revokedTokens>;

export const revokedToken = z.object({ id: z.string(), status: z.literal("revoked"), revoked_at: isoDate });
export type RevokedToken = z.infer<typeof revokedToken>;
