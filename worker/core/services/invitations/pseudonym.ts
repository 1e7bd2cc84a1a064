/**
 * What stands for an invited address in the audit log: enough to answer a complaint about an invitation and to know a
 * guest who comes, without keeping strangers' addresses.
 */
export async function pseudonymOf(email: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(email.toLowerCase()));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
