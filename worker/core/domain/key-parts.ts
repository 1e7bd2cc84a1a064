import type { RestrictionName } from "./gateway/restrictions/table.ts";

/** Of a key, by the fields of the API; its `text` is revealed, copied and rotated. */
export type KeyPart = "text" | "name" | "expires_at" | "allowed_origins";

/** The Playground's key has no text, a fixed name and no end, and works from the dashboard's own origin. */
const FIXED_IN_PLAYGROUND: readonly string[] = [
  "text",
  "name",
  "expires_at",
  "allowed_origins",
] satisfies KeyPart[];

/** Whether its owner may use or change this part of a key, whatever the key's state: the API refuses what isn't offered. */
export const isOffered = (
  { playground }: { playground: boolean },
  part: KeyPart | RestrictionName,
): boolean => !(playground && FIXED_IN_PLAYGROUND.includes(part));

/** Those of a change's fields that can't be changed of the Playground's key. */
export const fixedFields = (changes: object): string[] =>
  Object.entries(changes).flatMap(([field, value]) =>
    value !== undefined && FIXED_IN_PLAYGROUND.includes(field) ? [field] : [],
  );
