import { z } from "zod";
import { LONG_PASSWORD } from "#core/domain/password-messages.ts";
import { readRecoveryCode } from "#core/domain/recovery-code.ts";

const EMAIL_MAX = 254;
const isoDate = z.iso.datetime();

const email = z
  .string({ error: "The email address must be text." })
  .trim()
  .max(EMAIL_MAX, `The email address must have at most ${EMAIL_MAX} characters.`)
  .pipe(z.email("Please enter a valid email address."));

export const invitationRequest = z.object({ email });

/** The same for every address, so that it doesn't reveal accounts. */
export const invitationResponse = z.object({ status: z.literal("accepted") });
export type InvitationResponse = z.infer<typeof invitationResponse>;

const accountSession = z.object({
  id: z.string(),
  device: z.string().nullable().describe("Browser and operating system; null when unknown"),
  ip: z.string().nullable(),
  created_at: isoDate,
  last_active_at: isoDate,
  current: z.boolean().describe("True for the session of this request"),
});
export type AccountSession = z.infer<typeof accountSession>;
export const accountSessions = z.object({ items: z.array(accountSession), next_cursor: z.null() });
export type AccountSessions = z.infer<typeof accountSessions>;
export const endedSession = z.object({ id: z.string(), status: z.literal("ended") });
export type EndedSession = z.infer<typeof endedSession>;
export const endedSessions = z.object({ status: z.literal("ended") });
export type EndedSessions = z.infer<typeof endedSessions>;

export const requestAddress = z.object({
  address: z
    .string()
    .nullable()
    .describe("IPv4 or IPv6; null when it isn't known, so that requests are outside of every network"),
});

export const recoveryCodes = z.object({
  left: z.int().min(0).describe("Codes that can still be used"),
  created_at: isoDate.nullable().describe("Null without codes"),
});
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
export const newRecoveryCodes = z.object({
  codes: z.array(z.string()).describe("Only this response contains them"),
});
export type NewRecoveryCodes = z.infer<typeof newRecoveryCodes>;

const CODE_EXAMPLE = "Enter a recovery code, such as 4KQ7-M2XD.";
const CODE_MAX = 40;
const PASSWORD_MAX = 72;
export const recoveryCodeRequest = z.object({
  code: z
    .string({ error: "The recovery code must be text." })
    .max(CODE_MAX, CODE_EXAMPLE)
    .refine((text) => readRecoveryCode(text) !== null, CODE_EXAMPLE)
    .describe("In any case, with or without spaces and hyphens"),
  password: z
    .string({ error: "The new password must be text." })
    .max(PASSWORD_MAX, LONG_PASSWORD)
    .describe("The new password of the account’s owner, other than the current one"),
});
export type RecoveryCodeInput = z.infer<typeof recoveryCodeRequest>;
export const usedRecoveryCode = z.object({ status: z.literal("second_factor_removed") });
export type UsedRecoveryCode = z.infer<typeof usedRecoveryCode>;

export const accountDeletionRequest = z.object({ email: email.describe("The account’s own address") });
export const accountDeletion = z.object({ status: z.literal("deleted") });
export type AccountDeletion = z.infer<typeof accountDeletion>;
