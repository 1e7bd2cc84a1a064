import type { ServiceContext } from "#core/services/context.ts";
import { deviceName } from "#core/services/sessions/device-name.ts";
import type { AuditEntry } from "#core/storage/audit.ts";

/** What every audit entry of an account says: under which request, when, and from where. */
export function auditStamp(
  { clock, requestId, place }: Pick<ServiceContext, "clock" | "requestId" | "place">,
  accountId: number,
): Pick<AuditEntry, "accountId" | "requestId" | "at" | "place"> {
  const device = deviceName(place?.userAgent ?? null);
  const { city = null, country = null } = place ?? {};
  return { accountId, requestId, at: clock.now(), place: { device, city, country } };
}
