/** How long a proof shows that the person is there, in ms. */
export const PRESENT_FOR_MS = 5 * 60_000;

/** Methods in a token's `amr` that prove the person who has a second factor. */
export const APP_PROOFS: readonly string[] = ["totp"];
/** Methods in `amr` that prove anyone else. OAuth isn't one: Google and GitHub may sign people in without asking. */
export const OTHER_PROOFS: readonly string[] = ["password", "otp", "magiclink", "recovery"];
