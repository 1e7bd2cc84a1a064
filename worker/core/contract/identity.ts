import { z } from "zod";

const EMAIL_MAX = 254;
const isoDate = z.iso.datetime();

const email = z
  .string({ error: "The email address must be text." })
  .trim()
  .max(EMAIL_MAX, `The email address must have at most ${EMAIL_MAX} characters.`)
  .pipe(z.email("Please enter a valid email address."));

export const invitationRequest = z.object({ email });

/** The same for every address: it does not tell whether there is an account. */
export const invitationAnswer = z.object({ status: z.literal("accepted") });
export type InvitationAnswer = z.infer<typeof invitationAnswer>;

/** A place where the account is signed in. */
const accountSession = z.object({
  id: z.string(),
  device: z.string().nullable().describe("What a person calls it; null when it did not say"),
  ip: z.string().nullable(),
  created_at: isoDate,
  last_active_at: isoDate,
  current: z.boolean().describe("Whether this request came from it"),
});
export type AccountSession = z.infer<typeof accountSession>;
export const accountSessions = z.object({ items: z.array(accountSession), next_cursor: z.null() });
export type AccountSessions = z.infer<typeof accountSessions>;
export const endedSession = z.object({ id: z.string(), status: z.literal("ended") });
export type EndedSession = z.infer<typeof endedSession>;

/** Typed by hand: deleting is for good. */
export const accountDeletionRequest = z.object({ email: email.describe("The account’s own address") });
export const accountDeletion = z.object({ status: z.literal("deleted") });
export type AccountDeletion = z.infer<typeof accountDeletion>;
