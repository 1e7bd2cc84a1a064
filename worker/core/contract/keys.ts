import { z } from "zod";
import { KEY_NAME_MAX } from "#core/domain/key-name.ts";

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
