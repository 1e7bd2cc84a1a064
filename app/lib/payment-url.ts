/** Null for an address that is invalid or could run in this page. */
export function safePaymentUrl(address: unknown): string | null {
  if (typeof address !== "string" || !URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? href : null;
}
