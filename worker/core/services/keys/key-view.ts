import type { ApiKey } from "#core/contract/keys.ts";
import { displayMask } from "#core/domain/api-key.ts";
import type { ApiKeyRow } from "#core/storage/keys.ts";

const iso = (epochMs: number) => new Date(epochMs).toISOString();
const isoOrNull = (epochMs: number | null) => (epochMs === null ? null : iso(epochMs));

/** A key as lists carry it, masked. */
export function keyView(row: ApiKeyRow): ApiKey {
  return {
    id: row.publicId,
    name: row.name,
    key: displayMask(row.mask),
    status: row.status,
    created_at: iso(row.createdAt),
    last_used: isoOrNull(row.lastUsed),
    revoked_at: isoOrNull(row.revokedAt),
    expires_at: isoOrNull(row.expiresAt),
    disabled_at: isoOrNull(row.disabledAt),
    replaced_by: row.replacedBy,
    plan_key: row.planKey,
  };
}
