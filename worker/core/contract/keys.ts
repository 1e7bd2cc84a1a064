import { z } from "zod";

/** Longest key name, in characters, after trimming. */
export const KEY_NAME_MAX = 100;

export const keyName = z
  .string({ error: "The name must be text." })
  .trim()
  .min(1, "Please provide a name for your API key.")
  .max(KEY_NAME_MAX, `The name must have at most ${KEY_NAME_MAX} characters.`);

export const createKeyRequest = z.object({ name: keyName });

const isoDate = z.iso.datetime();

/** `key` is masked everywhere except in the answer to the key's creation. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  status: z.enum(["active", "revoked"]),
  created_at: isoDate,
  last_used: isoDate.nullable(),
  revoked_at: isoDate.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeyList = z.array(apiKey);
export const revealedKey = z.object({ key: z.string() });
export const revokedKey = z.object({ id: z.string(), status: z.literal("revoked"), revoked_at: isoDate });
export type RevokedKey = z.infer<typeof revokedKey>;
