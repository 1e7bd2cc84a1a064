import type { KeyState } from "#core/domain/key-life.ts";

export const keyUsageMessages = {
  filter: "Filter requests",
  budgets: "Budgets",
  editBudgets: "Manage API keys",
  noBudgets: "This key has no budget. Set one in its menu under API Keys.",
  title: "API Key Usage",
  notFound: "API key not found",
  notFoundHelp: "This API key isn’t in your account. Check that the address is complete.",
  noRequests: "No requests yet",
} as const;

export const KEY_STATE_LABELS: Record<KeyState, string> = {
  active: "Active",
  disabled: "Disabled",
  expired: "Expired",
  revoked: "Revoked",
};

export const UNUSED_HELP: Record<KeyState, string> = {
  active: "Send your first request with this key. It appears here within seconds.",
  disabled: "This key is disabled. Enable it on the API Keys page before you send a request.",
  expired: "This key expired before a request was recorded.",
  revoked: "This key was revoked before a request was recorded.",
};
