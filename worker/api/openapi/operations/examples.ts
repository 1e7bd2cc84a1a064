/** What several examples show. None of them is anybody's. */
export const KEY_ID = "key_9fK2xQe7Tb31Zt81q4mV";
export const FULL_KEY = "lk_9fK2xQe7Tb31Zt81q4mVbN5rWc8yHs0D6uGj2LpXa4E1oRk7ZqTm";
export const AT = "2026-11-20T09:41:00.000Z";
export const REQUEST_ID = "0b6f3c1e-8d52-4a7f-9c36-51e2d8a40b97";

export const BUDGETS = { budgets: [{ period: "day", amount: 5 }] };

export const KEY = {
  id: KEY_ID,
  name: "Production",
  key: "lk_9fK2x••••••••ZqTm",
  status: "active",
  created_at: "2026-10-02T16:20:00.000Z",
  last_used: AT,
  revoked_at: null,
  expires_at: null,
  disabled_at: null,
  allowed_origins: [],
  replaced_by: null,
  plan_key: false,
  budgets: [{ period: "day", amount: 5, spent: 1.42, resets_at: "2026-11-21T00:00:00.000Z" }],
};

export const REVOKED_KEY = { id: KEY_ID, status: "revoked", revoked_at: AT };
