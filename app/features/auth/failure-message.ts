/** A failure's own message where it has one a person can read; the provider's client sometimes says "{}". */
export function failureMessage(failure: unknown, fallback: string): string {
  const message = failure instanceof Error ? failure.message.trim() : "";
  return /\p{L}/u.test(message) ? message : fallback;
}
