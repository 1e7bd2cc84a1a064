/** 32 characters, so that each has 5 bits. Without 0, 1, I and O, which are mistaken for one another. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const HALF = 4;
const SHAPE = new RegExp(`^[${ALPHABET}]{${2 * HALF}}$`);

export const RECOVERY_CODES = 10;

/** 40 random bits as `4KQ7-M2XD`. Safe only because guesses are limited and the hash is keyed. */
export function generateRecoveryCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(2 * HALF));
  const code = Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
  return `${code.slice(0, HALF)}-${code.slice(HALF)}`;
}

/** The code as it was generated, however it is typed: in any case, with or without spaces and hyphens. Null for other text. */
export function readRecoveryCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, "").toUpperCase();
  return SHAPE.test(code) ? `${code.slice(0, HALF)}-${code.slice(HALF)}` : null;
}
