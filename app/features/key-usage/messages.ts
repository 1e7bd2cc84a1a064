import type { KeyState } from "#core/domain/key-life.ts";

export const keyUsageMessages = {
  title: "API Key Usage",
  notFound: "API key not found",
  notFoundHelp: "There is no such key in your account. The address may be incomplete.",
  noRequests: "No requests yet",
} as const;

export const KEY_STATE_LABELS: Record<KeyState, string> = {
  active: "Active",
  disabled: "Disabled",
  expired: "Expired",
  revoked: "Revoked",
};

/** What a key without a single request says instead of its figures. */
export const UNUSED_HELP: Record<KeyState, string> = {
  active: "Send a first request with this key. It appears here within seconds.",
  disabled: "This key is switched off. Enable it on the API Keys page before you send a request.",
  expired: "This key expired before a request was recorded.",
  revoked: "This key was revoked before a request was recorded.",
};
