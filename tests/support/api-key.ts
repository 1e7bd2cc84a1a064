import type { ApiKey } from "#core/contract/keys.ts";
import { UNRESTRICTED } from "#core/domain/gateway/restrictions/table.ts";

/** A key as the API lists it, which nothing limits and nobody has used. */
export const apiKey = (changes: Partial<ApiKey> = {}): ApiKey => ({
  id: "key_1",
  name: "Production",
  key: "lk_…3f9a",
  status: "active",
  created_at: "2026-01-01T00:00:00.000Z",
  last_used: null,
  revoked_at: null,
  expires_at: null,
  disabled_at: null,
  ...UNRESTRICTED,
  shows_balance: true,
  replaced_by: null,
  plan_key: false,
  playground: false,
  budgets: [],
  spent_this_month: 0,
  ...changes,
});
