import { z } from "zod";
import type { ApiKey, RevokedKey } from "#core/contract/keys.ts";
import { displayMask } from "#core/domain/api-key.ts";
import type { ApiKeyRow } from "#core/storage/keys.ts";

const iso = (epochMs: number) => new Date(epochMs).toISOString();
/** As the column holds it: a JSON array, or null for none. */
const originList = z.array(z.string());
const originsOf = (json: string | null) => (json === null ? [] : originList.parse(JSON.parse(json)));
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
    allowed_origins: originsOf(row.allowedOrigins),
    replaced_by: row.replacedBy,
    plan_key: row.planKey,
  };
}

/** What is said of a key that was revoked, now or before. */
export function revokedView({ publicId, revokedAt }: ApiKeyRow): RevokedKey {
  if (revokedAt === null) throw new Error("A key that is not revoked was taken for one that is.");
  return { id: publicId, status: "revoked", revoked_at: iso(revokedAt) };
}
