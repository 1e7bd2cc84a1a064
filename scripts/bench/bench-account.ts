import { INITIAL_SETTINGS } from "#core/domain/account-settings.ts";
import { ALL_KEPT } from "#core/domain/analytics-window.ts";
import type { Account } from "#core/services/context.ts";

/** The account of a benchmark's requests, as their sign-in would have read it. */
export const benchAccount = (id: number): Account => ({
  id,
  userId: "bench",
  email: "bench@example.com",
  route: null,
  settings: INITIAL_SETTINGS,
  stoppedAt: null,
  plan: null,
  usageKept: ALL_KEPT,
});
