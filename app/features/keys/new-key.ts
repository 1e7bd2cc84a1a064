import type { ApiKey } from "#core/contract/keys.ts";

/** One that was just made; `key` is its full text. */
export type NewKey = Pick<ApiKey, "id" | "key">;
