import Bowser from "bowser";
import { hex } from "#core/domain/encoding.ts";
import type { ServiceContext } from "#core/services/context.ts";
import type { AuditEntry } from "#core/storage/audit.ts";

/** Longer user agents are not genuine. */
const USER_AGENT_MAX = 512;
const NAME_MAX = 60;

export function auditStamp(
  {
    clock,
    requestId,
    place,
    accessToken,
  }: Pick<ServiceContext, "clock" | "requestId" | "place" | "accessToken">,
  accountId: number,
): Pick<AuditEntry, "accountId" | "requestId" | "at" | "place" | "token"> {
  const device = deviceName(place?.userAgent ?? null);
  const { city = null, country = null } = place ?? {};
  return {
    accountId,
    requestId,
    at: clock.now(),
    place: { device, city, country },
    token: accessToken?.name,
  };
}

/** A device in plain words, such as “Chrome on macOS”; null when the user agent doesn't say. */
export function deviceName(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX));
  return [browser.name, os.name].filter(Boolean).join(" on ").slice(0, NAME_MAX) || null;
}

/** Stands for an invited address, so that an index can find it and outlives the address itself. */
export async function pseudonymOf(email: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(email.toLowerCase())));
}
